use proptest::prelude::*;

use super::{fault, text};
use crate::case::read;

/// Each fault is on line 5, the first after the keys that each case needs.
#[test]
fn faults_of_a_case() {
    let cases = [
        ("you.libary = 3", "unknown key you.libary: did you mean library?"),
        (
            "you.stack = []",
            "unknown key you.stack: known are library, hand, graveyard, exile, command, battlefield, life, mana, drawn, \
             spells, lands",
        ),
        (
            "\"a b\" = 1",
            "unknown key \"a b\": known are id, title, rules, you, opponent, turn, step, on_the_play, steps, \
             expect, note, stretch, seed",
        ),
        ("turn = \"me\"", "turn: \"you\" or \"opponent\" is wanted, not \"me\""),
        ("turn = 1", "turn: \"you\" or \"opponent\" is wanted, not a number"),
        (
            "step = \"untap\"",
            "step: \"main\" or \"main2\" or \"upkeep\" or \"draw\" or \"combat\" or \"end\" or \"cleanup\" is wanted, not \
             \"untap\"",
        ),
        ("on_the_play = 1", "on_the_play: true or false is wanted, not a number"),
        ("stretch = \"yes\"", "stretch: true or false is wanted, not a text"),
        ("seed = -1", "seed: a whole number from 0 to 9223372036854775807 is wanted, not -1"),
        ("seed = 1.5", "seed: a whole number is wanted, not a decimal number"),
        ("you = 3", "you: a table is wanted, not a number"),
        ("you.library = \"Opt\"", "you.library: a list of names or a whole number is wanted, not a text"),
        ("you.library = -1", "you.library: a whole number from 0 to 1000 is wanted, not -1"),
        ("you.hand = 1001", "you.hand: a whole number from 0 to 1000 is wanted, not 1001"),
        ("you.hand = [1]", "you.hand: a name in quotes is wanted, not a number"),
        ("you.hand = [\"\"]", "you.hand: a name in quotes is wanted, not an empty text"),
        ("you.hand = [\"a\\nb\"]", "you.hand: a name in quotes on one line is wanted"),
        ("you.battlefield = 2", "you.battlefield: a list of names or of tables is wanted, not a number"),
        ("you.battlefield = [2]", "you.battlefield: a name in quotes or a table is wanted, not a number"),
        ("you.battlefield = [{ tapped = true }]", "you.battlefield: missing key card: name the permanent"),
        (
            "you.battlefield = [{ card = \"Fog\", taped = true }]",
            "unknown key you.battlefield.taped: did you mean tapped?",
        ),
        (
            "you.battlefield = [{ card = \"Fog\", counters = 2 }]",
            "you.battlefield.counters: a table is wanted, not a number",
        ),
        (
            "you.battlefield = [{ card = \"Fog\", counters = { \"+1/+1\" = \"two\" } }]",
            "you.battlefield.counters.\"+1/+1\": a whole number is wanted, not a text",
        ),
        (
            "you.battlefield = [{ card = \"Fog\", counters = { \"\" = 1 } }]",
            "you.battlefield.counters.\"\": a kind of counter is wanted",
        ),
        (
            "you.life = 9000000000",
            "you.life: a whole number from -1000000 to 1000000 is wanted, not 9000000000",
        ),
        ("you.life = \"20\"", "you.life: a whole number is wanted, not a text"),
        ("you.mana = 3", "you.mana: a text of mana symbols is wanted, not a number"),
        ("you.mana = \"UU\"", "you.mana: `UU` is no mana symbol; write it like \"{2}{U}{U}\""),
        ("you.mana = \"{U\"", "you.mana: `{U` is no mana symbol; write it like \"{2}{U}{U}\""),
        ("you.mana = \"{+1}\"", "you.mana: `{+1}` is no mana symbol; write it like \"{2}{U}{U}\""),
        (
            "you.mana = \"{U/B}\"",
            "you.mana: `{U/B}` is no mana that can float: write W, U, B, R, G, C or a number",
        ),
        ("you.drawn = -1", "you.drawn: a whole number from 0 to 1000000 is wanted, not -1"),
        ("steps = { draw = 1 }", "steps: a list of steps is wanted, not a table"),
        ("expect.yuo = {}", "unknown key expect.yuo: did you mean you?"),
        ("expect.you.mama = 1", "unknown key expect.you.mama: did you mean mana?"),
        ("expect.you.stack = []", "unknown key expect.you.stack: the stack stands beside you and opponent"),
        ("expect.you.hand_siz = 1", "unknown key expect.you.hand_siz: did you mean hand_size?"),
        (
            "expect.opponent.hand = 3",
            "expect.opponent.hand: a list of names is wanted; for a number write hand_size = 3",
        ),
        ("expect.you.hand_size = []", "expect.you.hand_size: a whole number is wanted, not a list"),
        ("expect.you.lost = 1", "expect.you.lost: true or false is wanted, not a number"),
        ("expect.stack = 1", "expect.stack: a list of names is wanted; for a number write stack_size = 1"),
        ("expect.permanents = []", "expect.permanents: a table is wanted, not a list"),
        (
            "expect.permanents.\"Sol Ring\".damaged = 1",
            "unknown key expect.permanents.\"Sol Ring\".damaged: did you mean damage?",
        ),
        (
            "expect.permanents.Fog.counters = true",
            "expect.permanents.Fog.counters: a whole number or a table is wanted, not true or false",
        ),
    ];
    for (key, message) in cases {
        let keys = if key.starts_with("steps") { key.to_owned() } else { format!("{key}\nsteps = []") };
        assert_eq!(fault(&text(&keys)), format!("x.toml:5: case a-1: {message}"), "{key}");
    }
}

