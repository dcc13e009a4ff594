//! A library that is shuffled lazily: the order of the part that nobody knows is decided, a few cards ahead of need,
//! where no player can look. What a player may look at is the set of its cards and the known parts.

use crate::cardset::{Obj, Set};
use crate::rng::LOT;
use crate::source::Source;
use crate::state::Who;

/// A short list of objects with room for every object of the game.
#[derive(Debug, Clone, Copy)]
struct Pile<const W: usize> {
    objects: [[u8; 64]; W],
    len: u8,
}

impl<const W: usize> Pile<W> {
    const EMPTY: Self = Self { objects: [[0; 64]; W], len: 0 };

    #[inline]
    fn as_slice(&self) -> &[u8] {
        &self.objects.as_flattened()[..self.len as usize]
    }

    fn push(&mut self, obj: Obj) {
        self.objects.as_flattened_mut()[self.len as usize] = obj.0;
        self.len += 1;
    }

    fn pop(&mut self) -> Option<Obj> {
        self.len = self.len.checked_sub(1)?;
        Some(Obj(self.objects.as_flattened()[self.len as usize]))
    }

    /// Takes out the object at `at`; the others keep their order.
    fn remove(&mut self, at: usize) -> Obj {
        let len = self.len as usize;
        let objects = self.objects.as_flattened_mut();
        let obj = objects[at];
        objects.copy_within(at + 1..len, at);
        self.len -= 1;
        Obj(obj)
    }

    fn position(&self, obj: Obj) -> Option<usize> {
        self.as_slice().iter().position(|&o| o == obj.0)
    }
}

/// One player's library: a known part on top, the part that nobody knows, a known part at the bottom.
#[derive(Debug, Clone)]
pub struct Library<const W: usize> {
    /// The part that nobody knows, after the cards that have left it: decided up to `dealt`.
    hidden: Pile<W>,
    /// The first card of `hidden` that has not left the library.
    next: u8,
    /// How many cards of `hidden` are decided.
    dealt: u8,
    /// The last is the top card.
    top: Pile<W>,
    /// The first comes right after the hidden part.
    bottom: Pile<W>,
    /// At `i` the first `i` cards of `hidden`, as far as they are decided; there is room for a lot behind the last.
    prefix: [[Set<W>; 128]; W],
}

impl<const W: usize> Library<W> {
    /// No cards.
    pub const EMPTY: Self = Self {
        hidden: Pile::EMPTY,
        next: 0,
        dealt: 0,
        top: Pile::EMPTY,
        bottom: Pile::EMPTY,
        prefix: [[Set::EMPTY; 128]; W],
    };

    /// A shuffled library.
    pub fn shuffled(cards: impl IntoIterator<Item = Obj>) -> Self {
        let mut library = Self::EMPTY;
        for card in cards {
            library.hidden.push(card);
        }
        library
    }

    /// A library whose whole order is known, top first.
    pub fn ordered(cards: &[Obj]) -> Self {
        let mut library = Self::EMPTY;
        for &card in cards.iter().rev() {
            library.put_on_top(card);
        }
        library
    }

    /// Makes it equal to `start`, of which nothing is decided yet, copying only what is in use.
    #[inline(always)]
    pub fn reset(&mut self, start: &Self) {
        if start.hidden.len > 0 {
            self.hidden.objects = start.hidden.objects;
        }
        self.hidden.len = start.hidden.len;
        (self.next, self.dealt) = (start.next, start.dealt);
        if (self.top.len | self.bottom.len | start.top.len | start.bottom.len) > 0 {
            (self.top, self.bottom) = (start.top, start.bottom);
        }
    }

    /// The cards in it.
    pub fn cards(&self) -> Set<W> {
        let parts =
            [&self.hidden.as_slice()[self.next as usize..], self.top.as_slice(), self.bottom.as_slice()];
        parts.into_iter().flatten().map(|&card| Obj(card)).collect()
    }

    /// Its cards, top first, as they lie: of the hidden part in no order that means anything.
    pub fn in_order(&self) -> Vec<Obj> {
        let hidden = &self.hidden.as_slice()[self.next as usize..];
        let parts = self.top.as_slice().iter().rev().chain(hidden).chain(self.bottom.as_slice());
        parts.map(|&card| Obj(card)).collect()
    }

    /// How many cards it holds.
    #[inline(always)]
    pub const fn len(&self) -> u32 {
        self.hidden_len() + self.top.len as u32 + self.bottom.len as u32
    }

    /// Whether it is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline(always)]
    const fn hidden_len(&self) -> u32 {
        (self.hidden.len - self.next) as u32
    }

