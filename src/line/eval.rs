//! Compiled expressions: masks and numbers, evaluated on a position.

use crate::cardset::Set;
use crate::line::ahead;
use crate::line::expr::{Arithmetic, Comparison, Counter};
use crate::line::named::{Named, Where};
use crate::rules::View;
use crate::state::{Outcome, Slot, Who};

/// An expression that yields a whole number.
#[derive(Debug, Clone)]
pub enum Number<const W: usize> {
    /// A constant.
    Const(i32),
    /// How many of these are there.
    Count(Slot, Set<W>),
    /// The same where there may be other objects than cards.
    CountOf(Where, Box<Named<W>>),
    /// A number that the game keeps.
    Counter(Counter),
    /// How many spells the tally with this number has counted.
    Tally(u8),
    /// How many of these (card types) are there.
    Types(Where, Vec<Named<W>>),
    /// The first of these numbers of which something is there, else 0.
    Max(Where, Vec<(i32, Named<W>)>),
    /// `-x`
    Negate(Box<Self>),
    /// `x + y` and so on.
    Arithmetic(Arithmetic, Box<Self>, Box<Self>),
}

/// Whether the number of some objects in a slot is at least and at most so much: what most expressions ask.
#[derive(Debug, Clone, Copy)]
pub struct Within<const W: usize> {
    /// Where.
    pub slot: Slot,
    /// Which.
    pub what: Set<W>,
    /// At least.
    pub least: u32,
    /// At most.
    pub most: u32,
}

impl<const W: usize> Within<W> {
    #[inline(always)]
    fn holds(&self, view: View<'_, W>) -> bool {
        let count = (view.state.slot(self.slot) & self.what).len();
        // One comparison: below `least` the difference wraps.
        count.wrapping_sub(self.least) <= self.most - self.least
    }
}

/// An expression that yields `true` or `false`.
#[derive(Debug, Clone)]
pub enum Test<const W: usize> {
    /// A constant.
    Const(bool),
    /// Whether one of these is there, where there may be other objects than cards.
    HasOf(Where, Box<Named<W>>),
    /// Whether you could cast one of these now, in that way or in any.
    Castable(Box<Named<W>>, Option<String>),
    /// Whether so many are there.
    Within(Within<W>),
    /// Whether all of these hold.
    AllWithin(Box<[Within<W>]>),
    /// Whether the memory's test with this number ever held.
    Ever(u8),
    /// A chain of comparisons of numbers.
    Compare(Number<W>, Vec<(Comparison, Number<W>)>),
    /// A chain of comparisons of truth values.
    Same(Box<Self>, Vec<(Comparison, Self)>),
    /// `not x`
    Not(Box<Self>),
    /// `x and y`
    And(Vec<Self>),
    /// `x or y`
    Or(Vec<Self>),
}

/// What a game remembers of its moments of decision: one bit for each `ever(...)` of the plan.
pub type Memory = u64;

impl<const W: usize> Number<W> {
    /// Whether the rules must be asked what could be done, which takes long.
    fn looks_ahead(&self) -> bool {
        match self {
            Self::Counter(counter) => matches!(counter, Counter::Mana | Counter::Power),
            Self::Negate(x) => x.looks_ahead(),
            Self::Arithmetic(_, x, y) => x.looks_ahead() || y.looks_ahead(),
            Self::Const(_)
            | Self::Count(..)
            | Self::CountOf(..)
            | Self::Tally(_)
            | Self::Types(..)
            | Self::Max(..) => false,
        }
    }

    /// The value in a position; arithmetic saturates at the ends of `i32`.
    #[inline(always)]
    pub fn value(&self, view: View<'_, W>) -> i32 {
        match self {
            Self::Const(n) => *n,
            Self::Count(slot, what) => (view.state.slot(*slot) & *what).len() as i32,
            Self::Counter(counter) => count(*counter, view),
            _ => self.rarer(view),
        }
    }

    /// The value as an observable keeps it: saturated to 16 bits.
    #[inline(always)]
    pub fn short(&self, view: View<'_, W>) -> i16 {
        self.value(view).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
    }

