//! Drawing where spells and permanents may change it (121, 614, 616), and dredge, which replaces it (702.52).

use smallvec::SmallVec;

use super::moving::To;
use super::query::Context;
use super::trigger::Happened;
use super::{Answer, Ask, Deed, Game, Log, Player, What};
use crate::ability::{Ability, Effect, Replace, Static};
use crate::cardset::{Obj, Set};
use crate::roles::{Moves, Role};
use crate::source::Source;
use crate::state::{Step, Who, Zone};
use crate::thing::{Thing, Things};

/// So many draws in a row of which nothing comes are as good as any more: nothing changes between them.
const MOST_IN_VAIN: i32 = 256;

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// How many more cards a player can draw this turn (121.2b, 614.17).
    #[inline(always)]
    pub(crate) fn draws_left(&self, who: Who) -> i32 {
        if self.is_done(Role::Static) { self.limited_draws_left(who) } else { i32::MAX }
    }

    #[inline(never)]
    fn limited_draws_left(&self, who: Who) -> i32 {
        let mut left = i32::MAX;
        for (source, ability) in self.statics() {
            let context = Context::of(self.thing(source), self.controller(source));
            if let Static::DrawLimit(whose, limit) = ability
                && self.is_whose(whose, &context, who)
            {
                left = left.min(i32::from(*limit) - self.field().today[who as usize].drawn);
            }
        }
        left.max(0)
    }

    /// Draws so many cards, each by itself (121.2). How many were drawn; `cards` get those whose draw nothing replaced.
    pub(crate) fn draws(&mut self, who: Who, n: i32, cards: &mut Things) -> i32 {
        if n >= 1 && self.is_done(Role::Replaces) && self.replace_draws(who, n, &[]) {
            return 0;
        }
        let (mut drawn, mut in_vain) = (0, 0);
        for _ in 0..n {
            if self.over() || in_vain >= MOST_IN_VAIN || self.draws_left(who) <= 0 {
                break;
            }
            // So few cannot be too many in vain.
            let before = (n > MOST_IN_VAIN).then(|| {
                let failed = Who::BOTH.map(|who| std::mem::take(&mut self.state.side_mut(who).failed_draw));
                (failed, self.progress())
            });
            let (at, mut applied) = (self.field().drawn.len(), Vec::new());
            if self.draw_one(who, &mut applied) {
                drawn += 1;
                // 121.6c: what comes of a replacement is not the card that an instruction goes on about.
                if applied.is_empty()
                    && let Some(&card) = self.field().drawn.get(at)
                {
                    cards.push(card);
                }
            }
            if let Some((failed, before)) = before {
                let empty = Who::BOTH.into_iter().any(|who| self.state.side(who).failed_draw);
                in_vain = if empty || self.progress() == before { in_vain + 1 } else { 0 };
                for (who, failed) in Who::BOTH.into_iter().zip(failed) {
                    self.state.side_mut(who).failed_draw |= failed;
                }
            }
        }
        drawn
    }

    /// What is another after anything that a draw may come to: moves, triggers, lives, counters of the players.
    fn progress(&self) -> (u32, usize, [i32; 2], i32) {
        let field = self.field();
        let counters = field.counters.iter().flatten().map(|(_, n)| *n).sum();
        (field.clock, field.waiting.len(), Who::BOTH.map(|who| self.state.side(who).life), counters)
    }

    /// 121.2a: what replaces a draw of several cards does so first.
    fn replace_draws(&mut self, who: Who, n: i32, applied: &[Obj]) -> bool {
        let mut able = self.all_replacements();
        able.retain(|(source, ability)| {
            let Ability::Replace(Replace::Draws { who: whose, least, .. }) = ability else { return false };
            let context = Context::of(self.thing(*source), self.controller(*source));
            self.is_whose(whose, &context, who) && n >= i32::from(*least) && !applied.contains(source)
        });
        if able.is_empty() {
            return false;
        }
        let sources: Vec<Thing> = able.iter().map(|(obj, _)| self.thing(*obj)).collect();
        let (source, ability) = able.swap_remove(self.first_of(who, &sources));
        let Ability::Replace(Replace::Draws { instead, .. }) = ability else { return false };
        let mut context = Context::of(self.thing(source), self.controller(source));
        context.event.who = Some(who);
        context.event.amount = n;
        let mut applied = applied.to_vec();
        applied.push(source);
        self.tell(|| Deed::of(What::Replace, who).things(&[context.source]).amount(n));
        self.instead_of_draw(who, instead, &mut context, &applied);
        true
    }

    /// One draw, which can happen (614.17c) and may be replaced; `applied` are the effects that were (614.5). Whether a card was drawn.
    pub(crate) fn draw_one(&mut self, who: Who, applied: &mut Vec<Obj>) -> bool {
        if !self.player.is_told_all()
            && !self.is_done(Role::Replaces)
            && let Some(able) = self.printed_dredgers(who)
        {
            return self.draw_or_dredge(who, able);
        }
        let dredgers = self.dredgers(who);
        if dredgers.is_empty() && !self.is_done(Role::Replaces) {
            if self.player.is_told_all() {
                self.answer(who, None, &Ask::Dredge(&[], false));
            }
            return self.really_draw(who);
        }
        let mut able: Vec<(Obj, &'static Ability)> = Vec::new();
        for (source, ability) in self.all_replacements() {
            let mut context = Context::of(self.thing(source), self.controller(source));
            context.event.who = Some(who);
            if let Ability::Replace(Replace::Draw { who: whose, when, except_first, .. }) = ability
                && !applied.contains(&source)
                && self.is_whose(whose, &context, who)
                && self.holds(when, &context)
                && !(*except_first && self.first_in_step(who))
            {
                able.push((source, ability));
            }
        }
        // A dredge is taken where it is asked for, before other effects unless an order says otherwise.
        let offered: Vec<Thing> = dredgers.iter().map(|(t, _)| *t).collect();
        let first = if able.is_empty() {
            None
        } else {
            let mut sources = offered.clone();
            sources.extend(able.iter().map(|(obj, _)| self.thing(*obj)));
            match self.answer(who, None, &Ask::Replacement(&sources, true)) {
                Answer::Picks(at) => at.first().copied(),
                Answer::Bool(_) | Answer::Number(_) | Answer::Word(_) => None,
            }
        };
        if first.is_none_or(|at| at < dredgers.len())
            && let Answer::Picks(at) = self.answer(who, None, &Ask::Dredge(&offered, !able.is_empty()))
            && let Some(&(thing, n)) = at.first().and_then(|&i| dredgers.get(i))
        {
            self.dredge_instead(who, thing, n);
            return false;
        }
        if !able.is_empty() {
            let sources: Vec<Thing> = able.iter().map(|(obj, _)| self.thing(*obj)).collect();
            let at = self.first_of(who, &sources);
            let (source, ability) = able.swap_remove(at);
            applied.push(source);
            let Ability::Replace(Replace::Draw { instead, .. }) = ability else { return false };
            let mut context = Context::of(self.thing(source), self.controller(source));
            self.tell(|| Deed::of(What::Replace, who).things(&[context.source]));
            context.event.who = Some(who);
            return self.instead_of_draw(who, instead, &mut context, applied);
        }
        self.really_draw(who)
    }

    /// A draw that nothing can replace but dredging one of these (702.52a). Whether a card was drawn.
    #[inline]
    fn draw_or_dredge(&mut self, who: Who, able: Set<W>) -> bool {
        if able.is_empty() {
            return self.really_draw(who);
        }
        let (player, view) = self.ask();
        match player.dredge(view, who, able).first() {
            Some(card) => {
                self.dredge_instead(who, self.thing(card), i32::from(self.table.dredge(card)));
                false
            }
            None => self.really_draw(who),
        }
    }

    /// 702.52a: mills, then returns the card from the graveyard to the hand.
    fn dredge_instead(&mut self, who: Who, thing: Thing, n: i32) {
        self.tell(|| Deed::of(What::Dredge, who).things(&[thing]).amount(n));
        self.mill(who, n);
        self.move_all(&[thing], To::Zone(Zone::Hand));
        self.state.side_mut(who).dredged += 1;
    }

    /// The cards that could be dredged (702.52), where what is printed on them says it.
    fn printed_dredgers(&self, who: Who) -> Option<Set<W>> {
        let there = self.state.zone(who, Zone::Graveyard);
        if self.reaches_beyond() || !(there - self.table.cards).is_empty() {
            return None;
        }
        let (dredgers, library) = (there & self.table.dredgers, self.state.side(who).library.len());
        let enough = library >= u32::from(self.table.most_dredge);
        Some(if enough { dredgers } else { self.table.dredgers_up_to(library, dredgers) })
    }

    /// 616.1f: draws that come instead of a draw have had the same effects applied to them.
    fn instead_of_draw(
        &mut self,
        who: Who,
        instead: &'static Effect,
        context: &mut Context,
        applied: &[Obj],
    ) -> bool {
        match instead {
            Effect::All(all) => {
                let mut drew = false;
                for effect in all {
                    drew |= self.instead_of_draw(who, effect, context, applied);
                }
                drew
            }
            Effect::Draw(whose, count) => {
                let mut drew = false;
                let n = self.value(count, context);
                for other in self.whose(whose, context) {
                    if n > 1 && self.replace_draws(other, n, applied) {
                        continue;
                    }
                    for _ in 0..n {
                        let draws = self.draws_left(other) > 0 && self.draw_one(other, &mut applied.to_vec());
                        drew |= draws && other == who;
                    }
                }
                drew
            }
            other => {
                self.act(other, context);
                false
            }
        }
    }

    fn first_in_step(&self, who: Who) -> bool {
        self.in_draw_step_after(who, 0)
    }

    /// Whether the card just drawn was the first of the player's draw step.
    pub(super) fn was_first_in_step(&self, who: Who) -> bool {
        self.in_draw_step_after(who, 1)
    }

    fn in_draw_step_after(&self, who: Who, drawn: i32) -> bool {
        self.state.step == Step::Draw
            && self.state.active == who
            && self.field().today[who as usize].drawn_in_step == drawn
    }

    /// The cards that could be dredged, each with its number (702.52).
    pub(crate) fn dredgers(&self, who: Who) -> SmallVec<[(Thing, i32); 8]> {
        let library = self.state.side(who).library.len() as i32;
        let mut able = SmallVec::new();
        let there = self.state.zone(who, Zone::Graveyard);
        let there = if self.reaches_beyond() { there } else { there & self.table.may_dredge };
        if there.is_empty() {
            return able;
        }
        let beyond = self.reaches_beyond();
        for obj in self.by_age(there.into_iter().collect()) {
            if !beyond && self.table.cards.has(obj) {
                let n = i32::from(self.table.dredge(obj));
                if n <= library {
                    able.push((self.thing(obj), n));
                }
                continue;
            }
            let look = self.identity(obj);
            let numbers = look
                .abilities
                .iter()
                .filter_map(|a| if let Ability::Dredge(n) = **a { Some(i32::from(n)) } else { None });
            if let Some(n) = numbers.filter(|&n| n <= library).max() {
                able.push((self.thing(obj), n));
            }
        }
        able
    }

    fn really_draw(&mut self, who: Who) -> bool {
        // Nobody has no cards to run out of.
        if self.table.absent && who == Who::Opponent {
            return false;
        }
        let card = self.state.side_mut(who).library.take(who, self.source);
        let Some(card) = card.inspect(|&card| self.state.zone_mut(who, Zone::Library).remove(card)) else {
            self.tell(|| Deed::of(What::FailedDraw, who));
            self.state.side_mut(who).failed_draw = true;
            self.state.attention = true;
            return false;
        };
        let (from, to) = (Some(Zone::Library), Some(Zone::Hand));
        let arrived = if let Some(stirs) = self.stirs(card, from, to) {
            Some(self.arrive_alone(who, card, (from, to), stirs))
        } else {
            let things = self.back_on_top(who, &[card]);
            self.tell(|| Deed::of(What::Draw, who).things(&things));
            self.move_all(&things, To::Zone(Zone::Hand)).first().copied()
        };
        if let Some(arrived) = arrived {
            self.field_mut().drawn.push(arrived);
        }
        self.state.side_mut(who).drawn += 1;
        let today = &mut self.field_mut().today[who as usize];
        today.drawn += 1;
        today.drawn_in_step += 1;
        let number = today.drawn;
        if self.is_heard(Role::Draws, Moves::default()) {
            self.happened(&Happened::Drew(who, number));
        }
        true
    }
}
