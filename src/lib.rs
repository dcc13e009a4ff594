//! gravetroll plays Magic: The Gathering decks by the rules, millions of games a second.
//!
//! Layers, each using only those before it: `error`, `rng`, `mana`, `node` (L0); `card`, `ability`, `catalogue` (L1);
//! `cardset`, `by_object`, `library`, `source`, `print`, `look`, `roles`, `waits`, `kept`, `settled`, `thing`, `item`,
//! `permanent`, `field`, `state`, `table` (L2); `rules` (L3); `line` (L4); `sim`, `case` (L5); `python` (L6, behind a feature).

pub mod ability;
pub mod by_object;
pub mod card;
pub mod cardset;
pub mod case;
pub mod catalogue;
pub mod error;
pub mod field;
pub mod item;
pub mod kept;
pub mod library;
pub mod line;
pub mod look;
pub mod mana;
mod node;
pub mod permanent;
pub mod print;
#[cfg(feature = "python")]
mod python;
pub mod rng;
pub mod roles;
pub mod rules;
pub mod settled;
pub mod sim;
pub mod source;
pub mod state;
pub mod table;
pub mod thing;
pub mod waits;

/// Spells and triggers live shortly and on the heap: the allocator of the C library takes three times as long.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
