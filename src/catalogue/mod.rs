//! L1: the shipped facts of every card, found by name.
//!
//! The table is packed into the library, unpacked when first asked for, and a card is read when it is first found.

mod name;
mod row;

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::sync::{Arc, OnceLock};

use flate2::read::GzDecoder;

use crate::card::{Card, TypeLine, Types};
use crate::error::{Error, Result};

/// The table that `build.py` wrote.
static PACKED: &[u8] = include_bytes!("cards.txt.gz");
/// Names that digital clients give to cards printed under another: a line each, that name, a tab, the card's.
static ALIASES: &str = include_str!("aliases.txt");
/// The first line of a table, with the version of its format.
const HEADER: &str = "gravetroll cards 1\n";

/// A table of card facts with an index of names.
pub struct Catalogue {
    text: String,
    /// Where each row ends; a row begins after the end of the one before.
    ends: Vec<u32>,
    /// Every name of a card and of its faces, by its key.
    keys: HashMap<Box<str>, u32>,
    read: Vec<OnceLock<Arc<Card>>>,
    words: OnceLock<Words>,
}

/// The words that some card has, lower-case.
struct Words {
    subtypes: HashSet<String>,
    creature_types: HashSet<String>,
    keywords: HashSet<String>,
}

impl Catalogue {
    /// The shipped catalogue; the first call takes some 20 ms.
    ///
    /// # Panics
    /// Never with the table that this version ships.
    pub fn shipped() -> &'static Self {
        static SHIPPED: OnceLock<Catalogue> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            let mut shipped = Self::unpack(PACKED).expect("the shipped table can be read");
            shipped.alias(ALIASES);
            shipped
        })
    }

    /// Reads a packed table.
    ///
    /// # Errors
    /// [`Error::Card`] where it is none.
    pub fn unpack(packed: &[u8]) -> Result<Self> {
        let wrong = |what: String| Error::Card {
            message: format!("a table of cards {what}; build it again"),
            near: Vec::new(),
        };
        let mut text = String::with_capacity(packed.len() * 5);
        GzDecoder::new(packed)
            .read_to_string(&mut text)
            .map_err(|fault| wrong(format!("cannot be unpacked ({fault})")))?;
        let Some(rows) = text.strip_prefix(HEADER) else {
            return Err(wrong(format!("does not begin with `{}`", HEADER.trim_end())));
        };
        let ends: Vec<u32> = rows.match_indices('\n').map(|(at, _)| at as u32).collect();
        text.drain(..HEADER.len());
        let mut catalogue = Self {
            read: ends.iter().map(|_| OnceLock::new()).collect(),
            keys: HashMap::with_capacity(ends.len() * 9 / 8),
            text,
            ends,
            words: OnceLock::new(),
        };
        catalogue.index();
        Ok(catalogue)
    }

    /// Fills the index. A card's whole name goes before a face's, a front before a back, then the first in the table.
    fn index(&mut self) {
        let mut keys = std::mem::take(&mut self.keys);
        let mut backs = Vec::new();
        let mut fronts = Vec::new();
        for index in 0..self.len() {
            let row = self.row(index);
            keys.entry(name::key(row::name(row)).into_boxed_str()).or_insert(index as u32);
            for (place, face) in row::face_names(row).enumerate() {
                let names = if place == 0 { &mut fronts } else { &mut backs };
                names.push((name::key(face).into_boxed_str(), index as u32));
            }
        }
        for (key, index) in fronts.into_iter().chain(backs) {
            keys.entry(key).or_insert(index);
        }
        self.keys = keys;
    }

    /// Adds other names of cards; every name that is in the table goes before them.
    fn alias(&mut self, aliases: &str) {
        for (other, name) in aliases.lines().filter_map(|line| line.split_once('\t')) {
            if let Some(index) = self.lookup(name) {
                self.keys.entry(name::key(other).into_boxed_str()).or_insert(index as u32);
            }
        }
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The names of all cards, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.name(index))
    }

    fn row(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize + 1);
        &self.text[start..self.ends[index] as usize]
    }

    fn name(&self, index: usize) -> &str {
        row::name(self.row(index))
    }

    fn lookup(&self, name: &str) -> Option<usize> {
        self.keys.get(&*name::key(name)).map(|&index| index as usize)
    }

    /// The whole name of the card that a name means: its whole name with any slashes between the parts, or the name of
    /// a face, or its name in a digital client. Case, accents, curly quotes and Æ do not matter.
    pub fn resolve(&self, name: &str) -> Option<&str> {
        self.lookup(name).map(|index| self.name(index))
    }

    /// The name that is meant, as it is printed: that of a face, else the whole name.
    pub fn spelling(&self, name: &str) -> Option<&str> {
        let index = self.lookup(name)?;
        let key = name::key(name);
        row::face_names(self.row(index))
            .find(|face| name::key(face) == key)
            .or_else(|| Some(self.name(index)))
    }

    /// The card that a name means, by the rules of [`Catalogue::resolve`].
    ///
    /// # Errors
    /// [`Error::Card`] with up to three near names.
    pub fn find(&self, name: &str) -> Result<Arc<Card>> {
        let Some(index) = self.lookup(name) else {
            let near = self.near(name, 3);
            let hint = match &near[..] {
                [] => "give its full name, or the name of a face".to_owned(),
                near => format!(
                    "did you mean {}?",
                    near.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
                ),
            };
            return Err(Error::Card {
                message: format!("no card is named `{}`; {hint}", name.escape_debug()),
                near,
            });
        };
        if let Some(card) = self.read[index].get() {
            return Ok(Arc::clone(card));
        }
        let card = Arc::new(row::parse(self.row(index))?);
        Ok(Arc::clone(self.read[index].get_or_init(|| card)))
    }

    /// The nearest names to one that was mistyped, best first: at most `count`, none that is far off.
    pub fn near(&self, name: &str, count: usize) -> Vec<String> {
        /// Longer than any name: not a name with a slip.
        const LONGEST: usize = 200;
        let key = name::key(name);
        if key.is_empty() || key.len() > LONGEST {
            return Vec::new();
        }
        let query = name::Query::new(&key);
        let scores = self.keys.iter().filter_map(|(known, &index)| Some((query.score(known)?, index)));
        let mut scores: Vec<(usize, u32)> = scores.collect();
        scores.sort_unstable(); // the rows are sorted by name
        let mut near: Vec<u32> = Vec::new();
        for (_, index) in scores {
            if near.len() == count {
                break;
            }
            if !near.contains(&index) {
                near.push(index);
            }
        }
        near.into_iter().map(|index| self.name(index as usize).to_owned()).collect()
    }

    fn words(&self) -> &Words {
        self.words.get_or_init(|| {
            let (mut lines, mut lists) = (HashSet::new(), HashSet::new());
            for row in (0..self.len()).map(|index| self.row(index)) {
                lines.extend(row::column(row, row::TYPES));
                lists.extend(row::column(row, row::KEYWORDS));
            }
            let (mut of_creatures, mut of_others) = (HashSet::new(), HashSet::new());
            for line in lines.into_iter().map(TypeLine::parse) {
                let subtypes = line.subtypes.iter().map(|subtype| subtype.to_lowercase());
                if line.types.any(Types::CREATURE.with(Types::KINDRED).with(Types::OTHER)) {
                    of_creatures.extend(subtypes);
                } else {
                    of_others.extend(subtypes);
                }
            }
            let mut words = Words {
                // 205.3c: on a line of several types a subtype belongs to one of them. Those of the others stand
                // somewhere without a creature: Forest, Aura, Vehicle.
                creature_types: of_creatures.difference(&of_others).cloned().collect(),
                subtypes: of_creatures.union(&of_others).cloned().collect(),
                keywords: HashSet::new(),
            };
            for keyword in lists.into_iter().flat_map(row::keywords) {
                words.keywords.insert(keyword.name.into());
            }
            words
        })
    }

    /// Whether some card has this subtype; lower-case.
    pub fn is_subtype(&self, word: &str) -> bool {
        self.words().subtypes.contains(word)
    }

    /// Whether some card has this creature type (205.3m); lower-case.
    pub fn is_creature_type(&self, word: &str) -> bool {
        self.words().creature_types.contains(word)
    }

    /// Whether some card has this keyword; lower-case, without its number.
    pub fn is_keyword(&self, word: &str) -> bool {
        self.words().keywords.contains(word)
    }
}

/// [`Catalogue::find`] in the shipped catalogue.
///
/// # Errors
/// [`Error::Card`] with up to three near names.
pub fn find(name: &str) -> Result<Arc<Card>> {
    Catalogue::shipped().find(name)
}

/// [`Catalogue::resolve`] in the shipped catalogue.
pub fn resolve(name: &str) -> Option<&'static str> {
    Catalogue::shipped().resolve(name)
}

/// [`Catalogue::near`] in the shipped catalogue.
pub fn near(name: &str, count: usize) -> Vec<String> {
    Catalogue::shipped().near(name, count)
}

#[cfg(test)]
mod tests;
