//! One step of a case: a verb, the choices made in it, and whether it must be refused.

use crate::ability::{Place, Which};
use crate::mana::Mana;
use crate::state::{Step as TurnStep, Who};

use super::{Bill, Expect, Pool};

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub verb: Verb,
    /// The choices that come up in it.
    pub choices: Choices,
    /// Whether it must be refused, and leave the position as it was.
    pub illegal: bool,
}

/// What a step does. `who: Option` says whose permanent or card is meant; `None`: the first that makes the step legal,
/// yours before the opponent's. Names are as the file has them, see [`super::Named`].
#[allow(missing_docs)] // of the fields: each variant says what they are
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verb {
    /// Mills cards.
    Mill { who: Who, n: u32 },
    /// Takes an offer to mill; refused where it cannot be chosen (701.17b).
    MayMill { who: Who, n: u32 },
    /// Mills as a cost.
    PayMill { who: Who, n: u32 },
    /// Draws cards, one by one.
    Draw { who: Who, n: u32 },
    /// Discards these, together.
    Discard { who: Who, cards: Vec<String> },
    /// Surveils; `graveyard` is left out or what goes there.
    Surveil { who: Who, n: u32, graveyard: Option<Vec<String>> },
    /// Scries; `bottom` is left out or what goes there.
    Scry { who: Who, n: u32, bottom: Option<Vec<String>> },
    /// Sacrifices a permanent.
    Sacrifice { who: Who, name: String },
    /// Destroys a permanent.
    Destroy { who: Option<Who>, name: String },
    /// Moves cards, together; to a library: onto its top.
    Move { who: Option<Who>, cards: Vec<String>, from: Place, to: Place },
    /// Deals damage, all amounts at the same time, to a player (`"you"`, `"opponent"`) or a permanent.
    Damage { who: Option<Who>, amounts: Vec<u32>, to: String, unpreventable: bool, source: Option<String> },
    /// Two creatures fight (701.14).
    Fight { who: Option<Who>, a: String, b: String },
    /// Gains life.
    Gain { who: Who, n: u32 },
    /// Loses life.
    Lose { who: Who, n: u32 },
    /// Adds mana.
    Add { who: Who, mana: Pool },
    /// Counters a spell on the stack.
    Counter { who: Option<Who>, name: String },
    /// Taps a permanent.
    Tap { who: Option<Who>, name: String },
    /// Untaps a permanent.
    Untap { who: Option<Who>, name: String },
    /// Plays a land.
    Play { who: Who, name: String, from: Place },
    /// Casts a spell.
    Cast(Box<Cast>),
    /// Activates an ability.
    Activate(Box<Activate>),
    /// Taps a permanent for mana.
    TapForMana { who: Option<Who>, name: String, ability: Option<Which> },
    /// Declares attackers; nobody blocks.
    Attack { who: Who, names: Vec<String> },
    /// Resolves the top of the stack, again and again.
    Resolve(Many),
    /// Goes on to that step of this turn.
    To(TurnStep),
    /// Goes on to that player's next turn, to its main phase.
    NextTurn(Who),
    /// Asks for the total cost of a cast: [`super::Answer::Cost`]. `is` is left out only where the step is illegal.
    Cost { cast: Box<Cast>, is: Option<Bill> },
    /// Asks which types of mana a permanent could produce (106.7): [`super::Answer::Mana`]. `is` as in `Cost`.
    CouldProduce { who: Option<Who>, name: String, is: Option<Vec<Mana>> },
    /// Asks for a mana value: [`super::Answer::Number`]. `is` as in `Cost`.
    ManaValue { who: Option<Who>, name: String, zone: Option<Place>, is: Option<u32> },
    /// Compares the position; never given to a table.
    Check(Box<Expect>),
}