#[test]
#[allow(clippy::too_many_lines)]
fn faults_of_a_step() {
    let cases = [
        (
            "{}",
            "step 2: a verb is wanted: one of mill, may_mill, pay_mill, draw, discard, surveil, scry, sacrifice, \
             destroy, move, damage, fight, gain, lose, add, counter, tap, untap, play, cast, activate, tap_for_mana, attack, \
             resolve, to, next_turn, cost, could_produce, mana_value, check",
        ),
        ("1", "step 2: a table is wanted, not a number"),
        ("{ drawn = 1 }", "step 2: unknown verb drawn: did you mean draw?"),
        (
            "{ exile = \"Fog\" }",
            "step 2: unknown verb exile: write { move = NAME, from = ZONE, to = \"exile\" }",
        ),
        ("{ mill = 1, draw = 1 }", "step 2 (mill): draw is a verb as well: each step has one"),
        (
            "{ sacrifice = \"A\", to = \"end\" }",
            "step 2 (sacrifice): to is a verb as well: each step has one",
        ),
        ("{ cast = \"Opt\", exil = [] }", "step 2 (cast): unknown key exil: did you mean exile?"),
        (
            "{ cast = \"Opt\", witch = 1 }",
            "step 2 (cast): unknown key witch: known are who, from, via, targets, x, replicate, exile, \
             discard, sacrifice, mana_abilities, life, kicked, buyback, convoke, choose, order, dredge, illegal",
        ),
        (
            "{ resolve = 1, who = \"you\" }",
            "step 2 (resolve): unknown key who: known are choose, order, dredge, illegal",
        ),
        ("{ check = {}, illegal = true }", "step 2 (check): unknown key illegal: no other key stands here"),
        ("{ check = { you = { hnd = [] } } }", "step 2 (check): unknown key you.hnd: did you mean hand?"),
        ("{ cast = 1 }", "step 2 (cast): cast: a name in quotes is wanted, not a number"),
        (
            "{ cast = \"Opt\", from = \"deck\" }",
            "step 2 (cast): from: \"library\" or \"hand\" or \"graveyard\" or \
             \"exile\" or \"command\" or \"battlefield\" or \"stack\" is wanted, not \"deck\"",
        ),
        (
            "{ cast = \"Opt\", via = 1 }",
            "step 2 (cast): via: a way to cast it, in quotes is wanted, not a number",
        ),
        (
            "{ cast = \"Opt\", targets = 1 }",
            "step 2 (cast): targets: a list of names is wanted, not a number",
        ),
        ("{ cast = \"Opt\", x = true }", "step 2 (cast): x: a whole number is wanted, not true or false"),
        (
            "{ cast = \"Opt\", replicate = \"1\" }",
            "step 2 (cast): replicate: a whole number or a list of them is wanted, not a text",
        ),
        (
            "{ cast = \"Opt\", replicate = [-1] }",
            "step 2 (cast): replicate: a whole number from 0 to 1000000 is wanted, not -1",
        ),
        (
            "{ cast = \"Opt\", kicked = \"yes\" }",
            "step 2 (cast): kicked: true, false or a whole number is wanted, not a text",
        ),
        ("{ cast = \"Opt\", illegal = 1 }", "step 2 (cast): illegal: true or false is wanted, not a number"),
        (
            "{ activate = \"Fog\", ability = true }",
            "step 2 (activate): ability: a whole number or a word in quotes is wanted, not true or false",
        ),
        ("{ move = \"Fog\", to = \"exile\" }", "step 2 (move): missing key from: name the zone"),
        ("{ move = \"Fog\", from = \"exile\" }", "step 2 (move): missing key to: name the zone"),
        ("{ damage = 1 }", "step 2 (damage): missing key to: name a player or a permanent"),
        (
            "{ damage = \"1\", to = \"you\" }",
            "step 2 (damage): damage: a whole number or a list of them is wanted, not a text",
        ),
        ("{ fight = [\"Fog\"] }", "step 2 (fight): fight: two names are wanted, not 1"),
        ("{ resolve = 0 }", "step 2 (resolve): resolve: a whole number from 1 to 1000000 is wanted, not 0"),
        (
            "{ resolve = \"some\" }",
            "step 2 (resolve): resolve: a whole number or \"all\" is wanted, not a text",
        ),
        ("{ cost = \"Opt\" }", "step 2 (cost): missing key is: the answer that is expected"),
        (
            "{ cost = \"Opt\", is = \"{A}\" }",
            "step 2 (cost): is: `{A}` is no mana symbol; write it like \"{2}{U}{U}\"",
        ),
        (
            "{ could_produce = \"Fog\", is = \"GU\" }",
            "step 2 (could_produce): is: letters of WUBRGC are wanted, in that order and each once, not \"GU\"",
        ),
        (
            "{ could_produce = \"Fog\", is = \"UU\" }",
            "step 2 (could_produce): is: letters of WUBRGC are wanted, in that order and each once, not \"UU\"",
        ),
        (
            "{ mana_value = \"Fog\", is = \"3\" }",
            "step 2 (mana_value): is: a whole number is wanted, not a text",
        ),
        (
            "{ draw = 1, choose = [{ a = 1 }] }",
            "step 2 (draw): choose: a name, a number, true, false or a list of them is wanted, not a table",
        ),
        (
            "{ draw = 1, order = [\"\"] }",
            "step 2 (draw): order: a name in quotes is wanted, not an empty text",
        ),
        (
            "{ draw = 1, dredge = [\" \"] }",
            "step 2 (draw): dredge: a name in quotes is wanted, not an empty text",
        ),
        ("{ draw = 1, dredge = 1 }", "step 2 (draw): dredge: a list of names is wanted, not a number"),
    ];
    for (step, message) in cases {
        let keys = format!("steps = [\n  {{ draw = 1 }},\n  {step},\n]");
        assert_eq!(fault(&text(&keys)), format!("x.toml:7: case a-1: {message}"), "{step}");
    }
}

