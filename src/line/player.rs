//! The player that follows a line.

use crate::cardset::{Obj, Set};
use crate::line::eval::{Memory, Test};
use crate::rules::{Opening, Player, View};
use crate::state::{Who, Zone};

/// An order over the cards of a zone: what is named earlier comes first, within an entry the earlier in the deck list.
#[derive(Debug, Clone, Default)]
pub struct Ranking<const W: usize> {
    /// For each entry the cards that it names and how many of them it leaves in the zone.
    entries: Vec<(Set<W>, u8)>,
}

impl<const W: usize> Ranking<W> {
    /// The order of these entries. Neighbours that the deck list has in the same order become one entry.
    pub fn new(entries: Vec<(Set<W>, u8)>) -> Self {
        let mut merged: Vec<(Set<W>, u8)> = Vec::new();
        for (named, leave) in entries {
            match merged.last_mut() {
                Some((before, 0)) if leave == 0 && before.last() < (named - *before).first() => {
                    *before |= named
                }
                _ => merged.push((named, leave)),
            }
        }
        Self { entries: merged }
    }

    /// The first of the cards `from`, which are some of those in a `zone`, if it names one.
    #[inline(always)]
    fn first(&self, zone: Set<W>, from: Set<W>) -> Option<Obj> {
        if let [(named, 0)] = *self.entries {
            return (from & named).first();
        }
        // The first entry that applies is looked for from behind, so that no branch depends on the cards.
        let mut found = Set::EMPTY;
        for &(named, leave) in self.entries.iter().rev() {
            let able = from & named;
            let applies = !able.is_empty() & ((zone & named).len() > u32::from(leave));
            found = if applies { able } else { found };
        }
        found.first()
    }

    /// The same where one must be chosen: what is not named comes last, in deck-list order.
    #[inline(always)]
    fn first_of_all(&self, from: Set<W>) -> Obj {
        self.first(from, from).or_else(|| from.first()).unwrap_or(Obj(0))
    }
}

/// What a line decides, compiled.
#[derive(Debug, Clone)]
pub struct Policy<const W: usize> {
    /// Whether to keep a hand.
    pub keep: Option<Test<W>>,
    /// No mulligan to fewer cards than this.
    pub mulligan_to: u8,
    /// Whether a hand that is not kept is replaced where it can be (103.5b).
    pub fresh_hand: bool,
    /// What goes to the bottom first.
    pub bottom: Ranking<W>,
    /// What is discarded first.
    pub discard: Ranking<W>,
    /// What is dredged first; what is not named is never dredged.
    pub dredge: Ranking<W>,
    /// Whether to dredge at all.
    pub dredge_when: Option<Test<W>>,
    /// What ends the game.
    pub stop: Option<Test<W>>,
    /// What `ever(...)` remembers, inner ones first.
    pub evers: Vec<Test<W>>,
}

/// Follows a policy through one game.
#[derive(Debug, Clone)]
pub struct LinePlayer<'p, const W: usize> {
    policy: &'p Policy<W>,
    /// Which `ever(...)` held so far.
    pub memory: Memory,
}

impl<'p, const W: usize> LinePlayer<'p, W> {
    /// At the start of a game.
    #[inline(always)]
    pub const fn new(policy: &'p Policy<W>) -> Self {
        Self { policy, memory: 0 }
    }

    /// Takes note of which `ever(...)` holds now.
    #[inline(always)]
    pub fn remember(&mut self, view: View<'_, W>) {
        for (bit, test) in self.policy.evers.iter().enumerate() {
            if test.holds(view, self.memory) {
                self.memory |= 1 << bit;
            }
        }
    }

    #[inline(always)]
    fn holds(&self, test: Option<&Test<W>>, view: View<'_, W>, left_out: bool) -> bool {
        test.map_or(left_out, |test| test.holds(view, self.memory))
    }
}

impl<const W: usize> Player<W> for LinePlayer<'_, W> {
    #[inline(always)]
    fn moment(&mut self, view: View<'_, W>) -> bool {
        self.remember(view);
        self.holds(self.policy.stop.as_ref(), view, false)
    }

    fn watches(&self) -> bool {
        self.policy.stop.is_some() || !self.policy.evers.is_empty()
    }

    #[inline(always)]
    fn opening(&mut self, view: View<'_, W>, who: Who, fresh: bool) -> Opening {
        if who == Who::Opponent {
            return Opening::Keep;
        }
        self.remember(view);
        if self.holds(self.policy.keep.as_ref(), view, true) {
            Opening::Keep
        } else if fresh && self.policy.fresh_hand {
            Opening::FreshHand
        } else if view.state.zone(who, Zone::Hand).len() > u32::from(self.policy.mulligan_to) {
            Opening::Mulligan
        } else {
            Opening::Keep
        }
    }

    #[inline(always)]
    fn bottom(&mut self, _: View<'_, W>, _: Who, from: Set<W>) -> Obj {
        self.policy.bottom.first_of_all(from)
    }

    #[inline(always)]
    fn dredge(&mut self, view: View<'_, W>, who: Who, able: Set<W>) -> Option<Obj> {
        if self.holds(self.policy.dredge_when.as_ref(), view, true) {
            self.policy.dredge.first(view.state.zone(who, Zone::Graveyard), able)
        } else {
            None
        }
    }

    #[inline(always)]
    fn discard(&mut self, _: View<'_, W>, _: Who, from: Set<W>) -> Obj {
        self.policy.discard.first_of_all(from)
    }

    fn scry(&mut self, _: View<'_, W>, _: Who, _: &[Obj]) -> Set<W> {
        Set::EMPTY
    }

    fn surveil(&mut self, _: View<'_, W>, _: Who, _: &[Obj]) -> Set<W> {
        Set::EMPTY
    }
}
