//! What must be true.

use crate::error::Result;
use crate::node::{Node, Value};

use super::{Field, Reader, WHO};
use crate::case::named::PLACES;
use crate::case::names;
use crate::case::{Expect, PermanentExpect, Pool, SideExpect};

const KEYS: [&str; 5] = ["you", "opponent", "stack", "stack_size", "permanents"];
const SIDE_KEYS: [&str; 17] = [
    "library",
    "library_size",
    "hand",
    "hand_size",
    "graveyard",
    "graveyard_size",
    "exile",
    "exile_size",
    "command",
    "command_size",
    "battlefield",
    "battlefield_size",
    "life",
    "mana",
    "drawn",
    "lost",
    "won",
];
const PERMANENT_KEYS: [&str; 5] = ["counters", "damage", "power", "toughness", "tapped"];

impl Reader<'_> {
    pub(super) fn expect(&self, path: &str, node: &Node) -> Result<Expect> {
        let mut expect = Expect::default();
        for field in &self.fields(path, node)? {
            match field.key {
                "stack" => expect.stack = Some(self.expected_names(field)?),
                "stack_size" => expect.stack_size = Some(self.count(field)?),
                "permanents" => {
                    for field in &self.fields(&field.path, field.node)? {
                        let name = names::of_object(field.key);
                        let name = name.map_err(|message| self.fault(field.at, &field.path, &message))?;
                        expect.permanents.push((name, self.expected_permanent(field)?));
                    }
                }
                key => match WHO.into_iter().find(|(word, _)| *word == key) {
                    Some((_, who)) => expect.sides[who as usize] = self.expected_side(field)?,
                    None => return Err(self.unknown(field, &KEYS)),
                },
            }
        }
        Ok(expect)
    }

    fn expected_side(&self, field: &Field<'_>) -> Result<SideExpect> {
        let mut side = SideExpect::default();
        for field in &self.fields(&field.path, field.node)? {
            match field.key {
                "life" => side.life = Some(self.whole(field)?),
                "mana" => side.mana = Some(self.symbols(field, Pool::read)?),
                "drawn" => side.drawn = Some(self.count(field)?),
                "lost" => side.lost = Some(self.flag(field)?),
                "won" => side.won = Some(self.flag(field)?),
                "stack" | "stack_size" => {
                    let message =
                        format!("unknown key {}: the stack stands beside you and opponent", field.path);
                    return Err(self.fault(field.at, "", &message));
                }
                key => {
                    let (word, sized) = key.strip_suffix("_size").map_or((key, false), |word| (word, true));
                    let place = PLACES.into_iter().find(|(known, _)| *known == word);
                    let Some(zone) = place.and_then(|(_, place)| side.zones.get_mut(place)) else {
                        return Err(self.unknown(field, &SIDE_KEYS));
                    };
                    if sized {
                        zone.size = Some(self.count(field)?);
                    } else {
                        zone.cards = Some(self.expected_names(field)?);
                    }
                }
            }
        }
        Ok(side)
    }

    /// Names; a number stands under another key.
    fn expected_names(&self, field: &Field<'_>) -> Result<Vec<String>> {
        if let Value::Number(number) = field.node.value {
            let message =
                format!("a list of names is wanted; for a number write {}_size = {number}", field.key);
            return Err(self.fault(field.node.at, &field.path, &message));
        }
        self.names(field, names::of_object)
    }

    fn expected_permanent(&self, field: &Field<'_>) -> Result<PermanentExpect> {
        let mut permanent = PermanentExpect::default();
        for field in &self.fields(&field.path, field.node)? {
            match field.key {
                "counters" => {
                    permanent.counters = match field.node.value {
                        Value::Number(_) => vec![("+1/+1".to_owned(), self.count(field)?)],
                        Value::Table(_) => self.counters(field)?,
                        _ => return self.wanted(field, "a whole number or a table"),
                    }
                }
                "damage" => permanent.damage = Some(self.count(field)?),
                "power" => permanent.power = Some(self.whole(field)?),
                "toughness" => permanent.toughness = Some(self.whole(field)?),
                "tapped" => permanent.tapped = Some(self.flag(field)?),
                _ => return Err(self.unknown(field, &PERMANENT_KEYS)),
            }
        }
        Ok(permanent)
    }
}
