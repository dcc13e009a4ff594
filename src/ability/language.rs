#![expect(missing_docs, reason = "most words of the language say themselves what they mean")]

//! The words of the ability language. Its text form is RON: a variant with its fields, lists in brackets.
//!
//! A [`Ref`] names objects, [`Is`] says what an object must be, [`Among`] where such objects are looked for, [`Whose`]
//! names players, a [`Value`] is a number, an [`If`] a condition; an [`Effect`] is what happens.

use serde::{Deserialize, Serialize};

use super::{
    Among, Effect, Enchanted, EnchantedCard, Equip, If, Is, Modal, Price, Replace, Static, Value, Whose, Word,
};
use crate::mana::Mana;

/// A zone, as abilities name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    Battlefield,
    Graveyard,
    Hand,
    Library,
    Exile,
    Stack,
    Command,
}

/// One ability of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ability {
    /// A keyword that the rules ask for by name.
    Has(Keyword),
    /// 702.52
    Dredge(u8),
    /// 103.5b: whenever its owner could mulligan, exile the hand and draw as many cards.
    FreshHand,
    /// A way to cast the card other than from the hand for its mana cost.
    Way(Way),
    /// An additional cost: one of these (118.8).
    Additional(Vec<Cost>),
    /// 702.33a
    Kicker(Cost),
    /// 702.33c
    Multikicker(Cost),
    /// 702.16: from sources that are such.
    Protection(Is),
    /// Only such creatures can block it. Nobody blocks here, so that this is said and asked by nothing.
    BlockedOnlyBy(Is),
    /// 702.14, of lands that are such; said and asked by nothing for the same reason.
    Landwalk(Word),
    /// 702.56
    Replicate(Cost),
    /// 702.27
    Buyback(Cost),
    /// 702.40
    Storm,
    /// 702.85
    Cascade,
    /// 702.66
    Delve,
    /// 702.51
    Convoke,
    /// No mana can be spent to cast it.
    NoMana,
    /// It cannot be countered.
    Uncounterable,
    /// Its X is at least this.
    LeastX(u8),
    /// It costs so much less to cast: of this mana, or generic.
    CostsLess(Option<Mana>, Value),
    /// What an instant or sorcery does.
    Spell {
        #[serde(default)]
        targets: Vec<Target>,
        effect: Effect,
    },
    /// 700.2: what one does whose controller chooses.
    Modal(Modal),
    /// 602
    Activated(Activated),
    /// 603
    Triggered(Triggered),
    /// A continuous effect (611.3).
    Static(Static),
    /// One that works while the card is in its owner's graveyard (113.6b) and that player controls a permanent that is
    /// such by its types: of keywords that are granted to permanents.
    InGraveyard(Is, Static),
    /// A replacement or prevention effect (614, 615).
    Replace(Replace),
    /// 303.4: what it enchants.
    Enchant(Enchanted),
    /// The same of a card that it brings onto the battlefield; from then on the permanent that this became.
    EnchantCard(EnchantedCard),
    /// 702.6
    Equip(Box<Equip>),
    /// An ability that it has while a condition holds.
    While(If, Box<Ability>),
    /// As a token it is not legendary.
    TokenNotLegendary,
    /// 604.3: power and toughness are these.
    Size(Value, Value),
}

impl Ability {
    /// The costs that it asks for, or lets be paid.
    pub fn costs(&self) -> Vec<&Cost> {
        match self {
            Self::Way(
                Way::Escape(cost)
                | Way::Flashback(cost)
                | Way::Alternative { cost, .. }
                | Way::FromGraveyard { besides: cost, .. },
            )
            | Self::Kicker(cost)
            | Self::Multikicker(cost)
            | Self::Replicate(cost)
            | Self::Buyback(cost) => vec![cost],
            Self::Additional(costs) => costs.iter().collect(),
            Self::Modal(modal) => modal.escalate.iter().collect(),
            Self::Activated(activated) => vec![&activated.cost],
            _ => Vec::new(),
        }
    }
}

/// Keywords that the rules ask for by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Keyword {
    Flying,
    Reach,
    FirstStrike,
    DoubleStrike,
    Deathtouch,
    Lifelink,
    Trample,
    Haste,
    Vigilance,
    Defender,
    Flash,
    Indestructible,
    Hexproof,
    Shroud,
    Infect,
    Wither,
    Shadow,
    Menace,
    CantBlock,
    MustAttack,
    DoesntUntap,
    EntersTapped,
    Changeling,
    Extort,
    Sunburst,
    /// The mana that it makes is for creature spells only.
    CreatureManaOnly,
    CantRegenerate,
}

impl Keyword {
    /// Whether it says what damage does (120.3).
    pub const fn bears_on_damage(self) -> bool {
        matches!(self, Self::Lifelink | Self::Deathtouch | Self::Infect | Self::Wither)
    }
}

/// A way to cast a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    /// 702.138
    Escape(Cost),
    /// 702.34
    Flashback(Cost),
    /// 702.81
    Retrace,
    /// 702.133
    JumpStart,
    /// From a graveyard for its mana cost, while this holds, with these costs besides.
    FromGraveyard {
        #[serde(default)]
        when: If,
        #[serde(default)]
        besides: Cost,
    },
    /// An alternative cost (118.9). `word` is what a step calls it; none: "alternative".
    Alternative {
        #[serde(default)]
        word: Option<String>,
        cost: Cost,
        #[serde(default)]
        when: If,
    },
}

