//! What a log can hold: each event with its rule number. A bulk run keeps none, and pays nothing for it.

use super::deed::Deed;
use crate::cardset::{Obj, Set};
use crate::state::{State, Who};
use crate::thing::Aimed;

/// One event of a game.
#[derive(Debug, Clone, PartialEq)]
pub enum Note<const W: usize> {
    /// A turn begins.
    Turn(Who),
    /// The opening hand is drawn.
    Hand(Who, Set<W>),
    /// A hand is kept.
    Keep(Who, Set<W>),
    /// A mulligan: the new hand, before cards go to the bottom.
    Mulligan(Who, Set<W>),
    /// A card is put at the bottom for a mulligan.
    Bottom(Who, Obj),
    /// The hand is exiled and another drawn.
    FreshHand(Who, Set<W>),
    /// A card is drawn.
    Draw(Who, Set<W>),
    /// A draw from an empty library.
    FailedDraw(Who),
    /// A draw is replaced by dredging this card.
    Dredge(Who, Obj),
    /// Cards are milled.
    Mill(Who, Set<W>),
    /// Cards are discarded.
    Discard(Who, Set<W>),
    /// Cards are looked at, and these of them put elsewhere.
    Scry(Who, Set<W>),
    /// Cards are looked at, and these of them put into the graveyard.
    Surveil(Who, Set<W>),
    /// A library is shuffled.
    Shuffle(Who),
    /// A player loses, by this rule.
    Lose(Who, &'static str),
    /// Anything in a game of spells and permanents.
    Deed(Box<Deed>),
}

impl<const W: usize> Note<W> {
    /// What happened, and the rule it happened by.
    pub const fn name_and_rule(&self) -> (&'static str, &'static str) {
        match self {
            Self::Turn(_) => ("turn", "500.1"),
            Self::Hand(..) => ("hand", "103.5"),
            Self::Keep(..) => ("keep", "103.5"),
            Self::Mulligan(..) => ("mulligan", "103.5"),
            Self::Bottom(..) => ("bottom", "103.5"),
            Self::FreshHand(..) => ("serum_powder", "103.5b"),
            Self::Draw(..) => ("draw", "121.1"),
            Self::FailedDraw(_) => ("failed_draw", "121.4"),
            Self::Dredge(..) => ("dredge", "702.52a"),
            Self::Mill(..) => ("mill", "701.17a"),
            Self::Discard(..) => ("discard", "701.9a"),
            Self::Scry(..) => ("scry", "701.22a"),
            Self::Surveil(..) => ("surveil", "701.25a"),
            Self::Shuffle(_) => ("shuffle", "701.24a"),
            Self::Lose(_, rule) => ("lose", rule),
            Self::Deed(deed) => deed.what.name_and_rule(),
        }
    }

    /// Whom it concerns, and with which cards.
    pub fn who_and_cards(&self) -> (Who, Set<W>) {
        match self {
            Self::Turn(who) | Self::FailedDraw(who) | Self::Lose(who, _) | Self::Shuffle(who) => {
                (*who, Set::EMPTY)
            }
            Self::Dredge(who, card) | Self::Bottom(who, card) => (*who, Set::of(*card)),
            Self::Hand(who, cards)
            | Self::Draw(who, cards)
            | Self::Keep(who, cards)
            | Self::Mulligan(who, cards)
            | Self::FreshHand(who, cards)
            | Self::Mill(who, cards)
            | Self::Scry(who, cards)
            | Self::Surveil(who, cards)
            | Self::Discard(who, cards) => (*who, *cards),
            Self::Deed(deed) => {
                let card =
                    |aimed: &Aimed| if let Aimed::Thing(thing) = aimed { Some(thing.obj) } else { None };
                (deed.who, deed.objects.iter().filter_map(card).collect())
            }
        }
    }
}

/// Who takes notes.
pub trait Log<const W: usize> {
    /// Whether notes are wanted at all.
    const ON: bool;

    /// Takes a note. `state` is the state when the event has happened.
    fn write(&mut self, state: &State<W>, note: Note<W>);

    /// How many notes there are.
    fn mark(&self) -> usize {
        0
    }

    /// Forgets the notes after so many: what they say did not happen.
    fn rewind(&mut self, mark: usize) {
        let _ = mark;
    }
}

/// Keeps no notes.
#[derive(Debug, Clone, Copy)]
pub struct NoLog;

impl<const W: usize> Log<W> for NoLog {
    const ON: bool = false;

    fn write(&mut self, _: &State<W>, _: Note<W>) {}
}