    /// Decides the next cards of the hidden part: a lot, or all that are left (Fisher and Yates from the front).
    #[inline(never)]
    fn deal(&mut self, who: Who, source: &mut impl Source) {
        let from = self.dealt as usize;
        let lot = source.indices(who, u32::from(self.hidden.len - self.dealt));
        // There is room for a whole lot behind the last card: there the lot says 0.
        let objects = &mut self.hidden.objects.as_flattened_mut()[from..];
        let prefix = &mut self.prefix.as_flattened_mut()[from..];
        if objects.len() < LOT || prefix.len() <= LOT {
            return self.deal_last(lot);
        }
        let mut dealt = prefix[0];
        for i in 0..LOT {
            let there = i + lot[i] as usize;
            let card = objects[there];
            objects[there] = objects[i];
            objects[i] = card;
            dealt.insert(Obj(card));
            prefix[i + 1] = dealt;
        }
        self.dealt = (from + LOT).min(self.hidden.len as usize) as u8;
    }

    /// The same at the end of the room.
    #[cold]
    fn deal_last(&mut self, lot: [u16; LOT]) {
        for at in lot {
            if self.dealt < self.hidden.len {
                let from = self.dealt as usize;
                self.hidden.objects.as_flattened_mut().swap(from, from + at as usize);
                self.dealt += 1;
                self.number_from(from);
            }
        }
    }

    /// Takes the top card off.
    #[inline(always)]
    pub fn take(&mut self, who: Who, source: &mut impl Source) -> Option<Obj> {
        if self.top.len > 0 || self.next == self.hidden.len {
            return self.take_known();
        }
        if self.next == self.dealt {
            self.deal(who, source);
        }
        let card = self.hidden.objects.as_flattened()[self.next as usize % (64 * W)];
        self.next += 1;
        Some(Obj(card))
    }

    /// Takes a card of a known part.
    #[cold]
    fn take_known(&mut self) -> Option<Obj> {
        self.top.pop().or_else(|| (self.bottom.len > 0).then(|| self.bottom.remove(0)))
    }

    /// Takes the top `n` cards off, or all there are, where their order cannot be seen.
    #[inline(always)]
    pub fn take_many(&mut self, who: Who, n: u32, source: &mut impl Source) -> Set<W> {
        if self.top.len > 0 || n > self.hidden_len() {
            return (0..n).map_while(|_| self.take(who, source)).collect();
        }
        let from = self.next as usize;
        let to = from + n as usize;
        while (self.dealt as usize) < to {
            self.deal(who, source);
        }
        self.next = to as u8;
        let prefix = self.prefix.as_flattened();
        prefix[to % (128 * W)] - prefix[from % (128 * W)]
    }

    /// Takes a card out from wherever it lies (a search). Whether it was there.
    pub fn take_out(&mut self, obj: Obj) -> bool {
        let next = self.next as usize;
        if let Some(at) = self.hidden.as_slice()[next..].iter().position(|&card| card == obj.0) {
            // Which card it is tells nothing of the order of the others.
            self.hidden.remove(next + at);
            if next + at < self.dealt as usize {
                self.dealt -= 1;
                self.number_from(next + at);
            }
        } else if let Some(at) = self.top.position(obj) {
            self.top.remove(at);
        } else if let Some(at) = self.bottom.position(obj) {
            self.bottom.remove(at);
        } else {
            return false;
        }
        true
    }

    /// Writes down anew what the first cards are, from place `from` on.
    fn number_from(&mut self, from: usize) {
        let prefix = self.prefix.as_flattened_mut();
        for at in from..self.dealt as usize {
            let mut cards = prefix[at];
            cards.insert(Obj(self.hidden.as_slice()[at]));
            prefix[at + 1] = cards;
        }
    }

    /// Decides and shows the top `n` cards (or all there are), top first. They stay on top.
    pub fn look(&mut self, who: Who, n: u32, source: &mut impl Source) -> Vec<Obj> {
        let cards: Vec<Obj> = (0..n).map_while(|_| self.take(who, source)).collect();
        for &card in cards.iter().rev() {
            self.put_on_top(card);
        }
        cards
    }

    /// Puts a card on top.
    pub fn put_on_top(&mut self, obj: Obj) {
        self.top.push(obj);
    }

    /// Puts a card at the bottom.
    pub fn put_at_bottom(&mut self, obj: Obj) {
        self.bottom.push(obj);
    }

    /// Shuffles cards in.
    pub fn shuffle_in(&mut self, cards: Set<W>) {
        self.shuffle();
        for card in cards {
            self.hidden.push(card);
        }
    }

