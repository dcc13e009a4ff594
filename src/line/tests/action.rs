//! Actions, attacks and decision points: what is read, and what is refused.

use super::spec::{VOCABULARY, json_fault, parse, toml_fault};
use crate::ability::Which;
use crate::line::action::{Amount, Attack, Verb};
use crate::line::prefer::May;
use crate::line::spec::LineSpec;

#[test]
fn actions_are_read_in_the_order_of_the_turn() {
    let line = parse(ACTIONS).unwrap();
    let keys: Vec<String> = (0..line.actions.len()).map(|action| line.key_of(action)).collect();
    assert_eq!(keys, ["upkeep[0]", "main[0]", "main[1]", "main[2]", "end[0]", "response[0]"]);
    let looting = &line.actions[2];
    assert_eq!(
        (looting.verb, looting.via.as_deref(), looting.times),
        (Verb::Cast, Some("flashback"), Some(1))
    );
    assert_eq!((looting.x, looting.replicate), (Some(Amount::Max), Some(Amount::Number(2))));
    assert_eq!(looting.mode.as_deref(), Some(&[Which::Number(1), Which::Word("mill".into())][..]));
    assert_eq!(line.actions[5].ability, Some(Which::Word("sacrifice".into())));
    let targets = line.actions[3].targets.as_deref().unwrap();
    assert_eq!(
        targets.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["opponent", "creature & ~black"]
    );
    assert_eq!(line.places.get("main[1].times"), Some("x.toml:17"));
    assert_eq!(line.places.get("response[0].activate"), Some("x.toml:2"));
    assert_eq!(parse(&line.to_toml()), Ok(line));
}

const ACTIONS: &str = r#"[[response]]
activate = "Lion's Eye Diamond"
ability = "sacrifice"
[[upkeep]]
activate = "Phantasmagorian"
ability = 0
[[end]]
cycle = "Street Wraith"

[[main]]
play = "land"
[[main]]
cast = "Faithless Looting"
replicate = 2
x = "max"
mode = [1, "mill"]
times = 1
via = "flashback"
when = "turn >= 3"
[[main]]
cast = "instant"
targets = ["opponent", "creature&~black"]
kicked = 1
"#;

#[test]
fn json_says_the_same() {
    let json = r#"{
        "main": [{"play": "land"},
            {"cast": "Faithless Looting", "via": "flashback", "when": "turn >= 3", "times": 1, "x": "max",
                "replicate": 2, "mode": [1, "mill"], "kicked": null},
            {"cast": "instant", "kicked": 1, "targets": ["opponent", "creature & ~black"]}],
        "upkeep": [{"activate": "Phantasmagorian", "ability": 0}], "combat": null, "end": [{"cycle": "Street Wraith"}],
        "response": [{"activate": "Lion's Eye Diamond", "ability": "sacrifice"}]}"#;
    assert_eq!(LineSpec::from_json(json, VOCABULARY), parse(ACTIONS));
}

#[test]
fn what_is_the_same_is_equal() {
    assert_eq!(parse("attack = true"), parse("attack = \"true\""));
    assert_eq!(parse("attack = true"), parse(""));
    assert_eq!(parse("attack = false").unwrap().attack, Attack::None);
    assert_eq!(parse("[prefer]\nx = 0\nmay = true"), parse(""));
    assert_ne!(parse("[prefer]\nmay = []"), parse("[prefer]\nmay = false"));
    assert_eq!(
        parse("[[main]]\ncast = 'Fear'\nvia = 'mana cost'\nmode = 1"),
        parse("[[main]]\ncast = 'Fear'\nmode = [1]")
    );
}

#[test]
fn decision_points_are_read() {
    let text = "[prefer]\nsearch = ['Fear', '*']\nreturn = ['creature > 1']\ntarget = ['you', 'creature', 'opponent']\n\
        mode = ['mill', 0]\nname = ['Fear']\norder = ['Fear']\nplay = ['land']\nx = 'max'\nkicked = 2\nmay = ['~Fear']\n\
        sacrifice = ['Fear']\nexile = []\n";
    let line = parse(text).unwrap();
    let prefer = &line.prefer;
    assert_eq!(
        (prefer.x, prefer.replicate, prefer.kicked),
        (Amount::Max, Amount::Number(0), Amount::Number(2))
    );
    assert!(matches!(&prefer.may, May::Of(these) if these.len() == 1));
    assert_eq!(prefer.target.as_ref().map(Vec::len), Some(3));
    assert_eq!(prefer.mode, Some(vec![Which::Word("mill".into()), Which::Number(0)]));
    assert_eq!(prefer.orders().iter().filter(|(_, order)| order.is_some()).count(), 7);
    assert_eq!(parse(&line.to_toml()), Ok(line));
}

