//! L2: what an ability, a choice or a target may mean.

use smallvec::{Array, SmallVec};

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

/// Objects in some order. So many are seldom together that they would need the heap.
pub type Things = SmallVec<[Thing; 8]>;

/// These, and those after them.
pub fn join(these: &mut Things, those: Things) {
    if these.is_empty() {
        *these = those;
    } else {
        these.extend(those);
    }
}

/// A few things in a list: pushed one by one they are there sooner than collected.
#[inline]
pub fn listed<A: Array>(few: impl IntoIterator<Item = A::Item>) -> SmallVec<A> {
    let mut all = SmallVec::new();
    few.into_iter().for_each(|one| all.push(one));
    all
}

/// What may be targeted or chosen, some of it in some order.
pub type Meant = SmallVec<[Aimed; 4]>;

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

/// The targets of something, for each target phrase.
pub type Targets = SmallVec<[Meant; 1]>;
