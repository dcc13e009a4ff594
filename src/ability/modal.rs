//! Modal spells (700.2).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Ability, Cost, Which};

/// What a modal spell offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modal {
    /// At least so many modes are chosen.
    #[serde(default = "Modal::one")]
    pub least: u8,
    /// At most so many, each of them once.
    #[serde(default = "Modal::one")]
    pub most: u8,
    /// What is paid for each mode beyond the first (702.120a).
    #[serde(default)]
    pub escalate: Option<Cost>,
    /// The modes, each what a spell does, in printed order.
    pub of: Vec<Ability>,
}

/// Some modes of a spell, by their numbers from 0 in printed order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Modes(u8);

impl Modes {
    /// None.
    pub const NONE: Self = Self(0);

    /// Whether that one is among them.
    pub const fn has(self, number: usize) -> bool {
        number < u8::BITS as usize && self.0 >> number & 1 == 1
    }

    /// How many they are.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Their numbers.
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        (0..u8::BITS as usize).filter(move |&number| self.has(number))
    }
}

/// Their numbers, as a line names them.
impl fmt::Display for Modes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.numbers().map(|number| number.to_string()).collect();
        f.write_str(&numbers.join(", "))
    }
}

impl FromIterator<usize> for Modes {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        Self(numbers.into_iter().fold(0, |all, number| all | 1u8.checked_shl(number as u32).unwrap_or(0)))
    }
}

impl Modal {
    const fn one() -> u8 {
        1
    }

    /// Whether so many of its modes may be chosen.
    pub fn allows(&self, modes: Modes) -> bool {
        let many = (u32::from(self.least)..=u32::from(self.most)).contains(&modes.count());
        many && modes.numbers().all(|number| number < self.of.len())
    }

    /// What may be chosen: more modes before fewer, those that are printed first before others.
    pub fn choices(&self) -> Vec<Modes> {
        let mut all: Vec<Modes> = (0..1u16 << self.of.len()).map(|bits| Modes(bits as u8)).collect();
        all.retain(|modes| self.allows(*modes));
        all.sort_by_key(|modes| (std::cmp::Reverse(modes.count()), modes.numbers().collect::<Vec<_>>()));
        all
    }

    /// The modes that are chosen, as what the spell does.
    pub fn chosen(&self, modes: Modes) -> impl Iterator<Item = &Ability> {
        self.of.iter().enumerate().filter(move |(number, _)| modes.has(*number)).map(|(_, mode)| mode)
    }

    /// The number of the mode that a number or a word means.
    ///
    /// # Errors
    /// There is no such mode, or the word occurs in none or in several.
    pub fn number(&'static self, which: &Which) -> Result<usize, String> {
        let all: Vec<&'static Ability> = self.of.iter().collect();
        which.among(&all).map_err(|fault| fault.replace("ability", "mode").replace("abilities", "modes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ability::Effect;

    fn modal(least: u8, most: u8, many: usize) -> Modal {
        let mode = || Ability::Spell { targets: Vec::new(), effect: Effect::Nothing };
        Modal { least, most, escalate: None, of: (0..many).map(|_| mode()).collect() }
    }

    fn numbers(modal: &Modal) -> Vec<Vec<usize>> {
        modal.choices().into_iter().map(|modes| modes.numbers().collect()).collect()
    }

    #[test]
    fn as_many_modes_are_chosen_as_the_spell_says() {
        assert_eq!(numbers(&modal(1, 1, 3)), [[0], [1], [2]]);
        assert_eq!(numbers(&modal(2, 2, 3)), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(numbers(&modal(1, 2, 2)), [vec![0, 1], vec![0], vec![1]]);
        assert_eq!(numbers(&modal(1, 8, 8)).len(), 255);
    }

    #[test]
    fn what_is_not_there_is_not_chosen() {
        let modal = modal(1, 2, 2);
        assert!(modal.allows([0, 1].into_iter().collect()));
        assert!(!modal.allows(Modes::NONE));
        assert!(!modal.allows([2].into_iter().collect()));
        assert!(!modal.allows([0, 1, 2].into_iter().collect()));
    }
}
