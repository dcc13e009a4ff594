//! What an ability says: the words that its printed text would have, made from what it is. A word of the language that is
//! its own English is said by its name; only the others stand in the tables.

mod tables;

use std::collections::BTreeSet;

use serde_json::{Map, Value as Node};

use super::{Ability, Activated, Among, Compare, Effect, If, Is, Pay, Place, Ref, Replace, Value, Whose};
use crate::mana::Mana;
use tables::{DONE_BY, IN_DIGITS, KEYWORDS, NUMBERS, OBJECTS, SAID, SILENT};

/// The words of an ability, in lower case.
#[derive(Debug, Clone, Default)]
pub(super) struct Said {
    words: BTreeSet<String>,
    /// What a keyword stands for: at most a reminder says it.
    reminder: BTreeSet<String>,
}

/// How many something is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Many {
    One,
    Several,
    /// It depends on how the text counts them.
    Any,
}

/// Where a part of an ability stands.
#[derive(Debug, Clone, Copy)]
struct At<'a> {
    /// The word of the language, or the field, that it is in.
    within: &'a str,
    many: Many,
    /// It may be done.
    may: bool,
    /// Another player chose what it is about.
    theirs: bool,
}

impl Said {
    /// What an ability says.
    pub fn of(ability: &Ability) -> Self {
        let mut said = Self::default();
        if let Ok(node) = serde_json::to_value(ability) {
            said.node(&node, At { within: "", many: Many::One, may: false, theirs: false });
        }
        let cost = match ability {
            Ability::Activated(activated) if said.is_keyword(activated) => &activated.cost,
            Ability::Equip(equip) => &equip.cost,
            _ => return said,
        };
        let (words, reminder) = said.words.into_iter().partition(|word| {
            KEYWORDS.iter().any(|keyword| word.ends_with(keyword)) || word.parse::<u8>().is_ok()
        });
        let mut said = Self { words, reminder };
        said.symbols(&cost.mana.to_string());
        said
    }

    /// Whether each of these words is said, in just this form.
    pub fn has(&self, sought: &str) -> bool {
        sought.split_whitespace().all(|word| self.words.contains(word.trim_end_matches([',', '.', ':'])))
    }

    /// The same in any form.
    pub fn has_some_form(&self, sought: &str) -> bool {
        sought.split_whitespace().all(|word| self.words.iter().any(|said| stem(said) == stem(word)))
    }

    /// Whether a reminder of what a keyword means says it; or it is what the text calls its own object.
    pub fn implies(&self, sought: &str) -> bool {
        let reminds = |word: &str| self.reminder.iter().any(|said| stem(said) == stem(word));
        sought.split_whitespace().all(reminds) || (OBJECTS.contains(&sought) && self.words.contains("this"))
    }

    fn say(&mut self, words: &str) {
        self.words.extend(words.split_whitespace().map(str::to_lowercase));
    }

    /// Symbols of mana, each, and all of them as they stand together.
    fn symbols(&mut self, text: &str) {
        self.say(text);
        text.split_inclusive('}').for_each(|symbol| self.say(symbol));
    }

    /// One of several types of mana.
    fn either(&mut self, letters: &str) {
        letters.chars().for_each(|letter| self.symbols(&format!("{{{letter}}}")));
        self.say(if letters.len() > 1 { "or" } else { "" });
    }

    fn node(&mut self, node: &Node, at: At<'_>) {
        match node {
            Node::Object(fields) => self.fields(fields, at),
            // `Among` has no name where it stands.
            Node::Array(nodes) if nodes.len() == 3 && nodes[0].as_str().is_some_and(is_place) => {
                self.among(&nodes[0], &nodes[1], &nodes[2], at);
            }
            Node::Array(nodes) => nodes.iter().for_each(|node| self.node(node, at)),
            Node::String(text) => self.text(text, at),
            Node::Null | Node::Bool(_) | Node::Number(_) => {}
        }
    }

