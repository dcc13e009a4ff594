//! Casting spells (601), activating abilities (602), playing lands (305).

use std::borrow::Cow;
use std::sync::Arc;

use super::cost::Bill;
use super::layers::variables;
use super::moving::{Entry, To};
use super::pay::{Announce, Parts, Spend};
use super::permit::Permit;
use super::query::Context;
use super::trigger::Happened;
use super::{Aiming, Deed, Game, Log, Look, Player, What};
use crate::ability::{Ability, Cost, Modal, Modes, Pay, Place, Price};
use crate::card::Types;
use crate::cardset::Set;
use crate::field::{Spoken, Unit};
use crate::item::{Cast, CastInfo, EventInfo, Item, ItemKind};
use crate::mana::Mana;
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Targets, Thing, Things, join};

/// What is not allowed, and why.
pub type Refusal = Cow<'static, str>;

/// How many of the announced kicker costs are still to be paid, the first of several kickers first (702.33d).
struct Kicks(i32);

impl Kicks {
    /// How often the kicker cost of this ability is paid: multikicker any number of times (702.33c), kicker once.
    fn of(&mut self, ability: &Ability) -> i32 {
        let times = match ability {
            Ability::Kicker(_) => self.0.min(1),
            Ability::Multikicker(_) => self.0,
            _ => 0,
        };
        self.0 -= times;
        times
    }
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// The total cost of a cast with the targets that are announced; timing and whether it can be paid do not matter.
    pub(crate) fn cost_of_cast(
        &mut self,
        who: Who,
        thing: Thing,
        announce: &Announce,
    ) -> Result<Bill, Refusal> {
        let look = self.identity(thing.obj);
        let permits = self.permits(who, thing, &look, announce.via.as_deref());
        let permit = permits.get(announce.nth).copied().ok_or("there is no such way to cast it")?;
        if let Some(x) = announce.x {
            x_of(self.print(thing.obj), &look, permit, x)?;
        }
        let id = self.next_item();
        let mut context = Context::of(thing, who);
        context.cast.x = announce.x.unwrap_or(0);
        context.cast.kicked = announce.kicked;
        let modes = self.choose_modes(who, &look, announce, &context).ok().flatten();
        let wanted = Self::spell_targets(self.printed(thing.obj), modes.unwrap_or_default());
        let targets = self.announce_targets(&wanted, &context).unwrap_or_default();
        let print = self.field().prints[thing.obj.index()];
        // On the stack, as 601.2f sees it.
        let [on_stack] = self.move_with(&[thing], To::Stack, &Entry { silent: true, ..Entry::default() })[..]
        else {
            return Err("it cannot be moved".into());
        };
        let mut cast = CastInfo { x: announce.x.unwrap_or(0), ..CastInfo::default() };
        cast.kicked = announce.kicked;
        self.field_mut().push(Item {
            id,
            kind: ItemKind::Spell { card: Some(on_stack), print },
            controller: who,
            targets: targets.clone(),
            cast: cast.into(),
            event: EventInfo::default(),
        });
        let look_now = self.identity(on_stack.obj);
        options_of(&look_now, announce)?;
        self.bill(who, on_stack, &look_now, permit, announce)
            .ok_or_else(|| "its cost cannot be paid (118.6)".into())
    }

    /// How many cards each of the ways that go by a word exiles out of the graveyard.
    pub(crate) fn cards_to_exile(&self, who: Who, thing: Thing, announce: &Announce) -> Vec<usize> {
        let context = Context::of(thing, who);
        let exiles = |part: &Pay| match part {
            Pay::ExileOthers(_, n) => self.value(n, &context).max(0) as usize,
            _ => 0,
        };
        let look = self.identity(thing.obj);
        let permits = self.permits(who, thing, &look, announce.via.as_deref());
        permits.iter().map(|permit| permit.cost.pay.iter().chain(permit.besides).map(exiles).sum()).collect()
    }

