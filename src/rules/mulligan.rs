//! Opening hands and the London mulligan (103.5).

use super::{Game, Log, Note, Opening, Player};
use crate::cardset::Set;
use crate::source::Source;
use crate::state::{Who, Zone};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Draws the opening hand of so many cards and takes mulligans until it is kept.
    #[inline(always)]
    pub fn open(&mut self, who: Who, size: u32) {
        let hand = self.deal(who, size);
        self.note(|| Note::Hand(who, hand));
        loop {
            // 103.5: until the hand would be of no cards.
            let more = u32::from(self.state.side(who).mulligans) < size;
            let fresh = self.state.zone(who, Zone::Hand).meets(self.table.fresh_hand);
            if !more && !fresh {
                break;
            }
            let (player, view) = self.ask();
            match player.opening(view, who, fresh) {
                Opening::FreshHand if fresh => self.fresh_hand(who),
                Opening::Mulligan if more => self.mulligan(who, size),
                Opening::Keep | Opening::Mulligan | Opening::FreshHand => break,
            }
        }
        self.state.side_mut(who).library.deal_ahead(self.table.lots);
        let hand = self.state.zone(who, Zone::Hand);
        self.note(|| Note::Keep(who, hand));
    }

    /// Draws cards before the game has begun: nothing can replace or count these draws.
    #[inline(always)]
    fn deal(&mut self, who: Who, n: u32) -> Set<W> {
        let cards = self.state.take_many(who, n, self.source);
        *self.state.zone_mut(who, Zone::Hand) |= cards;
        self.hold_opening(who);
        if cards.len() < n {
            self.state.side_mut(who).failed_draw = true;
            self.state.attention = true;
        }
        cards
    }

    /// Keeps in mind what the opening hand is, should it be kept.
    #[inline(always)]
    fn hold_opening(&mut self, who: Who) {
        if who == Who::You {
            *self.state.opening_mut() = self.state.zone(who, Zone::Hand);
        }
    }

    /// Shuffles the hand in, draws as many, and puts one card for each mulligan taken at the bottom.
    #[inline(always)]
    fn mulligan(&mut self, who: Who, size: u32) {
        let hand = std::mem::take(self.state.zone_mut(who, Zone::Hand));
        self.state.shuffle_in(who, hand);
        let side = self.state.side_mut(who);
        side.failed_draw = false;
        side.mulligans += 1;
        let down = u32::from(side.mulligans);
        let hand = self.deal(who, size);
        self.note(|| Note::Mulligan(who, hand));
        for _ in 0..down.min(hand.len()) {
            let (player, view) = self.ask();
            let card = player.bottom(view, who, view.state.zone(who, Zone::Hand));
            self.state.zone_mut(who, Zone::Hand).remove(card);
            self.state.put_at_bottom(who, card);
            self.hold_opening(who);
            self.note(|| Note::Bottom(who, card));
        }
    }

    /// 103.5b: the hand is exiled and as many cards are drawn.
    #[inline(always)]
    fn fresh_hand(&mut self, who: Who) {
        let hand = std::mem::take(self.state.zone_mut(who, Zone::Hand));
        *self.state.zone_mut(who, Zone::Exile) |= hand;
        let hand = self.deal(who, hand.len());
        self.note(|| Note::FreshHand(who, hand));
    }
}
