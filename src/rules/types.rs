//! Types and colours (layers 4 and 5), in the order of time and of dependency (613.7, 613.8).

use super::query::Context;
use super::statics::{Applied, on_types};
use super::{Game, Log, Look, Player};
use crate::ability::{Among, Is, Static};
use crate::card::{Supertypes, Types};
use crate::cardset::Obj;
use crate::field::Change;
use crate::mana::Colours;
use crate::source::Source;
use crate::state::Zone;
use crate::thing::Aimed;

const BASIC: [&str; 5] = ["plains", "island", "swamp", "mountain", "forest"];

const LAND_TYPES: [&str; 17] = [
    "plains",
    "island",
    "swamp",
    "mountain",
    "forest",
    "cave",
    "desert",
    "gate",
    "lair",
    "locus",
    "mine",
    "planet",
    "power-plant",
    "sphere",
    "tower",
    "town",
    "urza's",
];

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// What becomes of what an object is in layers 4 and 5.
    pub(super) fn typed(&self, obj: Obj, mut look: Look) -> Look {
        let all = self.in_time(&self.statics_on_types(), obj);
        for effect in self.by_dependency(&all, obj) {
            let applies = match effect {
                Applied::Static(source, what) => {
                    among(what).is_some_and(|among| self.applies_to(obj, &look, source, among))
                }
                Applied::Lasting(_) => true,
            };
            if applies {
                set_types(&mut look, effect);
            }
        }
        look
    }

    /// Whether an effect of a permanent applies to an object that is such.
    fn applies_to(&self, obj: Obj, look: &Look, source: Obj, Among(place, whose, is): &Among) -> bool {
        let context = Context::of(self.thing(source), self.controller(source));
        self.is_in(obj, *place, whose, &context)
            && self.is_with(Aimed::Thing(self.thing(obj)), look, is, &context)
    }

    /// The effects on types in the order in which they apply: by their time, but each after those that change what it
    /// applies to (613.8).
    fn by_dependency<'l>(&self, all: &[Applied<'l>], obj: Obj) -> Vec<Applied<'l>> {
        let such = |effect: &Applied<'_>| match effect {
            Applied::Static(_, what) => on_types(what),
            Applied::Lasting(change) => matches!(change, Change::Types { .. }),
        };
        let mut left: Vec<_> = all.iter().copied().filter(such).collect();
        let mut all = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let waits = |at: usize| {
                let others = left.iter().enumerate().filter(|&(other, _)| other != at);
                others.into_iter().any(|(_, &other)| self.depends(left[at], other, obj))
            };
            // 613.8b: those that wait for each other apply by their time.
            let next = (0..left.len()).find(|&at| !waits(at)).unwrap_or(0);
            all.push(left.remove(next));
        }
        all
    }

    /// Whether another effect on types, one on `obj` alone or one of a permanent, changes what one applies to (613.8a).
    fn depends(&self, one: Applied<'_>, other: Applied<'_>, obj: Obj) -> bool {
        // What lasts on one object asks for nothing.
        let Applied::Static(source, what) = one else { return false };
        let Some(among_one) = among(what).filter(|among| asks(&among.2, other)) else { return false };
        let changes = |obj: Obj| {
            let before = self.printed(obj);
            let applies = match other {
                Applied::Static(source, what) => {
                    among(what).is_some_and(|among| self.applies_to(obj, before, source, among))
                }
                Applied::Lasting(_) => true,
            };
            let mut after = before.clone();
            set_types(&mut after, other);
            applies
                && self.applies_to(obj, before, source, among_one)
                    != self.applies_to(obj, &after, source, among_one)
        };
        match other {
            Applied::Lasting(_) => changes(obj),
            Applied::Static(..) => self.both(Zone::Battlefield).into_iter().any(changes) || changes(obj),
        }
    }
}

/// What an effect on types applies to.
const fn among(what: &Static) -> Option<&Among> {
    match what {
        Static::AddTypes(among, _) | Static::SetTypes(among, _) | Static::SetColors(among, _) => Some(among),
        _ => None,
    }
}

/// Whether a question may be answered otherwise after an effect on types.
fn asks(is: &Is, after: Applied<'_>) -> bool {
    match is {
        Is::A(word) => Types::from_word(word.text()).is_some_and(|_| match after {
            Applied::Lasting(Change::Types { words, instead, .. }) => {
                *instead || words.split(' ').any(|given| given == word.text())
            }
            Applied::Static(_, Static::AddTypes(_, words)) => {
                words.split(' ').any(|given| given == word.text())
            }
            Applied::Static(_, Static::SetTypes(_, words)) => {
                words.split(' ').any(|given| Types::from_word(given).is_some())
            }
            _ => false,
        }),
        Is::Not(inner) => asks(inner, after),
        Is::All(all) | Is::AnyOf(all) => all.iter().any(|is| asks(is, after)),
        _ => false,
    }
}

/// Applies an effect on types or colours.
fn set_types(look: &mut Look, effect: Applied<'_>) {
    match effect {
        Applied::Static(_, Static::SetTypes(_, words)) => {
            if words.split(' ').all(|word| BASIC.contains(&word)) {
                look.subtypes.retain(|sub| !LAND_TYPES.contains(&sub.as_str()));
            } else {
                look.types = Types::NONE;
                look.subtypes.clear();
                look.every_creature = false;
            }
            if makes_basic(words) {
                // 305.7
                look.abilities.clear();
                look.keywords.clear();
            }
            add_types(look, words);
        }
        Applied::Static(_, Static::AddTypes(_, words)) => add_types(look, words),
        Applied::Static(_, Static::SetColors(_, letters)) => {
            look.colours = Colours::from_letters(letters).unwrap_or_default();
        }
        Applied::Lasting(Change::Types { words, instead, .. }) => {
            // 205.1a
            if *instead {
                look.types = Types::NONE;
                look.subtypes.clear();
                look.every_creature = false;
            }
            add_types(look, words);
        }
        _ => {}
    }
}

/// Whether types that are set make a land lose its abilities (305.7).
pub(super) fn makes_basic(words: &str) -> bool {
    words.split(' ').any(|word| BASIC.contains(&word))
}

fn add_types(look: &mut Look, words: &str) {
    for word in words.split_whitespace() {
        if let Some(kind) = Types::from_word(word) {
            look.types = look.types.with(kind);
        } else if let Some(kind) = Supertypes::from_word(word) {
            look.supertypes = look.supertypes.with(kind);
        } else if !look.subtypes.iter().any(|sub| sub == word) {
            look.subtypes.push(word.to_owned());
        }
    }
}