    /// What is to be paid for a spell, with life for as many symbols as are announced.
    pub(super) fn bill(
        &self,
        who: Who,
        thing: Thing,
        look: &Look,
        permit: Permit<'_>,
        announce: &Announce,
    ) -> Option<Bill> {
        let by_life = if announce.life == Some(true) { usize::MAX } else { 0 };
        self.bill_with(who, thing, look, permit, announce, by_life)
    }

    /// The same of a spell that is to be cast: life for one symbol at least where it is announced, and for as many as there is
    /// life; where nothing is said of it, for those that there is no mana for (107.4f).
    pub(super) fn bill_to_pay(
        &self,
        who: Who,
        thing: Thing,
        look: &Look,
        permit: Permit<'_>,
        announce: &Announce,
    ) -> Option<Bill> {
        let able = (self.state.side(who).life / 2).max(0) as usize;
        let with = |by_life: usize| self.bill_with(who, thing, look, permit, announce, by_life);
        match announce.life {
            Some(true) => with(able.max(1)),
            Some(false) => with(0),
            None => {
                let none = with(0)?;
                let payable = |bill: &Bill| self.can_pay_mana(who, bill, look.creature(), Set::EMPTY);
                if none.phyrexian.is_empty() || payable(&none) {
                    return Some(none);
                }
                let some = (1..none.phyrexian.len()).filter_map(with).find(payable);
                some.or_else(|| with(usize::MAX))
            }
        }
    }

    fn bill_with(
        &self,
        who: Who,
        thing: Thing,
        look: &Look,
        permit: Permit<'_>,
        announce: &Announce,
        by_life: usize,
    ) -> Option<Bill> {
        let print = self.print(thing.obj);
        let x = announce.x.unwrap_or(0);
        let mut bill = Bill::of(permit.cost, Some(print), x)?;
        let mut replicate = 0;
        let mut kicks = Kicks(announce.kicked);
        for ability in &look.abilities {
            match ability {
                Ability::Kicker(cost) | Ability::Multikicker(cost) => {
                    for _ in 0..kicks.of(ability) {
                        add_bill(&mut bill, &Bill::of(cost, Some(print), x)?);
                    }
                }
                Ability::Buyback(cost) if announce.buyback => {
                    add_bill(&mut bill, &Bill::of(cost, Some(print), x)?);
                }
                Ability::Replicate(cost) => {
                    for _ in 0..announce.replicate.get(replicate).copied().unwrap_or(0) {
                        add_bill(&mut bill, &Bill::of(cost, Some(print), x)?);
                    }
                    replicate += 1;
                }
                Ability::Additional(costs) => {
                    let cost = self.additional(who, costs, announce, &Context::of(thing, who))?;
                    add_bill(&mut bill, &Bill::of(cost, Some(print), x)?);
                }
                Ability::Modal(modal) => {
                    for cost in escalated(modal, announce) {
                        add_bill(&mut bill, &Bill::of(cost, Some(print), x)?);
                    }
                }
                _ => {}
            }
        }
        // 107.4f: the choice is made before the total is known.
        let by_life = by_life.min(bill.phyrexian.len());
        bill.life = 2 * by_life as i32;
        bill.phyrexian.truncate(bill.phyrexian.len() - by_life);
        if announce.life == Some(false) {
            for mana in std::mem::take(&mut bill.phyrexian) {
                bill.of[mana as usize] += 1;
            }
        }
        let aimed = self.spell_aim(thing);
        self.adjust(&mut bill, aimed, look, who);
        Some(bill)
    }

    /// The spell as effects on costs see it.
    fn spell_aim(&self, thing: Thing) -> Aimed {
        let item =
            self.field().stack.iter().rev().find(|item| super::query::item_card(item) == Some(thing.obj));
        item.map_or(Aimed::Thing(thing), |item| Aimed::Item(item.id))
    }

    /// Casts a spell (601.2). A refusal leaves a position that must be thrown away.
    pub(crate) fn cast(&mut self, who: Who, thing: Thing, announce: &Announce) -> Result<(), Refusal> {
        let look = self.identity(thing.obj);
        let permit = self.way_to_cast(who, thing, &look, (announce.via.as_deref(), announce.nth))?;
        self.cast_by(who, thing, &look, permit, announce)
    }

