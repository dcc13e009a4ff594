//! One step.

use crate::ability::{Place, Which};
use crate::error::Result;
use crate::mana::Mana;
use crate::node::{Node, Value};
use crate::state::Who;

use super::{Field, MOST, Reader};
use crate::case::names;
use crate::case::{Activate, Bill, Cast, Choice, Choices, Many, Pool, Replicate, Step, Verb};

const CAST: [&str; 13] = [
    "from",
    "via",
    "targets",
    "x",
    "replicate",
    "exile",
    "discard",
    "sacrifice",
    "mana_abilities",
    "life",
    "kicked",
    "buyback",
    "convoke",
];
const ACTIVATE: [&str; 7] = ["ability", "targets", "x", "sacrifice", "from", "exile", "discard"];
/// What any verb takes.
const COMMON: [&str; 3] = ["choose", "order", "dredge"];

/// The verbs, and the keys that each takes besides those that all take.
const VERBS: [(&str, &[&str]); 30] = [
    ("mill", &["who"]),
    ("may_mill", &["who"]),
    ("pay_mill", &["who"]),
    ("draw", &["who"]),
    ("discard", &["who"]),
    ("surveil", &["who", "graveyard"]),
    ("scry", &["who", "bottom"]),
    ("sacrifice", &["who"]),
    ("destroy", &["who"]),
    ("move", &["who", "from", "to"]),
    ("damage", &["who", "to", "unpreventable", "source"]),
    ("fight", &["who"]),
    ("gain", &["who"]),
    ("lose", &["who"]),
    ("add", &["who"]),
    ("counter", &["who"]),
    ("tap", &["who"]),
    ("untap", &["who"]),
    ("play", &["who", "from"]),
    ("cast", &["who"]),
    ("activate", &["who"]),
    ("tap_for_mana", &["who", "ability"]),
    ("attack", &["who"]),
    ("resolve", &[]),
    ("to", &[]),
    ("next_turn", &[]),
    ("cost", &["who", "is"]),
    ("could_produce", &["who", "is"]),
    ("mana_value", &["who", "zone", "is"]),
    ("check", &[]),
];
/// Verbs only where no other stands: they are keys of other verbs too.
const WEAK: [&str; 3] = ["to", "discard", "sacrifice"];

/// The keys of one verb.
fn keys_of(verb: &str) -> Vec<&'static str> {
    let own = VERBS.iter().find(|(word, _)| *word == verb).map_or(&[][..], |(_, keys)| keys);
    let more: &[&str] = match verb {
        "cast" | "cost" => &CAST,
        "activate" => &ACTIVATE,
        _ => &[],
    };
    let common: &[&str] = if verb == "check" { &[] } else { &COMMON };
    let illegal: &[&str] = if verb == "check" { &[] } else { &["illegal"] };
    [own, more, common, illegal].concat()
}

/// The fields of a step, of which every key is known.
struct Fields<'n> {
    fields: Vec<Field<'n>>,
    /// The field that is the verb.
    verb: usize,
}

impl<'n> Fields<'n> {
    fn verb(&self) -> &Field<'n> {
        &self.fields[self.verb]
    }

    /// A key besides the verb.
    fn get(&self, key: &str) -> Option<&Field<'n>> {
        let others = self.fields.iter().enumerate().filter(|(index, _)| *index != self.verb);
        others.map(|(_, field)| field).find(|field| field.key == key)
    }

    /// Reads a key besides the verb, if it stands there.
    fn read<T>(&self, key: &str, read: impl FnOnce(&Field<'n>) -> Result<T>) -> Result<Option<T>> {
        self.get(key).map(read).transpose()
    }
}

