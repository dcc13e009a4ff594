//! Triggered abilities (603).

use std::cell::LazyCell;

use smallvec::SmallVec;

use super::query::{Context, zone_of};
use super::target::phrases;
use super::watch::Watcher;
use super::{Ask, Deed, Game, Log, Look, Player, What};
use crate::ability::{Ability, If, Is, Moment, Place, Triggered, Value, When, Whose};
use crate::cardset::{Obj, Set};
use crate::item::{Cast, EventInfo, Item, ItemKind, Waiting};
use crate::look::Seen;
use crate::mana::Kinds;
use crate::roles::{Moves, Role};
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Targets, Thing, Things};
use crate::waits::looks;

/// One thing that moved.
#[derive(Debug, Clone)]
pub(crate) struct Moved<'g> {
    /// As it was.
    pub before: Thing,
    /// As it is.
    pub now: Thing,
    /// Where it was; `None`: on the stack or nowhere.
    pub from: Option<Zone>,
    /// Where it is.
    pub to: Option<Zone>,
    /// Its owner.
    pub owner: Who,
    /// Who controlled it before.
    pub controller: Who,
    /// What it was.
    pub look: Seen<'g>,
    /// Whether it is a token.
    pub token: bool,
}

/// What fits: whether as one event, and which of the things that moved, by their places.
type Fits = SmallVec<[(bool, Set<4>); 2]>;

/// Something that happened besides a move.
#[derive(Debug, Clone)]
pub(crate) enum Happened {
    Cast {
        item: u32,
        who: Who,
    },
    Step(Moment),
    Attacks(Thing),
    DamagedPlayer(Thing, Who, i32),
    DamagedCreature(Thing, Thing),
    WasDamaged(Thing, i32),
    Drew(Who, i32),
    TappedForMana(Who, Thing, Vec<crate::mana::Mana>),
    /// Mana was added by an ability of that.
    MadeMana(Who, Thing, Vec<crate::mana::Mana>),
    /// A permanent became tapped.
    Tapped(Thing),
    /// The card is where it went.
    Discarded(Who, Thing),
    /// By its controller; where it is now and what it was.
    Sacrificed(Who, Thing, Box<Look>),
    /// By a spell or ability of that player.
    Targeted(Aimed, Who),
}

impl Happened {
    /// What waits for it.
    const fn role(&self) -> Role {
        match self {
            Self::Cast { .. } => Role::Casts,
            Self::Step(_) => Role::Steps,
            Self::Attacks(_) => Role::Attacks,
            Self::DamagedPlayer(..) | Self::DamagedCreature(..) | Self::WasDamaged(..) => Role::Hurts,
            Self::Drew(..) => Role::Draws,
            Self::TappedForMana(..) | Self::MadeMana(..) | Self::Tapped(_) => Role::Taps,
            Self::Discarded(..) | Self::Sacrificed(..) => Role::Spends,
            Self::Targeted(..) => Role::Targets,
        }
    }
}

/// What is known of a move that triggered something.
fn about(m: &Moved<'_>) -> EventInfo {
    EventInfo { it: Some(Aimed::Thing(m.now)), amount: 1, who: Some(m.owner), mana: Kinds::default() }
}

