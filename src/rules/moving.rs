//! Zone changes (400.7, 614): one batch is one event.

use std::sync::Arc;

use super::query::{Context, counters, zone_of};
use super::trigger::Moved;
use super::{Answer, Ask, Deed, Game, Log, Player, What};
use crate::ability::{Ability, Among, Effect, Is, Keyword, Place, Replace, Static, Whose};
use crate::cardset::Obj;
use crate::field::{Aimed, CastInfo, Permanent, Thing};
use crate::mana::Mana;
use crate::source::Source;
use crate::state::{Who, Zone};

/// Where something goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum To {
    Zone(Zone),
    Bottom,
    Shuffled,
    Stack,
    Command,
    /// Under this player's control, tapped.
    Battlefield(Who, bool),
    Nowhere,
}

/// How something enters.
#[derive(Debug, Clone, Default)]
pub(crate) struct Entry {
    pub cast: CastInfo,
    pub copies: Option<u16>,
    /// Being put there to begin with: nothing enters.
    pub silent: bool,
}

/// One thing on its way.
#[derive(Debug, Clone, Copy)]
struct Way {
    thing: Thing,
    from: Option<Zone>,
    to: To,
    /// A counter that it gets in exile.
    marked: bool,
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    pub(crate) fn zone_of_obj(&self, obj: Obj) -> Option<Zone> {
        self.state.find(obj).map(|(_, zone)| zone)
    }

    /// Moves things at the same time. What has become another object does not move (400.7).
    pub(crate) fn move_all(&mut self, things: &[Thing], to: To) -> Vec<Thing> {
        self.move_with(things, to, &Entry::default())
    }

    /// The same, with how they enter.
    pub(crate) fn move_with(&mut self, things: &[Thing], to: To, entry: &Entry) -> Vec<Thing> {
        let mut ways: Vec<Way> = Vec::new();
        for &thing in things {
            if self.same(thing) && !ways.iter().any(|w| w.thing == thing) {
                ways.push(Way { thing, from: self.zone_of_obj(thing.obj), to, marked: false });
            }
        }
        if !entry.silent {
            for way in &mut ways {
                self.redirect(way);
            }
        }
        ways.retain(|way| way.to != To::Nowhere);
        // 614.17d: what cannot enter stays where it is.
        ways.retain(|way| {
            !matches!(way.to, To::Battlefield(..)) || entry.silent || self.can_enter(way.thing.obj, way.from)
        });
        // 303.4g
        if entry.cast.from.is_none() && !entry.silent {
            ways.retain(|way| match way.to {
                To::Battlefield(who, _) => {
                    self.hosts_for(way.thing, who).is_none_or(|hosts| !hosts.is_empty())
                }
                _ => true,
            });
        }
        // 603.10a: what triggers on leaving looks back.
        let before = self.watchers();
        let looks: Vec<_> = ways.iter().map(|way| self.look(way.thing.obj)).collect();
        let controllers: Vec<_> = ways.iter().map(|way| self.controller(way.thing.obj)).collect();
        for (way, look) in ways.iter().zip(&looks) {
            if way.from == Some(Zone::Battlefield) {
                let who = self.controller(way.thing.obj);
                let permanent = self.permanent_mut(way.thing.obj);
                permanent.last_size = look.size;
                permanent.controller = Some(who);
            }
        }
        let entering: Vec<Obj> =
            ways.iter().filter(|w| matches!(w.to, To::Battlefield(..))).map(|w| w.thing.obj).collect();
        let mut arrived = Vec::new();
        let mut moved = Vec::new();
        // 614.12: how things enter is settled before they do.
        let outer = std::mem::replace(&mut self.field_mut().entering, entering.clone());
        let mut settled: Vec<Option<Permanent>> = Vec::new();
        for way in &ways {
            settled.push(match way.to {
                To::Battlefield(who, tapped) => Some(self.settle(way, who, tapped, entry, &entering)),
                _ => None,
            });
        }
        self.field_mut().entering = outer;
        for (i, (way, permanent)) in ways.iter().zip(settled).enumerate() {
            let obj = way.thing.obj;
            self.take_away(obj, way.from);
            let owner = self.owner(obj);
            let token = self.is_token(obj);
            let field = self.field_mut();
            field.clock += 1;
            field.stamps[obj.index()] = field.clock;
            let stamp = field.clock;
            let zone = match way.to {
                To::Zone(zone) => {
                    if zone == Zone::Library {
                        self.state.put_on_top(owner, obj);
                    } else {
                        self.state.zone_mut(owner, zone).insert(obj);
                    }
                    Some(zone)
                }
                To::Bottom => {
                    self.state.put_at_bottom(owner, obj);
                    Some(Zone::Library)
                }
                To::Shuffled => {
                    self.state.shuffle_in(owner, crate::cardset::Set::of(obj));
                    Some(Zone::Library)
                }
                To::Battlefield(who, _) => {
                    self.state.zone_mut(who, Zone::Battlefield).insert(obj);
                    let mut permanent = permanent.unwrap_or_default();
                    permanent.stamp = stamp;
                    permanent.from = way.from;
                    self.field_mut().permanents[obj.index()] = permanent;
                    Some(Zone::Battlefield)
                }
                To::Command => {
                    self.field_mut().command.push(obj);
                    None
                }
                To::Stack | To::Nowhere => None,
            };
            if way.marked {
                self.permanent_mut(obj).counters = vec![("void".to_owned(), 1)];
            }
            if zone == Some(Zone::Exile) {
                self.field_mut().exiled_today = true;
            }
            let now = Thing { obj, stamp };
            arrived.push(now);
            moved.push(Moved {
                before: way.thing,
                now,
                from: way.from,
                to: zone,
                owner,
                controller: controllers[i],
                look: looks[i].clone(),
                token,
            });
        }
        for way in &ways {
            if way.from == Some(Zone::Battlefield) {
                // 704.5n, 704.5m are looked at later; what it exiled stays known.
                self.permanent_mut(way.thing.obj).attacking = false;
            }
        }
        if moved
            .iter()
            .any(|m| m.from == Some(Zone::Battlefield) && m.to == Some(Zone::Graveyard) && m.look.creature())
        {
            self.field_mut().morbid = true;
        }
        if !entry.silent {
            self.tell_moves(&ways, &moved);
            self.triggers_of_moves(&moved, &before);
        }
        arrived
    }

