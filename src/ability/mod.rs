//! L1: the ability language, and what the shipped cards do in it. Nothing in `rules` knows a card's name.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use serde::{Deserialize, Serialize};

use crate::card::{Card, Coverage, Status};

mod attach;
mod continuous;
mod effect;
mod language;
mod modal;
mod price;
mod said;
mod which;
mod word;
mod words;

pub use attach::{Enchanted, EnchantedCard, Equip};
pub use continuous::*;
pub use effect::*;
pub use language::*;
pub use modal::{Modal, Modes};
pub use price::Price;
pub use which::Which;
pub use word::{Sense, Word};
pub use words::*;

/// What is said of a card besides its facts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// Its abilities; dredge stands in the facts.
    pub abilities: Vec<Ability>,
    /// Those of its back, where it can transform.
    #[serde(default)]
    pub back: Vec<Ability>,
    /// What the language cannot say yet, in our own words.
    #[serde(default)]
    pub missing: Vec<String>,
}

const UNDERCITY: &str = include_str!("cards/undercity.ron");

const SHIPPED: [&str; 19] = [
    include_str!("cards/answers.ron"),
    include_str!("cards/black_creatures.ron"),
    include_str!("cards/counterspells.ron"),
    include_str!("cards/creatures.ron"),
    include_str!("cards/entering.ron"),
    include_str!("cards/faces.ron"),
    include_str!("cards/graveyard.ron"),
    include_str!("cards/green_creatures.ron"),
    include_str!("cards/lands.ron"),
    include_str!("cards/library.ron"),
    include_str!("cards/mana.ron"),
    include_str!("cards/milling.ron"),
    include_str!("cards/permanents.ron"),
    include_str!("cards/recursion.ron"),
    include_str!("cards/removal.ron"),
    include_str!("cards/returning.ron"),
    include_str!("cards/spells.ron"),
    include_str!("cards/trinkets.ron"),
    include_str!("cards/utility.ron"),
];

/// The rooms of Undercity, the topmost first.
pub fn undercity() -> &'static [Ability] {
    static READ: OnceLock<Vec<Ability>> = OnceLock::new();
    // A test reads the file, so that it is not the empty default.
    READ.get_or_init(|| {
        let rooms = ron::from_str::<Vec<Triggered>>(UNDERCITY).unwrap_or_default();
        rooms.into_iter().map(Ability::Triggered).collect()
    })
}

/// Dredge with each number that a card may have.
fn dredge(n: u8) -> &'static Ability {
    static ALL: LazyLock<Vec<Ability>> = LazyLock::new(|| (0..=u8::MAX).map(Ability::Dredge).collect());
    &ALL[usize::from(n)]
}

/// The shipped definitions, by name.
fn definitions() -> &'static HashMap<String, Definition> {
    static READ: OnceLock<HashMap<String, Definition>> = OnceLock::new();
    // A test reads each file, so none is the empty default.
    READ.get_or_init(|| {
        let read = SHIPPED
            .into_iter()
            .map(|text| ron::from_str::<HashMap<String, Definition>>(text).unwrap_or_default());
        read.flatten().collect()
    })
}

/// What is said of a card, if anything.
pub fn definition(card: &Card) -> Option<&'static Definition> {
    definitions().get(&*card.name)
}

/// The names of the cards of which something is said, in alphabetical order.
pub fn defined() -> Vec<&'static str> {
    let mut names: Vec<&str> = definitions().keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

/// The abilities of a card that the engine plays. Abilities live as long as the process: whoever speaks of one refers to
/// it, and threads that play side by side count nothing together.
pub fn abilities(card: &Card) -> Vec<&'static Ability> {
    let dredge = card.keywords().filter(|keyword| &*keyword.name == "dredge");
    let facts = dredge.filter_map(|keyword| keyword.number).map(self::dredge);
    facts.chain(definition(card).into_iter().flat_map(|definition| &definition.abilities)).collect()
}

/// The abilities of the back of a card that can transform.
pub fn abilities_of_back(card: &Card) -> Vec<&'static Ability> {
    definition(card).into_iter().flat_map(|definition| &definition.back).collect()
}

/// How much of a card the engine plays.
pub fn coverage(card: &Card) -> Coverage {
    match definition(card) {
        None => card.coverage(),
        Some(Definition { missing, .. }) => {
            let status = if missing.is_empty() { Status::Full } else { Status::Partial };
            Coverage { status, missing: missing.clone() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn every_card_with_dredge_escape_or_replicate_is_full() {
        let shipped = catalogue::Catalogue::shipped();
        let mut found = 0;
        for name in shipped.names() {
            let card = shipped.find(name).unwrap_or_else(|e| panic!("{e}"));
            if ["dredge", "escape", "replicate"].iter().any(|word| card.keyword(word).is_some()) {
                assert_eq!(coverage(&card).status, Status::Full, "{name}: {:?}", coverage(&card).missing);
                found += 1;
            }
        }
        assert!(found > 50, "only {found} such cards");
    }

    #[test]
    fn the_rooms_lead_on_to_one_bottommost() {
        let rooms: Vec<Triggered> = ron::from_str(UNDERCITY).unwrap_or_else(|e| panic!("{e}"));
        let next = |room: &Triggered| match &room.when {
            When::Room { next, .. } => next.clone(),
            other => panic!("{other:?} is no room"),
        };
        for (i, room) in rooms.iter().enumerate() {
            assert!(next(room).iter().all(|&to| usize::from(to) > i && usize::from(to) < rooms.len()));
            assert_eq!(next(room).is_empty(), i == rooms.len() - 1);
        }
    }

    #[test]
    fn the_shipped_definitions_can_be_read_and_name_cards() {
        let mut seen = std::collections::HashSet::new();
        for text in SHIPPED {
            let read: HashMap<String, Definition> = ron::from_str(text).unwrap_or_else(|e| panic!("{e}"));
            for name in read.keys() {
                assert_eq!(catalogue::resolve(name), Some(name.as_str()));
                assert!(seen.insert(name.clone()), "{name} is defined twice");
            }
        }
    }
}
