use std::fs;
use std::path::Path;

use super::{case, step, text};
use crate::ability::{Place, Which};
use crate::case::{
    Activate, Bill, Cast, Choice, Choices, Many, Named, PermanentStart, Pool, Replicate, Start, Verb,
    distinct, read,
};
use crate::mana::{Mana, Symbol};
use crate::state::{Step as TurnStep, Who};

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn name(name: &str) -> Choice {
    Choice::Name(name.to_owned())
}

#[test]
fn every_shipped_case_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let source = path.file_name().unwrap().to_string_lossy();
        let cases = read(&text, &source).unwrap();
        let lines = text.lines().enumerate().filter(|(_, line)| *line == "[[case]]");
        let places: Vec<String> = lines.map(|(index, _)| format!("{source}:{}", index + 1)).collect();
        assert_eq!(cases.iter().map(|case| case.place.clone()).collect::<Vec<_>>(), places);
        let heads = text.lines().filter(|line| line.starts_with("  { ")).count();
        assert_eq!(cases.iter().map(|case| case.steps.len()).sum::<usize>(), heads, "{source}");
        for step in cases.iter().flat_map(|case| &case.steps) {
            let line = text.lines().nth(step.line - 1).unwrap();
            assert!(line.contains(&format!("{} = ", step.value.verb.word())), "{source}: {line}");
        }
        all.extend(cases);
    }
    assert_eq!(distinct(&all), Ok(()));
    assert!(all.len() >= 303);
}

#[test]
fn the_start() {
    let case = case(
        r#"
turn = "opponent"
step = "end"
on_the_play = true
stretch = true
seed = 7
note = ["ignored", 1]
you = { library = ["Island", "Swamp"], hand = 2, life = -3, mana = "{U}{2}{C}{R}", drawn = 1, spells = 2, lands = 3 }
opponent.command = ["Karn, Legacy Reforged"]
opponent.battlefield = ["Forest", { card = "zombie token", token = true, tapped = true, sick = true, damage = 1, counters = { "+1/+1" = 6, charge = 0 }, attached_to = "Forest" }]
steps = []
expect.you = { library_size = 2 }
"#,
    );
    let [you, opponent] = &case.start.sides;
    assert_eq!(
        (case.start.turn, case.start.step, case.start.on_the_play),
        (Who::Opponent, TurnStep::End, true)
    );
    assert_eq!((case.stretch, case.seed, case.place.as_str()), (true, 7, "x.toml:1"));
    assert_eq!(you.library, ["Island", "Swamp"]);
    assert_eq!(you.hand, ["Filler", "Filler"]);
    assert_eq!((you.life, opponent.life), (-3, 20));
    assert_eq!(you.mana, Pool([0, 1, 0, 1, 0, 3]));
    assert_eq!(you.mana.to_string(), "{U}{R}{C}{C}{C}");
    assert_eq!((you.drawn, you.spells, you.lands), (1, 2, 3));
    assert_eq!(opponent.command, ["Karn, Legacy Reforged"]);
    assert_eq!(
        opponent.battlefield[0],
        PermanentStart { card: "Forest".into(), ..PermanentStart::default() }
    );
    let zombie = PermanentStart {
        card: "Zombie token".into(),
        tapped: true,
        sick: true,
        damage: 1,
        counters: vec![("+1/+1".into(), 6), ("charge".into(), 0)],
        attached_to: Some("Forest".into()),
        token: true,
    };
    assert_eq!(opponent.battlefield[1], zombie);
}