    #[inline(never)]
    fn rarer(&self, view: View<'_, W>) -> i32 {
        match self {
            Self::Const(_) | Self::Count(..) | Self::Counter(_) => self.value(view),
            Self::CountOf(place, what) => what.count_in(view, *place) as i32,
            Self::Tally(number) => {
                let tallies = view.state.field().map_or(&[][..], |field| &field.tallies);
                tallies.get(usize::from(*number)).map_or(0, |tally| tally.count)
            }
            Self::Types(place, types) => {
                types.iter().filter(|of_type| of_type.count_in(view, *place) > 0).count() as i32
            }
            Self::Max(place, numbers) => {
                let first = numbers.iter().find(|(_, with)| with.count_in(view, *place) > 0);
                first.map_or(0, |(n, _)| *n)
            }
            Self::Negate(x) => x.value(view).saturating_neg(),
            Self::Arithmetic(op, x, y) => op.apply(x.value(view), y.value(view)),
        }
    }
}

impl<const W: usize> Test<W> {
    /// Whether the rules must be asked what could be done, which takes long.
    pub fn looks_ahead(&self) -> bool {
        match self {
            Self::Castable(..) => true,
            Self::Compare(first, rest) => {
                first.looks_ahead() || rest.iter().any(|(_, next)| next.looks_ahead())
            }
            Self::Same(first, rest) => first.looks_ahead() || rest.iter().any(|(_, next)| next.looks_ahead()),
            Self::Not(x) => x.looks_ahead(),
            Self::And(all) | Self::Or(all) => all.iter().any(Self::looks_ahead),
            Self::Const(_) | Self::HasOf(..) | Self::Within(_) | Self::AllWithin(_) | Self::Ever(_) => false,
        }
    }

    /// Whether it holds in a position.
    #[inline(always)]
    pub fn holds(&self, view: View<'_, W>, memory: Memory) -> bool {
        match self {
            Self::Within(within) => within.holds(view),
            _ => self.rarer(view, memory),
        }
    }

    #[inline(never)]
    fn rarer(&self, view: View<'_, W>, memory: Memory) -> bool {
        match self {
            Self::Within(within) => within.holds(view),
            Self::AllWithin(all) => all.iter().all(|within| within.holds(view)),
            Self::HasOf(place, what) => what.count_in(view, *place) > 0,
            Self::Castable(what, via) => ahead::castable(view, what, via.as_deref()),
            Self::Const(b) => *b,
            Self::Ever(bit) => memory >> bit & 1 == 1,
            Self::Compare(first, rest) => {
                let mut left = first.value(view);
                rest.iter().all(|(comparison, next)| {
                    let right = next.value(view);
                    let holds = comparison.holds(&left, &right);
                    left = right;
                    holds
                })
            }
            Self::Same(first, rest) => {
                let mut left = first.holds(view, memory);
                rest.iter().all(|(comparison, next)| {
                    let right = next.holds(view, memory);
                    let holds = comparison.holds(&left, &right);
                    left = right;
                    holds
                })
            }
            Self::Not(x) => !x.holds(view, memory),
            Self::And(all) => all.iter().all(|x| x.holds(view, memory)),
            Self::Or(any) => any.iter().any(|x| x.holds(view, memory)),
        }
    }
}

fn count<const W: usize>(counter: Counter, view: View<'_, W>) -> i32 {
    let you = view.state.side(Who::You);
    let opponent = view.state.side(Who::Opponent);
    match counter {
        Counter::Milled => you.milled as i32,
        Counter::Drawn => you.drawn as i32,
        Counter::Dredged => you.dredged as i32,
        Counter::Mulligans => i32::from(you.mulligans),
        Counter::Won => i32::from(view.state.turn.max(1)) * i32::from(view.state.outcome == Outcome::Won),
        Counter::Turn => i32::from(view.state.turn),
        Counter::Life => you.life,
        Counter::OpponentMilled => opponent.milled as i32,
        Counter::OpponentLife => opponent.life,
        Counter::Spells => view.state.field().map_or(0, |field| field.spells(Who::You)),
        Counter::Mana => ahead::mana(view),
        Counter::Power => ahead::power(view),
    }
}
