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
    #[error("{message}, at position {position} of `{}`", around(text, *position))]
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
    /// A step that is not allowed.
    #[error("{0}")]
    Illegal(String),
    /// A fault of the engine itself.
    #[error("{0}")]
    Fault(String),
    /// A deck that cannot be played.
    #[error("{0}")]
    Deck(String),
    /// An argument out of its range.
    #[error("{0}")]
    Argument(String),
}

/// The part of a text around a position, in characters; the whole of it unless it is very long.
fn around(text: &str, position: usize) -> String {
    /// Shown before and after.
    const WINDOW: usize = 60;
    let count = text.chars().count();
    if count <= 4 * WINDOW {
        return text.to_owned();
    }
    let (start, end) = (position.saturating_sub(WINDOW), position.saturating_add(WINDOW).min(count));
    let shown: String = text.chars().take(end).skip(start).collect();
    let (before, after) = (if start > 0 { "…" } else { "" }, if end < count { "…" } else { "" });
    format!("{before}{shown}{after}")
}

/// What fallible functions of this crate return.
pub type Result<T> = std::result::Result<T, Error>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_expression_is_shown_around_its_fault() {
        let told = |text: &str, position| {
            let message = "wrong".to_owned();
            Error::Expr { message, text: text.to_owned(), position }.to_string()
        };
        assert_eq!(told("turn +", 6), "wrong, at position 6 of `turn +`");
        let long = format!("{}é{}", "a".repeat(1000), "b".repeat(1000));
        let (before, after) = ("a".repeat(60), "b".repeat(59));
        assert_eq!(told(&long, 1000), format!("wrong, at position 1000 of `…{before}é{after}…`"));
        assert_eq!(told(&long, 0), format!("wrong, at position 0 of `{before}…`"));
        assert_eq!(told(&long, 2001), format!("wrong, at position 2001 of `…{}`", "b".repeat(60)));
        assert_eq!(told(&long, usize::MAX - 60), format!("wrong, at position {} of `…`", usize::MAX - 60));
    }
}