    /// Casts a card as an effect says while it resolves: for its mana cost, or without paying that.
    pub(crate) fn cast_now(&mut self, thing: Thing, paid: bool, context: &Context) {
        let who = context.controller;
        let from = self.zone_of_obj(thing.obj);
        let permit = if paid { Permit::own(None) } else { Permit::free(Some("free")) };
        let look = self.identity(thing.obj);
        if look.types.has(Types::LAND) || self.cant_cast_from(who, from) {
            return;
        }
        // 601.2e: what cannot be cast after all is as it was.
        let before = self.state.clone();
        let announce = Announce { resolving: true, ..Announce::default() };
        if let Err(why) = self.cast_by(who, thing, &look, permit, &announce) {
            *self.state = before;
            self.player.is_refused(&why);
        }
    }

    /// The same by a way that is open.
    pub(crate) fn cast_by(
        &mut self,
        who: Who,
        thing: Thing,
        look: &Look,
        permit: Permit<'_>,
        announce: &Announce,
    ) -> Result<(), Refusal> {
        let print_at = self.field().prints[thing.obj.index()];
        let from = self.zone_of_obj(thing.obj);
        let print = self.print(thing.obj);
        let x = announce.x.unwrap_or(0);
        x_of(print, look, permit, x)?;
        // 601.2a
        let cast = Cast::from(CastInfo {
            from: Some(from.unwrap_or(Zone::Hand)),
            via: permit.word.filter(|word| *word != "mana cost").map(str::to_owned),
            x,
            kicked: announce.kicked,
            replicated: announce.replicate.clone(),
            buyback: announce.buyback,
            ..CastInfo::default()
        });
        let [on_stack] = self.move_all(&[thing], To::Stack)[..] else {
            return Err("it cannot be moved".into());
        };
        let id = self.next_item();
        let mut context = Context::of(on_stack, who);
        context.cast = cast.clone();
        context.item = Some(id);
        self.field_mut().push(Item {
            id,
            kind: ItemKind::Spell { card: Some(on_stack), print: print_at },
            controller: who,
            targets: Targets::new(),
            cast,
            event: EventInfo::default(),
        });
        // 601.2b
        let look_now = self.identity(on_stack.obj);
        options_of(&look_now, announce)?;
        // 601.2c
        let modes = self.choose_modes(who, &look_now, announce, &context)?;
        let chosen;
        let announce = if modes == announce.modes {
            announce
        } else {
            chosen = Announce { modes, ..announce.clone() };
            &chosen
        };
        let modes = modes.unwrap_or_default();
        if modes != Modes::NONE {
            self.item_mut(id, |item| item.cast.modes = modes);
            context.cast.modes = modes;
            self.tell(|| Deed::of(What::Modes, who).item(id).with("mode", &modes.to_string()));
        }
        let wanted = Self::spell_targets(&look_now, modes);
        let aiming = if announce.resolving { Aiming::Unannounced } else { Aiming::Announced };
        let targets =
            self.targets_for(&wanted, &context, aiming).ok_or("there is no legal target (601.2c)")?;
        if !targets.is_empty() {
            self.item_mut(id, |item| item.targets.clone_from(&targets));
            context.targets = targets;
        }
        // 601.2f
        let bill = match announce.life {
            None => self.bill(who, on_stack, &look_now, permit, announce),
            Some(_) => self.bill_to_pay(who, on_stack, &look_now, permit, announce),
        };
        let Some(mut bill) = bill else { return Err("its cost cannot be paid (118.6)".into()) };
        let mut parts = self.parts(who, &look_now, permit, announce, &context)?;
        let no_mana = look_now.abilities.iter().any(|a| matches!(**a, Ability::NoMana));
        // 601.2g
        let creature = look_now.creature();
        self.activate_named(who, announce, &bill, creature)?;
        if announce.life.is_none() && !bill.phyrexian.is_empty() {
            // With the mana that was made; the life is chosen before the total is known all the same.
            let with_life = self.bill_to_pay(who, on_stack, &look_now, permit, announce);
            bill = with_life.unwrap_or(bill);
        }
        // 702.66a, 702.51a
        let mut paid = Things::new();
        if look_now.abilities.iter().any(|a| matches!(**a, Ability::Delve)) {
            // What is delved is left over by what must be exiled (601.2h).
            let (buried, others): (Parts<'_>, Parts<'_>) =
                parts.into_iter().partition(|part| out_of_graveyard(part));
            parts = others;
            paid = self.pay_parts(who, &buried, &context).ok_or("its cost cannot be paid (118.3)")?;
            self.delve(who, on_stack, &mut bill)?;
        }
        let convoked = self.convoke(who, &look_now, announce, &mut bill, no_mana)?;
        if no_mana && bill.total() > 0 {
            return Err("no mana can be spent to cast it".into());
        }
        // 119.4
        if !self.can_pay_life(who, bill.life) {
            return Err("there is not enough life".into());
        }
        // What taps for mana while paying is not what pays otherwise.
        let spent = self
            .pay_mana(who, &bill, creature, convoked)
            .ok_or_else(|| format!("{} cannot be paid", bill.symbols()))?;
        if bill.life > 0 {
            self.pay_life(who, bill.life, &[]);
        }
        join(&mut paid, self.pay_parts(who, &parts, &context).ok_or("its cost cannot be paid (118.3)")?);
        // From here on only the item tells how it was cast.
        let targets = std::mem::take(&mut context.targets);
        drop(context);
        self.item_mut(id, |item| {
            item.cast.colours = colours_of(&spent);
            item.cast.spent = spent.len() as i32;
            item.cast.pay(paid);
        });
        if let Some(source) = permit.once {
            let turn = self.field().turns;
            self.permanent_mut(source).notes.used.push((0, turn));
        }
        // 601.2i
        let spoken = Spoken { who, print: print_at, colours: look.colours };
        self.field_mut().spoken.push(spoken);
        if who == Who::You {
            let way = permit.word.filter(|word| *word != "mana cost");
            self.field_mut().tallies.iter_mut().for_each(|tally| tally.note(print_at, way));
        }
        self.field_mut().cast[who as usize] += 1;
        self.tell(|| told_cast(who, id, &targets.concat(), permit.word, x));
        self.happened(&Happened::Cast { item: id, who });
        let riders: Vec<u16> = spent.iter().filter_map(|unit| unit.rider).collect();
        self.spent(id, &riders);
        self.targeted(&targets, who);
        Ok(())
    }