impl Reader<'_> {
    /// `label`: what faults call it.
    pub(super) fn step(&self, label: &str, node: &Node) -> Result<Step> {
        let reader = self.inside(label);
        let fields = reader.fields("", node)?;
        let verb = reader.verb_of(node, &fields)?;
        let word = fields[verb].key;
        let reader = self.inside(&format!("{label} ({word})"));
        let fields = Fields { fields, verb };
        let known = keys_of(word);
        for field in fields.fields.iter().filter(|field| field.key != word) {
            if VERBS.iter().any(|(verb, _)| *verb == field.key) && !known.contains(&field.key) {
                let message = format!("{} is a verb as well: each step has one", field.key);
                return Err(reader.fault(field.at, "", &message));
            }
            if !known.contains(&field.key) {
                return Err(reader.unknown(field, &known));
            }
        }
        let illegal = fields.read("illegal", |field| reader.flag(field))?.unwrap_or(false);
        let verb = reader.verb(&fields, illegal)?;
        Ok(Step { verb, choices: reader.choices(&fields)?, illegal })
    }

    /// Which field is the verb.
    fn verb_of(&self, node: &Node, fields: &[Field<'_>]) -> Result<usize> {
        let is_verb = |field: &Field<'_>| VERBS.iter().any(|(word, _)| *word == field.key);
        let strong = fields.iter().position(|field| is_verb(field) && !WEAK.contains(&field.key));
        if let Some(verb) = strong.or_else(|| fields.iter().position(is_verb)) {
            return Ok(verb);
        }
        let words: Vec<&str> = VERBS.iter().map(|(word, _)| *word).collect();
        let Some(field) = fields.first() else {
            let message = format!("a verb is wanted: one of {}", words.join(", "));
            return Err(self.fault(node.at, "", &message));
        };
        if field.key == "exile" {
            let message = "unknown verb exile: write { move = NAME, from = ZONE, to = \"exile\" }";
            return Err(self.fault(field.at, "", message));
        }
        let mend = match crate::line::nearest(field.key, &words) {
            Some(nearest) => format!("did you mean {nearest}?"),
            None => format!("known are {}", words.join(", ")),
        };
        Err(self.fault(field.at, "", &format!("unknown verb {}: {mend}", field.path)))
    }

    fn verb(&self, fields: &Fields<'_>, illegal: bool) -> Result<Verb> {
        let field = fields.verb();
        let whose = fields.read("who", |field| self.who(field))?;
        let who = whose.unwrap_or(Who::You);
        Ok(match field.key {
            "mill" => Verb::Mill { who, n: self.count(field)? },
            "may_mill" => Verb::MayMill { who, n: self.count(field)? },
            "pay_mill" => Verb::PayMill { who, n: self.count(field)? },
            "draw" => Verb::Draw { who, n: self.count(field)? },
            "discard" => Verb::Discard { who, cards: self.picks(field, names::of_object)? },
            "surveil" => {
                let graveyard = fields.read("graveyard", |field| self.picks(field, names::of_object))?;
                Verb::Surveil { who, n: self.count(field)?, graveyard }
            }
            "scry" => {
                let bottom = fields.read("bottom", |field| self.picks(field, names::of_object))?;
                Verb::Scry { who, n: self.count(field)?, bottom }
            }
            "sacrifice" => Verb::Sacrifice { who, name: self.name(field, names::of_object)? },
            "destroy" => Verb::Destroy { who: whose, name: self.name(field, names::of_object)? },
            "move" => self.moving(fields, whose)?,
            "damage" => self.damage(fields, whose)?,
            "fight" => match <[String; 2]>::try_from(self.names(field, names::of_object)?) {
                Ok([a, b]) => Verb::Fight { who: whose, a, b },
                Err(names) => {
                    let message = format!("two names are wanted, not {}", names.len());
                    return Err(self.fault(field.node.at, &field.path, &message));
                }
            },
            "gain" => Verb::Gain { who, n: self.count(field)? },
            "lose" => Verb::Lose { who, n: self.count(field)? },
            "add" => Verb::Add { who, mana: self.symbols(field, Pool::read)? },
            "counter" => Verb::Counter { who: whose, name: self.name(field, names::of_object)? },
            "tap" => Verb::Tap { who: whose, name: self.name(field, names::of_object)? },
            "untap" => Verb::Untap { who: whose, name: self.name(field, names::of_object)? },
            "play" => {
                let from = fields.read("from", |field| self.zone(field))?.unwrap_or(Place::Hand);
                Verb::Play { who, name: self.name(field, names::of_object)?, from }
            }
            "cast" => Verb::Cast(Box::new(self.cast(fields, who)?)),
            "activate" => Verb::Activate(Box::new(self.activate(fields, whose)?)),
            "tap_for_mana" => {
                let ability = fields.read("ability", |field| self.which(field))?;
                Verb::TapForMana { who: whose, name: self.name(field, names::of_object)?, ability }
            }
            "attack" => Verb::Attack { who, names: self.picks(field, names::of_object)? },
            "resolve" => Verb::Resolve(self.many(field)?),
            "to" => Verb::To(self.turn_step(field)?),
            "next_turn" => Verb::NextTurn(self.who(field)?),
            "cost" => {
                let is = self.answer(fields, illegal, |field| self.symbols(field, Bill::read))?;
                Verb::Cost { cast: Box::new(self.cast(fields, who)?), is }
            }
            "could_produce" => {
                let is = self.answer(fields, illegal, |field| self.mana_types(field))?;
                Verb::CouldProduce { who: whose, name: self.name(field, names::of_object)?, is }
            }
            "mana_value" => {
                let zone = fields.read("zone", |field| self.zone(field))?;
                let is = self.answer(fields, illegal, |field| self.count(field))?;
                Verb::ManaValue { who: whose, name: self.name(field, names::of_object)?, zone, is }
            }
            _ => Verb::Check(Box::new(self.expect("", field.node)?)),
        })
    }

    /// `is`, which in a case only a step that is refused can do without.
    fn answer<'n, T>(
        &self,
        fields: &Fields<'n>,
        illegal: bool,
        read: impl FnOnce(&Field<'n>) -> Result<T>,
    ) -> Result<Option<T>> {
        let is = fields.read("is", read)?;
        if is.is_none() && !illegal && self.text.is_some() {
            return Err(self.fault(fields.verb().at, "", "missing key is: the answer that is expected"));
        }
        Ok(is)
    }

    fn moving(&self, fields: &Fields<'_>, who: Option<Who>) -> Result<Verb> {
        let field = fields.verb();
        let zone = |key: &str| {
            let zone = fields.read(key, |field| self.zone(field))?;
            zone.ok_or_else(|| self.fault(field.at, "", &format!("missing key {key}: name the zone")))
        };
        Ok(Verb::Move {
            who,
            cards: self.picks(field, names::of_object)?,
            from: zone("from")?,
            to: zone("to")?,
        })
    }

    fn damage(&self, fields: &Fields<'_>, who: Option<Who>) -> Result<Verb> {
        let field = fields.verb();
        let amounts = match field.node.value {
            Value::Number(_) => vec![self.count(field)?],
            _ => self.counts(field)?,
        };
        let Some(to) = fields.read("to", |field| self.name(field, names::of_target))? else {
            return Err(self.fault(field.at, "", "missing key to: name a player or a permanent"));
        };
        let unpreventable = fields.read("unpreventable", |field| self.flag(field))?.unwrap_or(false);
        let source = fields.read("source", |field| self.name(field, names::of_object))?;
        Ok(Verb::Damage { who, amounts, to, unpreventable, source })
    }

    fn cast(&self, fields: &Fields<'_>, who: Who) -> Result<Cast> {
        let picks = |key: &str| fields.read(key, |field| self.picks(field, names::of_object));
        let targets = || fields.read("targets", |field| self.picks(field, names::of_target));
        let way = "a way to cast it, in quotes";
        let via =
            fields.read("via", |field| self.name_at(&field.path, field.node, way, false, names::of_way))?;
        Ok(Cast {
            name: self.name(fields.verb(), names::of_object)?,
            who,
            from: fields.read("from", |field| self.zone(field))?.unwrap_or(Place::Hand),
            via: via.filter(|via| via != "mana cost"),
            targets: targets()?,
            x: fields.read("x", |field| self.count(field))?,
            replicate: fields.read("replicate", |field| self.replicate(field))?,
            exile: picks("exile")?,
            discard: picks("discard")?,
            sacrifice: picks("sacrifice")?,
            mana_abilities: picks("mana_abilities")?,
            convoke: picks("convoke")?,
            life: fields.read("life", |field| self.flag(field))?,
            kicked: fields.read("kicked", |field| self.times(field))?.unwrap_or(0),
            buyback: fields.read("buyback", |field| self.flag(field))?.unwrap_or(false),
        })
    }

    fn activate(&self, fields: &Fields<'_>, who: Option<Who>) -> Result<Activate> {
        let picks = |key: &str| fields.read(key, |field| self.picks(field, names::of_object));
        let targets = || fields.read("targets", |field| self.picks(field, names::of_target));
        Ok(Activate {
            name: self.name(fields.verb(), names::of_object)?,
            who,
            from: fields.read("from", |field| self.zone(field))?,
            ability: fields.read("ability", |field| self.which(field))?,
            targets: targets()?,
            x: fields.read("x", |field| self.count(field))?,
            sacrifice: picks("sacrifice")?,
            exile: picks("exile")?,
            discard: picks("discard")?,
        })
    }

    fn replicate(&self, field: &Field<'_>) -> Result<Replicate> {
        match field.node.value {
            Value::Number(_) => self.count(field).map(Replicate::Times),
            _ => self.counts(field).map(Replicate::Each),
        }
    }

    /// Several numbers, where one might stand.
    fn counts(&self, field: &Field<'_>) -> Result<Vec<u32>> {
        let nodes = self.list(field, "a whole number or a list of them")?;
        let number = |node| self.number_at(&field.path, node, 0, MOST).map(|number| number as u32);
        nodes.iter().map(number).collect()
    }

    /// Whether, or how often.
    fn times(&self, field: &Field<'_>) -> Result<u32> {
        match field.node.value {
            Value::Flag(flag) => Ok(u32::from(flag)),
            Value::Number(_) => self.count(field),
            _ => self.wanted(field, "true, false or a whole number"),
        }
    }

    fn which(&self, field: &Field<'_>) -> Result<Which> {
        match field.node.value {
            Value::Number(_) => self.count(field).map(Which::Number),
            _ => self.text(field, "a whole number or a word in quotes").map(Which::Word),
        }
    }

    fn many(&self, field: &Field<'_>) -> Result<Many> {
        match &field.node.value {
            Value::Text(text) if text == "all" => Ok(Many::All),
            Value::Number(_) => {
                let number = self.number_at(&field.path, field.node, 1, MOST)?;
                Ok(Many::Number(number as u32))
            }
            _ => self.wanted(field, "a whole number or \"all\""),
        }
    }

    /// Letters, in the order W, U, B, R, G, C.
    fn mana_types(&self, field: &Field<'_>) -> Result<Vec<Mana>> {
        let text = self.text_at(&field.path, field.node, "letters in quotes", true)?;
        let mana: Option<Vec<Mana>> = text.chars().map(Mana::from_letter).collect();
        mana.filter(|mana| mana.is_sorted_by(|one, next| one < next)).ok_or_else(|| {
            let message = format!(
                "letters of WUBRGC are wanted, in that order and each once, not \"{}\"",
                text.escape_debug()
            );
            self.fault(field.node.at, &field.path, &message)
        })
    }

    fn choices(&self, fields: &Fields<'_>) -> Result<Choices> {
        let dredge = |field: &Field<'_>| match field.node.value {
            Value::Text(_) => self
                .name_at(&field.path, field.node, "a list of names", true, names::of_object)
                .map(|name| vec![name]),
            _ => self.names_at(field, self.list(field, "a list of names")?, true, names::of_object),
        };
        Ok(Choices {
            choose: fields.read("choose", |field| self.choose(field))?,
            order: fields.read("order", |field| self.picks(field, names::of_object))?.unwrap_or_default(),
            dredge: fields.read("dredge", dredge)?,
        })
    }

    /// Answers; a single one may stand without its brackets.
    fn choose(&self, field: &Field<'_>) -> Result<Vec<Choice>> {
        match &field.node.value {
            Value::Array(nodes) => nodes.iter().map(|node| self.choice(&field.path, node)).collect(),
            _ => Ok(vec![self.choice(&field.path, field.node)?]),
        }
    }

    fn choice(&self, path: &str, node: &Node) -> Result<Choice> {
        let what = "a name, a number, true, false or a list of them";
        match &node.value {
            Value::Number(number) => Ok(Choice::Number(*number)),
            Value::Flag(flag) => Ok(Choice::Flag(*flag)),
            Value::Array(nodes) => {
                let choices = nodes.iter().map(|node| self.choice(path, node));
                choices.collect::<Result<Vec<Choice>>>().map(Choice::List)
            }
            _ => self.name_at(path, node, what, false, names::of_choice).map(Choice::Name),
        }
    }
}
