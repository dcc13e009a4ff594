//! Paying mana (601.2g): from the pool, then from sources, with nothing tapped in vain.

use smallvec::SmallVec;

use super::cost::Bill;
use super::pay::parts_of;
use super::query::Context;
use super::taps::{Tap, Taps, put_in_order};
use super::{Game, Log, Player, Wanted};
use crate::ability::Ability;
use crate::cardset::Set;
use crate::field::Unit;
use crate::mana::Mana;
use crate::roles::{Moves, Role};
use crate::source::Source;
use crate::state::Who;

/// Units of mana.
pub(super) type Units = SmallVec<[Unit; 16]>;
/// Places among the ways to tap something.
type Places = SmallVec<[usize; 16]>;
/// For each unit of a pool whether it is used.
type Used = SmallVec<[bool; 16]>;

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

/// Which units of a pool meet a bill, if any do.
pub(super) fn meets(bill: &Bill, pool: &[Unit], creature: bool) -> Option<Used> {
    if (pool.len() as i32) < bill.total() {
        return None;
    }
    if bill.hybrid.is_empty() && bill.phyrexian.is_empty() && bill.twobrid.is_empty() && bill.snow <= 0 {
        return meets_plainly(bill, pool, creature);
    }
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
fn meets_needs(needs: &[Need], rest: i32, pool: &[Unit], creature: bool) -> Option<Used> {
    let mut used = Used::from_elem(false, pool.len());
    if !assign(needs, 0, pool, &mut used, creature) {
        return None;
    }
    with_rest(used, rest, pool, creature)
}

/// The same where what must be met is mana of one type each: the first of its type pays.
fn meets_plainly(bill: &Bill, pool: &[Unit], creature: bool) -> Option<Used> {
    let mut left = bill.of;
    let mut used = Used::from_elem(false, pool.len());
    for (unit, used) in pool.iter().zip(&mut used) {
        let left = &mut left[unit.mana as usize];
        if *left > 0 && (creature || !unit.creatures_only) {
            *left -= 1;
            *used = true;
        }
    }
    if left.into_iter().any(|left| left > 0) { None } else { with_rest(used, bill.generic, pool, creature) }
}

/// These, and so many more of those that are not used yet.
fn with_rest(mut used: Used, mut rest: i32, pool: &[Unit], creature: bool) -> Option<Used> {
    if rest <= 0 {
        return Some(used);
    }
    // Restricted mana first, then colourless, then what there is.
    let ranks: [fn(&Unit) -> bool; 4] = [
        |unit| unit.creatures_only && unit.mana == Mana::Colourless,
        |unit| unit.creatures_only,
        |unit| unit.mana == Mana::Colourless,
        |_| true,
    ];
    for rank in ranks {
        for (unit, used) in pool.iter().zip(&mut used) {
            if rest <= 0 {
                break;
            }
            if !*used && (creature || !unit.creatures_only) && rank(unit) {
                *used = true;
                rest -= 1;
            }
        }
    }
    (rest <= 0).then_some(used)
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Pays mana: from the pool, then by tapping sources. What was spent; `None`: it cannot be paid.
    pub(crate) fn pay_mana(&mut self, who: Who, bill: &Bill, creature: bool, avoid: Set<W>) -> Option<Units> {
        if bill.is_nothing() {
            return Some(Units::new());
        }
        // What floats may do.
        if meets(bill, &self.field().pools[who as usize], creature).is_none() {
            let mut taps = Taps::new();
            self.ways_to_tap(who, avoid, &mut taps);
            put_in_order(&mut taps);
            let plan = self.plan_mana(who, bill, creature, &taps)?;
            for at in plan {
                self.tap_planned(who, &taps[at]);
            }
        }
        let pool = &mut self.field_mut().pools[who as usize];
        let mut used = meets(bill, pool, creature)?.into_iter();
        let mut spent = Units::new();
        pool.retain(|unit| {
            let is_spent = used.next() == Some(true);
            if is_spent {
                spent.push(*unit);
            }
            !is_spent
        });
        Some(spent)
    }

    /// Whether mana could be paid.
    pub(crate) fn can_pay_mana(&self, who: Who, bill: &Bill, creature: bool, avoid: Set<W>) -> bool {
        if bill.is_nothing() {
            return true;
        }
        let mut taps = Taps::new();
        self.ways_to_tap(who, avoid, &mut taps);
        reckon(bill, &self.field().pools[who as usize], creature, &taps).unwrap_or_else(|| {
            put_in_order(&mut taps);
            self.plan_mana(who, bill, creature, &taps).is_some()
        })
    }

    /// Which sources to tap, the least useful first.
    fn plan_mana(&self, who: Who, bill: &Bill, creature: bool, taps: &[Tap<'_>]) -> Option<Places> {
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

    fn tap_planned(&mut self, who: Who, tap: &Tap<'_>) {
        // 106.12, 605.4a: nothing is to be told of it, and nothing comes of it.
        let quietly = !L::ON
            && self.unaltered()
            && self.makes_plainly()
            && !self.is_heard(Role::Taps, Moves::default());
        if quietly && self.simple_offers(tap.source.obj).is_some() {
            let field = self.field_mut();
            field.status_mut(tap.source.obj).tapped = true;
            field.activated.push((who, tap.source));
            for &mana in &tap.offer.mana {
                field.pools[who as usize].push(Unit { mana, ..tap.unit });
            }
            return;
        }
        let mut context = Context::of(tap.source, who);
        let Ability::Activated(activated) = tap.offer.ability else { return };
        let Some(paid) = self.pay_parts(who, &parts_of(&activated.cost.pay), &context) else { return };
        self.use_up(tap.source.obj, activated);
        context.cast.pay(paid);
        let offer = &tap.offer;
        let wanted = Wanted { mana: offer.choice, made: offer.mana.clone(), order: offer.order.clone() };
        // It may pay for another source that is tapped by a plan.
        let outer = self.wanted_mana.replace(wanted);
        self.resolve_mana_ability(tap.source, activated, &mut context);
        self.wanted_mana = outer;
    }
}

/// A bit for each type of mana.
const EVERY_TYPE: u8 = (1 << Mana::ALL.len()) - 1;

/// Whether a bill can be met, by counting what there is; `None`: only looking for a plan tells.
fn reckon(bill: &Bill, pool: &[Unit], creature: bool, taps: &[Tap<'_>]) -> Option<bool> {
    if bill.snow > 0 || !bill.twobrid.is_empty() {
        return None;
    }
    // For each mana that there could be a bit for each type that it could be of.
    let mut there: SmallVec<[u8; 32]> = SmallVec::new();
    let counts = |unit: &Unit| creature || !unit.creatures_only;
    for unit in pool.iter().filter(|unit| counts(unit)) {
        there.push(1 << unit.mana as u8);
    }
    let mut exact = true;
    for source in taps.chunk_by(|one, other| one.source == other.source) {
        let types = |tap: &Tap<'_>| tap.offer.mana.iter().fold(0, |all, &mana| all | 1 << mana as u8);
        match source {
            [tap, ..] if !counts(&tap.unit) => {}
            [tap] => tap.offer.mana.iter().for_each(|&mana| there.push(1 << mana as u8)),
            several => {
                let most = several.iter().map(|tap| tap.offer.mana.len()).max().unwrap_or(0);
                let types = several.iter().fold(0, |all, tap| all | types(tap));
                (0..most).for_each(|_| there.push(types));
                exact &= most <= 1;
            }
        }
    }
    // Each set of types must be there as often as what must be paid with them alone (Hall's theorem).
    let least = |types: u8| {
        let within = |of: u8| of & !types == 0;
        let one = |mana: Mana| 1u8 << mana as u8;
        let (mut single, mut left) = (0, types & EVERY_TYPE);
        while left != 0 {
            single += bill.of[left.trailing_zeros() as usize].max(0);
            left &= left - 1;
        }
        single
            + bill.hybrid.iter().filter(|&&(a, b)| within(one(a) | one(b))).count() as i32
            + bill.phyrexian.iter().filter(|&&mana| within(one(mana))).count() as i32
    };
    let many = |types: u8| there.iter().filter(|&&of| of & types != 0).count() as i32;
    let wanted = Mana::ALL.into_iter().filter(|&mana| {
        bill.of[mana as usize] > 0
            || bill.phyrexian.contains(&mana)
            || bill.hybrid.iter().any(|&(a, b)| a == mana || b == mana)
    });
    let wanted = wanted.fold(0u8, |all, mana| all | 1 << mana as u8);
    if (there.len() as i32) < least(u8::MAX) + bill.generic.max(0) {
        return Some(false);
    }
    let mut types = wanted;
    while types != 0 {
        if many(types) < least(types) {
            return Some(false);
        }
        types = (types - 1) & wanted;
    }
    exact.then_some(true)
}

/// Looks for `most` taps that, with the pool, meet the bill.
fn search(
    bill: &Bill,
    pool: &mut Units,
    creature: bool,
    taps: &[Tap<'_>],
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
        offer.mana.iter().for_each(|&mana| pool.push(Unit { mana, ..*unit }));
        chosen.push(at);
        if search(bill, pool, creature, taps, most - 1, at + 1, chosen) {
            return true;
        }
        chosen.pop();
        pool.truncate(before);
    }
    false
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::ability::Keyword;
    use crate::cardset::Obj;
    use crate::kept::Offer;
    use crate::rules::taps::Made;
    use crate::thing::Thing;

    /// The ways to tap a source that makes one of these.
    fn source(number: usize, ways: &[&[Mana]]) -> Vec<Tap<'static>> {
        static ABILITY: Ability = Ability::Has(Keyword::Flying);
        let choice = |mana: &[Mana]| Some(mana[0]).filter(|_| ways.len() > 1);
        let tap = |mana: &&[Mana]| Tap {
            source: Thing { obj: Obj(number as u8), stamp: number as u32 },
            offer: Made::Now(Arc::new(Offer {
                ability: &ABILITY,
                choice: choice(mana),
                mana: mana.to_vec(),
                order: Vec::new(),
            })),
            cheap: 10,
            key: 10 + ways.len() as i32,
            unit: Unit::of(Mana::Colourless),
        };
        ways.iter().map(tap).collect()
    }

    #[test]
    fn what_is_reckoned_is_what_a_plan_is_found_for() {
        use Mana::{Black, Blue, Colourless};
        let kinds: [&[&[Mana]]; 5] = [
            &[&[Blue]],
            &[&[Blue], &[Black]],
            &[&[Colourless]],
            &[&[Blue, Black]],
            &[&[Blue, Blue], &[Black, Black]],
        ];
        let mut unsure = 0;
        for which in 0..5usize.pow(3) {
            let sources = [which % 5, which / 5 % 5, which / 25];
            let taps: Vec<Tap<'_>> =
                sources.iter().enumerate().flat_map(|(n, &kind)| source(n, kinds[kind])).collect();
            for wanted in 0..3 * 3 * 2 * 3 {
                let mut bill = Bill { generic: wanted % 3, ..Bill::default() };
                bill.of[Blue as usize] = wanted / 3 % 3;
                bill.of[Black as usize] = wanted / 9 % 3;
                bill.hybrid = if wanted / 27 == 1 { vec![(Blue, Black)] } else { Vec::new() };
                let found = (0..=3)
                    .any(|most| search(&bill, &mut Units::new(), false, &taps, most, 0, &mut Places::new()));
                match reckon(&bill, &[], false, &taps) {
                    Some(known) => assert_eq!(known, found, "{sources:?} for {}", bill.symbols()),
                    None => unsure += 1,
                }
            }
        }
        assert!(unsure > 0, "mana of several kinds at once is not told apart by counting");
    }
}