/// What is no name at all is a fault even where the step is to be refused, as a card that is absent is.
#[test]
fn faults_of_names() {
    let card = "no card is named `Stinkwed Imp`; did you mean `Stinkweed Imp`?";
    let steps = [
        ("cast = \"Stinkwed Imp\"", "cast", "cast"),
        ("cast = \"Opt\", targets = [\"you\", \"opponent's Stinkwed Imp in graveyard\"]", "cast", "targets"),
        ("cast = \"Opt\", exile = [\"Opt\", \"Stinkwed Imp\"]", "cast", "exile"),
        ("cast = \"Opt\", convoke = \"Stinkwed Imp\"", "cast", "convoke"),
        ("cast = \"Opt\", via = \"Stinkwed Imp\"", "cast", "via"),
        ("draw = 1, dredge = [\"\", \"Stinkwed Imp\"]", "draw", "dredge"),
        ("draw = 1, order = [\"Stinkwed Imp\"]", "draw", "order"),
        ("resolve = 1, choose = [true, [\"Opt\", \"Stinkwed Imp\"]]", "resolve", "choose"),
        ("fight = [\"Opt\", \"Stinkwed Imp\"]", "fight", "fight"),
        ("damage = 1, to = \"Stinkwed Imp\"", "damage", "to"),
        ("counter = \"Stinkwed Imp (copy)\"", "counter", "counter"),
        ("check = { you = { hand = [\"Stinkwed Imp\"] } }", "check", "you.hand"),
        ("check = { stack = [\"Stinkwed Imp (trigger)\"] }", "check", "stack"),
    ];
    for (keys, verb, key) in steps {
        let illegal = if verb == "check" { "" } else { ", illegal = true" };
        let keys = format!("steps = [\n  {{ draw = 1 }},\n  {{ {keys}{illegal} }},\n]");
        let message = format!("x.toml:7: case a-1: step 2 ({verb}): {key}: {card}");
        assert_eq!(fault(&text(&keys)), message, "{keys}");
    }
    let keys = [
        ("you.library = [\"Opt\", \"Stinkwed Imp\"]", "you.library"),
        ("opponent.battlefield = [\"Stinkwed Imp\"]", "opponent.battlefield"),
        ("you.battlefield = [{ card = \"Stinkwed Imp\" }]", "you.battlefield.card"),
        (
            "you.battlefield = [{ card = \"Opt\", attached_to = \"Stinkwed Imp\" }]",
            "you.battlefield.attached_to",
        ),
        ("expect.opponent.graveyard = [\"Stinkwed Imp\"]", "expect.opponent.graveyard"),
        ("expect.permanents.\"Stinkwed Imp\" = {}", "expect.permanents.\"Stinkwed Imp\""),
    ];
    for (keys, key) in keys {
        let message = format!("x.toml:5: case a-1: {key}: {card}");
        assert_eq!(fault(&text(&format!("{keys}\nsteps = []"))), message, "{keys}");
    }
    let others = [
        (
            "sacrifice = \"Zombei token\"",
            "sacrifice: no card or token is named `Zombei token`; did you mean `Zombie token`?",
        ),
        (
            "sacrifice = \"Zombie\"",
            "sacrifice: no card or token is named `Zombie`; did you mean `Zombie token`?",
        ),
        (
            "sacrifice = \"Stinkwed Imp token\"",
            "sacrifice: no card or token is named `Stinkwed Imp token`; did you mean `Stinkweed Imp token`?",
        ),
        (
            "sacrifice = \"Xqzzxwvy token\"",
            "sacrifice: no card or token is named `Xqzzxwvy token`; give its full name",
        ),
        (
            "cast = \"Opt\", via = \"flahsback\"",
            "via: no way to cast is called `flahsback`; did you mean `flashback`?",
        ),
    ];
    for (keys, message) in others {
        let verb = &keys[..keys.find(' ').unwrap()];
        let message = format!("x.toml:5: case a-1: step 1 ({verb}): {message}");
        assert_eq!(fault(&text(&format!("steps = [{{ {keys}, illegal = true }}]"))), message, "{keys}");
    }
}

