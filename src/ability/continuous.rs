#![expect(missing_docs, reason = "most words of the language say themselves what they mean")]

//! Words for static abilities and replacement effects.

use serde::{Deserialize, Serialize};

use super::{Ability, Among, Counter, Effect, If, Is, Place, Value, Whose};
use crate::mana::Mana;

/// A continuous effect of a permanent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Static {
    Pump(Among, Value, Value),
    Grant(Among, Box<Ability>),
    LoseAbilities(Among),
    SetSize(Among, Value, Value),
    AddTypes(Among, String),
    SetTypes(Among, String),
    SetColors(Among, String),
    SpellsCost {
        who: Whose,
        is: Is,
        more: Value,
    },
    /// Less mana of these colours only.
    SpellsCostLessColored {
        who: Whose,
        is: Is,
        less: String,
    },
    SpellsCostLess {
        who: Whose,
        is: Is,
        less: Value,
    },
    AbilitiesCostLess {
        is: Is,
        less: Value,
        #[serde(default)]
        floor: i32,
        /// Only the first of such objects that its controller activates each turn.
        #[serde(default)]
        first: bool,
    },
    LeastCost(u8, If),
    DrawLimit(Whose, u8),
    CantCastFrom(Whose, Vec<Place>),
    CantEnterFrom(Is, Vec<Place>),
    CantLose(Whose),
    CantWin(Whose),
    PlayerHexproof,
    MaxHand(u8),
    SkipDrawStep,
    ExtraLands(u8),
    /// From the graveyard, or the top of the library.
    PlayLandsFrom(Place),
    /// Its controller plays with the top card of the library revealed.
    TopRevealed,
    CastFree {
        from: Place,
        is: Is,
    },
    /// Once each turn, for {0}, spells of that kind.
    FreeOnce(Is),
    NoLegendRule,
    HasteForAbilities(Is),
    NoCounters(Is),
    /// Players cannot get counters.
    NoPlayerCounters,
}

/// A replacement or prevention effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Replace {
    /// One draw of those players, while this holds; `except_first` in their draw step.
    Draw {
        who: Whose,
        #[serde(default)]
        when: If,
        #[serde(default)]
        except_first: bool,
        instead: Effect,
    },
    /// A draw of that many or more.
    Draws {
        who: Whose,
        least: u8,
        instead: Effect,
    },
    Mill {
        who: Whose,
        times: u8,
    },
    /// A card (or token) on its way to a graveyard of those players.
    ToGraveyard {
        is: Is,
        whose: Whose,
        #[serde(default)]
        shuffle_in: bool,
        #[serde(default)]
        tokens: bool,
        #[serde(default)]
        counter: Option<Counter>,
    },
    /// It would leave the battlefield: exile it.
    LeavesExiled(Is),
    EntersWith {
        is: Is,
        counter: Counter,
        /// Or with these, as its controller likes.
        #[serde(default)]
        or: Option<Counter>,
        count: Value,
        #[serde(default)]
        when: If,
    },
    EntersTapped {
        is: Is,
        #[serde(default)]
        unless_life: u8,
        #[serde(default)]
        when: If,
    },
    EntersUntapped(Is),
    AsEnters(Effect),
    EntersCopy {
        is: Is,
        of: Among,
        may: bool,
    },
    Mana {
        is: Is,
        #[serde(default)]
        who: Whose,
        #[serde(default)]
        least: u8,
        becomes: Produces,
    },
    Tokens(u8),
    Counters {
        is: Is,
        #[serde(default)]
        kind: Option<Counter>,
        #[serde(default)]
        times: u8,
        #[serde(default)]
        plus: u8,
        /// Not where they are put on as a cost.
        #[serde(default)]
        effects_only: bool,
    },
    DoubleDamage,
    /// Damage to it while it has such a counter is prevented, and so many (or one) are removed.
    PreventRemoving {
        counter: Counter,
        #[serde(default)]
        one: bool,
        #[serde(default)]
        always: bool,
    },
    Gain(u8),
    PayLife {
        instead: Effect,
        when: If,
    },
    CombatDamageMills(Is),
}

/// What a mana replacement makes of the mana.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Produces {
    Times(u8),
    /// That type; one only where true, else as much as before.
    Type(Mana, bool),
    /// A colour of the player's choice.
    AnyColor,
}
