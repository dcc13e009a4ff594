//! Mills, discards, life and damage where spells and permanents may change them (614, 616).

use smallvec::SmallVec;

use super::counters::change_counters;
use super::moving::To;
use super::query::Context;
use super::trigger::Happened;
use super::{Deed, Game, Log, Player, Point, What};
use crate::ability::{Ability, Is, Keyword, Replace, Value, Whose};
use crate::cardset::Obj;
use crate::roles::{Moves, Role};
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Thing, Things, join};

/// What an effect does to damage that would be dealt.
#[derive(Clone, Copy)]
enum Alters {
    Doubles,
    Prevents,
    /// As many cards are milled instead.
    Mills,
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// The abilities of permanents that replace something, with their sources.
    pub(super) fn all_replacements(&self) -> Vec<(Obj, &'static Ability)> {
        let mut all = Vec::new();
        if !self.is_done(Role::Replaces) {
            return all;
        }
        for obj in self.may_do(Role::Replaces) {
            let look = self.identity(obj);
            let own = look.abilities.iter().filter(|a| matches!(***a, Ability::Replace(_)));
            all.extend(own.map(|a| (obj, *a)));
        }
        all
    }

    /// Mills so many cards as one event (701.17). What was milled, where it is now.
    pub(crate) fn mill(&mut self, who: Who, n: i32) -> Things {
        let n = self.mill_instead(who, n.max(0));
        let (cards, all) = self.off_the_top(who, n as u32);
        let (from, to) = (Some(Zone::Library), Some(Zone::Graveyard));
        if let Some(stirred) = self.stirred(all, from, to) {
            self.state.side_mut(who).milled += cards.len() as u32;
            return self.arrive(who, (&cards, all), (from, to), stirred);
        }
        let things = self.back_on_top(who, &cards);
        self.tell(|| Deed::of(What::Mill, who).things(&things).amount(n));
        self.state.side_mut(who).milled += things.len() as u32;
        self.move_all(&things, To::Zone(Zone::Graveyard))
    }

    /// How many cards are milled instead of so many.
    fn mill_instead(&mut self, who: Who, mut n: i32) -> i32 {
        if n == 0 || !self.is_done(Role::Replaces) {
            return n;
        }
        for (source, ability) in self.all_replacements() {
            let context = Context::of(self.thing(source), self.controller(source));
            if let Ability::Replace(Replace::Mill { who: whose, times }) = ability
                && n > 0
                && self.is_whose(whose, &context, who)
            {
                n = n.saturating_mul(i32::from(*times));
                self.tell(|| Deed::of(What::Replace, who).things(&[context.source]).amount(n));
            }
        }
        n
    }

    pub(crate) fn discard_things(&mut self, who: Who, what: &[Thing]) -> Things {
        let kept: Things;
        let what = if what.iter().all(|&thing| self.same(thing)) {
            what
        } else {
            kept = what.iter().copied().filter(|&thing| self.same(thing)).collect();
            &kept
        };
        self.tell(|| Deed::of(What::Discard, who).things(what));
        let gone = self.move_all(what, To::Zone(Zone::Graveyard));
        self.field_mut().today[who as usize].discarded += gone.len() as i32;
        if self.is_heard(Role::Spends, Moves::default()) {
            for &thing in &gone {
                self.happened(&Happened::Discarded(who, thing));
            }
        }
        gone
    }

    /// Players discard so many such cards, each of them what that player chose.
    pub(super) fn discard_chosen(
        &mut self,
        whose: &Whose,
        is: &Is,
        count: &Value,
        context: &mut Context,
    ) -> Things {
        let mut all: SmallVec<[(Who, Things); 2]> = SmallVec::new();
        for who in self.in_turn_order(whose, context) {
            context.player = Some(who);
            let n = self.value(count, context).max(0) as usize;
            let from = self.such(self.state.zone(who, Zone::Hand), is, context);
            let chosen = self.pick_of(Point::Discard, (who, context.source), from, (n, n));
            all.push((who, chosen));
        }
        // 101.4: when all have chosen.
        let mut gone = Things::new();
        for (who, chosen) in all {
            join(&mut gone, self.discard_things(who, &chosen));
        }
        gone
    }

    /// Their controllers sacrifice permanents, all at once (701.21). Where they are now.
    pub(crate) fn sacrifice(&mut self, what: &[Thing]) -> Things {
        let there = |thing: &Thing| self.same(*thing) && self.on_battlefield(thing.obj);
        let mut those = Things::new();
        for thing in what.iter().filter(|thing| there(thing)) {
            those.push(*thing);
        }
        let what = those;
        // 603.10a: what triggers on it looks back.
        let watchers = self.watchers(Role::Spends);
        self.tell_sacrifice(&what);
        if watchers.is_empty() {
            return self.move_all(&what, To::Zone(Zone::Graveyard));
        }
        let were: Vec<_> = what.iter().map(|t| (self.controller(t.obj), self.identity(t.obj))).collect();
        let gone = self.move_all(&what, To::Zone(Zone::Graveyard));
        for (&thing, (who, look)) in gone.iter().zip(were) {
            self.hear(&watchers, &Happened::Sacrificed(who, thing, Box::new(look.into_owned())));
        }
        gone
    }