    /// Notes zone changes, those of the same kind together.
    fn tell_moves(&mut self, ways: &[Way], moved: &[Moved]) {
        if !L::ON {
            return;
        }
        let mut told: Vec<Deed> = Vec::new();
        for (way, moved) in ways.iter().zip(moved) {
            let to = match way.to {
                To::Stack => Some(Place::Stack),
                To::Command => Some(Place::Command),
                _ => moved.to.map(place_of),
            };
            let from = match moved.from {
                Some(zone) => Some(place_of(zone)),
                None if way.to == To::Stack => Some(Place::Command),
                None => (!moved.token).then_some(Place::Stack),
            };
            let (what, who) = match (moved.from, to) {
                (_, Some(Place::Battlefield)) => (What::Enter, self.controller(moved.now.obj)),
                (Some(Zone::Battlefield), Some(Place::Graveyard)) if moved.look.creature() => {
                    (What::Die, moved.controller)
                }
                (_, Some(Place::Exile)) => (What::Exile, moved.owner),
                (_, Some(Place::Stack)) => (What::Announce, moved.owner),
                _ => (What::Move, moved.owner),
            };
            let thing = Aimed::Thing(moved.before);
            match told.iter_mut().find(|d| (d.what, d.who, d.from, d.to) == (what, who, from, to)) {
                Some(deed) => deed.objects.push(thing),
                None => told.push(Deed::of(what, who).things(&[moved.before]).between(from, to)),
            }
        }
        for deed in told {
            self.tell(|| deed);
        }
        for moved in moved.iter().filter(|moved| moved.to == Some(Zone::Battlefield)) {
            for (kind, n) in self.permanent(moved.now.obj).counters.clone() {
                self.tell_counters(What::PutCounters, moved.now, &kind, n);
            }
        }
    }