#[test]
fn what_is_left_out() {
    let bare = case("steps = [{ check = { stack_size = 0 } }]");
    assert_eq!((bare.start, bare.stretch, bare.seed), (Start::default(), false, 0));
    let Verb::Cast(left_out) = step("{ cast = \"Opt\" }").verb else { panic!() };
    let mut cast = Cast {
        name: "Opt".into(),
        who: Who::You,
        from: Place::Hand,
        via: None,
        targets: None,
        x: None,
        replicate: None,
        exile: None,
        discard: None,
        sacrifice: None,
        mana_abilities: None,
        convoke: None,
        life: None,
        kicked: 0,
        buyback: false,
    };
    assert_eq!(*left_out, cast);
    let empty = r#"{ cast = "Opt", via = "mana cost", targets = [], x = 0, replicate = 0, exile = [], discard = [],
        sacrifice = [], mana_abilities = [], convoke = [], life = false, kicked = false, buyback = false }"#;
    let Verb::Cast(empty) = step(empty).verb else { panic!() };
    let none = || Some(Vec::new());
    cast.targets = none();
    cast.x = Some(0);
    cast.replicate = Some(Replicate::Times(0));
    (cast.exile, cast.discard, cast.sacrifice) = (none(), none(), none());
    (cast.mana_abilities, cast.convoke) = (none(), none());
    cast.life = Some(false);
    assert_eq!(*empty, cast);
}

#[test]
fn casts_and_activations() {
    let cast = r#"{ who = "opponent", exile = "Island", cast = "Opt", from = "graveyard", via = "escape",
        targets = ["you", "Narcomoeba in graveyard"], replicate = [1, 0], kicked = 2, buyback = true, x = 3 }"#;
    let Verb::Cast(cast) = step(cast).verb else { panic!() };
    assert_eq!((cast.who, cast.from, cast.via.as_deref()), (Who::Opponent, Place::Graveyard, Some("escape")));
    assert_eq!(cast.exile, Some(names(&["Island"])));
    assert_eq!(cast.targets, Some(names(&["you", "Narcomoeba in graveyard"])));
    assert_eq!(cast.replicate, Some(Replicate::Each(vec![1, 0])));
    assert_eq!((cast.kicked, cast.buyback, cast.x), (2, true, Some(3)));
    let Verb::Cast(cast) = step("{ cast = \"Opt\", kicked = true }").verb else { panic!() };
    assert_eq!(cast.kicked, 1);
    let activate = step(
        r#"{ activate = "Disfigure", ability = "dies", from = "exile", sacrifice = ["Fog"], illegal = true }"#,
    );
    let expected = Activate {
        name: "Disfigure".into(),
        who: None,
        from: Some(Place::Exile),
        ability: Some(Which::Word("dies".into())),
        targets: None,
        x: None,
        sacrifice: Some(names(&["Fog"])),
        exile: None,
        discard: None,
    };
    assert_eq!((activate.verb, activate.illegal), (Verb::Activate(Box::new(expected)), true));
}

