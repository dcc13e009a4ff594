//! L0: mana types, sets of colours, mana symbols and mana costs (105, 107.4, 202).

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};

/// A type of mana: one of the five colours, or colourless (106.1b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[repr(u8)]
pub enum Mana {
    /// White.
    #[serde(rename = "W")]
    White,
    /// Blue.
    #[serde(rename = "U")]
    Blue,
    /// Black.
    #[serde(rename = "B")]
    Black,
    /// Red.
    #[serde(rename = "R")]
    Red,
    /// Green.
    #[serde(rename = "G")]
    Green,
    /// Colourless.
    #[serde(rename = "C")]
    Colourless,
}

impl Mana {
    /// The six types, in the order W, U, B, R, G, C.
    pub const ALL: [Self; 6] =
        [Self::White, Self::Blue, Self::Black, Self::Red, Self::Green, Self::Colourless];

    /// The letter of its symbol.
    pub fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Blue => 'U',
            Self::Black => 'B',
            Self::Red => 'R',
            Self::Green => 'G',
            Self::Colourless => 'C',
        }
    }

    /// The type with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|mana| mana.letter() == letter)
    }

    /// The type with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mana| mana.word() == word)
    }

    /// The type that a line means: by its letter, or by its word however that is written.
    pub fn named(text: &str) -> Option<Self> {
        let letter = text.chars().next().filter(|_| text.len() == 1).and_then(Self::from_letter);
        letter.or_else(|| Self::from_word(&text.to_lowercase()))
    }

    /// The word for it: `white` ... `colorless`, as expressions spell it.
    pub fn word(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Blue => "blue",
            Self::Black => "black",
            Self::Red => "red",
            Self::Green => "green",
            Self::Colourless => "colorless",
        }
    }
}

/// A set of types of mana.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kinds(u8);

impl Kinds {
    /// The types of some mana.
    pub fn of(mana: &[Mana]) -> Self {
        Self(mana.iter().fold(0, |all, &one| all | 1 << one as u8))
    }

    /// Those that are in it, in the order W, U, B, R, G, C.
    pub fn all(self) -> impl Iterator<Item = Mana> {
        Mana::ALL.into_iter().filter(move |&one| self.0 >> one as u8 & 1 == 1)
    }
}

/// A set of the five colours (105); the empty set is colourless.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Colours(u8);

impl Colours {
    /// No colour.
    pub const NONE: Self = Self(0);

    /// The set of this colour; of colourless mana the empty set, for it has no colour.
    pub fn of(mana: Mana) -> Self {
        match mana {
            Mana::Colourless => Self::NONE,
            colour => Self(1 << colour as u8),
        }
    }

    /// Whether the colour is in the set; for colourless, whether the set is empty.
    pub fn has(self, mana: Mana) -> bool {
        match mana {
            Mana::Colourless => self.is_colourless(),
            colour => self.0 & (1 << colour as u8) != 0,
        }
    }

    /// Both sets together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// How many colours.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no colour (105.2c).
    pub fn is_colourless(self) -> bool {
        self.0 == 0
    }

    /// The colours, in the order W, U, B, R, G.
    pub fn iter(self) -> impl Iterator<Item = Mana> {
        Mana::ALL.into_iter().filter(move |&mana| mana != Mana::Colourless && self.has(mana))
    }

    /// The set of these letters (`"UB"`); `None` if one is no colour.
    pub fn from_letters(letters: &str) -> Option<Self> {
        letters.chars().try_fold(Self::NONE, |colours, letter| match Mana::from_letter(letter)? {
            Mana::Colourless => None,
            colour => Some(colours.with(Self::of(colour))),
        })
    }
}

/// Its letters, in the order W, U, B, R, G.
impl fmt::Display for Colours {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|colour| write!(out, "{}", colour.letter()))
    }
}

