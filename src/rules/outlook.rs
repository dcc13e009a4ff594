//! What a player could do now, for whoever asks before anything is done.

use super::able::Able;
use super::pay::Announce;
use super::{Game, Log, Player};
use crate::ability::{Ability, Static, Way};
use crate::field::Thing;
use crate::source::Source;
use crate::state::{Who, Zone};

/// The ways to cast a card that any card may have.
const WAYS: [&str; 6] = ["escape", "flashback", "jump-start", "retrace", "free", "alternative"];

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// The ways in which a step may say that a card is cast; `None`: for its mana cost. Not each of them is open.
    pub(crate) fn ways(&self, who: Who, thing: Thing) -> Vec<Option<String>> {
        let mut ways: Vec<Option<String>> = vec![None];
        ways.extend(WAYS.iter().map(|way| Some((*way).to_owned())));
        for ability in &self.look(thing.obj).abilities {
            if let Ability::Way(Way::Alternative { word: Some(word), .. }) = &**ability {
                ways.push(Some(word.clone()));
            }
        }
        for obj in self.cards_in(who, Zone::Battlefield) {
            if self.look(obj).abilities.iter().any(|a| matches!(**a, Ability::Static(Static::FreeOnce(_)))) {
                ways.push(Some(self.print(obj).name.clone()));
            }
        }
        ways
    }

    /// Whether a card could be cast now by that way, or by any where none is said, with the least X and some targets.
    pub(crate) fn could_cast(&self, who: Who, thing: Thing, via: Option<&str>) -> Able {
        let ways = via.map_or_else(|| self.ways(who, thing), |via| vec![Some(via.to_owned())]);
        let least = self.look(thing.obj).abilities.iter().find_map(|ability| match **ability {
            Ability::LeastX(n) => Some(i32::from(n)),
            _ => None,
        });
        let mut best = Able::No;
        for via in ways {
            if self.ways_to_cast(who, thing, via.as_deref()) == 0 {
                continue;
            }
            let announce = Announce { via, x: least, ..Announce::default() };
            match self.can_cast(who, thing, &announce, &|_| true) {
                Able::Yes => return Able::Yes,
                Able::Perhaps => best = Able::Perhaps,
                Able::No => {}
            }
        }
        best
    }

    /// The most mana that a player could have now: what floats, and what each source could make, as paying counts it.
    pub(crate) fn most_mana(&self, who: Who) -> i32 {
        let mut sources: Vec<(Thing, usize)> = Vec::new();
        for (source, makes) in self.sources_of_mana(who) {
            match sources.iter_mut().find(|(known, _)| *known == source) {
                Some((_, most)) => *most = makes.max(*most),
                None => sources.push((source, makes)),
            }
        }
        let floats = self.field().pools[who as usize].len();
        sources.into_iter().fold(floats, |sum, (_, makes)| sum + makes) as i32
    }

    /// The power of the creatures with which a player could attack (508.1a).
    pub(crate) fn attacking_power(&self, who: Who) -> i32 {
        let able = self.cards_in(who, Zone::Battlefield).into_iter().filter(|&obj| self.can_attack(obj));
        able.fold(0, |sum, obj| sum.saturating_add(self.look(obj).size.0.max(0)))
    }
}
