//! What a player may do now: each candidate is tried on a copy of the game, with the engine's own choices.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::{Chooser, Single, guard, zone_of};
use crate::ability::{Ability, Place};
use crate::card::Types;
use crate::cardset::Obj;
use crate::case::{Table as _, place_word, step_from_json, step_word, who_word};
use crate::sim::names::object_name;
use crate::state::{Outcome, Step, Who};
use crate::thing::Thing;

/// A step without targets and payments, as a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Action(Vec<(&'static str, Value)>);

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl Action {
    fn new(verb: &'static str, what: impl Into<Value>) -> Self {
        Self(vec![(verb, what.into())])
    }

    fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.0.push((key, value.into()));
        self
    }
}

/// The ways that the rules name; those that cards name come besides.
const FROM: [Place; 5] = [Place::Hand, Place::Graveyard, Place::Exile, Place::Command, Place::Library];

impl Single {
    /// What `who` may do now, one for each card, zone, way and ability; each is legal as it stands, with the engine's
    /// own choice of targets and payments. None where the game is over.
    pub fn actions(&self, who: Who) -> Vec<Action> {
        let mut found = Vec::new();
        if self.state.outcome != Outcome::Open {
            return found;
        }
        let mut asked = self.clone();
        for mut action in asked.candidates(who) {
            if who == Who::Opponent {
                action = action.with("who", who_word(who));
            }
            if !found.contains(&action) && self.allows(&action) {
                found.push(action);
            }
        }
        found.extend(self.going_on());
        found
    }

    fn allows(&self, action: &Action) -> bool {
        let step = serde_json::to_string(action).ok().and_then(|json| step_from_json(&json).ok());
        let mut trial = self.clone();
        step.is_some_and(|step| guard(|| trial.step(&step)).is_ok_and(|done| done.is_ok()))
    }

    /// What all players may do by passing: the top of the stack resolves, or the next step or turn begins (117.4).
    fn going_on(&self) -> Option<Action> {
        let field = self.state.field()?;
        if !field.stack.is_empty() {
            return Some(Action::new("resolve", 1));
        }
        let next = match self.state.step {
            Step::Mulligans | Step::Untap => Step::Upkeep,
            Step::Upkeep => Step::Draw,
            Step::Draw => Step::Main,
            Step::Main => Step::Combat,
            Step::Combat => Step::Main2,
            Step::Main2 => Step::End,
            Step::End => Step::Cleanup,
            Step::Cleanup => {
                let whose = field.extra_turns.last().copied().unwrap_or(self.state.active.other());
                return Some(Action::new("next_turn", who_word(whose)));
            }
        };
        Some(Action::new("to", step_word(next)))
    }

    fn candidates(&mut self, who: Who) -> Vec<Action> {
        let mut all = Vec::new();
        for place in FROM {
            for thing in self.cards_for(who, place) {
                self.playing(who, thing, place, &mut all);
            }
        }
        for place in [Place::Battlefield, Place::Hand, Place::Graveyard, Place::Exile] {
            for obj in self.zone(who, place) {
                let thing = self.thing(obj);
                self.activating(thing, place, &mut all);
            }
        }
        if self.state.active == who && matches!(self.state.step, Step::Main | Step::Combat) {
            for obj in self.zone(who, Place::Battlefield) {
                if self.look(obj).creature() {
                    all.push(Action::new("attack", vec![self.name(obj)]));
                }
            }
        }
        all
    }

    /// The cards of a zone that a player might play; of the other's zones those that an effect permits.
    fn cards_for(&self, who: Who, place: Place) -> Vec<Thing> {
        let own = self.zone(who, place).into_iter().map(|obj| self.thing(obj));
        let permissions = self.state.field().map_or(&[][..], |field| &field.permissions);
        let given = permissions.iter().filter(|given| given.who == who).map(|given| given.thing);
        let given = given.filter(|thing| {
            *thing == self.thing(thing.obj)
                && self
                    .state
                    .find(thing.obj)
                    .is_some_and(|(owner, zone)| owner != who && zone_of(place) == Some(zone))
        });
        own.chain(given).collect()
    }

    fn playing(&mut self, who: Who, thing: Thing, place: Place, all: &mut Vec<Action>) {
        let look = self.look(thing.obj);
        let name = self.name(thing.obj);
        if look.types.has(Types::LAND) {
            let reachable = place != Place::Library || self.zone(who, place).first() == Some(&thing.obj);
            if reachable && self.state.active == who {
                all.push(Action::new("play", name).with("from", place_word(place)));
            }
            return;
        }
        let (ways, _) = self.with(Chooser::default(), |game| game.ways(who, thing));
        let least =
            look.abilities.iter().find_map(|a| if let Ability::LeastX(n) = **a { Some(n) } else { None });
        for way in ways {
            let (may, _) =
                self.with(Chooser::default(), |game| game.ways_to_cast(who, thing, way.as_deref()) > 0);
            if !may {
                continue;
            }
            let mut action = Action::new("cast", name.clone()).with("from", place_word(place));
            if let Some(way) = way {
                action = action.with("via", way);
            }
            if let Some(x) = least {
                action = action.with("x", x);
            }
            all.push(action);
        }
    }

    fn activating(&mut self, thing: Thing, place: Place, all: &mut Vec<Action>) {
        let (abilities, _) = self.with(Chooser::default(), |game| game.activated(thing.obj));
        let (mana, _) = self.with(Chooser::default(), |game| game.mana_abilities(thing.obj));
        let name = self.name(thing.obj);
        let many = abilities.len() > 1;
        for (at, ability) in abilities.iter().enumerate() {
            let works = match ability {
                Ability::Activated(activated) => activated.from,
                _ => Place::Battlefield,
            };
            if works != place {
                continue;
            }
            let makes_mana = place == Place::Battlefield && mana.iter().any(|(of, _)| *of == at);
            let verb = if makes_mana { "tap_for_mana" } else { "activate" };
            let mut action = Action::new(verb, name.clone());
            if many {
                action = action.with("ability", at);
            }
            if !makes_mana && place != Place::Battlefield {
                action = action.with("from", place_word(place));
            }
            all.push(action);
        }
    }

    fn look(&mut self, obj: Obj) -> crate::rules::Look {
        self.with(Chooser::default(), |game| game.look(obj).into_owned()).0
    }

    /// The name by which a step means an object.
    fn name(&self, obj: Obj) -> String {
        object_name(&self.table, &self.state, obj)
    }
}
