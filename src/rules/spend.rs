//! Paying mana (601.2g): from the pool, then from sources, with nothing tapped in vain.

use std::sync::Arc;

use smallvec::SmallVec;

use super::cost::Bill;
use super::mana::is_mana_ability;
use super::query::Context;
use super::{Game, Log, Look, Player, Wanted};
use crate::ability::{Ability, Activated, Effect, Keyword, Makes, Pay, Place, Value, When};
use crate::card::{Supertypes, Types};
use crate::cardset::Obj;
use crate::field::{Thing, Unit};
use crate::kept::{Offer, is_simple, makes_always_the_same};
use crate::look::Seen;
use crate::mana::Mana;
use crate::roles::{Moves, Role};
use crate::source::Source;
use crate::state::{Who, Zone};

/// A way to get mana: a source, and what its ability makes.
#[derive(Debug, Clone)]
struct Tap {
    source: Thing,
    offer: Arc<Offer>,
    cheap: i32,
    /// The order in which sources are used up.
    key: i32,
    /// What the mana is besides its type.
    unit: Unit,
}

type Taps = SmallVec<[Tap; 8]>;
type Units = SmallVec<[Unit; 16]>;
/// Places in a pool.
type Places = SmallVec<[usize; 16]>;

/// What one mana of a cost may be.
#[derive(Debug, Clone, Copy)]
struct Need {
    /// A bit for each type.
    of: u8,
    /// From a snow source (107.4h).
    snow: bool,
}

impl Need {
    fn of(types: &[Mana]) -> Self {
        Self { of: types.iter().fold(0, |all, &mana| all | 1 << mana as u8), snow: false }
    }

    fn is_met(self, unit: Unit) -> bool {
        self.of >> unit.mana as u8 & 1 == 1 && (unit.snow || !self.snow)
    }
}

/// Gives each need from this on a unit that is not used yet; whether that can be.
fn assign(needs: &[Need], at: usize, pool: &[Unit], used: &mut [bool], creature: bool) -> bool {
    let Some(need) = needs.get(at) else { return true };
    let mut tried: SmallVec<[Unit; 8]> = SmallVec::new();
    for i in 0..pool.len() {
        if used[i]
            || !need.is_met(pool[i])
            || (pool[i].creatures_only && !creature)
            || tried.contains(&pool[i])
        {
            continue;
        }
        tried.push(pool[i]);
        used[i] = true;
        if assign(needs, at + 1, pool, used, creature) {
            return true;
        }
        used[i] = false;
    }
    false
}

/// How many units of a pool meet a bill: which unit pays what, or none.
pub(super) fn meets(bill: &Bill, pool: &[Unit], creature: bool) -> Option<Places> {
    let mut needs: SmallVec<[Need; 16]> = SmallVec::new();
    for mana in Mana::ALL {
        let n = bill.of[mana as usize].max(0) as usize;
        needs.extend(std::iter::repeat_n(Need::of(&[mana]), n));
    }
    needs.extend(bill.hybrid.iter().map(|&(a, b)| Need::of(&[a, b])));
    needs.extend(bill.phyrexian.iter().map(|&m| Need::of(&[m])));
    let snow = Need { snow: true, ..Need::of(&Mana::ALL) };
    needs.extend(std::iter::repeat_n(snow, bill.snow.max(0) as usize));
    if bill.twobrid.is_empty() {
        return meets_needs(&needs, bill.generic, pool, creature);
    }
    // 107.4e: of {2/W} either part; as many as can be by the mana itself.
    let ways = 1u32 << bill.twobrid.len().min(8);
    let mut ways: Vec<u32> = (0..ways).collect();
    ways.sort_by_key(|way| way.count_ones());
    ways.into_iter().find_map(|way| {
        let mut needs = needs.clone();
        let mut rest = bill.generic;
        for (i, &(n, mana)) in bill.twobrid.iter().enumerate() {
            if way >> i & 1 == 1 {
                rest += i32::from(n);
            } else {
                needs.push(Need::of(&[mana]));
            }
        }
        meets_needs(&needs, rest, pool, creature)
    })
}

