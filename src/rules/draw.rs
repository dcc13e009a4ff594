//! Drawing (121) and dredge, which replaces it (702.52).

use super::event::{Draw, Mill};
use super::{Game, Log, Note, Player};
use crate::cardset::Set;
use crate::source::Source;
use crate::state::{Who, Zone};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Draws `n` cards, one at a time, each of which may be replaced (121.2).
    #[inline(always)]
    pub fn draw(&mut self, who: Who, n: u32) {
        for _ in 0..n {
            self.happen(Draw(who));
        }
    }

    /// One card is drawn.
    #[inline(always)]
    pub(super) fn draw_card(&mut self, who: Who) {
        let card = self.state.take_many(who, 1, self.source);
        if card.is_empty() {
            // 121.4: attempted all the same; the loss comes with the next check (704.5b).
            self.state.side_mut(who).failed_draw = true;
            self.state.attention = true;
            self.note(|| Note::FailedDraw(who));
        } else {
            *self.state.zone_mut(who, Zone::Hand) |= card;
            self.state.side_mut(who).drawn += 1;
            self.note(|| Note::Draw(who, card));
        }
    }

    /// Which card replaces the draw, if its owner wants one to (616.1).
    #[inline(always)]
    pub(super) fn choose_dredge(&mut self, who: Who) -> Option<Set<W>> {
        // 702.52a: only in its owner's graveyard.
        let there = self.state.zone(who, Zone::Graveyard) & self.table.dredgers;
        if there.is_empty() {
            return None;
        }
        // 702.52b: with fewer cards in the library than it mills, a card cannot be dredged.
        let library = self.state.zone(who, Zone::Library).len();
        let able = if library < u32::from(self.table.most_dredge) {
            self.table.dredgers_up_to(library, there)
        } else {
            there
        };
        if able.is_empty() {
            return None;
        }
        let (player, view) = self.ask();
        let card = player.dredge(view, who, able);
        (!card.is_empty()).then_some(card)
    }

    /// 702.52a: mills, then returns the card from the graveyard to the hand.
    #[inline(always)]
    pub(super) fn dredge(&mut self, who: Who, card: Set<W>) {
        self.note(|| Note::Dredge(who, card.lowest()));
        self.happen(Mill(who, u32::from(self.table.dredge(card.lowest()))));
        *self.state.zone_mut(who, Zone::Graveyard) ^= card;
        *self.state.zone_mut(who, Zone::Hand) |= card;
        self.state.side_mut(who).dredged += 1;
    }
}
