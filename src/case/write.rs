//! A [`Case`] -> the text that [`super::read`] reads.

use std::fmt::Display;

use crate::ability::{Place, Which};
use crate::mana::Mana;
use crate::state::{Step as TurnStep, Who};

use super::named::place_word;
use super::read::{TURN_STEPS, WHO};
use super::{
    Activate, Case, Cast, Choice, Choices, Expect, Many, PermanentExpect, PermanentStart, Replicate,
    SideExpect, SideStart, Start, Step, Verb,
};

/// Writes a case so that [`super::read`] reads the same again (but for its place in the file).
///
/// ```
/// use gravetroll::case::{read, write};
///
/// let text = "[[case]]\nid = \"a\"\ntitle = \"A\"\nrules = []\nsteps = [{ gain = 1 }]\nexpect.you.life = 21\n";
/// let case = &read(text, "a.toml").unwrap()[0];
/// assert!(write(case).contains("{ gain = 1 },"));
/// assert_eq!(write(&read(&write(case), "b.toml").unwrap()[0]), write(case));
/// ```
pub fn write(case: &Case) -> String {
    let Case { id, title, rules, start, steps, expect, stretch, seed, place: _ } = case;
    let mut lines = vec![
        "[[case]]".to_owned(),
        format!("id = {}", quoted(id)),
        format!("title = {}", quoted(title)),
        format!("rules = {}", names(rules)),
    ];
    if *seed != 0 {
        lines.push(format!("seed = {seed}"));
    }
    if *stretch {
        lines.push("stretch = true".to_owned());
    }
    let Start { sides, turn, step, on_the_play } = start;
    if *turn != Who::You {
        lines.push(format!("turn = {}", quoted(who_word(*turn))));
    }
    if *step != TurnStep::Main {
        lines.push(format!("step = {}", quoted(step_word(*step))));
    }
    if *on_the_play {
        lines.push("on_the_play = true".to_owned());
    }
    for (who, side) in Who::BOTH.into_iter().zip(sides) {
        if *side != SideStart::default() {
            lines.push(format!("{} = {}", who_word(who), side_start(side)));
        }
    }
    if steps.is_empty() {
        lines.push("steps = []".to_owned());
    } else {
        lines.push("steps = [".to_owned());
        lines.extend(steps.iter().map(|step| format!("  {},", write_step(&step.value))));
        lines.push("]".to_owned());
    }
    lines.extend(expected(expect).into_iter().map(|(key, value)| format!("expect.{key} = {value}")));
    lines.join("\n") + "\n"
}

/// The keys of a table, in order.
#[derive(Default)]
struct Keys(Vec<(String, String)>);

impl Keys {
    fn add(&mut self, key: &str, value: impl Display) {
        self.0.push((key.to_owned(), value.to_string()));
    }

    fn text(&mut self, key: &str, value: &str) {
        self.add(key, quoted(value));
    }

    fn names(&mut self, key: &str, value: Option<&Vec<String>>) {
        if let Some(value) = value {
            self.add(key, names(value));
        }
    }

    fn who(&mut self, who: Option<Who>) {
        if let Some(who) = who {
            self.text("who", who_word(who));
        }
    }

    /// One that is written only where it is true.
    fn flag(&mut self, key: &str, value: bool) {
        if value {
            self.add(key, true);
        }
    }

    /// A number that is written only where it is not 0.
    fn number(&mut self, key: &str, value: u32) {
        if value > 0 {
            self.add(key, value);
        }
    }

    fn table(self) -> String {
        if self.0.is_empty() {
            return "{}".to_owned();
        }
        let fields: Vec<String> = self.0.into_iter().map(|(key, value)| format!("{key} = {value}")).collect();
        format!("{{ {} }}", fields.join(", "))
    }
}

/// In quotes, as TOML has it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn listed(items: impl IntoIterator<Item = impl Display>) -> String {
    format!("[{}]", items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", "))
}

fn names(list: &[String]) -> String {
    listed(list.iter().map(|name| quoted(name)))
}