    /// What is paid besides mana: of the way it is cast, and of the costs that were announced.
    pub(super) fn parts<'p>(
        &self,
        who: Who,
        look: &'p Look,
        permit: Permit<'p>,
        announce: &Announce,
        context: &Context,
    ) -> Result<Parts<'p>, Refusal> {
        let mut parts = permit.parts();
        let mut replicate = 0;
        let mut kicks = Kicks(announce.kicked);
        for ability in &look.abilities {
            match ability {
                Ability::Additional(costs) => {
                    let chosen = self.additional(who, costs, announce, context);
                    parts.extend(&chosen.ok_or("its additional cost cannot be paid")?.pay);
                }
                Ability::Kicker(cost) | Ability::Multikicker(cost) => {
                    for _ in 0..kicks.of(ability) {
                        parts.extend(&cost.pay);
                    }
                }
                Ability::Replicate(cost) => {
                    for _ in 0..announce.replicate.get(replicate).copied().unwrap_or(0) {
                        parts.extend(&cost.pay);
                    }
                    replicate += 1;
                }
                Ability::Modal(modal) => {
                    for cost in escalated(modal, announce) {
                        parts.extend(&cost.pay);
                    }
                }
                _ => {}
            }
        }
        Ok(parts)
    }

    /// Which of these additional costs is paid (601.2b): that which is announced, else the first that can be, and life only
    /// where nothing else can.
    fn additional<'c>(
        &self,
        who: Who,
        costs: &'c [Cost],
        announce: &Announce,
        context: &Context,
    ) -> Option<&'c Cost> {
        if let [only] = costs {
            return Some(only);
        }
        if let Some(announced) = announce.additional {
            return costs.get(announced);
        }
        let life = |cost: &&Cost| cost.pay.iter().any(|part| matches!(part, Pay::Life(_)));
        match announce.life {
            Some(true) => costs.iter().find(life),
            Some(false) => costs.iter().find(|cost| !life(cost)),
            None => {
                let payable =
                    |cost: &&Cost| cost.pay.iter().all(|part| self.can_pay_part(who, part, context));
                costs.iter().filter(payable).min_by_key(life)
            }
        }
    }

    pub(crate) fn item_mut(&mut self, id: u32, change: impl FnOnce(&mut Item)) {
        if let Some(item) = self.field_mut().stack.iter_mut().find(|item| item.id == id) {
            change(Arc::make_mut(item));
        }
    }

    fn delve(&mut self, who: Who, thing: Thing, bill: &mut Bill) -> Result<(), Refusal> {
        if bill.generic == 0 {
            return Ok(());
        }
        let from = self.state.zone(who, Zone::Graveyard) & self.table.cards;
        let most = (from.len() as usize).min(bill.generic as usize);
        let picked = self.spend_of(who, thing, Spend::Delve, from, (0, most));
        if picked.len() > most {
            return Err("that is more than its generic mana".into());
        }
        bill.generic -= picked.len() as i32;
        let gone = self.move_all(&picked, To::Zone(Zone::Exile));
        let id = self.field().stack.last().map_or(0, |item| item.id);
        self.item_mut(id, |item| item.cast.paid.extend(gone));
        Ok(())
    }

    fn convoke(
        &mut self,
        who: Who,
        look: &Look,
        announce: &Announce,
        bill: &mut Bill,
        no_mana: bool,
    ) -> Result<Set<W>, Refusal> {
        let has = look.abilities.iter().any(|a| matches!(**a, Ability::Convoke));
        if !has && !announce.convoke.is_empty() {
            return Err("it has no convoke".into());
        }
        if !has || (announce.convoke.is_empty() && !announce.convokes) {
            return Ok(Set::EMPTY);
        }
        let convoke = if announce.convokes {
            self.least_convoke(who, bill, look.creature(), no_mana)
        } else {
            announce.convoke.clone()
        };
        let tapped = self.convoked(who, &convoke, bill)?;
        self.tap(&convoke);
        Ok(tapped)
    }

    /// What is tapped for convoke where nothing is said of it: what pays for what could not be paid without.
    fn least_convoke(&self, who: Who, bill: &Bill, creature: bool, no_mana: bool) -> Vec<Thing> {
        let is_enough = |convoke: &[Thing]| {
            let mut left = bill.clone();
            let tapped = self.convoked(who, convoke, &mut left).ok()?;
            let none = no_mana && left.total() == 0;
            Some(none || !no_mana && self.can_pay_mana(who, &left, creature, tapped))
        };
        if is_enough(&[]) == Some(true) { Vec::new() } else { self.convoke_until(who, is_enough) }
    }

    /// What is left of a bill where these creatures are tapped for it (702.51a).
    pub(super) fn convoked(&self, who: Who, convoke: &[Thing], bill: &mut Bill) -> Result<Set<W>, Refusal> {
        let mut tapped = Set::EMPTY;
        for thing in convoke {
            let obj = thing.obj;
            let look = self.identity(obj);
            if !self.on_battlefield(obj)
                || self.controller(obj) != who
                || self.permanent(obj).tapped
                || tapped.has(obj)
                || !look.creature()
            {
                return Err("that cannot be tapped for convoke".into());
            }
            let colours = look.colours;
            let of = Mana::ALL
                .into_iter()
                .find(|&m| m != Mana::Colourless && colours.has(m) && bill.of[m as usize] > 0);
            if let Some(mana) = of {
                bill.of[mana as usize] -= 1;
            } else if let Some(i) = bill.hybrid.iter().position(|&(a, b)| colours.has(a) || colours.has(b)) {
                bill.hybrid.remove(i);
            } else if bill.generic > 0 {
                bill.generic -= 1;
            } else {
                return Err("convoke pays nothing of that".into());
            }
            tapped.insert(obj);
        }
        Ok(tapped)
    }

    /// How a permanent that a spell becomes enters.
    pub(crate) fn entry_of(item: &Item) -> Entry {
        Entry { cast: item.cast.clone(), ..Entry::default() }
    }
}

