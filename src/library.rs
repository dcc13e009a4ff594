//! A library that is shuffled lazily: the order of the part that nobody knows is decided, a few cards ahead of need,
//! where no player can look. What a player may look at is the set of its cards and the known parts.

use smallvec::SmallVec;

use crate::cardset::{Obj, Set};
use crate::rng::LOT;
use crate::source::Source;
use crate::state::Who;

/// A list of objects with room for every object number. Indices that are bytes need no check.
#[derive(Debug, Clone, PartialEq)]
struct Pile {
    /// The first `LOT` places are never used: whoever takes a lot from the end may reach over the beginning.
    objects: [u8; LOT + 256],
    len: u8,
}

impl Pile {
    const EMPTY: Self = Self { objects: [0; LOT + 256], len: 0 };

    #[inline]
    fn as_slice(&self) -> &[u8] {
        &self.objects[LOT..LOT + self.len as usize]
    }

    /// Takes over the objects of `start`, no more than sets of `W` words hold: as many whatever it holds, since a copy of
    /// known size is a few instructions.
    #[inline(always)]
    fn copy<const W: usize>(&mut self, start: &Self) {
        self.len = start.len;
        let used = LOT..LOT + 64 * W;
        self.objects[used.clone()].copy_from_slice(&start.objects[used]);
    }

    #[inline(always)]
    fn push(&mut self, obj: Obj) {
        self.objects[LOT + self.len as usize] = obj.0;
        self.len += 1;
    }

    #[inline(always)]
    fn extend<const W: usize>(&mut self, cards: Set<W>) {
        let mut len = self.len as usize;
        for card in cards {
            self.objects[LOT + len % 256] = card.0;
            len += 1;
        }
        self.len = len as u8;
    }

    fn pop(&mut self) -> Option<Obj> {
        self.len = self.len.checked_sub(1)?;
        Some(Obj(self.objects[LOT + self.len as usize]))
    }

    fn last(&self) -> Option<Obj> {
        self.as_slice().last().map(|&obj| Obj(obj))
    }

    /// Takes out the object at `at`; the others keep their order.
    fn remove(&mut self, at: usize) -> Obj {
        let obj = self.objects[LOT + at];
        self.objects.copy_within(LOT + at + 1..LOT + self.len as usize, LOT + at);
        self.len -= 1;
        Obj(obj)
    }

    fn position(&self, obj: Obj) -> Option<usize> {
        self.as_slice().iter().position(|&o| o == obj.0)
    }
}

/// Cards that leave a library together, in their order.
pub type Cards = SmallVec<[Obj; 16]>;

/// One player's library: a known part on top, the part that nobody knows, a known part at the bottom.
#[derive(Debug, Clone, PartialEq)]
pub struct Library<const W: usize> {
    /// The cards of the part that nobody knows whose order is not decided; nor does their order here mean anything.
    undecided: Pile,
    /// How many cards were decided since the library was shuffled; those not taken yet lie above the undecided ones.
    dealt: u8,
    /// How many of them have left the library.
    next: u8,
    /// So many of the cards decided can be taken without another thought: all, or none but those that have left.
    ready: u8,
    /// How many lots are decided at once.
    lots: u8,
    /// The last is the top card.
    top: Pile,
    /// The first comes right after the part that nobody knows.
    bottom: Pile,
    /// At `i` the first `i` cards decided: the next `n` cards are the difference of two of these. There is room for a
    /// lot behind the last.
    prefix: [Set<W>; 256 + LOT],
}

impl<const W: usize> Library<W> {
    /// No cards.
    pub const EMPTY: Self = Self {
        undecided: Pile::EMPTY,
        dealt: 0,
        next: 0,
        ready: 0,
        lots: 1,
        top: Pile::EMPTY,
        bottom: Pile::EMPTY,
        prefix: [Set::EMPTY; 256 + LOT],
    };

