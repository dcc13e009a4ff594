//! Compiled expressions: masks and numbers, evaluated on a position.

use crate::cardset::Set;
use crate::line::expr::{Arithmetic, Comparison, Counter};
use crate::rules::View;
use crate::state::{Outcome, Who, Zone};

/// Where an expression looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A zone of one player.
    Zone(Who, Zone),
    /// Your hand as it was kept; before that, as it is.
    Opening,
    /// 405: no spell is cast yet, so nothing is there.
    Stack,
}

impl Place {
    #[inline]
    fn objects<const W: usize>(self, view: View<'_, W>) -> Set<W> {
        match self {
            Self::Zone(who, zone) => view.state.side(who).zone(zone),
            Self::Opening if view.state.turn == 0 => view.state.side(Who::You).zones[Zone::Hand],
            Self::Opening => view.state.side(Who::You).opening,
            Self::Stack => Set::EMPTY,
        }
    }
}

/// An expression that yields a whole number.
#[derive(Debug, Clone)]
pub enum Number<const W: usize> {
    /// A constant.
    Const(i32),
    /// How many of these are there.
    Count(Place, Set<W>),
    /// A number that the game keeps.
    Counter(Counter),
    /// How many of these sets (card types) have a member there.
    Types(Place, Vec<Set<W>>),
    /// The first of these numbers whose set has a member there, else 0.
    Max(Place, Vec<(i32, Set<W>)>),
    /// `-x`
    Negate(Box<Self>),
    /// `x + y` and so on.
    Arithmetic(Arithmetic, Box<Self>, Box<Self>),
}

/// An expression that yields `true` or `false`.
#[derive(Debug, Clone)]
pub enum Test<const W: usize> {
    /// A constant.
    Const(bool),
    /// Whether one of these is there.
    Has(Place, Set<W>),
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
    /// The value in a position; arithmetic saturates at the ends of `i32`.
    #[inline]
    pub fn value(&self, view: View<'_, W>) -> i32 {
        match self {
            Self::Const(n) => *n,
            Self::Count(place, what) => (place.objects(view) & *what).len() as i32,
            _ => self.rarer(view),
        }
    }

    fn rarer(&self, view: View<'_, W>) -> i32 {
        match self {
            Self::Const(_) | Self::Count(..) => self.value(view),
            Self::Counter(counter) => count(*counter, view),
            Self::Types(place, types) => {
                let there = place.objects(view);
                types.iter().filter(|of_type| of_type.meets(there)).count() as i32
            }
            Self::Max(place, numbers) => {
                let there = place.objects(view);
                numbers.iter().find(|(_, with)| with.meets(there)).map_or(0, |(n, _)| *n)
            }
            Self::Negate(x) => x.value(view).saturating_neg(),
            Self::Arithmetic(op, x, y) => op.apply(x.value(view), y.value(view)),
        }
    }
}

impl<const W: usize> Test<W> {
    /// Whether it holds in a position.
    #[inline]
    pub fn holds(&self, view: View<'_, W>, memory: Memory) -> bool {
        match self {
            Self::Const(b) => *b,
            Self::Has(place, what) => place.objects(view).meets(*what),
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
        Counter::Milled => i32::from(you.milled),
        Counter::Drawn => i32::from(you.drawn),
        Counter::Dredged => i32::from(you.dredged),
        Counter::Mulligans => i32::from(you.mulligans),
        Counter::Won => i32::from(view.state.turn) * i32::from(view.state.outcome == Outcome::Won),
        Counter::Turn => i32::from(view.state.turn),
        Counter::Life => you.life,
        Counter::OpponentMilled => i32::from(opponent.milled),
        Counter::OpponentLife => opponent.life,
        // Nothing is cast yet: the plan refuses `mana` and `power`, and no spell has been cast.
        Counter::Spells | Counter::Mana | Counter::Power => 0,
    }
}