    fn fields(&mut self, fields: &Map<String, Node>, at: At<'_>) {
        let is_word = |key: &str| key.starts_with(|first: char| first.is_ascii_uppercase());
        if let (Some(Node::Number(power)), Some(Node::Number(toughness))) =
            (fields.get("power"), fields.get("toughness"))
            && fields.get("types") != Some(&Node::String(String::new()))
        {
            self.say(&format!("{power}/{toughness}"));
        }
        for (key, inner) in fields {
            match (key.as_str(), inner) {
                (word, _) if is_word(word) => self.word(word, inner, at),
                ("tapped", Node::Bool(true)) => self.say("tapped"),
                ("mana", Node::String(text)) => self.symbols(text),
                ("colors", Node::String(text)) => {
                    text.chars().filter_map(Mana::from_letter).for_each(|mana| self.say(mana.word()));
                }
                ("types" | "name", Node::String(text)) => self.say(text),
                ("from", _) if at.within == "Activated" => {}
                ("when", condition) if at.within == "Activated" && condition != "Always" => {
                    self.say("activate only if");
                    self.node(condition, At { within: "when", ..at });
                }
                ("aim", aim) => {
                    self.say("target");
                    let many = fields.get("most").map_or(Many::One, many_of);
                    self.node(aim, At { within: "aim", many, ..at });
                }
                ("least", least) if *least == serde_json::json!({ "N": 0 }) => self.say("up to"),
                ("colors_only", Node::Bool(colors)) => self.say(if *colors { "color" } else { "type" }),
                ("least" | "who" | "power" | "toughness", _) => {}
                ("to" | "rest" | "pay" | "is" | "has", inner) => self.node(inner, At { within: key, ..at }),
                (_, inner) => self.node(inner, at),
            }
        }
    }

    /// A word of the language with what is in it.
    fn word(&mut self, word: &str, inner: &Node, at: At<'_>) {
        let many = many_in(inner);
        let at_inner = At { within: word, many, ..at };
        match (word, inner) {
            ("N", Node::Number(number)) => self.number(number.as_i64().unwrap_or_default(), at.within),
            ("A" | "Named", Node::String(noun)) => self.noun(noun, at),
            ("Not", not) => self.node(not, At { within: "Not", ..at }),
            ("Tap" | "Untap", _) => {
                self.say(word);
                self.node(inner, at_inner);
            }
            ("Target", Node::Number(_)) => {}
            ("Loyalty", Node::Number(number)) => {
                let number = number.as_i64().unwrap_or_default();
                self.say(&if number > 0 { format!("+{number}") } else { number.to_string() });
            }
            ("Mana", Node::Object(_) | Node::String(_)) => {
                self.say("add");
                self.node(inner, at_inner);
            }
            ("These", Node::String(text)) => self.symbols(text),
            ("OneColor", Node::Array(parts)) => {
                let letters = parts.first().and_then(Node::as_str).unwrap_or_default();
                let any = letters.len() == 5;
                if any {
                    self.say("mana of any color");
                } else {
                    self.either(letters);
                }
                let plain = parts[1..].iter().all(|n| *n == serde_json::json!({ "N": 1 }));
                if any || !plain {
                    parts[1..].iter().for_each(|part| self.node(part, At { within: "Mana", ..at_inner }));
                }
            }
            ("Combination", Node::Array(parts)) => {
                match parts[0].as_str() {
                    Some(letters) if letters.len() < 5 => self.either(letters),
                    _ => self.say("mana in any combination of colors"),
                }
                self.node(inner, at_inner);
            }
            ("Counters" | "Remove" | "RemoveCounters", _) => {
                self.known(word);
                self.noun("counter", at_inner);
                self.node(inner, at_inner);
            }
            ("Exile", Node::String(those)) if those == "Those" && at.theirs => self.say("exiles their"),
            ("Put", Node::Array(parts)) if at.within == "pay" => {
                self.say("put on this");
                self.noun("counter", at_inner);
                self.node(inner, at_inner);
            }
            ("Put", Node::Array(parts)) => {
                let to = parts.last().and_then(Node::as_str).unwrap_or_default();
                self.say(match to {
                    "Hand" => "return to hand",
                    "Exile" => "exile",
                    _ => "put into",
                });
                if parts.first() != Some(&"Those".into()) {
                    self.say("its owner's");
                }
                self.node(&parts[0], at_inner);
            }
            ("All", Node::Array(parts)) => {
                let theirs = |part: &Node| part["Choose"].get(0).is_some_and(|who| who != "You");
                let theirs = at.theirs || parts.iter().any(theirs);
                self.node(inner, At { many: at.many, theirs, ..at_inner });
            }
            ("Card" | "There" | "Permanent", _) => self.node(inner, At { many: at.many, ..at_inner }),
            ("AnyOf", _) => {
                self.say("or");
                self.node(inner, At { many: at.many, ..at_inner });
            }
            ("Count", _) => {
                self.known(word);
                self.node(inner, At { many: Many::Any, ..at_inner });
            }
            ("ExileOthers" | "ExileFromHand", _) => {
                self.known(word);
                self.noun("card", at_inner);
                self.node(inner, At { many: Many::One, ..at_inner });
            }
            ("Look", Node::Object(fields)) => self.look(fields, at_inner),
            ("May", Node::Array(parts)) => {
                self.say("may");
                parts[1..].iter().for_each(|part| self.node(part, At { may: true, ..at_inner }));
                self.node(&parts[0], at_inner);
            }
            ("Pump", Node::Array(parts)) if parts.len() == 4 => {
                let size = [1, 2].map(|i| parts[i].get("N").and_then(Node::as_i64));
                let keywords = parts[3].as_array().is_some_and(|keywords| !keywords.is_empty());
                match size {
                    [Some(0), Some(0)] => self.say("until end of turn"),
                    [Some(power), Some(toughness)] => {
                        self.say("gets get until end of turn");
                        self.say(&format!("{power:+}/{toughness:+}"));
                    }
                    _ => self.say("gets get until end of turn"),
                }
                self.say(if keywords { "gains gain" } else { "" });
                self.node(&parts[0], at_inner);
                self.node(&parts[3], at_inner);
            }
            ("Token", Node::Array(parts)) => {
                self.say("create");
                self.noun("token", at_inner);
                parts[1..].iter().for_each(|part| self.node(part, at_inner));
            }
            _ => self.done(word, inner, at, at_inner),
        }
    }