    /// A shuffled library.
    pub fn shuffled(cards: impl IntoIterator<Item = Obj>) -> Self {
        let mut library = Self::EMPTY;
        for card in cards {
            library.undecided.push(card);
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
        (self.dealt, self.next, self.ready, self.lots) = (0, 0, 0, start.lots);
        self.undecided.copy::<W>(&start.undecided);
        (self.top.len, self.bottom.len) = (0, 0);
        if start.top.len > 0 || start.bottom.len > 0 {
            self.reset_known(start);
        }
    }

    #[cold]
    fn reset_known(&mut self, start: &Self) {
        self.top.copy::<W>(&start.top);
        self.bottom.copy::<W>(&start.bottom);
    }

    /// The cards in it.
    pub fn cards(&self) -> Set<W> {
        let parts = [&self.undecided, &self.top, &self.bottom].map(Pile::as_slice);
        self.decided() | parts.into_iter().flatten().map(|&card| Obj(card)).collect()
    }

    /// Its cards, top first, as they lie: of the part that nobody knows in no order that means anything.
    pub fn in_order(&self) -> Vec<Obj> {
        let pile = |pile: &Pile| pile.as_slice().iter().map(|&card| Obj(card)).collect::<Vec<_>>();
        let mut order: Vec<Obj> = pile(&self.top).into_iter().rev().collect();
        order.extend((self.next..self.dealt).filter_map(|i| (self.first(i + 1) - self.first(i)).first()));
        order.extend(pile(&self.undecided));
        order.extend(pile(&self.bottom));
        order
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

    /// How many cards the part holds that nobody knows.
    #[inline(always)]
    const fn hidden_len(&self) -> u32 {
        (self.dealt - self.next) as u32 + self.undecided.len as u32
    }

    /// The cards that are decided and have not left.
    #[inline(always)]
    fn decided(&self) -> Set<W> {
        self.first(self.dealt) - self.first(self.next)
    }

    #[inline(always)]
    const fn first(&self, n: u8) -> Set<W> {
        self.prefix[n as usize]
    }

    /// From now on decides so many lots at once. Many are quicker than one by one as often as they are needed, but lost
    /// where the library is shuffled.
    #[inline]
    pub const fn deal_ahead(&mut self, lots: u8) {
        self.lots = lots;
    }

    /// Decides the next cards of the hidden part: so many lots, or all that are left (Fisher and Yates).
    #[inline(always)]
    fn deal(&mut self, who: Who, lots: u8, source: &mut impl Source) {
        // Bytes, so that no index needs a check.
        let (mut left, mut from) = (self.undecided.len, self.dealt);
        let mut dealt = self.first(from);
        let (objects, prefix) = (&mut self.undecided.objects, &mut self.prefix);
        source.lots(who, u32::from(left), lots, |lot, rest| {
            // Where fewer are left than a lot, it goes on with cards that mean nothing, to places that are not looked at.
            for (i, at) in lot.into_iter().enumerate() {
                let card = objects[LOT + at as usize];
                objects[LOT + at as usize] = objects[LOT - 1 + left as usize - i];
                dealt.insert(Obj(card));
                prefix[from as usize + 1 + i] = dealt;
            }
            (left, from) = (rest as u8, from + (left - rest as u8));
        });
        (self.undecided.len, self.dealt) = (left, from);
        self.make_ready();
    }

    /// Whatever was done to the cards decided, and to those on top of them.
    #[inline(always)]
    const fn make_ready(&mut self) {
        self.ready = if self.top.len == 0 { self.dealt } else { self.next };
    }

    /// Takes the top `n` cards off, or all there are, where their order cannot be seen.
    #[inline(always)]
    pub fn take_many(&mut self, who: Who, n: u32, source: &mut impl Source) -> Set<W> {
        if u32::from(self.next) + n <= u32::from(self.ready) {
            self.take_decided(n)
        } else {
            self.deal_and_take(who, n, source)
        }
    }

    #[inline(always)]
    fn take_decided(&mut self, n: u32) -> Set<W> {
        let from = self.next;
        self.next += n as u8;
        // The former holds the latter.
        self.first(self.next) ^ self.first(from)
    }

    /// The same where some of them are not decided yet.
    #[inline(never)]
    fn deal_and_take(&mut self, who: Who, n: u32, source: &mut impl Source) -> Set<W> {
        if self.top.len == 0 {
            self.deal(who, self.lots, source);
            if u32::from(self.next) + n <= u32::from(self.ready) {
                return self.take_decided(n);
            }
        }
        self.take_rest(who, n, source)
    }

    /// The same where it takes yet more lots, or the known parts.
    #[cold]
    #[inline(never)]
    fn take_rest(&mut self, who: Who, n: u32, source: &mut impl Source) -> Set<W> {
        if self.top.len > 0 || n > self.hidden_len() {
            return (0..n).map_while(|_| self.take(who, source)).collect();
        }
        while u32::from(self.dealt - self.next) < n {
            self.deal(who, 1, source);
        }
        self.take_decided(n)
    }

    /// Takes the top card off.
    #[cold]
    pub fn take(&mut self, who: Who, source: &mut impl Source) -> Option<Obj> {
        if self.next < self.ready {
            self.take_decided(1).first()
        } else if self.top.len > 0 {
            let card = self.top.pop();
            self.make_ready();
            card
        } else if self.hidden_len() > 0 {
            self.take_rest(who, 1, source).first()
        } else {
            (self.bottom.len > 0).then(|| self.bottom.remove(0))
        }
    }

    /// Takes the top `n` cards off, or all there are: which, top first, and as a set.
    pub fn take_in_order(&mut self, who: Who, n: u32, source: &mut impl Source) -> (Cards, Set<W>) {
        let (mut cards, mut all) = (Cards::new(), Set::EMPTY);
        while (cards.len() as u32) < n {
            let from = self.next;
            let to = self.ready.min(from.saturating_add((n - cards.len() as u32).min(255) as u8));
            if from < to {
                for at in from..to {
                    cards.push((self.first(at + 1) ^ self.first(at)).lowest());
                }
                all |= self.take_decided(u32::from(to - from));
            } else if let Some(card) = self.take(who, source) {
                cards.push(card);
                all.insert(card);
            } else {
                break;
            }
        }
        (cards, all)
    }

    /// Takes a card out from wherever it lies (a search). Whether it was there.
    pub fn take_out(&mut self, obj: Obj) -> bool {
        if self.top.last() == Some(obj) {
            self.top.len -= 1;
            self.make_ready();
            return true;
        }
        // Which card it is tells nothing of the order of the others.
        if self.decided().has(obj) {
            let (before, out) = (self.next as usize, Set::of(obj));
            let dealt = self.dealt as usize;
            let at = (before..dealt).find(|&at| self.prefix[at + 1].has(obj)).unwrap_or(dealt);
            for at in at + 1..self.dealt as usize {
                self.prefix[at] = self.prefix[at + 1] - out;
            }
            self.dealt -= 1;
            self.make_ready();
            return true;
        }
        let piles = [&mut self.undecided, &mut self.top, &mut self.bottom];
        let found = piles.into_iter().find_map(|pile| pile.position(obj).map(|at| pile.remove(at)));
        self.make_ready();
        found.is_some()
    }

    /// Decides and shows the top `n` cards (or all there are), top first. They stay on top.
    pub fn look(&mut self, who: Who, n: u32, source: &mut impl Source) -> Cards {
        let (cards, _) = self.take_in_order(who, n, source);
        for &card in cards.iter().rev() {
            self.put_on_top(card);
        }
        cards
    }

    /// Puts a card on top.
    pub fn put_on_top(&mut self, obj: Obj) {
        self.top.push(obj);
        self.make_ready();
    }

    /// Puts a card at the bottom.
    #[inline]
    pub fn put_at_bottom(&mut self, obj: Obj) {
        self.bottom.push(obj);
    }

    /// Shuffles cards in.
    pub fn shuffle_in(&mut self, cards: Set<W>) {
        self.undecided.extend(self.decided() | cards);
        for pile in [&mut self.top, &mut self.bottom] {
            for &card in pile.as_slice().iter().rev() {
                self.undecided.push(Obj(card));
            }
            pile.len = 0;
        }
        (self.dealt, self.next, self.ready) = (0, 0, 0);
    }

    /// Forgets what is known or decided of the order (701.24a).
    pub fn shuffle(&mut self) {
        self.shuffle_in(Set::EMPTY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Keys, Random};
    use proptest::prelude::*;

    fn source() -> Random<'static> {
        static KEYS: Keys = Keys::new(5);
        Random::new(&KEYS, 0)
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
        assert_eq!(seen.to_vec(), taken);
    }

    #[test]
    fn draws_are_value_stable() {
        let mut library: Library<1> = Library::shuffled(objects(60));
        let mut source = source();
        let hand: Vec<u8> = library.take_many(Who::You, 7, &mut source).into_iter().map(|o| o.0).collect();
        let next: Vec<u8> = (0..5).filter_map(|_| library.take(Who::You, &mut source)).map(|o| o.0).collect();
        assert_eq!((hand, next), (vec![13, 16, 27, 31, 32, 38, 56], vec![9, 35, 30, 2, 22]));
    }

    /// All 5 * 4 * 3 ordered draws of three from five, at level 1e-6 (59 degrees of freedom: 129.5).
    #[test]
    fn every_order_is_equally_likely() {
        let mut counts = [0u32; 60];
        let mut source = source();
        for _ in 0..300_000 {
            let mut library: Library<1> = Library::shuffled(objects(5));
            let drawn: Vec<usize> =
                (0..3).filter_map(|_| library.take(Who::You, &mut source)).map(Obj::index).collect();
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
