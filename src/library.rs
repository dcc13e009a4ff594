//! A library that is shuffled lazily: the order of the part that nobody knows is not decided until a card leaves it.

use crate::cardset::{Obj, Set};
use crate::rng::BATCH;
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

    #[inline]
    fn push(&mut self, obj: Obj) {
        self.objects.as_flattened_mut()[self.len as usize] = obj.0;
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<Obj> {
        self.len = self.len.checked_sub(1)?;
        Some(Obj(self.objects.as_flattened()[self.len as usize]))
    }

    /// Takes out the object at `at`; the last one takes its place.
    #[inline]
    fn swap_remove(&mut self, at: usize) -> Obj {
        let objects = self.objects.as_flattened_mut();
        self.len -= 1;
        // `at < len <= 64 * W`; said so that no bounds are checked.
        let (at, last) = (at % (64 * W), self.len as usize % (64 * W));
        let obj = objects[at];
        objects[at] = objects[last];
        Obj(obj)
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

    /// Takes over what `other` holds, without copying the room behind it.
    fn copy_from(&mut self, other: &Self) {
        self.objects.as_flattened_mut()[..other.len as usize].copy_from_slice(other.as_slice());
        self.len = other.len;
    }
}

/// One player's library: a known part on top, the undecided part, a known part at the bottom.
#[derive(Debug, Clone)]
pub struct Library<const W: usize> {
    cards: Set<W>,
    undecided: Pile<W>,
    /// The last is the top card.
    top: Pile<W>,
    /// The first comes right after the undecided part.
    bottom: Pile<W>,
}

impl<const W: usize> Library<W> {
    /// No cards.
    pub const EMPTY: Self =
        Self { cards: Set::EMPTY, undecided: Pile::EMPTY, top: Pile::EMPTY, bottom: Pile::EMPTY };

    /// A shuffled library.
    pub fn shuffled(cards: impl IntoIterator<Item = Obj>) -> Self {
        let mut library = Self::EMPTY;
        for card in cards {
            library.cards.insert(card);
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

    /// Makes it equal to `other`, copying only what is in use.
    #[inline]
    pub fn reset(&mut self, other: &Self) {
        self.cards = other.cards;
        self.undecided = other.undecided;
        self.top.copy_from(&other.top);
        self.bottom.copy_from(&other.bottom);
    }

    /// The cards in it.
    #[inline]
    pub const fn cards(&self) -> Set<W> {
        self.cards
    }

    /// How many cards it holds.
    #[inline]
    pub const fn len(&self) -> u32 {
        self.undecided.len as u32 + self.top.len as u32 + self.bottom.len as u32
    }

    /// Whether it is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes the top card off.
    #[inline]
    pub fn take(&mut self, who: Who, source: &mut impl Source) -> Option<Obj> {
        let obj = if let Some(obj) = self.top.pop() {
            obj
        } else if self.undecided.len > 0 {
            let at = source.index(who, u32::from(self.undecided.len));
            self.undecided.swap_remove(at as usize)
        } else if self.bottom.len > 0 {
            self.bottom.remove(0)
        } else {
            return None;
        };
        self.cards.remove(obj);
        Some(obj)
    }

    /// Takes the top `n` cards off, or all there are, where their order cannot be seen.
    #[inline]
    pub fn take_many(&mut self, who: Who, n: u32, source: &mut impl Source) -> Set<W> {
        let mut taken = Set::EMPTY;
        let mut left = n;
        while left > 0 && self.top.len > 0 {
            let Some(obj) = self.top.pop() else { break };
            taken.insert(obj);
            left -= 1;
        }
        while left > 0 && self.undecided.len > 0 {
            let k = left.min(BATCH as u32).min(u32::from(self.undecided.len));
            let at = source.indices(who, u32::from(self.undecided.len), k as usize);
            for &i in &at[..k as usize] {
                taken.insert(self.undecided.swap_remove(i as usize));
            }
            left -= k;
        }
        while left > 0 && self.bottom.len > 0 {
            taken.insert(self.bottom.remove(0));
            left -= 1;
        }
        self.cards -= taken;
        taken
    }

    /// Takes a card out from wherever it lies (a search). Whether it was there.
    pub fn take_out(&mut self, obj: Obj) -> bool {
        if !self.cards.has(obj) {
            return false;
        }
        self.cards.remove(obj);
        if let Some(at) = self.undecided.position(obj) {
            self.undecided.swap_remove(at);
        } else if let Some(at) = self.top.position(obj) {
            self.top.remove(at);
        } else if let Some(at) = self.bottom.position(obj) {
            self.bottom.remove(at);
        }
        true
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
        self.cards.insert(obj);
        self.top.push(obj);
    }

    /// Puts a card at the bottom.
    pub fn put_at_bottom(&mut self, obj: Obj) {
        self.cards.insert(obj);
        self.bottom.push(obj);
    }

    /// Shuffles cards in.
    #[inline]
    pub fn shuffle_in(&mut self, cards: Set<W>) {
        for card in cards {
            self.undecided.push(card);
        }
        self.cards |= cards;
        self.shuffle();
    }

    /// Forgets what is known of the order (701.24a).
    #[inline]
    pub fn shuffle(&mut self) {
        for pile in [&mut self.top, &mut self.bottom] {
            while let Some(obj) = pile.pop() {
                self.undecided.push(obj);
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
        assert_eq!((hand, next), (vec![12, 25, 26, 29, 40, 41, 44], vec![30, 37, 15, 8, 7]));
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
            }
        }
    }
}
