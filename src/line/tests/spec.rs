use proptest::prelude::*;

use super::is_card;
use crate::error::{Error, Result};
use crate::line::order::Order;
use crate::line::spec::{LineSpec, Missing, On};
use crate::line::{Vocabulary, presets};

pub(super) const VOCABULARY: Vocabulary<'static> =
    Vocabulary { is_card: &is_card, is_taken: &|word| word == "zombie" || word == "dredge" };

pub(super) fn parse(text: &str) -> Result<LineSpec> {
    LineSpec::parse(text, "x.toml", VOCABULARY)
}

pub(super) fn toml_fault(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

pub(super) fn json_fault(json: &str) -> String {
    LineSpec::from_json(json, VOCABULARY).unwrap_err().to_string()
}

const EVERYTHING: &str = r#"
name = "all of it"
format = "legacy"
on = "random"
keep = "hand.count('dredge') >= 1 and hand.has('outlets')"
mulligan_to = 4
missing = "ok"
stop = "turn == 3"
[groups]
outlets = ["Faithless Looting", "Careful Study"]
"a b" = []
b = ["outlets & ~red", "R&D's Secret Lair"]
[prefer]
bottom = ["Dread Return", "land > 2", "land"]
dredge = ["Golgari Grave-Troll", "*"]
discard = []
serum_powder = true
[dredge]
when = "library.count() > 10"
"#;

#[test]
fn everything_is_read_and_written() {
    let line = parse(EVERYTHING).unwrap();
    assert_eq!((line.on, line.mulligan_to, line.missing), (On::Random, 4, Missing::Ok));
    assert_eq!(
        line.groups.iter().map(|group| group.name.as_str()).collect::<Vec<_>>(),
        ["outlets", "a b", "b"]
    );
    assert_eq!(line.prefer.discard, Some(Order::default()));
    assert_eq!(line.prefer.bottom.as_ref().map(|order| order.0[1].keep), Some(2));
    assert!(line.prefer.serum_powder);
    assert_eq!(line.dredge_when.as_ref().map(|when| when.text.as_str()), Some("library.count() > 10"));
    let written = line.to_toml();
    assert_eq!(parse(&written), Ok(line.clone()));
    assert_eq!(parse(&written).map(|line| line.to_toml()), Ok(written));
}

#[test]
fn an_empty_line_has_the_defaults() {
    let line = parse("").unwrap();
    assert_eq!(line, LineSpec::default());
    assert_eq!((line.on, line.mulligan_to, line.missing), (On::Draw, 1, Missing::Error));
    assert_eq!(line.to_toml(), "on = \"draw\"\nmulligan_to = 1\nmissing = \"error\"\n");
    assert_eq!(LineSpec::from_json("{\"keep\": null, \"prefer\": {\"bottom\": null}}", VOCABULARY), Ok(line));
}

#[test]
fn json_says_the_same() {
    let json = r#"{"name": "all of it", "format": "legacy", "on": "random", "mulligan_to": 4, "missing": "ok",
        "keep": "hand.count(\"dredge\") >= 1 and (hand.has(\"outlets\"))", "stop": "turn == 3",
        "groups": {"outlets": ["Faithless Looting", "Careful Study"], "a b": [], "b": ["outlets & ~red", "R&D's Secret Lair"]},
        "prefer": {"bottom": ["Dread Return", "land>2", "land"], "dredge": ["Golgari Grave-Troll", "*"], "discard": [], "serum_powder": true},
        "dredge": {"when": "library.count() > 10"}}"#;
    assert_eq!(LineSpec::from_json(json, VOCABULARY), parse(EVERYTHING));
}

#[test]
fn truth_values_are_conditions() {
    let line = parse("stop = false\n[dredge]\nwhen = false").unwrap();
    assert_eq!(line.dredge_when.as_ref().map(|when| when.expr.to_string()), Some("false".into()));
    assert_eq!(parse(&line.to_toml()), Ok(line));
}

