//! Plain data -> [`LineSpec`], with the place of each fault.

use crate::error::{Error, Result};
use crate::node::{self, Entry, Node, Value};

use super::action::{Attack, Phase};
use super::expr::{Expr, Kind};
use super::places::{self, Places};
use super::spec::{Condition, Group, LineSpec, Missing, On};
use super::what::{What, is_fixed_word, is_word};
use super::{Vocabulary, nearest};

mod action;
mod prefer;

const KEYS: [&str; 16] = [
    "name",
    "format",
    "on",
    "keep",
    "mulligan_to",
    "missing",
    "groups",
    "prefer",
    "dredge",
    "upkeep",
    "main",
    "combat",
    "end",
    "response",
    "attack",
    "stop",
];
pub(super) fn toml(text: &str, source: &str, vocabulary: Vocabulary<'_>) -> Result<LineSpec> {
    let reader = Reader { toml: Some((text, source)), vocabulary };
    match node::from_toml(text) {
        Ok(node) => {
            let places = Places::of(&node, text, source);
            Ok(LineSpec { places, ..reader.line(&node)? })
        }
        Err((message, at)) => Err(reader.fault("", at, &format!("this is no TOML: {message}"))),
    }
}

pub(super) fn json(json: &str, vocabulary: Vocabulary<'_>) -> Result<LineSpec> {
    let reader = Reader { toml: None, vocabulary };
    match node::from_json(json) {
        Ok(node) => reader.line(&node),
        Err(message) => Err(reader.fault("", 0, &message)),
    }
}

struct Reader<'a> {
    /// The text and the name of its source; `None` for JSON.
    toml: Option<(&'a str, &'a str)>,
    vocabulary: Vocabulary<'a>,
}

