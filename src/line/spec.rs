//! A line as data: what a player does, checked as far as no deck is needed.

use std::fmt::Write;

use crate::error::Result;

use super::expr::Expr;
use super::order::Order;
use super::what::What;
use super::{Vocabulary, read};

/// Who takes the first turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum On {
    /// You.
    Play,
    /// The opponent.
    #[default]
    Draw,
    /// Chance decides in each game.
    Random,
}

impl On {
    pub(super) const NAMES: [(&'static str, Self); 3] =
        [("play", Self::Play), ("draw", Self::Draw), ("random", Self::Random)];

    /// How a line spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Draw => "draw",
            Self::Random => "random",
        }
    }
}

/// What a card name that the deck lacks is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Missing {
    /// An error.
    #[default]
    Error,
    /// No card.
    Ok,
}

impl Missing {
    pub(super) const NAMES: [(&'static str, Self); 2] = [("error", Self::Error), ("ok", Self::Ok)];

    /// How a line spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Ok => "ok",
        }
    }
}

/// An expression of kind bool, with the text that it was read from. Equal where the expressions are.
#[derive(Debug, Clone)]
pub struct Condition {
    /// As it was typed: the positions of `expr` count in it.
    pub text: String,
    /// What it says.
    pub expr: Expr,
}

impl PartialEq for Condition {
    fn eq(&self, other: &Self) -> bool {
        self.expr == other.expr
    }
}

impl Eq for Condition {}

/// A name for several cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// A lower-case word that means nothing else.
    pub name: String,
    /// The group holds what is any of these. Words are no groups but those before this one.
    pub members: Vec<What>,
}

/// What is taken where there is a choice; `None`: left out, so that the default of the decision point holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prefer {
    /// What goes to the bottom after a mulligan. No entry is `"*"`.
    pub bottom: Option<Order>,
    /// What dredges. Empty: nothing does.
    pub dredge: Option<Order>,
    /// What is discarded. No entry is `"*"`.
    pub discard: Option<Order>,
    /// Whether Serum Powder is used.
    pub serum_powder: bool,
}

/// What a player does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineSpec {
    /// What it is called.
    pub name: Option<String>,
    /// The format that it is made for; for readers only.
    pub format: Option<String>,
    /// Who begins.
    pub on: On,
    /// Which hands are kept; `None`: every hand.
    pub keep: Option<Condition>,
    /// A hand of this many cards is kept (0 to 7).
    pub mulligan_to: u8,
    /// What a name is that the deck lacks.
    pub missing: Missing,
    /// In the order of the text.
    pub groups: Vec<Group>,
    /// What is taken where there is a choice.
    pub prefer: Prefer,
    /// When a draw may be dredged; `None`: always.
    pub dredge_when: Option<Condition>,
    /// Ends the game at the first moment of decision at which it holds.
    pub stop: Option<Condition>,
}

impl Default for LineSpec {
    /// What a line is that says nothing: on the draw, every hand is kept, every draw is dredged.
    fn default() -> Self {
        Self {
            name: None,
            format: None,
            on: On::default(),
            keep: None,
            mulligan_to: 1,
            missing: Missing::default(),
            groups: Vec::new(),
            prefer: Prefer::default(),
            dredge_when: None,
            stop: None,
        }
    }
}

impl LineSpec {
    /// Reads TOML. `source` names the text in errors (`source:LINE`); where it is empty they say `line LINE`.
    ///
    /// # Errors
    /// [`crate::error::Error::Line`] with the place of the first fault.
    pub fn parse(text: &str, source: &str, vocabulary: Vocabulary<'_>) -> Result<Self> {
        read::toml(text, source, vocabulary)
    }

    /// Reads JSON with the same keys; nulls are as if left out, and the place of an error is the key.
    ///
    /// # Errors
    /// [`crate::error::Error::Line`] with the key of the first fault.
    pub fn from_json(json: &str, vocabulary: Vocabulary<'_>) -> Result<Self> {
        read::json(json, vocabulary)
    }

    /// The line as TOML, which reads back as an equal line. `on`, `mulligan_to` and `missing` are always written.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        for (key, value) in [("name", &self.name), ("format", &self.format)] {
            if let Some(value) = value {
                put(&mut text, key, &quoted(value));
            }
        }
        put(&mut text, "on", &quoted(self.on.name()));
        put_condition(&mut text, "keep", self.keep.as_ref());
        put(&mut text, "mulligan_to", &self.mulligan_to.to_string());
        put(&mut text, "missing", &quoted(self.missing.name()));
        put_condition(&mut text, "stop", self.stop.as_ref());
        if !self.groups.is_empty() {
            text.push_str("\n[groups]\n");
            for group in &self.groups {
                put(&mut text, &key(&group.name), &list(&group.members));
            }
        }
        let Prefer { bottom, dredge, discard, serum_powder } = &self.prefer;
        if self.prefer != Prefer::default() {
            text.push_str("\n[prefer]\n");
            for (key, order) in [("bottom", bottom), ("dredge", dredge), ("discard", discard)] {
                if let Some(order) = order {
                    put(&mut text, key, &list(&order.0));
                }
            }
            if *serum_powder {
                put(&mut text, "serum_powder", "true");
            }
        }
        if self.dredge_when.is_some() {
            text.push_str("\n[dredge]\n");
            put_condition(&mut text, "when", self.dredge_when.as_ref());
        }
        text
    }
}

fn put(text: &mut String, key: &str, value: &str) {
    // Writing to a `String` cannot fail.
    let _ = writeln!(text, "{key} = {value}");
}

fn put_condition(text: &mut String, key: &str, condition: Option<&Condition>) {
    if let Some(condition) = condition {
        put(text, key, &quoted(&condition.expr.to_string()));
    }
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn key(name: &str) -> String {
    let bare = name.chars().all(|char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_'));
    if bare { name.to_owned() } else { quoted(name) }
}

fn list<T: ToString>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(&item.to_string())).collect();
    format!("[{}]", items.join(", "))
}