    /// A word that is said by its name, or as the tables have it.
    fn done(&mut self, word: &str, inner: &Node, at: At<'_>, at_inner: At<'_>) {
        if word == "Life" && at.within == "pay" {
            self.say("pay");
        }
        let Some((_, verb, counted, rest)) = DONE_BY.iter().find(|(known, ..)| *known == word) else {
            self.known(word);
            self.node(inner, at_inner);
            return;
        };
        // What costs is done by whoever pays; of what happens the language says who does it.
        let by =
            if at.within == "pay" { None } else { inner.get("who").or_else(|| inner.get(0)).or(Some(inner)) };
        let you = by.is_none_or(|by| by == "You");
        if you || at.may {
            self.say(verb);
        } else {
            self.say(&format!("{verb}{}", if verb.ends_with("ch") { "es" } else { "s" }));
        }
        self.say(rest);
        // "Two creature cards": what they must be is said of one.
        let mut of = at_inner;
        if !counted.is_empty() {
            self.noun(counted, at_inner);
            of.many = Many::One;
        }
        if word == "Search" {
            self.say(if you { "your" } else { "their" });
            self.say(if at_inner.many == Many::One { "it" } else { "them" });
            self.say(if inner["to"] == "Hand" { "reveal" } else { "" });
        }
        if by.is_some_and(|by| by == "You") && matches!(word, "Gain" | "Lose") {
            self.say("you");
        }
        self.node(inner, of);
    }

