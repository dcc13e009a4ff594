//! What could be tapped for mana while something is paid for (605.3a), and what it would make.

use std::cell::OnceCell;
use std::ops::Deref;
use std::sync::Arc;

use smallvec::SmallVec;

use super::mana::is_mana_ability;
use super::query::Context;
use super::{Game, Log, Look, Player};
use crate::ability::{Ability, Activated, Effect, Keyword, Makes, Pay, Place, Value, When};
use crate::card::{Supertypes, Types};
use crate::cardset::{Obj, Set};
use crate::field::Unit;
use crate::kept::{Offer, is_simple, makes_always_the_same, makes_mana};
use crate::look::Seen;
use crate::mana::Mana;
use crate::roles::Role;
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::Thing;

/// Some mana that an ability would make: as it is kept of a print, or as the position makes it.
#[derive(Debug, Clone)]
pub(super) enum Made<'g> {
    Kept(&'g Offer),
    Now(Arc<Offer>),
}

impl Deref for Made<'_> {
    type Target = Offer;

    fn deref(&self) -> &Offer {
        match self {
            Self::Kept(offer) => offer,
            Self::Now(offer) => offer,
        }
    }
}

/// A way to get mana: a source, and what its ability makes.
#[derive(Debug, Clone)]
pub(super) struct Tap<'g> {
    pub source: Thing,
    pub offer: Made<'g>,
    pub cheap: i32,
    /// The order in which sources are used up.
    pub key: i32,
    /// What the mana is besides its type.
    pub unit: Unit,
}

pub(super) type Taps<'g> = SmallVec<[Tap<'g>; 8]>;

impl<'g, const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'g, W, P, S, L> {
    /// No more mana than this could a player have now: what floats, and the most that each source could make, whether it
    /// can now or not. Where effects change what is made, more than any cost.
    pub(crate) fn mana_at_most(&self, who: Who) -> u32 {
        if !self.unaltered() || !self.makes_plainly() {
            return u32::MAX;
        }
        let mut most = self.field().pools[who as usize].len() as u32;
        for obj in self.state.zone(who, Zone::Battlefield) | self.hand_mana(who) {
            let at = usize::from(self.print_number(obj));
            let kept = &self.table.kept[at];
            if kept.simple.get() == Some(&true) && self.permanent(obj).tapped {
                continue;
            }
            let makes = || {
                let mut most = 0;
                let look = self.identity(obj);
                self.each_offer(obj, &look, &Context::of(self.thing(obj), who), |offer| {
                    most = most.max(offer.mana.len() as u32);
                });
                if kept.steady.get() == Some(&true) { most } else { u32::MAX }
            };
            let shifts = self.table.prints[at].roles.shifts;
            most = most.saturating_add(if shifts { u32::MAX } else { *kept.most.get_or_init(makes) });
        }
        most
    }

