//! Discarding (701.9).

use super::{Event, Game, Log, Note, Player};
use crate::cardset::Set;
use crate::source::Source;
use crate::state::{Who, Zone};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Discards `n` cards of the player's choice together, or as many as there are.
    #[inline]
    pub fn discard(&mut self, who: Who, n: u32) {
        let hand = self.state.side(who).zones[Zone::Hand];
        let mut chosen = Set::EMPTY;
        for _ in 0..n.min(hand.len()) {
            let (player, view) = self.ask();
            chosen.insert(player.discard(view, who, hand - chosen));
        }
        self.happen(Event::Discard(who, chosen));
    }

    #[inline]
    pub(super) fn discard_cards(&mut self, who: Who, cards: Set<W>) {
        let side = self.state.side_mut(who);
        side.zones[Zone::Hand] -= cards;
        side.zones[Zone::Graveyard] |= cards;
        self.note(|| Note::Discard(who, cards));
    }
}
