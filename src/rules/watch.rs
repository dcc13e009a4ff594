//! Who waits for what: the triggered abilities that something may make trigger (603.2, 603.10).

use std::borrow::Cow;

use smallvec::SmallVec;

use super::{Game, Log, Player};
use crate::ability::{Ability, Moment, Place};
use crate::cardset::{Obj, Row};
use crate::item::Cast;
use crate::look::Seen;
use crate::roles::{Does, Moves, Role, Roles};
use crate::source::Source;
use crate::state::{Step, Who};
use crate::thing::Thing;
use crate::waits::Wait;

/// A triggered ability that watches, with its source as it is.
#[derive(Debug, Clone)]
pub(crate) struct Watcher {
    pub(super) source: Thing,
    pub(super) controller: Who,
    pub(super) ability: &'static Ability,
    pub(super) cast: Cast,
}

/// Those that watch for something; often none.
pub(crate) type Watchers = SmallVec<[Watcher; 2]>;

impl<'g, const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'g, W, P, S, L> {
    /// Every triggered ability that may wait for something besides a move.
    pub(crate) fn watchers(&self, role: Role) -> Watchers {
        self.listeners(role, Moves::default(), false)
    }

    /// Every triggered ability that may wait for one of these moves, looking back or not (603.10a).
    pub(crate) fn watchers_of(&self, moves: Moves, back: bool) -> Watchers {
        self.listeners(Role::Moves, moves, back)
    }

    /// Every triggered ability that may wait for something.
    fn listeners(&self, role: Role, moves: Moves, back: bool) -> Watchers {
        let mut all = Watchers::new();
        let altered = self.altered();
        let beyond = self.reaches_beyond();
        let looked = role != Role::Moves || self.table.looked_at[usize::from(back)].meets(moves);
        if !(looked || altered || beyond) || !self.is_heard(role, moves) {
            return all;
        }
        let waits = |does: Does| does.waits(role, moves);
        let such = |wait: &Wait| wait.waits(role, moves, back);
        let waited = |by: Moves| role != Role::Moves || by.meets(moves);
        let here = if altered {
            self.permanents()
        } else if waited(self.table.moves.here) {
            let waiting = self.field().active.of(role).into_iter();
            self.field().by_age(waiting.filter(|&obj| waits(self.print(obj).roles.here)))
        } else {
            Row::new()
        };
        for obj in here {
            // Without an effect on abilities they are the printed ones, unless the permanent gives itself some.
            let look = if altered || self.print(obj).roles.shifts {
                self.identity(obj)
            } else {
                Seen::Printed(self.printed(obj))
            };
            if altered && matches!(look, Seen::Printed(_)) && !waits(self.print(obj).roles.here) {
                continue;
            }
            let by = (self.controller(obj), &self.permanent(obj).cast);
            self.listen((obj, &look), Place::Battlefield, by, such, &mut all);
        }
        let not_cast = Cast::default();
        // 113.6p, 114.4: emblems, and what else works in the command zone.
        for &obj in &self.field().command {
            let look = Seen::Printed(self.printed(obj));
            self.listen((obj, &look), Place::Command, (self.owner(obj), &not_cast), such, &mut all);
        }
        if !beyond && !waited(self.table.moves.away) {
            return all;
        }
        for who in Who::BOTH {
            for (i, zone) in Roles::AWAY.into_iter().enumerate() {
                let there = self.state.zone(who, zone);
                let there = if beyond { there } else { there & self.table.waiting_away(role, moves, i) };
                if there.is_empty() {
                    continue;
                }
                for obj in self.in_order(there) {
                    if !beyond && !self.table.cards.has(obj) && !waits(self.print(obj).roles.away[i]) {
                        continue;
                    }
                    let look = self.look_of_card(obj, beyond);
                    self.listen((obj, &look), Roles::AWAY_PLACES[i], (who, &not_cast), such, &mut all);
                }
            }
        }
        all
    }