/// The same of what must be met one by one, and so much of anything.
fn meets_needs(needs: &[Need], rest: i32, pool: &[Unit], creature: bool) -> Option<Places> {
    let mut used: SmallVec<[bool; 16]> = SmallVec::from_elem(false, pool.len());
    if !assign(needs, 0, pool, &mut used, creature) {
        return None;
    }
    // Restricted mana first, then colourless, then what there is.
    let free = |i: &usize| !used[*i] && (creature || !pool[*i].creatures_only);
    let mut order: Places = (0..pool.len()).filter(free).collect();
    order.sort_by_key(|&i| (!pool[i].creatures_only, pool[i].mana != Mana::Colourless));
    if (order.len() as i32) < rest {
        return None;
    }
    for &i in order.iter().take(rest.max(0) as usize) {
        used[i] = true;
    }
    Some((0..pool.len()).filter(|&i| used[i]).collect())
}

impl<'g, const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'g, W, P, S, L> {
    /// Pays mana: from the pool, then by tapping sources. What was spent; `None`: it cannot be paid.
    pub(crate) fn pay_mana(
        &mut self,
        who: Who,
        bill: &Bill,
        creature: bool,
        avoid: &[Obj],
    ) -> Option<Vec<Unit>> {
        if bill.is_nothing() {
            return Some(Vec::new());
        }
        let taps = self.taps(who, avoid);
        let plan = self.plan_mana(who, bill, creature, &taps)?;
        for at in plan {
            self.tap_planned(who, &taps[at]);
        }
        let pool = Units::from_slice(&self.field().pools[who as usize]);
        let used = meets(bill, &pool, creature)?;
        let mut at = 0..;
        self.field_mut().pools[who as usize].retain(|_| at.next().is_some_and(|i| !used.contains(&i)));
        Some(used.into_iter().map(|i| pool[i]).collect())
    }

    /// Whether mana could be paid.
    pub(crate) fn can_pay_mana(&self, who: Who, bill: &Bill, creature: bool, avoid: &[Obj]) -> bool {
        if bill.is_nothing() {
            return true;
        }
        let taps = self.taps(who, avoid);
        self.plan_mana(who, bill, creature, &taps).is_some()
    }

    /// Which sources to tap, the least useful first.
    fn plan_mana(&self, who: Who, bill: &Bill, creature: bool, taps: &[Tap]) -> Option<Places> {
        let mut pool = Units::from_slice(&self.field().pools[who as usize]);
        let (mut best, mut there) = (0, [0; Mana::ALL.len()]);
        pool.iter().for_each(|unit| there[unit.mana as usize] += 1);
        for tap in taps {
            best = best.max(tap.offer.mana.len());
            tap.offer.mana.iter().for_each(|&mana| there[mana as usize] += 1);
        }
        if there.iter().zip(&bill.of).any(|(there, wanted)| there < wanted) {
            return None;
        }
        for most in 0..=taps.len().min(bill.most().max(0) as usize + 1) {
            let mut chosen = Places::new();
            if (pool.len() + most * best) as i32 >= bill.total()
                && search(bill, &mut pool, creature, taps, most, 0, &mut chosen)
            {
                return Some(chosen);
            }
        }
        None
    }

    /// No more mana than this could a player have now: what floats, and the most that each source could make, whether it
    /// can now or not. Where effects change what is made, more than any cost.
    pub(crate) fn mana_at_most(&self, who: Who) -> u32 {
        if !self.field().is_steady() || !self.makes_plainly() {
            return u32::MAX;
        }
        let held = self.hand_mana(who);
        let sources = self.state.zone(who, Zone::Battlefield).into_iter().chain(held);
        let makes = sources.map(|obj| {
            let kept = &self.table.kept[usize::from(self.print_number(obj))];
            let spent = kept.simple.get() == Some(&true) && self.permanent(obj).tapped;
            let most = || {
                let mut most = 0;
                self.each_offer(obj, &Context::of(self.thing(obj), who), |offer| {
                    most = most.max(offer.mana.len() as u32);
                });
                if kept.steady.get() == Some(&true) { most } else { u32::MAX }
            };
            if spent { 0 } else { *kept.most.get_or_init(most) }
        });
        makes.fold(self.field().pools[who as usize].len() as u32, u32::saturating_add)
    }

