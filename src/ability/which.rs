//! Which ability or mode of several is meant.

use super::Ability;
use std::fmt;

/// Which ability (or mode) of several, as a step of a rules case or an action of a line says it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Which {
    /// In printed order, from 0.
    Number(u32),
    /// A word that occurs in exactly one.
    Word(String),
}

impl Which {
    /// The place among these that is meant.
    ///
    /// # Errors
    /// There is no such ability, or the word occurs in none or in several.
    pub fn among(&self, abilities: &[&'static Ability]) -> Result<usize, String> {
        match self {
            Self::Number(number) if (*number as usize) < abilities.len() => Ok(*number as usize),
            Self::Number(number) => Err(format!("it has no ability {number}")),
            Self::Word(word) => {
                let sought = word.to_lowercase();
                let with: Vec<usize> = (0..abilities.len())
                    .filter(|&at| format!("{:?}", abilities[at]).to_lowercase().contains(&sought))
                    .collect();
                match with[..] {
                    [at] => Ok(at),
                    _ => Err(format!("{word:?} occurs in {} of its abilities", with.len())),
                }
            }
        }
    }
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}
