//! The ways in which a card may be cast (601.2b, 601.3).

use super::cast::Refusal;
use super::pay::Announce;
use super::query::{Context, zone_of};
use super::{Game, Log, Look, Player};
use crate::ability::{Ability, Cost, Is, Keyword, Pay, Static, Way};
use crate::card::Types;
use crate::field::{Aimed, Thing};
use crate::source::Source;
use crate::state::{Who, Zone};

/// How a spell may be cast.
#[derive(Debug, Clone)]
pub(super) struct Permit {
    pub cost: Cost,
    /// Without paying its mana cost.
    pub free: bool,
    pub besides: Vec<Pay>,
    pub word: Option<String>,
}

pub(super) fn own_cost() -> Cost {
    Cost { mana: "=".to_owned(), pay: Vec::new() }
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// The ways in which a card may be cast from where it is by a step that says `via` (601.2b, 601.3).
    pub(super) fn permits(&self, who: Who, thing: Thing, via: Option<&str>) -> Vec<Permit> {
        self.permits_of(who, thing, &self.identity(thing.obj), via)
    }

    /// The same of what is such.
    fn permits_of(&self, who: Who, thing: Thing, look: &Look, via: Option<&str>) -> Vec<Permit> {
        let zone = self.zone_of_obj(thing.obj);
        let mut all = Vec::new();
        let context = Context::of(thing, who);
        let plain = |cost: Cost, besides: Vec<Pay>| Permit {
            cost,
            free: false,
            besides,
            word: via.map(str::to_owned),
        };
        let from_hand = zone == Some(Zone::Hand) && self.owner(thing.obj) == who;
        let given = self.field().permissions.iter().any(|p| p.thing == thing && p.who == who && !p.free);
        let given_free = self.field().permissions.iter().any(|p| p.thing == thing && p.who == who && p.free);
        let mine = self.owner(thing.obj) == who;
        match via {
            None | Some("mana cost") => {
                if from_hand || given {
                    all.push(plain(own_cost(), Vec::new()));
                }
                if zone == Some(Zone::Graveyard) && mine {
                    for ability in &look.abilities {
                        match &**ability {
                            Ability::Way(Way::FromGraveyard { when, besides })
                                if self.holds(when, &context) =>
                            {
                                all.push(plain(own_cost(), besides.pay.clone()));
                            }
                            // 702.133a
                            Ability::Way(Way::JumpStart) => {
                                let discard = Pay::Discard(Is::Anything, crate::ability::Value::N(1));
                                let permit = plain(own_cost(), vec![discard]);
                                all.push(Permit { word: Some("jump-start".to_owned()), ..permit });
                            }
                            // 702.81a
                            Ability::Way(Way::Retrace) => {
                                let discard = Pay::Discard(Is::A("land".into()), crate::ability::Value::N(1));
                                let permit = plain(own_cost(), vec![discard]);
                                all.push(Permit { word: Some("retrace".to_owned()), ..permit });
                            }
                            _ => {}
                        }
                    }
                }
            }
            // From the hand it is cast as always: 702.133a speaks of the graveyard.
            Some(word @ ("jump-start" | "retrace")) => {
                all.extend(self.permits_of(who, thing, look, None));
                all.retain(|permit| permit.word.as_deref() == Some(word));
            }
            Some("escape") => {
                if zone == Some(Zone::Graveyard) && mine {
                    for ability in &look.abilities {
                        if let Ability::Way(Way::Escape(cost)) = &**ability {
                            all.push(plain(cost.clone(), Vec::new()));
                        }
                    }
                }
            }
            Some("flashback") => {
                if zone == Some(Zone::Graveyard) && mine {
                    for ability in &look.abilities {
                        if let Ability::Way(Way::Flashback(cost)) = &**ability {
                            all.push(plain(cost.clone(), Vec::new()));
                        }
                    }
                }
            }
            Some("free") => {
                if given_free || self.offered_free(who, thing, None) {
                    all.push(Permit { free: true, ..plain(Cost::default(), Vec::new()) });
                }
            }
            Some(word) => {
                if self.offered_free(who, thing, Some(word)) {
                    all.push(Permit { free: true, ..plain(Cost::default(), Vec::new()) });
                }
                if from_hand || given {
                    for ability in &look.abilities {
                        if let Ability::Way(Way::Alternative { word: named, cost, when }) = &**ability
                            && named.as_deref().unwrap_or("alternative") == word
                            && self.holds(when, &context)
                        {
                            all.push(plain(cost.clone(), Vec::new()));
                        }
                    }
                    for (source, ability) in self.statics() {
                        let Static::FreeOnce(is) = ability else { continue };
                        let its = Context::of(self.thing(source), self.controller(source));
                        let used =
                            self.permanent(source).used.iter().any(|(_, turn)| *turn == self.field().turns);
                        if its.controller == who
                            && self.print(source).name == word
                            && !used
                            && self.is(Aimed::Thing(thing), is, &its)
                        {
                            all.push(Permit {
                                free: true,
                                ..plain(Cost { mana: "{0}".to_owned(), pay: Vec::new() }, Vec::new())
                            });
                        }
                    }
                }
            }
        }
        all
    }

    /// Whether a permanent, one of that name, lets a card be cast without paying its mana cost (118.9).
    fn offered_free(&self, who: Who, thing: Thing, by: Option<&str>) -> bool {
        let zone = self.zone_of_obj(thing.obj);
        self.owner(thing.obj) == who
            && self.statics().into_iter().any(|(source, ability)| {
                let Static::CastFree { from, is } = ability else { return false };
                let its = Context::of(self.thing(source), self.controller(source));
                its.controller == who
                    && by.is_none_or(|name| self.print(source).name == name)
                    && zone_of(*from) == zone
                    && self.is(Aimed::Thing(thing), is, &its)
            })
    }

    /// In how many ways of that word a card may be cast from where it is, time and cost left out of account.
    pub(crate) fn ways_to_cast(&self, who: Who, thing: Thing, via: Option<&str>) -> usize {
        self.permits(who, thing, via).len()
    }

    /// Whether there is a way to cast a card that is such, what it takes and when left out of account.
    pub(crate) fn has_way(&self, who: Who, thing: Thing, look: &Look, via: Option<&str>) -> bool {
        !self.permits_of(who, thing, look, via).is_empty()
    }

    /// By what a card may be cast now, what it takes left out of account.
    pub(super) fn way_to_cast(
        &self,
        who: Who,
        thing: Thing,
        look: &Look,
        announce: &Announce,
    ) -> Result<Permit, Refusal> {
        if !self.same(thing) {
            return Err("it is not there any more".to_owned());
        }
        if look.types.has(Types::LAND) {
            return Err("a land is played, not cast".to_owned());
        }
        let fast = look.types.has(Types::INSTANT) || look.has(Keyword::Flash);
        let permits = self.permits_of(who, thing, look, announce.via.as_deref());
        let permit = permits
            .into_iter()
            .nth(announce.nth)
            .ok_or_else(|| "there is no such way to cast it from there".to_owned())?;
        if !fast && !self.sorcery_speed(who) {
            return Err("it can be cast only when a sorcery could".to_owned());
        }
        if self.cant_cast_from(who, self.zone_of_obj(thing.obj)) {
            return Err("an effect forbids casting it from there (101.2)".to_owned());
        }
        Ok(permit)
    }

    pub(super) fn cant_cast_from(&self, who: Who, from: Option<Zone>) -> bool {
        self.statics().into_iter().any(|(source, ability)| {
            let context = Context::of(self.thing(source), self.controller(source));
            matches!(ability, Static::CantCastFrom(whose, places)
                if self.whose(whose, &context).contains(&who) && places.iter().any(|&p| zone_of(p) == from && from.is_some()))
        })
    }
}