    /// What a player could tap for mana now, each with how much one way of doing so makes.
    pub(super) fn sources_of_mana(&self, who: Who) -> Vec<(Thing, usize)> {
        self.taps(who, &[]).into_iter().map(|tap| (tap.source, tap.offer.mana.len())).collect()
    }

    /// Every way in which a player could tap something for mana now, the least useful first.
    fn taps(&self, who: Who, avoid: &[Obj]) -> Taps {
        let mut all = Taps::new();
        let there = self.state.zone(who, Zone::Battlefield).into_iter().map(|obj| (obj, Place::Battlefield));
        let held = self.hand_mana(who).into_iter().map(|obj| (obj, Place::Hand));
        let plain = self.field().is_steady() && self.makes_plainly();
        for (obj, place) in there.chain(held) {
            if avoid.contains(&obj) {
                continue;
            }
            if plain
                && place == Place::Battlefield
                && let Some(offers) = self.simple_offers(obj)
            {
                if !self.permanent(obj).tapped {
                    let source = self.thing(obj);
                    let snow = self.print(obj).supertypes.has(Supertypes::SNOW);
                    let unit = Unit { snow, ..Unit::of(Mana::Colourless) };
                    let (cheap, key) = (10, 10 + offers.len() as i32);
                    all.extend(offers.iter().map(|offer| Tap {
                        source,
                        offer: Arc::clone(offer),
                        cheap,
                        key,
                        unit,
                    }));
                }
                continue;
            }
            let context = Context::of(self.thing(obj), who);
            let look = self.identity(obj);
            let unit = Unit {
                snow: look.supertypes.has(Supertypes::SNOW),
                creatures_only: makes_for_creatures(&look),
                ..Unit::of(Mana::Colourless)
            };
            let before = all.len();
            let mut refused: Option<Arc<Offer>> = None;
            self.each_offer(obj, &context, |offer| {
                let Ability::Activated(activated) = &*offer.ability else { return };
                if activated.from != place {
                    return;
                }
                let same = |other: &Offer| Arc::ptr_eq(&other.ability, &offer.ability);
                if refused.as_deref().is_some_and(same) {
                    return;
                }
                let known = all[before..].last().filter(|tap| same(&tap.offer));
                if known.is_none()
                    && (!self.can_pay(who, &activated.cost, &context)
                        || !self.holds(&activated.when, &context))
                {
                    refused = Some(Arc::clone(offer));
                    return;
                }
                // A card in hand is worth more than what stands there to be tapped.
                let worth = if place == Place::Hand { 100 } else { 0 };
                let cheap = activated.cost.pay.len() as i32 * 10 + worth;
                all.push(Tap { source: context.source, offer: Arc::clone(offer), cheap, key: 0, unit });
            });
            let options = (all.len() - before) as i32;
            for tap in &mut all[before..] {
                tap.key = tap.cheap + options;
            }
        }
        // Of those that are as useful the oldest.
        all.sort_by_key(|tap| (tap.key, tap.source.stamp, tap.source.obj));
        all
    }

