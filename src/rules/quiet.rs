//! Moves that nothing replaces: they happen, and that is all but for what triggers.

use smallvec::{SmallVec, smallvec};

use super::moving::{Entry, arrivals};
use super::trigger::Moved;
use super::watch::Watchers;
use super::{Game, Log, Player};
use crate::ability::When;
use crate::cardset::{Obj, Set};
use crate::library::Cards;
use crate::look::Seen;
use crate::permanent::Permanent;
use crate::roles::{Moves, Role};
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Thing, Things};

impl<'g, const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'g, W, P, S, L> {
    /// What comes of the moves of such cards between such places, neither of them the battlefield, where nothing replaces
    /// them and nothing but the cards themselves waits for them: the cards that do. `None`: more may come of them. A log
    /// wants to be told of every move.
    pub(super) fn stirred(&self, cards: Set<W>, from: Option<Zone>, to: Option<Zone>) -> Option<Set<W>> {
        let number = Moves::number(from, to);
        let quiet = (cards - self.table.quiet_moves[number]).is_empty() && self.is_still(number);
        quiet.then(|| cards & self.table.own_moves[number])
    }

    /// The same of one card: whether it waits for its move.
    pub(super) fn stirs(&self, card: Obj, from: Option<Zone>, to: Option<Zone>) -> Option<bool> {
        let number = Moves::number(from, to);
        let quiet = self.table.quiet_moves[number].has(card) && self.is_still(number);
        quiet.then(|| self.table.own_moves[number].has(card))
    }

    /// Whether nothing but the cards that move so themselves replaces such a move or waits for it.
    fn is_still(&self, number: usize) -> bool {
        let field = self.field();
        !(L::ON
            || field.active.has(Role::Replaces)
            || self.altered()
            || self.reaches_beyond()
            || !field.command.is_empty()
            || field.delayed.iter().any(|delayed| matches!(delayed.when, When::Dies(_)))
            || self.is_watched(Role::Moves, Moves::numbered(number)))
    }

    /// Takes the top cards off a library, top first, and says which these are: they are nowhere.
    pub(super) fn off_the_top(&mut self, who: Who, n: u32) -> (Cards, Set<W>) {
        let (cards, all) = self.state.side_mut(who).library.take_in_order(who, n, self.source);
        *self.state.zone_mut(who, Zone::Library) -= all;
        (cards, all)
    }

    /// Puts them back; they are the same objects.
    pub(super) fn back_on_top(&mut self, who: Who, cards: &[Obj]) -> Things {
        for &card in cards.iter().rev() {
            self.state.put_on_top(who, card);
        }
        cards.iter().map(|&card| self.thing(card)).collect()
    }

