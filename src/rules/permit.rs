//! The ways in which a card may be cast (601.2b, 601.3).

use std::sync::LazyLock;

use smallvec::SmallVec;

use super::cast::Refusal;
use super::layers::variables;
use super::pay::{Parts, parts_of};
use super::query::{Context, zone_of};
use super::{Game, Log, Look, Player};
use crate::ability::{Ability, Among, Cost, If, Is, Keyword, Pay, Price, Static, Value, Way};
use crate::card::Types;
use crate::cardset::{Obj, Row};
use crate::print::Print;
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Thing};

/// How a spell may be cast.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Permit<'p> {
    pub cost: &'p Cost,
    /// Without paying its mana cost.
    pub free: bool,
    pub besides: &'p [Pay],
    pub word: Option<&'p str>,
    /// The permanent that offers it once each turn.
    pub once: Option<Obj>,
}

/// Those of one card, seldom more than one.
type Permits<'p> = SmallVec<[Permit<'p>; 2]>;

/// The mana cost of a card.
static OWN: Cost = Cost { mana: Price::Own, pay: Vec::new() };
/// Nothing.
static FREE: Cost = Cost { mana: Price::Nothing, pay: Vec::new() };
/// 702.133a
static JUMP_START: [Pay; 1] = [Pay::Discard(Is::Anything, Value::N(1))];
/// 702.81a
static RETRACE: LazyLock<[Pay; 1]> = LazyLock::new(|| [Pay::Discard(Is::A("land".into()), Value::N(1))]);

impl<'p> Permit<'p> {
    /// For a cost.
    const fn of(cost: &'p Cost, word: Option<&'p str>) -> Self {
        Self { cost, free: false, besides: &[], word, once: None }
    }

    /// For its mana cost.
    pub const fn own(word: Option<&'p str>) -> Self {
        Self::of(&OWN, word)
    }