    /// Takes an object out of its zone.
    fn take_away(&mut self, obj: Obj, from: Option<Zone>) {
        match from {
            Some(Zone::Library) => {
                self.state.take_out(self.owner(obj), obj);
            }
            Some(Zone::Battlefield) => {
                for who in Who::BOTH {
                    self.state.zone_mut(who, Zone::Battlefield).remove(obj);
                }
            }
            Some(zone) => self.state.zone_mut(self.owner(obj), zone).remove(obj),
            None => self.field_mut().command.retain(|&c| c != obj),
        }
    }

    pub(crate) fn is_token(&self, obj: Obj) -> bool {
        obj.index() >= self.table.entries.len()
    }

    /// What else may be done to something that goes to a graveyard, or leaves the battlefield (614.1, 616.1).
    fn redirect(&mut self, way: &mut Way) {
        let mut applied: Vec<(Obj, usize)> = Vec::new();
        loop {
            let mut able: Vec<(Obj, usize, Arc<Ability>)> = Vec::new();
            let owner = self.owner(way.thing.obj);
            for (source, index, ability) in self.replacements(way.thing.obj) {
                if applied.contains(&(source, index)) {
                    continue;
                }
                let context = Context::of(self.thing(source), self.controller(source));
                let aimed = Aimed::Thing(way.thing);
                let applies = match &*ability {
                    Ability::Replace(Replace::ToGraveyard { is, whose, tokens, .. }) => {
                        way.to == To::Zone(Zone::Graveyard)
                            && self.whose(whose, &context).contains(&owner)
                            && (*tokens || !self.is_token(way.thing.obj))
                            && (!matches!(is, Is::This) || source == way.thing.obj)
                            && self.is(aimed, is, &context)
                    }
                    Ability::Replace(Replace::LeavesExiled(is)) => {
                        way.from == Some(Zone::Battlefield)
                            && way.to != To::Zone(Zone::Exile)
                            && !matches!(way.to, To::Battlefield(..))
                            && self.is(aimed, is, &context)
                    }
                    _ => false,
                };
                if applies {
                    able.push((source, index, ability));
                }
            }
            if able.is_empty() {
                return;
            }
            let sources: Vec<Thing> = able.iter().map(|(source, ..)| self.thing(*source)).collect();
            let at = self.first_of(owner, &sources);
            let (source, index, ability) = able.swap_remove(at);
            applied.push((source, index));
            self.tell(|| {
                Deed::of(What::Replace, owner).things(&[sources[at]]).at(&[Aimed::Thing(way.thing)])
            });
            match &*ability {
                Ability::Replace(Replace::ToGraveyard { shuffle_in, counter, .. }) => {
                    way.to = if *shuffle_in { To::Shuffled } else { To::Zone(Zone::Exile) };
                    way.marked = counter.is_some();
                }
                _ => way.to = To::Zone(Zone::Exile),
            }
        }
    }

    /// Which of several effects is applied first, by the choice of `who` (616.1).
    pub(crate) fn first_of(&mut self, who: Who, sources: &[Thing]) -> usize {
        if sources.len() < 2 {
            return 0;
        }
        match self.answer(who, None, &Ask::Replacement(sources.to_vec(), false)) {
            Answer::Picks(at) => at.first().copied().filter(|&i| i < sources.len()).unwrap_or(0),
            Answer::Bool(_) | Answer::Number(_) | Answer::Word(_) => 0,
        }
    }

    /// The replacement effects that are in force, and those of the object itself.
    pub(crate) fn replacements(&self, own: Obj) -> Vec<(Obj, usize, Arc<Ability>)> {
        let mut all = Vec::new();
        let permanents = self.permanents();
        let sources = permanents.iter().copied().chain((!permanents.contains(&own)).then_some(own));
        for source in sources {
            let look = self.look(source);
            for (index, ability) in look.abilities.into_iter().enumerate() {
                if matches!(*ability, Ability::Replace(_)) {
                    let about_itself = source == own;
                    if permanents.contains(&source) || (about_itself && speaks_of_itself(&ability)) {
                        all.push((source, index, ability));
                    }
                }
            }
        }
        all
    }

