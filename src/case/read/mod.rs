//! Plain data -> [`Case`]s, with the place of the first fault.

mod case;
mod expect;
mod plain;
mod start;
mod step;

use std::collections::HashMap;

use crate::ability::Place;
use crate::error::{Error, Result};
use crate::line::nearest;
use crate::node::{self, Entry, Node, Value};
use crate::state::{Step as TurnStep, Who};

use super::Case;
pub use plain::{start_from_json, step_from_json};

use super::named::PLACES;

/// More of anything than a case needs; numbers beyond it are faults.
const MOST: i64 = 1_000_000;
/// More cards than a game has objects.
const MOST_CARDS: i64 = 1000;

pub(super) const WHO: [(&str, Who); 2] = [("you", Who::You), ("opponent", Who::Opponent)];
pub(super) const TURN_STEPS: [(&str, TurnStep); 7] = [
    ("main", TurnStep::Main),
    ("main2", TurnStep::Main2),
    ("upkeep", TurnStep::Upkeep),
    ("draw", TurnStep::Draw),
    ("combat", TurnStep::Combat),
    ("end", TurnStep::End),
    ("cleanup", TurnStep::Cleanup),
];

/// Which names may stand somewhere: gives one back as it is printed, or says what is wrong with it.
type Meant = fn(&str) -> std::result::Result<String, String>;

/// Reads the cases of a file. `source` names it in errors (`source:LINE`); where it is empty they say `line LINE`.
///
/// # Errors
/// [`Error::Case`] with the line, the case and the key of the first fault.
///
/// ```
/// let text = "[[case]]\nid = \"a\"\ntitle = \"A\"\nrules = []\nsteps = []\nexpect.you.life = 20\nyou.libary = 3\n";
/// let fault = gravetroll::case::read(text, "a.toml").unwrap_err().to_string();
/// assert_eq!(fault, "a.toml:7: case a: unknown key you.libary: did you mean library?");
/// ```
pub fn read(text: &str, source: &str) -> Result<Vec<Case>> {
    let reader = Reader { text: Some(text), source, within: String::new() };
    let root = node::from_toml(text)
        .map_err(|(message, at)| reader.fault(at, "", &format!("this is no TOML: {message}")))?;
    let mut cases = Vec::new();
    for field in reader.fields("", &root)? {
        if field.key != "case" {
            return Err(reader.unknown(&field, &["case"]));
        }
        for (index, node) in reader.list(&field, "[[case]]")?.iter().enumerate() {
            cases.push(reader.case(index + 1, node)?);
        }
    }
    if cases.is_empty() {
        return Err(reader.fault(0, "", "there is no case here: each begins with [[case]]"));
    }
    distinct(&cases)?;
    Ok(cases)
}

/// Refuses cases that share an id, from whatever files they come.
///
/// # Errors
/// [`Error::Case`] at the second of them.
pub fn distinct(cases: &[Case]) -> Result<()> {
    let mut seen = HashMap::new();
    for case in cases {
        if let Some(first) = seen.insert(&case.id, &case.place) {
            let message = format!("case {}: the id stands at {first} already: give it another", case.id);
            return Err(Error::Case { message, place: case.place.clone() });
        }
    }
    Ok(())
}

/// A key of a table, its value, and where it is among the tables: `you.library`.
struct Field<'n> {
    key: &'n str,
    at: usize,
    path: String,
    node: &'n Node,
}

/// Reads values; faults name the place, what is read, and the path of the key.
struct Reader<'a> {
    /// `None`: JSON, which has no places.
    text: Option<&'a str>,
    source: &'a str,
    /// `case ID: `, `case ID: step 2 (cast): `.
    within: String,
}

