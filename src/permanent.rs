//! L2: what a permanent is besides what is printed on it.

use std::ops::{Deref, DerefMut};

use crate::ability::Keyword;
use crate::item::Cast;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Thing};

/// A permanent, or the last that was known of it (608.2h).
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Permanent {
    /// When it entered.
    pub stamp: u32,
    /// Its controller.
    pub controller: Option<Who>,
    /// Tapped.
    pub tapped: bool,
    /// Not controlled since its controller's turn began (302.6).
    pub sick: bool,
    /// Damage marked.
    pub damage: i32,
    /// Dealt damage by a source with deathtouch (704.5h).
    pub deathtouched: bool,
    /// Counters by kind.
    pub counters: Vec<(String, i32)>,
    /// What it is attached to.
    pub host: Option<Aimed>,
    /// When it was attached to that, if it was there before (613.7e).
    pub attached: Option<u32>,
    /// The zone it came from.
    pub from: Option<Zone>,
    /// How it was cast.
    pub cast: Cast,
    /// The print that it copies.
    pub copies: Option<u16>,
    /// Its other face is up (712).
    pub transformed: bool,
    /// It does not untap in its controller's next untap step.
    pub frozen: bool,
    /// Regeneration shields.
    pub shields: i32,
    /// The last that was known of its owner.
    pub last_owner: Option<Who>,
    /// The last that was known of its power and toughness.
    pub last_size: (i32, i32),
    /// What is seldom to be said of one.
    pub notes: Notes,
}

/// What is seldom to be said of a permanent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Noted {
    /// A colour, name or type that was chosen as it entered.
    pub chosen: Option<String>,
    /// It does not untap in untap steps as long as these are under the control of these players.
    pub held: Vec<(Thing, Who)>,
    /// The last that was known of its keywords that bear on the damage that it deals (120.3).
    pub last_keywords: Vec<Keyword>,
    /// Cards exiled with it.
    pub exiled: Vec<Thing>,
    /// The turn in which an ability of it that works once a turn was used.
    pub used: Vec<(usize, u32)>,
}

/// The same, where there is anything to say.
#[derive(Debug, Clone, Default)]
pub struct Notes(Option<Box<Noted>>);

impl Deref for Notes {
    type Target = Noted;

    #[inline]
    fn deref(&self) -> &Noted {
        static NOTHING: Noted = Noted {
            chosen: None,
            held: Vec::new(),
            exiled: Vec::new(),
            used: Vec::new(),
            last_keywords: Vec::new(),
        };
        self.0.as_deref().unwrap_or(&NOTHING)
    }
}

impl DerefMut for Notes {
    fn deref_mut(&mut self) -> &mut Noted {
        self.0.get_or_insert_default()
    }
}

impl PartialEq for Notes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Notes {}

impl Permanent {
    /// Whether nothing is on it or about it that makes it other than it is printed.
    pub fn is_plain(&self) -> bool {
        self.counters.is_empty() && self.host.is_none() && !self.cast.is_common()
    }
}
