//! The gate that every event passes: it is proposed, the replacement effects that apply to it are offered, and what is
//! left of it happens.

use super::{Game, Log, Player};
use crate::cardset::{Obj, Set};
use crate::source::Source;
use crate::state::Who;

/// What is about to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<const W: usize> {
    /// One card is drawn (121.2: drawing several is several events).
    Draw(Who),
    /// So many cards are milled as one event (701.17a).
    Mill(Who, u32),
    /// Cards in hand are discarded together.
    Discard(Who, Set<W>),
}

/// A replacement effect that the affected player chose to apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Replacement {
    /// 702.52a
    Dredge(Who, Obj),
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Lets an event happen, or what replaces it: the replaced event never happens (614.6).
    #[inline]
    pub fn happen(&mut self, event: Event<W>) {
        match self.replacement(event) {
            Some(Replacement::Dredge(who, card)) => self.dredge(who, card),
            None => match event {
                Event::Draw(who) => self.draw_card(who),
                Event::Mill(who, n) => self.mill_cards(who, n),
                Event::Discard(who, cards) => self.discard_cards(who, cards),
            },
        }
    }

    /// What the affected player chooses among the replacement effects that apply (616.1); a dredge may be declined.
    #[inline]
    fn replacement(&mut self, event: Event<W>) -> Option<Replacement> {
        match event {
            Event::Draw(who) => self.choose_dredge(who).map(|card| Replacement::Dredge(who, card)),
            Event::Mill(..) | Event::Discard(..) => None,
        }
    }
}
