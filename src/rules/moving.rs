//! Zone changes (400.7, 614): one batch is one event.

use smallvec::SmallVec;

use super::query::Context;
use super::trigger::Moved;
use super::watch::Watchers;
use super::{Answer, Ask, Deed, Game, Log, Player, What};
use crate::ability::{Ability, Is, Place, Replace};
use crate::cardset::{Obj, Row};
use crate::item::Cast;
use crate::permanent::Permanent;
use crate::roles::{Moves, Role};
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Thing, Things, listed};

/// Where something goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum To {
    Zone(Zone),
    Bottom,
    Shuffled,
    Stack,
    Command,
    /// Under this player's control, tapped.
    Battlefield(Who, bool),
    /// Under their owners' control, tapped.
    OwnersBattlefield(bool),
}

/// How something enters.
#[derive(Debug, Clone, Default)]
pub(crate) struct Entry {
    pub cast: Cast,
    pub copies: Option<u16>,
    /// With its back up (712.12).
    pub back: bool,
    /// With so many counters of a kind on it, by what puts it there (122.6).
    pub counters: Option<(&'static str, i32)>,
    /// Being put there to begin with: nothing enters.
    pub silent: bool,
}

/// One thing on its way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    pub thing: Thing,
    pub from: Option<Zone>,
    pub to: To,
    /// A counter that it gets in exile.
    pub marked: bool,
}

impl<'g, const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'g, W, P, S, L> {
    pub(crate) fn zone_of_obj(&self, obj: Obj) -> Option<Zone> {
        self.state.find(obj).map(|(_, zone)| zone)
    }

    /// Moves things at the same time. What has become another object does not move (400.7).
    #[inline]
    pub(crate) fn move_all(&mut self, things: &[Thing], to: To) -> Things {
        self.move_with(things, to, &Entry::default())
    }

    /// The same, with how they enter.
    #[inline]
    pub(crate) fn move_with(&mut self, things: &[Thing], to: To, entry: &Entry) -> Things {
        let quietly = match to {
            _ if entry.silent => None,
            To::Zone(zone) => self.move_quietly(things, Some(zone)),
            To::Stack => self.move_quietly(things, None),
            To::Battlefield(who, tapped) => self.enter_quietly(things, (who, tapped), entry),
            _ => None,
        };
        match quietly {
            Some(moved) => moved,
            None => self.move_loudly(things, to, entry),
        }
    }

