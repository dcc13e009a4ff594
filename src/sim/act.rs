//! Doing what a line says, where it is legal: what is not is left without a trace.

use smallvec::SmallVec;

use super::drive::{Drive, Trouble};
use crate::ability::{Ability, Modal, Modes, Place};
use crate::cardset::{Obj, Set};
use crate::line::LinePlayer;
use crate::line::action::{Amount, Phase, Verb};
use crate::line::acts::{Act, cycles};
use crate::line::least::Need;
use crate::roles::Role;
use crate::rules::able::{Able, Allowed};
use crate::rules::cast::Refusal;
use crate::rules::pay::Announce;
use crate::rules::permit::Permit;
use crate::rules::{Game, Log, Look, View};
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Meant, Thing, Things, listed};

/// X and the like are tried no further than this.
const MOST: i32 = 250;

impl<'p, const W: usize, const PLAIN: bool, S: Source, L: Log<W>>
    Game<'_, W, LinePlayer<'p, W, PLAIN>, S, L>
{
    /// The actions of a phase that may be possible with what lies where they work.
    pub(super) fn in_reach(&self, phase: Phase) -> u64 {
        let leave = !self.field().permissions.is_empty();
        self.player.policy.acts.reach[phase as usize].near(
            self.state,
            self.table.cards,
            self.is_ruled(),
            leave,
        )
    }

    /// Whether a static ability or a lasting effect may give ways to cast or play something.
    fn is_ruled(&self) -> bool {
        let field = self.field();
        field.active.has(Role::Terms) || field.active.has(Role::Reaches) || !field.lasting.is_empty()
    }

    /// Whether few instructions tell that an action cannot be done though it is in reach. `most`: a bound on the mana, once
    /// it is known.
    pub(super) fn is_vain(&self, act: &Act<W>, most: &mut Option<u32>) -> bool {
        // 305.2
        act.verb == Verb::Play
            && !self.field().active.has(Role::Terms)
            && self.field().today[Who::You as usize].lands > 0
            || self.lacks(act)
            || act.least > 0 && *most.get_or_insert_with(|| self.mana_at_most(Who::You)) < act.least
    }

    /// Whether there are not enough of the objects that an action is paid with.
    fn lacks(&self, act: &Act<W>) -> bool {
        let lacks = |need: &Need<W>| (self.state.zone(Who::You, need.zone) & need.objects).len() < need.count;
        act.needs.iter().any(lacks) && self.are_as_printed()
    }

    /// Does an action with the first object with which it is legal. Whether there was one.
    pub(super) fn do_act(&mut self, act: &'p Act<W>, drive: &mut Drive) -> bool {
        match act.verb {
            Verb::Play => self.do_play(act),
            Verb::Cast => self.do_cast(act, drive),
            Verb::Activate | Verb::Cycle => self.do_activate(act, drive),
        }
    }

    /// Those of an action's objects in a zone of yours that are not alike, the earliest in the deck list first.
    fn offers(&self, act: &Act<W>, zone: Zone) -> Things {
        self.alike(act, zone, act.what.cards)
    }

    /// The same among some of the cards, and the objects that are no cards.
    fn alike(&self, act: &Act<W>, zone: Zone, cards: Set<W>) -> Things {
        let there = self.state.zone(Who::You, zone) & (cards | !self.table.cards);
        let mut found = Things::new();
        let others = there - self.table.cards;
        let mut left = there - others;
        while let Some(obj) = left.first() {
            found.push(self.thing(obj));
            // In other zones than the battlefield one is as good as another.
            left -= if zone == Zone::Battlefield { Set::of(obj) } else { self.table.alike(obj) };
        }
        let view = View::new(self.table, self.state);
        let print = |obj: Obj| self.field().prints[obj.index()];
        for obj in others.into_iter().filter(|&obj| act.what.has(view, obj)) {
            let known = || found.iter().any(|thing| print(thing.obj) == print(obj));
            if zone == Zone::Battlefield || !known() {
                found.push(self.thing(obj));
            }
        }
        found
    }

    fn do_play(&mut self, act: &Act<W>) -> bool {
        let mut able = self.offers(act, Zone::Hand);
        let permitted = !self.field().permissions.is_empty();
        if permitted {
            able.extend(self.offers(act, Zone::Exile));
        }
        if permitted || self.plays_lands_from(Who::You, Place::Graveyard) {
            able.extend(self.offers(act, Zone::Graveyard));
        }
        if self.plays_lands_from(Who::You, Place::Library) {
            able.extend(self.offers(act, Zone::Library));
        }
        able.retain(|thing| self.can_play(Who::You, *thing).is_ok());
        let offered: Meant = listed(able.iter().copied().map(Aimed::Thing));
        let view = View::new(self.table, self.state);
        let first = self.player.policy.choices.play.order(view, &offered, 1);
        let Some(&land) = first.first().and_then(|&at| able.get(at)) else { return false };
        self.put_land(Who::You, land);
        true
    }

    fn do_cast(&mut self, act: &'p Act<W>, drive: &mut Drive) -> bool {
        // From exile only by leave of an effect.
        let exiled = if self.field().permissions.is_empty() { act.from_exile } else { act.what.cards };
        let mut buried = act.from_graveyard;
        if !self.is_ruled() {
            buried -= act.given_way;
        }
        for (zone, cards) in [(Zone::Hand, act.from_hand), (Zone::Graveyard, buried), (Zone::Exile, exiled)] {
            if (self.state.zone(Who::You, zone) & (cards | !self.table.cards)).is_empty() {
                continue;
            }
            for thing in self.alike(act, zone, cards) {
                let look = self.identity(thing.obj);
                let way = (act.via.as_deref(), 0);
                let Ok(permit) = self.way_to_cast(Who::You, thing, &look, way) else { continue };
                let Some((announce, able)) = self.announcement(act, thing, &look, permit) else { continue };
                let cast = |game: &mut Self| game.cast_by(Who::You, thing, &look, permit, &announce);
                if self.commit(act, able, drive, cast) {
                    return true;
                }
            }
        }
        false
    }

    /// How a card is cast by an action in such a way, if it can be.
    fn announcement(
        &self,
        act: &Act<W>,
        thing: Thing,
        look: &Look,
        permit: Permit<'_>,
    ) -> Option<(Announce, Able)> {
        let means = |aimed: Aimed| self.aims_at(act, aimed);
        let allowed = Allowed { cards: act.aimed_cards, means: &means };
        let able = |announce: &mut Announce| self.payable(Who::You, thing, look, permit, announce, allowed);
        let has = |such: fn(&Ability) -> bool| look.abilities.iter().any(|a| such(a));
        let mut announce = self.least_announcement(act, thing, look, permit);
        let first = match look.modal() {
            None => able(&mut announce)?,
            Some(modal) => self.in_modes(act, modal).into_iter().find_map(|modes| {
                announce.modes = Some(modes);
                able(&mut announce)
            })?,
        };
        let mut best = (announce, first);
        // As much as can be paid: X first.
        if let Some(least) = best.0.x.filter(|_| act.x == Amount::Max) {
            best = most(best, |announce, n| announce.x = Some(n), least, able);
        }
        if act.replicate == Amount::Max && has(|a| matches!(a, Ability::Replicate(_))) {
            best = most(best, |announce, n| announce.replicate = vec![n], 0, able);
        }
        if act.kicked == Amount::Max && has(|a| matches!(a, Ability::Kicker(_))) {
            best = most(best, |announce, n| announce.kicked = n, 0, able);
        }
        Some(best)
    }

    /// The modes in which an action may cast a modal spell, the first that is possible before the others: just those that it
    /// names, or as the line prefers.
    fn in_modes(&self, act: &Act<W>, modal: &'static Modal) -> Vec<Modes> {
        let named: Modes = act.mode.iter().flatten().filter_map(|which| modal.number(which).ok()).collect();
        if named == Modes::NONE {
            self.player.policy.choices.modes(modal, &modal.choices())
        } else {
            vec![named]
        }
    }

    /// The least that an action may announce for a cast.
    pub(super) fn least_announcement(
        &self,
        act: &Act<W>,
        thing: Thing,
        look: &Look,
        permit: Permit<'_>,
    ) -> Announce {
        let has = |such: fn(&Ability) -> bool| look.abilities.iter().any(|a| such(a));
        let mut announce = Announce { via: act.via.clone(), ..Announce::default() };
        if permit.has_x(self.print(thing.obj)) {
            let least =
                look.abilities.iter().find_map(|a| if let Ability::LeastX(n) = **a { Some(n) } else { None });
            announce.x = Some(match act.x {
                Amount::Number(n) => n as i32,
                Amount::Max => i32::from(least.unwrap_or(0)),
            });
        }
        if let Amount::Number(n) = act.replicate
            && n > 0
            && has(|a| matches!(a, Ability::Replicate(_)))
        {
            announce.replicate = vec![n as i32];
        }
        if let Amount::Number(n) = act.kicked
            && n > 0
            && has(|a| matches!(a, Ability::Kicker(_)))
        {
            announce.kicked = n as i32;
        }
        announce
    }

    /// Whether an action may target something.
    fn aims_at(&self, act: &Act<W>, aimed: Aimed) -> bool {
        let view = View::new(self.table, self.state);
        act.targets.as_ref().is_none_or(|aims| aims.iter().any(|aim| aim.means(view, aimed)))
    }

    fn do_activate(&mut self, act: &'p Act<W>, drive: &mut Drive) -> bool {
        for &zone in &act.zones {
            for thing in self.offers(act, zone) {
                for at in self.meant(act, thing.obj) {
                    let means = |aimed: Aimed| self.aims_at(act, aimed);
                    let allowed = Allowed { cards: act.aimed_cards, means: &means };
                    let announced = |x: i32| Announce { x: Some(x), ..Announce::default() };
                    let able = |x: i32| self.can_activate(Who::You, thing, at, &announced(x), allowed);
                    let mut x = if let Amount::Number(n) = act.x { n as i32 } else { 0 };
                    let mut best = able(x);
                    if act.x == Amount::Max && self.ability_has_x(thing.obj, at) {
                        while best != Able::No && x < MOST && able(x + 1) != Able::No {
                            x += 1;
                            best = able(x);
                        }
                    }
                    let announce = announced(x);
                    let activate = |game: &mut Self| game.activate(Who::You, thing, at, &announce);
                    if best != Able::No && self.commit(act, best, drive, activate) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The numbers of the abilities that an action may mean.
    pub(super) fn meant(&self, act: &Act<W>, obj: Obj) -> SmallVec<[usize; 4]> {
        self.of_activated(obj, |all| {
            if act.verb == Verb::Cycle {
                let Some(entry) = self.table.entries.get(obj.index()) else { return SmallVec::new() };
                return (0..all.len()).filter(|&at| cycles(&entry.card, all[at])).collect();
            }
            match &act.ability {
                None => listed(0..all.len()),
                Some(which) => which.among(all).into_iter().collect(),
            }
        })
    }

    fn ability_has_x(&self, obj: Obj, at: usize) -> bool {
        self.activated(obj).get(at).is_some_and(
            |ability| matches!(ability, Ability::Activated(activated) if activated.cost.mana.has_x()),
        )
    }

    /// Does what has been found legal. Whether it was done; where it was not, everything is as it was.
    fn commit(
        &mut self,
        act: &'p Act<W>,
        able: Able,
        drive: &mut Drive,
        deed: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> bool {
        let before = (drive.careful || able == Able::Perhaps)
            .then(|| (Box::new(self.state.clone()), self.player.memory, self.log.mark()));
        self.player.doing = Some(act);
        let done = deed(self);
        self.player.doing = None;
        match (done, before) {
            (Ok(()), _) => true,
            (Err(_), Some((state, memory, mark))) => {
                *self.state = *state;
                self.player.memory = memory;
                self.log.rewind(mark);
                false
            }
            (Err(_), None) => {
                drive.trouble = Some(Trouble::Misjudged);
                true
            }
        }
    }
}

/// A cast with a number as large as it can be, from one with which it is possible.
fn most(
    mut best: (Announce, Able),
    set: impl Fn(&mut Announce, i32),
    from: i32,
    able: impl Fn(&mut Announce) -> Option<Able>,
) -> (Announce, Able) {
    for n in from + 1..=MOST {
        let mut announce = best.0.clone();
        set(&mut announce, n);
        match able(&mut announce) {
            Some(able) => best = (announce, able),
            None => break,
        }
    }
    best
}
