//! What a player could do now, for whoever asks before anything is done.

use std::sync::Arc;

use super::able::{Able, Allowed};
use super::pay::Announce;
use super::permit::Permit;
use super::{Game, Log, Look, Outlook, Player, View};
use crate::ability::{Ability, Static, Way};
use crate::cardset::Obj;
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::Thing;

/// The ways to cast a card that any card may have.
const WAYS: [&str; 6] = ["escape", "flashback", "jump-start", "retrace", "free", "alternative"];

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// What there is to be seen, and what could be done with it.
    pub(crate) fn prospect(&self) -> View<'_, W> {
        View { outlook: Some(self), ..View::new(self.table, self.state) }
    }

    /// The ways in which a step may say that a card is cast; `None`: for its mana cost. Not each of them is open.
    pub(crate) fn ways(&self, who: Who, thing: Thing) -> Vec<Option<String>> {
        let mut ways: Vec<Option<String>> = vec![None];
        ways.extend(WAYS.iter().map(|way| Some((*way).to_owned())));
        for ability in &self.identity(thing.obj).abilities {
            if let Ability::Way(Way::Alternative { word: Some(word), .. }) = ability {
                ways.push(Some(word.clone()));
            }
        }
        for obj in self.cards_in(who, Zone::Battlefield) {
            if self
                .identity(obj)
                .abilities
                .iter()
                .any(|a| matches!(**a, Ability::Static(Static::FreeOnce(_))))
            {
                ways.push(Some(self.print(obj).name.clone()));
            }
        }
        ways
    }

    /// In which ways a card could be cast now, by that word or by any where none is said, with the least X and some targets.
    pub(crate) fn castings(&self, who: Who, thing: Thing, via: Option<&str>) -> Vec<(Announce, Able)> {
        let mut all = Vec::new();
        self.each_casting(who, thing, via, &mut |announce, able| {
            all.push((announce, able));
            true
        });
        all
    }

    /// Tells of each of these ways, as long as the answer is that it shall go on.
    fn each_casting(
        &self,
        who: Who,
        thing: Thing,
        via: Option<&str>,
        tell: &mut dyn FnMut(Announce, Able) -> bool,
    ) {
        let words = via.map_or_else(|| self.ways(who, thing), |via| vec![Some(via.to_owned())]);
        let look = self.identity(thing.obj);
        let least = look.abilities.iter().find_map(|ability| match **ability {
            Ability::LeastX(n) => Some(i32::from(n)),
            _ => None,
        });
        if self.is_time_to_cast(who, thing, &look).is_err() {
            return;
        }
        for via in words {
            for (nth, permit) in self.permits(who, thing, &look, via.as_deref()).into_iter().enumerate() {
                let via = via.as_deref().map(Arc::from);
                let mut announce = Announce { via, nth, x: least, ..Announce::default() };
                if let Some(able) = self.payable(who, thing, &look, permit, &mut announce, Allowed::ALL)
                    && !tell(announce, able)
                {
                    return;
                }
            }
        }
    }

    /// Whether a card could be cast now, in one of these ways.
    pub(crate) fn can_cast_somehow(&self, who: Who, thing: Thing, via: Option<&str>) -> Able {
        let mut found = Able::No;
        self.each_casting(who, thing, via, &mut |_, able| {
            found = able;
            able != Able::Yes
        });
        found
    }

    /// Whether a cast can be paid for, by mana and life, or with creatures that are tapped for it, which is announced.
    pub(crate) fn payable(
        &self,
        who: Who,
        thing: Thing,
        look: &Look,
        permit: Permit<'_>,
        announce: &mut Announce,
        allowed: Allowed<'_, W>,
    ) -> Option<Able> {
        let tried = |announce: &Announce| {
            Some(self.can_cast(who, thing, look, permit, announce, allowed)).filter(|able| *able != Able::No)
        };
        announce.convoke.clear();
        if let Some(able) = tried(announce) {
            return Some(able);
        }
        // 702.51a
        if look.abilities.iter().any(|a| matches!(**a, Ability::Convoke)) {
            let mut found = None;
            self.convoke_until(who, |convoke| {
                announce.convoke = convoke.to_vec();
                found = tried(announce);
                let pays = || self.all_convoke(who, thing, look, permit, announce);
                if found.is_some() { Some(true) } else { pays().then_some(false) }
            });
            if found.is_some() {
                return found;
            }
            announce.convoke.clear();
        }
        None
    }

    /// The creatures that a player taps for convoke (702.51a), one more at a time until they are enough. `is_enough`: whether
    /// these are; `None`: the last of them pays nothing more, and is in the way of those that do.
    pub(super) fn convoke_until(
        &self,
        who: Who,
        mut is_enough: impl FnMut(&[Thing]) -> Option<bool>,
    ) -> Vec<Thing> {
        let mut convoke = Vec::new();
        for creature in self.convokers(who) {
            convoke.push(creature);
            match is_enough(&convoke) {
                Some(true) => break,
                Some(false) => {}
                None => drop(convoke.pop()),
            }
        }
        convoke
    }

    /// A player's untapped creatures: first those that could not attack.
    fn convokers(&self, who: Who) -> Vec<Thing> {
        let there = self.state.zone(who, Zone::Battlefield).into_iter();
        let mut able: Vec<Obj> =
            there.filter(|&obj| !self.permanent(obj).tapped && self.identity(obj).creature()).collect();
        able.sort_by_key(|&obj| self.can_attack(obj));
        able.into_iter().map(|obj| self.thing(obj)).collect()
    }

    /// The power of the creatures with which a player could attack (508.1a).
    pub(crate) fn attacking_power(&self, who: Who) -> i32 {
        let untapped = |&obj: &Obj| !self.permanent(obj).tapped;
        self.state.zone(who, Zone::Battlefield).into_iter().filter(untapped).fold(0, |sum: i32, obj| {
            let look = self.identity(obj);
            let power = if self.attacks_as(obj, &look) { self.size_as(obj, &look).0.max(0) } else { 0 };
            sum.saturating_add(power)
        })
    }
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Outlook for Game<'_, W, P, S, L> {
    fn mana(&self, who: Who) -> i32 {
        self.most_mana(who)
    }

    fn power(&self, who: Who) -> i32 {
        self.attacking_power(who)
    }

    fn casting(&self, who: Who, card: Obj, via: Option<&str>) -> Able {
        self.can_cast_somehow(who, self.thing(card), via)
    }
}
