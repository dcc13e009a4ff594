use super::case;
use crate::case::{Expect, Permanent, Pool, Position, differences};
use crate::state::Who;

fn expect(keys: &str) -> Expect {
    case(&format!("steps = []\n{keys}")).expect
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn permanent(name: &str, controller: Who, power: i32, tapped: bool) -> Permanent {
    Permanent {
        name: name.into(),
        controller,
        counters: vec![("+1/+1".into(), 5), ("charge".into(), 1)],
        damage: 2,
        power: Some(power),
        toughness: Some(4),
        tapped,
    }
}

fn position() -> Position {
    let mut position = Position::default();
    let [you, opponent] = &mut position.sides;
    you.zones.library = names(&["Island", "Swamp"]);
    you.zones.hand = names(&["Opt", "Shock", "Opt"]);
    you.zones.graveyard = names(&["Uro, Titan of Nature's Wrath"]);
    you.life = 20;
    you.mana = Pool([0, 2, 0, 0, 0, 3]);
    you.drawn = 1;
    opponent.zones.battlefield = names(&["Fog", "Zombie token"]);
    opponent.life = -1;
    opponent.lost = true;
    position.sides[0].won = true;
    position.stack = names(&["Shock (copy)", "Shock"]);
    position.permanents = vec![
        permanent("Fog", Who::You, 3, true),
        permanent("Fog", Who::Opponent, 2, false),
        Permanent { power: None, toughness: None, ..permanent("Murder", Who::You, 0, false) },
    ];
    position
}

#[test]
fn what_is_as_expected() {
    let expect = expect(
        r#"
expect.you = { library = ["Island", "Swamp"], library_size = 2, hand = ["Shock", "Opt", "Opt"], hand_size = 3, exile = [], life = 20, mana = "{U}{3}{U}", drawn = 1, lost = false, won = true, command_size = 0 }
expect.opponent = { battlefield = ["Zombie token", "Fog"], life = -1, mana = "", lost = true }
expect.stack = ["Shock (copy)", "Shock"]
expect.stack_size = 2
expect.permanents."Fog" = { counters = 5, damage = 2, power = 2, toughness = 4, tapped = false }
expect.permanents."opponent's Fog" = { counters = { charge = 1, "+1/+1" = 5, loyalty = 0 } }
expect.permanents.Murder = { tapped = false }
"#,
    );
    assert_eq!(differences(&expect, &position()), [""; 0]);
    assert_eq!(differences(&Expect::default(), &position()), [""; 0]);
}

#[test]
fn what_differs() {
    let cases = [
        (
            r#"you.library = ["Swamp", "Island"]"#,
            r#"your library: expected ["Swamp", "Island"], found ["Island", "Swamp"]"#,
        ),
        (
            r#"you.hand = ["Opt", "Shock"]"#,
            r#"your hand: expected ["Opt", "Shock"], found ["Opt", "Shock", "Opt"]"#,
        ),
        (
            r#"you.hand = ["Shock", "Shock", "Opt"]"#,
            r#"your hand: expected ["Shock", "Shock", "Opt"], found ["Opt", "Shock", "Opt"]"#,
        ),
        ("you.graveyard = []", r#"your graveyard: expected [], found ["Uro, Titan of Nature's Wrath"]"#),
        ("opponent.battlefield_size = 3", "opponent's battlefield_size: expected 3, found 2"),
        ("you.life = 19", "your life: expected 19, found 20"),
        ("you.mana = \"{U}{U}{U}{2}\"", "your mana: expected \"{U}{U}{U}{C}{C}\", found \"{U}{U}{C}{C}{C}\""),
        ("opponent.mana = \"{1}\"", "opponent's mana: expected \"{C}\", found \"\""),
        ("you.drawn = 0", "your drawn: expected 0, found 1"),
        ("opponent.lost = false", "opponent's lost: expected false, found true"),
        ("you.won = false", "your won: expected false, found true"),
        (
            r#"stack = ["Shock", "Shock (copy)"]"#,
            r#"stack: expected ["Shock", "Shock (copy)"], found ["Shock (copy)", "Shock"]"#,
        ),
        ("stack_size = 0", "stack_size: expected 0, found 2"),
        ("permanents.Duress = {}", "\"Duress\": expected on the battlefield, found nowhere on it"),
        (
            "permanents.\"opponent's Murder\" = {}",
            "\"opponent's Murder\": expected on the battlefield, found nowhere on it",
        ),
        (
            "permanents.Fog = { power = 3, tapped = false }",
            "\"Fog\": expected { power = 3, tapped = false }, found { power = 3, tapped = true }, { power = 2, tapped = false }",
        ),
        (
            "permanents.\"opponent's Fog\" = { power = 3 }",
            "\"opponent's Fog\": expected { power = 3 }, found { power = 2 }",
        ),
        (
            "permanents.Fog = { counters = 4, damage = 0, toughness = 5 }",
            "\"Fog\": expected { +1/+1 counters = 4, damage = 0, toughness = 5 }, found { +1/+1 counters = 5, damage = 2, \
             toughness = 4 }",
        ),
        (
            "permanents.Fog.counters.time = 1",
            "\"Fog\": expected { time counters = 1 }, found { time counters = 0 }",
        ),
        ("permanents.Murder = { power = 0 }", "\"Murder\": expected { power = 0 }, found { no power }"),
    ];
    for (key, message) in cases {
        assert_eq!(differences(&expect(&format!("expect.{key}")), &position()), [message]);
    }
}
