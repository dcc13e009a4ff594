//! L4: what a player does: the grammars of `what`, of orders, of expressions and of lines, the plan that a line compiles
//! into, and the player that follows it.

pub mod action;
pub(crate) mod acts;
mod ahead;
mod choices;
mod compile;
mod eval;
pub mod expr;
mod fit;
mod keys;
pub mod least;
mod lexer;
mod named;
pub mod order;
mod parser;
mod places;
mod plan;
pub(crate) mod player;
mod policy;
pub mod prefer;
mod preference;
pub mod presets;
mod reach;
mod read;
mod setup;
pub mod spec;
mod ways;
pub mod what;
mod write;

pub use eval::{Memory, Number, Test, Within};
pub use places::Places;
pub use plan::{MOST_TURNS, Observe, Plan, Request};
pub use player::LinePlayer;
pub use setup::{HAND, LEAST_FULL, Opponent};

#[cfg(test)]
mod tests;

use crate::error::Error;

/// What the grammars must know of the cards that exist.
#[derive(Clone, Copy)]
pub struct Vocabulary<'a> {
    /// Whether a text is the name of a card; asked only about texts that hold `&`, `|`, `~` or a parenthesis.
    pub is_card: &'a dyn Fn(&str) -> bool,
    /// Whether a word is a subtype or a keyword (lower case), so that no group may be called so.
    pub is_taken: &'a dyn Fn(&str) -> bool,
}

/// A fault in an expression. Its text is shown on one line, whatever it was typed on.
fn fault(message: String, text: &str, position: usize) -> Error {
    let text = text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    Error::Expr { message, text, position }
}

/// The known name that somebody may have meant.
pub(crate) fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let name = name.to_lowercase();
    let distances = known.iter().map(|known| (strsim::damerau_levenshtein(known, &name), *known));
    distances.min().filter(|(distance, known)| *distance <= 1 + known.len() / 4).map(|(_, known)| known)
}
