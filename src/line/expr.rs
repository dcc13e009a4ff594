//! Expressions: what a run observes, and when a line acts.
//!
//! Only the tree stands here; `parser` reads it, the plan of a run evaluates it.

use std::fmt;

use crate::error::Result;

use super::parser;
use super::what::{Leaf, What};

/// What an expression yields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Int,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bool => "bool",
            Self::Int => "int",
        })
    }
}

/// A zone as an expression names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Zone {
    /// 402.
    Hand,
    /// 404.
    Graveyard,
    /// 401.
    Library,
    /// 403.
    Battlefield,
    /// 406.
    Exile,
    /// 405.
    Stack,
    /// The hand as it was kept, the same all game; while `keep` is asked, the hand as it is.
    Opening,
}

impl Zone {
    /// Every zone, in the order of the documentation.
    pub const ALL: [Self; 7] = [
        Self::Hand,
        Self::Graveyard,
        Self::Library,
        Self::Battlefield,
        Self::Exile,
        Self::Stack,
        Self::Opening,
    ];

    /// How an expression spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::Graveyard => "graveyard",
            Self::Library => "library",
            Self::Battlefield => "battlefield",
            Self::Exile => "exile",
            Self::Stack => "stack",
            Self::Opening => "opening",
        }
    }
}

/// A zone and whose it is. There is no `Opponent(Opening)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// Your zone.
    You(Zone),
    /// The opponent's zone.
    Opponent(Zone),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::You(zone) => f.write_str(zone.name()),
            Self::Opponent(zone) => write!(f, "opponent.{}", zone.name()),
        }
    }
}

/// A number that the game keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counter {
    /// Your cards milled since the game began, dredging included.
    Milled,
    /// Cards drawn since the game began, opening hands excluded.
    Drawn,
    /// Draws replaced by dredge since the game began.
    Dredged,
    /// Mulligans taken.
    Mulligans,
    /// The turn in which you won; 0: none.
    Won,
    /// Spells you cast this turn.
    Spells,
    /// The number of your turns begun.
    Turn,
    /// Your life total.
    Life,
    /// The mana that you could make now.
    Mana,
    /// The power of the creatures that could attack now.
    Power,
    /// The opponent's cards milled since the game began.
    OpponentMilled,
    /// The opponent's life total.
    OpponentLife,
}

impl Counter {
    /// Every counter, in the order of the documentation.
    pub const ALL: [Self; 12] = [
        Self::Milled,
        Self::Drawn,
        Self::Dredged,
        Self::Mulligans,
        Self::Won,
        Self::Spells,
        Self::Turn,
        Self::Life,
        Self::Mana,
        Self::Power,
        Self::OpponentMilled,
        Self::OpponentLife,
    ];

    /// How an expression spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Milled => "milled",
            Self::Drawn => "drawn",
            Self::Dredged => "dredged",
            Self::Mulligans => "mulligans",
            Self::Won => "won",
            Self::Spells => "spells",
            Self::Turn => "turn",
            Self::Life => "life",
            Self::Mana => "mana",
            Self::Power => "power",
            Self::OpponentMilled => "opponent.milled",
            Self::OpponentLife => "opponent.life",
        }
    }
}

/// An operation on two numbers. Evaluation saturates at the ends of `i32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `//`, rounding down as Python does; by zero it gives 0.
    Divide,
}

impl Arithmetic {
    /// The result for two numbers, as documented for each operation.
    pub const fn apply(self, left: i32, right: i32) -> i32 {
        match self {
            Self::Add => left.saturating_add(right),
            Self::Subtract => left.saturating_sub(right),
            Self::Multiply => left.saturating_mul(right),
            Self::Divide if right == 0 => 0,
            Self::Divide => {
                let quotient = left.saturating_div(right);
                let exact = left.wrapping_rem(right) == 0;
                if !exact && (left < 0) != (right < 0) { quotient - 1 } else { quotient }
            }
        }
    }

    const fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "//",
        }
    }

    pub(super) const fn precedence(self) -> u8 {
        match self {
            Self::Add | Self::Subtract => SUM,
            Self::Multiply | Self::Divide => PRODUCT,
        }
    }
}

/// A comparison of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// Whether it holds of two values.
    pub fn holds<T: Ord>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }

    /// Whether it asks for an order, which only numbers have.
    pub const fn is_ordering(self) -> bool {
        !matches!(self, Self::Equal | Self::Unequal)
    }

    const fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
        }
    }
}

/// An expression whose kinds have been checked.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// `true`, `false`
    Bool(bool),
    /// A whole number.
    Int(i32),
    /// `milled`, `turn`, ...
    Counter(Counter),
    /// `zone.count()`, `zone.count(what)`
    Count(Place, Option<What>),
    /// `zone.has(what)`
    Has(Place, What),
    /// `zone.types()`: the number of card types among the cards there.
    Types(Place),
    /// `zone.max("dredge")`: the largest number of that keyword among the cards there; 0 where none has it.
    Max(Place, Leaf),
    /// `casts(what, via=None)`: spells cast since the game began.
    Casts(What, Option<Leaf>),
    /// `castable(what, via=None)`: whether one could be cast now.
    Castable(What, Option<Leaf>),
    /// `ever(EXPR)`: whether it held at some moment of decision so far.
    Ever(Box<Expr>),
    /// `-x`
    Negate(Box<Expr>),
    /// `x + y`, `x - y`, `x * y`, `x // y`
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// `a < b <= c`: the first value, then each comparison with the value after it; all must hold.
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    /// `not x`
    Not(Box<Expr>),
    /// `x and y and z`; at least two, none of them an `And`.
    And(Vec<Expr>),
    /// `x or y or z`; at least two, none of them an `Or`.
    Or(Vec<Expr>),
}

