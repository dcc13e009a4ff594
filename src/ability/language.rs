#![allow(missing_docs)] // while the language grows

//! The words of the ability language. Its text form is RON: a variant with its fields, lists in brackets.
//!
//! A [`Ref`] names objects, [`Is`] says what an object must be, [`Among`] where such objects are looked for, [`Whose`]
//! names players, a [`Value`] is a number, an [`If`] a condition; an [`Effect`] is what happens.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

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
    /// 702.33
    Kicker(Cost),
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
    /// 602
    Activated(Activated),
    /// 603
    Triggered(Triggered),
    /// A continuous effect (611.3).
    Static(Static),
    /// A replacement or prevention effect (614, 615).
    Replace(Replace),
    /// 303.4: what it enchants.
    Enchant(Is),
    /// 702.6
    Equip(Cost),
    /// An ability that it has while a condition holds.
    While(If, Arc<Ability>),
    /// As a token it is not legendary.
    TokenNotLegendary,
    /// 604.3: power and toughness are these.
    Size(Value, Value),
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
    ProtectionFromEverything,
    ProtectionFromColored,
    ProtectionFromMulticolored,
    EntersTapped,
    Changeling,
    Extort,
    Sunburst,
    /// The mana that it makes is for creature spells only.
    CreatureManaOnly,
    CantRegenerate,
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
    /// Mana symbols; "" is none, "=" is the mana cost of the card.
    pub mana: String,
    /// What else.
    pub pay: Vec<Pay>,
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
    /// "Any target" (115.4).
    Any,
    Permanent(Is),
    Card(Among),
    Spell(Is),
    /// An activated or triggered ability on the stack; triggered only where true.
    StackAbility(bool),
    OneOf(Vec<Aim>),
}

/// What an object must be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Is {
    #[default]
    Anything,
    All(Vec<Is>),
    AnyOf(Vec<Is>),
    Not(Box<Is>),
    /// A card type, supertype, subtype or colour, in lower case; `colorless`, `multicolored`, `permanent`, `basic`.
    A(String),
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
    DrawnThisTurn,
    /// What this is attached to.
    Host,
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
    /// What was sacrificed, exiled or discarded for the cost.
    Paid,
    /// The object that is being gone through.
    Current,
    /// Cards exiled with this permanent.
    ExiledWith,
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
    /// Spells of that kind that the player cast this turn.
    Spells(Whose, Is),
    Drawn(Whose),
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
    fn one() -> Self {
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
    At(Moment, Whose),
    Attacks(Is),
    CombatDamageToPlayer(Is),
    CombatDamageToCreature(Is),
    DealtDamage(Is),
    DrawsNth(Whose, u8),
    TapsForMana(Whose, Is),
    BecomesTarget(Is),
    AnyOf(Vec<When>),
}

