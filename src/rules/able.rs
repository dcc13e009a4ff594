//! Whether something can be cast or activated: decided without doing it, from the same parts that do it.

use super::activate::spent_with;
use super::cast::options_of;
use super::cast::x_of;
use super::cost::Bill;
use super::pay::{Announce, parts_of};
use super::permit::Permit;
use super::query::Context;
use super::target::phrases;
use super::{Game, Log, Look, Player};
use crate::ability::{Ability, Is, Modes, Pay, Place, Static, Target};
use crate::cardset::{Obj, Set};
use crate::item::{Cast, CastInfo};
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Meant, Thing};

/// Whether something can be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Able {
    /// It cannot.
    No,
    /// It can.
    Yes,
    /// Only trying tells: its costs may stand in each other's way, or something changes it as it is announced.
    Perhaps,
}

/// What may be targeted.
#[derive(Clone, Copy)]
pub(crate) struct Allowed<'a, const W: usize> {
    /// The cards that may, where they are no permanents; of other objects `means` says it.
    pub cards: Set<W>,
    /// Whether something may.
    pub means: &'a dyn Fn(Aimed) -> bool,
}

impl<const W: usize> Allowed<'_, W> {
    /// Everything.
    pub const ALL: Allowed<'static, W> = Allowed { cards: Set::ALL, means: &|_| true };
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Whether a card that may be cast so can be cast as announced, with targets that are allowed.
    pub(super) fn can_cast(
        &self,
        who: Who,
        thing: Thing,
        look: &Look,
        permit: Permit<'_>,
        announce: &Announce,
        allowed: Allowed<'_, W>,
    ) -> Able {
        if self.changes_on_the_stack() {
            return Able::Perhaps;
        }
        if !look.abilities.iter().any(|ability| bears_on_casting(ability)) && announce.is_plain() {
            return self.can_cast_plainly(who, thing, look, permit, allowed);
        }
        let x = announce.x.unwrap_or(0);
        let print = self.print(thing.obj);
        if x_of(print, look, permit, x).is_err() || options_of(look, announce).is_err() {
            return Able::No;
        }
        let mut context = Context::of(thing, who);
        context.cast = Cast::from(CastInfo {
            x,
            kicked: announce.kicked,
            via: permit.word.map(str::to_owned),
            from: self.zone_of_obj(thing.obj),
            ..CastInfo::default()
        });
        if !self.can_aim(look, announce.modes, &mut context, allowed) {
            return Able::No;
        }
        let Some(mut bill) = self.bill_to_pay(who, thing, look, permit, announce) else { return Able::No };
        let Ok(parts) = self.parts(who, look, permit, announce, &context) else { return Able::No };
        let crossed = self.delved(who, thing, look, &mut bill)
            && parts.iter().any(|part| matches!(part, Pay::ExileOthers(..) | Pay::ExileTypes(_)));
        let Ok(convoked) = self.convoked(who, &announce.convoke, &mut bill) else { return Able::No };
        if look.abilities.iter().any(|a| matches!(**a, Ability::NoMana)) && bill.total() > 0 {
            return Able::No;
        }
        self.can_pay_all(who, &bill, look.creature(), convoked, &parts, &context, crossed)
    }

    /// The same of a spell with no ability that bears on how it is cast, where nothing but the way is announced.
    fn can_cast_plainly(
        &self,
        who: Who,
        thing: Thing,
        look: &Look,
        permit: Permit<'_>,
        allowed: Allowed<'_, W>,
    ) -> Able {
        let mut context = Context::of(thing, who);
        if !self.are_there(&Self::spell_targets(look, Modes::NONE), &mut context, allowed) {
            return Able::No;
        }
        let bill = self.bill_to_pay(who, thing, look, permit, &Announce::default());
        let Some(bill) = bill else { return Able::No };
        let parts = permit.parts();
        self.can_pay_all(who, &bill, look.creature(), Set::EMPTY, &parts, &context, false)
    }

    /// Takes off a bill what delving can pay, if the spell has that (702.66a). Whether it pays any.
    fn delved(&self, who: Who, thing: Thing, look: &Look, bill: &mut Bill) -> bool {
        let delves = look.abilities.iter().any(|a| matches!(**a, Ability::Delve));
        let others = self.state.zone(who, Zone::Graveyard) - Set::of(thing.obj);
        let pays = if delves { bill.generic.min(others.len() as i32).max(0) } else { 0 };
        bill.generic -= pays;
        pays > 0
    }

    /// Whether each of the creatures announced for convoke pays for something (702.51a).
    pub(super) fn all_convoke(
        &self,
        who: Who,
        thing: Thing,
        look: &Look,
        permit: Permit<'_>,
        announce: &Announce,
    ) -> bool {
        let Some(mut bill) = self.bill(who, thing, look, permit, announce) else { return false };
        self.delved(who, thing, look, &mut bill);
        self.convoked(who, &announce.convoke, &mut bill).is_ok()
    }

    /// Whether an ability can be activated as announced, with targets that are allowed.
    pub(crate) fn can_activate(
        &self,
        who: Who,
        thing: Thing,
        at: usize,
        announce: &Announce,
        allowed: Allowed<'_, W>,
    ) -> Able {
        let Ok(ability) = self.activation(who, thing, at, announce) else { return Able::No };
        let Ability::Activated(activated) = ability else { return Able::No };
        let mut context = Context::with_x(thing, who, announce.x);
        if !self.are_there(&phrases(&activated.targets), &mut context, allowed) {
            return Able::No;
        }
        let print = self.print(thing.obj);
        let Some(mut bill) = Bill::of(&activated.cost, Some(print), context.cast.x) else { return Able::No };
        self.adjust_ability(&mut bill, activated, thing, who);
        let avoid = spent_with(activated, thing);
        self.take_life_for(who, &mut bill, false, avoid);
        let parts = parts_of(&activated.cost.pay);
        self.can_pay_all(who, &bill, false, avoid, &parts, &context, false)
    }

    /// Whether mana and everything else can be paid; `crossed`: known to stand in each other's way.
    #[expect(clippy::too_many_arguments, reason = "the parts of a cost")]
    fn can_pay_all(
        &self,
        who: Who,
        bill: &Bill,
        creature: bool,
        mut avoid: Set<W>,
        parts: &[&Pay],
        context: &Context,
        crossed: bool,
    ) -> Able {
        // A spell is on the stack when it is paid for.
        if self.state.zone(who, Zone::Hand).has(context.source.obj) {
            avoid.insert(context.source.obj);
        }
        if !parts.iter().all(|part| self.can_pay_part(who, part, context))
            || !self.can_pay_life(who, bill.life)
            || !self.can_pay_mana(who, bill, creature, avoid)
        {
            return Able::No;
        }
        let of_hand =
            |part: &&Pay| matches!(part, Pay::Discard(..) | Pay::DiscardHand | Pay::ExileFromHand(..));
        // Life may be paid elsewhere, too.
        let crossed = crossed
            || bill.life > 0
            || stand_in_the_way(parts, bill.total() > 0)
            || (bill.total() > 0 && parts.iter().any(of_hand) && !self.hand_mana(who).is_empty());
        if crossed { Able::Perhaps } else { Able::Yes }
    }

    /// Whether there are targets for each phrase; of each the first that are known, for what is asked about them.
    pub(super) fn are_there(
        &self,
        wanted: &[&'static Target],
        context: &mut Context,
        allowed: Allowed<'_, W>,
    ) -> bool {
        // A spell is on the stack when its targets are chosen.
        let source = context.source.obj;
        let off = !wanted.is_empty() && self.zone_of_obj(source) != Some(Zone::Battlefield);
        let itself = |aimed: Aimed| off && matches!(aimed, Aimed::Thing(thing) if thing.obj == source);
        for (n, target) in wanted.iter().enumerate() {
            let least = self.value(&target.least, context).max(0) as usize;
            // What comes last need not be listed: a cost does not ask about it.
            if n + 1 == wanted.len()
                && let Some(cards) = self.cards_to_aim_at(&target.aim, context)
            {
                let mut cards = cards & (allowed.cards | !self.table.cards);
                if off {
                    cards.remove(source);
                }
                let others = cards - self.table.cards;
                let of_others = |&obj: &Obj| (allowed.means)(Aimed::Thing(self.thing(obj)));
                let many = (cards - others).len() as usize + others.into_iter().filter(of_others).count();
                return many >= least;
            }
            let mut from = self.targetable(&target.aim, context);
            from.retain(|aimed| (allowed.means)(*aimed) && !itself(*aimed));
            let most = self.value(&target.most, context).max(0) as usize;
            if from.len() < least {
                return false;
            }
            from.truncate(most);
            context.targets.push(Meant::from_slice(&from));
        }
        true
    }

    /// Whether an effect changes spells as they are announced, or asks how they are cast.
    fn changes_on_the_stack(&self) -> bool {
        self.terms().iter().any(|(_, what)| match &**what {
            Static::Grant(among, _) => among.0 == Place::Stack,
            Static::SpellsCost { is, .. }
            | Static::SpellsCostLess { is, .. }
            | Static::SpellsCostLessColored { is, .. } => asks_of_the_cast(is),
            _ => false,
        })
    }
}

