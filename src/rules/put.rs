//! Putting, exiling and destroying objects (701.8, 701.13).

use super::act::{aimed, things};
use super::counters::change_counters;
use super::moving::{Entry, To};
use super::query::{Context, Players, zone_of};
use super::trigger::Happened;
use super::{Game, Log, Player, What};
use crate::ability::{Counter, Keyword, Place, Ref, Value, Whose};
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Thing, Things};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Puts objects into a zone of their owners.
    pub(super) fn put(&mut self, what: &[Aimed], place: Place, context: &mut Context) {
        let mut plain = Things::new();
        for object in what {
            match object {
                Aimed::Item(id) if Some(*id) == context.item => context.goes = zone_of(place),
                Aimed::Item(id) => {
                    self.take_off_stack(*id, zone_of(place).unwrap_or(Zone::Graveyard));
                }
                Aimed::Thing(thing) => plain.push(*thing),
                Aimed::Player(_) => {}
            }
        }
        let arrived = match place {
            Place::Battlefield => self.move_all(&plain, To::Battlefield(context.controller, false)),
            Place::Stack => Things::new(),
            Place::Command => self.move_all(&plain, To::Command),
            _ => self.move_all(&plain, To::Zone(zone_of(place).unwrap_or(Zone::Exile))),
        };
        context.did = !arrived.is_empty();
        context.amount = arrived.len() as i32;
        context.those = aimed(&arrived);
    }

    /// How something enters by an effect that puts so many counters on it (122.6).
    pub(super) fn entry_with(&self, with: Option<&'static (Counter, Value)>, context: &Context) -> Entry {
        let counters = with.map(|(kind, count)| (kind.0.as_str(), self.value(count, context)));
        Entry { counters, ..Entry::default() }
    }

    /// Shuffles objects into the libraries of their owners: also those libraries that get nothing by it (701.24d).
    pub(super) fn shuffle_in(&mut self, of: &Ref, whose: Option<&Whose>, context: &Context) {
        let what = things(&self.refs(of, context));
        let sought = if let Ref::Each(among) = of { Some(&among.1) } else { None };
        let mut shuffled = whose.or(sought).map_or_else(Players::new, |whose| self.whose(whose, context));
        shuffled.extend(what.iter().map(|thing| self.owner(thing.obj)));
        self.move_all(&what, To::Shuffled);
        for who in Who::BOTH.into_iter().filter(|who| shuffled.contains(who)) {
            self.shuffle(who);
        }
    }

    /// Taps permanents (701.26a).
    pub(crate) fn tap(&mut self, what: &[Thing]) {
        for &thing in what {
            if self.same(thing) && self.on_battlefield(thing.obj) && !self.permanent(thing.obj).tapped {
                self.tell_about(What::Tap, &[thing]);
                self.became_tapped(thing);
            }
        }
    }

    /// Untaps permanents.
    pub(crate) fn untap(&mut self, what: &[Thing]) {
        for &thing in what {
            if self.same(thing)
                && self.on_battlefield(thing.obj)
                && self.permanent(thing.obj).tapped
                && !self.stays_stunned(thing)
            {
                self.tell_about(What::Untap, &[thing]);
                self.permanent_mut(thing.obj).tapped = false;
            }
        }
    }

    /// Whether a stun counter is removed instead of untapping a permanent (122.1d).
    pub(super) fn stays_stunned(&mut self, thing: Thing) -> bool {
        let stunned = self.counters_on(thing.obj, "stun") > 0;
        if stunned {
            self.tell_counters(What::RemoveCounters, thing, "stun", 1);
            change_counters(self.permanent_mut(thing.obj), "stun", -1);
        }
        stunned
    }

    /// The same as `tap`, where it is said already why.
    pub(super) fn became_tapped(&mut self, thing: Thing) {
        if !self.permanent(thing.obj).tapped {
            self.status_mut(thing.obj).tapped = true;
            self.happened(&Happened::Tapped(thing));
        }
    }

    /// Turns the other face of permanents up, where they have one (701.27a).
    pub(super) fn transform(&mut self, what: &[Thing]) {
        for &thing in what {
            let print = &self.table.prints[usize::from(self.field().prints[thing.obj.index()])];
            let two_faced =
                print.back.is_some() && !print.modal && self.permanent(thing.obj).copies.is_none();
            if two_faced && self.same(thing) && self.on_battlefield(thing.obj) {
                self.tell_about(What::Transform, &[thing]);
                let prints = &self.table.prints;
                self.field_mut().transform(thing.obj, prints);
            }
        }
    }

    pub(super) fn exile(&mut self, what: &[Aimed]) -> Things {
        let mut plain = Things::new();
        for object in what {
            match object {
                Aimed::Thing(thing) => plain.push(*thing),
                Aimed::Item(id) => {
                    self.take_off_stack(*id, Zone::Exile);
                }
                Aimed::Player(_) => {}
            }
        }
        self.move_all(&plain, To::Zone(Zone::Exile))
    }

    /// Remembers what was exiled with a permanent (607.2a).
    pub(super) fn exiled_with(&mut self, source: Thing, gone: &[Thing]) {
        if self.on_battlefield(source.obj) && self.same(source) {
            self.permanent_mut(source.obj).notes.exiled.extend(gone);
        }
    }

    pub(crate) fn destroy(&mut self, what: &[Thing], finally: bool) -> Things {
        let mut gone = Things::new();
        for &thing in what {
            if !self.same(thing)
                || !self.on_battlefield(thing.obj)
                || self.identity(thing.obj).has(Keyword::Indestructible)
            {
                continue;
            }
            let doomed = self.identity(thing.obj).has(Keyword::CantRegenerate);
            let permanent = self.permanent_mut(thing.obj);
            if permanent.shields > 0 && !finally && !doomed {
                // 701.19a
                permanent.shields -= 1;
                permanent.damage = 0;
                permanent.deathtouched = false;
                self.field_mut().attackers.remove(thing.obj);
                self.tell_about(What::Regenerate, &[thing]);
                self.became_tapped(thing);
            } else {
                gone.push(thing);
            }
        }
        self.tell_about(What::Destroy, &gone);
        self.move_all(&gone, To::Zone(Zone::Graveyard));
        gone
    }
}
