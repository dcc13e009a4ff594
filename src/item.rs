//! L2: what is on the stack or will be, how it was cast and what triggered it.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, LazyLock};

use crate::ability::{Ability, Effect, Modes};
use crate::mana::Kinds;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Targets, Thing, Things};

/// How a spell was cast, kept with the permanent that it becomes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CastInfo {
    /// The zone it was cast from; `None`: it was not cast.
    pub from: Option<Zone>,
    /// By which way: "escape", "flashback", "evoke"; none: for its mana cost.
    pub via: Option<String>,
    /// X.
    pub x: i32,
    /// How often it was kicked.
    pub kicked: i32,
    /// Its modes (700.2), which copies have as well.
    pub modes: Modes,
    /// How often each replicate cost was paid.
    pub replicated: Vec<i32>,
    /// Whether buyback was paid.
    pub buyback: bool,
    /// A copy that is not legendary.
    pub common: bool,
    /// How many colours of mana were spent.
    pub colours: i32,
    /// How much mana was spent.
    pub spent: i32,
    /// What was sacrificed, exiled or discarded for it.
    pub paid: Things,
}

impl CastInfo {
    /// 702.138b: cast, which a copy is not, from a graveyard with an escape ability.
    #[must_use]
    pub fn escaped(&self) -> bool {
        self.from == Some(Zone::Graveyard) && self.via.as_deref() == Some("escape")
    }
}

/// How something was cast, shared by all that speak of it; most things were not cast at all.
#[derive(Debug, Clone, Default)]
pub struct Cast(Option<Arc<CastInfo>>);

impl Cast {
    /// Whether it was cast with an X that is not nothing.
    #[inline]
    pub fn has_x(&self) -> bool {
        self.0.as_ref().is_some_and(|info| info.x != 0)
    }

    /// Whether it is a copy that is not legendary.
    #[inline]
    pub fn is_common(&self) -> bool {
        self.0.as_ref().is_some_and(|info| info.common)
    }

    /// This was sacrificed, exiled or discarded for it, too.
    pub fn pay(&mut self, with: Things) {
        if !with.is_empty() {
            self.paid.extend(with);
        }
    }
}

impl From<CastInfo> for Cast {
    fn from(info: CastInfo) -> Self {
        Self(Some(Arc::new(info)))
    }
}

impl Deref for Cast {
    type Target = CastInfo;

    #[inline]
    fn deref(&self) -> &CastInfo {
        static NOT_CAST: LazyLock<CastInfo> = LazyLock::new(CastInfo::default);
        self.0.as_deref().unwrap_or(&NOT_CAST)
    }
}

impl DerefMut for Cast {
    fn deref_mut(&mut self) -> &mut CastInfo {
        Arc::make_mut(self.0.get_or_insert_default())
    }
}

impl PartialEq for Cast {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Cast {}

/// Something on the stack.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its number.
    pub id: u32,
    /// What it is.
    pub kind: ItemKind,
    /// Its controller.
    pub controller: Who,
    /// Its targets, for each target phrase.
    pub targets: Targets,
    /// How it was cast or activated.
    pub cast: Cast,
    /// What triggered it.
    pub event: EventInfo,
}

/// What an item is.
#[derive(Debug, Clone, PartialEq)]
pub enum ItemKind {
    /// A spell: the card, or the print that a copy is of.
    Spell {
        /// The card; `None`: a copy.
        card: Option<Thing>,
        /// The print.
        print: u16,
    },
    /// An activated or triggered ability.
    Ability {
        /// Its source.
        source: Thing,
        /// The ability.
        ability: &'static Ability,
        /// Whether it triggered.
        triggered: bool,
    },
    /// A delayed trigger, or one that a rule makes.
    Effect {
        /// Its source.
        source: Thing,
        /// The name that it goes by.
        print: u16,
        /// What it does.
        effect: &'static Effect,
    },
}

/// What is known of an event that triggered something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EventInfo {
    /// The object that it was about.
    pub it: Option<Aimed>,
    /// Its number.
    pub amount: i32,
    /// The player that it was about.
    pub who: Option<Who>,
    /// The types of the mana that was produced.
    pub mana: Kinds,
}

/// A trigger that waits to be put on the stack (603.3).
#[derive(Debug, Clone, PartialEq)]
pub struct Waiting {
    /// What it will be.
    pub kind: ItemKind,
    /// Its controller.
    pub controller: Who,
    /// What triggered it.
    pub event: EventInfo,
    /// How its source was cast.
    pub cast: Cast,
}