    fn text(&mut self, text: &str, at: At<'_>) {
        match (at.within, text) {
            ("pay", "Tap") => self.say("{t}"),
            ("pay", "Untap") => self.say("{q}"),
            ("pay", "DiscardHand") => self.say("discard your hand"),
            ("DamagePlayer", "You") => self.say("you"),
            ("to" | "rest", "Hand") => self.say("into your hand"),
            ("to" | "rest", "Graveyard") => self.say("into your graveyard"),
            ("to" | "rest", "Battlefield") => self.say("onto the battlefield"),
            ("to" | "rest", "Exile") => self.say("exile"),
            ("to", "Library") => self.say("on top of"),
            ("rest", "Library") => self.say("on the bottom"),
            ("aim", "Any") => self.say("any"),
            ("Sacrifice" | "Discard" | "Mill" | "Draw", "Each") => self.say("each player"),
            (_, "Opponent") => self.say("each opponent"),
            (_, "Yours") => self.say("you control"),
            ("DevotionTo" | "Combination", _) | (_, "Battlefield") => {}
            (_, "Exile") => self.say("exile exiled"),
            (_, "ExiledWith") => self.say("all cards exiled with"),
            (_, "Amount") => self.say("that much many"),
            (_, "Other") => self.say("another other"),
            _ => self.known(text),
        }
    }

    /// The top cards of a library are looked at; where all of them go to one place, they are moved there.
    fn look(&mut self, fields: &Map<String, Node>, at: At<'_>) {
        let you = fields.get("who") == Some(&"You".into());
        let moved = fields.get("to") == fields.get("rest");
        match (moved, you) {
            (true, true) => self.say("exile the top of your"),
            (true, false) => self.say("exiles the top of their"),
            (false, _) => self.say("look at the top of your put"),
        }
        self.say("library");
        let of = fields.get("count").map_or(Many::One, many_of);
        self.noun("card", At { many: of, ..at });
        if !moved {
            let one = fields.get("take").map_or(Many::One, many_of) == Many::One;
            self.say(if one && of != Many::One { "one of them other" } else { "" });
        }
        if fields.get("is") != Some(&"Anything".into()) {
            self.say("may reveal from among them rest random order");
        }
        for (key, inner) in fields.iter().filter(|(key, _)| *key != "who") {
            self.node(inner, At { within: key, ..at });
        }
    }

    /// Objects of some kind in a zone.
    fn among(&mut self, place: &Node, whose: &Node, is: &Node, at: At<'_>) {
        let place = place.as_str().unwrap_or_default();
        let mut of = at;
        match (place, whose.as_str()) {
            ("Battlefield", Some("You")) => self.say("you control"),
            ("Battlefield", Some("Opponent")) => self.say("opponents control"),
            ("Battlefield", _) => {}
            (place, Some("Each")) if at.within == "Each" && is == "Anything" => {
                self.say(&format!("all {place}s"));
            }
            (place, whose) => {
                of.many = Many::One;
                self.say(place);
                // Where all of them are meant, the text names the zone alone.
                if at.within != "Each" || is != "Anything" {
                    self.noun("card", at);
                    self.say("from");
                }
                self.say(match whose {
                    Some("You") => "your",
                    Some("Opponent") => "each opponent's",
                    None => "player's",
                    Some(_) => "",
                });
            }
        }
        self.node(is, of);
    }

    fn noun(&mut self, noun: &str, at: At<'_>) {
        let not = if at.within == "Not" { "non" } else { "" };
        match at.many {
            Many::One => self.say(&format!("{not}{noun}")),
            Many::Several => self.say(&format!("{not}{noun}s")),
            Many::Any => self.say(&format!("{not}{noun} {not}{noun}s")),
        }
        if noun == "basic" {
            self.say("land");
        }
    }

    fn number(&mut self, number: i64, within: &str) {
        let word = usize::try_from(number).ok().and_then(|at| NUMBERS.get(at));
        match word {
            _ if IN_DIGITS.contains(&within) => self.say(&number.to_string()),
            Some(_) if number == 1 && within != "Mana" && within != "CouldProduce" => self.say("a"),
            Some(word) => self.say(word),
            None => self.say(&number.to_string()),
        }
    }