#[test]
fn every_other_verb() {
    let (who, whose, opt) = (Who::You, None, || "Opt".to_owned());
    let cases = [
        ("{ mill = 2 }", Verb::Mill { who, n: 2 }),
        ("{ may_mill = 2, who = \"opponent\" }", Verb::MayMill { who: Who::Opponent, n: 2 }),
        ("{ pay_mill = 2 }", Verb::PayMill { who, n: 2 }),
        ("{ draw = 0 }", Verb::Draw { who, n: 0 }),
        ("{ discard = \"Opt\" }", Verb::Discard { who, cards: vec![opt()] }),
        ("{ surveil = 1 }", Verb::Surveil { who, n: 1, graveyard: None }),
        ("{ surveil = 1, graveyard = [] }", Verb::Surveil { who, n: 1, graveyard: Some(vec![]) }),
        ("{ scry = 1, bottom = [\"Opt\"] }", Verb::Scry { who, n: 1, bottom: Some(vec![opt()]) }),
        ("{ sacrifice = \"Opt\" }", Verb::Sacrifice { who, name: opt() }),
        ("{ destroy = \"Opt\", who = \"you\" }", Verb::Destroy { who: Some(Who::You), name: opt() }),
        (
            "{ to = \"exile\", move = [\"Opt\", \"Opt\"], from = \"command\" }",
            Verb::Move { who: whose, cards: vec![opt(), opt()], from: Place::Command, to: Place::Exile },
        ),
        (
            "{ damage = 9, to = \"Opt\" }",
            Verb::Damage { who: whose, amounts: vec![9], to: opt(), unpreventable: false, source: None },
        ),
        (
            "{ to = \"Opt\", damage = [1, 2], unpreventable = true, source = \"Opt\" }",
            Verb::Damage {
                who: whose,
                amounts: vec![1, 2],
                to: opt(),
                unpreventable: true,
                source: Some(opt()),
            },
        ),
        ("{ fight = [\"Opt\", \"Fog\"] }", Verb::Fight { who: whose, a: opt(), b: "Fog".into() }),
        ("{ gain = 3 }", Verb::Gain { who, n: 3 }),
        ("{ lose = 3 }", Verb::Lose { who, n: 3 }),
        ("{ add = \"{G}{1}\" }", Verb::Add { who, mana: Pool([0, 0, 0, 0, 1, 1]) }),
        ("{ counter = \"Opt\" }", Verb::Counter { who: whose, name: opt() }),
        ("{ tap = \"Opt\" }", Verb::Tap { who: whose, name: opt() }),
        ("{ untap = \"Opt\" }", Verb::Untap { who: whose, name: opt() }),
        ("{ play = \"Opt\" }", Verb::Play { who, name: opt(), from: Place::Hand }),
        ("{ play = \"Opt\", from = \"library\" }", Verb::Play { who, name: opt(), from: Place::Library }),
        (
            "{ tap_for_mana = \"Opt\", ability = 1 }",
            Verb::TapForMana { who: whose, name: opt(), ability: Some(Which::Number(1)) },
        ),
        ("{ attack = [\"Opt\"] }", Verb::Attack { who, names: vec![opt()] }),
        ("{ resolve = 3 }", Verb::Resolve(Many::Number(3))),
        ("{ resolve = \"all\" }", Verb::Resolve(Many::All)),
        ("{ to = \"cleanup\" }", Verb::To(TurnStep::Cleanup)),
        ("{ next_turn = \"opponent\" }", Verb::NextTurn(Who::Opponent)),
        (
            "{ could_produce = \"Opt\", is = \"UC\", who = \"opponent\" }",
            Verb::CouldProduce {
                who: Some(Who::Opponent),
                name: opt(),
                is: Some(vec![Mana::Blue, Mana::Colourless]),
            },
        ),
        (
            "{ could_produce = \"Opt\", is = \"\" }",
            Verb::CouldProduce { who: whose, name: opt(), is: Some(vec![]) },
        ),
        (
            "{ mana_value = \"Opt\", zone = \"stack\", is = 3 }",
            Verb::ManaValue { who: whose, name: opt(), zone: Some(Place::Stack), is: Some(3) },
        ),
        (
            "{ mana_value = \"Opt\", illegal = true }",
            Verb::ManaValue { who: whose, name: opt(), zone: None, is: None },
        ),
    ];
    for (text, verb) in cases {
        assert_eq!(step(text).verb, verb, "{text}");
        assert!(text.contains(&format!("{} = ", verb.word())), "{text}");
    }
    let Verb::Cost { cast, is } = step("{ cost = \"Opt\", is = \"{U}{1}{R/U}{1}\", x = 1 }").verb else {
        panic!()
    };
    let symbols = [Symbol::Hybrid(Mana::Blue, Mana::Red), Symbol::Generic(1), Symbol::One(Mana::Blue)];
    assert_eq!((cast.x, is), (Some(1), Some(Bill::new(1, symbols))));
}

#[test]
fn choices() {
    let choose = |text: &str| step(&format!("{{ resolve = 1, choose = {text} }}")).choices.choose;
    let list = Choice::List;
    assert_eq!(choose("\"G\""), Some(vec![name("G")]));
    assert_eq!(choose("[]"), Some(vec![]));
    assert_eq!(choose("[[]]"), Some(vec![list(vec![])]));
    assert_eq!(
        choose("[true, \"Opt\", -1]"),
        Some(vec![Choice::Flag(true), name("Opt"), Choice::Number(-1)])
    );
    let two = list(vec![name("Island"), name("Swamp")]);
    assert_eq!(choose("[[\"Island\", \"Swamp\"], true]"), Some(vec![two, Choice::Flag(true)]));
    assert_eq!(
        choose("[[true, [\"Opt\"]]]"),
        Some(vec![list(vec![Choice::Flag(true), list(vec![name("Opt")])])])
    );
    let all = step("{ draw = 2, order = [\"Opt\"], dredge = [\"\", \"Shock\"] }").choices;
    assert_eq!(all, Choices { choose: None, order: names(&["Opt"]), dredge: Some(names(&["", "Shock"])) });
    assert_eq!(step("{ draw = 2 }").choices, Choices::default());
    assert_eq!(step("{ draw = 2, dredge = [] }").choices.dredge, Some(vec![]));
}

