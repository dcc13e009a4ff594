//! Paying (601.2g–h): mana from the pool and from sources, then everything else; nothing in part.

use super::cost::Bill;
use super::counters::change_counters;
use super::moving::To;
use super::query::Context;
use super::{Answer, Ask, Game, Log, Player, What};
use crate::ability::{Activated, Among, Cost, Is, Keyword, Makes, Pay, Place, Value, Whose};
use crate::cardset::Obj;
use crate::field::{Aimed, Thing, Unit};
use crate::mana::Mana;
use crate::source::Source;
use crate::state::{Who, Zone};

/// What a cost is paid with, as far as it was announced.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Announce {
    /// Whether it is cast while something resolves, so that nothing was announced for it.
    pub resolving: bool,
    /// By which way; none: for the mana cost.
    pub via: Option<String>,
    /// Which of several ways that go by that word.
    pub nth: usize,
    /// X.
    pub x: Option<i32>,
    /// How often each replicate cost is paid.
    pub replicate: Vec<i32>,
    /// How often it is kicked.
    pub kicked: i32,
    /// Whether buyback is paid.
    pub buyback: bool,
    /// Whether life is paid where there is a choice.
    pub life: Option<bool>,
    /// Creatures tapped for convoke.
    pub convoke: Vec<Thing>,
    /// Mana abilities to activate, in order.
    pub mana_abilities: Vec<Thing>,
}

/// A way to get mana: a source, its ability, and what comes of it.
#[derive(Debug, Clone)]
struct Tap {
    source: Thing,
    activated: Activated,
    mana: Vec<Mana>,
    choice: Option<Mana>,
    cheap: i32,
    snow: bool,
}

/// What one mana of a cost may be.
#[derive(Debug, Clone)]
struct Need {
    of: Vec<Mana>,
    /// From a snow source (107.4h).
    snow: bool,
}

impl Need {
    fn is_met(&self, unit: Unit) -> bool {
        self.of.contains(&unit.mana) && (unit.snow || !self.snow)
    }
}

/// Gives each need from this on a unit that is not used yet; whether that can be.
fn assign(needs: &[Need], at: usize, pool: &[Unit], used: &mut [bool], creature: bool) -> bool {
    let Some(need) = needs.get(at) else { return true };
    let mut tried: Vec<Unit> = Vec::new();
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
fn meets(bill: &Bill, pool: &[Unit], creature: bool) -> Option<Vec<usize>> {
    let need = |of: Vec<Mana>| Need { of, snow: false };
    let mut needs: Vec<Need> = Vec::new();
    for mana in Mana::ALL {
        needs.extend(std::iter::repeat_n(need(vec![mana]), bill.of[mana as usize].max(0) as usize));
    }
    needs.extend(bill.hybrid.iter().map(|&(a, b)| need(vec![a, b])));
    needs.extend(bill.phyrexian.iter().map(|&m| need(vec![m])));
    let snow = Need { of: Mana::ALL.to_vec(), snow: true };
    needs.extend(std::iter::repeat_n(snow, bill.snow.max(0) as usize));
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
                needs.push(need(vec![mana]));
            }
        }
        meets_needs(&needs, rest, pool, creature)
    })
}

