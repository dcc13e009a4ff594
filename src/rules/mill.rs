//! Milling (701.17).

use super::{Game, Log, Note, Player};
use crate::source::Source;
use crate::state::{Who, Zone};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Mills `n` cards as one event, or as many as there are (701.17b, 609.3).
    #[inline(always)]
    pub(super) fn mill_cards(&mut self, who: Who, n: u32) {
        let cards = self.state.take_many(who, n, self.source);
        *self.state.zone_mut(who, Zone::Graveyard) |= cards;
        self.state.side_mut(who).milled += cards.len();
        self.note(|| Note::Mill(who, cards));
    }

    /// Whether milling `n` cards can be chosen or paid: not beyond the library (701.17b).
    pub fn can_mill(&self, who: Who, n: u32) -> bool {
        n <= self.state.side(who).library.len()
    }
}