#[test]
#[allow(clippy::too_many_lines)]
fn faults_have_their_line() {
    for (text, message) in [
        (
            "\n\nkeep = \"hand.has('x'\"",
            "x.toml:3: `keep`: `)` must follow what `has` takes, not the end, at position 12 of `hand.has('x'`",
        ),
        ("# a\nkeep = 3", "x.toml:2: `keep`: an expression in quotes is wanted, not a number"),
        (
            "stop = \"life\"",
            "x.toml:1: `stop`: a condition is wanted, and `life` is a number: compare it, as in `life >= 1`",
        ),
        ("\non = \"drow\"", "x.toml:2: `on`: \"play\" or \"draw\" or \"random\" is wanted, not \"drow\""),
        ("missing = true", "x.toml:1: `missing`: a text in quotes is wanted, not true or false"),
        ("mulligan_to = 8", "x.toml:1: `mulligan_to`: a number of cards from 0 to 7 is wanted, not 8"),
        (
            "mulligan_to = 1.5",
            "x.toml:1: `mulligan_to`: a number of cards from 0 to 7 is wanted, not a decimal number",
        ),
        ("name = \"\"", "x.toml:1: `name`: a text on one line is wanted; leave it out where there is none"),
        ("on = \"draw\"\nkeeep = \"true\"", "x.toml:2: `keeep`: there is no such key; did you mean `keep`?"),
        (
            "elephant = 1",
            "x.toml:1: `elephant`: there is no such key; known are name, format, on, keep, mulligan_to, missing, groups, prefer, dredge, upkeep, main, combat, end, response, attack, stop",
        ),
        (
            "[prefer]\ndiscrad = []",
            "x.toml:2: `prefer.discrad`: there is no such key; did you mean `discard`?",
        ),
        (
            "[dredge]\n\nwhem = \"true\"",
            "x.toml:3: `dredge.whem`: there is no such key; did you mean `when`?",
        ),
        ("dredge = [\"x\"]", "x.toml:1: `dredge`: a table is wanted, not a list"),
        ("[prefer]\ndiscard = \"land\"", "x.toml:2: `prefer.discard`: a list of texts is wanted, not a text"),
        (
            "[prefer]\ndiscard = [\n\"land\",\n\"land > x\"]",
            "x.toml:4: `prefer.discard`: a number from 0 to 255 must follow `>`, at position 6 of `land > x`",
        ),
        (
            "[prefer]\nbottom = [\"a\",\n3]",
            "x.toml:3: `prefer.bottom`: a text in quotes is wanted, not a number",
        ),
        (
            "[prefer]\nbottom = [\"land\",\n\"land\"]",
            "x.toml:3: `prefer.bottom`: `land` stands there twice: leave one out",
        ),
        (
            "[prefer]\nbottom = [\"*\"]",
            "x.toml:2: `prefer.bottom`: what is not named comes last here anyway: leave `*` out",
        ),
        (
            "[prefer]\nserum_powder = 1",
            "x.toml:2: `prefer.serum_powder`: true or false is wanted, not a number",
        ),
        (
            "[groups]\nzombie = []",
            "x.toml:2: `groups.zombie`: `zombie` is a card type, subtype, keyword or colour already; give the group another name",
        ),
        (
            "[groups]\nnonland = []",
            "x.toml:2: `groups.nonland`: `nonland` is a card type, subtype, keyword or colour already; give the group another name",
        ),
        (
            "[groups]\nOutlets = []",
            "x.toml:2: `groups.Outlets`: the name of a group is a lower-case word of letters, digits, `_`, `-` and `'`",
        ),
        (
            "[groups]\na = [\"b\"]\nb = []",
            "x.toml:2: `groups.a`: a group is made of groups above it only, and `b` is none of them",
        ),
        (
            "[groups]\na = [\"~a\"]",
            "x.toml:2: `groups.a`: a group is made of groups above it only, and `a` is none of them",
        ),
        (
            "[groups]\na = [\"b |\"]",
            "x.toml:2: `groups.a`: a card name or a word is missing here, at position 3 of `b |`",
        ),
    ] {
        assert_eq!(toml_fault(text), message, "{text}");
    }
    let no_toml = toml_fault("on = \"draw\"\nkeep =\n");
    assert!(no_toml.starts_with("x.toml:2: this is no TOML: "), "{no_toml}");
    let twice = toml_fault("on = \"draw\"\n\non = \"play\"\n");
    assert!(twice.starts_with("x.toml:3: this is no TOML: "), "{twice}");
    assert!(toml_fault(&format!("a = {}", "[".repeat(100_000))).contains("this is no TOML"));
    assert_eq!(
        LineSpec::parse("on = 1", "", VOCABULARY).unwrap_err().to_string(),
        "line 1: `on`: a text in quotes is wanted, not a number"
    );
    // The expression stands on several lines, its error on one.
    let long = toml_fault("keep = \"\"\"hand.has('x')\n  and 3\"\"\"");
    assert!(long.ends_with("at position 20 of `hand.has('x')   and 3`"), "{long}");
}

#[test]
fn windows_text_and_byte_order_marks() {
    assert!(parse(&EVERYTHING.replace('\n', "\r\n")).is_ok());
    assert!(parse(&format!("\u{feff}{EVERYTHING}")).is_ok());
    assert!(toml_fault("on = \"draw\"\r\n\r\nkeep = 3").starts_with("x.toml:3: "));
}

#[test]
fn faults_of_data_have_their_key() {
    for (json, message) in [
        ("{\"keep\": \"turn +\"}", "keep: a value is missing before the end, at position 6 of `turn +`"),
        ("{\"mulligan_to\": 9}", "mulligan_to: a number of cards from 0 to 7 is wanted, not 9"),
        ("{\"groups\": {\"a\": [], \"a\": []}}", "groups.a: this group stands there twice: leave one out"),
        ("{\"groups\": {\"a\": [1.5]}}", "groups.a: a text in quotes is wanted, not a decimal number"),
        ("[]", "line: a table is wanted, not a list"),
    ] {
        assert_eq!(json_fault(json), message, "{json}");
    }
    assert!(matches!(LineSpec::from_json("{", VOCABULARY), Err(Error::Line { .. })));
}

#[test]
fn shipped_lines_are_lines_of_their_name() {
    for name in presets::names() {
        let text = presets::get(name).unwrap();
        let line = parse(text).unwrap();
        assert_eq!(line.name.as_deref(), Some(name));
        assert_eq!(line.missing, Missing::Ok);
        assert_eq!(parse(&line.to_toml()), Ok(line));
        assert!(text.starts_with("# The plan: ") && text.contains("# What it assumes: "), "{name}");
    }
    assert!(presets::names().is_sorted());
    assert_eq!(presets::get("no such line"), None);
}

proptest! {
    #[test]
    fn no_text_panics(text in ".*", cut in 0..EVERYTHING.len(), junk in "[\\[\\]='\"{}a-z0-9\n .]{0,20}") {
        for text in [text, format!("{}{junk}", EVERYTHING.get(..cut).unwrap_or_default())] {
            if let Err(error) = parse(&text) {
                prop_assert!(!error.to_string().contains('\n'));
            }
            let _ = LineSpec::from_json(&text, VOCABULARY);
        }
    }
}
