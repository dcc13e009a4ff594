//! How permanents enter (614.1c, 614.12): as what, with what, with what chosen.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::counters::change_counters;
use super::moving::{Entry, To, Way};
use super::query::{Context, zone_of};
use super::{Answer, Ask, Game, Log, Look, Player, Point};
use crate::ability::{Ability, Aim, Among, Effect, If, Is, Keyword, Place, Replace, Static, Whose};
use crate::card::Types;
use crate::cardset::Obj;
use crate::look::Seen;
use crate::mana::Mana;
use crate::permanent::Permanent;
use crate::roles::Role;
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Thing, Things, listed};

/// 614.12: what says of itself that it enters tapped.
static ENTERS_TAPPED: Ability =
    Ability::Replace(Replace::EntersTapped { is: Is::This, unless_life: 0, when: If::Always });

impl<'g, const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'g, W, P, S, L> {
    /// How a permanent enters (614.1c, 614.12): tapped or not, with which counters, with what chosen.
    pub(super) fn settle(
        &mut self,
        way: &Way,
        who: Who,
        tapped: bool,
        entry: &Entry,
        entering: &[Obj],
    ) -> Permanent {
        let obj = way.thing.obj;
        let mut permanent = Permanent {
            controller: Some(who),
            tapped,
            sick: true,
            cast: entry.cast.clone(),
            copies: entry.copies,
            transformed: entry.back,
            from: way.from,
            ..Permanent::default()
        };
        self.enters_as(way.thing, who, entry, entering, &mut permanent);
        let at = permanent.copies.unwrap_or_else(|| self.face_of(obj, entry));
        let print = &self.table.prints[usize::from(at)];
        if entry.silent {
            permanent.sick = false;
            change_counters(&mut permanent, "loyalty", print.loyalty);
            return permanent;
        }
        let look = self.look_entering(obj, who, at, &permanent);
        if let Some((kind, n)) = entry.counters {
            self.add_counters(&mut permanent, who, look.types, kind, n);
        }
        // 306.5b
        self.add_counters(&mut permanent, who, look.types, "loyalty", print.loyalty);
        // 303.4f
        if entry.cast.from.is_none()
            && let Some(hosts) = self.hosts_for(way.thing, who)
        {
            permanent.host = self.pick(Point::Target, (who, way.thing), &hosts, (1, 1)).first().copied();
        }
        if look.has(Keyword::Sunburst) && entry.cast.colours > 0 {
            let kind = if look.creature() { "+1/+1" } else { "charge" };
            self.add_counters(&mut permanent, who, look.types, kind, entry.cast.colours);
        }
        // The object as it will be (614.12): its own effects, and those of permanents that speak of others.
        let replaces = |ability: &&'static Ability| matches!(**ability, Ability::Replace(_));
        if !look.has(Keyword::EntersTapped)
            && !look.abilities.iter().any(replaces)
            && !self.is_done(Role::Replaces)
        {
            return permanent;
        }
        let mut context = Context::of(way.thing, who);
        context.cast = entry.cast.clone();
        let mut left: SmallVec<[(Obj, usize, &'static Ability); 4]> = SmallVec::new();
        let mut add = |of: Obj, look: &Look| {
            let replacing = look.abilities.iter().enumerate().filter(|(_, ability)| replaces(ability));
            replacing.for_each(|(at, ability)| left.push((of, at, *ability)));
        };
        add(obj, &look);
        if self.is_done(Role::Replaces) {
            let others = self.may_do(Role::Replaces).into_iter().filter(|other| *other != obj);
            others.for_each(|other| add(other, &self.identity(other)));
        }
        if look.has(Keyword::EntersTapped) {
            left.insert(0, (obj, usize::MAX, &ENTERS_TAPPED));
        }
        while !left.is_empty() {
            let able: SmallVec<[usize; 4]> = listed((0..left.len()).filter(|&i| {
                let (source, _, ability) = &left[i];
                let Ability::Replace(replace) = ability else { return false };
                let its = self.context_in(&context, *source);
                // 614.12: of its own effects only those that are about itself alone.
                let such = |is: &Is| match is {
                    Is::This => *source == obj,
                    _ => *source != obj && self.would_be(obj, who, &look, is, &its),
                };
                match replace {
                    Replace::EntersWith { is, when, .. } | Replace::EntersTapped { is, when, .. } => {
                        such(is) && self.holds(when, &its)
                    }
                    Replace::EntersUntapped(is) => such(is),
                    Replace::AsEnters(_) => *source == obj,
                    _ => false,
                }
            }));
            let at = match able.len() {
                0 => break,
                1 => 0,
                _ => {
                    let sources: Things = able.iter().map(|&i| self.thing(left[i].0)).collect();
                    self.first_of(who, &sources)
                }
            };
            let (source, _, ability) = left.remove(able[at]);
            let Ability::Replace(replace) = ability else { continue };
            let its = self.context_in(&context, source);
            match replace {
                Replace::EntersWith { counter, or, count, .. } => {
                    let count = self.value(count, &its);
                    let counter = match or {
                        Some(or)
                            if self.answer(who, Some(way.thing), &Ask::Word(&Is::Anything))
                                == Answer::Word(or.0.clone()) =>
                        {
                            or
                        }
                        _ => counter,
                    };
                    self.add_counters(&mut permanent, who, look.types, &counter.0, count);
                }
                Replace::EntersTapped { unless_life, .. } => {
                    let life = i32::from(*unless_life);
                    let can = life > 0 && self.can_pay_life(who, life);
                    if can && self.may(who, way.thing) {
                        self.pay_life(who, life, entering);
                    } else {
                        permanent.tapped = true;
                    }
                }
                Replace::EntersUntapped(_) => permanent.tapped = false,
                Replace::AsEnters(effect) => self.as_enters(effect, &mut permanent, who, way.thing, entering),
                _ => {}
            }
        }
        permanent
    }

    /// In whose name a replacement effect of `source` asks about something that enters in this context.
    fn context_in<'c>(&self, entering: &'c Context, source: Obj) -> Cow<'c, Context> {
        if source == entering.source.obj {
            Cow::Borrowed(entering)
        } else {
            Cow::Owned(Context::of(self.thing(source), self.controller(source)))
        }
    }

