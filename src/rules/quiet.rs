//! Moves off the battlefield that nothing replaces and only the cards themselves wait for: they happen, and that is all.

use smallvec::SmallVec;

use super::trigger::Moved;
use super::{Game, Log, Player};
use crate::ability::When;
use crate::cardset::{Obj, Set};
use crate::field::Thing;
use crate::roles::{Moves, Role, Roles};
use crate::source::Source;
use crate::state::{Who, Zone};

/// Cards that move at the same time.
pub(super) type Cards = SmallVec<[Obj; 16]>;

impl<'g, const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'g, W, P, S, L> {
    /// What comes of the moves of such cards between such places, neither of them the battlefield, where nothing replaces
    /// them and nothing but the cards themselves waits for them: the cards that do. `None`: more may come of them, or the
    /// place is the stack. A log wants to be told of every move.
    pub(super) fn stirred(&self, cards: &[Obj], from: Option<Zone>, to: Option<Zone>) -> Option<Cards> {
        let field = self.field();
        if L::ON
            || self.altered()
            || self.reaches_beyond()
            || !field.active.of(Role::Replaces).is_empty()
            || !field.command.is_empty()
            || field.delayed.iter().any(|delayed| matches!(delayed.when, When::Dies(_)))
        {
            return None;
        }
        let moves = Moves::of(from, to);
        let own = self.table.moves.own.meets(moves);
        let arrived = Roles::AWAY.iter().position(|&zone| Some(zone) == to);
        let mut stirred = Cards::new();
        for &card in cards {
            let roles = &self.table.prints[usize::from(field.prints[card.index()])].roles;
            if roles.redirects || roles.shifts || arrived.is_some_and(|i| roles.away[i].moves.meets(moves)) {
                return None;
            }
            if own && roles.own_moves.meets(moves) {
                stirred.push(card);
            }
        }
        (!self.is_waited_for(moves)).then_some(stirred)
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

    /// Cards that are nowhere arrive in a zone of their owner, unless they go to the stack; those of them trigger that were
    /// found to.
    pub(super) fn arrive(
        &mut self,
        owner: Who,
        cards: &[Obj],
        (from, to): (Option<Zone>, Option<Zone>),
        stirred: &[Obj],
    ) -> Vec<Thing> {
        let mut moved: SmallVec<[Moved<'g>; 2]> = SmallVec::new();
        let arrived = cards.iter().map(|&card| {
            let before = self.thing(card);
            if let Some(zone) = to {
                self.state.zone_mut(owner, zone).insert(card);
            }
            let field = self.field_mut();
            field.exiled_today |= to == Some(Zone::Exile);
            let now = Thing { obj: card, stamp: field.stamp_card(card) };
            if stirred.contains(&card) {
                let (controller, token) = (owner, self.is_token(card));
                moved.push(Moved {
                    before,
                    now,
                    from,
                    to,
                    owner,
                    controller,
                    look: self.identity(card),
                    token,
                });
            }
            now
        });
        let arrived = arrived.collect();
        if !moved.is_empty() {
            self.triggers_of_moves(&moved, &[]);
        }
        arrived
    }

    /// Moves things that all lie in one kind of zone, or all on the stack, where little comes of it.
    pub(super) fn move_quietly(&mut self, things: &[Thing], to: Option<Zone>) -> Option<Vec<Thing>> {
        if L::ON || matches!(to, Some(Zone::Library | Zone::Battlefield)) {
            return None;
        }
        let first = things.first()?.obj;
        let (from, owner) = (self.zone_of_obj(first), self.owner(first));
        if from == Some(Zone::Battlefield) {
            return None;
        }
        let mut cards = Cards::new();
        for thing in things {
            if !self.same(*thing)
                || cards.contains(&thing.obj)
                || self.zone_of_obj(thing.obj) != from
                || self.owner(thing.obj) != owner
            {
                return None;
            }
            cards.push(thing.obj);
        }
        let stirred = self.stirred(&cards, from, to)?;
        for &card in &cards {
            match from {
                Some(Zone::Library) => _ = self.state.take_out(owner, card),
                Some(zone) => {
                    self.state.zone_mut(owner, zone).remove(card);
                    self.leave_counters(card, zone);
                }
                None => {}
            }
        }
        Some(self.arrive(owner, &cards, (from, to), &stirred))
    }
}
