//! Opening hands and the London mulligan (103.5).

use super::{Game, Log, Note, Opening, Player};
use crate::cardset::Set;
use crate::source::Source;
use crate::state::{Who, Zone};

/// The starting hand size.
const HAND: u32 = 7;

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Draws the opening hand and takes mulligans until it is kept.
    #[inline]
    pub fn open(&mut self, who: Who) {
        let hand = self.deal(who, HAND);
        self.note(|| Note::Hand(who, hand));
        loop {
            let side = self.state.side(who);
            // 103.5: until the hand would be of no cards.
            let more = u32::from(side.mulligans) < HAND;
            let fresh = side.zones[Zone::Hand].meets(self.table.fresh_hand);
            if !more && !fresh {
                break;
            }
            let (player, view) = self.ask();
            match player.opening(view, who, fresh) {
                Opening::FreshHand if fresh => self.fresh_hand(who),
                Opening::Mulligan if more => self.mulligan(who),
                Opening::Keep | Opening::Mulligan | Opening::FreshHand => break,
            }
        }
        let side = self.state.side_mut(who);
        side.opening = side.zones[Zone::Hand];
        let hand = side.zones[Zone::Hand];
        self.note(|| Note::Keep(who, hand));
    }

    /// Draws cards before the game has begun: nothing can replace or count these draws.
    #[inline]
    fn deal(&mut self, who: Who, n: u32) -> Set<W> {
        let side = self.state.side_mut(who);
        let cards = side.library.take_many(who, n, &mut self.source);
        side.zones[Zone::Hand] |= cards;
        if cards.len() < n {
            side.failed_draw = true;
            self.state.unchecked = true;
        }
        cards
    }

    /// Shuffles the hand in, draws seven, and puts one card for each mulligan taken at the bottom.
    fn mulligan(&mut self, who: Who) {
        let side = self.state.side_mut(who);
        let hand = std::mem::take(&mut side.zones[Zone::Hand]);
        side.library.shuffle_in(hand);
        side.failed_draw = false;
        side.mulligans += 1;
        let down = u32::from(side.mulligans);
        let hand = self.deal(who, HAND);
        self.note(|| Note::Mulligan(who, hand));
        for _ in 0..down.min(hand.len()) {
            let (player, view) = self.ask();
            let card = player.bottom(view, who, view.state.side(who).zones[Zone::Hand]);
            let side = self.state.side_mut(who);
            side.zones[Zone::Hand].remove(card);
            side.library.put_at_bottom(card);
            self.note(|| Note::Bottom(who, card));
        }
    }

    /// 103.5b: the hand is exiled and as many cards are drawn.
    fn fresh_hand(&mut self, who: Who) {
        let side = self.state.side_mut(who);
        let hand = std::mem::take(&mut side.zones[Zone::Hand]);
        side.zones[Zone::Exile] |= hand;
        let hand = self.deal(who, hand.len());
        self.note(|| Note::FreshHand(who, hand));
    }
}