    /// The print of the face with which a card enters (712.12).
    fn face_of(&self, obj: Obj, entry: &Entry) -> u16 {
        let front = self.field().prints[obj.index()];
        self.table.prints[usize::from(front)].back.filter(|_| entry.back).unwrap_or(front)
    }

    /// What an Aura that enters otherwise than as a spell could enchant; `None`: it is no Aura.
    pub(super) fn hosts_for(&self, thing: Thing, who: Who) -> Option<Vec<Aimed>> {
        let print = &self.table.prints[self.field().prints[thing.obj.index()] as usize];
        let target = print.abilities.iter().find_map(|ability| ability.enchants())?;
        let context = Context::of(thing, who);
        let hosts = match &target.aim {
            Aim::Permanent(is) => {
                let all = self.among(&Among(Place::Battlefield, Whose::Each, is.clone()), &context);
                // 702.16c
                all.into_iter().filter(|host| !self.protected(*host, Aimed::Thing(thing))).collect()
            }
            Aim::Card(among) => self.among(among, &context),
            _ => Things::new(),
        };
        Some(hosts.into_iter().map(Aimed::Thing).collect())
    }

    /// Settles what an entering object copies, before anything else about its entering is settled (614.12, 616.1d).
    pub(super) fn enters_as(
        &mut self,
        thing: Thing,
        who: Who,
        entry: &Entry,
        entering: &[Obj],
        permanent: &mut Permanent,
    ) {
        if entry.silent {
            return;
        }
        let face = entry.copies.unwrap_or_else(|| self.face_of(thing.obj, entry));
        let copies_other =
            |ability: &&'static Ability| matches!(**ability, Ability::Replace(Replace::EntersCopy { .. }));
        if !self.table.looks[usize::from(face)].abilities.iter().any(copies_other)
            && !self.is_done(Role::Replaces)
        {
            return;
        }
        let mut applied: Vec<(Obj, usize)> = Vec::new();
        loop {
            let own = permanent.copies.unwrap_or_else(|| self.face_of(thing.obj, entry));
            let entered = self.look_entering(thing.obj, who, own, permanent);
            let mut all = vec![(thing.obj, entered.clone())];
            all.extend(self.may_do(Role::Replaces).into_iter().map(|obj| (obj, self.look(obj))));
            let mut able: Vec<(Obj, usize, Vec<Aimed>, bool)> = Vec::new();
            for (source, look) in all {
                let its = Context::of(
                    self.thing(source),
                    if source == thing.obj { who } else { self.controller(source) },
                );
                for (i, ability) in look.abilities.iter().enumerate() {
                    let Ability::Replace(Replace::EntersCopy { is, of, may }) = ability else { continue };
                    // 614.12: of its own effects only those that are about itself.
                    let own = source == thing.obj;
                    let such =
                        if own { *is == Is::This } else { self.would_be(thing.obj, who, &entered, is, &its) };
                    let from: Vec<Aimed> = self
                        .among(of, &its)
                        .into_iter()
                        .filter(|t| !entering.contains(&t.obj))
                        .map(Aimed::Thing)
                        .collect();
                    if such && !from.is_empty() && !applied.contains(&(source, i)) {
                        able.push((source, i, from, *may));
                    }
                }
            }
            if able.is_empty() {
                break;
            }
            let sources: Vec<Thing> = able.iter().map(|(source, ..)| self.thing(*source)).collect();
            let (source, i, from, may) = able.swap_remove(self.first_of(who, &sources));
            applied.push((source, i));
            if may && !self.may(who, thing) {
                continue;
            }
            if let Some(Aimed::Thing(copied)) = self.pick(Point::Target, (who, thing), &from, (1, 1)).first()
            {
                permanent.copies = Some(self.print_number(copied.obj));
                // 707.9b: that a copy is not legendary is copied too.
                if self.permanent(copied.obj).cast.is_common() {
                    permanent.cast.common = true;
                }
            }
        }
    }

