//! The gate that every event passes: it is proposed, the replacement effects that apply to it are offered, and what is
//! left of it happens.

use super::{Game, Log, Player};
use crate::cardset::Set;
use crate::source::Source;
use crate::state::Who;

/// One card is drawn (121.2: drawing several is several events).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw(pub Who);

/// So many cards are milled as one event (701.17a).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mill(pub Who, pub u32);

/// Cards in hand are discarded together (701.9a).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Discard<const W: usize>(pub Who, pub Set<W>);

/// What is about to happen. Each kind is a type of its own, so that a kind which nothing can replace costs nothing.
pub(super) trait Event<const W: usize>: Copy {
    /// An effect that replaces such an event.
    type Replacement;

    /// What the affected player chooses among the replacement effects that apply (616.1); some may be declined.
    fn replacement<P: Player<W>, S: Source, L: Log<W>>(
        self,
        game: &mut Game<'_, W, P, S, L>,
    ) -> Option<Self::Replacement>;

    /// What happens instead.
    fn replace<P: Player<W>, S: Source, L: Log<W>>(
        self,
        by: Self::Replacement,
        game: &mut Game<'_, W, P, S, L>,
    );

    /// The event itself.
    fn perform<P: Player<W>, S: Source, L: Log<W>>(self, game: &mut Game<'_, W, P, S, L>);
}

/// No effect that the engine plays replaces such an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nothing {}

impl<const W: usize> Event<W> for Draw {
    /// The card that is dredged (702.52a).
    type Replacement = Set<W>;

    #[inline(always)]
    fn replacement<P: Player<W>, S: Source, L: Log<W>>(
        self,
        game: &mut Game<'_, W, P, S, L>,
    ) -> Option<Set<W>> {
        game.choose_dredge(self.0)
    }

    #[inline(always)]
    fn replace<P: Player<W>, S: Source, L: Log<W>>(self, by: Set<W>, game: &mut Game<'_, W, P, S, L>) {
        game.dredge(self.0, by);
    }

    #[inline(always)]
    fn perform<P: Player<W>, S: Source, L: Log<W>>(self, game: &mut Game<'_, W, P, S, L>) {
        game.draw_card(self.0);
    }
}

impl<const W: usize> Event<W> for Mill {
    type Replacement = Nothing;

    #[inline(always)]
    fn replacement<P: Player<W>, S: Source, L: Log<W>>(
        self,
        _: &mut Game<'_, W, P, S, L>,
    ) -> Option<Nothing> {
        None
    }

    #[inline(always)]
    fn replace<P: Player<W>, S: Source, L: Log<W>>(self, by: Nothing, _: &mut Game<'_, W, P, S, L>) {
        match by {}
    }

    #[inline(always)]
    fn perform<P: Player<W>, S: Source, L: Log<W>>(self, game: &mut Game<'_, W, P, S, L>) {
        game.mill_cards(self.0, self.1);
    }
}

impl<const W: usize> Event<W> for Discard<W> {
    type Replacement = Nothing;

    #[inline(always)]
    fn replacement<P: Player<W>, S: Source, L: Log<W>>(
        self,
        _: &mut Game<'_, W, P, S, L>,
    ) -> Option<Nothing> {
        None
    }

    #[inline(always)]
    fn replace<P: Player<W>, S: Source, L: Log<W>>(self, by: Nothing, _: &mut Game<'_, W, P, S, L>) {
        match by {}
    }

    #[inline(always)]
    fn perform<P: Player<W>, S: Source, L: Log<W>>(self, game: &mut Game<'_, W, P, S, L>) {
        game.discard_cards(self.0, self.1);
    }
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Lets an event happen, or what replaces it: the replaced event never happens (614.6).
    #[inline(always)]
    pub(super) fn happen<E: Event<W>>(&mut self, event: E) {
        match event.replacement(self) {
            Some(by) => event.replace(by, self),
            None => event.perform(self),
        }
    }
}