    /// 614.17d, 101.2
    fn can_enter(&self, obj: Obj, from: Option<Zone>) -> bool {
        let aimed = Aimed::Thing(self.thing(obj));
        !self.statics().into_iter().any(|(source, ability)| {
            let Ability::Static(Static::CantEnterFrom(is, places)) = &*ability else { return false };
            let context = Context::of(self.thing(source), self.controller(source));
            places.iter().any(|&place| zone_of(place) == from && from.is_some())
                && self.is(aimed, is, &context)
        })
    }

    /// How a permanent enters (614.1c, 614.12): tapped or not, with which counters, with what chosen.
    fn settle(&mut self, way: &Way, who: Who, tapped: bool, entry: &Entry, entering: &[Obj]) -> Permanent {
        let obj = way.thing.obj;
        let copies = self.enters_as(way.thing, who, entry, entering);
        let mut permanent = Permanent {
            controller: Some(who),
            tapped,
            sick: true,
            cast: entry.cast.clone(),
            copies,
            from: way.from,
            ..Permanent::default()
        };
        let print = self.table.prints[copies.unwrap_or(self.field().prints[obj.index()]) as usize].clone();
        if print.loyalty > 0 {
            permanent.counters.push(("loyalty".to_owned(), print.loyalty));
        }
        if entry.silent {
            permanent.sick = false;
            return permanent;
        }
        // 303.4f
        if entry.cast.from.is_none()
            && let Some(hosts) = self.hosts_for(way.thing, who)
        {
            permanent.host = self.pick(who, way.thing, &hosts, 1, 1).first().copied();
        }
        if print.keywords.contains(&Keyword::Sunburst) && entry.cast.colours > 0 {
            let kind = if print.types.has(crate::card::Types::CREATURE) { "+1/+1" } else { "charge" };
            self.add_counters(&mut permanent, who, print.types, kind, entry.cast.colours);
        }
        // The object as it will be (614.12): its own effects, and those of permanents that speak of others.
        let mut context = Context::of(way.thing, who);
        context.cast = entry.cast.clone();
        let own: Vec<(Obj, usize, Arc<Ability>)> =
            print.abilities.iter().enumerate().map(|(i, a)| (obj, i, Arc::clone(a))).collect();
        let others: Vec<(Obj, usize, Arc<Ability>)> = self
            .permanents()
            .into_iter()
            .filter(|other| *other != obj)
            .flat_map(|other| {
                let abilities = self.look(other).abilities;
                abilities.into_iter().enumerate().map(move |(i, a)| (other, i, a)).collect::<Vec<_>>()
            })
            .collect();
        let mut left: Vec<(Obj, usize, Arc<Ability>)> = own.into_iter().chain(others).collect();
        if print.keywords.contains(&Keyword::EntersTapped) {
            let tapped = Replace::EntersTapped { is: Is::This, unless_life: 0 };
            left.insert(0, (obj, usize::MAX, Arc::new(Ability::Replace(tapped))));
        }
        loop {
            let able: Vec<usize> = (0..left.len())
                .filter(|&i| {
                    let (source, _, ability) = &left[i];
                    let Ability::Replace(replace) = &**ability else { return false };
                    let its = if *source == obj {
                        context.clone()
                    } else {
                        Context::of(self.thing(*source), self.controller(*source))
                    };
                    let such = |is: &Is| match is {
                        Is::This => *source == obj,
                        Is::Other => *source != obj,
                        _ => self.would_be(obj, who, &print, is, &its),
                    };
                    match replace {
                        Replace::EntersWith { is, when, .. } => such(is) && self.holds(when, &its),
                        Replace::EntersTapped { is, .. } | Replace::EntersUntapped(is) => such(is),
                        Replace::AsEnters(_) => *source == obj,
                        _ => false,
                    }
                })
                .collect();
            if able.is_empty() {
                return permanent;
            }
            let sources: Vec<Thing> = able.iter().map(|&i| self.thing(left[i].0)).collect();
            let at = self.first_of(who, &sources);
            let (source, _, ability) = left.remove(able[at]);
            let Ability::Replace(replace) = &*ability else { continue };
            let its = if source == obj {
                context.clone()
            } else {
                Context::of(self.thing(source), self.controller(source))
            };
            match replace {
                Replace::EntersWith { counter, or, count, .. } => {
                    let count = self.value(count, &its);
                    let counter = match or {
                        Some(or)
                            if self.answer(who, Some(way.thing), &Ask::Word)
                                == Answer::Word(or.0.clone()) =>
                        {
                            or
                        }
                        _ => counter,
                    };
                    self.add_counters(&mut permanent, who, print.types, &counter.0, count);
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
    }

    /// What an Aura that enters otherwise than as a spell could enchant; `None`: it is no Aura.
    fn hosts_for(&self, thing: Thing, who: Who) -> Option<Vec<Aimed>> {
        let print = &self.table.prints[self.field().prints[thing.obj.index()] as usize];
        let is = print
            .abilities
            .iter()
            .find_map(|a| if let Ability::Enchant(is) = &**a { Some(is) } else { None })?;
        let context = Context::of(thing, who);
        let among = Among(Place::Battlefield, Whose::Each, is.clone());
        Some(self.among(&among, &context).into_iter().map(Aimed::Thing).collect())
    }

    /// The print that an entering object copies, before anything else about its entering is settled (614.12, 616.1d).
    fn enters_as(&mut self, thing: Thing, who: Who, entry: &Entry, entering: &[Obj]) -> Option<u16> {
        let mut copies = entry.copies;
        if entry.silent {
            return copies;
        }
        let mut applied: Vec<(Obj, usize)> = Vec::new();
        loop {
            let own = copies.unwrap_or(self.field().prints[thing.obj.index()]);
            let print = self.table.prints[own as usize].clone();
            let mut all: Vec<(Obj, Vec<Arc<Ability>>)> = vec![(thing.obj, print.abilities.clone())];
            all.extend(self.permanents().into_iter().map(|obj| (obj, self.look(obj).abilities)));
            let mut able: Vec<(Obj, usize, Vec<Aimed>, bool)> = Vec::new();
            for (source, abilities) in all {
                let its = Context::of(
                    self.thing(source),
                    if source == thing.obj { who } else { self.controller(source) },
                );
                for (i, ability) in abilities.iter().enumerate() {
                    let Ability::Replace(Replace::EntersCopy { is, of, may }) = &**ability else { continue };
                    // 614.12: of its own effects only those that are about itself.
                    let own = source == thing.obj;
                    let such =
                        if own { *is == Is::This } else { self.would_be(thing.obj, who, &print, is, &its) };
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
            if let Some(Aimed::Thing(copied)) = self.pick(who, thing, &from, 1, 1).first() {
                let printed = self.field().prints[copied.obj.index()];
                copies = Some(self.permanent(copied.obj).copies.unwrap_or(printed));
            }
        }
        copies
    }

    /// Whether an entering object would be such on the battlefield.
    fn would_be(&self, obj: Obj, who: Who, print: &crate::print::Print, is: &Is, context: &Context) -> bool {
        match is {
            Is::All(all) => all.iter().all(|is| self.would_be(obj, who, print, is, context)),
            Is::AnyOf(any) => any.iter().any(|is| self.would_be(obj, who, print, is, context)),
            Is::Not(inner) => !self.would_be(obj, who, print, inner, context),
            Is::Yours => who == context.controller,
            Is::Theirs => who != context.controller,
            Is::A(word) => super::Look::of(print).is_a(word),
            other => self.is(Aimed::Thing(self.thing(obj)), other, context),
        }
    }

    /// A choice that is made as something enters (614.12a): what is exiled, or a word that is chosen.
    fn as_enters(
        &mut self,
        effect: &Effect,
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
                let picked = self.pick(who, thing, &from, least.max(0) as usize, most.max(0) as usize);
                let things: Vec<Thing> = picked
                    .into_iter()
                    .filter_map(|a| if let Aimed::Thing(t) = a { Some(t) } else { None })
                    .collect();
                permanent.exiled = self.move_all(&things, To::Zone(Zone::Exile));
            }
            Effect::Name(_) => {
                if let Answer::Word(word) = self.answer(who, Some(thing), &Ask::Word) {
                    // A colour may be given by its letter.
                    let mut letters = word.chars();
                    let letter =
                        letters.next().filter(|_| letters.next().is_none()).and_then(Mana::from_letter);
                    permanent.chosen = Some(letter.map_or(word, |mana| mana.word().to_owned()));
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
                permanent.exiled = exiled.filter(|t| self.zone_of_obj(t.obj) == Some(Zone::Exile)).collect();
            }
        }
    }

    /// Puts counters on a permanent, effects that change their number counted (614.16, 616.1).
    pub(crate) fn add_counters(
        &mut self,
        permanent: &mut Permanent,
        who: Who,
        types: crate::card::Types,
        kind: &str,
        count: i32,
    ) {
        let count = self.count_of_counters(who, types, kind, count);
        change_counters(permanent, kind, count);
    }

    /// How many counters are put on a permanent of `who` where so many would be.
    pub(crate) fn count_of_counters(
        &mut self,
        who: Who,
        types: crate::card::Types,
        kind: &str,
        count: i32,
    ) -> i32 {
        if count <= 0 || self.no_counters(types) {
            return 0;
        }
        let mut count = count;
        let mut able: Vec<(Obj, u8, u8)> = Vec::new();
        for (source, ability) in self
            .permanents()
            .into_iter()
            .flat_map(|o| self.look(o).abilities.into_iter().map(move |a| (o, a)).collect::<Vec<_>>())
        {
            if let Ability::Replace(Replace::Counters { is, kind: of, times, plus }) = &*ability {
                let yours = self.controller(source) == who;
                let fits = of.as_ref().is_none_or(|of| of.0 == kind);
                let creature = !mentions_creature(is) || types.has(crate::card::Types::CREATURE);
                if yours && fits && creature {
                    able.push((source, *times, *plus));
                }
            }
        }
        while !able.is_empty() {
            let sources: Vec<Thing> = able.iter().map(|(o, ..)| self.thing(*o)).collect();
            let at = self.first_of(who, &sources);
            let (_, times, plus) = able.remove(at);
            count = count.saturating_mul(i32::from(times.max(1))).saturating_add(i32::from(plus));
        }
        count
    }

    /// Whether no counters can be put on permanents of these types.
    pub(crate) fn no_counters(&self, types: crate::card::Types) -> bool {
        self.statics()
            .iter()
            .any(|(_, a)| matches!(&**a, Ability::Static(Static::NoCounters(is)) if names_type(is, types)))
    }

    /// The counters of a kind on a permanent.
    pub(crate) fn counters_on(&self, obj: Obj, kind: &str) -> i32 {
        counters(self.permanent(obj), kind)
    }
}

fn names_type(is: &Is, types: crate::card::Types) -> bool {
    match is {
        Is::Anything => true,
        Is::A(word) => crate::card::Types::from_word(word).is_some_and(|kind| types.has(kind)),
        Is::AnyOf(any) => any.iter().any(|is| names_type(is, types)),
        _ => false,
    }
}

const fn place_of(zone: Zone) -> Place {
    match zone {
        Zone::Library => Place::Library,
        Zone::Hand => Place::Hand,
        Zone::Graveyard => Place::Graveyard,
        Zone::Exile => Place::Exile,
        Zone::Battlefield => Place::Battlefield,
    }
}

fn mentions_creature(is: &Is) -> bool {
    match is {
        Is::A(word) => word == "creature",
        Is::All(all) | Is::AnyOf(all) => all.iter().any(mentions_creature),
        _ => false,
    }
}

/// Changes the number of counters of a kind; not below none.
pub(crate) fn change_counters(permanent: &mut Permanent, kind: &str, by: i32) {
    if let Some((_, count)) = permanent.counters.iter_mut().find(|(known, _)| known == kind) {
        *count = count.saturating_add(by).max(0);
    } else if by > 0 {
        permanent.counters.push((kind.to_owned(), by));
    }
}

/// Whether a replacement effect is about the object that it is on, wherever that is (614.12, 113.6).
fn speaks_of_itself(ability: &Ability) -> bool {
    matches!(ability, Ability::Replace(Replace::ToGraveyard { is: Is::This, .. }))
}