#[test]
fn faults_of_a_file() {
    let checks = "steps = [{ check = { stack = [] } }]";
    let cases = [
        (String::new(), "1: there is no case here: each begins with [[case]]"),
        ("[[cases]]".to_owned(), "1: unknown key cases: did you mean case?"),
        ("\n[case]\nid = \"a\"".to_owned(), "2: case: [[case]] is wanted, not a table"),
        ("\ncase = [1]".to_owned(), "2: case 1: a table is wanted, not a number"),
        (format!("\n[[case]]\n{checks}"), "2: case 1: missing key id"),
        (format!("[[case]]\nid = \"a\"\nrules = []\n{checks}"), "1: case a: missing key title"),
        (format!("[[case]]\nid = \"a\"\ntitle = \"A\"\n{checks}"), "1: case a: missing key rules"),
        ("[[case]]\nid = \"a\"\ntitle = \"A\"\nrules = []".to_owned(), "1: case a: missing key steps"),
        ("[[case]]\n[[case]]\nid = \"A b\"".to_owned(), "1: case 1: missing key id"),
        (
            "[[case]]\n\nid = \"A b\"".to_owned(),
            "3: case 1: id: lower-case letters and digits, with single hyphens between, are wanted, not \"A b\"",
        ),
        ("[[case]]\nid = 3".to_owned(), "2: case 1: id: a name in quotes is wanted, not a number"),
        (
            "[[case]]\nid = \"a\"\nrules = [\"1.1\"]".to_owned(),
            "3: case a: rules: \"1.1\" is no rule number: write it like \"702.52a\"",
        ),
        (
            text("steps = [{ draw = 1 }]\nexpect.you = {}"),
            "1: case a-1: it checks nothing: say under `expect` what must be true at the end",
        ),
        (text("steps = [}"), "5: this is no TOML: "),
    ];
    for (text, message) in cases {
        let fault = fault(&text);
        let message = format!("x.toml:{message}");
        assert!(
            if message.ends_with(": ") { fault.starts_with(&message) } else { fault == message },
            "{fault}"
        );
    }
    assert_eq!(
        read("", "").unwrap_err().to_string(),
        "line 1: there is no case here: each begins with [[case]]"
    );
}

