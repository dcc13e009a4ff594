//! Moves off the battlefield that nothing replaces and nothing waits for: they happen, and that is all.

use smallvec::SmallVec;

use super::{Game, Log, Player};
use crate::cardset::{Obj, Set};
use crate::field::Thing;
use crate::roles::{Moves, Role, Roles};
use crate::source::Source;
use crate::state::{Who, Zone};

/// Cards that move at the same time.
pub(super) type Cards = SmallVec<[Obj; 16]>;

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Whether nothing replaces the moves of such cards between such places, neither of them the battlefield, and nothing
    /// triggers on them; `None`: the stack. A log wants to be told of every move.
    pub(super) fn is_quiet(&self, cards: &[Obj], from: Option<Zone>, to: Option<Zone>) -> bool {
        let field = self.field();
        if L::ON
            || self.altered()
            || self.reaches_beyond()
            || !field.active.of(Role::Replaces).is_empty()
            || !field.command.is_empty()
            || !field.delayed.is_empty()
        {
            return false;
        }
        let moves = Moves::of(from, to);
        let own = self.table.moves.own.meets(moves);
        let arrived = Roles::AWAY.iter().position(|&zone| Some(zone) == to);
        let stirs = |&obj: &Obj| {
            let roles = &self.table.prints[usize::from(field.prints[obj.index()])].roles;
            roles.redirects
                || roles.shifts
                || (own && roles.own_moves.meets(moves))
                || arrived.is_some_and(|i| roles.away[i].moves.meets(moves))
        };
        !cards.iter().any(stirs) && !self.is_waited_for(moves)
    }

    /// Whether a triggered ability waits for such a move, where abilities are as they are printed.
    fn is_waited_for(&self, moves: Moves) -> bool {
        let here = self.table.moves.here.meets(moves)
            && self
                .field()
                .active
                .of(Role::Moves)
                .into_iter()
                .any(|obj| self.print(obj).roles.here.moves.meets(moves));
        here || self.table.moves.away.meets(moves)
            && Who::BOTH.into_iter().any(|who| {
                Roles::AWAY.into_iter().enumerate().any(|(i, zone)| {
                    let there = self.state.zone(who, zone) & self.table.away[Role::Moves as usize][i];
                    there.into_iter().any(|obj| self.print(obj).roles.away[i].moves.meets(moves))
                })
            })
    }

    /// Takes the top cards off a library, top first: they are nowhere.
    pub(super) fn off_the_top(&mut self, who: Who, n: u32) -> Cards {
        let side = self.state.side_mut(who);
        let cards: Cards = (0..n).map_while(|_| side.library.take(who, self.source)).collect();
        *self.state.zone_mut(who, Zone::Library) -= cards.iter().copied().collect::<Set<W>>();
        cards
    }

    /// Puts them back; they are the same objects.
    pub(super) fn back_on_top(&mut self, who: Who, cards: &[Obj]) -> Vec<Thing> {
        for &card in cards.iter().rev() {
            self.state.put_on_top(who, card);
        }
        cards.iter().map(|&card| self.thing(card)).collect()
    }

    /// A card that is nowhere arrives in a zone of its owner, unless it goes to the stack.
    pub(super) fn arrive(&mut self, owner: Who, card: Obj, to: Option<Zone>) -> Thing {
        if let Some(zone) = to {
            self.state.zone_mut(owner, zone).insert(card);
        }
        let field = self.field_mut();
        field.exiled_today |= to == Some(Zone::Exile);
        Thing { obj: card, stamp: field.stamp_card(card) }
    }

    /// Moves things that all lie in one kind of zone, or all on the stack, where that is quiet.
    pub(super) fn move_quietly(&mut self, things: &[Thing], to: Option<Zone>) -> Option<Vec<Thing>> {
        if L::ON || matches!(to, Some(Zone::Library | Zone::Battlefield)) {
            return None;
        }
        let from = self.zone_of_obj(things.first()?.obj);
        if from == Some(Zone::Battlefield) {
            return None;
        }
        let mut cards = Cards::new();
        let mut once: Set<W> = Set::EMPTY;
        for thing in things {
            if !self.same(*thing) || once.has(thing.obj) || self.zone_of_obj(thing.obj) != from {
                return None;
            }
            once.insert(thing.obj);
            cards.push(thing.obj);
        }
        if !self.is_quiet(&cards, from, to) {
            return None;
        }
        let moved = cards.into_iter().map(|card| {
            let owner = self.owner(card);
            match from {
                Some(Zone::Library) => _ = self.state.take_out(owner, card),
                Some(zone) => self.state.zone_mut(owner, zone).remove(card),
                None => {}
            }
            self.arrive(owner, card, to)
        });
        Some(moved.collect())
    }
}