    /// The same where something may come of it.
    #[inline(never)]
    fn move_loudly(&mut self, things: &[Thing], to: To, entry: &Entry) -> Things {
        let mut ways: SmallVec<[Way; 8]> = SmallVec::new();
        for &thing in things {
            if self.same(thing) && !ways.iter().any(|w| w.thing == thing) {
                let to = match to {
                    To::OwnersBattlefield(tapped) => To::Battlefield(self.owner(thing.obj), tapped),
                    other => other,
                };
                ways.push(Way { thing, from: self.zone_of_obj(thing.obj), to, marked: false });
            }
        }
        if !entry.silent {
            let replaced = self.is_done(Role::Replaces);
            for way in &mut ways {
                let obj = way.thing.obj;
                if replaced || self.print(obj).roles.redirects || self.changes(obj) {
                    self.redirect(way);
                }
            }
        }
        let stays = |game: &Self, way: &Way| match way.to {
            // 111.8: a copy of a card may still be cast (707.12).
            to if !matches!(to, To::Stack)
                && game.is_token(way.thing.obj)
                && way.from.is_some_and(|from| from != Zone::Battlefield) =>
            {
                true
            }
            // 614.17d, and 303.4g: an Aura that is not cast.
            To::Battlefield(who, _) if !entry.silent => {
                !game.can_enter(way.thing.obj, way.from, entry.back)
                    || entry.cast.from.is_none()
                        && game.hosts_for(way.thing, who).is_some_and(|hosts| hosts.is_empty())
            }
            _ => false,
        };
        if ways.iter().any(|way| stays(self, way)) {
            ways.retain(|way| !stays(self, way));
        }
        let enters = ways.iter().any(|way| matches!(way.to, To::Battlefield(..)));
        if ways.is_empty() {
            return Things::new();
        }
        // 603.10a: what triggers on leaving looks back.
        let bound = |to: To| match to {
            To::Zone(zone) => Some(zone),
            To::Bottom | To::Shuffled => Some(Zone::Library),
            To::Battlefield(..) | To::OwnersBattlefield(_) => Some(Zone::Battlefield),
            To::Command | To::Stack => None,
        };
        let moves = ways.iter().fold(Moves::default(), |all, way| all | Moves::of(way.from, bound(way.to)));
        let leaves = |way: &Way| matches!(way.from, Some(Zone::Battlefield | Zone::Graveyard));
        let before = if !entry.silent && ways.iter().any(leaves) {
            self.watchers_of(moves, true)
        } else {
            Watchers::new()
        };
        // What they were.
        let mut moved: SmallVec<[Moved<'g>; 8]> = SmallVec::new();
        for way in &ways {
            let obj = way.thing.obj;
            let (look, controller) = (self.identity(obj), self.controller(obj));
            let (owner, token) = (self.owner(obj), self.is_token(obj));
            if way.from == Some(Zone::Battlefield) {
                let size = self.size_as(obj, &look);
                let permanent = self.permanent_mut(obj);
                permanent.last_size = size;
                permanent.last_owner = Some(owner);
                if look.harms().next().is_some() {
                    permanent.notes.last_keywords = look.harms().collect();
                }
                permanent.controller = Some(controller);
            }
            let (thing, from) = (way.thing, way.from);
            moved.push(Moved { before: thing, now: thing, from, to: None, owner, controller, look, token });
        }
        // 614.12: how things enter is settled before they do.
        let mut settled: SmallVec<[Permanent; 1]> = SmallVec::new();
        if enters {
            let bound = ways.iter().filter(|w| matches!(w.to, To::Battlefield(..)));
            let entering: Row = listed(bound.map(|w| w.thing.obj));
            let outer = std::mem::replace(&mut self.field_mut().entering, entering.clone());
            for way in &ways {
                if let To::Battlefield(who, tapped) = way.to {
                    settled.push(self.settle(way, who, tapped, entry, &entering));
                }
            }
            self.field_mut().entering = outer;
        }
        let mut settled = settled.into_iter();
        for (way, moved) in ways.iter().zip(&mut moved) {
            let obj = way.thing.obj;
            let owner = moved.owner;
            self.take_away(obj, way.from);
            let stamp = self.field_mut().stamp(obj);
            let zone = match way.to {
                To::Zone(zone) => {
                    if zone == Zone::Library {
                        self.state.put_on_top(owner, obj);
                    } else {
                        self.state.zone_mut(owner, zone).insert(obj);
                    }
                    Some(zone)
                }
                To::Bottom => {
                    self.state.put_at_bottom(owner, obj);
                    Some(Zone::Library)
                }
                To::Shuffled => {
                    self.state.shuffle_in(owner, crate::cardset::Set::of(obj));
                    Some(Zone::Library)
                }
                To::Battlefield(who, _) => {
                    self.state.zone_mut(who, Zone::Battlefield).insert(obj);
                    let mut permanent = settled.next().unwrap_or_default();
                    permanent.stamp = stamp;
                    permanent.from = way.from;
                    self.field_mut().begin(obj, permanent);
                    let print = self.print(obj);
                    self.field_mut().active.enter(obj, print);
                    Some(Zone::Battlefield)
                }
                To::Command => {
                    self.field_mut().command.push(obj);
                    None
                }
                To::Stack | To::OwnersBattlefield(_) => None,
            };
            if way.marked {
                self.permanent_mut(obj).counters = vec![("void".to_owned(), 1)];
            }
            if zone == Some(Zone::Exile) {
                self.field_mut().exiled_today = true;
            }
            moved.now = Thing { obj, stamp };
            moved.to = zone;
        }
        if moved
            .iter()
            .any(|m| m.from == Some(Zone::Battlefield) && m.to == Some(Zone::Graveyard) && m.look.creature())
        {
            self.field_mut().morbid = true;
        }
        for m in moved.iter().filter(|m| m.from == Some(Zone::Battlefield)) {
            self.field_mut().today[m.controller as usize].left = true;
        }
        if !entry.silent {
            self.tell_moves(&ways, &moved);
            self.triggers_of_moves(&moved, &before);
        }
        arrivals(&moved)
    }

    /// Notes zone changes, those of the same kind together.
    fn tell_moves(&mut self, ways: &[Way], moved: &[Moved<'_>]) {
        if !L::ON {
            return;
        }
        let mut told: Vec<Deed> = Vec::new();
        for (way, moved) in ways.iter().zip(moved) {
            let to = match way.to {
                To::Stack => Some(Place::Stack),
                To::Command => Some(Place::Command),
                _ => moved.to.map(place_of),
            };
            let from = match moved.from {
                Some(zone) => Some(place_of(zone)),
                None if way.to == To::Stack => Some(Place::Command),
                None => (!moved.token).then_some(Place::Stack),
            };
            let (what, who) = match (moved.from, to) {
                (_, Some(Place::Battlefield)) => (What::Enter, self.controller(moved.now.obj)),
                (Some(Zone::Battlefield), Some(Place::Graveyard)) if moved.look.creature() => {
                    (What::Die, moved.controller)
                }
                (_, Some(Place::Exile)) => (What::Exile, moved.owner),
                (_, Some(Place::Stack)) => (What::Announce, moved.owner),
                _ => (What::Move, moved.owner),
            };
            let thing = Aimed::Thing(moved.before);
            match told.iter_mut().find(|d| (d.what, d.who, d.from, d.to) == (what, who, from, to)) {
                Some(deed) => deed.objects.push(thing),
                None => told.push(Deed::of(what, who).things(&[moved.before]).between(from, to)),
            }
        }
        for deed in told {
            self.tell(|| deed);
        }
        for moved in moved.iter().filter(|moved| moved.to == Some(Zone::Battlefield)) {
            for (kind, n) in self.permanent(moved.now.obj).counters.clone() {
                self.tell_counters(What::PutCounters, moved.now, &kind, n);
            }
        }
    }

    /// Takes an object out of its zone.
    pub(super) fn take_away(&mut self, obj: Obj, from: Option<Zone>) {
        match from {
            Some(Zone::Library) => {
                self.state.take_out(self.owner(obj), obj);
            }
            Some(Zone::Battlefield) => {
                let print = self.print(obj);
                let field = self.field_mut();
                field.active.leave(obj, print);
                field.attackers.remove(obj);
                for who in Who::BOTH {
                    self.state.zone_mut(who, Zone::Battlefield).remove(obj);
                }
            }
            Some(zone) => {
                self.state.zone_mut(self.owner(obj), zone).remove(obj);
                self.leave_counters(obj, zone);
            }
            None => self.field_mut().command.retain(|&c| c != obj),
        }
    }

    /// 122.2: the counters of a card in exile do not go along.
    pub(super) fn leave_counters(&mut self, obj: Obj, zone: Zone) {
        if zone == Zone::Exile && !self.permanent(obj).counters.is_empty() {
            self.permanent_mut(obj).counters.clear();
        }
    }

    pub(crate) fn is_token(&self, obj: Obj) -> bool {
        obj.index() >= self.table.entries.len()
    }

    /// What else may be done to something that goes to a graveyard, or leaves the battlefield (614.1, 616.1).
    fn redirect(&mut self, way: &mut Way) {
        let mut applied: Vec<(Obj, usize)> = Vec::new();
        loop {
            let mut able: Vec<(Obj, usize, &'static Ability)> = Vec::new();
            let owner = self.owner(way.thing.obj);
            for (source, index, ability) in self.replacements(way.thing.obj) {
                if applied.contains(&(source, index)) {
                    continue;
                }
                let context = Context::of(self.thing(source), self.controller(source));
                let aimed = Aimed::Thing(way.thing);
                let applies = match ability {
                    Ability::Replace(Replace::ToGraveyard { is, whose, tokens, .. }) => {
                        way.to == To::Zone(Zone::Graveyard)
                            && self.is_whose(whose, &context, owner)
                            && (*tokens || !self.is_token(way.thing.obj))
                            && (!matches!(is, Is::This) || source == way.thing.obj)
                            && self.is(aimed, is, &context)
                    }
                    Ability::Replace(Replace::LeavesExiled(is)) => {
                        way.from == Some(Zone::Battlefield)
                            && way.to != To::Zone(Zone::Exile)
                            && !matches!(way.to, To::Battlefield(..))
                            && self.is(aimed, is, &context)
                    }
                    _ => false,
                };
                if applies {
                    able.push((source, index, ability));
                }
            }
            if able.is_empty() {
                return;
            }
            let sources: Vec<Thing> = able.iter().map(|(source, ..)| self.thing(*source)).collect();
            let at = self.first_of(owner, &sources);
            let (source, index, ability) = able.swap_remove(at);
            applied.push((source, index));
            self.tell(|| {
                Deed::of(What::Replace, owner).things(&[sources[at]]).at(&[Aimed::Thing(way.thing)])
            });
            match ability {
                Ability::Replace(Replace::ToGraveyard { shuffle_in, counter, .. }) => {
                    way.to = if *shuffle_in { To::Shuffled } else { To::Zone(Zone::Exile) };
                    way.marked = counter.is_some();
                }
                _ => way.to = To::Zone(Zone::Exile),
            }
        }
    }

    /// Which of several effects is applied first, by the choice of `who` (616.1).
    pub(crate) fn first_of(&mut self, who: Who, sources: &[Thing]) -> usize {
        if sources.len() < 2 {
            return 0;
        }
        match self.answer(who, None, &Ask::Replacement(sources, false)) {
            Answer::Picks(at) => at.first().copied().filter(|&i| i < sources.len()).unwrap_or(0),
            Answer::Bool(_) | Answer::Number(_) | Answer::Word(_) => 0,
        }
    }

    /// Whether anything may change what an object is, but for its size.
    fn changes(&self, obj: Obj) -> bool {
        self.may_shift(obj, self.print(obj))
    }

    /// The replacement effects that are in force, and those of the object itself.
    pub(crate) fn replacements(&self, own: Obj) -> Vec<(Obj, usize, &'static Ability)> {
        let mut all = Vec::new();
        let mut sources = self.may_do(Role::Replaces);
        let here = self.on_battlefield(own);
        if !here && (self.print(own).roles.redirects || self.changes(own)) {
            sources.push(own);
        }
        for source in sources {
            let look = self.identity(source);
            for (index, ability) in look.abilities.iter().enumerate() {
                if matches!(**ability, Ability::Replace(_)) {
                    let away = source == own && !here;
                    if !away || speaks_of_itself(ability) {
                        all.push((source, index, *ability));
                    }
                }
            }
        }
        all
    }
}

/// Where these are now.
pub(super) fn arrivals(moved: &[Moved<'_>]) -> Things {
    let mut things = Things::with_capacity(moved.len());
    for moved in moved {
        things.push(moved.now);
    }
    things
}

const fn place_of(zone: Zone) -> Place {
    match zone {
        Zone::Library => Place::Library,
        Zone::Hand => Place::Hand,
        Zone::Graveyard => Place::Graveyard,
        Zone::Exile => Place::Exile,
        Zone::Battlefield => Place::Battlefield,
    }
}

/// Whether a replacement effect is about the object that it is on, wherever that is (614.12, 113.6).
fn speaks_of_itself(ability: &Ability) -> bool {
    matches!(ability, Ability::Replace(Replace::ToGraveyard { is: Is::This, .. }))
}