/// Whether an ability of a spell bears on what is announced and paid for it.
fn bears_on_casting(ability: &Ability) -> bool {
    matches!(
        ability,
        Ability::Additional(_)
            | Ability::Kicker(_)
            | Ability::Multikicker(_)
            | Ability::Buyback(_)
            | Ability::Replicate(_)
            | Ability::CostsLess(..)
            | Ability::NoMana
            | Ability::LeastX(_)
            | Ability::Delve
            | Ability::Convoke
            | Ability::Modal(_)
    )
}

/// Whether it matters how or at what a spell is cast.
fn asks_of_the_cast(is: &Is) -> bool {
    match is {
        Is::All(all) | Is::AnyOf(all) => all.iter().any(asks_of_the_cast),
        Is::Not(inner) => asks_of_the_cast(inner),
        Is::Escaped
        | Is::CastFromGraveyard
        | Is::CastNotFromHand
        | Is::WasCast
        | Is::Kicked
        | Is::Targets(_)
        | Is::ManaValue(..) => true,
        _ => false,
    }
}

/// Whether what pays one part of a cost may be missing for another; `mana`: whether mana is paid besides.
fn stand_in_the_way(parts: &[&Pay], mana: bool) -> bool {
    let of_permanents = |part: &Pay| {
        matches!(
            part,
            Pay::Sacrifice(..)
                | Pay::TapUntapped(..)
                | Pay::ReturnToHand(..)
                | Pay::ExilePermanent(..)
                | Pay::Life(_)
        )
    };
    let chosen = |part: &&&Pay| {
        of_permanents(part)
            || matches!(
                part,
                Pay::Discard(..)
                    | Pay::DiscardHand
                    | Pay::ExileOthers(..)
                    | Pay::ExileTypes(_)
                    | Pay::ExileFromHand(..)
                    | Pay::Mill(_)
                    | Pay::Draw(_)
            )
    };
    (mana && parts.iter().any(|part| of_permanents(part))) || parts.iter().filter(chosen).count() > 1
}
