#![expect(missing_docs, reason = "most words of the language say themselves what they mean")]

//! Words for what happens.

use serde::{Deserialize, Serialize};

use super::{Ability, Among, Cost, Counter, If, Is, Keyword, Place, Ref, Value, When, Whose};

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
    /// A player may pay the cost so many times, all or nothing; then the first, else the second.
    PayTimes(Whose, Cost, Value, Box<Effect>, #[serde(default)] Option<Box<Effect>>),
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
    DiscardAtRandom(Whose, Value),
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
    /// In an order that their player likes; where true in a random one.
    PutAtBottom(Ref, #[serde(default)] bool),
    /// Onto the battlefield under your control.
    PutOntoBattlefield {
        what: Ref,
        #[serde(default)]
        tapped: bool,
        #[serde(default)]
        owners: bool,
        /// With so many counters on it as it enters (122.6).
        #[serde(default)]
        with: Option<(Counter, Value)>,
    },
    /// Into the libraries of their owners; also of those players, or of those in whose zones they are sought, who have
    /// nothing among them (701.24d).
    ShuffleIn(Ref, #[serde(default)] Option<Whose>),
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
        /// What goes to the bottom of the library goes there in a random order.
        #[serde(default)]
        random: bool,
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
        /// What goes to the bottom of the library goes there in a random order.
        #[serde(default)]
        random: bool,
        /// What enters has so many counters on it as it does (122.6).
        #[serde(default)]
        with: Option<(Counter, Value)>,
    },
    /// Exiles cards from the top of a library until their mana values come to so much.
    ExileUntil(Whose, Value),
    Scry(Whose, Value),
    Surveil(Whose, Value),
    /// Looks at so many cards on top of a library, and puts them back in any order.
    Arrange(Whose, Value),
    Token(Whose, Token, Value),
    CopyToken(Ref, Value),
    Counters(Ref, Counter, Value),
    RemoveCounters(Ref, Counter, Value),
    Tap(Ref),
    Untap(Ref),
    /// It does not untap in its controller's next untap step.
    SkipUntap(Ref),
    /// It does not untap in its controller's untap steps as long as you control this.
    HoldTapped(Ref),
    Pump(Ref, Value, Value, Vec<Keyword>),
    Become {
        what: Ref,
        types: String,
        /// Instead of its types, not besides (205.1a).
        #[serde(default)]
        instead: bool,
        #[serde(default)]
        power: Option<i32>,
        #[serde(default)]
        toughness: Option<i32>,
        #[serde(default)]
        has: Vec<Keyword>,
        #[serde(default)]
        forever: bool,
    },
    Grant(Ref, Box<Ability>, #[serde(default)] Until),
    /// 701.15a
    Goad(Ref),
    /// You get an emblem (114). It is said as a token is, without types; its abilities work in the command zone.
    Emblem(Token),
    /// 726
    TakeInitiative(Whose),
    /// Into Undercity (701.49d).
    Venture(Whose),
    Regenerate(Ref),
    Mana(Makes),
    DoubleMana,
    /// Counters it; a spell goes there instead of into the graveyard.
    CounterSpell(Ref, #[serde(default)] Option<Place>),
    /// So many copies, not legendary where true.
    CopySpell(Ref, Value, #[serde(default)] bool),
    PlayFromExile(Ref, Until, bool),
    CastFree(Ref),
    /// Copies cards, and casts the copies (707.12): without paying their mana costs, or for them where true.
    CastCopy(Ref, #[serde(default)] bool),
    ExtraTurn(Whose),
    Win(Whose),
    LoseGame(Whose),
    /// You flip a coin (705): what happens where you win the flip, and where you lose it.
    Flip(Box<Effect>, Box<Effect>),
    Later(When, Box<Effect>),
    Attach(Ref, Ref),
    /// A word is chosen: a creature type, or the name of such a card (201.4).
    Name(Box<Effect>, #[serde(default)] Is),
    Reveal(Whose),
    SetAmount(Value),
    /// A player chooses a number from here to there: the amount.
    ChooseNumber(Whose, Value, Value),
    /// Counters on a player, or below 0 taken away.
    PlayerCounters(Whose, Counter, Value),
    /// Turns the other face of a permanent up (701.27).
    Transform(Ref),
    /// So much more power and toughness, whatever becomes of the card.
    Perpetually(Ref, Value, Value),
    /// For each of those objects; what the effect was about each time is together what this was about.
    Gather(Ref, Box<Effect>),
    ExileThisSpell,
    ShuffleThisSpell,
    Proliferate,
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
    /// So many of a colour of your commander's colour identity (903.4).
    CommanderColor(Value),
    /// One of the colours of those objects.
    ColorsOf(Ref, Value),
    /// A type that the event produced.
    SameAsEvent,
    /// So many of one of these colours as the devotion to it is.
    DevotionTo(String),
    /// One of the colour that this chose, where the event produced some of it.
    ChosenOfEvent,
}

/// How long something lasts, or may be played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    #[default]
    EndOfTurn,
    YourNextTurn,
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
    pub abilities: Vec<Ability>,
    #[serde(default)]
    pub tapped: bool,
}