impl<'a> Reader<'a> {
    /// A reader of a part.
    fn inside(&self, part: &str) -> Reader<'a> {
        Reader { text: self.text, source: self.source, within: format!("{}{part}: ", self.within) }
    }

    fn place(&self, at: usize) -> String {
        let Some(text) = self.text else { return self.source.to_owned() };
        let line = node::line_of(text, at);
        if self.source.is_empty() { format!("line {line}") } else { format!("{}:{line}", self.source) }
    }

    fn fault(&self, at: usize, path: &str, message: &str) -> Error {
        let path = if path.is_empty() { String::new() } else { format!("{path}: ") };
        Error::Case { message: format!("{}{path}{message}", self.within), place: self.place(at) }
    }

    fn wanted<T>(&self, field: &Field<'_>, what: &str) -> Result<T> {
        self.wanted_at(&field.path, field.node, what)
    }

    fn wanted_at<T>(&self, path: &str, node: &Node, what: &str) -> Result<T> {
        Err(self.fault(node.at, path, &format!("{what} is wanted, not {}", node.value.describe())))
    }

    fn unknown(&self, field: &Field<'_>, known: &[&str]) -> Error {
        let mend = match nearest(field.key, known) {
            Some(nearest) => format!("did you mean {nearest}?"),
            None if known.is_empty() => "no other key stands here".to_owned(),
            None => format!("known are {}", known.join(", ")),
        };
        self.fault(field.at, "", &format!("unknown key {}: {mend}", field.path))
    }

    /// The keys of a table, in the order of the text.
    fn fields<'n>(&self, path: &str, node: &'n Node) -> Result<Vec<Field<'n>>> {
        let Value::Table(entries) = &node.value else {
            return self.wanted_at(path, node, "a table");
        };
        let field = |Entry { key, at, node }: &'n Entry| {
            let bare = key.chars().all(|char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-'));
            let shown =
                if bare && !key.is_empty() { key.clone() } else { format!("\"{}\"", key.escape_debug()) };
            let path = if path.is_empty() { shown } else { format!("{path}.{shown}") };
            Field { key: key.as_str(), at: *at, path, node }
        };
        let given = entries.iter().filter(|entry| !matches!(entry.node.value, Value::Null));
        Ok(given.map(field).collect())
    }

    fn list<'n>(&self, field: &Field<'n>, what: &str) -> Result<&'n [Node]> {
        match &field.node.value {
            Value::Array(nodes) => Ok(nodes),
            _ => self.wanted(field, what),
        }
    }

    /// A text on one line; empty only where that is said to have a meaning.
    fn text_at(&self, path: &str, node: &Node, what: &str, empty: bool) -> Result<String> {
        let Value::Text(text) = &node.value else {
            return self.wanted_at(path, node, what);
        };
        if text.chars().any(char::is_control) {
            return Err(self.fault(node.at, path, &format!("{what} on one line is wanted")));
        }
        if text.trim().is_empty() && !(empty && text.is_empty()) {
            return Err(self.fault(node.at, path, &format!("{what} is wanted, not an empty text")));
        }
        Ok(text.clone())
    }

    fn text(&self, field: &Field<'_>, what: &str) -> Result<String> {
        self.text_at(&field.path, field.node, what, false)
    }

    /// A name that is one of `meant`; empty only where that is said to have a meaning.
    fn name_at(&self, path: &str, node: &Node, what: &str, empty: bool, meant: Meant) -> Result<String> {
        let name = self.text_at(path, node, what, empty)?;
        if name.is_empty() {
            return Ok(name);
        }
        meant(&name).map_err(|message| self.fault(node.at, path, &message))
    }

    fn name(&self, field: &Field<'_>, meant: Meant) -> Result<String> {
        self.name_at(&field.path, field.node, "a name in quotes", false, meant)
    }

    /// The name of a counter; it is a key.
    fn kind(&self, field: &Field<'_>) -> Result<String> {
        if field.key.trim().is_empty() || field.key.chars().any(char::is_control) {
            return Err(self.fault(field.at, &field.path, "a kind of counter is wanted"));
        }
        Ok(field.key.to_owned())
    }

    /// A list of names, the empty one among them only where it has a meaning.
    fn names_at(&self, field: &Field<'_>, nodes: &[Node], empty: bool, meant: Meant) -> Result<Vec<String>> {
        let name = |node| self.name_at(&field.path, node, "a name in quotes", empty, meant);
        nodes.iter().map(name).collect()
    }

    /// A list of names.
    fn names(&self, field: &Field<'_>, meant: Meant) -> Result<Vec<String>> {
        self.names_at(field, self.list(field, "a list of names")?, false, meant)
    }

    /// A list of names; a single one may stand without its brackets.
    fn picks(&self, field: &Field<'_>, meant: Meant) -> Result<Vec<String>> {
        match field.node.value {
            Value::Text(_) => Ok(vec![self.name(field, meant)?]),
            _ => self.names(field, meant),
        }
    }

    fn flag(&self, field: &Field<'_>) -> Result<bool> {
        match field.node.value {
            Value::Flag(flag) => Ok(flag),
            _ => self.wanted(field, "true or false"),
        }
    }

    fn number_at(&self, path: &str, node: &Node, low: i64, high: i64) -> Result<i64> {
        match node.value {
            Value::Number(number) if (low..=high).contains(&number) => Ok(number),
            Value::Number(number) => {
                let message = format!("a whole number from {low} to {high} is wanted, not {number}");
                Err(self.fault(node.at, path, &message))
            }
            _ => self.wanted_at(path, node, "a whole number"),
        }
    }

    /// So many of something.
    fn count(&self, field: &Field<'_>) -> Result<u32> {
        self.number_at(&field.path, field.node, 0, MOST).map(|number| number as u32)
    }

    /// A number that may be negative.
    fn whole(&self, field: &Field<'_>) -> Result<i32> {
        self.number_at(&field.path, field.node, -MOST, MOST).map(|number| number as i32)
    }

    fn word<T: Copy>(&self, field: &Field<'_>, words: &[(&str, T)]) -> Result<T> {
        let shown = || words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ");
        let Value::Text(text) = &field.node.value else {
            return self.wanted(field, &shown());
        };
        let known = words.iter().find(|(word, _)| word == text);
        known.map(|(_, value)| *value).ok_or_else(|| {
            let message = format!("{} is wanted, not \"{}\"", shown(), text.escape_debug());
            self.fault(field.node.at, &field.path, &message)
        })
    }

    fn who(&self, field: &Field<'_>) -> Result<Who> {
        self.word(field, &WHO)
    }

    fn zone(&self, field: &Field<'_>) -> Result<Place> {
        self.word(field, &PLACES)
    }

    fn turn_step(&self, field: &Field<'_>) -> Result<TurnStep> {
        self.word(field, &TURN_STEPS)
    }

    /// Something written in symbols.
    fn symbols<T>(
        &self,
        field: &Field<'_>,
        read: impl Fn(&str) -> std::result::Result<T, String>,
    ) -> Result<T> {
        let text = self.text_at(&field.path, field.node, "a text of mana symbols", true)?;
        read(&text).map_err(|message| self.fault(field.node.at, &field.path, &message))
    }
}
