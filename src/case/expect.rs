//! What must be true: `None` is not checked.

use super::{Pool, Zones};

/// What must be true of a position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expect {
    /// Of each player: of you, then of the opponent.
    pub sides: [SideExpect; 2],
    /// The stack, top first.
    pub stack: Option<Vec<String>>,
    /// How many objects are on the stack.
    pub stack_size: Option<u32>,
    /// Of permanents by name: some one of that name must fit.
    pub permanents: Vec<(String, PermanentExpect)>,
}

impl Expect {
    /// Whether nothing is checked.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What must be true of a player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SideExpect {
    /// Of each zone.
    pub zones: Zones<ZoneExpect>,
    /// The life total.
    pub life: Option<i32>,
    /// The floating mana.
    pub mana: Option<Pool>,
    /// Cards drawn this turn.
    pub drawn: Option<u32>,
    /// Whether the player has lost.
    pub lost: Option<bool>,
    /// Whether the player has won.
    pub won: Option<bool>,
}

/// What must be true of a zone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ZoneExpect {
    /// What is in it; in this order only for a library, top first.
    pub cards: Option<Vec<String>>,
    /// How many cards are in it.
    pub size: Option<u32>,
}

/// What must be true of a permanent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PermanentExpect {
    /// Counters of these kinds; others are not checked.
    pub counters: Vec<(String, u32)>,
    /// The damage marked on it.
    pub damage: Option<u32>,
    /// 208
    pub power: Option<i32>,
    /// 208
    pub toughness: Option<i32>,
    /// Whether it is tapped.
    pub tapped: Option<bool>,
}
