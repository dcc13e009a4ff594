//! Paying (601.2h): everything but mana; nothing in part.

use std::sync::Arc;

use smallvec::SmallVec;

use super::act::aimed;
use super::cost::Bill;
use super::counters::change_counters;
use super::moving::To;
use super::query::Context;
use super::{Ask, Choice, Game, Log, Player, What};
use crate::ability::{Cost, Is, Keyword, Modes, Pay, Place, Static};
use crate::card::Types;
use crate::cardset::{Obj, Set};
use crate::source::Source;
use crate::state::{Who, Zone, zone_of};
use crate::thing::{Aimed, Thing, Things};

/// The parts of a cost that are no mana.
pub(super) type Parts<'p> = SmallVec<[&'p Pay; 4]>;

/// Those of one cost.
pub(super) fn parts_of(pay: &[Pay]) -> Parts<'_> {
    let mut parts = Parts::new();
    for part in pay {
        parts.push(part);
    }
    parts
}

/// What a cost is paid with, as far as it was announced.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each says whether one cost is paid so")]
pub struct Announce {
    /// Whether it is cast while something resolves, so that nothing was announced for it.
    pub resolving: bool,
    /// By which way; none: for the mana cost.
    pub via: Option<Arc<str>>,
    /// Which of several ways that go by that word.
    pub nth: usize,
    /// X.
    pub x: Option<i32>,
    /// How often each replicate cost is paid.
    pub replicate: Vec<i32>,
    /// How often it is kicked.
    pub kicked: i32,
    /// Its modes; `None`: its controller chooses as it is put on the stack.
    pub modes: Option<Modes>,
    /// Which of several additional costs is paid; `None`: the first that can be, without life where it can.
    pub additional: Option<usize>,
    /// Whether buyback is paid.
    pub buyback: bool,
    /// Whether life is paid where there is a choice.
    pub life: Option<bool>,
    /// Creatures tapped for convoke.
    pub convoke: Vec<Thing>,
    /// Whether more are tapped for it where the spell cannot be paid for otherwise.
    pub convokes: bool,
    /// Mana abilities to activate, in order.
    pub mana_abilities: Vec<Thing>,
    /// Whether they are used for what pays at once, though a way of theirs would do that takes less.
    pub lavish: bool,
}

impl Announce {
    /// Whether nothing is said but by which way.
    pub(super) fn is_plain(&self) -> bool {
        self.x.is_none_or(|x| x == 0)
            && self.kicked == 0
            && self.replicate.is_empty()
            && !self.buyback
            && self.life.is_none()
            && self.convoke.is_empty()
            && self.modes.is_none()
            && self.additional.is_none()
    }
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Whether the parts of a cost can be paid, the mana part left out.
    pub(crate) fn can_pay(&self, who: Who, cost: &Cost, context: &Context) -> bool {
        if !cost.mana.is_nothing() {
            let Some(bill) = Bill::of(cost, Some(self.print(context.source.obj)), context.cast.x) else {
                return false;
            };
            if !self.can_pay_mana(who, &bill, false, Set::EMPTY) {
                return false;
            }
        }
        cost.pay.iter().all(|part| self.can_pay_part(who, part, context))
    }

    pub(super) fn can_pay_part(&self, who: Who, part: &Pay, context: &Context) -> bool {
        let obj = context.source.obj;
        let here = self.on_battlefield(obj) && self.same(context.source);
        match part {
            Pay::Tap | Pay::Untap => {
                let look = self.identity(obj);
                let ready = !look.creature()
                    || !self.permanent(obj).sick
                    || look.has(Keyword::Haste)
                    || self.as_though_haste(obj);
                here && ready && self.permanent(obj).tapped == matches!(part, Pay::Untap)
            }
            Pay::SacrificeThis => here && self.controller(obj) == who,
            Pay::ExileThis => self.same(context.source),
            Pay::DiscardThis => self.state.zone(who, Zone::Hand).has(obj),
            // 107.1b: half of less than nothing is nothing.
            Pay::Life(n) => self.can_pay_life(who, self.value(n, context).max(0)),
            Pay::Mill(n) => self.state.side(who).library.len() as i32 >= self.value(n, context),
            Pay::Draw(n) => self.draws_left(who) >= self.value(n, context),
            Pay::Remove(kind, n) => here && self.counters_on(obj, &kind.0) >= self.value(n, context),
            Pay::Put(..) => here && !self.no_counters(self.look(obj).types),
            Pay::DiscardHand => true,
            Pay::Energy(n) => self.player_counters(who, "energy") >= self.value(n, context),
            Pay::Loyalty(n) => {
                here && (*n >= 0 || self.counters_on(obj, "loyalty") >= i32::from(-*n))
                    && !self.permanent(obj).notes.used.iter().any(|(_, turn)| *turn == self.field().turns)
            }
            Pay::ExileTypes(n) => {
                let all = self.candidates(who, part, context).into_iter();
                let types = all.map(|obj| self.identity(obj).types).fold(Types::NONE, Types::with);
                types.len() >= u32::from(*n)
            }
            _ => self.candidates(who, part, context).len() as i32 >= self.many_of(part, context),
        }
    }