/// Whether X can be this (107.3).
pub(super) fn x_of(
    print: &crate::print::Print,
    look: &Look,
    permit: Permit<'_>,
    x: i32,
) -> Result<(), Refusal> {
    if x != 0 {
        let in_own = variables(print) > 0;
        // 107.3b
        if in_own && (permit.free || (permit.cost.mana != Price::Own && !permit.cost.has_x())) {
            return Err("X can only be 0 here (107.3b)".into());
        }
        let additional =
            |a: &&Ability| matches!(a, Ability::Additional(costs) if costs.iter().any(Cost::has_x));
        if !in_own && !permit.cost.has_x() && !look.abilities.iter().any(additional) {
            return Err("it has no X".into());
        }
    }
    for ability in &look.abilities {
        if let Ability::LeastX(least) = **ability
            && x < i32::from(least)
        {
            return Err(format!("X must be at least {least}").into());
        }
    }
    Ok(())
}

/// 601.2b: only costs that it has can be announced.
pub(super) fn options_of(look: &Look, announce: &Announce) -> Result<(), Refusal> {
    if announce.replicate.is_empty() && announce.kicked == 0 && !announce.buyback {
        return Ok(());
    }
    let has = |such: fn(&Ability) -> bool| look.abilities.iter().filter(|a| such(a)).count();
    let replicates = has(|a| matches!(a, Ability::Replicate(_)));
    if announce.replicate.len() > replicates && announce.replicate.iter().any(|&n| n > 0) {
        return Err("it has no such replicate cost".into());
    }
    let mut kicks = Kicks(announce.kicked);
    for ability in &look.abilities {
        kicks.of(ability);
    }
    if kicks.0 > 0 {
        let which = if kicks.0 < announce.kicked { "so many kickers" } else { "kicker" };
        return Err(format!("it has no {which} (702.33)").into());
    }
    if announce.buyback && has(|a| matches!(a, Ability::Buyback(_))) == 0 {
        return Err("it has no buyback".into());
    }
    Ok(())
}

