//! What can be wrong with what a user typed: one enum, mapped to Python's exceptions in one place.

use thiserror::Error;

/// A fault in the input. Its message is one line: what is wrong, where, and what would mend it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Error {
    /// A card name that the catalogue does not hold, or a card that cannot be read.
    #[error("{message}")]
    Card {
        /// The whole message.
        message: String,
        /// The nearest names, best first.
        near: Vec<String>,
    },
    /// An expression that cannot be read.
    #[error("{message}, at position {position} of `{text}`")]
    Expr {
        /// What is wrong, and what would mend it.
        message: String,
        /// The expression as it was given.
        text: String,
        /// Where in the text, in characters from 0.
        position: usize,
    },
    /// A line that cannot be read, or that does not fit its deck.
    #[error("{place}: {message}")]
    Line {
        /// What is wrong, and what would mend it.
        message: String,
        /// `file:line`, `line 3`, or the key.
        place: String,
    },
    /// A rules case that cannot be read.
    #[error("{place}: {message}")]
    Case {
        /// Which case, what is wrong with it, and what would mend it.
        message: String,
        /// `file:line`, or `line 3`.
        place: String,
    },
    /// A deck that cannot be played.
    #[error("{0}")]
    Deck(String),
    /// An argument out of its range.
    #[error("{0}")]
    Argument(String),
}

/// What fallible functions of this crate return.
pub type Result<T> = std::result::Result<T, Error>;