    /// The most mana that a player could have now: what floats, and what each source could make, as paying counts it.
    pub(crate) fn most_mana(&self, who: Who) -> i32 {
        let mut taps = Taps::new();
        self.ways_to_tap(who, Set::EMPTY, &mut taps);
        let most = |ways: &[Tap<'_>]| ways.iter().map(|tap| tap.offer.mana.len()).max().unwrap_or(0);
        let made: usize = taps.chunk_by(|one, other| one.source == other.source).map(most).sum();
        (self.field().pools[who as usize].len() + made) as i32
    }

    /// Adds every way in which a player could tap something for mana now, source by source.
    pub(super) fn ways_to_tap(&self, who: Who, avoid: Set<W>, all: &mut Taps<'g>) {
        let plain = self.unaltered() && self.makes_plainly();
        for obj in self.state.zone(who, Zone::Battlefield) - avoid {
            let at = usize::from(self.print_number(obj));
            let Some(offers) = (if plain { self.simple_offers_of(obj, at) } else { None }) else {
                self.ways_to_tap_one(who, obj, Place::Battlefield, all);
                continue;
            };
            if offers.is_empty() || self.permanent(obj).tapped {
                continue;
            }
            let source = self.thing(obj);
            let snow = self.table.prints[at].supertypes.has(Supertypes::SNOW);
            let unit = Unit { snow, ..Unit::of(Mana::Colourless) };
            let key = 10 + offers.len() as i32;
            for offer in offers {
                all.push(Tap { source, offer: Made::Kept(offer), cheap: 10, key, unit });
            }
        }
        for obj in self.hand_mana(who) - avoid {
            self.ways_to_tap_one(who, obj, Place::Hand, all);
        }
    }

    /// The ways in which one object there could be used for mana now.
    fn ways_to_tap_one(&self, who: Who, obj: Obj, place: Place, all: &mut Taps<'g>) {
        let context = Context::of(self.thing(obj), who);
        let look = self.identity(obj);
        let before = all.len();
        let mut refused: Option<*const Ability> = None;
        let mut unit = None;
        self.each_offer(obj, &look, &context, |offer| {
            let Ability::Activated(activated) = offer.ability else { return };
            let ability: *const Ability = offer.ability;
            if activated.from != place || refused == Some(ability) {
                return;
            }
            let known = all[before..].last().filter(|tap| std::ptr::eq(tap.offer.ability, ability));
            if known.is_none()
                && (!self.can_pay(who, &activated.cost, &context)
                    || !self.holds(&activated.when, &context)
                    || self.is_used_up(obj, activated))
            {
                refused = Some(ability);
                return;
            }
            let unit = *unit.get_or_insert_with(|| Unit {
                snow: look.supertypes.has(Supertypes::SNOW),
                creatures_only: makes_for_creatures(&look),
                ..Unit::of(Mana::Colourless)
            });
            // A card in hand is worth more than what stands there to be tapped, and counters that stay are, too.
            let stays = activated.cost.pay.iter().any(|part| matches!(part, Pay::Put(..)));
            let worth = if place == Place::Hand || stays { 100 } else { 0 };
            let cheap = activated.cost.pay.len() as i32 * 10 + worth;
            all.push(Tap { source: context.source, offer, cheap, key: 0, unit });
        });
        let options = (all.len() - before) as i32;
        for tap in &mut all[before..] {
            tap.key = tap.cheap + options;
        }
    }

    /// What a permanent makes, where it is tapped for plain mana or makes none, and nothing changes what it is.
    #[inline]
    pub(super) fn simple_offers(&self, obj: Obj) -> Option<&'g [Arc<Offer>]> {
        self.simple_offers_of(obj, usize::from(self.print_number(obj)))
    }