fn word_of<T: PartialEq>(words: &[(&'static str, T)], of: &T) -> &'static str {
    words.iter().find(|(_, value)| value == of).map_or("untap", |(word, _)| word)
}

fn who_word(who: Who) -> &'static str {
    word_of(&WHO, &who)
}

fn step_word(step: TurnStep) -> &'static str {
    word_of(&TURN_STEPS, &step)
}

fn counters(list: &[(String, u32)]) -> String {
    let mut keys = Keys::default();
    for (kind, number) in list {
        keys.add(&quoted(kind), number);
    }
    keys.table()
}

fn side_start(side: &SideStart) -> String {
    let SideStart { library, hand, graveyard, exile, command, battlefield, life, mana, drawn, spells, lands } =
        side;
    let mut keys = Keys::default();
    let zones = [
        ("library", library),
        ("hand", hand),
        ("graveyard", graveyard),
        ("exile", exile),
        ("command", command),
    ];
    for (key, cards) in zones {
        keys.names(key, (!cards.is_empty()).then_some(cards));
    }
    if !battlefield.is_empty() {
        keys.add("battlefield", listed(battlefield.iter().map(permanent_start)));
    }
    if *life != 20 {
        keys.add("life", life);
    }
    let mana = mana.to_string();
    if !mana.is_empty() {
        keys.text("mana", &mana);
    }
    keys.number("drawn", *drawn);
    keys.number("spells", *spells);
    keys.number("lands", *lands);
    keys.table()
}

fn permanent_start(permanent: &PermanentStart) -> String {
    let PermanentStart { card, tapped, sick, damage, counters: kinds, attached_to, token } = permanent;
    let mut keys = Keys::default();
    keys.text("card", card);
    keys.flag("tapped", *tapped);
    keys.flag("sick", *sick);
    keys.number("damage", *damage);
    if !kinds.is_empty() {
        keys.add("counters", counters(kinds));
    }
    if let Some(host) = attached_to {
        keys.text("attached_to", host);
    }
    keys.flag("token", *token);
    if keys.0.len() == 1 { quoted(card) } else { keys.table() }
}

fn write_step(step: &Step) -> String {
    let Step { verb, choices, illegal } = step;
    let mut keys = Keys::default();
    write_verb(verb, &mut keys);
    let Choices { choose, order, dredge } = choices;
    if let Some(choose) = choose {
        keys.add("choose", listed(choose.iter().map(choice)));
    }
    keys.names("order", (!order.is_empty()).then_some(order));
    keys.names("dredge", dredge.as_ref());
    keys.flag("illegal", *illegal);
    keys.table()
}

fn choice(choice: &Choice) -> String {
    match choice {
        Choice::Name(name) => quoted(name),
        Choice::Number(number) => number.to_string(),
        Choice::Flag(flag) => flag.to_string(),
        Choice::List(list) => listed(list.iter().map(self::choice)),
    }
}

fn many(many: Many) -> String {
    match many {
        Many::Number(number) => number.to_string(),
        Many::All => quoted("all"),
    }
}

fn which(which: &Which) -> String {
    match which {
        Which::Number(number) => number.to_string(),
        Which::Word(word) => quoted(word),
    }
}

fn write_verb(verb: &Verb, keys: &mut Keys) {
    let word = verb.word();
    match verb {
        Verb::Mill { who, n }
        | Verb::MayMill { who, n }
        | Verb::PayMill { who, n }
        | Verb::Draw { who, n }
        | Verb::Gain { who, n }
        | Verb::Lose { who, n } => {
            keys.add(word, n);
            keys.who(other(*who));
        }
        Verb::Surveil { who, n, graveyard: list } | Verb::Scry { who, n, bottom: list } => {
            keys.add(word, n);
            keys.who(other(*who));
            let key = if matches!(verb, Verb::Scry { .. }) { "bottom" } else { "graveyard" };
            keys.names(key, list.as_ref());
        }
        Verb::Discard { who, cards } | Verb::Attack { who, names: cards } => {
            keys.add(word, names(cards));
            keys.who(other(*who));
        }
        Verb::Sacrifice { who, name } => {
            keys.text(word, name);
            keys.who(other(*who));
        }
        Verb::Destroy { who, name }
        | Verb::Counter { who, name }
        | Verb::Tap { who, name }
        | Verb::Untap { who, name } => {
            keys.text(word, name);
            keys.who(*who);
        }
        Verb::Move { who, cards, from, to } => {
            keys.add(word, names(cards));
            keys.text("from", place_word(*from));
            keys.text("to", place_word(*to));
            keys.who(*who);
        }
        Verb::Damage { who, amounts, to, unpreventable, source } => {
            match amounts[..] {
                [one] => keys.add(word, one),
                _ => keys.add(word, listed(amounts)),
            }
            keys.text("to", to);
            keys.who(*who);
            keys.flag("unpreventable", *unpreventable);
            if let Some(source) = source {
                keys.text("source", source);
            }
        }
        Verb::Fight { who, a, b } => {
            keys.add(word, listed([quoted(a), quoted(b)]));
            keys.who(*who);
        }
        Verb::Add { who, mana } => {
            keys.text(word, &mana.to_string());
            keys.who(other(*who));
        }
        Verb::Play { who, name, from } => {
            keys.text(word, name);
            write_from(*from, keys);
            keys.who(other(*who));
        }
        Verb::Cast(cast) => write_cast(word, cast, keys),
        Verb::Activate(activate) => write_activate(word, activate, keys),
        Verb::TapForMana { who, name, ability } => {
            keys.text(word, name);
            keys.who(*who);
            if let Some(ability) = ability {
                keys.add("ability", which(ability));
            }
        }
        Verb::Resolve(number) => keys.add(word, many(*number)),
        Verb::To(step) => keys.text(word, step_word(*step)),
        Verb::NextTurn(who) => keys.text(word, who_word(*who)),
        Verb::Cost { cast, is } => {
            write_cast(word, cast, keys);
            if let Some(is) = is {
                keys.text("is", &is.to_string());
            }
        }
        Verb::CouldProduce { who, name, is } => {
            keys.text(word, name);
            keys.who(*who);
            if let Some(is) = is {
                keys.text("is", &is.iter().map(|mana| Mana::letter(*mana)).collect::<String>());
            }
        }
        Verb::ManaValue { who, name, zone, is } => {
            keys.text(word, name);
            keys.who(*who);
            if let Some(zone) = zone {
                keys.text("zone", place_word(*zone));
            }
            if let Some(is) = is {
                keys.add("is", is);
            }
        }
        Verb::Check(expect) => {
            let mut inner = Keys::default();
            for (key, value) in expected(expect) {
                inner.add(&key, value);
            }
            keys.add(word, inner.table());
        }
    }
}

/// A player who is named only where it is not you.
fn other(who: Who) -> Option<Who> {
    (who != Who::You).then_some(who)
}

fn write_from(from: Place, keys: &mut Keys) {
    if from != Place::Hand {
        keys.text("from", place_word(from));
    }
}

fn write_cast(word: &str, cast: &Cast, keys: &mut Keys) {
    let Cast { name, who, from, via, targets, x, replicate, .. } = cast;
    let Cast { exile, discard, sacrifice, mana_abilities, convoke, life, kicked, buyback, .. } = cast;
    keys.text(word, name);
    keys.who(other(*who));
    write_from(*from, keys);
    if let Some(via) = via {
        keys.text("via", via);
    }
    keys.names("targets", targets.as_ref());
    if let Some(x) = x {
        keys.add("x", x);
    }
    match replicate {
        None => {}
        Some(Replicate::Times(times)) => keys.add("replicate", times),
        Some(Replicate::Each(each)) => keys.add("replicate", listed(each)),
    }
    keys.names("exile", exile.as_ref());
    keys.names("discard", discard.as_ref());
    keys.names("sacrifice", sacrifice.as_ref());
    keys.names("mana_abilities", mana_abilities.as_ref());
    keys.names("convoke", convoke.as_ref());
    if let Some(life) = life {
        keys.add("life", life);
    }
    keys.number("kicked", *kicked);
    keys.flag("buyback", *buyback);
}

fn write_activate(word: &str, activate: &Activate, keys: &mut Keys) {
    let Activate { name, who, from, ability, targets, x, sacrifice, exile, discard } = activate;
    keys.text(word, name);
    keys.who(*who);
    if let Some(from) = from {
        keys.text("from", place_word(*from));
    }
    if let Some(ability) = ability {
        keys.add("ability", which(ability));
    }
    keys.names("targets", targets.as_ref());
    if let Some(x) = x {
        keys.add("x", x);
    }
    keys.names("sacrifice", sacrifice.as_ref());
    keys.names("exile", exile.as_ref());
    keys.names("discard", discard.as_ref());
}

/// The keys of what must be true, each with its value.
fn expected(expect: &Expect) -> Vec<(String, String)> {
    let Expect { sides, stack, stack_size, permanents } = expect;
    let mut keys = Keys::default();
    for (who, side) in Who::BOTH.into_iter().zip(sides) {
        if *side != SideExpect::default() {
            keys.add(who_word(who), expected_side(side));
        }
    }
    keys.names("stack", stack.as_ref());
    if let Some(size) = stack_size {
        keys.add("stack_size", size);
    }
    if !permanents.is_empty() {
        let mut inner = Keys::default();
        for (name, permanent) in permanents {
            inner.add(&quoted(name), expected_permanent(permanent));
        }
        keys.add("permanents", inner.table());
    }
    keys.0
}

fn expected_side(side: &SideExpect) -> String {
    let SideExpect { zones, life, mana, drawn, lost, won } = side;
    let mut keys = Keys::default();
    for (place, zone) in zones.iter() {
        keys.names(place_word(place), zone.cards.as_ref());
        if let Some(size) = zone.size {
            keys.add(&format!("{}_size", place_word(place)), size);
        }
    }
    if let Some(life) = life {
        keys.add("life", life);
    }
    if let Some(mana) = mana {
        keys.text("mana", &mana.to_string());
    }
    if let Some(drawn) = drawn {
        keys.add("drawn", drawn);
    }
    for (key, flag) in [("lost", lost), ("won", won)] {
        if let Some(flag) = flag {
            keys.add(key, flag);
        }
    }
    keys.table()
}

fn expected_permanent(permanent: &PermanentExpect) -> String {
    let PermanentExpect { counters: kinds, damage, power, toughness, tapped } = permanent;
    let mut keys = Keys::default();
    if !kinds.is_empty() {
        keys.add("counters", counters(kinds));
    }
    if let Some(damage) = damage {
        keys.add("damage", damage);
    }
    for (key, size) in [("power", power), ("toughness", toughness)] {
        if let Some(size) = size {
            keys.add(key, size);
        }
    }
    if let Some(tapped) = tapped {
        keys.add("tapped", tapped);
    }
    keys.table()
}

#[cfg(test)]
mod tests {
    use super::super::{Case, read};
    use super::write;

    #[test]
    fn every_case_round_trips() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
        let mut seen = 0;
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|end| end != "toml") {
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            for case in read(&text, "").unwrap() {
                let again =
                    read(&write(&case), "").unwrap_or_else(|error| panic!("{error}\n{}", write(&case)));
                let mut again = again.into_iter().next().unwrap();
                for (step, first) in again.steps.iter_mut().zip(&case.steps) {
                    step.line = first.line;
                }
                assert_eq!(Case { place: case.place.clone(), ..again }, case);
                seen += 1;
            }
        }
        assert!(seen > 300, "only {seen} cases were read");
    }

    #[test]
    fn quotes_and_backslashes_round_trip() {
        let text = r#"[[case]]
id = "a"
title = 'a "quoted" \ title'
rules = []
steps = [{ cast = 'Kongming, "Sleeping Dragon"', replicate = [1, 2], targets = [], choose = [[], true, 3, ["Opt"]] }]
expect.permanents."Sol Ring" = { counters = { "+1/+1" = 2 }, tapped = false }
"#;
        let case = &read(text, "").unwrap()[0];
        assert_eq!(write(&read(&write(case), "").unwrap()[0]), write(case));
        assert_eq!(read(&write(case), "").unwrap()[0].title, r#"a "quoted" \ title"#);
    }
}
