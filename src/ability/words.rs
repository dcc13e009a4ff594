#![expect(missing_docs, reason = "most words of the language say themselves what they mean")]

//! Words for objects, players, numbers and conditions.

use serde::{Deserialize, Serialize};

use super::{Counter, Keyword, Place, Word};
use crate::mana::Mana;

/// What an object must be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Is {
    #[default]
    Anything,
    All(Vec<Is>),
    AnyOf(Vec<Is>),
    Not(Box<Is>),
    /// A card type, supertype, subtype or colour, in lower case; `colorless`, `multicolored`, `permanent`, `basic`.
    A(Word),
    Named(String),
    SameName(Box<Ref>),
    Token,
    /// Not the object that the ability is of.
    Other,
    This,
    Yours,
    Theirs,
    /// Controlled by that player.
    Of(Whose),
    /// In that zone.
    In(Place),
    Tapped,
    Untapped,
    Attacking,
    With(Keyword),
    WithCounter(Counter),
    ManaValue(Compare, Box<Value>),
    Power(Compare, Box<Value>),
    /// Escaped; was cast from a graveyard; was cast from anywhere but the hand; was cast.
    Escaped,
    CastFromGraveyard,
    CastNotFromHand,
    WasCast,
    /// Entered from its owner's graveyard.
    FromGraveyard,
    Kicked,
    /// A spell that targets that.
    Targets(Box<Ref>),
    Those,
    /// What the event was about.
    It,
    DrawnThisTurn,
    /// What this is attached to.
    Host,
    /// In the same zone, and came there after this: above it in a graveyard (404.2).
    Above,
    /// A spell for which mana was spent, or a permanent that was one.
    PaidWithMana,
    /// It has a creature type in common with that.
    SharesCreatureType(Box<Ref>),
    /// Of the creature type, colour or name that the permanent chose.
    Chosen,
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compare {
    Is,
    AtLeast,
    AtMost,
    Even,
    Odd,
}

/// Objects of some kind in a zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Among(pub Place, pub Whose, pub Is);

/// Players.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whose {
    #[default]
    You,
    Opponent,
    Each,
    Target(u8),
    Controller(Box<Ref>),
    Owner(Box<Ref>),
    /// Whom the event that triggered was about.
    Event,
    Active,
    /// The player who is being gone through.
    Current,
}

impl Whose {
    pub(super) fn each() -> Self {
        Self::Each
    }
}

/// Objects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ref {
    This,
    Target(u8),
    /// What the last action was about.
    Those,
    /// The object that the event was about.
    It,
    /// What this is attached to.
    Host,
    Each(Box<Among>),
    /// All of these together.
    AnyOf(Vec<Ref>),
    /// What was sacrificed, exiled or discarded for the cost.
    Paid,
    /// The object that is being gone through.
    Current,
    /// Cards exiled with this permanent.
    ExiledWith,
    /// Your commanders.
    Commander,
}

/// A number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    N(i32),
    X,
    Count(Among),
    Types(Among),
    Greatest(Among),
    Power(Ref),
    Toughness(Ref),
    ManaValue(Ref),
    Counters(Ref, Counter),
    HowMany(Ref),
    /// How many of those are such.
    Such(Ref, Is),
    /// The amount of the event, or of what was done last.
    Amount,
    Life(Whose),
    LibrarySize(Whose),
    HandSize(Whose),
    Devotion(Vec<Mana>),
    PlayerCounters(Whose, Counter),
    /// Spells of that kind that the player cast this turn.
    Spells(Whose, Is),
    Drawn(Whose),
    /// Life gained this turn.
    Gained(Whose),
    /// Cards discarded this turn.
    Discarded(Whose),
    /// Spells cast since the game began.
    SpellsInGame(Whose),
    /// How much mana was spent to cast that.
    ManaSpent(Ref),
    /// How many basic land types there are among those.
    BasicTypes(Among),
    Kicked,
    Replicated,
    ColorsSpent,
    Sum(Vec<Value>),
    Minus(Box<Value>, Box<Value>),
    Times(Box<Value>, i32),
    HalfUp(Box<Value>),
    HalfDown(Box<Value>),
    Names(Among),
}

impl Value {
    pub(super) fn one() -> Self {
        Self::N(1)
    }
}

/// A condition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum If {
    #[default]
    Always,
    Not(Box<If>),
    All(Vec<If>),
    AnyOf(Vec<If>),
    Number(Value, Compare, Value),
    There(Among),
    Object(Ref, Is),
    /// The spell was cast from a graveyard.
    CastFromGraveyard,
    Kicked,
    Escaped,
    YourTurn,
    YourMain,
    /// A creature died this turn.
    Morbid,
    /// A permanent that you controlled left the battlefield this turn.
    Revolt,
    /// That player searched the library this turn.
    Searched(Whose),
    /// What was tried last was done.
    Did,
    /// This is the first of its kind this turn.
    OncePerTurn,
    AtSorcerySpeed,
    /// Not while something is being cast, activated or paid for.
    AtInstantSpeed,
    CardsExiledThisTurn,
}

impl If {
    /// Whether it asks for nothing.
    #[inline]
    pub const fn is_always(&self) -> bool {
        matches!(self, Self::Always)
    }
}
