//! Resolving what is on the stack (608), and taking things off it (701.6).

use super::act::aimed;
use super::counters::{change_counters, counters};
use super::moving::{Entry, To};
use super::query::{Context, item_card};
use super::target::{Phrases, phrases};
use super::trigger::source_of;
use super::{Deed, Game, Log, Note, Player, Point, What};
use crate::ability::{Ability, Effect, Keyword, Modal, Modes, Static, Way};
use crate::card::{Supertypes, Types};
use crate::cardset::{Obj, Row, Set};
use crate::item::{Item, ItemKind, Waiting};
use crate::look::Seen;
use crate::roles::Role;
use crate::source::Source;
use crate::state::{Outcome, Who, Zone};
use crate::thing::{Aimed, Meant, Targets, Thing, Things};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Resolves the top of the stack.
    pub(crate) fn resolve_top(&mut self) {
        let Some(item) = self.field().stack.last().cloned() else { return };
        self.resolve(&item);
        self.tell(|| Deed::of(What::Resolved, item.controller));
    }

    fn resolve(&mut self, item: &Item) {
        let mut context = Context::of(source_of(&item.kind), item.controller);
        context.cast = item.cast.clone();
        context.event = item.event;
        context.item = Some(item.id);
        // 608.2b
        let fizzles = self.fizzles(item, &mut context);
        let what = if fizzles { What::Fizzle } else { What::Resolve };
        self.tell(|| Deed::of(what, item.controller).item(item.id).at(&context.targets.concat()));
        let effect = match &item.kind {
            ItemKind::Spell { .. } => {
                if fizzles {
                    self.take_off_stack(item.id, Zone::Graveyard);
                } else {
                    self.resolve_spell(item, &mut context);
                }
                return;
            }
            ItemKind::Ability { ability, .. } => match ability {
                Ability::Activated(activated) => &activated.effect,
                Ability::Triggered(triggered) => {
                    // 603.4: the condition is asked again.
                    if !triggered.only_if.is_always() && !self.holds(&triggered.only_if, &context) {
                        self.tell(|| Deed::of(What::Lapse, item.controller).item(item.id));
                        &Effect::Nothing
                    } else {
                        &triggered.effect
                    }
                }
                _ => &Effect::Nothing,
            },
            ItemKind::Effect { effect, .. } => &**effect,
        };
        self.field_mut().pull(item.id);
        context.item = None;
        if !fizzles {
            self.act(effect, &mut context);
        }
    }

    /// Whether something had targets and none of them is legal any more; the context is given those that are.
    fn fizzles(&self, item: &Item, context: &mut Context) -> bool {
        if item.targets.is_empty() {
            return false;
        }
        let wanted = match &item.kind {
            ItemKind::Spell { card: Some(card), .. } => {
                Self::spell_targets(&self.identity(card.obj), item.cast.modes)
            }
            ItemKind::Spell { card: None, print } => {
                Self::spell_targets(&self.table.looks[*print as usize], item.cast.modes)
            }
            ItemKind::Ability { ability, .. } => match ability {
                Ability::Activated(a) => phrases(&a.targets),
                Ability::Triggered(t) => phrases(&t.targets),
                _ => Phrases::new(),
            },
            ItemKind::Effect { .. } => Phrases::new(),
        };
        for (i, chosen) in item.targets.iter().enumerate() {
            let mut legal = Meant::new();
            for &aimed in chosen {
                if wanted.get(i).is_some_and(|target| self.is_targetable(aimed, &target.aim, context)) {
                    legal.push(aimed);
                }
            }
            context.targets.push(legal);
        }
        let any = |targets: &Targets| targets.iter().any(|aims| !aims.is_empty());
        any(&item.targets) && !any(&context.targets)
    }

    fn resolve_spell(&mut self, item: &Item, context: &mut Context) {
        let ItemKind::Spell { card, print } = item.kind else { return };
        let look = card
            .map_or_else(|| Seen::Printed(&self.table.looks[print as usize]), |card| self.identity(card.obj));
        if look.types.any(Types::PERMANENT) {
            self.field_mut().pull(item.id);
            // 608.3f: a copy becomes a token, which is not created.
            let thing = match card {
                Some(card) => Some(card),
                None => self.new_object().map(|obj| {
                    self.field_mut().add(obj, print, item.controller);
                    self.thing(obj)
                }),
            };
            let Some(thing) = thing else { return };
            let entry = Self::entry_of(item);
            let arrived = self.move_with(&[thing], To::Battlefield(item.controller, false), &entry);
            if let (Some(arrived), Some(host)) = (arrived.first(), context.targets.iter().flatten().next())
                && look.abilities.iter().any(|a| a.enchants().is_some())
            {
                self.permanent_mut(arrived.obj).host = Some(*host);
            }
            // 702.74a: an ability of the permanent, which may have lost it.
            if item.cast.via.as_deref() == Some("evoke")
                && let Some(arrived) = arrived.first()
                && self.identity(arrived.obj).abilities.iter().any(|ability| has_evoke(ability))
            {
                let kind = ItemKind::Effect { source: *arrived, print, effect: &Effect::SacrificeThis };
                let waiting =
                    Waiting { kind, controller: item.controller, event: item.event, cast: item.cast.clone() };
                self.field_mut().waiting.push(waiting);
            }
            return;
        }
        for ability in &look.abilities {
            match ability {
                Ability::Spell { effect, .. } => self.act(effect, context),
                Ability::Modal(modal) => self.act_in_modes(modal, item.cast.modes, context),
                _ => {}
            }
        }
        if self.field().stack.iter().any(|other| other.id == item.id) {
            let to = if item.cast.buyback { Zone::Hand } else { context.goes.unwrap_or(Zone::Graveyard) };
            self.take_off_stack(item.id, to);
        }
    }

    /// Does what the chosen modes say in printed order, each with its own targets (608.2c).
    fn act_in_modes(&mut self, modal: &'static Modal, modes: Modes, context: &mut Context) {
        let mut targets = std::mem::take(&mut context.targets).into_iter();
        for mode in modal.chosen(modes) {
            if let Ability::Spell { targets: phrases, effect } = mode {
                context.targets = targets.by_ref().take(phrases.len()).collect();
                self.act(effect, context);
            }
        }
    }

    /// Takes a spell or ability off the stack; a card goes to a zone of its owner, or where its own rules say.
    pub(crate) fn take_off_stack(&mut self, id: u32, to: Zone) -> Option<Thing> {
        let at = self.field().stack.iter().position(|item| item.id == id)?;
        let item = &self.field().stack[at];
        // 702.34a, 702.133a
        let exiled = matches!(item.cast.via.as_deref(), Some("flashback" | "jump-start"));
        let to = if exiled {
            To::Zone(Zone::Exile)
        } else if to == Zone::Library {
            To::Shuffled
        } else if to == Zone::Battlefield {
            To::Battlefield(item.controller, false)
        } else {
            To::Zone(to)
        };
        // 304.4, 307.4: what cannot enter stays on the stack.
        let enters = matches!(to, To::Battlefield(..));
        if enters && item_card(item).is_some_and(|card| !self.can_enter(card, None, false)) {
            return None;
        }
        let item = self.field_mut().pull(id)?;
        let ItemKind::Spell { card: Some(card), .. } = item.kind else { return None };
        let moved = self.move_with(&[card], to, &Entry::default()).first().copied();
        if moved.is_none() && enters {
            // 303.4g: an Aura with nothing to enchant.
            return self.move_with(&[card], To::Zone(Zone::Graveyard), &Entry::default()).first().copied();
        }
        moved
    }

    /// 701.6a
    pub(crate) fn counter(&mut self, object: Aimed, to: Zone) {
        let Aimed::Item(id) = object else { return };
        let Some(item) = self.field().stack.iter().find(|item| item.id == id) else { return };
        let spell = matches!(item.kind, ItemKind::Spell { .. });
        if spell && self.look_item(item).abilities.iter().any(|a| matches!(**a, Ability::Uncounterable)) {
            return;
        }
        let who = item.controller;
        self.tell(|| Deed::of(What::Counter, who).item(id));
        self.take_off_stack(id, to);
    }

    /// State-based actions and triggers, until there are no more (117.5).
    #[inline]
    pub(crate) fn settle_down(&mut self) {
        if self.is_settled() {
            debug_assert!(self.over() || !(self.state_based() || self.put_triggers()), "settled");
        } else {
            self.settle_all();
        }
    }

    /// The same where there may be some.
    #[inline(never)]
    fn settle_all(&mut self) {
        for _ in 0..1000 {
            if self.over() {
                return;
            }
            let acted = self.state_based();
            if self.over() {
                return;
            }
            if acted {
                continue;
            }
            // What wavers is looked at again as it ends, too.
            let field = self.field_mut();
            field.settled = field.is_steady();
            // 117.5: what triggered is put on the stack, which seldom changes anything of that.
            if !self.put_triggers() || self.is_settled() {
                self.reveal_tops();
                return;
            }
        }
        // 104.4b
        self.tell(|| Deed::of(What::DrawGame("104.4b"), Who::You));
        self.state.outcome = Outcome::Drawn;
    }

    /// Whether nothing has changed since there was nothing to do that anything here is about.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        let field = self.field();
        let well = |who| {
            let side = self.state.side(who);
            side.life > 0 && !side.failed_draw
        };
        field.settled
            && field.waiting.is_empty()
            && field.is_steady()
            && field.dungeons.iter().all(Option::is_none)
            && well(Who::You)
            && well(Who::Opponent)
    }

    /// The permanents that a state-based action may be about (704.5f–q): seldom any.
    fn may_be_due(&mut self) -> Row {
        let field = self.field();
        let here: Set<4> = self.both(Zone::Battlefield).resized();
        let mut due = Row::new();
        if !field.lasting.is_empty()
            || !field.perpetual.is_empty()
            || field.active.has(Role::Alters)
            || field.active.has(Role::Sizes)
        {
            for obj in here {
                if self.may_perish(obj) {
                    due.push(obj);
                }
            }
            return due;
        }
        // What is as it is printed, and was looked at since it changed, is not looked at again.
        let wavering = field.active.of(Role::Mortal) | field.active.of(Role::Restless);
        for obj in here & (field.unlooked | wavering) {
            let as_printed = self.is_as_printed(obj);
            if self.is_due(obj, as_printed) {
                due.push(obj);
            } else if as_printed {
                self.field_mut().unlooked.remove(obj);
            }
        }
        self.field_mut().unlooked &= here;
        let is_due = |obj| self.is_due(obj, self.is_as_printed(obj));
        debug_assert!(here.into_iter().all(|obj| due.contains(&obj) || !is_due(obj)), "looked at again");
        due
    }

    /// Whether a state-based action may be about a permanent, where no effect of another changes what it is.
    fn is_due(&self, obj: Obj, as_printed: bool) -> bool {
        if !as_printed {
            return self.may_perish(obj);
        }
        let (print, permanent) = (self.print(obj), self.permanent(obj));
        let hurt =
            || permanent.deathtouched || print.size.is_some_and(|size| size.1 <= permanent.damage.max(0));
        print.roles.here.has(Role::Mortal) || print.types.has(Types::CREATURE) && hurt()
    }

    /// Whether a permanent is as it is printed, where no effect of another changes what it is.
    fn is_as_printed(&self, obj: Obj) -> bool {
        !self.print(obj).roles.wavers() && self.permanent(obj).is_plain()
    }

    /// Whether a state-based action may be about a permanent that may be other than it is printed.
    fn may_perish(&self, obj: Obj) -> bool {
        let (print, permanent) = (self.print(obj), self.permanent(obj));
        let mortal = print.types.any(Types::CREATURE.with(Types::PLANESWALKER))
            || print.supertypes.has(Supertypes::LEGENDARY)
            || print.roles.attaches;
        let bare = permanent.host.is_none() && permanent.counters.len() < 2;
        if !mortal && bare && !self.may_shift(obj, print) {
            return false;
        }
        let look = self.identity(obj);
        let hurt = || permanent.deathtouched || self.size_as(obj, &look).1 <= permanent.damage.max(0);
        look.creature() && hurt()
            || look.types.has(Types::PLANESWALKER)
            || look.supertypes.has(Supertypes::LEGENDARY)
            || permanent.host.is_some()
            || permanent.counters.len() > 1
            || look.abilities.iter().any(|ability| ability.enchants().is_some())
    }

    /// Whether a player may be about to lose (704.5a–c).
    fn may_lose(&self, who: Who) -> bool {
        let side = self.state.side(who);
        side.life <= 0 || side.failed_draw || !self.field().counters[who as usize].is_empty()
    }

    /// The players that are to lose do (704.5a–c). Whether that ends the game.
    fn lose_the_game(&mut self) -> bool {
        let mut lost = [false; 2];
        for who in Who::BOTH {
            // 704.5a, 704.5b, 704.5c
            let poisoned = self.player_counters(who, "poison") >= 10;
            let side = self.state.side_mut(who);
            let due = side.life <= 0 || side.failed_draw || poisoned;
            let rule = match (side.life <= 0, side.failed_draw) {
                (true, _) => "704.5a",
                (false, true) => "704.5b",
                (false, false) => "704.5c",
            };
            side.failed_draw = false;
            lost[who as usize] = due && !self.player_cant(who, false) && !self.player_cant(who.other(), true);
            if lost[who as usize] {
                self.note(|| Note::Lose(who, rule));
            }
        }
        match lost {
            [true, true] => {
                self.tell(|| Deed::of(What::DrawGame("104.4a"), Who::You));
                self.state.outcome = Outcome::BothLost;
            }
            [true, false] => self.state.outcome = Outcome::Lost,
            [false, true] => self.state.outcome = Outcome::Won,
            [false, false] => {}
        }
        self.over()
    }

    /// Whether any state-based action was done (704.5).
    fn state_based(&mut self) -> bool {
        if Who::BOTH.into_iter().any(|who| self.may_lose(who)) && self.lose_the_game() {
            return true;
        }
        let mut acted = self.complete_dungeons();
        // 704.5d: tokens elsewhere cease to exist. What has no type is an emblem or a dungeon (114.2, 309.2).
        let here = self.both(Zone::Battlefield);
        for obj in self.field().others - here.resized() {
            if self.field().command.contains(&obj) && self.print(obj).types != Types::NONE {
                let (who, thing) = (self.owner(obj), self.thing(obj));
                self.tell(|| Deed::of(What::Cease, who).things(&[thing]));
                self.field_mut().command.retain(|&other| other != obj);
                self.field_mut().remove(obj);
            } else if let Some((who, zone)) = self.state.find(obj) {
                let thing = self.thing(obj);
                self.tell(|| Deed::of(What::Cease, who).things(&[thing]));
                if zone == Zone::Library {
                    self.state.take_out(who, obj);
                } else {
                    self.state.zone_mut(who, zone).remove(obj);
                }
                self.field_mut().remove(obj);
            }
        }
        let due = self.may_be_due();
        if due.is_empty() {
            return acted;
        }
        let due = self.by_age(due);
        let mut dying = Vec::new();
        let mut destroyed = Vec::new();
        let mut why: Vec<(Thing, &'static str)> = Vec::new();
        let mut legendary = Things::new();
        for &obj in &due {
            let look = self.identity(obj);
            let permanent = self.permanent(obj);
            let thing = self.thing(obj);
            if look.supertypes.has(Supertypes::LEGENDARY) {
                legendary.push(thing);
            }
            if look.creature() {
                let toughness = self.size_as(obj, &look).1;
                if toughness <= 0 {
                    // 704.5f
                    why.push((thing, "704.5f"));
                    dying.push(thing);
                } else if permanent.damage >= toughness || permanent.deathtouched {
                    // 704.5g, 704.5h
                    why.push((thing, if permanent.deathtouched { "704.5h" } else { "704.5g" }));
                    destroyed.push(thing);
                }
            }
            if look.types.has(Types::PLANESWALKER) && counters(permanent, "loyalty") <= 0 {
                // 704.5i
                why.push((thing, "704.5i"));
                dying.push(thing);
            }
            let attaches = ["aura", "equipment", "fortification"].map(|word| look.is_a(word)).contains(&true);
            if permanent.host.is_some() && (look.creature() || !attaches) {
                // 704.5p
                self.permanent_mut(obj).host = None;
                acted = true;
                continue;
            }
            if let Some(target) = look.abilities.iter().find_map(|ability| ability.enchants()) {
                let legal = match permanent.host {
                    Some(Aimed::Thing(host)) => self.can_enchant(thing, &target.aim, host),
                    Some(_) => true,
                    None => false,
                };
                if !legal {
                    // 704.5m
                    why.push((thing, "704.5m"));
                    dying.push(thing);
                }
            } else if let Some(Aimed::Thing(host)) = permanent.host
                && (!self.same(host)
                    || !self.identity(host.obj).creature()
                    || self.protected(host, Aimed::Thing(thing)))
            {
                // 704.5n
                self.permanent_mut(obj).host = None;
            }
        }
        // 704.5j
        if legendary.len() > 1 && !self.has_static_of_anyone(|s| matches!(s, Static::NoLegendRule)) {
            for who in Who::BOTH {
                let there = self.state.zone(who, Zone::Battlefield);
                for legend in legendary.iter().filter(|legend| there.has(legend.obj)) {
                    let name = &self.print(legend.obj).name;
                    let mut same = legendary.clone();
                    same.retain(|t| {
                        there.has(t.obj) && self.print(t.obj).name == *name && !dying.contains(t)
                    });
                    if same.len() > 1 {
                        let kept = self.pick(Point::Target, (who, *legend), &aimed(&same), (1, 1));
                        let gone = || same.iter().copied().filter(|t| !kept.contains(&Aimed::Thing(*t)));
                        why.extend(gone().map(|thing| (thing, "704.5j")));
                        dying.extend(gone());
                    }
                }
            }
        }
        destroyed.retain(|t| !dying.contains(t) && !self.identity(t.obj).has(Keyword::Indestructible));
        acted |= !dying.is_empty() || !destroyed.is_empty();
        why.retain(|(thing, _)| dying.contains(thing) || destroyed.contains(thing));
        for (thing, rule) in why {
            self.tell_about(What::StateBased(rule), &[thing]);
        }
        let mut all = dying;
        for thing in destroyed {
            if self.permanent(thing.obj).shields > 0 {
                self.destroy(&[thing], false);
            } else {
                all.push(thing);
            }
        }
        if !all.is_empty() {
            self.move_all(&all, To::Zone(Zone::Graveyard));
        }
        // 704.5q
        for obj in due {
            if !self.on_battlefield(obj) || self.permanent(obj).counters.len() < 2 {
                continue;
            }
            let both = counters(self.permanent(obj), "+1/+1").min(counters(self.permanent(obj), "-1/-1"));
            if both > 0 {
                let thing = self.thing(obj);
                self.tell_counters(What::RemoveCounters, thing, "+1/+1", both);
                self.tell_counters(What::RemoveCounters, thing, "-1/-1", both);
                let permanent = self.permanent_mut(obj);
                change_counters(permanent, "+1/+1", -both);
                change_counters(permanent, "-1/-1", -both);
                acted = true;
            }
        }
        acted
    }
}

/// 702.74a
fn has_evoke(ability: &Ability) -> bool {
    matches!(ability, Ability::Way(Way::Alternative { word: Some(word), .. }) if word == "evoke")
}