    /// What is paid besides mana.
    pub fn parts(self) -> Parts<'p> {
        let mut parts = parts_of(&self.cost.pay);
        self.besides.iter().for_each(|part| parts.push(part));
        parts
    }

    /// Whether an X is in what is paid, or in the mana cost that is not paid.
    pub fn has_x(self, print: &Print) -> bool {
        if self.free || self.cost.mana == Price::Own { variables(print) > 0 } else { self.cost.has_x() }
    }

    /// Without paying its mana cost.
    pub const fn free(word: Option<&'p str>) -> Self {
        Self { free: true, ..Self::of(&FREE, word) }
    }
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// The ways in which a card that is such may be cast from where it is by a step that says `via` (601.2b, 601.3).
    pub(super) fn permits<'p>(
        &self,
        who: Who,
        thing: Thing,
        look: &'p Look,
        via: Option<&'p str>,
    ) -> Permits<'p> {
        let zone = self.zone_of_obj(thing.obj);
        let mut all = Permits::new();
        let mine = self.owner(thing.obj) == who;
        let given = |free: bool| {
            self.field().permissions.iter().any(|p| p.thing == thing && p.who == who && p.free == free)
        };
        let from_hand = || zone == Some(Zone::Hand) && mine || given(false);
        let from_graveyard = zone == Some(Zone::Graveyard) && mine;
        let ways = look.abilities.iter().filter_map(|ability| match ability {
            Ability::Way(way) => Some(way),
            _ => None,
        });
        let holds = |when: &If| when.is_always() || self.holds(when, &Context::of(thing, who));
        // From a graveyard for the mana cost, or for what is paid rather than that.
        let by_leave = |way: &'p Way| match way {
            Way::FromGraveyard { when, besides } if holds(when) => {
                Some(Permit { besides: &besides.pay, ..Permit::own(via) })
            }
            Way::JumpStart => Some(Permit { besides: &JUMP_START, ..Permit::own(Some("jump-start")) }),
            Way::Retrace => Some(Permit { besides: &*RETRACE, ..Permit::own(Some("retrace")) }),
            _ => None,
        };
        match via {
            None | Some("mana cost") => {
                if from_hand() {
                    all.push(Permit::own(via));
                }
                if from_graveyard {
                    ways.filter_map(by_leave).for_each(|permit| all.push(permit));
                }
            }
            // From the hand it is cast as always: 702.133a speaks of the graveyard.
            Some(word @ ("jump-start" | "retrace")) => {
                all = self.permits(who, thing, look, None);
                all.retain(|permit| permit.word == Some(word));
            }
            Some("escape") if from_graveyard => ways.for_each(|way| {
                if let Way::Escape(cost) = way {
                    all.push(Permit::of(cost, via));
                }
            }),
            Some("flashback") if from_graveyard => ways.for_each(|way| {
                if let Way::Flashback(cost) = way {
                    all.push(Permit::of(cost, via));
                }
            }),
            Some("escape" | "flashback") => {}
            Some("free") => {
                if given(true) || self.offered_free(who, thing, None) {
                    all.push(Permit::free(via));
                }
                // What the card itself offers for nothing at all.
                if from_hand() {
                    all.extend(ways.filter_map(|way| match way {
                        Way::Alternative { word: None, cost, when } if *cost == FREE && holds(when) => {
                            Some(Permit::free(via))
                        }
                        _ => None,
                    }));
                }
            }
            Some(word) => {
                if self.offered_free(who, thing, via) {
                    all.push(Permit::free(via));
                }
                if from_graveyard {
                    all.extend(self.ways_given_by(word, thing));
                }
                if from_hand() {
                    for way in ways.clone() {
                        if let Way::Alternative { word: named, cost, when } = way
                            && named.as_deref().unwrap_or("alternative") == word
                            && holds(when)
                        {
                            all.push(Permit::of(cost, via));
                        }
                    }
                }
                for source in self.free_once(who, thing, word) {
                    // 118.9: with any leave to cast it, and with what that costs besides.
                    let free = Permit { once: Some(source), ..Permit::free(via) };
                    all.extend(from_hand().then_some(free));
                    if from_graveyard {
                        let leaves = ways.clone().filter_map(by_leave);
                        all.extend(leaves.map(|leave| {
                            let word = if leave.word == Some("jump-start") { leave.word } else { via };
                            Permit { besides: leave.besides, word, ..free }
                        }));
                    }
                }
            }
        }
        all
    }

    /// The permanents of that name that let a player cast a card without paying its mana cost once each turn, and have not yet.
    fn free_once(&self, who: Who, thing: Thing, name: &str) -> Row {
        let offers = |&(source, ability): &(Obj, &Static)| {
            let Static::FreeOnce(is) = ability else { return false };
            let its = Context::of(self.thing(source), self.controller(source));
            let turn = self.field().turns;
            its.controller == who
                && self.print(source).name == name
                && !self.permanent(source).notes.used.iter().any(|(_, used)| *used == turn)
                && self.is(Aimed::Thing(thing), is, &its)
        };
        self.terms().into_iter().filter(offers).map(|(source, _)| source).collect()
    }

    /// The ways that a permanent of that name gives a card in a graveyard.
    fn ways_given_by<'p>(&self, name: &str, thing: Thing) -> Permits<'p> {
        let given = |(source, what): (Obj, &'static Static)| {
            let Static::Grant(Among(place, whose, is), ability) = what else { return None };
            let Ability::Way(way) = &**ability else { return None };
            let its = Context::of(self.thing(source), self.controller(source));
            let gives = self.print(source).name == name
                && self.is_in(thing.obj, *place, whose, &its)
                && self.is(Aimed::Thing(thing), is, &its);
            match way {
                Way::Escape(cost) if gives => Some(Permit::of(cost, Some("escape"))),
                Way::Flashback(cost) if gives => Some(Permit::of(cost, Some("flashback"))),
                _ => None,
            }
        };
        self.statics().into_iter().filter_map(given).collect()
    }

    /// Whether a permanent, one of that name, lets a card be cast without paying its mana cost (118.9).
    fn offered_free(&self, who: Who, thing: Thing, by: Option<&str>) -> bool {
        let zone = self.zone_of_obj(thing.obj);
        self.owner(thing.obj) == who
            && self.terms().into_iter().any(|(source, ability)| {
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
        self.permits(who, thing, &self.identity(thing.obj), via).len()
    }

    /// By which of the ways of that word a card that is such may be cast now, what it takes left out of account.
    pub(crate) fn way_to_cast<'p>(
        &self,
        who: Who,
        thing: Thing,
        look: &'p Look,
        (via, nth): (Option<&'p str>, usize),
    ) -> Result<Permit<'p>, Refusal> {
        self.is_time_to_cast(who, thing, look)?;
        let permit = self.permits(who, thing, look, via).get(nth).copied();
        permit.ok_or_else(|| "there is no such way to cast it from there".into())
    }

    /// Whether a card that is such could be cast now if there is a way.
    pub(super) fn is_time_to_cast(&self, who: Who, thing: Thing, look: &Look) -> Result<(), Refusal> {
        if !self.same(thing) {
            return Err("it is not there any more".into());
        }
        if look.types.has(Types::LAND) {
            return Err("a land is played, not cast".into());
        }
        if !self.sorcery_speed(who) && !look.types.has(Types::INSTANT) && !look.has(Keyword::Flash) {
            return Err("it can be cast only when a sorcery could".into());
        }
        if self.cant_cast_from(who, self.zone_of_obj(thing.obj)) {
            return Err("an effect forbids casting it from there (101.2)".into());
        }
        Ok(())
    }

    pub(super) fn cant_cast_from(&self, who: Who, from: Option<Zone>) -> bool {
        self.terms().into_iter().any(|(source, ability)| {
            let context = Context::of(self.thing(source), self.controller(source));
            matches!(ability, Static::CantCastFrom(whose, places)
                if self.is_whose(whose, &context, who) && places.iter().any(|&p| zone_of(p) == from && from.is_some()))
        })
    }
}
