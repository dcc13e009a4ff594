//! The player that follows a line.

use crate::cardset::{Obj, Row, Set};
use crate::line::acts::{Act, Acts};
use crate::line::choices::{Choices, least_answer};
use crate::line::eval::{Memory, Test};
use crate::rules::{Answer, Ask, Choice, Opening, Player, View};
use crate::state::{Who, Zone};
use crate::thing::Thing;

/// An order over the cards of a zone: what is named earlier comes first, within an entry the earlier in the deck list.
#[derive(Debug, Clone)]
pub struct Ranking<const W: usize> {
    /// The first entry, where it leaves none: often the only one.
    lead: Set<W>,
    /// For each entry after it the cards that it names and how many of them it leaves in the zone.
    rest: Vec<(Set<W>, u8)>,
}

impl<const W: usize> Ranking<W> {
    /// The order of these entries. Neighbours that the deck list has in the same order become one entry.
    pub fn new(entries: impl IntoIterator<Item = (Set<W>, u8)>) -> Self {
        let (mut lead, mut rest): (Set<W>, Vec<(Set<W>, u8)>) = (Set::EMPTY, Vec::new());
        for (named, leave) in entries {
            // What an earlier entry names, and leaves none of, is chosen by that.
            let earlier = rest.iter().filter(|entry| entry.1 == 0).fold(lead, |all, entry| all | entry.0);
            let fresh = if leave == 0 { named - earlier } else { named };
            let before = match rest.last_mut() {
                None => Some(&mut lead),
                Some((before, 0)) => Some(before),
                Some(_) => None,
            };
            match before {
                Some(before) if leave == 0 && before.last() < fresh.first() => *before |= fresh,
                _ if fresh.is_empty() => {}
                _ => rest.push((fresh, leave)),
            }
        }
        Self { lead, rest }
    }

    /// The cards among which the first in the deck list is the first of the cards `from`, which are some of those in a
    /// `zone`; none where it names none of them. A `PLAIN` order is its lead.
    #[inline(always)]
    fn foremost<const PLAIN: bool>(&self, zone: Set<W>, from: Set<W>) -> Set<W> {
        let able = from & self.lead;
        if PLAIN || self.rest.is_empty() { able } else { self.foremost_of_rest(zone, from, able) }
    }

    // Not inlined: where it is not needed it would cost registers.
    #[inline(never)]
    fn foremost_of_rest(&self, zone: Set<W>, from: Set<W>, lead: Set<W>) -> Set<W> {
        // The first entry that applies is looked for from behind, so that no branch depends on the cards.
        let mut found = Set::EMPTY;
        for &(named, leave) in self.rest.iter().rev() {
            let able = from & named;
            let applies = !able.is_empty() & ((zone & named).len() > u32::from(leave));
            found = if applies { able } else { found };
        }
        if lead.is_empty() { found } else { lead }
    }
}

/// What a line decides, compiled.
#[derive(Debug, Clone)]
pub struct Policy<const W: usize> {
    /// Whether to keep a hand.
    pub keep: Option<Box<Test<W>>>,
    /// No mulligan to fewer cards than this.
    pub mulligan_to: u8,
    /// Whether a hand that is not kept is replaced where it can be (103.5b).
    pub fresh_hand: bool,
    /// What goes to the bottom first; it names every card.
    pub bottom: Ranking<W>,
    /// What is discarded first; it names every card.
    pub discard: Ranking<W>,
    /// What is dredged first; what is not named is never dredged.
    pub dredge: Ranking<W>,
    /// Whether to dredge at all.
    pub dredge_when: Option<Box<Test<W>>>,
    /// What ends the game.
    pub stop: Option<Box<Test<W>>>,
    /// What `ever(...)` remembers, inner ones first.
    pub evers: Vec<Test<W>>,
    /// What is chosen where spells and permanents come into it.
    pub choices: Choices<W>,
    /// What is done of your own accord.
    pub acts: Acts<W>,
    /// Which creatures attack.
    pub attack: Attackers<W>,
}

/// Which creatures attack.
#[derive(Debug, Clone)]
pub enum Attackers<const W: usize> {
    /// Everything that can.
    All,
    /// None.
    None,
    /// Everything that can, where this holds.
    When(Box<Test<W>>),
}

impl<const W: usize> Policy<W> {
    /// Whether something is to be looked at in each moment of decision.
    pub const fn watches(&self) -> bool {
        self.stop.is_some() || !self.evers.is_empty()
    }

    /// Whether nothing that is decided depends on more than one order.
    pub fn is_plain(&self) -> bool {
        let orders = [&self.bottom, &self.discard, &self.dredge];
        !self.watches()
            && self.keep.is_none()
            && self.dredge_when.is_none()
            && orders.iter().all(|order| order.rest.is_empty())
    }
}