/// The same of what must be met one by one, and so much of anything.
fn meets_needs(needs: &[Need], rest: i32, pool: &[Unit], creature: bool) -> Option<Vec<usize>> {
    let mut used = vec![false; pool.len()];
    if !assign(needs, 0, pool, &mut used, creature) {
        return None;
    }
    // Restricted mana first, then colourless, then what there is.
    let mut order: Vec<usize> =
        (0..pool.len()).filter(|&i| !used[i] && (creature || !pool[i].creatures_only)).collect();
    order.sort_by_key(|&i| (!pool[i].creatures_only, pool[i].mana != Mana::Colourless));
    if (order.len() as i32) < rest {
        return None;
    }
    for &i in order.iter().take(rest.max(0) as usize) {
        used[i] = true;
    }
    Some((0..pool.len()).filter(|&i| used[i]).collect())
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Pays mana: from the pool, then by tapping sources. What was spent; `None`: it cannot be paid.
    pub(crate) fn pay_mana(
        &mut self,
        who: Who,
        bill: &Bill,
        creature: bool,
        avoid: &[Obj],
    ) -> Option<Vec<Unit>> {
        let taps = self.taps(who, avoid);
        let plan = self.plan_mana(who, bill, creature, &taps)?;
        for at in plan {
            let tap = taps[at].clone();
            self.tap_planned(who, &tap);
        }
        let pool = self.field().pools[who as usize].clone();
        let used = meets(bill, &pool, creature)?;
        let left = (0..pool.len()).filter(|i| !used.contains(i)).map(|i| pool[i]).collect();
        self.field_mut().pools[who as usize] = left;
        Some(used.into_iter().map(|i| pool[i]).collect())
    }

    /// Whether mana could be paid.
    pub(crate) fn can_pay_mana(&self, who: Who, bill: &Bill, creature: bool, avoid: &[Obj]) -> bool {
        let taps = self.taps(who, avoid);
        self.plan_mana(who, bill, creature, &taps).is_some()
    }

    /// Which sources to tap, the least useful first.
    fn plan_mana(&self, who: Who, bill: &Bill, creature: bool, taps: &[Tap]) -> Option<Vec<usize>> {
        let pool = self.field().pools[who as usize].clone();
        for most in 0..=taps.len().min(bill.most().max(0) as usize + 1) {
            let mut chosen = Vec::new();
            if search(bill, &pool, creature, taps, most, 0, &mut chosen) {
                return Some(chosen);
            }
        }
        None
    }

    /// What a player could tap for mana now, each with how much one way of doing so makes.
    pub(super) fn sources_of_mana(&self, who: Who) -> Vec<(Thing, usize)> {
        self.taps(who, &[]).into_iter().map(|tap| (tap.source, tap.mana.len())).collect()
    }

    /// Every way in which a player could tap something for mana now.
    fn taps(&self, who: Who, avoid: &[Obj]) -> Vec<Tap> {
        let mut all = Vec::new();
        for obj in self.cards_in(who, Zone::Battlefield) {
            if avoid.contains(&obj) {
                continue;
            }
            for (_, activated) in self.mana_abilities(obj) {
                let simple =
                    activated.cost.mana.is_empty()
                        && activated.cost.pay.iter().all(|p| {
                            matches!(p, Pay::Tap | Pay::SacrificeThis | Pay::Life(_) | Pay::Remove(..))
                        });
                let context = Context::of(self.thing(obj), who);
                if !simple
                    || !self.can_pay(who, &activated.cost, &context)
                    || !self.holds(&activated.when, &context)
                {
                    continue;
                }
                let cheap = activated.cost.pay.len() as i32 * 10;
                for (choice, mana) in self.expected(&activated, &context) {
                    all.push(Tap {
                        source: context.source,
                        activated: activated.clone(),
                        mana,
                        choice,
                        cheap,
                        snow: self.look(obj).is_a("snow"),
                    });
                }
            }
        }
        let options = |tap: &Tap| all.iter().filter(|t: &&Tap| t.source == tap.source).count() as i32;
        let mut keyed: Vec<(i32, Tap)> = all.iter().map(|t| (t.cheap + options(t), t.clone())).collect();
        keyed.sort_by_key(|(key, _)| *key);
        keyed.into_iter().map(|(_, tap)| tap).collect()
    }

    /// What a mana ability would make, for each choice.
    pub(super) fn expected(
        &self,
        activated: &Activated,
        context: &Context,
    ) -> Vec<(Option<Mana>, Vec<Mana>)> {
        let mut all = Vec::new();
        let mut effect = activated.effect.clone();
        loop {
            effect = match effect {
                crate::ability::Effect::All(list) => {
                    list.into_iter().next().unwrap_or(crate::ability::Effect::Nothing)
                }
                crate::ability::Effect::When(condition, then, otherwise) => {
                    let chosen = if self.holds(&condition, context) { Some(then) } else { otherwise };
                    chosen.map_or(crate::ability::Effect::Nothing, |effect| *effect)
                }
                other => {
                    effect = other;
                    break;
                }
            };
        }
        let possible = self.could_produce(context.source.obj);
        if let crate::ability::Effect::Mana(makes) = effect {
            match makes {
                Makes::These(text) => {
                    let mana = super::mana::symbols_of(&text);
                    let mana = if mana.iter().all(|m| possible.contains(m)) {
                        mana
                    } else {
                        possible.first().map_or_else(Vec::new, |&m| vec![m; mana.len()])
                    };
                    all.push((None, mana));
                }
                Makes::OneColor(_, count) => {
                    let n = self.value(&count, context).max(0) as usize;
                    all.extend(possible.iter().map(|&m| (Some(m), vec![m; n])));
                }
                Makes::CouldProduce { amount, .. } | Makes::CommanderColor(amount) => {
                    let n = self.value(&amount, context).max(0) as usize;
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
        let mut context = Context::of(tap.source, who);
        if !self.pay_parts(who, &tap.activated.cost.pay.clone(), &mut context) {
            return;
        }
        self.wanted_mana = tap.choice;
        self.resolve_mana_ability(tap.source, &tap.activated.clone(), &mut context);
        self.wanted_mana = None;
    }

    /// Whether the parts of a cost can be paid, the mana part left out.
    pub(crate) fn can_pay(&self, who: Who, cost: &Cost, context: &Context) -> bool {
        if !cost.mana.is_empty() {
            let Some(bill) = Bill::of(cost, Some(self.print(context.source.obj)), context.cast.x) else {
                return false;
            };
            if !self.can_pay_mana(who, &bill, false, &[]) {
                return false;
            }
        }
        cost.pay.iter().all(|part| self.can_pay_part(who, part, context))
    }

    fn can_pay_part(&self, who: Who, part: &Pay, context: &Context) -> bool {
        let obj = context.source.obj;
        let here = self.on_battlefield(obj) && self.same(context.source);
        match part {
            Pay::Tap | Pay::Untap => {
                let ready = !self.look(obj).creature()
                    || !self.permanent(obj).sick
                    || self.look(obj).has(Keyword::Haste)
                    || self.as_though_haste(obj);
                here && ready && self.permanent(obj).tapped == matches!(part, Pay::Untap)
            }
            Pay::SacrificeThis => here && self.controller(obj) == who,
            Pay::ExileThis => self.same(context.source),
            Pay::DiscardThis => self.state.zone(who, Zone::Hand).has(obj),
            Pay::Life(n) => self.can_pay_life(who, self.value(n, context)),
            Pay::Mill(n) => self.state.side(who).library.len() as i32 >= self.value(n, context),
            Pay::Draw(n) => self.draws_left(who) >= self.value(n, context),
            Pay::Remove(kind, n) => here && self.counters_on(obj, &kind.0) >= self.value(n, context),
            Pay::Put(..) => here && !self.no_counters(self.look(obj).types),
            Pay::DiscardHand => true,
            Pay::Energy(n) => self.player_counters(who, "energy") >= self.value(n, context),
            Pay::Loyalty(n) => {
                here && (*n >= 0 || self.counters_on(obj, "loyalty") >= i32::from(-*n))
                    && !self.permanent(obj).used.iter().any(|(_, turn)| *turn == self.field().turns)
            }
            Pay::ExileTypes(n) => {
                let all = self.candidates(who, part, context);
                let types = all
                    .iter()
                    .map(|t| self.look(t.obj).types)
                    .fold(crate::card::Types::NONE, crate::card::Types::with);
                types.len() >= u32::from(*n)
            }
            _ => {
                let (_, n) = self.part_of(part, context);
                self.candidates(who, part, context).len() as i32 >= n
            }
        }
    }

    fn as_though_haste(&self, obj: Obj) -> bool {
        self.statics().into_iter().any(|(source, ability)| {
            let context = Context::of(self.thing(source), self.controller(source));
            matches!(ability, crate::ability::Static::HasteForAbilities(is)
                if self.is(Aimed::Thing(self.thing(obj)), is, &context))
        })
    }

    fn part_of<'p>(&self, part: &'p Pay, context: &Context) -> (Option<&'p Is>, i32) {
        match part {
            Pay::Sacrifice(is, n)
            | Pay::Discard(is, n)
            | Pay::ExileOthers(is, n)
            | Pay::ExileFromHand(is, n)
            | Pay::ExilePermanent(is, n)
            | Pay::TapUntapped(is, n)
            | Pay::ReturnToHand(is, n) => (Some(is), self.value(n, context)),
            _ => (None, 0),
        }
    }

    /// What a part of a cost could be paid with.
    fn candidates(&self, who: Who, part: &Pay, context: &Context) -> Vec<Thing> {
        let mut context = context.clone();
        context.controller = who;
        let own = |place: Place, is: Is| self.among(&Among(place, Whose::You, is), &context);
        let not_this =
            |things: Vec<Thing>| things.into_iter().filter(|t| t.obj != context.source.obj).collect();
        match part {
            Pay::Sacrifice(is, _) | Pay::ExilePermanent(is, _) | Pay::ReturnToHand(is, _) => {
                own(Place::Battlefield, is.clone())
            }
            Pay::TapUntapped(is, _) => own(Place::Battlefield, Is::All(vec![is.clone(), Is::Untapped])),
            Pay::Discard(is, _) | Pay::ExileFromHand(is, _) => not_this(own(Place::Hand, is.clone())),
            Pay::ExileOthers(is, _) => not_this(own(Place::Graveyard, is.clone())),
            Pay::ExileTypes(_) => not_this(own(Place::Graveyard, Is::Anything)),
            _ => Vec::new(),
        }
    }

    /// Pays everything but mana: what moves library cards comes last (601.2h).
    pub(crate) fn pay_parts(&mut self, who: Who, parts: &[Pay], context: &mut Context) -> bool {
        let late = |p: &&Pay| matches!(p, Pay::Mill(_) | Pay::Draw(_));
        let discards = |p: &&Pay| {
            matches!(
                p,
                Pay::Discard(..)
                    | Pay::DiscardHand
                    | Pay::DiscardThis
                    | Pay::Sacrifice(..)
                    | Pay::SacrificeThis
            )
        };
        let first: Vec<Pay> = parts.iter().filter(|p| !late(p) && discards(p)).cloned().collect();
        let middle: Vec<Pay> = parts.iter().filter(|p| !late(p) && !discards(p)).cloned().collect();
        let last: Vec<Pay> = parts.iter().filter(late).cloned().collect();
        // {T} before the sacrifice of the same object.
        let (taps, middle): (Vec<Pay>, Vec<Pay>) = middle.into_iter().partition(|p| {
            matches!(p, Pay::Tap | Pay::Untap | Pay::Remove(..) | Pay::Put(..) | Pay::Loyalty(_))
        });
        for part in taps.iter().chain(&first).chain(&middle).chain(&last) {
            if !self.can_pay_part(who, part, context) || !self.pay_part(who, part, context) {
                return false;
            }
        }
        true
    }

    fn pay_part(&mut self, who: Who, part: &Pay, context: &mut Context) -> bool {
        let source = context.source;
        match part {
            Pay::Tap => {
                self.tap(&[source]);
            }
            Pay::Untap => {
                self.tell_about(What::Untap, &[source]);
                self.permanent_mut(source.obj).tapped = false;
            }
            Pay::SacrificeThis => {
                context.cast.paid.push(source);
                self.sacrifice(&[source]);
            }
            Pay::ExileThis => {
                self.move_all(&[source], To::Zone(Zone::Exile));
            }
            Pay::DiscardThis => {
                self.discard_things(who, &[source]);
            }
            Pay::DiscardHand => {
                let hand: Vec<Thing> =
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
                self.draws(who, n);
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
                permanent.used.push((usize::MAX, turn));
            }
            Pay::Energy(n) => {
                let n = self.value(n, context);
                self.put_player_counters(who, "energy", -n);
            }
            _ => {
                let (_, n) = self.part_of(part, context);
                let from = self.candidates(who, part, context);
                let (least, most) = if let Pay::ExileTypes(_) = part {
                    (0, from.len())
                } else {
                    (n.max(0) as usize, n.max(0) as usize)
                };
                let offered: Vec<Aimed> = from.iter().copied().map(Aimed::Thing).collect();
                let kind = match part {
                    Pay::Sacrifice(..) => Spend::Sacrifice,
                    Pay::Discard(..) => Spend::Discard,
                    Pay::TapUntapped(..) => Spend::Tap,
                    Pay::ReturnToHand(..) => Spend::Return,
                    Pay::ExileTypes(n) => Spend::Types(*n),
                    _ => Spend::Exile,
                };
                let Answer::Picks(at) =
                    self.answer(who, Some(source), &Ask::Spend(kind, offered, least, most))
                else {
                    return false;
                };
                let mut picked: Vec<Thing> = at.into_iter().filter_map(|i| from.get(i).copied()).collect();
                picked.dedup();
                if picked.len() < least || picked.len() > most {
                    return false;
                }
                if let Pay::ExileTypes(n) = part {
                    let types = picked
                        .iter()
                        .map(|t| self.look(t.obj).types)
                        .fold(crate::card::Types::NONE, crate::card::Types::with);
                    if types.len() < u32::from(*n) {
                        return false;
                    }
                }
                context.cast.paid.extend(&picked);
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
                        context.cast.paid.extend(gone);
                    }
                }
            }
        }
        true
    }

    /// A cost that is paid while something resolves (118.12).
    pub(crate) fn pay_on_resolution(&mut self, who: Who, cost: &Cost, context: &mut Context) -> bool {
        if !cost.mana.is_empty() {
            let Some(bill) = Bill::of(cost, Some(self.print(context.source.obj)), context.cast.x) else {
                return false;
            };
            if self.pay_mana(who, &bill, false, &[]).is_none() {
                return false;
            }
        }
        let (those, paid) = (context.those.clone(), context.cast.paid.clone());
        let done = self.pay_parts(who, &cost.pay, context);
        context.those = those;
        context.cast.paid = paid;
        done
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

/// Looks for `most` taps that, with the pool, meet the bill.
fn search(
    bill: &Bill,
    pool: &[Unit],
    creature: bool,
    taps: &[Tap],
    most: usize,
    from: usize,
    chosen: &mut Vec<usize>,
) -> bool {
    if most == 0 {
        return meets(bill, pool, creature).is_some();
    }
    let mut tried: Vec<(&Vec<Mana>, i32, bool)> = Vec::new();
    for at in from..taps.len() {
        if chosen.iter().any(|&c| taps[c].source == taps[at].source) {
            continue;
        }
        let kind = (&taps[at].mana, taps[at].cheap, taps[at].snow);
        if tried.contains(&kind) && taps[at].choice.is_none() {
            continue;
        }
        tried.push(kind);
        let mut more = pool.to_vec();
        more.extend(taps[at].mana.iter().map(|&mana| Unit { snow: taps[at].snow, ..Unit::of(mana) }));
        chosen.push(at);
        if search(bill, &more, creature, taps, most - 1, at + 1, chosen) {
            return true;
        }
        chosen.pop();
    }
    false
}