    /// What a permanent makes, where all that it does is be tapped for plain mana, and nothing changes what it is.
    fn simple_offers(&self, obj: Obj) -> Option<&'g [Arc<Offer>]> {
        let at = usize::from(self.print_number(obj));
        let (print, kept) = (&self.table.prints[at], &self.table.kept[at]);
        let simple = || {
            let activated = self.activated(obj);
            // 302.6
            (activated.is_empty() || !print.types.has(Types::CREATURE))
                && !print.roles.shifts
                && activated.iter().all(|ability| is_simple(ability))
                && print.abilities.iter().all(|ability| !matters_to_mana(ability))
        };
        if !*kept.simple.get_or_init(simple) {
            return None;
        }
        let context = || Context::of(self.thing(obj), self.controller(obj));
        Some(kept.offers.get_or_init(|| self.mana_offers(obj, &context())))
    }

    /// The cards of a hand with a mana ability that works there.
    pub(super) fn hand_mana(&self, who: Who) -> Vec<Obj> {
        let such = |ability: &Arc<Ability>| matches!(&**ability, Ability::Activated(a) if a.from == Place::Hand && is_mana_ability(a));
        let makes = |obj: &Obj| {
            let at = usize::from(self.print_number(*obj));
            let held = || self.table.prints[at].abilities.iter().any(such);
            *self.table.kept[at].held.get_or_init(held)
        };
        self.state.zone(who, Zone::Hand).into_iter().filter(makes).collect()
    }

    /// What the mana abilities of an object would make, as far as they can be used while something is paid for.
    fn each_offer(&self, obj: Obj, context: &Context, mut each: impl FnMut(&Arc<Offer>)) {
        let kept = &self.table.kept[usize::from(self.print_number(obj))];
        let steady = || {
            let abilities = self.activated(obj);
            makes_always_the_same(abilities.iter().chain(&self.print(obj).abilities).map(|a| &**a))
        };
        let printed = matches!(self.identity(obj), Seen::Printed(_))
            && self.makes_plainly()
            && *kept.steady.get_or_init(steady);
        if printed {
            kept.offers.get_or_init(|| self.mana_offers(obj, context)).iter().for_each(each);
        } else {
            self.mana_offers(obj, context).iter().for_each(&mut each);
        }
    }

    fn mana_offers(&self, obj: Obj, context: &Context) -> Vec<Arc<Offer>> {
        let mut all = Vec::new();
        let mana_abilities = self.mana_abilities(obj);
        if mana_abilities.is_empty() {
            return all;
        }
        let possible = self.could_produce(obj);
        let plain = self.mana_replacements(obj).is_empty() && !self.is_done(Role::Taps);
        for (_, ability) in mana_abilities {
            let Ability::Activated(activated) = &*ability else { continue };
            let simple = activated.cost.mana.is_empty()
                && activated.cost.pay.iter().all(|part| match part {
                    Pay::Tap | Pay::SacrificeThis | Pay::Life(_) | Pay::Remove(..) | Pay::TapUntapped(..) => {
                        true
                    }
                    Pay::ExileThis => activated.from == Place::Hand,
                    _ => false,
                });
            if simple {
                let taps = activated.cost.pay.contains(&Pay::Tap);
                let mut offer = |choice, mana, order| {
                    all.push(Arc::new(Offer { ability: Arc::clone(&ability), choice, mana, order }));
                };
                if plain || !taps {
                    for (choice, mana) in self.expected(activated, &possible, context) {
                        offer(choice, mana, Vec::new());
                    }
                    continue;
                }
                let own = self.unreplaced(obj);
                for (choice, mana) in self.expected(activated, &own, context) {
                    for way in self.foreseen(context.controller, obj, choice, mana) {
                        offer(way.choice, way.mana, way.order);
                    }
                }
            }
        }
        all
    }

    /// What a mana ability would make, for each choice.
    pub(super) fn expected(
        &self,
        activated: &Activated,
        possible: &[Mana],
        context: &Context,
    ) -> Vec<(Option<Mana>, Vec<Mana>)> {
        let mut all = Vec::new();
        let mut effect = &activated.effect;
        loop {
            effect = match effect {
                Effect::All(list) => list.first().unwrap_or(&Effect::Nothing),
                Effect::When(condition, then, otherwise) => {
                    let chosen = if self.holds(condition, context) { Some(then) } else { otherwise.as_ref() };
                    chosen.map_or(&Effect::Nothing, |effect| &**effect)
                }
                _ => break,
            };
        }
        if let Effect::Mana(makes) = effect {
            match makes {
                Makes::These(text) => {
                    let mana = super::mana::symbols_of(text);
                    let mana = if mana.iter().all(|m| possible.contains(m)) {
                        mana
                    } else {
                        possible.first().map_or_else(Vec::new, |&m| vec![m; mana.len()])
                    };
                    all.push((None, mana));
                }
                Makes::OneColor(among, count) => {
                    let n = self.value(count, context).max(0) as usize;
                    let among = super::mana::letters(among);
                    // Where effects set the type, any.
                    let own = possible.iter().any(|one| among.contains(one));
                    let types = possible.iter().filter(|one| !own || among.contains(one));
                    all.extend(types.map(|&m| (Some(m), vec![m; n])));
                }
                Makes::CouldProduce { amount, .. } | Makes::CommanderColor(amount) => {
                    let n = self.value(amount, context).max(0) as usize;
                    all.extend(possible.iter().map(|&m| (Some(m), vec![m; n])));
                }
                Makes::DevotionTo(_) => all.extend(possible.iter().map(|&m| {
                    let n = self.value(&Value::Devotion(vec![m]), context).max(0) as usize;
                    (Some(m), vec![m; n])
                })),
                Makes::ColorsOf(..) | Makes::SameAsEvent | Makes::ChosenOfEvent | Makes::Combination(..) => {
                    all.extend(possible.iter().map(|&m| (Some(m), vec![m])));
                }
            }
        }
        all
    }

    fn tap_planned(&mut self, who: Who, tap: &Tap) {
        let field = self.field();
        // 106.12, 605.4a: nothing is to be told of it, and nothing comes of it.
        let quietly = !L::ON
            && field.is_steady()
            && self.makes_plainly()
            && !self.is_heard(Role::Taps, Moves::default());
        if quietly && self.simple_offers(tap.source.obj).is_some() {
            let field = self.field_mut();
            field.status_mut(tap.source.obj).tapped = true;
            field.activated.push((who, tap.source));
            let units = tap.offer.mana.iter().map(|&mana| Unit { mana, ..tap.unit });
            field.pools[who as usize].extend(units);
            return;
        }
        let mut context = Context::of(tap.source, who);
        let Ability::Activated(activated) = &*tap.offer.ability else { return };
        if !self.pay_parts(who, &activated.cost.pay, &mut context) {
            return;
        }
        let offer = &tap.offer;
        let wanted = Wanted { mana: offer.choice, order: offer.order.clone() };
        // It may pay for another source that is tapped by a plan.
        let outer = self.wanted_mana.replace(wanted);
        self.resolve_mana_ability(tap.source, activated, &mut context);
        self.wanted_mana = outer;
    }
}