/// One mana symbol of a cost (107.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// `{2}`: that much mana of any type.
    Generic(u8),
    /// `{1000000}`: the only printed number beyond a byte.
    Million,
    /// `{X}`, `{Y}`, `{Z}`: a number that is chosen; holds the letter.
    Variable(u8),
    /// `{U}`, `{C}`: one mana of that type.
    One(Mana),
    /// `{U/B}`, `{C/W}`: either.
    Hybrid(Mana, Mana),
    /// `{2/W}`: that much generic mana, or one of the colour.
    MonoHybrid(u8, Mana),
    /// `{U/P}`, `{C/P}`: one of the type, or 2 life.
    Phyrexian(Mana),
    /// `{G/U/P}`: one of either, or 2 life.
    HybridPhyrexian(Mana, Mana),
    /// `{S}`: one mana from a snow source.
    Snow,
    /// `{HW}`: half a mana, of un-cards.
    Half(Mana),
    /// `{D}`, `{L}`: one mana under a condition that only un-cards know; holds the letter.
    Odd(u8),
}

impl Symbol {
    /// What it adds to a mana value (202.3e-g): X is 0, a hybrid its larger part, half a mana nothing.
    pub fn mana_value(self) -> u32 {
        match self {
            Self::Generic(number) => u32::from(number),
            Self::Million => 1_000_000,
            Self::Variable(_) | Self::Half(_) => 0,
            Self::MonoHybrid(number, _) => u32::from(number.max(1)),
            Self::One(_)
            | Self::Hybrid(..)
            | Self::Phyrexian(_)
            | Self::HybridPhyrexian(..)
            | Self::Snow
            | Self::Odd(_) => 1,
        }
    }

    /// The colours it gives the object whose cost it is in (105.2, 107.4).
    pub fn colours(self) -> Colours {
        match self {
            Self::Generic(_) | Self::Million | Self::Variable(_) | Self::Snow | Self::Odd(_) => Colours::NONE,
            Self::One(mana) | Self::MonoHybrid(_, mana) | Self::Phyrexian(mana) | Self::Half(mana) => {
                Colours::of(mana)
            }
            Self::Hybrid(one, other) | Self::HybridPhyrexian(one, other) => {
                Colours::of(one).with(Colours::of(other))
            }
        }
    }

    /// Reads what stands between the braces.
    fn read(inside: &str) -> Option<Self> {
        if inside.bytes().all(|byte| byte.is_ascii_digit()) {
            return match inside {
                "1000000" => Some(Self::Million),
                number => number.parse().ok().map(Self::Generic),
            };
        }
        let mana = |text: &str| {
            let mut letters = text.chars();
            letters.next().and_then(Mana::from_letter).filter(|_| letters.next().is_none())
        };
        let parts: Vec<&str> = inside.split('/').collect();
        match parts[..] {
            ["S"] => Some(Self::Snow),
            ["X" | "Y" | "Z"] => Some(Self::Variable(inside.as_bytes()[0])),
            ["D" | "L"] => Some(Self::Odd(inside.as_bytes()[0])),
            [one] => match one.strip_prefix('H') {
                Some(half) => mana(half).map(Self::Half),
                None => mana(one).map(Self::One),
            },
            [one, "P"] => mana(one).map(Self::Phyrexian),
            [one, other] => match one.parse() {
                Ok(number) => mana(other).map(|mana| Self::MonoHybrid(number, mana)),
                Err(_) => Some(Self::Hybrid(mana(one)?, mana(other)?)),
            },
            [one, other, "P"] => Some(Self::HybridPhyrexian(mana(one)?, mana(other)?)),
            _ => None,
        }
    }
}

/// As it is printed, in braces.
impl fmt::Display for Symbol {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Generic(number) => write!(out, "{{{number}}}"),
            Self::Million => write!(out, "{{1000000}}"),
            Self::Variable(letter) | Self::Odd(letter) => write!(out, "{{{}}}", char::from(letter)),
            Self::One(mana) => write!(out, "{{{}}}", mana.letter()),
            Self::Hybrid(one, other) => write!(out, "{{{}/{}}}", one.letter(), other.letter()),
            Self::MonoHybrid(number, mana) => write!(out, "{{{number}/{}}}", mana.letter()),
            Self::Phyrexian(mana) => write!(out, "{{{}/P}}", mana.letter()),
            Self::HybridPhyrexian(one, other) => write!(out, "{{{}/{}/P}}", one.letter(), other.letter()),
            Self::Snow => write!(out, "{{S}}"),
            Self::Half(mana) => write!(out, "{{H{}}}", mana.letter()),
        }
    }
}

