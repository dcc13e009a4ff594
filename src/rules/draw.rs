//! Drawing (121) and dredge, which replaces it (702.52).

use super::{Event, Game, Log, Note, Player};
use crate::cardset::{Obj, Set};
use crate::source::Source;
use crate::state::{Who, Zone};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Draws `n` cards, one at a time, each of which may be replaced (121.2).
    #[inline]
    pub fn draw(&mut self, who: Who, n: u32) {
        for _ in 0..n {
            self.happen(Event::Draw(who));
        }
    }

    /// One card is drawn.
    #[inline]
    pub(super) fn draw_card(&mut self, who: Who) {
        let side = self.state.side_mut(who);
        if let Some(card) = side.library.take(who, &mut self.source) {
            side.zones[Zone::Hand].insert(card);
            side.drawn = side.drawn.saturating_add(1);
            self.note(|| Note::Draw(who, card));
        } else {
            // 121.4: attempted all the same; the loss comes with the next check (704.5b).
            side.failed_draw = true;
            self.state.unchecked = true;
            self.note(|| Note::FailedDraw(who));
        }
    }

    /// Which card replaces the draw, if its owner wants one to (616.1).
    #[inline]
    pub(super) fn choose_dredge(&mut self, who: Who) -> Option<Obj> {
        let side = self.state.side(who);
        // 702.52a: only in its owner's graveyard.
        let there = side.zones[Zone::Graveyard] & self.table.dredgers;
        if there.is_empty() {
            return None;
        }
        let able = self.able_to_dredge(there, side.library.len());
        if able.is_empty() {
            return None;
        }
        let (player, view) = self.ask();
        player.dredge(view, who, able)
    }

    /// 702.52b: with fewer cards in the library than it mills, a card cannot be dredged.
    #[inline]
    fn able_to_dredge(&self, there: Set<W>, library: u32) -> Set<W> {
        if library >= u32::from(self.table.most_dredge) {
            return there;
        }
        there.into_iter().filter(|&card| u32::from(self.table.dredge(card)) <= library).collect()
    }

    /// 702.52a: mills, then returns the card from the graveyard to the hand.
    #[inline]
    pub(super) fn dredge(&mut self, who: Who, card: Obj) {
        self.note(|| Note::Dredge(who, card));
        self.happen(Event::Mill(who, u32::from(self.table.dredge(card))));
        let side = self.state.side_mut(who);
        side.zones[Zone::Graveyard].remove(card);
        side.zones[Zone::Hand].insert(card);
        side.dredged = side.dredged.saturating_add(1);
    }
}
