//! A word that says something of what an object is.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::card::{Supertypes, Types};
use crate::mana::Mana;

/// A card type, supertype, subtype or colour, in lower case, or another of the words for what an object is; with what it
/// asks for, found out once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Word {
    text: Box<str>,
    sense: Sense,
}

/// What a word asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// A card type that permanents have (110.4).
    Permanent,
    /// No colour (105.2c).
    Colourless,
    /// More than one (105.2b).
    Multicoloured,
    /// A colour.
    Colour(Mana),
    /// A card type.
    Type(Types),
    /// A supertype.
    Supertype(Supertypes),
    /// One of several creature types (700.12).
    Outlaw,
    /// A subtype.
    Subtype,
}

impl Sense {
    /// Of a word.
    pub fn of(word: &str) -> Self {
        match word {
            "permanent" => Self::Permanent,
            "colorless" => Self::Colourless,
            "multicolored" => Self::Multicoloured,
            "outlaw" => Self::Outlaw,
            _ => Mana::from_word(word)
                .map(Self::Colour)
                .or_else(|| Types::from_word(word).map(Self::Type))
                .or_else(|| Supertypes::from_word(word).map(Self::Supertype))
                .unwrap_or(Self::Subtype),
        }
    }
}

impl Word {
    /// As it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it asks for.
    pub const fn sense(&self) -> Sense {
        self.sense
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Self {
        Self { text: text.into(), sense: Sense::of(text) }
    }
}

impl From<String> for Word {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<Word> for String {
    fn from(word: Word) -> Self {
        word.text.into()
    }
}

/// As it is written: a line finds an ability by the words in it.
impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}