    pub(crate) fn gain(&mut self, who: Who, n: i32) {
        if n <= 0 {
            return;
        }
        let mut n = n;
        for (source, ability) in self.all_replacements() {
            if let Ability::Replace(Replace::Gain(times)) = *ability
                && self.controller(source) == who
            {
                n = n.saturating_mul(i32::from(times));
                let thing = self.thing(source);
                self.tell(|| Deed::of(What::Replace, who).things(&[thing]).amount(n));
            }
        }
        self.tell(|| Deed::of(What::GainLife, who).amount(n));
        let gained = &mut self.field_mut().today[who as usize].gained;
        *gained = gained.saturating_add(n);
        let side = self.state.side_mut(who);
        side.life = side.life.saturating_add(n);
    }

    pub(crate) fn lose(&mut self, who: Who, n: i32) {
        if n > 0 {
            self.tell(|| Deed::of(What::LoseLife, who).amount(n));
            let side = self.state.side_mut(who);
            side.life = side.life.saturating_sub(n);
            self.state.attention = true;
        }
    }

    /// 119.4
    pub(crate) fn can_pay_life(&self, who: Who, n: i32) -> bool {
        n == 0 || self.state.side(who).life >= n
    }

    /// Pays life, or what replaces it (118.11). What is entering stays out of it (614.13c).
    pub(crate) fn pay_life(&mut self, who: Who, n: i32, entering: &[Obj]) {
        if n <= 0 {
            return;
        }
        for (source, ability) in self.all_replacements() {
            let mut context = Context::of(self.thing(source), self.controller(source));
            context.event.amount = n;
            context.amount = n;
            if let Ability::Replace(Replace::PayLife { instead, when }) = ability
                && self.controller(source) == who
            {
                // The cards that are entering from the library are there, but not to be moved.
                let held: Vec<Obj> = entering
                    .iter()
                    .copied()
                    .filter(|&obj| self.state.zone(who, Zone::Library).has(obj))
                    .collect();
                if (self.state.side(who).library.len() as i32) < n || !self.holds(when, &context) {
                    continue;
                }
                for &obj in &held {
                    self.state.take_out(who, obj);
                }
                self.tell(|| Deed::of(What::Replace, who).things(&[context.source]).amount(n));
                self.act(instead, &mut context);
                for &obj in held.iter().rev() {
                    self.state.put_on_top(who, obj);
                }
                return;
            }
        }
        self.lose(who, n);
    }

