//! L5: rules cases: a small position, what is done in it, and what must be true afterwards, as plain data.
//!
//! [`read`] turns a file into [`Case`]s and [`write()`] a case into a file; [`run`] plays one at a [`Table`] and says what differed; a [`Report`] counts.
//! What plays the steps is a table; nothing here knows a rule of the game.

mod check;
mod differ;
mod expect;
mod mana;
mod named;
mod names;
mod plain;
mod position;
mod read;
mod start;
mod step;
mod write;

pub use check::{Answer, Outcome, Report, Table, run};
pub use differ::differences;
pub use expect::{Expect, PermanentExpect, SideExpect, ZoneExpect};
pub use mana::{Bill, Pool};
pub use named::{Named, place_word, step_word, who_word};
pub use position::{Permanent, Position, Side, Zones};
pub use read::{distinct, read, start_from_json, step_from_json};
pub use start::{FILLER, PermanentStart, SideStart, Start};
pub use step::{Activate, Cast, Choice, Choices, Many, Replicate, Step, Verb};
pub use write::write;

#[cfg(test)]
mod tests;

/// One case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Its name, in lower case with hyphens; no other case has it.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// The numbers of the rules that it rests on.
    pub rules: Vec<String>,
    /// The position at the start.
    pub start: Start,
    /// What is done, in order.
    pub steps: Vec<Placed<Step>>,
    /// What must be true at the end.
    pub expect: Expect,
    /// Whether a failure is only told, not counted.
    pub stretch: bool,
    /// Fixes the order after each shuffle.
    pub seed: u64,
    /// `file:line`, or `line 3`: where it begins.
    pub place: String,
}

/// Something that was read, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed<T> {
    /// The line of the file, from 1.
    pub line: usize,
    /// What stands there.
    pub value: T,
}
