//! Whether a game's books are in order: what must hold between any two steps, whatever was played.

use std::sync::Arc;

use crate::card::Types;
use crate::cardset::Obj;
use crate::field::Field;
use crate::item::Item;
use crate::roles::Active;
use crate::rules::query::item_card;
use crate::state::{Outcome, Who, Zone};

use super::Single;

/// More things than a game remembers at once.
const MOST_THINGS: usize = 100_000;

impl Single {
    /// Checks the books: each card is in one zone, the stack included, and where it is its owner's; each token is on the
    /// battlefield, each copy of a card there or on the stack (704.5d, 704.5e), emblems and dungeons in the command zone;
    /// what permanents do is what is kept of it; libraries hold what they say; no trigger
    /// waits; no number of a permanent is negative, and no list without end.
    ///
    /// # Errors
    /// What is wrong first, on one line.
    pub fn audit(&self) -> Result<(), String> {
        let Some(field) = self.state.field() else { return Ok(()) };
        self.audit_places(field)?;
        self.audit_libraries()?;
        self.audit_permanents(field)?;
        let lists = [
            ("items on the stack", field.stack.len()),
            ("items gone", field.gone.len()),
            ("delayed triggers", field.delayed.len()),
            ("continuous effects", field.lasting.len()),
            ("permissions", field.permissions.len()),
            ("extra turns", field.extra_turns.len()),
        ];
        if let Some((what, number)) = lists.into_iter().find(|(_, number)| *number > MOST_THINGS) {
            return Err(format!("{number} {what} are more than a game has"));
        }
        if self.state.outcome == Outcome::Open && !field.waiting.is_empty() {
            return Err(format!(
                "{} triggers wait, but nobody puts them on the stack (603.3)",
                field.waiting.len()
            ));
        }
        Ok(())
    }

    /// Where an object is: each zone that it is in.
    fn places(&self, field: &Field, obj: Obj) -> Vec<String> {
        let mut places = Vec::new();
        for who in Who::BOTH {
            let zones = Zone::ALL.into_iter().filter(|&zone| self.state.zone(who, zone).has(obj));
            places.extend(zones.map(|zone| format!("{who:?} {zone:?}")));
        }
        let on_stack = |item: &&Arc<Item>| item_card(item) == Some(obj);
        places.extend(field.stack.iter().filter(on_stack).map(|_| "Stack".to_owned()));
        places.extend(field.command.iter().filter(|&&other| other == obj).map(|_| "Command".to_owned()));
        places
    }

    fn audit_places(&self, field: &Field) -> Result<(), String> {
        let cards = self.table.entries.len();
        for index in 0..field.owners.len() {
            let obj = Obj(index as u8);
            let name = || {
                let print = self.table.prints.get(usize::from(field.prints[index]));
                format!("{} (object {index})", print.map_or("?", |print| print.name.as_str()))
            };
            let places = self.places(field, obj);
            if index < cards {
                if places.len() != 1 {
                    return Err(format!("{} is in {} zones: {}", name(), places.len(), places.join(", ")));
                }
                let owner = self.table.entries[index].owner;
                let strays = Zone::ALL
                    .into_iter()
                    .any(|zone| zone != Zone::Battlefield && self.state.zone(owner.other(), zone).has(obj));
                if field.owners[index] != Some(owner) || strays {
                    return Err(format!("{} of {owner:?} is in {} (400.3)", name(), places.join(", ")));
                }
                continue;
            }
            let here =
                Who::BOTH.into_iter().filter(|&who| self.state.zone(who, Zone::Battlefield).has(obj)).count();
            let on_stack = places.iter().filter(|place| *place == "Stack").count();
            // 114.2, 309.2: emblems and dungeons are in the command zone, and have no type.
            let typeless = self.table.prints[usize::from(field.prints[index])].types == Types::NONE;
            let in_command = places.iter().filter(|place| typeless && *place == "Command").count();
            // What is left of a game that is over is not cleared up.
            let cleared = self.state.outcome == Outcome::Open && places.len() != here + on_stack + in_command;
            if places.len() > 1 || cleared {
                return Err(format!(
                    "the token or copy {} is in {} (704.5d, 704.5e)",
                    name(),
                    places.join(", ")
                ));
            }
            if here == 1 && field.owners[index].is_none() {
                return Err(format!("the token {} has no owner (111.2)", name()));
            }
            if places.is_empty() && field.owners[index].is_some() && self.state.outcome == Outcome::Open {
                return Err(format!("the token {} is nowhere, but its number is not free", name()));
            }
        }
        Ok(())
    }

    fn audit_libraries(&self) -> Result<(), String> {
        for who in Who::BOTH {
            let library = &self.state.side(who).library;
            let order = library.in_order();
            if library.cards() != self.state.zone(who, Zone::Library) || order.len() != library.len() as usize
            {
                return Err(format!("the library of {who:?} is not the set of its cards"));
            }
            if order.len() != self.state.zone(who, Zone::Library).len() as usize {
                return Err(format!("the library of {who:?} holds a card twice"));
            }
        }
        Ok(())
    }

    fn audit_permanents(&self, field: &Field) -> Result<(), String> {
        let mut active = Active::default();
        for who in Who::BOTH {
            for obj in self.state.zone(who, Zone::Battlefield) {
                let print = field.print_number(obj, &self.table.prints, || true);
                active.enter(obj, &self.table.prints[usize::from(print)]);
            }
        }
        if field.active != active {
            return Err("what is kept of who does what is not what the permanents do".to_owned());
        }
        for who in Who::BOTH {
            for obj in self.state.zone(who, Zone::Battlefield) {
                let permanent = &field.permanents[obj];
                if permanent.controller.is_some_and(|controller| controller != who) {
                    return Err(format!(
                        "object {} is on the side of {who:?}, but not under its control",
                        obj.index()
                    ));
                }
                if permanent.damage < 0 || permanent.shields < 0 {
                    return Err(format!("object {} has negative damage or shields", obj.index()));
                }
                for (at, (kind, number)) in permanent.counters.iter().enumerate() {
                    if *number < 0 || permanent.counters[..at].iter().any(|(other, _)| other == kind) {
                        return Err(format!(
                            "object {} has {number} {kind} counters, or two sorts",
                            obj.index()
                        ));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Games are equal where everything in them is, but for what chance has in store.
impl PartialEq for Single {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.lost == other.lost
    }
}
