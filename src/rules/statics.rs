//! Static abilities in force (611.3), and which are lost (613.6).

use std::cell::LazyCell;

use super::query::Context;
use super::types::makes_basic;
use super::{Game, Log, Player};
use crate::ability::{Ability, Among, Is, Place, Static, Whose};
use crate::cardset::{Obj, Row};
use crate::field::Change;
use crate::roles::Role;
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::Aimed;

/// A continuous effect that is to be applied to an object (613).
#[derive(Clone, Copy)]
pub(super) enum Applied<'l> {
    /// Of a static ability of that permanent.
    Static(Obj, &'static Static),
    /// Of a spell or ability that resolved, on the object alone.
    Lasting(&'l Change),
}

/// Which of its static abilities effects take from a permanent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loss {
    None,
    /// Those that have not begun to apply before layer 6.
    Later,
    All,
}

impl Loss {
    /// Whether a static ability applies all the same.
    const fn leaves(self, what: &Static) -> bool {
        match self {
            Self::None => true,
            Self::Later => on_types(what),
            Self::All => false,
        }
    }
}

/// Whether an ability says of what types and colours something is (layers 4 and 5).
pub(super) const fn on_types(what: &Static) -> bool {
    matches!(what, Static::AddTypes(..) | Static::SetTypes(..) | Static::SetColors(..))
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// The static abilities in force, each with its source, the oldest first (613.7).
    pub(crate) fn statics(&self) -> Vec<(Obj, &'static Static)> {
        if !self.field().active.has(Role::Static) {
            return Vec::new();
        }
        let takers = self.takers();
        let mut all = self.printed_statics();
        if !takers.is_empty() {
            // Those of one permanent stand together.
            let mut known = None;
            all.retain(|&(obj, what)| {
                let (_, loss) = *known.insert(match known {
                    Some((of, loss)) if of == obj => (of, loss),
                    _ => (obj, self.loss(obj, &takers)),
                });
                loss.leaves(what)
            });
        }
        all
    }

    /// Those that say of what types and colours something is: where a permanent loses its abilities in layer 6 these have
    /// begun to apply, and go on (613.6).
    pub(super) fn statics_on_types(&self) -> Vec<(Obj, &'static Static)> {
        if !self.field().active.has(Role::Static) {
            return Vec::new();
        }
        let takers = self.takers();
        let mut all = self.printed_statics();
        all.retain(|&(obj, what)| on_types(what) && !self.is_made_basic(obj, &takers));
        all
    }

    /// The static abilities that work in a graveyard (113.6b) and are in force, each with its source.
    pub(super) fn statics_in_graveyards(&self) -> Vec<(Obj, &'static Static)> {
        let mut all = Vec::new();
        for who in Who::BOTH {
            for obj in self.state.zone(who, Zone::Graveyard) & self.table.buried {
                for ability in &self.look_of_card(obj, self.reaches_beyond()).abilities {
                    if let Ability::InGraveyard(is, what) = ability
                        && self.controls_such(who, is)
                    {
                        all.push((obj, what));
                    }
                }
            }
        }
        all
    }

    /// Whether one of them may give a permanent something.
    #[inline(never)]
    pub(super) fn may_gain_from_graveyards(&self, obj: Obj) -> bool {
        let there = self.both(Zone::Graveyard) & self.table.buried;
        if there.is_empty() || !self.on_battlefield(obj) {
            return false;
        }
        let (as_printed, controller) = (self.are_as_printed(), self.controller(obj));
        there.into_iter().any(|card| {
            let owner = self.owner(card);
            self.print(card).abilities.iter().any(|ability| match ability {
                Ability::InGraveyard(is, Static::Grant(among, _)) => {
                    let its = match among.1 {
                        Whose::You => owner == controller,
                        Whose::Opponent => owner != controller,
                        _ => true,
                    };
                    its && (!as_printed || self.printed(obj).is(&among.2) != Some(false))
                        && self.controls_such(owner, is)
                }
                _ => false,
            })
        })
    }

    /// Whether a player controls a permanent that is such by its types (layer 4 alone: it may ask for no more).
    fn controls_such(&self, who: Who, is: &Is) -> bool {
        let as_printed = self.are_as_printed();
        self.state.zone(who, Zone::Battlefield).into_iter().any(|obj| {
            let printed = self.printed(obj);
            let such = if as_printed { printed.is(is) } else { self.typed(obj, printed.clone()).is(is) };
            such == Some(true)
        })
    }

    /// The static abilities that are printed on permanents, each with its source, the oldest first.
    fn printed_statics(&self) -> Vec<(Obj, &'static Static)> {
        let mut sources = self.doing(Role::Static);
        if sources.iter().any(|&obj| self.permanent(obj).attached.is_some()) {
            sources.sort_by_key(|&obj| self.timestamp(obj));
        }
        let mut all = Vec::new();
        for obj in sources {
            for ability in &self.print(obj).abilities {
                if let Ability::Static(what) = ability {
                    all.push((obj, what));
                }
            }
        }
        all
    }

    /// Whether a static ability in force is such, with its source.
    pub(crate) fn is_any_static(&self, such: impl Fn(Obj, &'static Static) -> bool) -> bool {
        let field = self.field();
        if !field.active.has(Role::Static) {
            return false;
        }
        let takers = self.takers();
        let mut sources = field.active.of(Role::Static).into_iter();
        sources.any(|obj| {
            let mut own = self.print(obj).abilities.iter();
            own.any(|ability| {
                matches!(ability, Ability::Static(what) if such(obj, what) && self.loss(obj, &takers).leaves(what))
            })
        })
    }

    /// Those in force in layer 7, where what a condition asks is settled: also those that permanents have while one holds.
    pub(super) fn sizing(&self) -> Vec<(Obj, &'static Static)> {
        let mut all = self.statics();
        if !self.field().active.has(Role::Sizes) {
            return all;
        }
        let takers = self.takers();
        for obj in self.doing(Role::Sizes) {
            for ability in &self.print(obj).abilities {
                if let Ability::While(condition, inner) = ability
                    && let Ability::Static(what) = &**inner
                    && self.loss(obj, &takers) == Loss::None
                    && self.holds(condition, &Context::of(self.thing(obj), self.controller(obj)))
                {
                    all.push((obj, what));
                }
            }
        }
        all
    }

    /// Since when a permanent does what its static abilities say (613.7d, 613.7e).
    fn timestamp(&self, obj: Obj) -> u32 {
        self.permanent(obj).attached.unwrap_or(self.field().stamps[obj.index()])
    }

    /// The effects of static abilities, and those that last on an object, in the order of their time (613.7).
    pub(super) fn in_time(&self, statics: &[(Obj, &'static Static)], obj: Obj) -> Vec<Applied<'_>> {
        let of_static = |&(source, what): &(Obj, &'static Static)| {
            (self.timestamp(source), Applied::Static(source, what))
        };
        let mut all: Vec<(u32, Applied<'_>)> = statics.iter().map(of_static).collect();
        let thing = self.thing(obj);
        let lasting = self.field().lasting.iter().filter(|lasting| lasting.thing == thing);
        all.extend(lasting.map(|lasting| (lasting.stamp, Applied::Lasting(&lasting.change))));
        // One that began when a permanent was there already is the later one.
        all.sort_by_key(|(stamp, _)| *stamp);
        all.into_iter().map(|(_, applied)| applied).collect()
    }

    /// The permanents that take abilities away (layer 6; of lands also what sets their types): seldom any.
    fn takers(&self) -> Row {
        let takes = |a: &&'static Ability| {
            matches!(**a, Ability::Static(Static::LoseAbilities(_) | Static::SetTypes(..)))
        };
        if !self.field().active.has(Role::Alters) {
            return Row::new();
        }
        let mut takers = self.doing(Role::Alters);
        takers.retain(|&mut obj| self.print(obj).abilities.iter().any(takes));
        takers
    }

    /// What these take of the static abilities of a permanent.
    fn loss(&self, obj: Obj, takers: &[Obj]) -> Loss {
        if takers.is_empty() {
            Loss::None
        } else if self.is_made_basic(obj, takers) {
            Loss::All
        } else if self.loses_abilities(obj, takers) {
            Loss::Later
        } else {
            Loss::None
        }
    }

    /// Whether an effect of one of these makes a permanent a land of a basic type, without its own abilities (305.7).
    fn is_made_basic(&self, obj: Obj, takers: &[Obj]) -> bool {
        takers.iter().copied().filter(|&source| source != obj).any(|source| {
            let mut abilities = self.print(source).abilities.iter();
            abilities.any(|ability| match ability {
                Ability::Static(Static::SetTypes(Among(Place::Battlefield, whose, is), words)) => {
                    let context = Context::of(self.thing(source), self.controller(source));
                    makes_basic(words)
                        && self.is_whose(whose, &context, self.controller(obj))
                        && self.printed_is(obj, is, source)
                }
                _ => false,
            })
        })
    }

    /// Whether an effect of one of these takes the abilities of a permanent, being what it is after layer 5.
    fn loses_abilities(&self, obj: Obj, takers: &[Obj]) -> bool {
        let typed = LazyCell::new(|| self.typed(obj, self.printed(obj).clone()));
        takers.iter().copied().filter(|&source| source != obj).any(|source| {
            let mut abilities = self.print(source).abilities.iter();
            abilities.any(|ability| match ability {
                Ability::Static(Static::LoseAbilities(Among(Place::Battlefield, whose, is))) => {
                    let context = Context::of(self.thing(source), self.controller(source));
                    self.is_whose(whose, &context, self.controller(obj))
                        && self.is_with(Aimed::Thing(self.thing(obj)), &typed, is, &context)
                }
                _ => false,
            })
        })
    }

    /// Whether an object is such by what is printed on it: for effects that would otherwise ask about themselves.
    fn printed_is(&self, obj: Obj, is: &Is, source: Obj) -> bool {
        match is {
            Is::Anything => true,
            Is::All(all) => all.iter().all(|is| self.printed_is(obj, is, source)),
            Is::AnyOf(any) => any.iter().any(|is| self.printed_is(obj, is, source)),
            Is::Not(inner) => !self.printed_is(obj, inner, source),
            Is::A(word) => self.printed(obj).is_such(word.sense(), word.text()),
            Is::This => obj == source,
            Is::Other => obj != source,
            Is::Host => self.permanent(source).host == Some(Aimed::Thing(self.thing(obj))),
            _ => false,
        }
    }
}