    /// What an object with that print will be on the battlefield (614.12).
    fn look_entering(&mut self, obj: Obj, who: Who, print: u16, permanent: &Permanent) -> Seen<'g> {
        let print = usize::from(print);
        let field = self.field();
        if field.is_steady() && field.perpetual.is_empty() && !self.table.prints[print].roles.wavers() {
            Seen::Printed(&self.table.looks[print])
        } else {
            self.look_as_entered(obj, who, permanent)
        }
    }

    /// Whether an entering object would be such on the battlefield.
    pub(super) fn would_be(&self, obj: Obj, who: Who, look: &Look, is: &Is, context: &Context) -> bool {
        match is {
            Is::All(all) => all.iter().all(|is| self.would_be(obj, who, look, is, context)),
            Is::AnyOf(any) => any.iter().any(|is| self.would_be(obj, who, look, is, context)),
            Is::Not(inner) => !self.would_be(obj, who, look, inner, context),
            Is::Yours => who == context.controller,
            Is::Theirs => who != context.controller,
            other => self.is_with(Aimed::Thing(self.thing(obj)), look, other, context),
        }
    }

    /// What an object will be on the battlefield, its own static abilities and all others counted (614.12).
    fn look_as_entered(&mut self, obj: Obj, who: Who, permanent: &Permanent) -> Seen<'g> {
        let from = self.state.find(obj).filter(|(_, zone)| *zone != Zone::Library);
        let (stamp, known) = (self.field().stamps[obj.index()], self.permanent(obj).clone());
        if let Some((owner, zone)) = from {
            self.state.zone_mut(owner, zone).remove(obj);
        }
        self.state.zone_mut(who, Zone::Battlefield).insert(obj);
        let field = self.field_mut();
        field.stamps[obj.index()] = field.clock + 1;
        *field.permanent_mut(obj) = permanent.clone();
        let print = self.print(obj);
        self.field_mut().active.enter(obj, print);
        let look = self.look(obj);
        let field = self.field_mut();
        field.active.leave(obj, print);
        field.stamps[obj.index()] = stamp;
        *field.permanent_mut(obj) = known;
        self.state.zone_mut(who, Zone::Battlefield).remove(obj);
        if let Some((owner, zone)) = from {
            self.state.zone_mut(owner, zone).insert(obj);
        }
        look
    }

    /// A choice that is made as something enters (614.12a): what is exiled, or a word that is chosen.
    pub(super) fn as_enters(
        &mut self,
        effect: &'static Effect,
        permanent: &mut Permanent,
        who: Who,
        thing: Thing,
        entering: &[Obj],
    ) {
        match effect {
            Effect::Choose(_, among, least, most) => {
                let context = Context::of(thing, who);
                let from: Vec<Aimed> = self
                    .among(among, &context)
                    .into_iter()
                    .filter(|t| !entering.contains(&t.obj)) // 614.13a
                    .map(Aimed::Thing)
                    .collect();
                let (least, most) = (self.value(least, &context), self.value(most, &context));
                let bounds = (least.max(0) as usize, most.max(0) as usize);
                let picked = self.pick(Point::among(zone_of(among.0)), (who, thing), &from, bounds);
                let things: Vec<Thing> = picked
                    .into_iter()
                    .filter_map(|a| if let Aimed::Thing(t) = a { Some(t) } else { None })
                    .collect();
                permanent.notes.exiled = self.move_all(&things, To::Zone(Zone::Exile)).into_vec();
            }
            Effect::Name(_, is) => {
                if let Answer::Word(word) = self.answer(who, Some(thing), &Ask::Word(is)) {
                    // A colour may be given by its letter.
                    let mut letters = word.chars();
                    let letter =
                        letters.next().filter(|_| letters.next().is_none()).and_then(Mana::from_letter);
                    permanent.notes.chosen = Some(letter.map_or(word, |mana| mana.word().to_owned()));
                }
            }
            other => {
                let mut context = Context::of(thing, who);
                context.cast = permanent.cast.clone();
                self.act(other, &mut context);
                let exiled = context
                    .those
                    .iter()
                    .filter_map(|a| if let Aimed::Thing(t) = a { Some(*t) } else { None });
                permanent.notes.exiled =
                    exiled.filter(|t| self.zone_of_obj(t.obj) == Some(Zone::Exile)).collect();
            }
        }
    }

    /// 614.17d, 101.2; `back`: with its other face up.
    pub(super) fn can_enter(&self, obj: Obj, from: Option<Zone>, back: bool) -> bool {
        let print = self.print(obj);
        let up = print.back.filter(|_| back).map_or(print, |other| &self.table.prints[usize::from(other)]);
        // 304.4, 307.4
        if up.types.has(Types::INSTANT) || up.types.has(Types::SORCERY) {
            return false;
        }
        let aimed = Aimed::Thing(self.thing(obj));
        !self.is_any_static(|source, ability| {
            let Static::CantEnterFrom(is, places) = ability else { return false };
            let context = Context::of(self.thing(source), self.controller(source));
            places.iter().any(|&place| zone_of(place) == from && from.is_some())
                && self.is(aimed, is, &context)
        })
    }
}
