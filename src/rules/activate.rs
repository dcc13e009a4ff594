//! Playing lands (305) and activating abilities (602).

use super::cast::{Refusal, told_ability};
use super::cost::Bill;
use super::mana::is_mana_ability;
use super::moving::{Entry, To};
use super::pay::{Announce, parts_of};
use super::query::{Context, zone_of};
use super::spend::meets;
use super::target::phrases;
use super::{Answer, Ask, Deed, Game, Log, Player, Wanted, What};
use crate::ability::{Ability, Activated, Cost, If, Pay, Place, Static};
use crate::card::Types;
use crate::cardset::{Obj, Set};
use crate::field::Unit;
use crate::item::{EventInfo, Item, ItemKind};
use crate::mana::Mana;
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Thing};
use std::cmp::Reverse;

/// Why an ability that is not there is not activated.
const NO_SUCH: &str = "it has no such ability";

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Plays a land (305).
    pub(crate) fn play_land(&mut self, who: Who, thing: Thing) -> Result<(), Refusal> {
        self.can_play(who, thing)?;
        self.put_land(who, thing);
        Ok(())
    }

    /// The same of one that may be played.
    pub(crate) fn put_land(&mut self, who: Who, thing: Thing) {
        self.tell(|| Deed::of(What::Play, who).things(&[thing]));
        self.field_mut().today[who as usize].lands += 1;
        let entry = Entry { back: self.back_is_land(thing.obj), ..Entry::default() };
        self.move_with(&[thing], To::Battlefield(who, false), &entry);
    }

    /// Whether a card is played as a land by its back face (712.12).
    fn back_is_land(&self, obj: Obj) -> bool {
        let print = &self.table.prints[usize::from(self.field().prints[obj.index()])];
        let back = print.back.filter(|_| !print.types.has(Types::LAND));
        back.map(|back| &self.table.prints[usize::from(back)])
            .is_some_and(|back| back.modal && back.types.has(Types::LAND))
    }

    /// Whether a land may be played now (305).
    pub(crate) fn can_play(&mut self, who: Who, thing: Thing) -> Result<(), Refusal> {
        let look = self.identity(thing.obj);
        if !look.types.has(Types::LAND) && !self.back_is_land(thing.obj) {
            return Err("it is no land".into());
        }
        if !self.sorcery_speed(who) {
            return Err("a land is played in a main phase with an empty stack (305.1)".into());
        }
        let played = self.field().today[who as usize].lands;
        if played > 0 && played > self.extra_lands(who) {
            return Err("no more lands may be played this turn (305.2)".into());
        }
        let allowed = match self.zone_of_obj(thing.obj) {
            Some(Zone::Hand) => self.owner(thing.obj) == who,
            Some(Zone::Library) => {
                // Nobody looks at the top card who may not.
                self.plays_lands_from(who, Place::Library) && self.seen(who, 1).first() == Some(&thing)
            }
            from => {
                let own = from == Some(Zone::Graveyard) && self.owner(thing.obj) == who;
                own && self.plays_lands_from(who, Place::Graveyard)
                    || self.field().permissions.iter().any(|p| p.thing == thing && p.who == who)
            }
        };
        if !allowed {
            return Err("it may not be played from there".into());
        }
        // 101.2: to play it is to put it onto the battlefield (305.1).
        if !self.can_enter(thing.obj, self.zone_of_obj(thing.obj), self.back_is_land(thing.obj)) {
            return Err("an effect forbids that it enters from there (101.2)".into());
        }
        Ok(())
    }

    /// How many lands besides the first effects let a player play in a turn.
    fn extra_lands(&self, who: Who) -> i32 {
        let own = self.terms().into_iter().filter(|(source, _)| self.controller(*source) == who);
        own.filter_map(|(_, a)| if let Static::ExtraLands(n) = *a { Some(i32::from(n)) } else { None }).sum()
    }

    /// Whether an effect lets a player play lands from there.
    pub(crate) fn plays_lands_from(&self, who: Who, place: Place) -> bool {
        self.has_static(who, |s| matches!(s, Static::PlayLandsFrom(from) if *from == place))
    }

    /// Activates an ability (602.2).
    pub(crate) fn activate(
        &mut self,
        who: Who,
        thing: Thing,
        at: usize,
        announce: &Announce,
    ) -> Result<(), Refusal> {
        let ability = self.activation(who, thing, at, announce)?;
        let Ability::Activated(activated) = ability else { return Err(NO_SUCH.into()) };
        let mut context = Context::with_x(thing, who, announce.x);
        context.targets = self.announce_targets(&phrases(&activated.targets), &context)?;
        let print = self.print(thing.obj);
        let mut bill =
            Bill::of(&activated.cost, Some(print), context.cast.x).ok_or("its cost cannot be paid")?;
        self.adjust_ability(&mut bill, activated, thing, who);
        if !is_mana_ability(activated) {
            self.tell(|| Deed::of(What::Activating, who).things(&[thing]));
        }
        self.activate_named(who, announce, &bill, false)?;
        self.use_up(thing.obj, activated);
        let avoid = spent_with(activated, thing);
        self.take_life_for(who, &mut bill, false, avoid);
        // 119.4
        if !self.can_pay_life(who, bill.life) {
            return Err("there is not enough life".into());
        }
        if !activated.cost.pay.iter().all(|p| self.can_pay_part(who, p, &context)) {
            return Err("its cost cannot be paid (118.3)".into());
        }
        // The others pay first, where it could pay for itself.
        let others = avoid | Set::of(thing.obj);
        let spared = others != avoid && !bill.is_nothing() && self.can_pay_mana(who, &bill, false, others);
        let avoid = if spared { others } else { avoid };
        if self.pay_mana(who, &bill, false, avoid).is_none() {
            return Err(format!("{} cannot be paid", bill.symbols()).into());
        }
        if bill.life > 0 {
            self.pay_life(who, bill.life, &[]);
        }
        if is_mana_ability(activated) {
            let paid = self.pay_parts(who, &parts_of(&activated.cost.pay), &context);
            context.cast.pay(paid.ok_or("its cost cannot be paid (118.3)")?);
            self.resolve_mana_ability(thing, activated, &mut context);
            return Ok(());
        }
        self.field_mut().activated.push((who, thing));
        // 602.2a: it is on the stack while it is paid for.
        let id = self.next_item();
        self.field_mut().push(Item {
            id,
            kind: ItemKind::Ability { source: thing, ability, triggered: false },
            controller: who,
            targets: context.targets.clone(),
            cast: context.cast.clone(),
            event: EventInfo::default(),
        });
        let paid = self.pay_parts(who, &parts_of(&activated.cost.pay), &context);
        let paid = paid.ok_or("its cost cannot be paid (118.3)")?;
        self.item_mut(id, |item| item.cast.pay(paid));
        if activated.cost.pay.contains(&Pay::DiscardThis) {
            self.cycled(who, thing.obj);
        }
        self.tell(|| told_ability(who, id, &context.targets.concat(), announce.x));
        self.targeted(&context.targets, who);
        Ok(())
    }

    /// The ability that is meant, where it may be activated now, targets and costs left out of account (602.2, 602.5).
    pub(super) fn activation(
        &self,
        who: Who,
        thing: Thing,
        at: usize,
        announce: &Announce,
    ) -> Result<&'static Ability, Refusal> {
        let ability = self.of_activated(thing.obj, |all| all.get(at).copied()).ok_or(NO_SUCH)?;
        let meant = match ability {
            Ability::Activated(_) => ability,
            Ability::Equip(equip) => &equip.ability,
            _ => return Err(NO_SUCH.into()),
        };
        let Ability::Activated(activated) = meant else { return Err(NO_SUCH.into()) };
        if !self.works_there(activated, thing) {
            return Err("the ability does not work from there (113.6)".into());
        }
        if self.controller(thing.obj) != who {
            return Err("it is not under your control (602.2)".into());
        }
        let loyalty = activated.cost.pay.iter().any(|p| matches!(p, Pay::Loyalty(_)));
        let holds = activated.when.is_always()
            || self.holds(&activated.when, &Context::with_x(thing, who, announce.x));
        if !holds || (loyalty && !self.sorcery_speed(who)) {
            return Err("it cannot be activated now (602.5)".into());
        }
        if self.is_used_up(thing.obj, activated) {
            return Err("it was activated this turn (602.5b)".into());
        }
        Ok(meant)
    }

    /// Whether an ability of an object that works once each turn was activated this turn (602.5b).
    pub(super) fn is_used_up(&self, obj: Obj, activated: &Activated) -> bool {
        activated.when == If::OncePerTurn
            && self
                .place_of_ability(obj, activated)
                .is_some_and(|at| self.permanent(obj).notes.used.contains(&(at + 1, self.field().turns)))
    }

    /// One that works once each turn is activated.
    pub(super) fn use_up(&mut self, obj: Obj, activated: &Activated) {
        if activated.when == If::OncePerTurn
            && let Some(at) = self.place_of_ability(obj, activated)
        {
            let turn = self.field().turns;
            self.permanent_mut(obj).notes.used.push((at + 1, turn));
        }
    }

    /// The number of an ability among the activated ones of an object.
    fn place_of_ability(&self, obj: Obj, activated: &Activated) -> Option<usize> {
        let same = |of: &&Ability| matches!(of, Ability::Activated(a) if std::ptr::eq(a, activated));
        self.activated(obj).iter().position(same)
    }

    pub(super) fn adjust_ability(&self, bill: &mut Bill, activated: &Activated, thing: Thing, who: Who) {
        if let Some(less) = &activated.less {
            let less = self.value(less, &Context::of(thing, who)).max(0);
            bill.generic -= less.min(bill.generic);
        }
        // 601.2f: the player orders them; those that leave the most come first, so that the others take off the rest.
        let mut terms = self.terms();
        terms.sort_by_key(|(_, ability)| match ability {
            Static::AbilitiesCostLess { floor, .. } => Reverse(*floor),
            _ => Reverse(0),
        });
        for (source, ability) in terms {
            if let Static::AbilitiesCostLess { is, less, floor, first } = ability {
                let context = Context::of(self.thing(source), self.controller(source));
                let earlier =
                    |(by, of): &(Who, Thing)| *by == who && self.is(Aimed::Thing(*of), is, &context);
                let counts =
                    !first || (context.controller == who && !self.field().activated.iter().any(earlier));
                // 109.2: of permanents, where no card is spoken of.
                if counts && self.on_battlefield(thing.obj) && self.is(Aimed::Thing(thing), is, &context) {
                    for _ in 0..self.value(less, &context) {
                        if bill.generic > 0 && bill.total() > *floor {
                            bill.generic -= 1;
                        }
                    }
                }
            }
        }
    }

    /// Whether what a mana ability of that, where it lies, costs besides mana could be paid now.
    pub(crate) fn can_make_mana(&self, who: Who, source: Thing) -> bool {
        let context = Context::of(source, who);
        self.mana_abilities(source.obj).iter().any(|(_, ability)| {
            matches!(ability, Ability::Activated(a) if self.works_there(a, source)
                && !self.is_used_up(source.obj, a)
                && a.cost.pay.iter().all(|p| self.can_pay_part(who, p, &context)))
        })
    }

    /// What a player could use for mana now by paying mana for it: what is tapped, then what is exiled from where it lies.
    pub(crate) fn filters(&self, who: Who) -> Vec<Thing> {
        let uses = |(_, ability): &(usize, &Ability)| {
            matches!(ability, Ability::Activated(a) if !a.cost.mana.is_nothing()
                && a.cost.pay.iter().any(|part| matches!(part, Pay::Tap | Pay::ExileThis)))
        };
        let there = [Zone::Battlefield, Zone::Graveyard, Zone::Hand];
        let there = there.into_iter().flat_map(|zone| self.cards_in(who, zone)).map(|obj| self.thing(obj));
        there
            .filter(|thing| {
                self.mana_abilities(thing.obj).iter().any(uses) && self.can_make_mana(who, *thing)
            })
            .collect()
    }

    /// Whether an ability works in the zone where its object lies (113.6).
    fn works_there(&self, activated: &Activated, thing: Thing) -> bool {
        zone_of(activated.from) == self.zone_of_obj(thing.obj)
    }

    /// The mana abilities that were named for a cost, in order (601.2g).
    pub(super) fn activate_named(
        &mut self,
        who: Who,
        announce: &Announce,
        bill: &Bill,
        creature: bool,
    ) -> Result<(), Refusal> {
        let before = self.field().activated.len();
        for (at, source) in announce.mana_abilities.iter().enumerate() {
            // 605.3a: one that paid for another was activated while that was.
            let since = self.field().activated[before..].iter().filter(|(_, of)| of == source).count();
            let named = announce.mana_abilities[..at].iter().filter(|other| *other == source).count();
            if since <= named {
                self.activate_for_mana(who, *source, bill, (creature, announce.lavish))?;
            }
        }
        Ok(())
    }

    /// A mana ability of a source that was named for a cost; what it is to make is the player's choice, first what pays.
    fn activate_for_mana(
        &mut self,
        who: Who,
        source: Thing,
        bill: &Bill,
        (creature, lavish): (bool, bool),
    ) -> Result<(), Refusal> {
        let context = Context::of(source, who);
        let mut all = self.mana_abilities(source.obj);
        all.retain(|(_, ability)| {
            matches!(ability, Ability::Activated(a) if a.when != If::AtInstantSpeed
                && self.works_there(a, source)
                && !self.is_used_up(source.obj, a)
                && self.can_pay(who, &a.cost, &context))
        });
        let first = all.first().map(|(at, _)| *at);
        let mut made: Vec<(usize, Option<Mana>, Vec<Mana>)> = Vec::new();
        let mut frugal: Vec<Mana> = Vec::new();
        let possible = self.could_produce(source.obj);
        for (at, ability) in &all {
            let Ability::Activated(activated) = ability else { continue };
            let takes = activated.cost.pay.iter().any(|part| part.chosen().is_some());
            let options = self.expected(activated, &possible, &context).into_iter();
            for (choice, mana) in options.filter(|(_, mana)| !mana.is_empty()) {
                if !takes && !lavish {
                    frugal.push(mana[0]);
                }
                made.push((*at, choice, mana));
            }
        }
        let mut types: Vec<Mana> = Vec::new();
        for (.., mana) in &made {
            if !types.contains(&mana[0]) {
                types.push(mana[0]);
            }
        }
        types.sort_by_cached_key(|one| {
            let such = made.iter().filter(|(.., mana)| mana.contains(one));
            let best = such.map(|(.., mana)| self.helps(who, source, mana, bill, creature)).max();
            let (pays, alone) = best.unwrap_or_default();
            let there = self.field().pools[who as usize].iter().filter(|unit| unit.mana == *one).count();
            let lacks = bill.of[*one as usize] > there as i32;
            Reverse((pays, frugal.contains(one), alone, lacks))
        });
        let picked = match types.len() {
            0 | 1 => types.first().copied(),
            _ => match self.answer(who, Some(source), &Ask::Mana(&types)) {
                Answer::Picks(at) => at.first().and_then(|&i| types.get(i)).copied(),
                Answer::Bool(_) | Answer::Number(_) | Answer::Word(_) => None,
            },
        };
        // With other types, too, where the ability makes several that are chosen one by one.
        let of = made.iter().find(|(.., mana)| picked == mana.first().copied()).map(|(at, ..)| *at);
        made.retain(|(at, _, mana)| Some(*at) == of && picked.is_some_and(|one| mana.contains(&one)));
        let way = match made.len() {
            0 | 1 => made.pop(),
            _ => made
                .into_iter()
                .min_by_key(|(.., mana)| Reverse(self.helps(who, source, mana, bill, creature))),
        };
        let at = way.as_ref().map(|(at, ..)| *at).or(first);
        let at =
            at.ok_or_else(|| format!("{} has no mana ability to activate now", self.print(source.obj).name))?;
        self.wanted_mana = way.map(|(_, mana, made)| Wanted { mana, made, order: Vec::new() });
        let cost = all.iter().find(|(of, _)| *of == at).map(|(_, ability)| ability);
        let held = match cost {
            Some(Ability::Activated(a)) if !a.cost.mana.is_nothing() => {
                self.hold(who, bill, &a.cost, &context)
            }
            _ => Vec::new(),
        };
        let done = self.activate(who, source, at, &Announce::default());
        self.field_mut().pools[who as usize].extend(held);
        self.wanted_mana = None;
        done
    }

    /// Takes what a bill wants out of the pool, where a mana ability can be paid for without that.
    fn hold(&mut self, who: Who, bill: &Bill, cost: &Cost, context: &Context) -> Vec<Unit> {
        let pool = self.field().pools[who as usize].clone();
        let mut wanted = bill.of;
        let (held, left): (Vec<Unit>, Vec<Unit>) = pool.iter().partition(|unit| {
            wanted[unit.mana as usize] -= 1;
            wanted[unit.mana as usize] >= 0
        });
        self.field_mut().pools[who as usize] = left.into_iter().collect();
        if self.can_pay(who, cost, context) {
            return held;
        }
        self.field_mut().pools[who as usize] = pool;
        Vec::new()
    }

    /// Whether this mana of a source would pay, the other sources counted, and whether it would without them.
    fn helps(&mut self, who: Who, source: Thing, mana: &[Mana], bill: &Bill, creature: bool) -> (bool, bool) {
        let before = self.field().pools[who as usize].clone();
        let units: Vec<Unit> = mana.iter().map(|&mana| Unit::of(mana)).collect();
        self.field_mut().pools[who as usize].extend(units);
        let pays = (
            self.can_pay_mana(who, bill, creature, Set::of(source.obj)),
            meets(bill, &self.field().pools[who as usize], creature).is_some(),
        );
        self.field_mut().pools[who as usize] = before;
        pays
    }
}

/// What makes no mana for an ability, as it pays for it itself.
pub(super) fn spent_with<const W: usize>(activated: &Activated, thing: Thing) -> Set<W> {
    let spends =
        |p: &Pay| matches!(p, Pay::Tap | Pay::Untap | Pay::SacrificeThis | Pay::DiscardThis | Pay::ExileThis);
    if activated.cost.pay.iter().any(spends) { Set::of(thing.obj) } else { Set::EMPTY }
}