impl Reader<'_> {
    /// In TOML the place is the line and the message starts with the key; in JSON the place is the key.
    fn fault(&self, path: &str, at: usize, message: &str) -> Error {
        let Some((text, source)) = self.toml else {
            let place = if path.is_empty() { "line" } else { path };
            return Error::Line { message: message.to_owned(), place: place.to_owned() };
        };
        let place = places::told(source, node::line_of(text, at));
        let message = if path.is_empty() { message.to_owned() } else { format!("`{path}`: {message}") };
        Error::Line { message, place }
    }

    fn wanted<T>(&self, path: &str, node: &Node, what: &str) -> Result<T> {
        Err(self.fault(path, node.at, &format!("{what} is wanted, not {}", node.value.describe())))
    }

    fn table<'n>(&self, path: &str, node: &'n Node) -> Result<&'n [Entry]> {
        match &node.value {
            Value::Table(entries) => Ok(entries),
            _ => self.wanted(path, node, "a table"),
        }
    }

    fn array<'n>(&self, path: &str, node: &'n Node) -> Result<&'n [Node]> {
        match &node.value {
            Value::Array(nodes) => Ok(nodes),
            _ => self.wanted(path, node, "a list of texts"),
        }
    }

    fn text<'n>(&self, path: &str, node: &'n Node) -> Result<&'n str> {
        match &node.value {
            Value::Text(text) => Ok(text),
            _ => self.wanted(path, node, "a text in quotes"),
        }
    }

    /// A text for readers.
    fn label(&self, path: &str, node: &Node) -> Result<Option<String>> {
        let text = self.text(path, node)?;
        if text.trim().is_empty() || text.chars().any(char::is_control) {
            return Err(self.fault(
                path,
                node.at,
                "a text on one line is wanted; leave it out where there is none",
            ));
        }
        Ok(Some(text.to_owned()))
    }

    fn choice<T: Copy>(&self, path: &str, node: &Node, names: &[(&str, T)]) -> Result<T> {
        let text = self.text(path, node)?;
        if let Some((_, value)) = names.iter().find(|(name, _)| *name == text) {
            return Ok(*value);
        }
        let names: Vec<String> = names.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let message = format!("{} is wanted, not \"{}\"", names.join(" or "), text.escape_debug());
        Err(self.fault(path, node.at, &message))
    }

    fn condition(&self, path: &str, node: &Node) -> Result<Option<Condition>> {
        let text = match &node.value {
            Value::Text(text) => text.clone(),
            Value::Flag(flag) => flag.to_string(),
            _ => return self.wanted(path, node, "an expression in quotes"),
        };
        let expr = Expr::parse(&text, self.vocabulary.is_card)
            .map_err(|error| self.fault(path, node.at, &error.to_string()))?;
        if expr.kind() == Kind::Int {
            let message =
                format!("a condition is wanted, and `{expr}` is a number: compare it, as in `{expr} >= 1`");
            return Err(self.fault(path, node.at, &message));
        }
        Ok(Some(Condition { text, expr }))
    }

    fn line(&self, node: &Node) -> Result<LineSpec> {
        let mut line = LineSpec::default();
        for Entry { key, at, node } in self.table("", node)? {
            if matches!(node.value, Value::Null) {
                continue;
            }
            match key.as_str() {
                "name" => line.name = self.label(key, node)?,
                "format" => line.format = self.label(key, node)?,
                "on" => line.on = self.choice(key, node, &On::NAMES)?,
                "keep" => line.keep = self.condition(key, node)?,
                "mulligan_to" => line.mulligan_to = self.hand_size(key, node)?,
                "missing" => line.missing = self.choice(key, node, &Missing::NAMES)?,
                "groups" => line.groups = self.groups(node)?,
                "prefer" => line.prefer = self.prefer(node)?,
                "dredge" => {
                    for Entry { key, at, node } in self.table("dredge", node)? {
                        let path = format!("dredge.{key}");
                        match key.as_str() {
                            "when" if matches!(node.value, Value::Null) => {}
                            "when" => line.dredge_when = self.condition(&path, node)?,
                            _ => return Err(self.unknown(&path, *at, key, &["when"])),
                        }
                    }
                }
                "stop" => line.stop = self.condition(key, node)?,
                "attack" => {
                    line.attack = self.condition(key, node)?.map_or(Attack::All, Attack::of);
                }
                _ => match Phase::ALL.into_iter().find(|phase| phase.name() == key) {
                    Some(phase) => line.actions.extend(self.actions(phase, node)?),
                    None => return Err(self.unknown(key, *at, key, &KEYS)),
                },
            }
        }
        line.actions.sort_by_key(|action| action.phase);
        Ok(line)
    }

    fn hand_size(&self, path: &str, node: &Node) -> Result<u8> {
        match node.value {
            Value::Number(number @ 0..=7) => Ok(number as u8),
            Value::Number(number) => {
                let message = format!("a number of cards from 0 to 7 is wanted, not {number}");
                Err(self.fault(path, node.at, &message))
            }
            _ => self.wanted(path, node, "a number of cards from 0 to 7"),
        }
    }

    fn groups(&self, node: &Node) -> Result<Vec<Group>> {
        let entries = self.table("groups", node)?;
        let mut groups: Vec<Group> = Vec::with_capacity(entries.len());
        for (index, Entry { key, at, node }) in entries.iter().enumerate() {
            let path = format!("groups.{key}");
            if !is_word(key) {
                let message = "the name of a group is a lower-case word of letters, digits, `_`, `-` and `'`";
                return Err(self.fault(&path, *at, message));
            }
            if matches!(key.as_str(), "you" | "opponent") {
                let message = format!("`{key}` is a player already; give the group another name");
                return Err(self.fault(&path, *at, &message));
            }
            if is_fixed_word(key) || (self.vocabulary.is_taken)(key) {
                let message = format!(
                    "`{key}` is a card type, subtype, keyword or colour already; give the group another name"
                );
                return Err(self.fault(&path, *at, &message));
            }
            if groups.iter().any(|group| group.name == *key) {
                return Err(self.fault(&path, *at, "this group stands there twice: leave one out"));
            }
            let mut members = Vec::new();
            for node in self.array(&path, node)? {
                let what = self.what(&path, node)?;
                let mut late = None;
                what.leaves(&mut |leaf| {
                    if let What::Word(word) = leaf
                        && entries[index..].iter().any(|entry| entry.key == word.text)
                    {
                        late = Some(word.text.clone());
                    }
                });
                if let Some(word) = late {
                    let message =
                        format!("a group is made of groups above it only, and `{word}` is none of them");
                    return Err(self.fault(&path, node.at, &message));
                }
                members.push(what);
            }
            groups.push(Group { name: key.clone(), members });
        }
        Ok(groups)
    }

    fn unknown(&self, path: &str, at: usize, key: &str, known: &[&str]) -> Error {
        let message = match nearest(key, known) {
            Some(nearest) => format!("there is no such key; did you mean `{nearest}`?"),
            None => format!("there is no such key; known are {}", known.join(", ")),
        };
        self.fault(path, at, &message)
    }
}
