//! The cleanup step (514).

use super::{Game, Log, Player};
use crate::source::Source;
use crate::state::{Who, Zone};

/// The maximum hand size (402.2).
const MOST_IN_HAND: u32 = 7;

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// 514.1: the active player `who` discards down to the maximum hand size.
    #[inline(always)]
    pub(super) fn cleanup(&mut self, who: Who) {
        let hand = self.state.zone(who, Zone::Hand).len();
        if hand > MOST_IN_HAND {
            self.discard(who, hand - MOST_IN_HAND);
        }
    }
}
