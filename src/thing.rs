//! L2: what an ability, a choice or a target may mean.

use crate::cardset::Obj;
use crate::state::Who;

/// An object that may since have become another (400.7): its number, and when it came to its zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Thing {
    /// Its number.
    pub obj: Obj,
    /// The time at which it came to its zone.
    pub stamp: u32,
}

/// What may be targeted or chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Aimed {
    /// A player.
    Player(Who),
    /// A card or permanent.
    Thing(Thing),
    /// Something on the stack, by its number.
    Item(u32),
}
