//! gravetroll plays Magic: The Gathering decks by the rules, millions of games a second.
//!
//! Layers, each using only those before it: `error`, `rng`, `mana` (L0); `card`, `ability`, `catalogue` (L1);
//! `cardset`, `library`, `source`, `state` (L2); `rules` (L3); `line` (L4); `sim` (L5); `python` (L6, behind a feature).

pub mod card;
pub mod catalogue;
pub mod error;
pub mod line;
pub mod mana;
#[cfg(feature = "python")]
mod python;
