//! Which ability or mode of several is meant.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use super::Ability;
use super::said::Said;

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
                // As the card says it, in that form; in another; as what is printed means; in the words of the language.
                let sought = word.to_lowercase().replace('\u{2212}', "-");
                let tiers: [&dyn Fn(&Words) -> bool; 4] = [
                    &|words| words.said.has(&sought),
                    &|words| words.said.has_some_form(&sought),
                    &|words| words.said.implies(&sought),
                    &|words| sought.len() > 3 && words.form.contains(&sought),
                ];
                let words: Vec<Rc<Words>> = abilities.iter().map(|ability| Words::of(ability)).collect();
                let mut most = 0;
                for occurs in tiers {
                    let mut with = (0..abilities.len()).filter(|&at| occurs(&words[at]));
                    match (with.next(), with.count()) {
                        (Some(at), 0) => return Ok(at),
                        (None, _) => {}
                        (Some(_), more) => most = most.max(1 + more),
                    }
                }
                Err(format!("{word:?} occurs in {most} of its abilities"))
            }
        }
    }
}

/// The words of an ability.
struct Words {
    said: Said,
    /// As it is written in the language.
    form: String,
}

impl Words {
    /// Found out once for each ability, as it lives as long as the process.
    fn of(ability: &'static Ability) -> Rc<Self> {
        thread_local! {
            static KNOWN: RefCell<HashMap<*const Ability, Rc<Words>>> = RefCell::default();
        }
        let words = || Self {
            said: Said::of(ability),
            form: format!("{ability:?}").to_lowercase().replace("activated", ""),
        };
        KNOWN.with_borrow_mut(|known| Rc::clone(known.entry(ability).or_insert_with(|| Rc::new(words()))))
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