pub(super) fn triggered(ability: &Ability) -> Option<&Triggered> {
    if let Ability::Triggered(triggered) = ability { Some(triggered) } else { None }
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    pub(super) fn context_of(watcher: &Watcher) -> Context {
        Context { cast: watcher.cast.clone(), ..Context::of(watcher.source, watcher.controller) }
    }

    pub(super) fn wait(&mut self, watcher: &Watcher, event: EventInfo) {
        let Some(t) = triggered(watcher.ability) else { return };
        // 603.4
        if !t.only_if.is_always() {
            let context = Context { event, ..Self::context_of(watcher) };
            if !self.holds(&t.only_if, &context) {
                return;
            }
        }
        let turn = self.field().turns;
        if matches!(t.only_if, If::OncePerTurn) {
            let used = &mut self.permanent_mut(watcher.source.obj).notes.used;
            if used.contains(&(0, turn)) {
                return;
            }
            used.push((0, turn));
        }
        let kind = ItemKind::Ability { source: watcher.source, ability: watcher.ability, triggered: true };
        let waiting = Waiting { kind, controller: watcher.controller, event, cast: watcher.cast.clone() };
        self.field_mut().waiting.push(waiting);
    }

    /// Whether a move is what an ability waits for; of one that is about a set, the things that fit.
    fn fits(&self, when: &When, moved: &[Moved<'_>], watcher: &Watcher, back: bool) -> Fits {
        let mut found = Fits::new();
        self.add_fits(when, moved, watcher, back, &mut found);
        found
    }

    fn add_fits(&self, when: &When, moved: &[Moved<'_>], watcher: &Watcher, back: bool, found: &mut Fits) {
        if !looks(when, back) {
            return;
        }
        let (is, (from, to), whose, batch) = match when {
            When::AnyOf(any) => {
                return any.iter().for_each(|when| self.add_fits(when, moved, watcher, back, found));
            }
            When::Enters(is) => (is, (None, Some(Place::Battlefield)), &Whose::Each, false),
            When::Dies(is) => (is, (Some(Place::Battlefield), Some(Place::Graveyard)), &Whose::Each, false),
            When::Moves { is, from, to, whose } => (is, (*from, *to), whose, false),
            When::Batch { is, from, to, whose } => (is, (*from, *to), whose, true),
            _ => return,
        };
        // 700.4: only creatures die; of a card that speaks of itself that is said already.
        let dies = matches!(when, When::Dies(_)) && !matches!(is, Is::This);
        let context = LazyCell::new(|| Self::context_of(watcher));
        // 603.2c: once for what happened, by however many of its conditions.
        let mut add = |fit| {
            if found.is_empty() || !found.contains(&fit) {
                found.push(fit);
            }
        };
        let mut fit = Set::EMPTY;
        for (i, m) in moved.iter().enumerate() {
            // The stack and the command zone are no zone of the state.
            let goes = from.is_none_or(|from| zone_of(from) == m.from)
                && to.is_none_or(|to| zone_of(to) == m.to)
                && m.from != m.to;
            if !goes || dies && !m.look.creature() {
                continue;
            }
            let whose = match whose {
                Whose::Each => true,
                Whose::You => m.owner == watcher.controller,
                Whose::Opponent => m.owner != watcher.controller,
                other => self.is_whose(other, &context, m.owner),
            };
            if whose && self.moved_is(m, is, watcher, back, &context) {
                if batch {
                    fit.insert_if(Obj(i as u8), true);
                } else {
                    add((false, Set::of(Obj(i as u8))));
                }
            }
        }
        if !fit.is_empty() {
            add((true, fit));
        }
    }

    /// Whether a thing that moved is such: as it was where a trigger looks back, else as it is where it came to (603.10).
    fn moved_is(
        &self,
        m: &Moved<'_>,
        is: &Is,
        watcher: &Watcher,
        back: bool,
        context: &LazyCell<Context, impl FnOnce() -> Context>,
    ) -> bool {
        match is {
            Is::All(all) => all.iter().all(|is| self.moved_is(m, is, watcher, back, context)),
            Is::AnyOf(any) => any.iter().any(|is| self.moved_is(m, is, watcher, back, context)),
            Is::Not(inner) => !self.moved_is(m, inner, watcher, back, context),
            Is::This => m.before.obj == watcher.source.obj,
            Is::Other => m.before.obj != watcher.source.obj,
            Is::Token => m.token,
            Is::Yours | Is::Theirs => {
                let controller = match m.to {
                    Some(Zone::Battlefield) => self.controller_of(Aimed::Thing(m.now)),
                    _ if back => m.controller,
                    _ => m.owner,
                };
                (controller == watcher.controller) == matches!(is, Is::Yours)
            }
            Is::A(word) if back && m.from == Some(Zone::Battlefield) => {
                m.look.is_such(word.sense(), word.text())
            }
            Is::Host => self.permanent(watcher.source.obj).host == Some(Aimed::Thing(m.before)),
            Is::FromGraveyard => m.from == Some(Zone::Graveyard),
            Is::CastFromGraveyard => self.permanent(m.now.obj).cast.from == Some(Zone::Graveyard),
            Is::With(keyword) if back && m.from == Some(Zone::Battlefield) => m.look.has(*keyword),
            other => {
                let now = self.identity(m.now.obj);
                now.is(other).unwrap_or_else(|| self.is_with(Aimed::Thing(m.now), &now, other, context))
            }
        }
    }

    pub(crate) fn triggers_of_moves(&mut self, moved: &[Moved<'_>], before: &[Watcher]) {
        let moves = moved.iter().fold(Moves::default(), |all, m| all | Moves::of(m.from, m.to));
        let after = self.watchers_of(moves, false);
        // What looks back, as things were (603.10a); a thing that left is its own watcher then.
        for (watchers, back) in [(before, true), (after.as_slice(), false)] {
            for watcher in watchers {
                let Some(t) = triggered(watcher.ability) else { continue };
                for (batch, fit) in self.fits(&t.when, moved, watcher, back) {
                    let first = &moved[fit.lowest().index()];
                    let mut event = about(first);
                    if batch {
                        event.amount = fit.len() as i32;
                    }
                    if back && first.from == Some(Zone::Battlefield) {
                        event.who = Some(first.controller);
                    }
                    self.wait(watcher, event);
                }
            }
        }
        if self.reaches_beyond() || self.table.moves.own.meets(moves) {
            self.triggers_of_their_own(moved);
        }
        if !self.field().delayed.is_empty() {
            self.delayed_moves(moved);
        }
    }

    /// The abilities of what moved about its own move, where it is not watched already (603.6c).
    pub(super) fn triggers_of_their_own(&mut self, moved: &[Moved<'_>]) {
        let beyond = self.reaches_beyond();
        for m in moved.iter().filter(|m| m.to != Some(Zone::Battlefield)) {
            if !beyond && !self.print(m.now.obj).roles.own_moves.meets(Moves::of(m.from, m.to)) {
                continue;
            }
            // 603.10a: what looks back is what the card had before; from the battlefield that has been heard there.
            if m.from != Some(Zone::Battlefield) {
                self.triggers_of_its_own(m, &m.look, true);
            }
            self.triggers_of_its_own(m, &self.look_of_card(m.now.obj, beyond), false);
        }
    }

    /// Of one of them, being or having been that.
    fn triggers_of_its_own(&mut self, m: &Moved<'_>, look: &Seen<'_>, back: bool) {
        for wait in &*self.waits_of(m.now.obj, look) {
            if wait.from != Place::Battlefield
                || !wait.own
                || !wait.waits(Role::Moves, Moves::of(m.from, m.to), back)
            {
                continue;
            }
            let (source, ability) = (m.now, look.abilities[wait.at]);
            let watcher = Watcher { source, controller: m.owner, ability, cast: Cast::default() };
            let Some(t) = triggered(ability) else { continue };
            for _ in self.fits(&t.when, std::slice::from_ref(m), &watcher, back) {
                self.wait(&watcher, about(m));
            }
        }
    }

    fn delayed_moves(&mut self, moved: &[Moved<'_>]) {
        let mut i = 0;
        while i < self.field().delayed.len() {
            let delayed = &self.field().delayed[i];
            let hit = match (&delayed.when, delayed.about) {
                (When::Dies(Is::Those), Some(Aimed::Thing(thing))) => {
                    let dead = |m: &&Moved<'_>| m.before == thing && m.to == Some(Zone::Graveyard);
                    moved.iter().find(dead).map(about)
                }
                // What it is about then is what it was about when it was made.
                (When::Moves { is: Is::This, from: Some(Place::Battlefield), to: None, .. }, _) => {
                    let left =
                        |m: &Moved<'_>| m.before == delayed.source && m.from == Some(Zone::Battlefield);
                    moved.iter().any(left).then(EventInfo::default)
                }
                _ => None,
            };
            if let Some(event) = hit {
                self.fire(i, event);
            } else {
                i += 1;
            }
        }
    }

    /// A delayed trigger triggers, once (603.7b).
    fn fire(&mut self, at: usize, event: EventInfo) {
        let delayed = self.field_mut().delayed.remove(at);
        let print = self.field().prints[delayed.source.obj.index()];
        let kind = ItemKind::Effect { source: delayed.source, print, effect: delayed.effect };
        let event = EventInfo { it: event.it.or(delayed.about), ..event };
        let waiting = Waiting { kind, controller: delayed.controller, event, cast: Cast::default() };
        self.field_mut().waiting.push(waiting);
    }

    /// Anything else that happens.
    #[inline(always)]
    pub(crate) fn happened(&mut self, happened: &Happened) {
        let heard = match happened {
            Happened::Step(_) => self.is_heard_at(self.state.step),
            _ => self.is_heard(happened.role(), Moves::default()),
        };
        if heard {
            self.hear_all(happened);
        }
        match happened {
            Happened::Cast { item, who, .. } => self.triggers_of_spell(*item, *who),
            Happened::Step(moment) if !self.field().delayed.is_empty() => self.delayed_to(*moment),
            _ => {}
        }
    }

    /// All that waits for it triggers.
    #[inline(never)]
    fn hear_all(&mut self, happened: &Happened) {
        let watchers = self.watchers(happened.role());
        self.hear(&watchers, happened);
    }

    /// Delayed triggers that wait for a step.
    fn delayed_to(&mut self, moment: Moment) {
        let mut i = 0;
        while i < self.field().delayed.len() {
            let delayed = &self.field().delayed[i];
            let context = Context::of(delayed.source, delayed.controller);
            let due = matches!(delayed.when, When::At(at, whose) if *at == moment
                && self.is_whose(whose, &context, self.state.active));
            if due {
                self.fire(i, EventInfo::default());
            } else {
                i += 1;
            }
        }
    }

    /// The abilities of these that wait for it trigger.
    pub(crate) fn hear(&mut self, watchers: &[Watcher], happened: &Happened) {
        for watcher in watchers {
            let Some(t) = triggered(watcher.ability) else { continue };
            let context = Self::context_of(watcher);
            if let Some(event) = self.heard(&t.when, happened, &context) {
                self.wait(watcher, event);
            }
        }
    }

    pub(super) fn heard(&self, when: &When, happened: &Happened, context: &Context) -> Option<EventInfo> {
        let info = |it: Option<Aimed>, amount: i32, who: Who| {
            Some(EventInfo { it, amount, who: Some(who), mana: Kinds::default() })
        };
        match (when, happened) {
            (When::AnyOf(any), _) => any.iter().find_map(|when| self.heard(when, happened, context)),
            (When::Cast { who, is, nth }, Happened::Cast { item, who: by }) => {
                // Of its kind.
                let number = || {
                    let its = Context { player: Some(*by), ..context.clone() };
                    self.value(&Value::Spells(Whose::Current, is.clone()), &its)
                };
                let such = self.is_whose(who, context, *by)
                    && (*nth == 0 || i32::from(*nth) == number())
                    && self.is(Aimed::Item(*item), is, context);
                such.then(|| info(Some(Aimed::Item(*item)), 0, *by)).flatten()
            }
            (When::At(moment, whose), Happened::Step(step)) => {
                let such = moment == step && self.is_whose(whose, context, self.state.active);
                such.then(|| info(None, 0, self.state.active)).flatten()
            }
            (When::Attacks(is), Happened::Attacks(thing)) => {
                let it = Aimed::Thing(*thing);
                self.is(it, is, context)
                    .then(|| info(Some(it), 0, self.controller(thing.obj).other()))
                    .flatten()
            }
            (When::CombatDamageToPlayer(is), Happened::DamagedPlayer(thing, who, amount)) => {
                let it = Aimed::Thing(*thing);
                self.is(it, is, context).then(|| info(Some(it), *amount, *who)).flatten()
            }
            (When::CombatDamageToCreature(is), Happened::DamagedCreature(thing, hurt)) => {
                let such = self.is(Aimed::Thing(*thing), is, context);
                such.then(|| info(Some(Aimed::Thing(*hurt)), 0, self.controller(hurt.obj))).flatten()
            }
            (When::DealtDamage(is), Happened::WasDamaged(thing, amount)) => {
                let it = Aimed::Thing(*thing);
                self.is(it, is, context)
                    .then(|| info(Some(it), *amount, self.controller(thing.obj)))
                    .flatten()
            }
            (When::DrawsNth(whose, nth), Happened::Drew(who, number)) => {
                let such = self.is_whose(whose, context, *who) && i32::from(*nth) == *number;
                such.then(|| info(None, *number, *who)).flatten()
            }
            (When::Draws(whose, but_first), Happened::Drew(who, number)) => {
                let such =
                    self.is_whose(whose, context, *who) && !(*but_first && self.was_first_in_step(*who));
                such.then(|| info(None, *number, *who)).flatten()
            }
            (When::TapsForMana(whose, is), Happened::TappedForMana(who, thing, mana)) => {
                let it = Aimed::Thing(*thing);
                let such = self.is_whose(whose, context, *who) && self.is(it, is, context);
                such.then(|| EventInfo { it: Some(it), amount: 0, who: Some(*who), mana: Kinds::of(mana) })
            }
            (When::MakesMana(whose, is), Happened::MadeMana(who, thing, mana)) => {
                let it = Aimed::Thing(*thing);
                let such = self.is_whose(whose, context, *who) && self.is(it, is, context);
                such.then(|| EventInfo { it: Some(it), amount: 0, who: Some(*who), mana: Kinds::of(mana) })
            }
            (When::BecomesTapped(is), Happened::Tapped(thing)) => {
                let it = Aimed::Thing(*thing);
                self.is(it, is, context).then(|| info(Some(it), 0, self.controller(thing.obj))).flatten()
            }
            (When::Discards(whose, is), Happened::Discarded(who, thing)) => {
                let it = Aimed::Thing(*thing);
                let such = self.is_whose(whose, context, *who) && self.is(it, is, context);
                such.then(|| info(Some(it), 1, *who)).flatten()
            }
            (When::Sacrifices(whose, is), Happened::Sacrificed(who, thing, look)) => {
                let it = Aimed::Thing(*thing);
                let such = self.is_whose(whose, context, *who) && self.is_with(it, look, is, context);
                such.then(|| info(Some(it), 1, *who)).flatten()
            }
            (When::BecomesTarget(is, whose), Happened::Targeted(aimed @ Aimed::Thing(thing), by)) => {
                let such = self.on_battlefield(thing.obj)
                    && self.is_whose(whose, context, *by)
                    && self.is(*aimed, is, context);
                such.then(|| info(Some(*aimed), 0, self.controller(thing.obj))).flatten()
            }
            (When::PlayerBecomesTarget(whose, of), Happened::Targeted(Aimed::Player(who), by)) => {
                let such = self.is_whose(whose, context, *who) && self.is_whose(of, context, *by);
                such.then(|| info(None, 0, *who)).flatten()
            }
            _ => None,
        }
    }

    /// Puts waiting triggers on the stack, the active player's first (603.3b). Whether there were any.
    pub(crate) fn put_triggers(&mut self) -> bool {
        if self.field().waiting.len() < 2 {
            let only = self.field_mut().waiting.pop();
            return only.map(|waiting| self.put_trigger(waiting)).is_some();
        }
        let mut waiting = std::mem::take(&mut self.field_mut().waiting);
        for who in [self.state.active, self.state.active.other()] {
            loop {
                let those = waiting.iter().enumerate().filter(|(_, trigger)| trigger.controller == who);
                let mut own: SmallVec<[usize; 8]> = SmallVec::new();
                those.for_each(|(at, _)| own.push(at));
                let first = match own.len() {
                    0 => break,
                    1 => 0,
                    _ => {
                        let sources: Things = own.iter().map(|&at| source_of(&waiting[at].kind)).collect();
                        let at = self.answer(who, None, &Ask::Trigger(&sources)).picks();
                        at.first().copied().filter(|&at| at < own.len()).unwrap_or(0)
                    }
                };
                self.put_trigger(waiting.remove(own[first]));
            }
        }
        // What has triggered meanwhile waits for the next time.
        waiting.append(&mut self.field_mut().waiting);
        self.field_mut().waiting = waiting;
        true
    }

    fn put_trigger(&mut self, waiting: Waiting) {
        let Waiting { kind, controller, event, cast } = waiting;
        let wanted: &'static [_] = match &kind {
            ItemKind::Ability { ability, .. } => triggered(ability).map_or(&[], |t| &t.targets),
            _ => &[],
        };
        let targets = if wanted.is_empty() {
            Targets::new()
        } else {
            let source = Context::of(source_of(&kind), controller);
            let context = Context { cast: cast.clone(), event, ..source };
            // 603.3d: without legal targets it goes nowhere.
            let Some(targets) = self.choose_targets(&phrases(wanted), &context) else { return };
            targets
        };
        let id = self.next_item();
        // Whoever is to hear of them does so once it is on the stack.
        let heard = L::ON || self.hears_of_targets();
        let aimed = if heard { targets.clone() } else { Targets::new() };
        self.field_mut().push(Item { id, kind, controller, targets, cast, event });
        self.tell(|| Deed::of(What::Trigger, controller).item(id).at(&aimed.concat()));
        self.targeted(&aimed, controller);
    }

    /// These have become targets of something that a player controls.
    pub(super) fn targeted(&mut self, targets: &Targets, by: Who) {
        if self.hears_of_targets() {
            for &target in targets.iter().flatten() {
                self.happened(&Happened::Targeted(target, by));
            }
        }
    }

    fn hears_of_targets(&self) -> bool {
        self.is_heard(Role::Targets, Moves::default())
    }

    pub(crate) fn next_item(&mut self) -> u32 {
        let field = self.field_mut();
        field.items += 1;
        field.items
    }
}

/// The source of what will be on the stack.
pub(crate) fn source_of(kind: &ItemKind) -> Thing {
    match kind {
        ItemKind::Spell { card, .. } => card.unwrap_or(Thing { obj: Obj(0), stamp: 0 }),
        ItemKind::Ability { source, .. } | ItemKind::Effect { source, .. } => *source,
    }
}
