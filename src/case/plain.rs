//! A position as plain data: every key of `expect`, lists rather than sizes; and answers to questions.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Answer, Permanent, Position, Side, place_word, who_word};
use crate::mana::Mana;
use crate::state::Who;

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        for who in Who::BOTH {
            map.serialize_entry(who_word(who), &self.sides[who as usize])?;
        }
        map.serialize_entry("stack", &self.stack)?;
        map.serialize_entry("permanents", &ByName(&self.permanents))?;
        map.end()
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (place, names) in self.zones.iter() {
            map.serialize_entry(place_word(place), names)?;
        }
        map.serialize_entry("life", &self.life)?;
        map.serialize_entry("mana", &self.mana.to_string())?;
        map.serialize_entry("drawn", &self.drawn)?;
        map.serialize_entry("lost", &self.lost)?;
        map.serialize_entry("won", &self.won)?;
        map.end()
    }
}

/// Permanents of the same name together.
struct ByName<'p>(&'p [Permanent]);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (at, permanent) in self.0.iter().enumerate() {
            let same = |other: &&Permanent| other.name == permanent.name;
            if !self.0[..at].iter().any(|other| same(&other)) {
                map.serialize_entry(&permanent.name, &self.0.iter().filter(same).collect::<Vec<_>>())?;
            }
        }
        map.end()
    }
}

impl Serialize for Permanent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(6))?;
        map.serialize_entry("controller", who_word(self.controller))?;
        map.serialize_entry("counters", &Counters(&self.counters))?;
        map.serialize_entry("damage", &self.damage)?;
        map.serialize_entry("power", &self.power)?;
        map.serialize_entry("toughness", &self.toughness)?;
        map.serialize_entry("tapped", &self.tapped)?;
        map.end()
    }
}

/// How many of each kind, of none that there are not.
struct Counters<'p>(&'p [(String, u32)]);

impl Serialize for Counters<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().filter(|(_, n)| *n > 0).map(|(kind, n)| (kind, n)))
    }
}

/// Null where nothing was asked; costs and types of mana as a case spells them.
impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Done => serializer.serialize_none(),
            Self::Cost(bill) => serializer.collect_str(bill),
            Self::Mana(types) => {
                let each = Mana::ALL.into_iter().filter(|mana| types.contains(mana));
                serializer.collect_str(&each.map(Mana::letter).collect::<String>())
            }
            Self::Number(number) => serializer.serialize_u32(*number),
        }
    }
}
