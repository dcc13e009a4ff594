//! What will come of the mana that something is tapped for: effects on it (106.12b) and what triggers (605.4a).

use super::mana::symbols_of;
use super::trigger::{Happened, triggered};
use super::{Game, Log, Player};
use crate::ability::{Effect, Makes, Produces};
use crate::cardset::Obj;
use crate::kept::makes_mana;
use crate::mana::Mana;
use crate::roles::Role;
use crate::source::Source;
use crate::state::Who;

/// Of more effects on the same mana than this only the order in which they stand is gone through.
const ORDERED: usize = 4;

/// One way in which it may turn out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The type that is chosen, where there is a choice.
    pub choice: Option<Mana>,
    /// All the mana.
    pub mana: Vec<Mana>,
    /// The sources of the effects on it, the first applied first.
    pub order: Vec<Obj>,
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Whether nothing replaces the mana that something makes, and nothing waits for it.
    pub(super) fn makes_plainly(&self) -> bool {
        !self.is_done(Role::Replaces) && !self.is_done(Role::Taps)
    }

    /// What a player who taps that for this mana may come to have of it.
    pub(super) fn foreseen(
        &self,
        who: Who,
        tapped: Obj,
        choice: Option<Mana>,
        mana: Vec<Mana>,
    ) -> Vec<Outcome> {
        let first = Outcome { choice, mana, order: Vec::new() };
        let effects = self.mana_replacements(tapped);
        let mut all = Vec::new();
        replaced(&effects, first, &mut all);
        for outcome in &mut all {
            let more = self.added(who, tapped, outcome);
            outcome.mana.extend(more);
        }
        all
    }

    /// The mana that triggered mana abilities will add.
    fn added(&self, who: Who, tapped: Obj, outcome: &Outcome) -> Vec<Mana> {
        let mut more = Vec::new();
        if outcome.mana.is_empty() {
            return more;
        }
        let (source, made) = (self.thing(tapped), &outcome.mana);
        let happened = [
            Happened::MadeMana(who, source, made.clone()),
            Happened::TappedForMana(who, source, made.clone()),
        ];
        for watcher in self.watchers(Role::Taps) {
            let Some(t) = triggered(watcher.ability) else { continue };
            if !makes_mana(&t.effect) || !t.targets.is_empty() {
                continue;
            }
            let context = Self::context_of(&watcher);
            for event in happened.iter().filter_map(|happened| self.heard(&t.when, happened, &context)) {
                let mut its = context.clone();
                its.event = event;
                if !t.only_if.is_always() && !self.holds(&t.only_if, &its) {
                    continue;
                }
                let Effect::Mana(makes) = &t.effect else { continue };
                match makes {
                    Makes::These(text) => more.extend(symbols_of(text)),
                    Makes::SameAsEvent => {
                        let wanted = outcome.choice.filter(|choice| made.contains(choice));
                        more.extend(wanted.or_else(|| made.iter().min().copied()));
                    }
                    Makes::ChosenOfEvent => {
                        let chosen = self.permanent(watcher.source.obj).notes.chosen.as_deref();
                        more.extend(made.iter().copied().find(|one| chosen == Some(one.word())));
                    }
                    _ => {}
                }
            }
        }
        more
    }
}

/// What becomes of mana by effects on it, in every order that comes to something else.
fn replaced(effects: &[(Obj, u8, Produces)], so_far: Outcome, all: &mut Vec<Outcome>) {
    let able = effects.iter().filter(|(source, least, _)| {
        !so_far.mana.is_empty() && !so_far.order.contains(source) && so_far.mana.len() >= usize::from(*least)
    });
    let able: Vec<_> = able.take(if effects.len() > ORDERED { 1 } else { ORDERED }).collect();
    if able.is_empty() {
        if !all.iter().any(|other| (&other.mana, other.choice) == (&so_far.mana, so_far.choice)) {
            all.push(so_far);
        }
        return;
    }
    for (source, _, becomes) in able {
        let mut next = so_far.clone();
        next.order.push(*source);
        let many = next.mana.len();
        match becomes {
            Produces::Times(n) => {
                let times = |&one: &Mana| std::iter::repeat_n(one, usize::from(*n));
                next.mana = so_far.mana.iter().flat_map(times).collect();
            }
            Produces::Type(one, alone) => next.mana = vec![*one; if *alone { 1 } else { many }],
            Produces::AnyColor => {
                let colours = Mana::ALL.into_iter().filter(|&one| one != Mana::Colourless);
                for one in colours.filter(|&one| so_far.choice.is_none_or(|choice| choice == one)) {
                    let choice = Some(one);
                    let next = Outcome { choice, mana: vec![one; many], order: next.order.clone() };
                    replaced(effects, next, all);
                }
                continue;
            }
        }
        replaced(effects, next, all);
    }
}