    /// Cards that are nowhere, in an order and as a set, arrive in a zone of their owner, or on the stack; those of them
    /// trigger that were found to.
    pub(super) fn arrive(
        &mut self,
        owner: Who,
        (cards, all): (&[Obj], Set<W>),
        (from, to): (Option<Zone>, Option<Zone>),
        stirred: Set<W>,
    ) -> Things {
        if let Some(zone) = to {
            *self.state.zone_mut(owner, zone) |= all;
        }
        let field = self.field_mut();
        field.exiled_today |= to == Some(Zone::Exile) && !cards.is_empty();
        let mut arrived = Things::with_capacity(cards.len());
        if stirred.is_empty() {
            for &obj in cards {
                arrived.push(Thing { obj, stamp: field.tick(obj) });
            }
            return arrived;
        }
        let mut moved: SmallVec<[Moved<'g>; 2]> = SmallVec::new();
        for &obj in cards {
            let before = self.thing(obj);
            let now = Thing { obj, stamp: self.field_mut().tick(obj) };
            arrived.push(now);
            if stirred.has(obj) {
                let look = Seen::Printed(self.printed(obj));
                moved.push(Moved { before, now, from, to, owner, controller: owner, look, token: false });
            }
        }
        self.triggers_of_their_own(&moved);
        arrived
    }

    /// The same of one card, which may trigger.
    #[inline]
    pub(super) fn arrive_alone(
        &mut self,
        owner: Who,
        card: Obj,
        (from, to): (Option<Zone>, Option<Zone>),
        stirs: bool,
    ) -> Thing {
        if let Some(zone) = to {
            self.state.zone_mut(owner, zone).insert_if(card, true);
        }
        let before = self.thing(card);
        let field = self.field_mut();
        field.exiled_today |= to == Some(Zone::Exile);
        let now = Thing { obj: card, stamp: field.tick(card) };
        if stirs {
            self.stir(owner, (before, now), (from, to));
        }
        now
    }

    /// A card that waits for its own move has moved so.
    #[inline(never)]
    fn stir(&mut self, owner: Who, (before, now): (Thing, Thing), (from, to): (Option<Zone>, Option<Zone>)) {
        let look = Seen::Printed(self.printed(now.obj));
        let moved = Moved { before, now, from, to, owner, controller: owner, look, token: false };
        self.triggers_of_their_own(&[moved]);
    }

    /// Moves cards that all lie in one kind of zone, or all on the stack, where little comes of it.
    pub(super) fn move_quietly(&mut self, things: &[Thing], to: Option<Zone>) -> Option<Things> {
        if L::ON || matches!(to, Some(Zone::Library | Zone::Battlefield)) {
            return None;
        }
        let first = things.first()?.obj;
        let owner = self.owner(first);
        let from = match self.state.find(first) {
            Some((_, Zone::Battlefield)) => return None,
            Some((who, zone)) => (who == owner).then_some(Some(zone))?,
            None => None,
        };
        if let [thing] = things {
            let card = self.same(*thing).then_some(first)?;
            let stirs = self.stirs(card, from, to)?;
            self.take_from(owner, &[card], Set::of(card), from);
            return Some(smallvec![self.arrive_alone(owner, card, (from, to), stirs)]);
        }
        let (cards, all) = self.together(things, owner, from)?;
        let stirred = self.stirred(all, from, to)?;
        self.take_from(owner, &cards, all, from);
        Some(self.arrive(owner, (&cards, all), (from, to), stirred))
    }

    /// Takes cards out of the zone in which they lie.
    fn take_from(&mut self, owner: Who, cards: &[Obj], all: Set<W>, from: Option<Zone>) {
        match from {
            Some(Zone::Library) => {
                for &card in cards {
                    self.state.take_out(owner, card);
                }
            }
            Some(zone) => {
                *self.state.zone_mut(owner, zone) -= all;
                if zone == Zone::Exile {
                    for &card in cards {
                        self.leave_counters(card, zone);
                    }
                }
            }
            None => {}
        }
    }

    /// The cards that these are, where all of them are the same as ever and lie together in a zone of their owner, or
    /// nowhere.
    fn together(&self, things: &[Thing], owner: Who, from: Option<Zone>) -> Option<(Cards, Set<W>)> {
        let (mut cards, mut all) = (Cards::new(), Set::EMPTY);
        for thing in things {
            let obj = thing.obj;
            let there = match from {
                Some(zone) => self.state.zone(owner, zone).has(obj),
                None => self.zone_of_obj(obj).is_none() && self.owner(obj) == owner,
            };
            if !there || !self.same(*thing) || all.has(obj) {
                return None;
            }
            all.insert(obj);
            cards.push(obj);
        }
        Some((cards, all))
    }

    /// Puts things onto the battlefield that come from elsewhere, where nothing is to be settled as they enter.
    #[inline(never)]
    pub(super) fn enter_quietly(
        &mut self,
        things: &[Thing],
        (who, tapped): (Who, bool),
        entry: &Entry,
    ) -> Option<Things> {
        let field = self.field();
        let specially = entry.copies.is_some() || entry.back || entry.counters.is_some();
        if L::ON || specially || field.active.has(Role::Replaces) || self.altered() {
            return None;
        }
        // What cannot enter (614.17d).
        let barred = field.active.has(Role::Static);
        let mut moved: SmallVec<[Moved<'g>; 4]> = SmallVec::new();
        let mut moves = Moves::default();
        for (i, &thing) in things.iter().enumerate() {
            let from = self.zone_of_obj(thing.obj);
            if !self.same(thing)
                || things[..i].contains(&thing)
                || from == Some(Zone::Battlefield)
                || self.print(thing.obj).roles.enters_specially
                || barred && !self.can_enter(thing.obj, from, false)
            {
                return None;
            }
            moves |= Moves::of(from, Some(Zone::Battlefield));
            let owner = self.owner(thing.obj);
            moved.push(Moved {
                before: thing,
                now: thing,
                from,
                to: Some(Zone::Battlefield),
                owner,
                controller: owner,
                look: Seen::Printed(self.printed(thing.obj)),
                token: self.is_token(thing.obj),
            });
        }
        // 603.10a
        let leaves = moved.iter().any(|moved| moved.from == Some(Zone::Graveyard));
        let before = if leaves { self.watchers_of(moves, true) } else { Watchers::new() };
        for moved in &mut moved {
            let obj = moved.now.obj;
            self.take_away(obj, moved.from);
            let print = self.print(obj);
            self.state.zone_mut(who, Zone::Battlefield).insert(obj);
            let field = self.field_mut();
            let stamp = field.stamp(obj);
            let permanent = Permanent {
                stamp,
                controller: Some(who),
                tapped,
                sick: true,
                cast: entry.cast.clone(),
                from: moved.from,
                ..Permanent::default()
            };
            field.begin(obj, permanent);
            field.active.enter(obj, print);
            moved.now.stamp = stamp;
        }
        self.triggers_of_moves(&moved, &before);
        Some(arrivals(&moved))
    }
}