/// Whether the mana that something makes is for creature spells only.
fn makes_for_creatures(look: &Look) -> bool {
    look.abilities.iter().any(|ability| matches!(**ability, Ability::Has(Keyword::CreatureManaOnly)))
}

/// Whether an ability may make what a permanent is tapped for other than plain mana.
fn matters_to_mana(ability: &Ability) -> bool {
    match ability {
        Ability::Has(Keyword::CreatureManaOnly) => true,
        Ability::Triggered(triggered) => matches!(triggered.when, When::Spent(_)),
        _ => false,
    }
}

/// Looks for `most` taps that, with the pool, meet the bill.
fn search(
    bill: &Bill,
    pool: &mut Units,
    creature: bool,
    taps: &[Tap],
    most: usize,
    from: usize,
    chosen: &mut Places,
) -> bool {
    if most == 0 {
        return meets(bill, pool, creature).is_some();
    }
    let mut tried: SmallVec<[usize; 16]> = SmallVec::new();
    for at in from..taps.len() {
        let Tap { source, offer, cheap, unit, .. } = &taps[at];
        if chosen.iter().any(|&c| taps[c].source == *source) {
            continue;
        }
        let alike = |&other: &usize| {
            let other = &taps[other];
            (&other.offer.mana, other.cheap, other.unit) == (&offer.mana, *cheap, *unit)
        };
        if offer.choice.is_none() && tried.iter().any(alike) {
            continue;
        }
        tried.push(at);
        let before = pool.len();
        pool.extend(offer.mana.iter().map(|&mana| Unit { mana, ..*unit }));
        chosen.push(at);
        if search(bill, pool, creature, taps, most - 1, at + 1, chosen) {
            return true;
        }
        chosen.pop();
        pool.truncate(before);
    }
    false
}