    fn as_though_haste(&self, obj: Obj) -> bool {
        self.terms().into_iter().any(|(source, ability)| {
            let context = Context::of(self.thing(source), self.controller(source));
            matches!(ability, Static::HasteForAbilities(is)
                if self.is(Aimed::Thing(self.thing(obj)), is, &context))
        })
    }

    /// How much of what can be chosen for it a part of a cost takes.
    fn many_of(&self, part: &Pay, context: &Context) -> i32 {
        part.chosen().map_or(0, |(_, _, n)| self.value(n, context))
    }

    /// What a part of a cost could be paid with.
    fn candidates(&self, who: Who, part: &Pay, context: &Context) -> Set<W> {
        let (place, is) = match (part, part.chosen()) {
            (_, Some((place, is, _))) => (place, is),
            (Pay::ExileTypes(_), None) => (Place::Graveyard, &Is::Anything),
            (_, None) => return Set::EMPTY,
        };
        let Some(zone) = zone_of(place) else { return Set::EMPTY };
        let mut there = self.state.zone(who, zone);
        if zone != Zone::Battlefield {
            there.remove(context.source.obj);
        }
        if matches!(part, Pay::TapUntapped(..)) {
            there = there.into_iter().filter(|&obj| !self.permanent(obj).tapped).collect();
        }
        if context.controller == who {
            self.such_in(zone, there, is, context)
        } else {
            self.such_in(zone, there, is, &Context { controller: who, ..context.clone() })
        }
    }

    /// Pays everything but mana: what moves library cards comes last (601.2h). What was sacrificed, exiled or discarded for
    /// it; `None`: it cannot be paid.
    pub(crate) fn pay_parts(&mut self, who: Who, parts: &[&Pay], context: &Context) -> Option<Things> {
        let turn = |part: &Pay| match part {
            // {T} before the sacrifice of the same object.
            Pay::Tap | Pay::Untap | Pay::Remove(..) | Pay::Put(..) | Pay::Loyalty(_) => 0,
            Pay::Discard(..)
            | Pay::DiscardHand
            | Pay::DiscardThis
            | Pay::Sacrifice(..)
            | Pay::SacrificeThis => 1,
            Pay::Mill(_) | Pay::Draw(_) => 3,
            _ => 2,
        };
        let mut paid = Things::new();
        let mut parts = Parts::from_slice(parts);
        if parts.len() > 1 {
            // 601.2h, in an order in which all can be paid: what is left the least choice comes first.
            let choice = |part: &Pay| {
                part.chosen().map_or(0, |_| {
                    self.candidates(who, part, context).len() as i32 - self.many_of(part, context)
                })
            };
            parts.sort_by_cached_key(|part| (turn(part), choice(part)));
        }
        let done = parts.into_iter().all(|part| {
            self.can_pay_part(who, part, context) && self.pay_part(who, part, context, &mut paid)
        });
        done.then_some(paid)
    }

