//! The actions of a line.

use std::fmt::Display;

use crate::ability::Which;
use crate::error::Result;
use crate::line::action::{Action, Amount, Phase, Target, Verb};
use crate::line::what::What;
use crate::node::{Entry, Node, Value};

use super::Reader;

/// Far more than a game holds of anything, and few enough that nothing overflows.
const MOST: i64 = 10_000;

/// The most actions of a phase; each is compared with those before it.
const MOST_ACTIONS: usize = 1_000;

const KEYS: [&str; 13] = [
    "play",
    "cast",
    "activate",
    "cycle",
    "ability",
    "via",
    "when",
    "times",
    "x",
    "replicate",
    "kicked",
    "targets",
    "mode",
];

impl Reader<'_> {
    pub(super) fn actions(&self, phase: Phase, node: &Node) -> Result<Vec<Action>> {
        let name = phase.name();
        let Value::Array(nodes) = &node.value else {
            let wanted = format!("a list of actions, each under [[{name}]],");
            return self.wanted(name, node, &wanted);
        };
        if nodes.len() > MOST_ACTIONS {
            let message =
                format!("{} actions stand here, and a phase has at most {MOST_ACTIONS}", nodes.len());
            return Err(self.fault(name, node.at, &message));
        }
        let mut actions: Vec<Action> = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let path = format!("{name}[{index}]");
            let action = self.action(&path, phase, node)?;
            if let Some(earlier) = actions.iter().position(|earlier| earlier.exhausts(&action)) {
                let message = if actions[earlier] == action {
                    format!("the same stands there as `{name}[{earlier}]`: leave one out")
                } else {
                    format!(
                        "this can never be done behind `{name}[{earlier}]`, which does the same whenever it is \
                         legal: put it before that, or leave it out"
                    )
                };
                return Err(self.fault(&path, node.at, &message));
            }
            actions.push(action);
        }
        Ok(actions)
    }

    fn action(&self, path: &str, phase: Phase, node: &Node) -> Result<Action> {
        let entries = self.table(path, node)?;
        let said = || entries.iter().filter(|entry| !matches!(entry.node.value, Value::Null));
        let of = |entry: &Entry| Verb::ALL.into_iter().find(|verb| verb.name() == entry.key);
        let mut verbs = said().filter_map(|entry| of(entry).map(|verb| (verb, entry)));
        let Some((verb, first)) = verbs.next() else {
            if let Some(Entry { key, at, .. }) = said().find(|entry| !KEYS.contains(&&*entry.key)) {
                return Err(self.unknown(&format!("{path}.{key}"), *at, key, &KEYS));
            }
            let message = "nothing is done here: give it one of play, cast, activate and cycle";
            return Err(self.fault(path, node.at, message));
        };
        if let Some((second, entry)) = verbs.next() {
            let message = format!(
                "an action does one thing: `{}` and `{}` are two, each under its own [[{}]]",
                verb.name(),
                second.name(),
                phase.name()
            );
            return Err(self.fault(&format!("{path}.{}", entry.key), entry.at, &message));
        }
        let what = self.what(&format!("{path}.{}", first.key), &first.node)?;
        let mut action = Action::new(phase, verb, what);
        for entry @ Entry { key, at, node } in said() {
            if entry.key == first.key {
                continue;
            }
            let path = format!("{path}.{key}");
            if !verb.keys().contains(&key.as_str()) {
                return Err(self.stray(&path, *at, key, verb));
            }
            match key.as_str() {
                "ability" => action.ability = Some(self.which(&path, node)?),
                "via" => action.via = self.label(&path, node)?.filter(|via| via != "mana cost"),
                "when" => action.when = self.condition(&path, node)?,
                "times" => action.times = Some(self.times(&path, node)?),
                "x" => action.x = Some(self.amount(&path, node)?),
                "replicate" => action.replicate = Some(self.amount(&path, node)?),
                "kicked" => action.kicked = Some(self.amount(&path, node)?),
                "targets" => {
                    let targets = self.targets(&path, node)?;
                    if targets.is_empty() {
                        let message = "nothing could be targeted: name something, or leave it out";
                        return Err(self.fault(&path, node.at, message));
                    }
                    action.targets = Some(targets);
                }
                // `Verb::keys` has no other.
                _ => action.mode = Some(self.modes(&path, node)?),
            }
        }
        Ok(action)
    }

    /// A key that an action of this verb has no use for, or that there is not.
    fn stray(&self, path: &str, at: usize, key: &str, verb: Verb) -> crate::error::Error {
        if !KEYS.contains(&key) {
            return self.unknown(path, at, key, verb.keys());
        }
        let message =
            format!("`{}` takes no `{key}`, only {}: leave it out", verb.name(), verb.keys().join(", "));
        self.fault(path, at, &message)
    }

    pub(super) fn what(&self, path: &str, node: &Node) -> Result<What> {
        What::parse(self.text(path, node)?, self.vocabulary.is_card)
            .map_err(|error| self.fault(path, node.at, &error.to_string()))
    }

    fn times(&self, path: &str, node: &Node) -> Result<u32> {
        match node.value {
            Value::Number(number @ 1..=MOST) => Ok(number as u32),
            Value::Number(number) => {
                let message = format!("a number of times from 1 to {MOST} is wanted, not {number}");
                Err(self.fault(path, node.at, &message))
            }
            _ => self.wanted(path, node, "a number of times a turn"),
        }
    }

    pub(super) fn amount(&self, path: &str, node: &Node) -> Result<Amount> {
        match &node.value {
            Value::Number(number @ 0..=MOST) => Ok(Amount::Number(*number as u32)),
            Value::Number(number) => {
                let message = format!("a number from 0 to {MOST} or \"max\" is wanted, not {number}");
                Err(self.fault(path, node.at, &message))
            }
            Value::Text(text) if text == "max" => Ok(Amount::Max),
            Value::Text(text) => {
                let message = format!("a number or \"max\" is wanted, not \"{}\"", text.escape_debug());
                Err(self.fault(path, node.at, &message))
            }
            _ => self.wanted(path, node, "a number or \"max\""),
        }
    }

    fn which(&self, path: &str, node: &Node) -> Result<Which> {
        match &node.value {
            Value::Number(number @ 0..=MOST) => Ok(Which::Number(*number as u32)),
            Value::Number(number) => {
                let message = format!("a number from 0, in printed order, is wanted, not {number}");
                Err(self.fault(path, node.at, &message))
            }
            Value::Text(_) => self.label(path, node).map(|word| Which::Word(word.unwrap_or_default())),
            _ => self.wanted(path, node, "a number from 0 or a word in quotes"),
        }
    }

    /// One mode or a list of several.
    pub(super) fn modes(&self, path: &str, node: &Node) -> Result<Vec<Which>> {
        match &node.value {
            Value::Array(nodes) if nodes.is_empty() => {
                Err(self.fault(path, node.at, "no mode is named: name one, or leave it out"))
            }
            Value::Array(nodes) => self.distinct(path, nodes, |node| self.which(path, node)),
            _ => Ok(vec![self.which(path, node)?]),
        }
    }

    pub(super) fn targets(&self, path: &str, node: &Node) -> Result<Vec<Target>> {
        self.distinct(path, self.array(path, node)?, |node| {
            Target::parse(self.text(path, node)?, self.vocabulary.is_card)
                .map_err(|error| self.fault(path, node.at, &error.to_string()))
        })
    }

    /// Reads a list of which no two items say the same.
    pub(super) fn distinct<T: Display + PartialEq>(
        &self,
        path: &str,
        nodes: &[Node],
        read: impl Fn(&Node) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items: Vec<T> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let item = read(node)?;
            if items.contains(&item) {
                let message = format!("`{item}` stands there twice: leave one out");
                return Err(self.fault(path, node.at, &message));
            }
            items.push(item);
        }
        Ok(items)
    }
}
