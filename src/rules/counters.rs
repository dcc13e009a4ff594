//! Counters on permanents (122), and what changes their number.

use super::query::Context;
use super::{Deed, Game, Log, Player, Point, What};
use crate::ability::{Ability, Is, Replace, Sense, Static};
use crate::card::Types;
use crate::cardset::Obj;
use crate::field;
use crate::permanent::Permanent;
use crate::roles::Role;
use crate::source::Source;
use crate::state::Who;
use crate::thing::{Aimed, Meant, Thing};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    pub(crate) fn put_counters(&mut self, thing: Thing, kind: &str, n: i32) {
        self.add_to(thing, kind, n, true);
    }

    /// Counters that are put on a permanent as a cost, which is no effect (614.16).
    pub(super) fn pay_counters(&mut self, thing: Thing, kind: &str, n: i32) {
        self.add_to(thing, kind, n, false);
    }

    fn add_to(&mut self, thing: Thing, kind: &str, n: i32, by_effect: bool) {
        if !self.on_battlefield(thing.obj) || !self.same(thing) {
            return;
        }
        let who = self.controller(thing.obj);
        let types = self.look(thing.obj).types;
        let n = self.count_of_counters(who, types, kind, n, by_effect);
        self.tell_counters(What::PutCounters, thing, kind, n);
        change_counters(self.permanent_mut(thing.obj), kind, n);
    }

    /// 701.34a
    pub(super) fn proliferate(&mut self, context: &Context) {
        let counted = |counters: &[(String, i32)]| counters.iter().any(|(_, n)| *n > 0);
        let permanents = self.permanents().into_iter().filter(|&obj| counted(&self.permanent(obj).counters));
        let mut from: Meant = permanents.map(|obj| Aimed::Thing(self.thing(obj))).collect();
        let players = [context.controller, context.controller.other()].into_iter();
        from.extend(players.filter(|&who| counted(&self.field().counters[who as usize])).map(Aimed::Player));
        let many = (0, from.len());
        for chosen in self.pick(Point::Target, (context.controller, context.source), &from, many) {
            let counters = match chosen {
                Aimed::Thing(thing) => self.permanent(thing.obj).counters.clone(),
                Aimed::Player(who) => self.field().counters[who as usize].clone(),
                Aimed::Item(_) => continue,
            };
            for (kind, _) in counters.into_iter().filter(|(_, n)| *n > 0) {
                match chosen {
                    Aimed::Player(who) => self.put_player_counters(who, &kind, 1),
                    Aimed::Thing(thing) => self.put_counters(thing, &kind, 1),
                    Aimed::Item(_) => {}
                }
            }
        }
    }

    /// Puts counters on a permanent, effects that change their number counted (614.16, 616.1).
    pub(crate) fn add_counters(
        &mut self,
        permanent: &mut Permanent,
        who: Who,
        types: Types,
        kind: &str,
        count: i32,
    ) {
        let count = self.count_of_counters(who, types, kind, count, true);
        change_counters(permanent, kind, count);
    }

    /// How many counters are put on a permanent of `who` where so many would be.
    fn count_of_counters(&mut self, who: Who, types: Types, kind: &str, count: i32, by_effect: bool) -> i32 {
        if count <= 0 || self.no_counters(types) {
            return 0;
        }
        let mut count = count;
        let mut able: Vec<(Obj, u8, u8)> = Vec::new();
        for (source, ability) in self
            .may_do(Role::Replaces)
            .into_iter()
            .flat_map(|o| self.look(o).abilities.iter().map(move |a| (o, *a)).collect::<Vec<_>>())
        {
            if let Ability::Replace(Replace::Counters { is, kind: of, times, plus, effects_only }) = ability {
                let yours = self.controller(source) == who;
                let fits = of.as_ref().is_none_or(|of| of.0 == kind);
                let creature = !mentions_creature(is) || types.has(Types::CREATURE);
                if yours && fits && creature && (by_effect || !effects_only) {
                    able.push((source, *times, *plus));
                }
            }
        }
        while !able.is_empty() {
            let sources: Vec<Thing> = able.iter().map(|(o, ..)| self.thing(*o)).collect();
            let at = self.first_of(who, &sources);
            let (_, times, plus) = able.remove(at);
            count = count.saturating_mul(i32::from(times.max(1))).saturating_add(i32::from(plus));
            self.tell(|| Deed::of(What::Replace, who).things(&sources[at..=at]).amount(count));
        }
        count
    }

    /// Whether no counters can be put on permanents of these types.
    pub(crate) fn no_counters(&self, types: Types) -> bool {
        self.has_static_of_anyone(|s| matches!(s, Static::NoCounters(is) if names_type(is, types)))
    }

    /// The counters of a kind on a permanent.
    pub(crate) fn counters_on(&self, obj: Obj, kind: &str) -> i32 {
        counters(self.permanent(obj), kind)
    }
}

fn names_type(is: &Is, types: Types) -> bool {
    match is {
        Is::Anything => true,
        Is::A(word) => matches!(word.sense(), Sense::Type(kind) if types.has(kind)),
        Is::AnyOf(any) => any.iter().any(|is| names_type(is, types)),
        _ => false,
    }
}

fn mentions_creature(is: &Is) -> bool {
    match is {
        Is::A(word) => word.sense() == Sense::Type(Types::CREATURE),
        Is::All(all) | Is::AnyOf(all) => all.iter().any(mentions_creature),
        _ => false,
    }
}

/// Changes the number of counters of a kind; not below none.
pub(crate) fn change_counters(permanent: &mut Permanent, kind: &str, by: i32) {
    field::count(&mut permanent.counters, kind, by);
}

/// How many counters of a kind a permanent has.
pub(crate) fn counters(permanent: &Permanent, kind: &str) -> i32 {
    field::counted(&permanent.counters, kind)
}
