//! A set of objects as bits: a zone without order, or a card attribute.

use smallvec::SmallVec;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// One object of a game: a card of either deck, or a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Obj(pub u8);

impl Obj {
    /// The object's place in tables.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Objects in some order. So many are seldom together that they would need the heap.
pub type Row = SmallVec<[Obj; 32]>;

/// The most cards that a game holds, of both decks together; the other object numbers are for tokens.
pub const MOST_CARDS: usize = 224;

/// A set of up to `64 * W` objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Set<const W: usize>([u64; W]);

impl<const W: usize> Default for Set<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Set<W> {
    /// No object.
    pub const EMPTY: Self = Self([0; W]);
    /// Every object number.
    pub const ALL: Self = Self([u64::MAX; W]);

    /// The objects numbered `from..to`.
    pub fn range(from: usize, to: usize) -> Self {
        let below = |end: usize| {
            let mut word = 0;
            Self([0; W].map(|_: u64| {
                let within = end.saturating_sub(64 * word).min(64);
                word += 1;
                if within == 64 { u64::MAX } else { (1 << within) - 1 }
            }))
        };
        below(to) - below(from)
    }

    /// The set of one object.
    #[inline(always)]
    pub fn of(obj: Obj) -> Self {
        let mut set = Self::EMPTY;
        set.insert(obj);
        set
    }

    /// Whether `obj` is in it.
    #[inline(always)]
    pub fn has(self, obj: Obj) -> bool {
        self.0[obj.index() / 64 % W] >> (obj.0 % 64) & 1 == 1
    }

    /// Puts `obj` in.
    #[inline(always)]
    pub fn insert(&mut self, obj: Obj) {
        // Every word is written: a word picked by its number would have to lie in memory, not in a register.
        for (i, word) in self.0.iter_mut().enumerate() {
            *word |= u64::from(obj.index() / 64 % W == i) << (obj.0 % 64);
        }
    }

    /// Puts `obj` in where `so` holds, without a branch.
    #[inline(always)]
    pub fn insert_if(&mut self, obj: Obj, so: bool) {
        self.0[obj.index() / 64 % W] |= u64::from(so) << (obj.0 % 64);
    }

    /// Takes `obj` out.
    #[inline(always)]
    pub fn remove(&mut self, obj: Obj) {
        self.0[obj.index() / 64 % W] &= !(1 << (obj.0 % 64));
    }

    /// How many objects are in it.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether nothing is in it.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The object with the lowest number, of a set that is not empty.
    #[inline(always)]
    pub fn lowest(self) -> Obj {
        let at = self.leading_word();
        Obj((at * 64) as u8 + self.0[at].trailing_zeros() as u8)
    }

    /// The place of the first word with an object in it, or of the last.
    #[inline(always)]
    fn leading_word(&self) -> usize {
        let mut at = 0;
        while at + 1 < W && self.0[at] == 0 {
            at += 1;
        }
        at
    }

    /// The object with the lowest number, alone; of none, none.
    #[inline(always)]
    #[must_use]
    pub fn leading(mut self) -> Self {
        let mut found = false;
        for word in &mut self.0 {
            let lowest = if found { 0 } else { *word & word.wrapping_neg() };
            found |= *word != 0;
            *word = lowest;
        }
        self
    }

    /// The `n` objects with the lowest numbers, or all there are.
    #[inline(always)]
    #[must_use]
    pub fn first_few(self, n: u32) -> Self {
        self.choose(n, Self::leading)
    }

    /// What is chosen `n` times, each time of what is left then.
    #[inline(always)]
    pub(crate) fn choose(self, n: u32, one: impl Fn(Self) -> Self) -> Self {
        let mut chosen = one(self);
        for _ in 1..n {
            chosen |= one(self - chosen);
        }
        chosen
    }

    /// The object with the highest number.
    pub fn last(self) -> Option<Obj> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(Obj((word * 64) as u8 + 63 - self.0[word].leading_zeros() as u8))
    }

    /// The same objects in a set of another size, which has room for them.
    #[inline(always)]
    #[must_use]
    pub fn resized<const V: usize>(self) -> Set<V> {
        let mut set = Set::EMPTY;
        for (word, own) in set.0.iter_mut().zip(self.0) {
            *word = own;
        }
        set
    }

