//! The log of a game: every event with its cause and its rule, the names as they were at the time.

use std::sync::Arc;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::names::{name_of, object_name};
use crate::ability::Place;
use crate::case::{place_word, step_word, who_word};
use crate::rules::{Deed, Log, Note, View, What};
use crate::state::{State, Step, Who};
use crate::table::Table;
use crate::thing::{Aimed, Thing};

/// One event of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What happened: `"draw"`, `"mill"`, `"cast"` ...
    pub event: &'static str,
    /// How many turns of yours had begun.
    pub turn: u8,
    /// Whose turn it was.
    pub active: Who,
    /// The step.
    pub step: Step,
    /// Who did it, or whose objects they are.
    pub who: Who,
    /// The names of the objects that it was about, in their order.
    pub cards: Vec<String>,
    /// What it was aimed at.
    pub targets: Vec<String>,
    /// A number: cards, damage, life, counters, X.
    pub amount: Option<i32>,
    /// Where the objects were.
    pub from: Option<Place>,
    /// Where they went.
    pub to: Option<Place>,
    /// More, by its name.
    pub more: Option<(&'static str, String)>,
    /// What made it happen: the spell or ability that resolves, or the spell that is paid for.
    pub cause: Option<String>,
    /// The number of the rule.
    pub rule: &'static str,
}

/// A table with the keys that say something: `event`, `turn`, `active`, `step`, `who`, `cards` and `rule` always do.
impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("event", self.event)?;
        map.serialize_entry("turn", &self.turn)?;
        map.serialize_entry("active", who_word(self.active))?;
        map.serialize_entry("step", step_word(self.step))?;
        map.serialize_entry("who", who_word(self.who))?;
        map.serialize_entry("cards", &self.cards)?;
        if !self.targets.is_empty() {
            map.serialize_entry("targets", &self.targets)?;
        }
        if let Some(amount) = self.amount {
            map.serialize_entry("amount", &amount)?;
        }
        for (key, place) in [("from", self.from), ("to", self.to)] {
            if let Some(place) = place {
                map.serialize_entry(key, place_word(place))?;
            }
        }
        if let Some((key, more)) = &self.more {
            map.serialize_entry(key, more)?;
        }
        if let Some(cause) = &self.cause {
            map.serialize_entry("cause", cause)?;
        }
        map.serialize_entry("rule", self.rule)?;
        map.end()
    }
}

/// Takes notes.
#[derive(Debug)]
pub(super) struct Record<'t, const W: usize> {
    table: &'t Table<W>,
    events: Vec<Arc<Event>>,
    /// Where these go is said already: a card that is drawn goes to the hand.
    expected: Vec<(Thing, Place)>,
    /// What resolves, or is paid for; in the course of what resolves something may be cast.
    causes: Vec<String>,
}

impl<'t, const W: usize> Record<'t, W> {
    /// To go on behind these events.
    pub(super) const fn new(table: &'t Table<W>, events: Vec<Arc<Event>>) -> Self {
        Self { table, events, expected: Vec::new(), causes: Vec::new() }
    }

    pub(super) fn into_events(self) -> Vec<Arc<Event>> {
        self.events
    }

    /// Whether an event says no more than the one before it did.
    fn is_said(&mut self, deed: &mut Deed) -> bool {
        let things =
            deed.objects.iter().filter_map(|a| if let Aimed::Thing(t) = a { Some(*t) } else { None });
        let usual = match deed.what {
            What::Draw | What::Dredge => Place::Hand,
            What::Mill | What::Discard | What::Surveil => Place::Graveyard,
            What::Scry => Place::Library,
            what => {
                if let Some(to) = deed.to.filter(|_| what.is_move()) {
                    deed.objects.retain(|object| {
                        !matches!(object, Aimed::Thing(thing) if self.expected.contains(&(*thing, to)))
                    });
                    return deed.objects.is_empty();
                }
                return false;
            }
        };
        self.expected.extend(things.map(|thing| (thing, usual)));
        false
    }

    /// What makes an event happen, and those after it.
    fn cause_of(&mut self, what: What, cards: &[String]) -> Option<String> {
        let first = || cards.first().cloned();
        match what {
            What::Resolve => {
                self.causes = first().into_iter().collect();
                None
            }
            What::Announce => {
                self.causes.extend(first());
                None
            }
            What::Activating => {
                self.causes.extend(first().map(|name| name + " (ability)"));
                None
            }
            What::Cast | What::Activate => {
                self.causes.pop();
                None
            }
            What::Step(_) | What::Resolved => {
                self.causes.clear();
                None
            }
            What::Play
            | What::Trigger
            | What::StateBased(_)
            | What::Attack
            | What::Fizzle
            | What::UntapStep
            | What::ExtraTurn
            | What::DrawGame(_) => None,
            _ => self.causes.last().cloned(),
        }
    }
}

impl<const W: usize> Log<W> for Record<'_, W> {
    const ON: bool = !cfg!(feature = "quiet");

    fn write(&mut self, state: &State<W>, note: Note<W>) {
        let (event, rule) = note.name_and_rule();
        let (who, cards) = note.who_and_cards();
        let mut told = Event {
            event,
            turn: state.turn,
            active: state.active,
            step: state.step,
            who,
            cards: Vec::new(),
            targets: Vec::new(),
            amount: None,
            from: None,
            to: None,
            more: None,
            cause: None,
            rule,
        };
        if let Note::Deed(mut deed) = note {
            if self.is_said(&mut deed) {
                return;
            }
            let view = View::new(self.table, state);
            // What has no name is nothing that a case could name: damage from nowhere.
            let names = |all: &[Aimed]| -> Vec<String> {
                let nobody = |thing: Thing| match thing.stamp {
                    // A token has none before it enters.
                    0 => thing.obj.index() < self.table.entries.len(),
                    stamp => stamp == u32::MAX,
                };
                let real = |aimed: &&Aimed| !matches!(aimed, Aimed::Thing(thing) if nobody(*thing));
                all.iter().filter(real).map(|aimed| name_of(view, *aimed)).collect()
            };
            told.cards = names(&deed.objects);
            told.targets = names(&deed.targets);
            told.cause = self.cause_of(deed.what, &told.cards);
            if matches!(deed.what, What::Resolved | What::Activating) {
                return;
            }
            (told.amount, told.from, told.to, told.more) = (deed.amount, deed.from, deed.to, deed.more);
        } else {
            told.cards = cards.into_iter().map(|card| object_name(self.table, state, card)).collect();
        }
        self.events.push(Arc::new(told));
    }

    fn mark(&self) -> usize {
        self.events.len()
    }

    fn rewind(&mut self, mark: usize) {
        self.events.truncate(mark);
        self.causes.clear();
    }
}