    /// The same of one with this print.
    #[inline]
    fn simple_offers_of(&self, obj: Obj, at: usize) -> Option<&'g [Arc<Offer>]> {
        let kept = &self.table.kept[at];
        match kept.simple.get() {
            None => self.first_simple_offers(obj, at),
            Some(false) => None,
            Some(true) => kept.offers.get().map(Vec::as_slice),
        }
    }

    /// The same, asked of a print for the first time.
    #[inline(never)]
    fn first_simple_offers(&self, obj: Obj, at: usize) -> Option<&'g [Arc<Offer>]> {
        let (print, kept) = (&self.table.prints[at], &self.table.kept[at]);
        let offers = || kept.offers.get_or_init(|| self.mana_offers(obj, &self.own_context(obj)));
        let simple = || {
            let activated = self.activated(obj);
            let mut mana = activated.iter().filter(|ability| makes_mana_at_once(ability));
            let abilities = activated.iter().chain(&print.abilities);
            let barren = || makes_always_the_same(abilities.copied()) && offers().is_empty();
            // 302.6
            let tapped = !print.types.has(Types::CREATURE)
                && mana.all(|ability| is_simple(ability))
                && !print.abilities.iter().any(|ability| matters_to_mana(ability));
            !print.roles.shifts && (tapped || barren())
        };
        let made = simple().then(|| offers().as_slice());
        // Only once its offers are known, too.
        let _ = kept.simple.set(made.is_some());
        made
    }

    fn own_context(&self, obj: Obj) -> Context {
        Context::of(self.thing(obj), self.controller(obj))
    }

    /// The cards of a hand with a mana ability that works there.
    pub(super) fn hand_mana(&self, who: Who) -> Set<W> {
        self.state.zone(who, Zone::Hand) & self.table.held_mana
    }

    /// What the mana abilities of an object that is such would make, as far as they can be used while something is paid for.
    fn each_offer(&self, obj: Obj, look: &Seen<'_>, context: &Context, each: impl FnMut(Made<'g>)) {
        let kept = &self.table.kept[usize::from(self.print_number(obj))];
        let steady = || {
            let abilities = self.activated(obj);
            makes_always_the_same(abilities.iter().chain(&self.print(obj).abilities).copied())
        };
        let printed =
            matches!(look, Seen::Printed(_)) && self.makes_plainly() && *kept.steady.get_or_init(steady);
        if printed {
            let offers = kept.offers.get_or_init(|| self.mana_offers(obj, context));
            offers.iter().map(|offer| Made::Kept(offer)).for_each(each);
        } else {
            self.mana_offers(obj, context).into_iter().map(Made::Now).for_each(each);
        }
    }

    fn mana_offers(&self, obj: Obj, context: &Context) -> Vec<Arc<Offer>> {
        let mut all = Vec::new();
        let mana_abilities = self.mana_abilities(obj);
        if mana_abilities.is_empty() {
            return all;
        }
        let possible = OnceCell::new();
        let possible = || possible.get_or_init(|| self.could_produce(obj));
        let plain = self.mana_replacements(obj).is_empty() && !self.is_done(Role::Taps);
        for (_, ability) in mana_abilities {
            let Ability::Activated(activated) = ability else { continue };
            let simple = activated.cost.mana.is_nothing()
                && activated.cost.pay.iter().all(|part| match part {
                    Pay::Tap
                    | Pay::SacrificeThis
                    | Pay::Life(_)
                    | Pay::Put(..)
                    | Pay::Remove(..)
                    | Pay::TapUntapped(..) => true,
                    Pay::ExileThis => activated.from == Place::Hand,
                    _ => false,
                });
            if simple {
                let taps = activated.cost.pay.contains(&Pay::Tap);
                let mut offer = |choice, mana, order| {
                    all.push(Arc::new(Offer { ability, choice, mana, order }));
                };
                if plain
                    && let Effect::Mana(Makes::OneColor(among, count)) = &activated.effect
                    && let n @ 1.. = self.value(count, context)
                {
                    // It could produce just what it says (106.7).
                    for mana in Mana::ALL.into_iter().filter(|mana| among.contains(mana.letter())) {
                        offer(Some(mana), vec![mana; n as usize], Vec::new());
                    }
                    continue;
                }
                if plain || !taps {
                    for (choice, mana) in self.expected(activated, possible(), context) {
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
                Effect::All(list) => list.iter().find(|part| makes_mana(part)).unwrap_or(&Effect::Nothing),
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
                Makes::Combination(among, count) => {
                    let n = self.value(count, context).max(0) as usize;
                    let among = super::mana::letters(among);
                    let own = possible.iter().any(|one| among.contains(one));
                    let types = possible.iter().filter(|one| !own || among.contains(one));
                    mixtures(&types.copied().collect::<Vec<_>>(), n, &mut Vec::new(), &mut all);
                }
                Makes::CouldProduce { amount, .. }
                | Makes::CommanderColor(amount)
                | Makes::ColorsOf(_, amount) => {
                    let n = self.value(amount, context).max(0) as usize;
                    all.extend(possible.iter().map(|&m| (Some(m), vec![m; n])));
                }
                Makes::DevotionTo(_) => all.extend(possible.iter().map(|&m| {
                    let n = self.value(&Value::Devotion(vec![m]), context).max(0) as usize;
                    (Some(m), vec![m; n])
                })),
                Makes::SameAsEvent | Makes::ChosenOfEvent => {
                    all.extend(possible.iter().map(|&m| (Some(m), vec![m])));
                }
            }
        }
        all
    }
}

/// So many mana of these types in every combination, after what there is already: one type alone is a choice of it.
fn mixtures(types: &[Mana], n: usize, made: &mut Vec<Mana>, all: &mut Vec<(Option<Mana>, Vec<Mana>)>) {
    if n == 0 {
        let choice = made.first().copied().filter(|one| made.iter().all(|other| other == one));
        all.push((choice, made.clone()));
        return;
    }
    for (at, &one) in types.iter().enumerate() {
        made.push(one);
        mixtures(&types[at..], n - 1, made, all);
        made.pop();
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

/// The least useful first; of those that are as useful the oldest.
pub(super) fn put_in_order(taps: &mut Taps<'_>) {
    taps.sort_by_key(|tap| (tap.key, tap.source.stamp, tap.source.obj));
}

/// Whether an ability is a mana ability (605.1a).
fn makes_mana_at_once(ability: &Ability) -> bool {
    matches!(ability, Ability::Activated(activated) if is_mana_ability(activated))
}