    /// Whether the two share an object.
    #[inline(always)]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The object with the lowest number.
    #[inline(always)]
    pub fn first(self) -> Option<Obj> {
        if self.is_empty() { None } else { Some(self.lowest()) }
    }
}

impl<const W: usize> IntoIterator for Set<W> {
    type Item = Obj;
    type IntoIter = Objects<W>;

    #[inline(always)]
    fn into_iter(self) -> Objects<W> {
        Objects(self)
    }
}

/// The objects of a set, lowest number first.
#[derive(Debug, Clone)]
pub struct Objects<const W: usize>(Set<W>);

impl<const W: usize> Iterator for Objects<W> {
    type Item = Obj;

    #[inline(always)]
    fn next(&mut self) -> Option<Obj> {
        let at = self.0.leading_word();
        let word = &mut self.0.0[at];
        if *word == 0 {
            return None;
        }
        let obj = Obj((at * 64) as u8 + word.trailing_zeros() as u8);
        *word &= *word - 1;
        Some(obj)
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, Obj) -> B>(self, init: B, mut then: F) -> B {
        let mut folded = init;
        for (at, mut word) in self.0.0.into_iter().enumerate() {
            while word != 0 {
                folded = then(folded, Obj((at * 64) as u8 + word.trailing_zeros() as u8));
                word &= word - 1;
            }
        }
        folded
    }
}

impl<const W: usize> FromIterator<Obj> for Set<W> {
    fn from_iter<I: IntoIterator<Item = Obj>>(objects: I) -> Self {
        let mut set = Self::EMPTY;
        for obj in objects {
            set.insert(obj);
        }
        set
    }
}

impl<const W: usize> BitAnd for Set<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const W: usize> BitOr for Set<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

/// The objects of one of the two alone. Where one holds the other it is the quickest way to what else it holds.
impl<const W: usize> BitXor for Set<W> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(mut self, other: Self) -> Self {
        self ^= other;
        self
    }
}

/// The objects of the first that are not in the second.
impl<const W: usize> Sub for Set<W> {
    type Output = Self;
    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const W: usize> Not for Set<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self::ALL - self
    }
}

impl<const W: usize> BitAndAssign for Set<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word &= more;
        }
    }
}

impl<const W: usize> BitOrAssign for Set<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }
}

impl<const W: usize> BitXorAssign for Set<W> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word ^= more;
        }
    }
}

impl<const W: usize> SubAssign for Set<W> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word &= !more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(of: &BTreeSet<u8>) -> Set<4> {
        of.iter().map(|&i| Obj(i)).collect()
    }

    proptest! {
        #[test]
        fn a_set_of_bits_is_a_set(a: BTreeSet<u8>, b: BTreeSet<u8>, x: u8) {
            let (sa, sb) = (set(&a), set(&b));
            prop_assert_eq!(sa & sb, set(&(&a & &b)));
            prop_assert_eq!(sa | sb, set(&(&a | &b)));
            prop_assert_eq!(sa - sb, set(&(&a - &b)));
            prop_assert_eq!(sa ^ sb, set(&(&a ^ &b)));
            prop_assert_eq!(!!sa, sa);
            prop_assert_eq!(sa.meets(sb), !a.is_disjoint(&b));
            prop_assert_eq!(sa.len() as usize, a.len());
            prop_assert_eq!(sa.has(Obj(x)), a.contains(&x));
            prop_assert_eq!(sa.last().map(|o| o.0), a.last().copied());
            prop_assert_eq!(sa.first().map(|o| o.0), a.first().copied());
            prop_assert_eq!(sa.leading(), sa.first().into_iter().collect());
            let (from, to) = (usize::from(x), a.first().map_or(256, |&y| usize::from(y)));
            prop_assert_eq!(Set::<4>::range(from, to), (from..to).map(|i| Obj(i as u8)).collect());
            prop_assert_eq!(sa.first_few(3), sa.into_iter().take(3).collect());
            prop_assert_eq!(sa.into_iter().map(|o| o.0).collect::<Vec<_>>(), a.into_iter().collect::<Vec<_>>());
        }
    }
}