impl Verb {
    /// The verb as the file spells it.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Mill { .. } => "mill",
            Self::MayMill { .. } => "may_mill",
            Self::PayMill { .. } => "pay_mill",
            Self::Draw { .. } => "draw",
            Self::Discard { .. } => "discard",
            Self::Surveil { .. } => "surveil",
            Self::Scry { .. } => "scry",
            Self::Sacrifice { .. } => "sacrifice",
            Self::Destroy { .. } => "destroy",
            Self::Move { .. } => "move",
            Self::Damage { .. } => "damage",
            Self::Fight { .. } => "fight",
            Self::Gain { .. } => "gain",
            Self::Lose { .. } => "lose",
            Self::Add { .. } => "add",
            Self::Counter { .. } => "counter",
            Self::Tap { .. } => "tap",
            Self::Untap { .. } => "untap",
            Self::Play { .. } => "play",
            Self::Cast(_) => "cast",
            Self::Activate(_) => "activate",
            Self::TapForMana { .. } => "tap_for_mana",
            Self::Attack { .. } => "attack",
            Self::Resolve(_) => "resolve",
            Self::To(_) => "to",
            Self::NextTurn(_) => "next_turn",
            Self::Cost { .. } => "cost",
            Self::CouldProduce { .. } => "could_produce",
            Self::ManaValue { .. } => "mana_value",
            Self::Check(_) => "check",
        }
    }
}

/// How a spell is cast. `None`: left out, so that the engine's default holds; an empty list is a choice of nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast {
    /// The card.
    pub name: String,
    /// Who casts it.
    pub who: Who,
    /// Where it is cast from.
    pub from: Place,
    /// `"escape"`, `"flashback"`, `"free"`, `"alternative"`, an alternative cost's word or a permanent's name; `None`: for
    /// its mana cost.
    pub via: Option<String>,
    /// The targets, in order.
    pub targets: Option<Vec<String>>,
    /// X.
    pub x: Option<u32>,
    /// How often replicate is paid.
    pub replicate: Option<Replicate>,
    /// Cards exiled to pay, delved ones too.
    pub exile: Option<Vec<String>>,
    /// Cards discarded to pay.
    pub discard: Option<Vec<String>>,
    /// Permanents sacrificed to pay.
    pub sacrifice: Option<Vec<String>>,
    /// The sources whose mana abilities are activated while casting, in order.
    pub mana_abilities: Option<Vec<String>>,
    /// Creatures tapped for convoke.
    pub convoke: Option<Vec<String>>,
    /// Whether life is paid where the cost leaves the choice.
    pub life: Option<bool>,
    /// How often kicker is paid.
    pub kicked: u32,
    /// Whether buyback is paid.
    pub buyback: bool,
}

/// How an ability is activated; `None` as in [`Cast`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activate {
    /// The permanent or card that has the ability.
    pub name: String,
    /// Whose it is.
    pub who: Option<Who>,
    /// The zone in which it is.
    pub from: Option<Place>,
    /// Which of its abilities.
    pub ability: Option<Which>,
    /// The targets, in order.
    pub targets: Option<Vec<String>>,
    /// X.
    pub x: Option<u32>,
    /// Permanents sacrificed to pay.
    pub sacrifice: Option<Vec<String>>,
    /// Cards exiled to pay.
    pub exile: Option<Vec<String>>,
    /// Cards discarded to pay.
    pub discard: Option<Vec<String>>,
}

/// How often replicate is paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replicate {
    /// So often in all.
    Times(u32),
    /// So often for each instance of it (702.56b).
    Each(Vec<u32>),
}

/// How many objects of the stack resolve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Many {
    /// So many, at least one.
    Number(u32),
    /// Until the stack is empty.
    All,
}

/// The choices of a step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    /// Answers, in the order in which the questions come up.
    pub choose: Option<Vec<Choice>>,
    /// Which replacement effect applies first, which trigger is put on the stack first; by cards.
    pub order: Vec<String>,
    /// For each single draw what dredges; the empty name draws.
    pub dredge: Option<Vec<String>>,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// A card, a colour, a player.
    Name(String),
    /// A number.
    Number(i64),
    /// Whether something is done that may be done.
    Flag(bool),
    /// Several cards at once, or none; or yes with a pick.
    List(Vec<Choice>),
}