    fn pay_part(&mut self, who: Who, part: &Pay, context: &Context, paid: &mut Things) -> bool {
        let source = context.source;
        match part {
            Pay::Tap => {
                self.tap(&[source]);
            }
            Pay::Untap => {
                self.untap(&[source]);
            }
            Pay::SacrificeThis => {
                paid.push(source);
                self.sacrifice(&[source]);
            }
            Pay::ExileThis => {
                self.move_all(&[source], To::Zone(Zone::Exile));
            }
            Pay::DiscardThis => {
                self.discard_things(who, &[source]);
            }
            Pay::DiscardHand => {
                let hand: Things =
                    self.cards_in(who, Zone::Hand).into_iter().map(|o| self.thing(o)).collect();
                self.discard_things(who, &hand);
            }
            Pay::Life(n) => {
                let n = self.value(n, context);
                self.pay_life(who, n, &[]);
            }
            Pay::Mill(n) => {
                let n = self.value(n, context);
                self.mill(who, n);
            }
            Pay::Draw(n) => {
                let n = self.value(n, context);
                self.draws(who, n, &mut Things::new());
            }
            Pay::Remove(kind, n) => {
                let n = self.value(n, context);
                self.tell_counters(What::RemoveCounters, source, &kind.0, n);
                change_counters(self.permanent_mut(source.obj), &kind.0, -n);
            }
            Pay::Put(kind, n) => {
                let n = self.value(n, context);
                self.pay_counters(source, &kind.0, n);
            }
            Pay::Loyalty(n) => {
                let turn = self.field().turns;
                let n = *n;
                let what = if n < 0 { What::RemoveCounters } else { What::PutCounters };
                self.tell_counters(what, source, "loyalty", i32::from(n).abs());
                let permanent = self.permanent_mut(source.obj);
                change_counters(permanent, "loyalty", i32::from(n));
                permanent.notes.used.push((usize::MAX, turn));
            }
            Pay::Energy(n) => {
                let n = self.value(n, context);
                self.put_player_counters(who, "energy", -n);
            }
            _ => return self.pay_with_chosen(who, part, context, paid),
        }
        true
    }

    /// Pays a part of a cost for which a player chooses among some objects.
    fn pay_with_chosen(&mut self, who: Who, part: &Pay, context: &Context, paid: &mut Things) -> bool {
        let n = self.many_of(part, context).max(0) as usize;
        let there = self.candidates(who, part, context);
        let (least, most) = if let Pay::ExileTypes(_) = part { (0, there.len() as usize) } else { (n, n) };
        let kind = match part {
            Pay::Sacrifice(..) => Spend::Sacrifice,
            Pay::Discard(..) => Spend::Discard,
            Pay::TapUntapped(..) => Spend::Tap,
            Pay::ReturnToHand(..) => Spend::Return,
            Pay::ExileTypes(n) => Spend::Types(*n),
            _ => Spend::Exile,
        };
        let picked = self.spend_of(who, context.source, kind, there, (least, most));
        if picked.len() < least || picked.len() > most {
            return false;
        }
        if let Pay::ExileTypes(n) = part {
            let all = picked.iter().map(|t| self.identity(t.obj).types);
            let types = all.fold(Types::NONE, Types::with);
            if types.len() < u32::from(*n) {
                return false;
            }
        }
        paid.extend_from_slice(&picked);
        match part {
            Pay::Sacrifice(..) => {
                self.sacrifice(&picked);
            }
            Pay::Discard(..) => {
                self.discard_things(who, &picked);
            }
            Pay::TapUntapped(..) => {
                self.tap(&picked);
            }
            Pay::ReturnToHand(..) => {
                self.move_all(&picked, To::Zone(Zone::Hand));
            }
            _ => {
                let gone = self.move_all(&picked, To::Zone(Zone::Exile));
                paid.extend(gone);
            }
        }
        true
    }

    /// What a player spends of these objects of one zone: so many of them, or the cost is not paid.
    pub(super) fn spend_of(
        &mut self,
        who: Who,
        source: Thing,
        kind: Spend,
        from: Set<W>,
        (least, most): (usize, usize),
    ) -> Things {
        if let Some(chosen) = self.choose_of(who, Choice::Spend(kind), from, (least, most)) {
            return chosen;
        }
        let from: Things = self.in_order(from).into_iter().map(|obj| self.thing(obj)).collect();
        let ask = Ask::Spend(kind, &aimed(&from), least, most);
        let at = self.answer(who, Some(source), &ask).picks();
        let mut picked: Things = at.into_iter().filter_map(|i| from.get(i).copied()).collect();
        picked.dedup();
        picked
    }

    /// A cost that is paid while something resolves (118.12).
    pub(crate) fn pay_on_resolution(&mut self, who: Who, cost: &Cost, context: &Context) -> bool {
        if !cost.mana.is_nothing() {
            let Some(bill) = Bill::of(cost, Some(self.print(context.source.obj)), context.cast.x) else {
                return false;
            };
            if self.pay_mana(who, &bill, false, Set::EMPTY).is_none() {
                return false;
            }
        }
        self.pay_parts(who, &parts_of(&cost.pay), context).is_some()
    }
}

/// What is done with what a cost takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spend {
    Sacrifice,
    Discard,
    Exile,
    /// Exiled, with so many card types among them.
    Types(u8),
    Tap,
    Return,
    Delve,
    Convoke,
}