/// Follows a policy through one game. `PLAIN` is for policies that are, against nobody: what they do not ask then costs
/// nothing.
#[derive(Debug, Clone)]
pub struct LinePlayer<'p, const W: usize, const PLAIN: bool> {
    /// What it decides by.
    pub policy: &'p Policy<W>,
    /// Which `ever(...)` held so far.
    pub memory: Memory,
    /// The action in the course of which something may be asked.
    pub doing: Option<&'p Act<W>>,
}

impl<'p, const W: usize, const PLAIN: bool> LinePlayer<'p, W, PLAIN> {
    /// At the start of a game.
    #[inline(always)]
    pub const fn new(policy: &'p Policy<W>) -> Self {
        Self { policy, memory: 0, doing: None }
    }

    /// A moment of decision: takes note, and says whether the line's `stop` ends the game.
    pub fn moment_of(&mut self, view: View<'_, W>) -> bool {
        Player::moment(self, view)
    }

    /// Whether something is to be looked at in each moment of decision.
    pub const fn is_watching(&self) -> bool {
        self.policy.watches()
    }

    /// Takes note of which `ever(...)` holds now.
    #[inline(always)]
    fn remember(&mut self, view: View<'_, W>) {
        if PLAIN {
            return;
        }
        for (bit, test) in self.policy.evers.iter().enumerate() {
            if test.holds(view, self.memory) {
                self.memory |= 1 << bit;
            }
        }
    }

    /// Whether a condition holds; one that was left out is as it says.
    #[inline(always)]
    pub fn holds(&self, test: Option<&Test<W>>, view: View<'_, W>, left_out: bool) -> bool {
        if PLAIN { left_out } else { test.map_or(left_out, |test| test.holds(view, self.memory)) }
    }
}

impl<const W: usize, const PLAIN: bool> Player<W> for LinePlayer<'_, W, PLAIN> {
    #[inline(always)]
    fn moment(&mut self, view: View<'_, W>) -> bool {
        self.remember(view);
        self.holds(self.policy.stop.as_deref(), view, false)
    }

    fn watches(&self) -> bool {
        !PLAIN && self.policy.watches()
    }

    #[inline(always)]
    fn opening(&mut self, view: View<'_, W>, who: Who, fresh: bool) -> Opening {
        if who == Who::Opponent {
            return Opening::Keep;
        }
        self.remember(view);
        if self.holds(self.policy.keep.as_deref(), view, true) {
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
        self.policy.bottom.foremost::<PLAIN>(from, from).lowest()
    }

    #[inline(always)]
    fn dredge(&mut self, view: View<'_, W>, who: Who, able: Set<W>) -> Set<W> {
        // The opponent does nothing that need not be done.
        if !PLAIN && who == Who::Opponent {
            return Set::EMPTY;
        }
        if self.holds(self.policy.dredge_when.as_deref(), view, true) {
            self.policy.dredge.foremost::<PLAIN>(view.state.zone(who, Zone::Graveyard), able).leading()
        } else {
            Set::EMPTY
        }
    }

    #[inline(always)]
    fn discard(&mut self, _: View<'_, W>, who: Who, from: Set<W>, n: u32) -> Set<W> {
        if !PLAIN && who == Who::Opponent {
            return from.first_few(n);
        }
        from.choose(n, |left| self.policy.discard.foremost::<PLAIN>(left, left).leading())
    }

    fn is_told_all(&self) -> bool {
        false
    }

    fn aims_copies(&self) -> bool {
        // A copy aims at what the spell does: that is why it was cast.
        false
    }

    fn choose(
        &mut self,
        view: View<'_, W>,
        who: Who,
        choice: Choice,
        from: Set<W>,
        (least, most): (usize, usize),
    ) -> Option<Row> {
        match who {
            Who::You => self.policy.choices.choose(view, choice, from, (least, most)),
            Who::Opponent => Some(view.oldest(from, least)),
        }
    }

    fn answer(&mut self, view: View<'_, W>, who: Who, source: Option<Thing>, ask: &Ask<'_>) -> Answer {
        if who == Who::Opponent {
            return least_answer(ask);
        }
        if let Ask::Dredge(offered, _) = ask {
            let able = offered.iter().map(|thing| thing.obj).collect();
            let dredged = Player::dredge(self, view, who, able);
            let at = offered.iter().position(|thing| dredged.has(thing.obj));
            return Answer::Picks(at.into_iter().collect());
        }
        self.policy.choices.answer(view, source, ask, self.doing)
    }

    fn scry(&mut self, _: View<'_, W>, _: Who, _: &[Obj]) -> Set<W> {
        Set::EMPTY
    }

    fn surveil(&mut self, _: View<'_, W>, _: Who, _: &[Obj]) -> Set<W> {
        Set::EMPTY
    }
}
