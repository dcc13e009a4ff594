//! An order of preference among objects, compiled to a rank for each of them.

use smallvec::{SmallVec, smallvec};

use crate::cardset::{Obj, Row, Set};
use crate::line::named::{Named, zone_of};
use crate::rules::{Picks, View};
use crate::thing::{Aimed, listed};

/// Of what no entry names.
const NONE: u16 = u16::MAX;

/// An order of preference among objects: what an entry names comes first, as long as more than so many of it are in the
/// zone chosen from.
#[derive(Debug, Clone, Default)]
pub struct Preference<const W: usize> {
    entries: u16,
    /// For each card the first entry that names it and leaves none.
    of_cards: Vec<u16>,
    /// The same for each print.
    of_prints: Vec<u16>,
    /// The entries that leave some.
    leaving: Vec<Leaving<W>>,
}

/// An entry that leaves some.
#[derive(Debug, Clone)]
struct Leaving<const W: usize> {
    rank: u16,
    named: Named<W>,
    leave: u32,
}

impl<const W: usize> FromIterator<(Named<W>, u8)> for Preference<W> {
    fn from_iter<I: IntoIterator<Item = (Named<W>, u8)>>(entries: I) -> Self {
        let mut all = Self::default();
        for (named, leave) in entries {
            all.push(named, leave);
        }
        all
    }
}

impl<const W: usize> Preference<W> {
    /// Puts an entry at the end.
    pub fn push(&mut self, named: Named<W>, leave: u8) {
        let rank = self.entries;
        self.entries += 1;
        if leave > 0 {
            self.leaving.push(Leaving { rank, named, leave: leave.into() });
            return;
        }
        self.of_cards.resize(64 * W, NONE);
        self.of_prints.resize(named.prints.len(), NONE);
        for card in named.cards {
            let first = &mut self.of_cards[card.index()];
            *first = rank.min(*first);
        }
        for (first, is_named) in self.of_prints.iter_mut().zip(&named.prints) {
            *first = if *is_named { rank.min(*first) } else { *first };
        }
    }

    /// Whether nothing is named.
    pub const fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// Which of some objects of one zone are chosen, no more than `most`, the first chosen first: what is not named is left.
    pub fn choose(&self, view: View<'_, W>, from: Set<W>, most: usize) -> Row {
        // Only where an entry leaves some it matters what else is in the zone.
        let asked = from.first().filter(|_| !self.leaving.is_empty());
        self.choose_among(view, from, most, asked.map_or(Set::EMPTY, |obj| zone_of(view.state, obj)))
    }

    /// Places in `from` in the order in which they are chosen, no more than `most`: what is not named is left.
    pub fn order(&self, view: View<'_, W>, from: &[Aimed], most: usize) -> Picks {
        let asked = objects(from).next().filter(|_| !self.leaving.is_empty());
        self.order_among(view, from, most, asked.map_or(Set::EMPTY, |obj| zone_of(view.state, obj)))
    }

    /// The same, where the numbers of the entries count other objects than those of the zone chosen from.
    pub fn order_among(&self, view: View<'_, W>, from: &[Aimed], most: usize, zone: Set<W>) -> Picks {
        let chosen = self.choose_among(view, objects(from).collect(), most, zone);
        let place = |obj| from.iter().position(|a| matches!(a, Aimed::Thing(thing) if thing.obj == obj));
        listed(chosen.into_iter().filter_map(place))
    }

    fn choose_among(&self, view: View<'_, W>, from: Set<W>, most: usize, zone: Set<W>) -> Row {
        let by_number = (from - view.table.one_faced).is_empty();
        let ranked = |obj: Obj| {
            let of_card = || self.of_cards.get(obj.index()).copied().unwrap_or(NONE);
            Ranked::new(if by_number { of_card() } else { self.rank(view, obj) }, obj)
        };
        if most == 1 && self.leaving.is_empty() {
            let first = from.into_iter().map(ranked).min().filter(|first| first.rank() < NONE);
            return first.map_or_else(Row::new, |first| smallvec![first.obj()]);
        }
        let mut left = SmallVec::new();
        from.into_iter().for_each(|obj| left.push(ranked(obj)));
        let mut choosing = Choosing { left, zone, most, chosen: Row::new() };
        // What leaves the zone makes no entry apply again that did not, so that each is looked at once.
        for entry in &self.leaving {
            choosing.take_before(entry.rank);
            choosing.take_leaving(view, entry);
        }
        choosing.take_before(NONE);
        choosing.chosen
    }

    #[inline]
    fn rank(&self, view: View<'_, W>, obj: Obj) -> u16 {
        let (ranks, at) = match Named::print_asked(view, obj) {
            None => (&self.of_cards, obj.index()),
            Some(print) => (&self.of_prints, usize::from(print)),
        };
        ranks.get(at).copied().unwrap_or(NONE)
    }
}

/// The objects among what can be chosen.
fn objects(from: &[Aimed]) -> impl Iterator<Item = Obj> {
    from.iter().filter_map(|a| if let Aimed::Thing(thing) = a { Some(thing.obj) } else { None })
}

/// An object that can be chosen: the rank and, in the lowest bits, the number of the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked(u32);

impl Ranked {
    #[inline]
    const fn new(rank: u16, obj: Obj) -> Self {
        Self((rank as u32) << 8 | obj.0 as u32)
    }

    #[inline]
    const fn rank(self) -> u16 {
        (self.0 >> 8) as u16
    }

    #[inline]
    const fn obj(self) -> Obj {
        Obj(self.0 as u8)
    }
}

/// A choice that is being made.
#[derive(Debug)]
struct Choosing<const W: usize> {
    left: SmallVec<[Ranked; 32]>,
    /// What the entries count that leave some.
    zone: Set<W>,
    most: usize,
    chosen: Row,
}

impl<const W: usize> Choosing<W> {
    /// Takes what has a lower rank than this, the lowest first.
    fn take_before(&mut self, rank: u16) {
        while self.chosen.len() < self.most {
            let lowest = (0..self.left.len()).min_by_key(|&at| self.left[at]);
            match lowest {
                Some(at) if self.left[at].rank() < rank => self.take(at),
                _ => break,
            }
        }
    }

    /// Takes what an entry names, as long as more is there than it leaves.
    fn take_leaving(&mut self, view: View<'_, W>, entry: &Leaving<W>) {
        while self.chosen.len() < self.most && entry.named.count(view, self.zone) > entry.leave {
            let named = (0..self.left.len()).filter(|&at| entry.named.has(view, self.left[at].obj()));
            match named.min_by_key(|&at| self.left[at].obj()) {
                Some(at) => self.take(at),
                None => break,
            }
        }
    }

    fn take(&mut self, at: usize) {
        let obj = self.left.swap_remove(at).obj();
        self.zone.remove(obj);
        self.chosen.push(obj);
    }
}
