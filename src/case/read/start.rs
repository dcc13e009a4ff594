//! What a player has at the start.

use crate::error::Result;
use crate::node::{Node, Value};

use super::{Field, MOST_CARDS, Reader};
use crate::case::names;
use crate::case::{FILLER, PermanentStart, Pool, SideStart};

const KEYS: [&str; 11] = [
    "library",
    "hand",
    "graveyard",
    "exile",
    "command",
    "battlefield",
    "life",
    "mana",
    "drawn",
    "spells",
    "lands",
];
const PERMANENT_KEYS: [&str; 7] = ["card", "tapped", "sick", "damage", "counters", "attached_to", "token"];

impl Reader<'_> {
    pub(super) fn side(&self, field: &Field<'_>) -> Result<SideStart> {
        let mut side = SideStart::default();
        for field in &self.fields(&field.path, field.node)? {
            match field.key {
                "library" => side.library = self.pile(field)?,
                "hand" => side.hand = self.pile(field)?,
                "graveyard" => side.graveyard = self.pile(field)?,
                "exile" => side.exile = self.pile(field)?,
                "command" => side.command = self.pile(field)?,
                "battlefield" => {
                    let nodes = self.list(field, "a list of names or of tables")?;
                    side.battlefield = nodes
                        .iter()
                        .map(|node| self.permanent(&field.path, node))
                        .collect::<Result<Vec<PermanentStart>>>()?;
                }
                "life" => side.life = self.whole(field)?,
                "mana" => side.mana = self.symbols(field, Pool::read)?,
                "drawn" => side.drawn = self.count(field)?,
                "spells" => side.spells = self.count(field)?,
                "lands" => side.lands = self.count(field)?,
                _ => return Err(self.unknown(field, &KEYS)),
            }
        }
        Ok(side)
    }

    /// Names, or a number of fillers.
    fn pile(&self, field: &Field<'_>) -> Result<Vec<String>> {
        match field.node.value {
            Value::Number(_) => {
                let number = self.number_at(&field.path, field.node, 0, MOST_CARDS)?;
                Ok(vec![FILLER.to_owned(); number as usize])
            }
            Value::Array(_) => self.names(field, names::of_card),
            _ => self.wanted(field, "a list of names or a whole number"),
        }
    }

    fn permanent(&self, path: &str, node: &Node) -> Result<PermanentStart> {
        let mut permanent = PermanentStart::default();
        if !matches!(node.value, Value::Table(_)) {
            let what = "a name in quotes or a table";
            permanent.card = self.name_at(path, node, what, false, names::of_permanent)?;
            return Ok(permanent);
        }
        for field in &self.fields(path, node)? {
            match field.key {
                "card" => permanent.card = self.name(field, names::of_permanent)?,
                "tapped" => permanent.tapped = self.flag(field)?,
                "sick" => permanent.sick = self.flag(field)?,
                "damage" => permanent.damage = self.count(field)?,
                "counters" => permanent.counters = self.counters(field)?,
                "attached_to" => permanent.attached_to = Some(self.name(field, names::of_target)?),
                "token" => permanent.token = self.flag(field)?,
                _ => return Err(self.unknown(field, &PERMANENT_KEYS)),
            }
        }
        if permanent.card.is_empty() {
            return Err(self.fault(node.at, path, "missing key card: name the permanent"));
        }
        Ok(permanent)
    }

    /// A table of kinds and numbers.
    pub(super) fn counters(&self, field: &Field<'_>) -> Result<Vec<(String, u32)>> {
        let fields = self.fields(&field.path, field.node)?;
        fields.iter().map(|field| Ok((self.kind(field)?, self.count(field)?))).collect()
    }
}
