//! The mana part of a cost, read once with the data that it stands in.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::Error;
use crate::mana::{Cost, Symbol};

/// The mana part of a cost. As text: "" is none, "=" the mana cost of the card.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Price {
    /// None.
    #[default]
    Nothing,
    /// The mana cost of the card.
    Own,
    /// These symbols.
    Symbols(Cost),
}

impl Price {
    /// Whether there is none.
    pub const fn is_nothing(self) -> bool {
        matches!(self, Self::Nothing)
    }

    /// Whether an X is among its symbols.
    pub fn has_x(&self) -> bool {
        matches!(self, Self::Symbols(cost) if cost.symbols().contains(&Symbol::Variable(b'X')))
    }

    /// The same so many times over. The mana cost of a card is paid once, however often.
    #[must_use]
    pub fn times(self, times: i32) -> Self {
        match self {
            _ if times <= 0 => Self::Nothing,
            Self::Symbols(cost) => Self::Symbols(cost.times(times as u32)),
            other => other,
        }
    }
}

impl fmt::Display for Price {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Own => write!(out, "="),
            Self::Symbols(cost) => write!(out, "{cost}"),
        }
    }
}

impl FromStr for Price {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "" => Ok(Self::Nothing),
            "=" => Ok(Self::Own),
            symbols => symbols.parse().map(Self::Symbols),
        }
    }
}

impl Serialize for Price {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Price {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_written_as_it_is_read() {
        for text in ["", "=", "{0}", "{2}{U}{U/B}", "{X}{B}"] {
            assert_eq!(text.parse::<Price>().unwrap().to_string(), text);
        }
        assert!("{Q}".parse::<Price>().is_err());
        assert!("{X}{B}".parse::<Price>().unwrap().has_x());
        assert!(!"{1}{B}".parse::<Price>().unwrap().has_x());
    }

    #[test]
    fn a_price_is_paid_so_many_times_over() {
        let times = |text: &str, n| text.parse::<Price>().unwrap().times(n).to_string();
        assert_eq!(times("{1}{U}", 0), "");
        assert_eq!(times("{1}{U}", 1), "{1}{U}");
        assert_eq!(times("{1}{U}", 3), "{3}{U}{U}{U}");
        assert_eq!(times("{1}", 200), "{200}");
        assert_eq!(times("{U}", 17), "{1000000}", "more than a cost can say");
    }
}
