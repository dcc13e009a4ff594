//! L1: the ability language: what a card does, as data. Nothing in `rules` knows a card's name.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::card::{Card, Coverage, Status};

/// One ability of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ability {
    /// While in a graveyard: a draw of its owner may be replaced by milling so many cards and returning it (702.52).
    Dredge(u8),
    /// While in a hand, whenever its owner could mulligan: exile the hand and draw as many cards (103.5b).
    FreshHand,
}

/// What is said of a card besides its facts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Definition {
    abilities: Vec<Ability>,
    #[serde(default)]
    missing: Vec<String>,
}

/// The shipped definitions, by name.
fn definitions() -> &'static HashMap<String, Definition> {
    static SHIPPED: OnceLock<HashMap<String, Definition>> = OnceLock::new();
    // A test reads the file, so it is never the empty default.
    SHIPPED.get_or_init(|| ron::from_str(include_str!("definitions.ron")).unwrap_or_default())
}

/// The abilities of a card that the engine plays.
pub fn abilities(card: &Card) -> Vec<Ability> {
    let dredge = card.keywords().filter(|keyword| &*keyword.name == "dredge");
    let facts = dredge.filter_map(|keyword| keyword.number).map(Ability::Dredge);
    let defined = definitions().get(&*card.name);
    facts.chain(defined.into_iter().flat_map(|definition| definition.abilities.iter().cloned())).collect()
}

/// How much of a card the engine plays.
pub fn coverage(card: &Card) -> Coverage {
    match definitions().get(&*card.name) {
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
    fn the_shipped_definitions_can_be_read_and_name_cards() {
        let read: HashMap<String, Definition> = ron::from_str(include_str!("definitions.ron")).unwrap();
        assert!(!read.is_empty());
        for name in read.keys() {
            assert_eq!(catalogue::resolve(name), Some(name.as_str()));
        }
    }

    #[test]
    fn abilities_come_from_facts_and_definitions() {
        assert_eq!(abilities(&catalogue::find("Golgari Grave-Troll").unwrap()), [Ability::Dredge(6)]);
        assert_eq!(abilities(&catalogue::find("Serum Powder").unwrap()), [Ability::FreshHand]);
        assert_eq!(coverage(&catalogue::find("Serum Powder").unwrap()).status, Status::Partial);
        assert_eq!(abilities(&catalogue::find("Island").unwrap()), []);
    }
}
