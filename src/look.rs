//! L2: what an object is: as it is printed, or with effects counted.

use crate::ability::{Ability, Is, Keyword, Modal, Sense};
use crate::card::{Supertypes, Types};
use crate::mana::Colours;
use crate::print::Print;
use std::ops::Deref;

/// The creature types of which an outlaw has one (700.12).
const OUTLAWS: [&str; 5] = ["assassin", "mercenary", "pirate", "rogue", "warlock"];

/// What an object is, all effects counted (613).
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Its name.
    pub name: String,
    /// Its card types.
    pub types: Types,
    /// Its supertypes.
    pub supertypes: Supertypes,
    /// Its subtypes, in lower case.
    pub subtypes: Vec<String>,
    /// Whether it has every creature type (702.73a): that is said in layer 4, before abilities are lost (613.1f).
    pub every_creature: bool,
    /// Its colours.
    pub colours: Colours,
    /// Its power and toughness; of no creature (0, 0).
    pub size: (i32, i32),
    /// Its keywords.
    pub keywords: Vec<Keyword>,
    /// Its abilities.
    pub abilities: Vec<&'static Ability>,
    /// Whether an effect took its abilities, among them those that its basic land types give (305.6).
    pub barren: bool,
    /// Its mana value.
    pub mana_value: i32,
}

/// What an object is: as it is printed, or with what changes it.
#[derive(Debug, Clone)]
pub enum Seen<'t> {
    /// As it is printed.
    Printed(&'t Look),
    /// Something changes it, as always.
    Kept(&'t Look),
    /// Something changes it.
    Changed(Box<Look>),
}

impl Seen<'_> {
    /// To change it.
    pub fn to_mut(&mut self) -> &mut Look {
        loop {
            match self {
                Self::Changed(look) => return look,
                Self::Printed(look) | Self::Kept(look) => *self = Self::Changed(Box::new(look.clone())),
            }
        }
    }

    /// For good.
    pub fn into_owned(self) -> Look {
        match self {
            Self::Printed(look) | Self::Kept(look) => look.clone(),
            Self::Changed(look) => *look,
        }
    }
}

impl Deref for Seen<'_> {
    type Target = Look;

    #[inline]
    fn deref(&self) -> &Look {
        match self {
            Self::Printed(look) | Self::Kept(look) => look,
            Self::Changed(look) => look,
        }
    }
}

impl Look {
    /// Of a print as it stands.
    pub fn of(print: &Print) -> Self {
        Self {
            name: print.name.clone(),
            types: print.types,
            supertypes: print.supertypes,
            subtypes: print.subtypes.clone(),
            every_creature: print.keywords.contains(&Keyword::Changeling),
            colours: print.colours,
            size: print.size.unwrap_or((0, 0)),
            keywords: print.keywords.clone(),
            abilities: print.abilities.clone(),
            barren: false,
            mana_value: print.mana_value(),
        }
    }

    /// Whether it has a keyword.
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains(&keyword)
    }

    /// Whether it is a creature.
    pub fn creature(&self) -> bool {
        self.types.has(Types::CREATURE)
    }

    /// Its keywords that say what damage does (120.3).
    pub fn harms(&self) -> impl Iterator<Item = Keyword> {
        self.keywords.iter().copied().filter(|keyword| keyword.bears_on_damage())
    }

    /// Its modes, where it is a modal spell (700.2).
    pub fn modal(&self) -> Option<&'static Modal> {
        self.abilities
            .iter()
            .find_map(|&ability| if let Ability::Modal(modal) = ability { Some(modal) } else { None })
    }

    /// Whether it is such; `None`: more is asked for than what it is.
    pub fn is(&self, is: &Is) -> Option<bool> {
        match is {
            Is::Anything => Some(true),
            Is::A(word) => Some(self.is_such(word.sense(), word.text())),
            Is::Named(name) => Some(self.is_named(name)),
            Is::With(keyword) => Some(self.has(*keyword)),
            Is::Not(inner) => self.is(inner).map(|is| !is),
            // One that is not so, or is, is enough.
            Is::All(all) => self.settles(all, false),
            Is::AnyOf(any) => self.settles(any, true),
            _ => None,
        }
    }

    /// The answer to several questions, of which one that is answered so settles it.
    fn settles(&self, all: &[Is], so: bool) -> Option<bool> {
        let mut known = true;
        for is in all {
            match self.is(is) {
                Some(such) if such == so => return Some(so),
                Some(_) => {}
                None => known = false,
            }
        }
        known.then_some(!so)
    }

    /// Whether it has that name, of a card with two halves either.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.name.split(" // ").any(|part| part == name)
    }

    /// Whether a word says something of it.
    pub fn is_a(&self, word: &str) -> bool {
        self.is_such(Sense::of(word), word)
    }

    /// The same of a word of which it is known what it asks for.
    pub fn is_such(&self, sense: Sense, word: &str) -> bool {
        match sense {
            Sense::Permanent => self.types.any(Types::PERMANENT),
            Sense::Colourless => self.colours.is_colourless(),
            Sense::Multicoloured => self.colours.count() > 1,
            Sense::Colour(colour) => self.colours.has(colour),
            Sense::Type(kind) => self.types.has(kind),
            Sense::Supertype(kind) => self.supertypes.has(kind),
            Sense::Outlaw => OUTLAWS.iter().any(|word| self.has_subtype(word)),
            Sense::Subtype => self.has_subtype(word),
        }
    }

    /// 702.73a: a changeling has every creature type.
    fn has_subtype(&self, word: &str) -> bool {
        self.subtypes.iter().any(|sub| sub == word) || self.creature() && self.every_creature
    }
}