    /// Forgets what is known or decided of the order (701.24a).
    pub fn shuffle(&mut self) {
        let left = self.next as usize..self.hidden.len as usize;
        self.hidden.len = left.len() as u8;
        self.hidden.objects.as_flattened_mut().copy_within(left, 0);
        (self.next, self.dealt) = (0, 0);
        for pile in [&mut self.top, &mut self.bottom] {
            while let Some(obj) = pile.pop() {
                self.hidden.push(obj);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Keys, Random};
    use proptest::prelude::*;

    fn source() -> Random {
        Random::new(Keys::new(5), 0)
    }

    fn objects(n: u8) -> impl Iterator<Item = Obj> {
        (0..n).map(Obj)
    }

    #[test]
    fn known_parts_come_in_their_order() {
        let mut library: Library<1> = Library::shuffled(objects(3));
        library.put_on_top(Obj(10));
        library.put_on_top(Obj(11));
        library.put_at_bottom(Obj(20));
        library.put_at_bottom(Obj(21));
        let order: Vec<u8> =
            (0..7).filter_map(|_| library.take(Who::You, &mut source())).map(|o| o.0).collect();
        assert_eq!((order[0], order[1], order[5], order[6]), (11, 10, 20, 21));
        assert!(library.is_empty() && library.cards().is_empty());
    }

    #[test]
    fn looking_decides_without_taking() {
        let mut library: Library<1> = Library::shuffled(objects(9));
        let mut source = source();
        let seen = library.look(Who::You, 3, &mut source);
        assert_eq!(library.len(), 9);
        let taken: Vec<Obj> = (0..3).filter_map(|_| library.take(Who::You, &mut source)).collect();
        assert_eq!(seen, taken);
    }

    #[test]
    fn draws_are_value_stable() {
        let mut library: Library<1> = Library::shuffled(objects(60));
        let mut source = source();
        let hand: Vec<u8> = library.take_many(Who::You, 7, &mut source).into_iter().map(|o| o.0).collect();
        let next: Vec<u8> = (0..5).filter_map(|_| library.take(Who::You, &mut source)).map(|o| o.0).collect();
        assert_eq!((hand, next), (vec![0, 19, 21, 31, 35, 40, 57], vec![16, 43, 39, 12, 33]));
    }

    /// All 5 * 4 * 3 ordered draws of three from five, at level 1e-6 (59 degrees of freedom: 129.5).
    #[test]
    fn every_order_is_equally_likely() {
        let mut counts = [0u32; 60];
        let mut source = source();
        for _ in 0..300_000 {
            let mut library: Library<1> = Library::shuffled(objects(5));
            let drawn: Vec<usize> =
                (0..3).filter_map(|_| library.take(Who::You, &mut source)).map(|o| o.index()).collect();
            let rank = |i: usize| drawn[i] - drawn[..i].iter().filter(|&&d| d < drawn[i]).count();
            counts[(rank(0) * 4 + rank(1)) * 3 + rank(2)] += 1;
        }
        let chi: f64 = counts.iter().map(|&n| (f64::from(n) - 5000.0).powi(2) / 5000.0).sum();
        assert!(chi < 129.5, "{chi}");
    }

    #[derive(Debug, Clone)]
    enum Act {
        Take(u8),
        TakeMany(u8),
        TakeOut(u8),
        Look(u8),
        Top,
        Bottom,
        ShuffleIn,
        Shuffle,
    }

    fn act() -> impl Strategy<Value = Act> {
        prop_oneof![
            (0..3u8).prop_map(Act::Take),
            (0..20u8).prop_map(Act::TakeMany),
            (0..80u8).prop_map(Act::TakeOut),
            (0..9u8).prop_map(Act::Look),
            Just(Act::Top),
            Just(Act::Bottom),
            Just(Act::ShuffleIn),
            Just(Act::Shuffle),
        ]
    }

    proptest! {
        /// No card is lost or doubled, whatever is done.
        #[test]
        fn cards_are_conserved(acts in proptest::collection::vec(act(), 0..60)) {
            let mut library: Library<2> = Library::shuffled(objects(70));
            let mut out: Vec<Obj> = vec![];
            let mut source = source();
            for act in acts {
                match act {
                    Act::Take(n) => out.extend((0..n).filter_map(|_| library.take(Who::You, &mut source))),
                    Act::TakeMany(n) => {
                        let before = library.len();
                        let taken = library.take_many(Who::You, u32::from(n), &mut source);
                        prop_assert_eq!(taken.len(), before.min(u32::from(n)));
                        out.extend(taken);
                    }
                    Act::TakeOut(i) => {
                        let there = library.cards().has(Obj(i));
                        prop_assert_eq!(library.take_out(Obj(i)), there);
                        if there { out.push(Obj(i)); }
                    }
                    Act::Look(n) => { library.look(Who::You, u32::from(n), &mut source); }
                    Act::Top => if let Some(o) = out.pop() { library.put_on_top(o) },
                    Act::Bottom => if let Some(o) = out.pop() { library.put_at_bottom(o) },
                    Act::ShuffleIn => { library.shuffle_in(out.iter().copied().collect()); out.clear(); }
                    Act::Shuffle => library.shuffle(),
                }
                prop_assert_eq!(library.len() as usize + out.len(), 70);
                let outside: Set<2> = out.iter().copied().collect();
                prop_assert_eq!(outside.len() as usize, out.len());
                prop_assert!(!outside.meets(library.cards()));
                prop_assert_eq!(library.cards().len(), library.len());
                prop_assert_eq!(library.cards() | outside, Set::range(0, 70));
            }
        }
    }
}