    /// A word of the language, by the tables or by its name, taken apart: `DoubleStrike`.
    fn known(&mut self, word: &str) {
        if SILENT.contains(&word) {
            return;
        }
        if let Some((_, said)) = SAID.iter().find(|(known, _)| *known == word) {
            self.say(said);
            return;
        }
        if word.starts_with(|first: char| first.is_ascii_uppercase()) {
            let apart: String = word
                .chars()
                .flat_map(|c| [c.is_ascii_uppercase().then_some(' '), Some(c)])
                .flatten()
                .collect();
            self.say(&apart);
        } else {
            self.say(word);
        }
    }

    /// Says the keyword or ability word that an ability is printed with; whether that stands for all of its text.
    fn is_keyword(&mut self, activated: &Activated) -> bool {
        let Activated { cost, effect, from, when, .. } = activated;
        // 702.29, 207.2c
        if cost.pay.contains(&Pay::DiscardThis) {
            match effect {
                Effect::Draw(Whose::You, Value::N(1)) => self.say("cycling"),
                // 702.53a
                Effect::Search { is: Is::ManaValue(Compare::Is, _), .. } => self.say("transmute"),
                Effect::Search { is, .. } => {
                    self.say("landcycling");
                    self.types_cycled(is);
                }
                _ => {
                    self.say("channel");
                    return false;
                }
            }
            return true;
        }
        match (effect, when) {
            // 701.46a
            (Effect::When(If::Not(unless), then, None), _) => {
                if let (
                    If::Object(Ref::This, Is::WithCounter(_)),
                    Effect::Counters(Ref::This, _, Value::N(n)),
                ) = (&**unless, &**then)
                {
                    self.say(&format!("adapt {n}"));
                    return true;
                }
            }
            // 702.84a
            (Effect::All(all), _) if *from == Place::Graveyard => {
                let returns = |e: &Effect| matches!(e, Effect::PutOntoBattlefield { what: Ref::This, .. });
                let leaves = |e: &Effect| {
                    matches!(e, Effect::Grant(_, gained, _)
                        if matches!(**gained, Ability::Replace(Replace::LeavesExiled(_))))
                };
                if cost.pay.is_empty() && all.iter().any(returns) && all.iter().any(leaves) {
                    self.say("unearth");
                    return true;
                }
            }
            _ => {}
        }
        if let If::Number(Value::Count(Among(place, Whose::You, _)), Compare::AtLeast, Value::N(n)) = when {
            self.say(match (place, n) {
                (Place::Graveyard, 7) => "threshold",
                (Place::Battlefield, 3) => "metalcraft",
                _ => "",
            });
        }
        if let Place::Graveyard | Place::Hand | Place::Exile = from {
            self.say(&format!("this card your from {from:?}"));
        }
        false
    }

    /// 702.29e
    fn types_cycled(&mut self, is: &Is) {
        match is {
            Is::A(word) => self.say(&format!("{}cycling", word.text())),
            Is::All(all) => all.iter().for_each(|is| self.types_cycled(is)),
            _ => {}
        }
    }
}

/// Whether this is a zone.
fn is_place(word: &str) -> bool {
    matches!(word, "Battlefield" | "Graveyard" | "Hand" | "Library" | "Exile" | "Stack" | "Command")
}

/// How many a number, or what is none, says that there are.
fn many_of(node: &Node) -> Many {
    match node {
        Node::Object(fields) if fields.contains_key("Count") => Many::Any,
        Node::Object(fields) if fields.get("N").is_some_and(|n| *n != 1) => Many::Several,
        Node::String(text) if text == "X" || text == "Amount" => Many::Several,
        _ => Many::One,
    }
}

/// How many the parts of a word of the language are about.
fn many_in(inner: &Node) -> Many {
    let all: Vec<Many> = match inner {
        Node::Array(parts) => parts.iter().map(many_of).collect(),
        Node::Object(fields) => {
            ["count", "most", "take"].iter().filter_map(|key| fields.get(*key)).map(many_of).collect()
        }
        _ => Vec::new(),
    };
    all.into_iter().find(|many| *many != Many::One).unwrap_or(Many::One)
}