/// What is paid.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Cost {
    /// Mana.
    pub mana: Price,
    /// What else.
    pub pay: Vec<Pay>,
}

impl Cost {
    /// Whether an X that is announced is in it.
    pub fn has_x(&self) -> bool {
        let counts = |part: &Pay| match part {
            Pay::Discard(_, n) | Pay::ExileOthers(_, n) | Pay::Sacrifice(_, n) | Pay::Life(n) => {
                *n == Value::X
            }
            _ => false,
        };
        self.mana.has_x() || self.pay.iter().any(counts)
    }
}

/// A part of a cost that is no mana.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pay {
    Tap,
    Untap,
    SacrificeThis,
    Sacrifice(Is, Value),
    ExileThis,
    DiscardThis,
    Discard(Is, Value),
    DiscardHand,
    /// Other cards from your graveyard.
    ExileOthers(Is, Value),
    /// Any number of other cards from your graveyard with so many card types among them.
    ExileTypes(u8),
    ExileFromHand(Is, Value),
    ExilePermanent(Is, Value),
    Life(Value),
    Mill(Value),
    Draw(Value),
    Remove(Counter, Value),
    Put(Counter, Value),
    TapUntapped(Is, Value),
    ReturnToHand(Is, Value),
    Energy(Value),
    /// 606: loyalty counters put on (or removed, below 0).
    Loyalty(i8),
}

impl Pay {
    /// Of a part for which so many objects are chosen: where they lie, what they must be, how many they are.
    pub const fn chosen(&self) -> Option<(Place, &Is, &Value)> {
        Some(match self {
            Self::Sacrifice(is, n)
            | Self::ExilePermanent(is, n)
            | Self::TapUntapped(is, n)
            | Self::ReturnToHand(is, n) => (Place::Battlefield, is, n),
            Self::Discard(is, n) | Self::ExileFromHand(is, n) => (Place::Hand, is, n),
            Self::ExileOthers(is, n) => (Place::Graveyard, is, n),
            _ => return None,
        })
    }
}

/// Kinds of counters: `Counter("+1/+1")`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Counter(pub String);

/// What an ability targets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// What may be chosen.
    pub aim: Aim,
    /// At least so many.
    #[serde(default = "Value::one")]
    pub least: Value,
    /// At most so many.
    #[serde(default = "Value::one")]
    pub most: Value,
}

/// What may be targeted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    Player,
    Opponent,
    /// The controller of the ability.
    You,
    /// "Any target" (115.4).
    Any,
    Permanent(Is),
    Card(Among),
    Spell(Is),
    /// An activated or triggered ability on the stack; triggered only where true.
    StackAbility(bool),
    OneOf(Vec<Aim>),
}

/// An activated ability.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activated {
    pub cost: Cost,
    #[serde(default)]
    pub targets: Vec<Target>,
    pub effect: Effect,
    /// Where it works.
    #[serde(default = "Activated::battlefield")]
    pub from: Place,
    #[serde(default)]
    pub when: If,
    /// It costs so much less generic mana to activate.
    #[serde(default)]
    pub less: Option<Value>,
}

impl Activated {
    fn battlefield() -> Place {
        Place::Battlefield
    }
}

/// A triggered ability.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Triggered {
    pub when: When,
    /// 603.4: asked when it triggers and when it resolves.
    #[serde(default)]
    pub only_if: If,
    #[serde(default)]
    pub targets: Vec<Target>,
    pub effect: Effect,
    /// Where it works.
    #[serde(default = "Activated::battlefield")]
    pub from: Place,
}

/// What triggers an ability.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    Enters(Is),
    /// One object moves: from there, to there (of that player).
    Moves {
        is: Is,
        #[serde(default)]
        from: Option<Place>,
        #[serde(default)]
        to: Option<Place>,
        #[serde(default = "Whose::each")]
        whose: Whose,
    },
    /// One or more at once.
    Batch {
        is: Is,
        #[serde(default)]
        from: Option<Place>,
        #[serde(default)]
        to: Option<Place>,
        #[serde(default = "Whose::each")]
        whose: Whose,
    },
    Dies(Is),
    Cast {
        who: Whose,
        is: Is,
        #[serde(default)]
        nth: u8,
    },
    CastThis,
    /// This is discarded for its own cycling (702.29c).
    CycleThis,
    At(Moment, Whose),
    Attacks(Is),
    CombatDamageToPlayer(Is),
    CombatDamageToCreature(Is),
    DealtDamage(Is),
    DrawsNth(Whose, u8),
    /// Each card; where true not the first in a draw step of theirs.
    Draws(Whose, #[serde(default)] bool),
    TapsForMana(Whose, Is),
    BecomesTapped(Is),
    /// An ability of such an object adds mana to that player's pool.
    MakesMana(Whose, Is),
    /// Mana that this made is spent to cast such a spell (106.6).
    Spent(Is),
    Discards(Whose, Is),
    Sacrifices(Whose, Is),
    /// A permanent becomes the target of a spell or ability of that player.
    BecomesTarget(Is, #[serde(default = "Whose::each")] Whose),
    /// The venture marker moves into this room (309.4c), from which it goes on to one of those; none: the bottommost.
    Room {
        name: String,
        #[serde(default)]
        next: Vec<u8>,
    },
    /// The first player becomes the target of a spell or ability of the second.
    PlayerBecomesTarget(Whose, Whose),
    AnyOf(Vec<When>),
}

/// The beginning of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Moment {
    Upkeep,
    Draw,
    FirstMain,
    Combat,
    End,
}