/// A name is read as it is printed on what it means.
#[test]
fn names_are_spelt_as_printed() {
    let names = [
        ("stinkweed imp", "Stinkweed Imp"),
        ("opponent's LIM-DUL'S VAULT in graveyard", "opponent's Lim-Dûl's Vault in graveyard"),
        ("fire/ice", "Fire // Ice"),
        ("ice", "Ice"),
        ("Bonecrusher Giant // Stomp", "Bonecrusher Giant"),
        ("stomp", "Stomp"),
        ("zombie token", "Zombie token"),
        ("stinkweed imp token", "Stinkweed Imp token"),
        ("Tezzeret emblem (trigger)", "Tezzeret emblem (trigger)"),
        ("Rad counters (trigger)", "Rad counters (trigger)"),
        ("Filler", "Filler"),
    ];
    for (text, name) in names {
        let read = step(&format!("{{ destroy = \"{text}\" }}")).verb;
        assert_eq!(read, Verb::Destroy { who: None, name: name.to_owned() }, "{text}");
    }
    for word in ["G", "you", "opponent", "Sliver", "flying", "+1/+1", "-1/-1", "Lost Well"] {
        let read = step(&format!("{{ resolve = 1, choose = \"{word}\" }}")).choices.choose;
        assert_eq!(read, Some(vec![name(word)]));
    }
    for way in ["escape", "free", "alternative", "evoke", "As Foretold"] {
        let Verb::Cast(cast) = step(&format!("{{ cast = \"Opt\", via = \"{way}\" }}")).verb else { panic!() };
        assert_eq!(cast.via.as_deref(), Some(way));
    }
}

#[test]
fn mana_of_any_amount() {
    let many = "{G}".repeat(40);
    let cases = [
        ("", ""),
        ("{0}", ""),
        ("{2}{W}", "{W}{C}{C}"),
        ("{R}{1000000}", "{R}{1000000}"),
        (many.as_str(), many.as_str()),
    ];
    for (text, shown) in cases {
        assert_eq!(Pool::read(text).map(|pool| pool.to_string()), Ok(shown.to_owned()));
    }
    let bills =
        [("", "{0}"), ("{U}{1}{B}{3}", "{4}{B}{U}"), ("{U/P}{300}", "{300}{U/P}"), ("{B/U}", "{U/B}")];
    for (text, shown) in bills {
        assert_eq!(Bill::read(text).map(|bill| bill.to_string()), Ok(shown.to_owned()));
        assert_eq!(Bill::read(text), Bill::read(shown));
    }
    assert_ne!(Bill::read("{C}"), Bill::read("{1}"));
}

#[test]
fn names_are_taken_apart() {
    let named = |name, whose, place| Named { name, whose, place };
    let cases = [
        ("Opt", named("Opt", None, None)),
        ("opponent's Opt", named("Opt", Some(Who::Opponent), None)),
        ("Opt in exile", named("Opt", None, Some(Place::Exile))),
        ("Ace in Hand", named("Ace in Hand", None, None)),
        ("Opt (trigger)", named("Opt (trigger)", None, None)),
        ("opponent", named("opponent", None, None)),
    ];
    for (text, expected) in cases {
        assert_eq!(Named::read(text), expected);
    }
}

#[test]
fn an_id_stands_once() {
    let one = text("steps = []\nexpect.stack = []\n");
    let twice = format!("{one}{one}");
    let message = "x.toml:7: case a-1: the id stands at x.toml:1 already: give it another";
    assert_eq!(read(&twice, "x.toml").unwrap_err().to_string(), message);
    let mut both = read(&one, "x.toml").unwrap();
    both.extend(read(&one, "y.toml").unwrap());
    let message = "y.toml:1: case a-1: the id stands at x.toml:1 already: give it another";
    assert_eq!(distinct(&both).unwrap_err().to_string(), message);
}
