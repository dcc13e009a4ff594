//! Who waits for what: the triggered abilities that something may make trigger (603.2, 603.10).

use smallvec::SmallVec;

use super::query::zone_of;
use super::trigger::triggered;
use super::{Game, Log, Player};
use crate::ability::{Ability, Place, When};
use crate::cardset::{Obj, Row};
use crate::item::Cast;
use crate::look::Seen;
use crate::roles::{Does, Moves, Role, Roles, waits_for};
use crate::source::Source;
use crate::state::Who;
use crate::thing::Thing;

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

/// 603.10a: leaving the battlefield or a graveyard is looked at as it was before.
fn looks_back(from: Option<Place>, to: Option<Place>) -> bool {
    from == Some(Place::Battlefield) || (from == Some(Place::Graveyard) && to != Some(Place::Battlefield))
}

/// Whether a condition is looked at so, back or not.
pub(super) fn may_look(when: &When, back: bool) -> bool {
    match when {
        When::Dies(_) => back,
        When::Moves { from, to, .. } | When::Batch { from, to, .. } => looks_back(*from, *to) == back,
        When::AnyOf(any) => any.iter().any(|when| may_look(when, back)),
        _ => !back,
    }
}

impl<'g, const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'g, W, P, S, L> {
    /// Every triggered ability that may wait for something besides a move.
    pub(crate) fn watchers(&self, role: Role) -> Watchers {
        self.listeners(role, Moves::default(), |when| waits_for(when, role))
    }

    /// Every triggered ability that may wait for one of these moves, looking back or not (603.10a).
    pub(crate) fn watchers_of(&self, moves: Moves, back: bool) -> Watchers {
        self.listeners(Role::Moves, moves, |when| {
            Moves::waited_for(when).meets(moves) && may_look(when, back)
        })
    }

    /// Every triggered ability that may wait for something and is such.
    fn listeners(&self, role: Role, moves: Moves, such: impl Fn(&When) -> bool) -> Watchers {
        let waits = |does: Does| does.waits(role, moves);
        let mut all = Watchers::new();
        if !self.is_heard(role, moves) {
            return all;
        }
        let altered = self.altered();
        let beyond = self.reaches_beyond();
        let waited = |by: Moves| role != Role::Moves || by.meets(moves);
        let here = if altered {
            self.permanents()
        } else if waited(self.table.moves.here) {
            let waiting = self.field().active.of(role).into_iter();
            self.by_age(waiting.filter(|&obj| waits(self.print(obj).roles.here)).collect())
        } else {
            Row::new()
        };
        for obj in here {
            let look = self.identity(obj);
            if altered && matches!(look, Seen::Printed(_)) && !waits(self.print(obj).roles.here) {
                continue;
            }
            for ability in &look.abilities {
                if triggered(ability).is_some_and(|t| t.from == Place::Battlefield && such(&t.when)) {
                    all.push(Watcher {
                        source: self.thing(obj),
                        controller: self.controller(obj),
                        ability,
                        cast: self.permanent(obj).cast.clone(),
                    });
                }
            }
        }
        // 113.6p, 114.4: emblems, and what else works in the command zone.
        for &obj in &self.field().command {
            for ability in &self.printed(obj).abilities {
                if triggered(ability).is_some_and(|t| t.from == Place::Command && such(&t.when)) {
                    all.push(Watcher {
                        source: self.thing(obj),
                        controller: self.owner(obj),
                        ability,
                        cast: Cast::default(),
                    });
                }
            }
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
                    for ability in &look.abilities {
                        if triggered(ability).is_some_and(|t| zone_of(t.from) == Some(zone) && such(&t.when))
                        {
                            all.push(Watcher {
                                source: self.thing(obj),
                                controller: who,
                                ability,
                                cast: Cast::default(),
                            });
                        }
                    }
                }
            }
        }
        all
    }

    /// Whether anything may wait for this, or for one of these moves.
    pub(super) fn is_heard(&self, role: Role, moves: Moves) -> bool {
        self.is_watched(role, moves)
            || self.altered()
            || self.reaches_beyond()
            || !self.field().command.is_empty()
    }

    /// Whether anything may wait for it by what is printed on it.
    pub(super) fn is_watched(&self, role: Role, moves: Moves) -> bool {
        let waited = &self.table.moves;
        let met = |by: Moves| role != Role::Moves || by.meets(moves);
        let here = || {
            let waits = |obj| role != Role::Moves || self.print(obj).roles.here.waits(role, moves);
            self.field().active.of(role).into_iter().any(waits)
        };
        let away = || {
            let waiting = |(i, zone)| self.both(zone).meets(self.table.waiting_away(role, moves, i));
            Roles::AWAY.into_iter().enumerate().any(waiting)
        };
        (waited.has_here(role) && met(waited.here) && here())
            || (waited.has_away(role) && met(waited.away) && away())
    }

    /// What a card off the battlefield is; `beyond`: effects may change its abilities.
    pub(super) fn look_of_card(&self, obj: Obj, beyond: bool) -> Seen<'g> {
        if beyond { self.identity(obj) } else { Seen::Printed(self.printed(obj)) }
    }
}