/// A mana cost: up to sixteen symbols in printed order. `{0}` is a cost; a card without one has no `Cost` (202.1b).
///
/// Equal costs have the same symbols in the same order.
#[derive(Clone, Copy)]
pub struct Cost {
    len: u8,
    symbols: [Symbol; Cost::MOST],
}

impl Cost {
    /// How many symbols a cost may have; the most that a card has is ten.
    pub const MOST: usize = 16;

    /// The cost of these symbols; `None` if there are more than [`Cost::MOST`].
    pub fn new(symbols: &[Symbol]) -> Option<Self> {
        let mut cost = Self { len: symbols.len() as u8, symbols: [Symbol::Generic(0); Self::MOST] };
        cost.symbols.get_mut(..symbols.len())?.copy_from_slice(symbols);
        Some(cost)
    }

    /// The same so many times over, generic mana as one number; more than a cost can say is more than anybody pays.
    #[must_use]
    pub fn times(&self, times: u32) -> Self {
        let many = |number: u8| u8::try_from(u32::from(number) * times).map(Symbol::Generic);
        let all: Option<Vec<Symbol>> = self.symbols().iter().try_fold(Vec::new(), |mut all, symbol| {
            match symbol {
                Symbol::Generic(number) => all.push(many(*number).ok()?),
                other => all.extend(std::iter::repeat_n(*other, times as usize)),
            }
            Some(all)
        });
        let million = || Self { len: 1, symbols: [Symbol::Million; Self::MOST] };
        all.and_then(|all| Self::new(&all)).unwrap_or_else(million)
    }

    /// Its symbols, in printed order.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols[..usize::from(self.len)]
    }

    /// The mana value (202.3), with X as 0 (202.3e) and without halves of a mana.
    pub fn mana_value(&self) -> u32 {
        self.symbols().iter().map(|symbol| symbol.mana_value()).sum()
    }

    /// The colours of an object with this mana cost (202.2).
    pub fn colours(&self) -> Colours {
        self.symbols().iter().fold(Colours::NONE, |colours, symbol| colours.with(symbol.colours()))
    }
}

impl PartialEq for Cost {
    fn eq(&self, other: &Self) -> bool {
        self.symbols() == other.symbols()
    }
}

impl Eq for Cost {}

impl fmt::Debug for Cost {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Cost({self})")
    }
}

/// As it is printed: `{2}{U}{U}`.
impl fmt::Display for Cost {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.symbols().iter().try_for_each(|symbol| write!(out, "{symbol}"))
    }
}

