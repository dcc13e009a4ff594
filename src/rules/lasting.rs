//! Effects that last (611.2): more power, other types, abilities, what stays tapped.

use super::act::things;
use super::query::Context;
use super::{Game, Log, Player};
use crate::ability::{Aim, Among, Effect, Until};
use crate::cardset::Obj;
use crate::field::{Change, Lasting};
use crate::source::Source;
use crate::state::Who;
use crate::thing::{Aimed, Thing};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Makes an effect of this kind begin; of any other kind nothing.
    pub(super) fn make_last(&mut self, effect: &'static Effect, context: &Context) {
        let who = context.controller;
        match effect {
            Effect::Pump(of, power, toughness, keywords) => {
                let size = (self.value(power, context), self.value(toughness, context));
                for thing in things(&self.refs(of, context)) {
                    self.change(thing, Change::Pump(size.0, size.1), Until::EndOfTurn, who);
                    for keyword in keywords {
                        self.change(thing, Change::Has(*keyword), Until::EndOfTurn, who);
                    }
                }
            }
            Effect::Become { what, types, instead, power, toughness, has, forever } => {
                let size = power.zip(*toughness);
                let until = if *forever { Until::Forever } else { Until::EndOfTurn };
                for thing in things(&self.refs(what, context)) {
                    let change = Change::Types { words: types.clone(), instead: *instead, size };
                    self.change(thing, change, until, who);
                    for keyword in has {
                        self.change(thing, Change::Has(*keyword), until, who);
                    }
                }
            }
            Effect::Grant(of, ability, until) => {
                for thing in things(&self.refs(of, context)) {
                    self.change(thing, Change::Grant(ability), *until, who);
                }
            }
            // 701.15a
            Effect::Goad(of) => {
                for thing in things(&self.refs(of, context)) {
                    self.change(thing, Change::Goaded, Until::YourNextTurn, who);
                }
            }
            Effect::Perpetually(of, power, toughness) => {
                let size = (self.value(power, context), self.value(toughness, context));
                for thing in things(&self.refs(of, context)) {
                    self.field_mut().perpetual.push((thing.obj, size));
                }
            }
            Effect::HoldTapped(of) => {
                for thing in things(&self.refs(of, context)) {
                    if self.same(thing) {
                        self.permanent_mut(thing.obj).notes.held.push((context.source, who));
                    }
                }
            }
            Effect::SkipUntap(of) => {
                for thing in things(&self.refs(of, context)) {
                    if self.same(thing) {
                        self.permanent_mut(thing.obj).frozen = true;
                    }
                }
            }
            _ => {}
        }
    }

    /// Attaches a permanent to something else; what it does there begins with that (613.7e).
    pub(super) fn attach(&mut self, obj: Obj, to: Aimed) {
        let equips = self.identity(obj);
        // 301.5c: an Equipment that is a creature can equip nothing.
        if self.permanent(obj).host == Some(to) || equips.creature() && equips.is_a("equipment") {
            return;
        }
        let field = self.field_mut();
        field.clock += 1;
        let attached = Some(field.clock);
        let permanent = field.permanent_mut(obj);
        (permanent.host, permanent.attached) = (Some(to), attached);
    }

    /// Whether an Aura that enchants such objects may stay attached to that (704.5m).
    pub(super) fn can_enchant(&self, aura: Thing, aim: &Aim, host: Thing) -> bool {
        let context = Context::of(aura, self.controller(aura.obj));
        let here = self.on_battlefield(host.obj);
        let such = match aim {
            Aim::Permanent(is) => here && self.is(Aimed::Thing(host), is, &context),
            // It becomes what it brought onto the battlefield that it enchants.
            Aim::Card(Among(_, _, is)) if here => self.is(Aimed::Thing(host), is, &context),
            Aim::Card(among) => self.among(among, &context).contains(&host),
            _ => false,
        };
        // 702.16c
        such && self.same(host) && !(here && self.protected(host, Aimed::Thing(aura)))
    }

    fn change(&mut self, thing: Thing, change: Change, until: Until, who: Who) {
        if self.same(thing) {
            let stamp = self.field().clock;
            self.field_mut().lasting.push(Lasting { thing, stamp, until: (until, who), change });
        }
    }
}