/// Python's precedences.
pub(super) const OR: u8 = 1;
pub(super) const AND: u8 = 2;
pub(super) const NOT: u8 = 3;
pub(super) const COMPARISON: u8 = 4;
pub(super) const SUM: u8 = 5;
pub(super) const PRODUCT: u8 = 6;
pub(super) const UNARY: u8 = 7;
const ATOM: u8 = 8;

impl Expr {
    /// Reads an expression and checks its kinds. `is_card` says whether a text is the name of a card (see
    /// [`What::parse`]).
    ///
    /// # Errors
    /// [`crate::error::Error::Expr`] with the position of the fault.
    pub fn parse(text: &str, is_card: &dyn Fn(&str) -> bool) -> Result<Self> {
        parser::parse(text, is_card)
    }

    /// What it yields.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Bool(_)
            | Self::Has(..)
            | Self::Castable(..)
            | Self::Ever(_)
            | Self::Compare(..)
            | Self::Not(_)
            | Self::And(_)
            | Self::Or(_) => Kind::Bool,
            Self::Int(_)
            | Self::Counter(_)
            | Self::Count(..)
            | Self::Types(_)
            | Self::Max(..)
            | Self::Casts(..)
            | Self::Negate(_)
            | Self::Arithmetic(..) => Kind::Int,
        }
    }

    /// Calls `visit` with this expression and each one inside it, in the order of the text.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        visit(self);
        match self {
            Self::Ever(inner) | Self::Negate(inner) | Self::Not(inner) => inner.walk(visit),
            Self::Arithmetic(_, left, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            Self::Compare(first, rest) => {
                first.walk(visit);
                for (_, value) in rest {
                    value.walk(visit);
                }
            }
            Self::And(parts) | Self::Or(parts) => {
                for part in parts {
                    part.walk(visit);
                }
            }
            _ => {}
        }
    }

    const fn precedence(&self) -> u8 {
        match self {
            Self::Or(_) => OR,
            Self::And(_) => AND,
            Self::Not(_) => NOT,
            Self::Compare(..) => COMPARISON,
            Self::Arithmetic(operation, ..) => operation.precedence(),
            Self::Negate(_) => UNARY,
            Self::Int(number) if *number < 0 => UNARY,
            _ => ATOM,
        }
    }
}

/// A part of a larger expression, in parentheses where it binds less than it must.
struct Part<'a>(&'a Expr, u8);

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(expr, least) = self;
        if expr.precedence() < *least { write!(f, "({expr})") } else { write!(f, "{expr}") }
    }
}

/// A text in quotes, as Python's `repr` chooses them.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = if self.0.contains('\'') && !self.0.contains('"') { '"' } else { '\'' };
        write!(f, "{quote}")?;
        for char in self.0.chars() {
            if char == quote || char == '\\' {
                f.write_str("\\")?;
            }
            write!(f, "{char}")?;
        }
        write!(f, "{quote}")
    }
}

fn write_call(f: &mut fmt::Formatter<'_>, name: &str, what: &What, via: Option<&Leaf>) -> fmt::Result {
    write!(f, "{name}({}", Quoted(&what.to_string()))?;
    if let Some(via) = via {
        write!(f, ", via={}", Quoted(&via.text))?;
    }
    f.write_str(")")
}

fn write_joined(f: &mut fmt::Formatter<'_>, parts: &[Expr], word: &str, least: u8) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            write!(f, " {word} ")?;
        }
        write!(f, "{}", Part(part, least))?;
    }
    Ok(())
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Counter(counter) => f.write_str(counter.name()),
            Self::Count(place, None) => write!(f, "{place}.count()"),
            Self::Count(place, Some(what)) => write!(f, "{place}.count({})", Quoted(&what.to_string())),
            Self::Has(place, what) => write!(f, "{place}.has({})", Quoted(&what.to_string())),
            Self::Types(place) => write!(f, "{place}.types()"),
            Self::Max(place, keyword) => write!(f, "{place}.max({})", Quoted(&keyword.text)),
            Self::Casts(what, via) => write_call(f, "casts", what, via.as_ref()),
            Self::Castable(what, via) => write_call(f, "castable", what, via.as_ref()),
            Self::Ever(inner) => write!(f, "ever({inner})"),
            Self::Negate(inner) => write!(f, "-{}", Part(inner, UNARY)),
            Self::Arithmetic(operation, left, right) => {
                let least = operation.precedence();
                write!(f, "{} {} {}", Part(left, least), operation.symbol(), Part(right, least + 1))
            }
            Self::Compare(first, rest) => {
                write!(f, "{}", Part(first, SUM))?;
                rest.iter().try_for_each(|(comparison, value)| {
                    write!(f, " {} {}", comparison.symbol(), Part(value, SUM))
                })
            }
            Self::Not(inner) => write!(f, "not {}", Part(inner, NOT)),
            Self::And(parts) => write_joined(f, parts, "and", NOT),
            Self::Or(parts) => write_joined(f, parts, "or", AND),
        }
    }
}