/// Reads `{2}{U}{U}`.
impl FromStr for Cost {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = |what: String| {
            Error::Argument(format!("{what} in the mana cost `{text}`; write it like `{{2}}{{U}}{{U}}`"))
        };
        let mut symbols = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (inside, after) = rest
                .strip_prefix('{')
                .and_then(|inside| inside.split_once('}'))
                .ok_or_else(|| wrong(format!("`{rest}` is no mana symbol")))?;
            symbols.push(
                Symbol::read(inside).ok_or_else(|| wrong(format!("`{{{inside}}}` is no mana symbol")))?,
            );
            rest = after;
        }
        if symbols.is_empty() {
            return Err(wrong("no mana symbol".to_owned()));
        }
        Self::new(&symbols).ok_or_else(|| wrong(format!("more than {} symbols", Self::MOST)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cost(text: &str) -> Cost {
        text.parse().expect(text)
    }

    #[test]
    fn mana_values() {
        // 202.3e: X is 0; 202.3f: a hybrid symbol counts its larger part; 202.3g: a Phyrexian symbol counts 1.
        let cases = [
            ("{0}", 0),
            ("{2}{U}{U}", 4),
            ("{X}{X}{R}", 1),
            ("{2/W}{2/W}{2/W}", 6),
            ("{U/B}{U/B}", 2),
            ("{1}{G}{G/W/P}{W}", 4),
            ("{8}{C/P}{C/P}", 10),
            ("{C/W}{S}", 2),
            ("{16}", 16),
            ("{1000000}", 1_000_000),
            ("{2}{R}{D}", 4),
            ("{HW}", 0),
        ];
        for (text, value) in cases {
            assert_eq!(cost(text).mana_value(), value, "{text}");
            assert_eq!(cost(text).to_string(), text);
        }
    }

    #[test]
    fn colours_of_costs() {
        let cases = [
            ("{2}{U}{U}", "U"),
            ("{B}{W}", "WB"),
            ("{R/G}", "RG"),
            ("{2/W}{C}", "W"),
            ("{G/U/P}", "UG"),
            ("{HW}", "W"),
            ("{5}{S}{X}", ""),
            ("{C/B}", "B"),
        ];
        for (text, letters) in cases {
            assert_eq!(cost(text).colours().to_string(), letters, "{text}");
            assert_eq!(Colours::from_letters(letters), Some(cost(text).colours()));
        }
        assert!(Colours::NONE.has(Mana::Colourless) && !cost("{U}").colours().has(Mana::Colourless));
        assert_eq!(Colours::from_letters("UC"), None);
        assert!(Mana::ALL.iter().all(|&mana| Mana::from_word(mana.word()) == Some(mana)));
        assert_eq!(Mana::from_word("Blue"), None);
        assert_eq!(cost("{W}{U}{B}{R}{G}").colours().count(), 5);
    }

    #[test]
    fn faults_are_named() {
        let cases = [
            ("", "no mana symbol in the mana cost ``; write it like `{2}{U}{U}`"),
            ("2UU", "`2UU` is no mana symbol in the mana cost `2UU`; write it like `{2}{U}{U}`"),
            ("{U}{Q}", "`{Q}` is no mana symbol in the mana cost `{U}{Q}`; write it like `{2}{U}{U}`"),
            ("{U}{U", "`{U` is no mana symbol in the mana cost `{U}{U`; write it like `{2}{U}{U}`"),
            ("{}", "`{}` is no mana symbol in the mana cost `{}`; write it like `{2}{U}{U}`"),
            ("{256}", "`{256}` is no mana symbol in the mana cost `{256}`; write it like `{2}{U}{U}`"),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<Cost>().unwrap_err().to_string(), message);
        }
        let long = "{U}".repeat(17);
        assert!(long.parse::<Cost>().unwrap_err().to_string().starts_with("more than 16 symbols in"));
    }

    fn any_mana() -> impl Strategy<Value = Mana> {
        proptest::sample::select(Mana::ALL.to_vec())
    }

    fn any_symbol() -> impl Strategy<Value = Symbol> {
        prop_oneof![
            any::<u8>().prop_map(Symbol::Generic),
            Just(Symbol::Million),
            Just(Symbol::Snow),
            Just(Symbol::Variable(b'X')),
            Just(Symbol::Odd(b'D')),
            any_mana().prop_map(Symbol::One),
            any_mana().prop_map(Symbol::Half),
            any_mana().prop_map(Symbol::Phyrexian),
            (any_mana(), any_mana()).prop_map(|(one, other)| Symbol::Hybrid(one, other)),
            (any::<u8>(), any_mana()).prop_map(|(number, mana)| Symbol::MonoHybrid(number, mana)),
            (any_mana(), any_mana()).prop_map(|(one, other)| Symbol::HybridPhyrexian(one, other)),
        ]
    }

    proptest! {
        #[test]
        fn costs_round_trip(symbols in proptest::collection::vec(any_symbol(), 1..=Cost::MOST)) {
            let cost = Cost::new(&symbols).expect("sixteen fit");
            prop_assert_eq!(cost.to_string().parse::<Cost>(), Ok(cost));
        }

        #[test]
        fn no_text_panics(text in "\\PC{0,20}|[{}WUBRGCXSHP0-9/]{0,20}") {
            if let Ok(cost) = text.parse::<Cost>() {
                prop_assert_eq!(cost.to_string().parse::<Cost>(), Ok(cost));
            }
        }
    }
}