/// A word without its ending.
fn stem(word: &str) -> &str {
    let ends = ["ing", "ed", "es", "s", "d", "e"];
    let cut = ends.iter().find_map(|end| word.strip_suffix(end)).filter(|stem| stem.len() > 2);
    cut.unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;

    fn said(text: &str) -> Said {
        let read = ron::from_str::<Activated>(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        Said::of(&Ability::Activated(read))
    }

    #[test]
    fn an_ability_says_the_words_that_a_card_would_have() {
        let cases = [
            (
                r#"(cost: (mana: "{1}{U}", pay: [Tap, SacrificeThis]), targets: [(aim: Player)], effect: Mill(Target(0), N(4)))"#,
                "{1}{u} {1} {u} {t} sacrifice this target player mills four cards",
                "mill card draws you n",
            ),
            (
                r#"(cost: (pay: [Loyalty(-2)]), effect: Token(You, (types: "creature zombie", colors: "B", power: 2, toughness: 2), N(2)))"#,
                "-2 create two black zombie creature tokens 2/2",
                "token battlefield tapped false",
            ),
            (
                r#"(cost: (pay: [Tap, Life(N(1))]), effect: Mana(OneColor("WUBRG", N(1))))"#,
                "{t} pay 1 life add one mana of any color",
                "wubrg you a",
            ),
            (
                r#"(cost: (mana: "{2}", pay: [Tap]), effect: Search(who: You, is: All([A("basic"), A("land")]), most: N(1), to: Battlefield, tapped: true))"#,
                "search your library for a basic land card put it onto the battlefield tapped then shuffle",
                "cards them graveyard",
            ),
            (
                r#"(cost: (pay: [ExileOthers(A("creature"), N(2))]), effect: All([Lose(Opponent, N(3)), Gain(You, N(3))]))"#,
                "exile two creature cards from your graveyard each opponent loses 3 life you gain",
                "lose gains three",
            ),
        ];
        for (text, says, silent) in cases {
            let said = said(text);
            for word in says.split(' ') {
                assert!(said.has(word), "{text} says {word}: {said:?}");
            }
            for word in silent.split(' ') {
                assert!(!said.has(word), "{text} does not say {word}: {said:?}");
            }
        }
    }

    #[test]
    fn a_keyword_stands_for_its_text() {
        let cycling =
            said(r#"(cost: (mana: "{2}", pay: [DiscardThis]), effect: Draw(You, N(1)), from: Hand)"#);
        assert!(cycling.has("cycling {2}") && !cycling.has("draw") && cycling.implies("draw"));
        let search = r#"(cost: (mana: "{1}", pay: [DiscardThis]), effect: Search(who: You, is: A("swamp"), most: N(1), to: Hand), from: Hand)"#;
        assert!(said(search).has("swampcycling") && said(search).has("landcycling"));
        let other = said(r#"(cost: (mana: "{1}", pay: [DiscardThis]), effect: Mill(You, N(3)), from: Hand)"#);
        assert!(other.has("channel mill three cards") && !other.has("cycling"));
    }

    #[test]
    fn each_activated_ability_after_the_first_says_something_that_its_others_do_not() {
        let shipped = Catalogue::shipped();
        let mut several = 0;
        for name in super::super::defined() {
            let card = shipped.find(name).unwrap_or_else(|e| panic!("{e}"));
            let mut all = super::super::abilities(&card);
            all.retain(|ability| matches!(ability, Ability::Activated(_) | Ability::Equip(_)));
            let said: Vec<Said> = all.iter().map(|ability| Said::of(ability)).collect();
            for (at, one) in said.iter().enumerate().skip(1) {
                let others = || said.iter().enumerate().filter(|(other, _)| *other != at);
                let own = one.words.iter().find(|word| others().all(|(_, other)| !other.has(word)));
                assert!(own.is_some(), "{name}, ability {at}: {one:?}");
            }
            several += u32::from(said.len() > 1);
        }
        assert!(several > 40, "only {several} such cards");
    }
}
