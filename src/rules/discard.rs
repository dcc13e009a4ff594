//! Discarding (701.9).

use super::event::Discard;
use super::{Game, Log, Note, Player};
use crate::cardset::Set;
use crate::source::Source;
use crate::state::{Who, Zone};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Discards `n` cards of the player's choice together; so many there are, and one at least.
    #[inline(always)]
    pub fn discard(&mut self, who: Who, n: u32) {
        let hand = self.state.zone(who, Zone::Hand);
        let (player, view) = self.ask();
        let chosen = player.discard(view, who, hand, n);
        self.happen(Discard(who, chosen));
    }

    #[inline(always)]
    pub(super) fn discard_cards(&mut self, who: Who, cards: Set<W>) {
        *self.state.zone_mut(who, Zone::Hand) ^= cards;
        *self.state.zone_mut(who, Zone::Graveyard) |= cards;
        self.note(|| Note::Discard(who, cards));
    }
}