#[test]
#[allow(clippy::too_many_lines)]
fn faults_have_their_line() {
    for (text, message) in [
        (
            "\n[[main]]\n[[end]]\ncycle = 'Fear'",
            "x.toml:2: `main[0]`: nothing is done here: give it one of play, cast, activate and cycle",
        ),
        ("[[main]]\ncsat = 'Fear'", "x.toml:2: `main[0].csat`: there is no such key; did you mean `cast`?"),
        (
            "[[main]]\nplay = 'land'\n[[main]]\nplay = 'land'\ncast = 'Fear'",
            "x.toml:5: `main[1].cast`: an action does one thing: `play` and `cast` are two, each under its own [[main]]",
        ),
        (
            "[[end]]\nplay = 'land'\nreplicate = 2",
            "x.toml:3: `end[0].replicate`: `play` takes no `replicate`, only when, times: leave it out",
        ),
        (
            "[[end]]\nactivate = 'Fear'\nvia = 'escape'",
            "x.toml:3: `end[0].via`: `activate` takes no `via`, only ability, when, times, x, targets, mode: leave it out",
        ),
        (
            "[[main]]\ncast = 'Fear'\nwhne = 'true'",
            "x.toml:3: `main[0].whne`: there is no such key; did you mean `when`?",
        ),
        ("main = 'Fear'", "x.toml:1: `main`: a list of actions, each under [[main]], is wanted, not a text"),
        (
            "[main]\nplay = 'land'",
            "x.toml:1: `main`: a list of actions, each under [[main]], is wanted, not a table",
        ),
        (
            "[[main]]\ncast = 'Fear'\ntimes = 0",
            "x.toml:3: `main[0].times`: a number of times from 1 to 10000 is wanted, not 0",
        ),
        (
            "[[main]]\ncast = 'Fear'\nx = 'most'",
            "x.toml:3: `main[0].x`: a number or \"max\" is wanted, not \"most\"",
        ),
        (
            "[[main]]\ncast = 'Fear'\nkicked = true",
            "x.toml:3: `main[0].kicked`: a number or \"max\" is wanted, not true or false",
        ),
        (
            "[[main]]\ncast = 'Fear'\nx = -1",
            "x.toml:3: `main[0].x`: a number from 0 to 10000 or \"max\" is wanted, not -1",
        ),
        (
            "[[main]]\ncast = 'Fear'\ntargets = []",
            "x.toml:3: `main[0].targets`: nothing could be targeted: name something, or leave it out",
        ),
        (
            "[[main]]\ncast = 'Fear'\ntargets = ['you',\n'you']",
            "x.toml:4: `main[0].targets`: `you` stands there twice: leave one out",
        ),
        (
            "[[main]]\ncast = 'Fear'\nmode = []",
            "x.toml:3: `main[0].mode`: no mode is named: name one, or leave it out",
        ),
        (
            "[[main]]\nactivate = 'Fear'\nability = -1",
            "x.toml:3: `main[0].ability`: a number from 0, in printed order, is wanted, not -1",
        ),
        (
            "[[main]]\ncast = 'Fear'\nwhen = 'turn'",
            "x.toml:3: `main[0].when`: a condition is wanted, and `turn` is a number: compare it, as in `turn >= 1`",
        ),
        (
            "[[main]]\ncast = 'Fear |'",
            "x.toml:2: `main[0].cast`: a card name or a word is missing here, at position 6 of `Fear |`",
        ),
        (
            "[[main]]\ncast = 'Fear'\nwhen = 'turn > 1'\n[[main]]\ncast = 'Fear'\nwhen = '(turn > 1)'",
            "x.toml:4: `main[1]`: the same stands there as `main[0]`: leave one out",
        ),
        (
            "[[main]]\ncast = 'Fear'\n[[main]]\ncast = 'Fear'\nwhen = 'turn > 1'\ntimes = 2",
            "x.toml:3: `main[1]`: this can never be done behind `main[0]`, which does the same whenever it is legal: \
             put it before that, or leave it out",
        ),
        (
            "attack = 'life'",
            "x.toml:1: `attack`: a condition is wanted, and `life` is a number: compare it, as in `life >= 1`",
        ),
        (
            "[prefer]\nexile = ['*']",
            "x.toml:2: `prefer.exile`: what is not named comes last here anyway: leave `*` out",
        ),
        (
            "[prefer]\nsearch = ['land', '*', 'Fear']",
            "x.toml:2: `prefer.search`: `Fear` can never apply behind `*`: leave it out",
        ),
        (
            "[prefer]\norder = ['land > 1']",
            "x.toml:2: `prefer.order`: nothing is chosen from a zone here, so that none can be left: leave `>` out",
        ),
        (
            "[prefer]\nmay = 'Fear'",
            "x.toml:2: `prefer.may`: true, false or a list of texts is wanted, not a text",
        ),
        (
            "[prefer]\nmay = ['Fear', 'Fear']",
            "x.toml:2: `prefer.may`: `Fear` stands there twice: leave one out",
        ),
        (
            "[groups]\nopponent = []",
            "x.toml:2: `groups.opponent`: `opponent` is a player already; give the group another name",
        ),
    ] {
        assert_eq!(toml_fault(text), message, "{text}");
    }
    let many = "[[main]]\nplay = 'land'\n".repeat(1_001);
    assert_eq!(toml_fault(&many), "x.toml:1: `main`: 1001 actions stand here, and a phase has at most 1000");
    assert_eq!(
        json_fault("{\"end\": [{\"play\": \"land\", \"x\": 1}]}"),
        "end[0].x: `play` takes no `x`, only when, times: leave it out"
    );
    assert_eq!(json_fault("{\"end\": [1]}"), "end[0]: a table is wanted, not a number");
}

#[test]
fn the_same_may_stand_there_again_with_another_condition() {
    let first = "[[main]]\ncast = 'Fear'\nwhen = 'turn > 1'\n";
    for second in ["", "when = 'turn > 2'", "when = 'turn > 1'\nvia = 'escape'", "when = 'turn > 1'\nx = 0"] {
        assert!(parse(&format!("{first}[[main]]\ncast = 'Fear'\n{second}")).is_ok(), "{second}");
    }
    assert!(parse("[[main]]\ncast = 'Fear'\ntimes = 1\n[[main]]\ncast = 'Fear'\nwhen = 'turn > 1'").is_ok());
}
