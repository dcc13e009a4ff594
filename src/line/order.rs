//! Orders of preference: what is taken first where a player chooses among cards.

use std::fmt;

use crate::error::Result;

use super::fault;
use super::what::What;

/// What an entry of an order is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Pick {
    /// These cards.
    These(What),
    /// `"*"`, at the end: everything that no entry before it names.
    Rest,
}

/// One entry of an order: `"Dread Return"`, `"land > 2"`, `"*"`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Which cards.
    pub pick: Pick,
    /// It applies while more than this many of them are in the zone chosen from.
    pub keep: u8,
}

/// An order of preference: earlier entries first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Order(
    /// No two say the same, and none comes too late to apply.
    pub Vec<Entry>,
);

impl Entry {
    /// Reads one entry. `is_card` as in [`What::parse`].
    ///
    /// # Errors
    /// [`crate::error::Error::Expr`] with the position of the fault.
    pub fn parse(text: &str, is_card: &dyn Fn(&str) -> bool) -> Result<Self> {
        if text.trim() == "*" {
            return Ok(Self { pick: Pick::Rest, keep: 0 });
        }
        let chars: Vec<(usize, char)> = text.chars().enumerate().collect();
        let Some(sign) = chars.iter().rposition(|&(_, char)| char == '>') else {
            return Ok(Self { pick: Pick::These(What::parse(text, is_card)?), keep: 0 });
        };
        let number: String = chars[sign + 1..].iter().map(|&(_, char)| char).collect();
        let Ok(keep) = number.trim().parse::<u8>() else {
            return Err(fault("a number from 0 to 255 must follow `>`".to_owned(), text, sign + 1));
        };
        let what: String = chars[..sign].iter().map(|&(_, char)| char).collect();
        if what.trim() == "*" {
            return Err(fault("`*` is everything else and takes no `>`".to_owned(), text, sign));
        }
        Ok(Self { pick: Pick::These(What::parse_chars(&chars[..sign], text, is_card)?), keep })
    }
}

impl Order {
    /// An order of entries that have been read; or the index of the first that can never apply, and why.
    ///
    /// # Errors
    /// An entry that an earlier one makes idle: the same cards with no smaller number, or anything behind `"*"`.
    pub fn new(entries: Vec<Entry>) -> std::result::Result<Self, (usize, String)> {
        for (index, entry) in entries.iter().enumerate() {
            let idle = |other: &&Entry| {
                other.pick == Pick::Rest || (other.pick == entry.pick && other.keep <= entry.keep)
            };
            if let Some(other) = entries[..index].iter().find(idle) {
                let message = if other == entry {
                    format!("`{entry}` stands there twice: leave one out")
                } else {
                    format!("`{entry}` can never apply behind `{other}`: leave it out")
                };
                return Err((index, message));
            }
        }
        Ok(Self(entries))
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.pick {
            Pick::Rest => f.write_str("*"),
            Pick::These(what) if self.keep == 0 => write!(f, "{what}"),
            Pick::These(what) => write!(f, "{what} > {}", self.keep),
        }
    }
}