    /// Adds the abilities of an object that work in such a place and wait for something.
    fn listen(
        &self,
        (obj, look): (Obj, &Seen<'g>),
        place: Place,
        (controller, cast): (Who, &Cast),
        such: impl Fn(&Wait) -> bool,
        all: &mut Watchers,
    ) {
        for wait in &*self.waits_of(obj, look) {
            if wait.from == place && such(wait) {
                let (source, ability) = (self.thing(obj), look.abilities[wait.at]);
                all.push(Watcher { source, controller, ability, cast: cast.clone() });
            }
        }
    }

    /// What the triggered abilities of an object that is so wait for.
    pub(super) fn waits_of(&self, obj: Obj, look: &Seen<'g>) -> Cow<'g, [Wait]> {
        match look {
            Seen::Printed(_) => Cow::Borrowed(&self.table.waits[usize::from(self.print_number(obj))]),
            Seen::Kept(_) | Seen::Changed(_) => Cow::Owned(Wait::all(&look.abilities).into_vec()),
        }
    }

    /// Whether anything may wait for this, or for one of these moves.
    #[inline]
    pub(super) fn is_heard(&self, role: Role, moves: Moves) -> bool {
        self.is_watched(role, moves)
            || self.altered()
            || self.reaches_beyond()
            || !self.field().command.is_empty()
    }

    /// Whether anything may wait for the beginning of a step.
    #[inline]
    pub(crate) fn hears_of_steps(&self) -> bool {
        self.is_heard(Role::Steps, Moves::default())
    }

    /// Whether anything may wait for the beginning of that step.
    #[inline(always)]
    pub(crate) fn is_heard_at(&self, step: Step) -> bool {
        self.hears_of_steps() && moment_of(step).is_some_and(|moment| self.is_awaited(moment))
    }

    /// The same where something waits for steps.
    fn is_awaited(&self, moment: Moment) -> bool {
        // An ability that a permanent gives itself is none of those that are printed on it.
        let due = |obj| {
            self.print(obj).roles.shifts
                || self.table.waits[usize::from(self.print_number(obj))]
                    .iter()
                    .any(|wait| wait.is_due(moment))
        };
        let away = |(i, zone)| self.both(zone) & self.table.waiting_away(Role::Steps, Moves::default(), i);
        self.altered()
            || self.reaches_beyond()
            || !self.field().command.is_empty()
            || self.field().active.of(Role::Steps).into_iter().any(due)
            || Roles::AWAY.into_iter().enumerate().flat_map(away).any(due)
    }

    /// Whether anything may wait for it by what is printed on it: seldom.
    #[inline(always)]
    pub(super) fn is_watched(&self, role: Role, moves: Moves) -> bool {
        let (waited, here) = (&self.table.moves, self.field().active.has(role));
        if role != Role::Moves {
            return here || waited.has_away(role) && self.is_watched_away(role, moves);
        }
        here && waited.here.meets(moves) && self.is_watched_here(moves)
            || waited.away.meets(moves) && self.is_watched_away(role, moves)
    }

    #[inline(never)]
    fn is_watched_here(&self, moves: Moves) -> bool {
        let mut watching = self.field().active.of(Role::Moves).into_iter();
        watching.any(|obj| self.print(obj).roles.here.waits(Role::Moves, moves))
    }

    #[inline(never)]
    fn is_watched_away(&self, role: Role, moves: Moves) -> bool {
        let waiting = |(i, zone)| self.both(zone).meets(self.table.waiting_away(role, moves, i));
        Roles::AWAY.into_iter().enumerate().any(waiting)
    }

    /// What a card off the battlefield is; `beyond`: effects may change its abilities.
    pub(super) fn look_of_card(&self, obj: Obj, beyond: bool) -> Seen<'g> {
        if beyond { self.identity(obj) } else { Seen::Printed(self.printed(obj)) }
    }
}

const fn moment_of(step: Step) -> Option<Moment> {
    Some(match step {
        Step::Upkeep => Moment::Upkeep,
        Step::Draw => Moment::Draw,
        Step::Main => Moment::FirstMain,
        Step::Combat => Moment::Combat,
        Step::End => Moment::End,
        Step::Mulligans | Step::Untap | Step::Main2 | Step::Cleanup => return None,
    })
}
