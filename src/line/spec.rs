//! A line as data: what a player does, checked as far as no deck is needed.

use crate::error::Result;

use super::action::{Action, Attack};
use super::expr::Expr;
use super::places::Places;
use super::prefer::Prefer;
use super::what::What;
use super::{Vocabulary, read, write};

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
    /// What is done when, by phase in the order of [`super::action::Phase::ALL`], within a phase in the order of the text.
    pub actions: Vec<Action>,
    /// Which creatures attack.
    pub attack: Attack,
    /// Ends the game at the first moment of decision at which it holds.
    pub stop: Option<Condition>,
    /// Where its keys stand.
    pub places: Places,
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
            actions: Vec::new(),
            attack: Attack::default(),
            stop: None,
            places: Places::default(),
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
        write::toml(self)
    }

    /// The key under which an action stands: `main[0]` is the first of the main phase.
    pub fn key_of(&self, action: usize) -> String {
        let phase = self.actions[action].phase;
        let before = self.actions[..action].iter().filter(|earlier| earlier.phase == phase).count();
        format!("{}[{before}]", phase.name())
    }
}
