//! Targets (115): what may be chosen, on announcing (601.2c) and for copies (707.10c).

use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;

use super::cast::Refusal;
use super::query::{Context, zone_of};
use super::{Aiming, Answer, Ask, Game, Log, Look, Picks, Player};
use crate::ability::{Ability, Aim, Among, Is, Keyword, Modes, Static, Target};
use crate::cardset::Set;
use crate::item::{Item, ItemKind};
use crate::roles::Role;
use crate::source::Source;
use crate::state::Zone;
use crate::thing::{Aimed, Meant, Targets, Thing, listed};

/// The target phrases of something.
pub(super) type Phrases = SmallVec<[&'static Target; 2]>;

/// Those of an ability.
pub(super) fn phrases(targets: &'static [Target]) -> Phrases {
    let mut all = Phrases::new();
    for target in targets {
        all.push(target);
    }
    all
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// The target phrases of a spell with these modes.
    pub(crate) fn spell_targets(look: &Look, modes: Modes) -> Phrases {
        let mut wanted = Phrases::new();
        for ability in &look.abilities {
            match ability {
                Ability::Spell { targets, .. } => wanted.extend(targets),
                Ability::Modal(modal) => {
                    for mode in modal.chosen(modes) {
                        if let Ability::Spell { targets, .. } = mode {
                            wanted.extend(targets);
                        }
                    }
                }
                _ => wanted.extend(ability.enchants()),
            }
        }
        wanted
    }

    /// What may be targeted for a phrase (115).
    pub(crate) fn targetable(&self, aim: &Aim, context: &Context) -> Meant {
        let mut all = Meant::new();
        self.add_targetable(aim, context, &mut all);
        all
    }

    /// Whether something may be targeted for a phrase.
    pub(super) fn is_targetable(&self, aimed: Aimed, aim: &Aim, context: &Context) -> bool {
        match (aim, aimed) {
            (Aim::Player | Aim::Any, Aimed::Player(_)) => self.can_target(aimed, context),
            (Aim::Opponent, Aimed::Player(who)) => {
                who != context.controller && self.can_target(aimed, context)
            }
            _ => self.targetable(aim, context).contains(&aimed),
        }
    }

    fn add_targetable(&self, aim: &Aim, context: &Context, all: &mut Meant) {
        let add = |aimed| {
            if self.can_target(aimed, context) {
                all.push(aimed);
            }
        };
        let players = [context.controller.other(), context.controller].map(Aimed::Player);
        match aim {
            Aim::Player => players.into_iter().for_each(add),
            Aim::Opponent => players.into_iter().take(1).for_each(add),
            Aim::You => players.into_iter().skip(1).for_each(add),
            Aim::Any => {
                players.into_iter().for_each(add);
                let is = Is::AnyOf(vec![Is::A("creature".into()), Is::A("planeswalker".into())]);
                self.add_targetable(&Aim::Permanent(is), context, all);
            }
            Aim::Permanent(is) => {
                let you = context.controller;
                // Nothing of one player is the other's.
                let those = [(you.other(), Is::Yours), (you, Is::Theirs)]
                    .into_iter()
                    .filter(|(_, others)| !demands(is, others))
                    .flat_map(|(who, _)| {
                        let there = self.state.zone(who, Zone::Battlefield);
                        self.in_order(self.such_in(Zone::Battlefield, there, is, context))
                    });
                those.map(|obj| Aimed::Thing(self.thing(obj))).for_each(add);
            }
            Aim::Card(among) => self.among(among, context).into_iter().map(Aimed::Thing).for_each(add),
            Aim::Spell(is) => {
                let stack = self.field().stack.iter().rev();
                let such = stack.filter(|item| {
                    matches!(item.kind, ItemKind::Spell { .. })
                        && Some(item.id) != context.item
                        && self.is(Aimed::Item(item.id), is, context)
                });
                such.map(|item| Aimed::Item(item.id)).for_each(add);
            }
            Aim::StackAbility(triggered_only) => {
                let stack = self.field().stack.iter().rev();
                let such = stack.filter(|item| match &item.kind {
                    ItemKind::Ability { triggered, .. } => *triggered || !triggered_only,
                    ItemKind::Effect { .. } => true,
                    ItemKind::Spell { .. } => false,
                });
                such.map(|item| Aimed::Item(item.id)).for_each(add);
            }
            Aim::OneOf(aims) => aims.iter().for_each(|aim| self.add_targetable(aim, context, all)),
        }
    }

    /// The cards off the battlefield that may be targeted for a phrase, where it speaks of nothing else (115).
    pub(super) fn cards_to_aim_at(&self, aim: &Aim, context: &Context) -> Option<Set<W>> {
        let Aim::Card(Among(place, whose, is)) = aim else { return None };
        let zone = zone_of(*place).filter(|&zone| zone != Zone::Battlefield)?;
        let players = self.whose(whose, context).into_iter();
        let such = |all, who| all | self.such(self.state.zone(who, zone), is, context);
        Some(players.fold(Set::EMPTY, such))
    }

    /// 702.11, 702.16, 702.18
    pub(super) fn can_target(&self, aimed: Aimed, context: &Context) -> bool {
        match aimed {
            Aimed::Player(who) => {
                let shields = |a: &&'static Ability| matches!(**a, Ability::Static(Static::PlayerHexproof));
                who == context.controller
                    || !self.is_done(Role::Shields)
                    || !self
                        .state
                        .zone(who, Zone::Battlefield)
                        .into_iter()
                        .any(|obj| self.identity(obj).abilities.iter().any(shields))
            }
            Aimed::Thing(thing) if self.on_battlefield(thing.obj) => {
                let look = self.identity(thing.obj);
                let theirs = self.controller(thing.obj) != context.controller;
                // Of an ability its source has the qualities (702.16b).
                let spell = context.item.filter(|_| self.is_spell(context));
                let source = spell.map_or(Aimed::Thing(context.source), Aimed::Item);
                !(look.has(Keyword::Shroud)
                    || (theirs && look.has(Keyword::Hexproof))
                    || self.protected(thing, source))
            }
            Aimed::Thing(_) | Aimed::Item(_) => true,
        }
    }

    /// Whether a permanent has protection from something (702.16).
    pub(crate) fn protected(&self, thing: Thing, from: Aimed) -> bool {
        // Damage from nowhere has no quality.
        if matches!(from, Aimed::Thing(source) if source.stamp == u32::MAX) {
            return false;
        }
        let context = Context::of(thing, self.controller(thing.obj));
        self.identity(thing.obj)
            .abilities
            .iter()
            .any(|ability| matches!(ability, Ability::Protection(is) if self.is(from, is, &context)))
    }

    pub(super) fn announce_targets(
        &mut self,
        wanted: &[&'static Target],
        context: &Context,
    ) -> Result<Targets, Refusal> {
        self.targets_for(wanted, context, Aiming::Announced)
            .ok_or_else(|| "there is no legal target (601.2c)".into())
    }

    /// Targets for a trigger; `None` where a phrase has none.
    pub(crate) fn choose_targets(
        &mut self,
        wanted: &[&'static Target],
        context: &Context,
    ) -> Option<Targets> {
        self.targets_for(wanted, context, Aiming::Unannounced)
    }

    pub(super) fn targets_for(
        &mut self,
        wanted: &[&'static Target],
        context: &Context,
        aiming: Aiming,
    ) -> Option<Targets> {
        let mut all = Targets::new();
        if wanted.is_empty() {
            return Some(all);
        }
        let mut context = Cow::Borrowed(context);
        for (n, target) in wanted.iter().enumerate() {
            if n > 0 {
                context.to_mut().targets.clone_from(&all);
            }
            let from = self.targetable(&target.aim, &context);
            let least = self.value(&target.least, &context).max(0) as usize;
            let most = (self.value(&target.most, &context).max(0) as usize).min(from.len());
            if from.len() < least {
                return None;
            }
            let ask = Ask::Targets(&from, least, most, aiming);
            // What has one answer is not asked where nothing was announced.
            let picks = if aiming != Aiming::Announced && from.len() == 1 && least == 1 {
                self.only(context.controller, context.source, &from);
                smallvec![0]
            } else {
                match self.answer(context.controller, Some(context.source), &ask) {
                    Answer::Picks(at) => at,
                    Answer::Bool(_) | Answer::Number(_) | Answer::Word(_) => Picks::new(),
                }
            };
            let picked: Meant = listed(picks.iter().filter_map(|&i| from.get(i).copied()));
            if picked.len() < least {
                return None;
            }
            all.push(picked);
        }
        Some(all)
    }

    /// New targets of a copy, if its controller likes (707.10c).
    pub(crate) fn new_targets(&mut self, copy: &Item, context: &Context) -> Targets {
        let ItemKind::Spell { print, .. } = copy.kind else { return copy.targets.clone() };
        if copy.targets.iter().all(SmallVec::is_empty) {
            return copy.targets.clone();
        }
        let wanted = Self::spell_targets(&self.table.looks[print as usize], copy.cast.modes);
        let mut its = Context::of(context.source, copy.controller);
        its.item = Some(copy.id);
        its.cast = copy.cast.clone();
        let mut all = Targets::new();
        for (target, old) in wanted.iter().zip(&copy.targets) {
            let mut from = self.targetable(&target.aim, &its);
            // Unchanged comes first.
            from.retain(|aimed| !old.contains(aimed));
            let from: Meant = old.iter().copied().chain(from).collect();
            if from.len() < 2 {
                self.only(copy.controller, context.source, old);
                all.push(old.clone());
                continue;
            }
            let picked = match self.answer(
                copy.controller,
                Some(context.source),
                &Ask::Targets(&from, old.len(), old.len(), Aiming::Copied),
            ) {
                Answer::Picks(at) => at.into_iter().filter_map(|i| from.get(i).copied()).collect(),
                Answer::Bool(_) | Answer::Number(_) | Answer::Word(_) => old.clone(),
            };
            all.push(picked);
        }
        all
    }
}

/// Whether nothing can be such that is not that.
fn demands(is: &Is, that: &Is) -> bool {
    match is {
        Is::All(all) => all.contains(that),
        other => other == that,
    }
}
