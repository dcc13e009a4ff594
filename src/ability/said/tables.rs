//! What the words of the ability language are in English.

/// Words of the language that are no words of a text, or none that is always there.
pub(super) const SILENT: &[&str] = &[
    "Activated",
    "All",
    "Always",
    "Among",
    "Anything",
    "Choose",
    "ChooseOf",
    "Cost",
    "Current",
    "Did",
    "Event",
    "EndOfTurn",
    "Has",
    "It",
    "N",
    "Nothing",
    "Object",
    "SetAmount",
    "Spell",
    "Static",
    "Target",
    "Those",
    "Triggered",
    "You",
];

/// What is said for a word of the language instead of its name.
pub(super) const SAID: &[(&str, &str)] = &[
    ("A", ""),
    ("AsEnters", "as enters"),
    ("AtLeast", "or more greater"),
    ("AtMost", "or less"),
    ("AtSorcerySpeed", "as a sorcery"),
    ("AtInstantSpeed", "as an instant"),
    ("Attach", "attach to"),
    ("Become", "becomes until end of turn"),
    ("CardsExiledThisTurn", "card was put into exile this turn"),
    ("CastCopy", "copy cast"),
    ("CastFree", "cast without paying its mana cost"),
    ("ColorsOf", "mana of any of the colors"),
    ("CommanderColor", "mana of any color in your commander's color identity"),
    ("Controller", "its controller"),
    ("CopySpell", "copy you may choose new targets for the copy"),
    ("CopyToken", "create token that's a copy of"),
    ("CouldProduce", "mana of any could produce"),
    ("Count", "for each number of equal to"),
    ("CounterSpell", "counter"),
    ("Counters", "put on"),
    ("Damage", "this deals damage to"),
    ("DamageFrom", "deals damage equal to"),
    ("DamagePlayer", "this deals damage to"),
    ("DevotionTo", "choose a color amount of mana of that color equal to devotion"),
    ("DiscardThis", "discard this card"),
    ("DoubleMana", "double the amount of each type of unspent mana"),
    ("EachObject", "each"),
    ("EachPlayer", "each player"),
    ("Emblem", "you get an emblem with"),
    ("Energy", "pay {e}"),
    ("ExileFromHand", "exile card from your hand"),
    ("ExileOthers", "exile from your graveyard"),
    ("ExilePermanent", "exile you control"),
    ("ExileThis", "exile this card from your"),
    ("ExileUntil", "exile cards from the top of library until"),
    ("ExtraTurn", "take extra turn after this one"),
    ("Fight", "fights"),
    ("Flip", "flip a coin"),
    ("Grant", "gains until end of turn"),
    ("HalfDown", "half rounded down"),
    ("HalfUp", "half rounded up"),
    ("HoldTapped", "doesn't untap during untap step"),
    ("Later", "at the beginning of next"),
    ("LibrarySize", "library cards in it"),
    ("Life", "life"),
    ("LoseGame", "loses the game"),
    ("Morbid", "if a creature died this turn"),
    ("OncePerTurn", "only once each turn"),
    ("Pay", "unless"),
    ("PlayFromExile", "you may play it cast"),
    ("Pump", "gets until end of turn"),
    ("PutAtBottom", "put on the bottom of library"),
    ("PutOnTop", "put on top of library"),
    ("PutOntoBattlefield", "put return onto battlefield"),
    ("Remove", "remove from this"),
    ("RemoveCounters", "remove from"),
    ("ReturnToHand", "return you control to its owner's hand"),
    ("RevealUntil", "reveal cards from the top of your library until you reveal card put that rest"),
    ("ShuffleIn", "shuffle into library"),
    ("SkipUntap", "doesn't untap during next untap step"),
    ("TapUntapped", "tap an untapped you control"),
    ("Theirs", "an opponent controls"),
    ("When", "if"),
    ("Win", "win the game"),
    ("WithCounter", "counter on it has with"),
];

/// Keywords that stand for all of an ability, or what such a keyword ends with.
pub(super) const KEYWORDS: [&str; 5] = ["adapt", "cycling", "equip", "transmute", "unearth"];

/// What a text calls the object that it is printed on, after "this".
pub(super) const OBJECTS: [&str; 6] = ["artifact", "card", "creature", "enchantment", "land", "permanent"];

/// The words whose numbers are written in digits.
pub(super) const IN_DIGITS: [&str; 9] =
    ["Damage", "DamageFrom", "DamagePlayer", "Gain", "Life", "Lose", "Pump", "Scry", "Surveil"];

/// Numbers as they are written.
pub(super) const NUMBERS: [&str; 14] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen",
];

/// Of a verb whose subject stands in the language: what is counted after it, and what else is said.
pub(super) const DONE_BY: &[(&str, &str, &str, &str)] = &[
    ("Discard", "discard", "card", ""),
    ("DiscardAtRandom", "discard", "card", "at random"),
    ("DiscardHand", "discard", "", "hand"),
    ("Draw", "draw", "card", ""),
    ("Gain", "gain", "", "life"),
    ("Lose", "lose", "", "life"),
    ("Mill", "mill", "card", ""),
    ("MillUntil", "mill", "card", "until put into graveyard"),
    ("Sacrifice", "sacrifice", "", ""),
    ("Scry", "scry", "", ""),
    ("Search", "search", "card", "for library put then shuffle"),
    ("Surveil", "surveil", "", ""),
];
