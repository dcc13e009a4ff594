//! A game as a case sees it.

use crate::ability::Place;
use crate::state::Who;

use super::{Expect, Pool, SideExpect, ZoneExpect};

/// Everything of a game that a case can check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Position {
    /// What each player has: yours, then the opponent's.
    pub sides: [Side; 2],
    /// Top first: `NAME`, `NAME (copy)`, `NAME (trigger)`, `NAME (ability)`.
    pub stack: Vec<String>,
    /// Every permanent.
    pub permanents: Vec<Permanent>,
}

/// What one player has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Side {
    /// The names in each zone: the library top first, the battlefield by controller.
    pub zones: Zones<Vec<String>>,
    /// The life total.
    pub life: i32,
    /// The floating mana.
    pub mana: Pool,
    /// Cards drawn this turn.
    pub drawn: u32,
    /// Whether the player has lost.
    pub lost: bool,
    /// Whether the player has won.
    pub won: bool,
}

/// A permanent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Permanent {
    /// `NAME`, or `NAME token`.
    pub name: String,
    /// Who controls it.
    pub controller: Who,
    /// Counters by kind.
    pub counters: Vec<(String, u32)>,
    /// The damage marked on it.
    pub damage: u32,
    /// `None`: it has no power.
    pub power: Option<i32>,
    /// `None`: it has no toughness.
    pub toughness: Option<i32>,
    /// Whether it is tapped.
    pub tapped: bool,
}

impl Permanent {
    /// How many counters of a kind it has.
    pub fn counters_of(&self, kind: &str) -> u32 {
        self.counters.iter().filter(|(other, _)| other == kind).map(|(_, number)| number).sum()
    }
}

/// Something for each zone of one player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Zones<T> {
    /// 401
    pub library: T,
    /// 402
    pub hand: T,
    /// 404
    pub graveyard: T,
    /// 406
    pub exile: T,
    /// 408
    pub command: T,
    /// 403
    pub battlefield: T,
}

impl<T> Zones<T> {
    /// Each zone with what is there.
    pub fn iter(&self) -> impl Iterator<Item = (Place, &T)> {
        [
            (Place::Library, &self.library),
            (Place::Hand, &self.hand),
            (Place::Graveyard, &self.graveyard),
            (Place::Exile, &self.exile),
            (Place::Command, &self.command),
            (Place::Battlefield, &self.battlefield),
        ]
        .into_iter()
    }

    /// What is in a zone; `None` for the stack, which is nobody's.
    pub fn get(&self, place: Place) -> Option<&T> {
        match place {
            Place::Library => Some(&self.library),
            Place::Hand => Some(&self.hand),
            Place::Graveyard => Some(&self.graveyard),
            Place::Exile => Some(&self.exile),
            Place::Command => Some(&self.command),
            Place::Battlefield => Some(&self.battlefield),
            Place::Stack => None,
        }
    }

    /// As [`Self::get`], to be changed.
    pub fn get_mut(&mut self, place: Place) -> Option<&mut T> {
        match place {
            Place::Library => Some(&mut self.library),
            Place::Hand => Some(&mut self.hand),
            Place::Graveyard => Some(&mut self.graveyard),
            Place::Exile => Some(&mut self.exile),
            Place::Command => Some(&mut self.command),
            Place::Battlefield => Some(&mut self.battlefield),
            Place::Stack => None,
        }
    }
}

impl Position {
    /// A check that this position passes; of permanents it says nothing.
    pub(super) fn as_expected(&self) -> Expect {
        let sides = self.sides.each_ref().map(|side| {
            let mut expect = SideExpect {
                life: Some(side.life),
                mana: Some(side.mana),
                drawn: Some(side.drawn),
                lost: Some(side.lost),
                won: Some(side.won),
                ..SideExpect::default()
            };
            for (place, cards) in side.zones.iter() {
                if let Some(zone) = expect.zones.get_mut(place) {
                    *zone = ZoneExpect { cards: Some(cards.clone()), size: None };
                }
            }
            expect
        });
        Expect { sides, stack: Some(self.stack.clone()), ..Expect::default() }
    }
}