#[test]
fn rule_numbers() {
    for (rule, right) in [
        ("702", true),
        ("702.52", true),
        ("702.52a", true),
        ("702.", false),
        ("702.a", false),
        ("702.52aa", false),
        ("7025", false),
        ("702.52A", false),
        ("702.5.2", false),
    ] {
        let text = text("steps = []\nexpect.stack = []").replace("702.52a", rule);
        assert_eq!(read(&text, "").is_ok(), right, "{rule}");
    }
}

const WHOLE: &str = include_str!("../../../tests/cases/replacement.toml");

proptest! {
    #[test]
    fn no_text_panics(at in 0..WHOLE.len(), cut in 0_usize..12, put in "[\\[\\]{}=,\"a-z0-9.\\n\\\\é ]{0,12}") {
        let at = (0..=at).rev().find(|&at| WHOLE.is_char_boundary(at)).unwrap_or(0);
        let end = (at + cut..=WHOLE.len()).find(|&end| WHOLE.is_char_boundary(end)).unwrap_or(WHOLE.len());
        let text = format!("{}{put}{}", &WHOLE[..at], &WHOLE[end..]);
        if let Err(error) = read(&text, "x.toml") {
            let error = error.to_string();
            prop_assert!(error.starts_with("x.toml:") && !error.contains('\n'), "{}", error);
        }
    }
}

#[test]
fn deep_lists_are_refused() {
    let keys = format!("steps = [{{ draw = 1, choose = {}{} }}]", "[".repeat(5000), "]".repeat(5000));
    assert!(fault(&text(&keys)).starts_with("x.toml:5: this is no TOML: "));
}