/// Whether cards are exiled out of a graveyard for a part of a cost.
fn out_of_graveyard(part: &Pay) -> bool {
    matches!(part, Pay::ExileTypes(_)) || part.chosen().is_some_and(|(place, ..)| place == Place::Graveyard)
}

/// The cost of escalate, as often as it is paid (702.120a).
fn escalated<'m>(modal: &'m Modal, announce: &Announce) -> impl Iterator<Item = &'m Cost> {
    let beyond = announce.modes.map_or(0, |modes| modes.count().saturating_sub(1));
    modal.escalate.iter().flat_map(move |cost| (0..beyond).map(move |_| cost))
}

/// How many colours of mana these are.
fn colours_of(spent: &[Unit]) -> i32 {
    let coloured = spent.iter().filter(|unit| unit.mana != Mana::Colourless);
    coloured.fold(0u8, |all, unit| all | 1 << unit.mana as u8).count_ones() as i32
}

fn told_cast(who: Who, id: u32, targets: &[Aimed], via: Option<&str>, x: i32) -> Deed {
    let deed = told_ability(who, id, targets, (x > 0).then_some(x));
    let deed = Deed { what: What::Cast, ..deed };
    via.map_or_else(|| deed.clone(), |word| deed.clone().with("via", word))
}

fn add_bill(bill: &mut Bill, more: &Bill) {
    bill.generic += more.generic;
    bill.snow += more.snow;
    for mana in Mana::ALL {
        bill.of[mana as usize] += more.of[mana as usize];
    }
    bill.hybrid.extend(&more.hybrid);
    bill.twobrid.extend(&more.twobrid);
    bill.phyrexian.extend(&more.phyrexian);
}

pub(super) fn told_ability(who: Who, id: u32, targets: &[Aimed], x: Option<i32>) -> Deed {
    let deed = Deed::of(What::Activate, who).item(id).at(targets);
    Deed { amount: x, ..deed }
}