    /// A batch of damage, dealt at the same time (120).
    pub(crate) fn damage(&mut self, batch: &[(Thing, Aimed, i32)], combat: bool, unpreventable: bool) {
        let doubling: Vec<Obj> = self
            .all_replacements()
            .into_iter()
            .filter(|(_, a)| matches!(**a, Ability::Replace(Replace::DoubleDamage)))
            .map(|(o, _)| o)
            .collect();
        let mut removals: Vec<(Thing, String, i32, bool)> = Vec::new();
        let mut dealt: Vec<(Thing, Aimed, i32)> = Vec::new();
        for &(source, to, amount) in batch {
            let mut amount = amount;
            if amount <= 0 {
                continue;
            }
            let (who, shield) = match to {
                Aimed::Player(who) => (who, None),
                Aimed::Thing(thing) => {
                    if !self.same(thing) || !self.on_battlefield(thing.obj) {
                        continue;
                    }
                    // 702.16e
                    if !unpreventable && self.protected(thing, Aimed::Thing(source)) {
                        continue;
                    }
                    let look = self.identity(thing.obj);
                    let shield = look.abilities.iter().find_map(|a| match a {
                        Ability::Replace(Replace::PreventRemoving { counter, one, always }) => {
                            let has = self.counters_on(thing.obj, &counter.0) > 0;
                            (has || *always).then(|| (thing, counter.0.clone(), *one))
                        }
                        _ => None,
                    });
                    (self.controller(thing.obj), shield)
                }
                Aimed::Item(_) => continue,
            };
            // 616.1: the affected player orders what doubles, prevents and replaces it.
            let mut left: Vec<(Thing, Alters)> = Vec::new();
            left.extend(shield.as_ref().map(|(thing, ..)| (*thing, Alters::Prevents)));
            if combat && matches!(to, Aimed::Player(_)) {
                left.extend(self.milling_instead(source).into_iter().map(|of| (of, Alters::Mills)));
            }
            left.extend(doubling.iter().map(|&of| (self.thing(of), Alters::Doubles)));
            let mut instead = false;
            while !left.is_empty() && !instead {
                let sources: Vec<Thing> = left.iter().map(|(t, _)| *t).collect();
                let (applied, alters) = left.remove(self.first_of(who, &sources));
                self.tell(|| Deed::of(What::Replace, who).things(&[applied]).at(&[to]).amount(amount));
                match alters {
                    Alters::Doubles => amount = amount.saturating_mul(2),
                    Alters::Mills => {
                        self.mill(who, amount);
                        instead = true;
                    }
                    Alters::Prevents => {
                        if let Some((thing, counter, one)) = &shield {
                            // 615.12: where damage cannot be prevented the rest of the effect happens all the same.
                            removals.push((*thing, counter.clone(), if *one { 1 } else { amount }, *one));
                            instead = !unpreventable;
                        }
                    }
                }
            }
            if !instead {
                dealt.push((source, to, amount));
            }
        }
        let mut ones: Vec<(Thing, String)> = Vec::new();
        for (thing, counter, n, one) in removals {
            // 615.13: damage from several sources at once is one application.
            if one {
                if ones.contains(&(thing, counter.clone())) {
                    continue;
                }
                ones.push((thing, counter.clone()));
            }
            self.tell_counters(What::RemoveCounters, thing, &counter, n);
            change_counters(self.permanent_mut(thing.obj), &counter, -n);
        }
        let mut hit: Vec<(Thing, i32)> = Vec::new();
        for &(source, to, amount) in &dealt {
            let whom = self.controller_of(to);
            self.tell(|| Deed::of(What::Damage, whom).things(&[source]).at(&[to]).amount(amount));
            // 608.2h: of what has left, what it had.
            let keywords: SmallVec<[Keyword; 4]> = if self.same(source) {
                self.identity(source.obj).harms().collect()
            } else {
                SmallVec::from_slice(&self.field().known(source).notes.last_keywords)
            };
            let has = |keyword| keywords.contains(&keyword);
            match to {
                Aimed::Player(who) => {
                    // 120.3a, 120.3b
                    if has(Keyword::Infect) {
                        self.put_player_counters(who, "poison", amount);
                    } else {
                        self.lose(who, amount);
                    }
                    if combat {
                        self.happened(&Happened::DamagedPlayer(source, who, amount));
                    }
                }
                Aimed::Thing(thing) => {
                    let look = self.identity(thing.obj);
                    if look.types.has(crate::card::Types::PLANESWALKER) {
                        change_counters(self.permanent_mut(thing.obj), "loyalty", -amount);
                    }
                    if look.creature() {
                        if has(Keyword::Infect) || has(Keyword::Wither) {
                            self.put_counters(thing, "-1/-1", amount);
                        } else {
                            let permanent = self.permanent_mut(thing.obj);
                            permanent.damage = permanent.damage.saturating_add(amount);
                        }
                        if has(Keyword::Deathtouch) {
                            self.permanent_mut(thing.obj).deathtouched = true;
                        }
                        if combat {
                            self.happened(&Happened::DamagedCreature(source, thing));
                        }
                    }
                    match hit.iter_mut().find(|(other, _)| *other == thing) {
                        Some((_, sum)) => *sum += amount,
                        None => hit.push((thing, amount)),
                    }
                }
                Aimed::Item(_) => {}
            }
            if has(Keyword::Lifelink) {
                let who = self.controller_of(Aimed::Thing(source));
                self.gain(who, amount);
            }
        }
        // 603.2c: what several sources deal at once is one event.
        for (thing, amount) in hit {
            self.happened(&Happened::WasDamaged(thing, amount));
        }
        for who in Who::BOTH {
            if combat && dealt.iter().any(|(_, to, _)| *to == Aimed::Player(who)) {
                self.initiative_lost(who);
            }
        }
        self.state.attention = true;
    }

    /// The permanents by which a player mills as many cards instead of being dealt combat damage by that source.
    fn milling_instead(&self, source: Thing) -> Vec<Thing> {
        let mills = |(other, ability): (Obj, &Ability)| {
            let context = Context::of(self.thing(other), self.controller(other));
            let such = matches!(ability, Ability::Replace(Replace::CombatDamageMills(is))
                if self.is(Aimed::Thing(source), is, &context));
            such.then_some(context.source)
        };
        self.all_replacements().into_iter().filter_map(|(other, ability)| mills((other, ability))).collect()
    }

    /// 701.14
    pub(crate) fn fight(&mut self, one: Thing, other: Thing) {
        let fights = |t: Thing| self.same(t) && self.on_battlefield(t.obj) && self.identity(t.obj).creature();
        if !fights(one) || !fights(other) {
            return;
        }
        let (a, b) = (self.size(one.obj).0, self.size(other.obj).0);
        let who = self.controller(one.obj);
        self.tell(|| Deed::of(What::Fight, who).things(&[one, other]));
        self.damage(&[(one, Aimed::Thing(other), a), (other, Aimed::Thing(one), b)], false, false);
    }
}