impl Whose {
    fn each() -> Self {
        Self::Each
    }
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

/// How mana is chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Makes {
    /// These symbols.
    These(String),
    /// So many of one colour that is chosen among these ("WUBRG"), or of the colours in any combination.
    OneColor(String, Value),
    Combination(String, Value),
    /// One of any type (or colour) that those lands could produce (106.7).
    CouldProduce {
        among: Among,
        colors_only: bool,
        amount: Value,
    },
    /// One of the colours of those objects.
    ColorsOf(Ref, Value),
    /// A type that the event produced.
    SameAsEvent,
    /// So many of one of these colours as the devotion to it is.
    DevotionTo(String),
    /// One of the colour that this chose, where the event produced some of it.
    ChosenOfEvent,
}

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    Nothing,
    All(Vec<Effect>),
    When(If, Box<Effect>, #[serde(default)] Option<Box<Effect>>),
    /// A player may; then the first, else the second.
    May(Whose, Box<Effect>, #[serde(default)] Option<Box<Effect>>),
    /// A player may pay; then the first, else the second (118.12).
    Pay(Whose, Cost, Box<Effect>, #[serde(default)] Option<Box<Effect>>),
    /// Does the cost-like action if able, else the other ("unless").
    EachPlayer(Whose, Box<Effect>),
    EachObject(Ref, Box<Effect>),
    Repeat(Value, Box<Effect>),
    Draw(Whose, Value),
    Mill(Whose, Value),
    /// Mills one card at a time until one that is such, or so many, came to the graveyard; those that did become `Those`.
    MillUntil {
        who: Whose,
        is: Is,
        most: Value,
    },
    Discard(Whose, Is, Value),
    DiscardHand(Whose),
    Sacrifice(Whose, Is, Value),
    SacrificeThis,
    Gain(Whose, Value),
    Lose(Whose, Value),
    Damage(Ref, Value),
    DamagePlayer(Whose, Value),
    /// The first deals damage to the second.
    DamageFrom(Ref, Ref, Value),
    Fight(Ref, Ref),
    Destroy(Ref, #[serde(default)] bool),
    Exile(Ref),
    /// Moves cards to a zone of their owner.
    Put(Ref, Place),
    PutOnTop(Ref),
    PutAtBottom(Ref),
    /// Onto the battlefield under your control.
    PutOntoBattlefield {
        what: Ref,
        #[serde(default)]
        tapped: bool,
        #[serde(default)]
        owners: bool,
    },
    ShuffleIn(Ref),
    Shuffle(Whose),
    /// A player chooses so many of them; they become `Those`.
    Choose(Whose, Among, Value, Value),
    /// The same among objects that were named, wherever they are.
    ChooseOf(Whose, Ref, Is, Value, Value),
    Search {
        who: Whose,
        is: Is,
        most: Value,
        to: Place,
        #[serde(default)]
        tapped: bool,
    },
    RevealUntil {
        who: Whose,
        is: Is,
        count: Value,
        to: Place,
        rest: Place,
    },
    /// Looks at the top cards; some of them that are such go to one place, the rest to the other. In the library the
    /// first place is its top, the second its bottom.
    Look {
        who: Whose,
        count: Value,
        take: Value,
        /// Only such cards may be taken.
        #[serde(default)]
        is: Is,
        /// Fewer may be taken.
        #[serde(default)]
        may: bool,
        to: Place,
        rest: Place,
    },
    Scry(Whose, Value),
    Surveil(Whose, Value),
    Token(Whose, Token, Value),
    CopyToken(Ref, Value),
    Counters(Ref, Counter, Value),
    RemoveCounters(Ref, Counter, Value),
    Tap(Ref),
    Untap(Ref),
    /// It does not untap in its controller's next untap step.
    SkipUntap(Ref),
    Pump(Ref, Value, Value, Vec<Keyword>),
    Become {
        what: Ref,
        types: String,
        #[serde(default)]
        power: Option<i32>,
        #[serde(default)]
        toughness: Option<i32>,
        #[serde(default)]
        has: Vec<Keyword>,
        #[serde(default)]
        forever: bool,
    },
    /// Until the end of the turn, or for ever where true.
    Grant(Ref, Arc<Ability>, #[serde(default)] bool),
    Regenerate(Ref),
    Mana(Makes),
    DoubleMana,
    CounterSpell(Ref),
    CopySpell(Ref, Value),
    PlayFromExile(Ref, Until, bool),
    CastFree(Ref),
    /// Copies cards, and casts the copies without paying their mana costs (707.12).
    CastCopy(Ref),
    ExtraTurn(Whose),
    Win(Whose),
    Later(When, Arc<Effect>),
    Attach(Ref, Ref),
    Name(Box<Effect>),
    Reveal(Whose),
    SetAmount(Value),
    /// A player chooses a number from here to there: the amount.
    ChooseNumber(Whose, Value, Value),
    Energy(Value),
    ExileThisSpell,
    ShuffleThisSpell,
    Proliferate,
}

/// How long something may be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    EndOfTurn,
    EndOfYourNextTurn,
    Forever,
}

/// A token (111).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Token {
    /// `"creature zombie"`: types and subtypes; the name is made of the subtypes.
    pub types: String,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub colors: String,
    #[serde(default)]
    pub power: i32,
    #[serde(default)]
    pub toughness: i32,
    #[serde(default)]
    pub abilities: Vec<Arc<Ability>>,
    #[serde(default)]
    pub tapped: bool,
}

/// A continuous effect of a permanent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Static {
    Pump(Among, Value, Value),
    Grant(Among, Arc<Ability>),
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
        floor: i32,
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
    PlayLandsFromLibrary,
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
