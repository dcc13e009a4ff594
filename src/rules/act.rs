//! What effects do (608.2c): each in its order, and on after whatever happened inside it.

use super::counters::change_counters;
use super::moving::To;
use super::query::{Context, Players, zone_of};
use super::{Answer, Ask, Deed, Game, Log, Player, Point, What};
use crate::ability::{Effect, Makes, Until, Value, When, Whose};
use crate::field::{Delayed, Permission};
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Meant, Thing, Things, join};

pub(super) fn things(aimed: &[Aimed]) -> Things {
    let mut things = Things::new();
    for aimed in aimed {
        if let Aimed::Thing(thing) = aimed {
            things.push(*thing);
        }
    }
    things
}

pub(super) fn aimed(things: &[Thing]) -> Meant {
    let mut aimed = Meant::with_capacity(things.len());
    for thing in things {
        aimed.push(Aimed::Thing(*thing));
    }
    aimed
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Does what an effect says.
    pub(crate) fn act(&mut self, effect: &'static Effect, context: &mut Context) {
        if self.over() {
            return;
        }
        match effect {
            Effect::Nothing => {}
            Effect::Reveal(whose) => {
                for who in self.whose(whose, context) {
                    let hand: Things =
                        self.cards_in(who, Zone::Hand).into_iter().map(|o| self.thing(o)).collect();
                    self.tell(|| Deed::of(What::Reveal, who).things(&hand));
                }
            }
            Effect::All(all) => all.iter().for_each(|effect| self.act(effect, context)),
            Effect::When(condition, then, otherwise) => {
                if self.holds(condition, context) {
                    self.act(then, context);
                } else if let Some(otherwise) = otherwise {
                    self.act(otherwise, context);
                }
            }
            Effect::May(whose, then, otherwise) => {
                for who in self.whose(whose, context) {
                    context.player = Some(who);
                    context.did = self.can_do(then, context) && self.may(who, context.source);
                    if context.did {
                        self.act(then, context);
                        context.did = true;
                    } else if let Some(otherwise) = otherwise {
                        self.act(otherwise, context);
                    }
                }
            }
            Effect::Pay(whose, cost, then, otherwise) => {
                self.may_pay_for(whose, (cost, &Value::N(1)), then, otherwise.as_deref(), context);
            }
            Effect::PayTimes(whose, cost, times, then, otherwise) => {
                self.may_pay_for(whose, (cost, times), then, otherwise.as_deref(), context);
            }
            Effect::EachPlayer(whose, inner) => {
                let before = context.player;
                for who in self.in_turn_order(whose, context) {
                    context.player = Some(who);
                    self.act(inner, context);
                }
                context.player = before;
            }
            Effect::EachObject(of, inner) => {
                let before = context.current;
                for object in self.refs(of, context) {
                    context.current = Some(object);
                    self.act(inner, context);
                }
                context.current = before;
            }
            Effect::Gather(of, inner) => {
                let (before, mut all) = (context.current, Meant::new());
                for object in self.refs(of, context) {
                    context.current = Some(object);
                    self.act(inner, context);
                    all.append(&mut context.those);
                }
                context.current = before;
                context.those = all;
            }
            Effect::Repeat(times, inner) => {
                for _ in 0..self.value(times, context) {
                    self.act(inner, context);
                }
            }
            Effect::Draw(whose, count) => {
                let mut drawn = Things::new();
                for who in self.in_turn_order(whose, context) {
                    let n = self.value(count, context);
                    context.amount = self.draws(who, n, &mut drawn);
                    context.did = context.amount > 0;
                }
                context.those = aimed(&drawn);
            }
            Effect::Mill(whose, count) => {
                let mut milled = Things::new();
                for who in self.in_turn_order(whose, context) {
                    context.player = Some(who);
                    let n = self.value(count, context);
                    join(&mut milled, self.mill(who, n));
                }
                context.did = !milled.is_empty();
                context.amount = milled.len() as i32;
                // 701.17c: in a public zone.
                let hidden = self.both(Zone::Library);
                if milled.iter().any(|t| hidden.has(t.obj)) {
                    milled.retain(|t| !hidden.has(t.obj));
                }
                context.those = aimed(&milled);
            }
            Effect::MillUntil { who, is, most } => self.mill_until(who, is, most, context),
            Effect::Discard(whose, is, count) => {
                let gone = self.discard_chosen(whose, is, count, context);
                context.did = !gone.is_empty();
                context.amount = gone.len() as i32;
                context.those = aimed(&gone);
            }
            Effect::DiscardHand(whose) => {
                for who in self.in_turn_order(whose, context) {
                    let hand: Things =
                        self.cards_in(who, Zone::Hand).into_iter().map(|o| self.thing(o)).collect();
                    context.amount = hand.len() as i32;
                    context.those = aimed(&self.discard_things(who, &hand));
                }
            }
            Effect::DiscardAtRandom(whose, count) => {
                let mut gone = Things::new();
                for who in self.in_turn_order(whose, context) {
                    context.player = Some(who);
                    let n = self.value(count, context).max(0) as usize;
                    let chosen = self.at_random(who, n);
                    join(&mut gone, self.discard_things(who, &chosen));
                }
                context.did = !gone.is_empty();
                context.amount = gone.len() as i32;
                context.those = aimed(&gone);
            }
            Effect::Sacrifice(whose, is, count) => {
                let mut gone = Things::new();
                for who in self.in_turn_order(whose, context) {
                    context.player = Some(who);
                    let n = self.value(count, context).max(0) as usize;
                    let there = self.state.zone(who, Zone::Battlefield);
                    let from = self.such_in(Zone::Battlefield, there, is, context);
                    join(&mut gone, self.pick_of(Point::Sacrifice, (who, context.source), from, (n, n)));
                }
                context.did = !gone.is_empty();
                context.amount = gone.len() as i32;
                context.those = aimed(&gone);
                self.sacrifice(&gone);
            }
            Effect::SacrificeThis => {
                let source = context.source;
                context.did = self.same(source)
                    && self.state.zone(context.controller, Zone::Battlefield).has(source.obj);
                if context.did {
                    self.sacrifice(&[source]);
                }
            }
            Effect::Gain(whose, count) => {
                for who in self.whose(whose, context) {
                    let n = self.value(count, context);
                    self.gain(who, n);
                }
            }
            Effect::Lose(whose, count) => {
                for who in self.whose(whose, context) {
                    context.player = Some(who);
                    let n = self.value(count, context);
                    self.lose(who, n);
                }
            }
            Effect::Damage(to, count) => {
                let n = self.value(count, context);
                let to = self.refs(to, context);
                self.damage(
                    &to.into_iter().map(|t| (context.source, t, n)).collect::<Vec<_>>(),
                    false,
                    false,
                );
            }
            Effect::DamagePlayer(whose, count) => {
                let n = self.value(count, context);
                let to = self.whose(whose, context);
                let batch: Vec<_> = to.into_iter().map(|w| (context.source, Aimed::Player(w), n)).collect();
                self.damage(&batch, false, false);
            }
            Effect::DamageFrom(from, to, count) => {
                let n = self.value(count, context);
                let to = self.refs(to, context);
                for source in things(&self.refs(from, context)) {
                    self.damage(&to.iter().map(|&t| (source, t, n)).collect::<Vec<_>>(), false, false);
                }
            }
            Effect::Fight(one, other) => {
                let (one, other) = (things(&self.refs(one, context)), things(&self.refs(other, context)));
                if let ([one], [other]) = (one.as_slice(), other.as_slice()) {
                    self.fight(*one, *other);
                }
            }
            Effect::Destroy(of, finally) => {
                let what = things(&self.refs(of, context));
                let gone = self.destroy(&what, *finally);
                context.did = !gone.is_empty();
                context.amount = gone.len() as i32;
                context.those = aimed(&gone);
            }
            Effect::Exile(of) => {
                let what = self.refs(of, context);
                let gone = self.exile(&what);
                context.did = !gone.is_empty();
                context.amount = gone.len() as i32;
                self.exiled_with(context.source, &gone);
                context.those = aimed(&gone);
            }
            Effect::Put(of, place) => {
                let what = self.refs(of, context);
                self.put(&what, *place, context);
            }
            Effect::PutOnTop(of) => {
                let what = things(&self.refs(of, context));
                // The last that is put is the top: the first that was chosen ends on top.
                for thing in what.into_iter().rev() {
                    self.move_all(&[thing], To::Zone(Zone::Library));
                }
            }
            Effect::PutAtBottom(of, random) => {
                let mut what = things(&self.refs(of, context));
                what.retain(|thing| self.same(*thing));
                let what = self.arranged(context.controller, context.source, what, *random);
                self.move_all(&what, To::Bottom);
            }
            Effect::PutOntoBattlefield { what, tapped, owners, with } => {
                let what = things(&self.refs(what, context));
                let entry = self.entry_with(with.as_ref(), context);
                let to = if *owners {
                    To::OwnersBattlefield(*tapped)
                } else {
                    To::Battlefield(context.controller, *tapped)
                };
                let arrived = self.move_with(&what, to, &entry);
                context.did = !arrived.is_empty();
                context.amount = arrived.len() as i32;
                context.those = aimed(&arrived);
            }
            Effect::ShuffleIn(of, whose) => self.shuffle_in(of, whose.as_ref(), context),
            Effect::Shuffle(whose) => {
                for who in self.whose(whose, context) {
                    self.shuffle(who);
                }
            }
            Effect::Choose(whose, among, least, most) => {
                self.choose(whose, [least, most], context, |game, who, context, bounds| {
                    let source = context.source;
                    if let Some((zone, there)) = game.among_one(among, context) {
                        // 614.13a
                        let entering = game.field().entering.iter().copied().collect();
                        let point = Point::among(Some(zone));
                        return aimed(&game.pick_of(point, (who, source), there - entering, bounds));
                    }
                    let mut from = aimed(&game.among(among, context));
                    from.retain(|a| !matches!(a, Aimed::Thing(t) if game.field().entering.contains(&t.obj)));
                    game.pick_lying((who, source), &from, bounds)
                });
            }
            Effect::ChooseOf(whose, of, is, least, most) => {
                self.choose(whose, [least, most], context, |game, who, context, bounds| {
                    let mut from = game.refs(of, context);
                    from.retain(|&mut a| {
                        game.is(a, is, context) && !matches!(a, Aimed::Thing(t) if !game.same(t))
                    });
                    game.pick_lying((who, context.source), &from, bounds)
                });
            }
            Effect::Search { who, is, most, to, tapped } => self.search(who, is, most, *to, *tapped, context),
            Effect::RevealUntil { who, is, count, to, rest, random } => {
                self.reveal_until(who, is, count, *to, (*rest, *random), context);
            }
            Effect::Look { who, count, take, is, may, to, rest, random, with } => {
                let entry = self.entry_with(with.as_ref(), context);
                self.look_at(who, count, take, (is, *may), (*to, &entry), (*rest, *random), context);
            }
            Effect::ExileUntil(whose, total) => self.exile_until(whose, total, context),
            Effect::Scry(whose, count) => {
                for who in self.whose(whose, context) {
                    let n = self.value(count, context).max(0) as u32;
                    self.scry_things(who, n, context.source);
                }
            }
            Effect::Arrange(whose, count) => self.arrange_top(whose, count, context),
            Effect::Surveil(whose, count) => {
                for who in self.whose(whose, context) {
                    let n = self.value(count, context).max(0) as u32;
                    self.surveil_things(who, n, context.source);
                }
            }
            Effect::Token(whose, token, count) => {
                let print = self.table.print_of_token(token);
                let mut made = Things::new();
                for who in self.whose(whose, context) {
                    let n = self.value(count, context);
                    if let Some(print) = print {
                        join(&mut made, self.make_tokens(who, print, n, token.tapped));
                    }
                }
                context.those = aimed(&made);
            }
            Effect::CopyToken(of, count) => {
                let what = things(&self.refs(of, context));
                let n = self.value(count, context);
                let mut made = Things::new();
                for thing in what {
                    made.extend(self.make_copies(context.controller, thing, n));
                }
                context.those = aimed(&made);
            }
            Effect::Counters(of, kind, count) => {
                let n = self.value(count, context);
                for thing in things(&self.refs(of, context)) {
                    self.put_counters(thing, &kind.0, n);
                }
            }
            Effect::RemoveCounters(of, kind, count) => {
                let n = self.value(count, context);
                for thing in things(&self.refs(of, context)) {
                    if self.on_battlefield(thing.obj) && self.same(thing) {
                        self.tell_counters(What::RemoveCounters, thing, &kind.0, n);
                        change_counters(self.permanent_mut(thing.obj), &kind.0, -n);
                    }
                }
            }
            Effect::Tap(of) => {
                let what = things(&self.refs(of, context));
                self.tap(&what);
            }
            Effect::Untap(of) => {
                let those = things(&self.refs(of, context));
                self.untap(&those);
            }
            Effect::Pump(..)
            | Effect::Become { .. }
            | Effect::Grant(..)
            | Effect::Goad(_)
            | Effect::Perpetually(..)
            | Effect::HoldTapped(_)
            | Effect::SkipUntap(_) => self.make_last(effect, context),
            Effect::Emblem(emblem) => {
                if let Some(print) = self.table.print_of_token(emblem) {
                    self.bring_to_command(context.controller, print);
                }
            }
            Effect::TakeInitiative(whose) => {
                for who in self.whose(whose, context) {
                    self.take_initiative(who);
                }
            }
            Effect::Venture(whose) => {
                for who in self.whose(whose, context) {
                    self.venture(who);
                }
            }
            Effect::Regenerate(of) => {
                for thing in things(&self.refs(of, context)) {
                    if self.same(thing) {
                        self.permanent_mut(thing.obj).shields += 1;
                    }
                }
            }
            Effect::Mana(makes) => {
                let who = context
                    .player
                    .filter(|_| matches!(makes, Makes::SameAsEvent | Makes::ChosenOfEvent))
                    .unwrap_or(context.controller);
                let mana = self.make_mana(makes, who, context);
                self.add_mana(who, &mana);
                self.made_mana(who, context.source, false, mana);
            }
            Effect::DoubleMana => {
                let mana = self.floating(context.controller);
                self.add_mana(context.controller, &mana);
            }
            Effect::CounterSpell(of, place) => {
                let to = place.and_then(zone_of).unwrap_or(Zone::Graveyard);
                for object in self.refs(of, context) {
                    self.counter(object, to);
                }
            }
            Effect::CopySpell(of, count, common) => {
                let n = self.value(count, context);
                for object in self.refs(of, context) {
                    self.copy_spell(object, n, *common, context);
                }
            }
            Effect::PlayFromExile(of, until, free) => {
                for thing in things(&self.refs(of, context)) {
                    self.permit(thing, context.controller, *until, *free);
                }
            }
            Effect::CastFree(of) => {
                for thing in things(&self.refs(of, context)) {
                    self.cast_now(thing, false, context);
                }
            }
            Effect::CastCopy(of, paid) => {
                for thing in things(&self.refs(of, context)) {
                    self.cast_copy(thing, *paid, context);
                }
            }
            Effect::ExtraTurn(whose) => {
                for who in self.whose(whose, context) {
                    self.tell(|| Deed::of(What::ExtraTurn, who));
                    self.field_mut().extra_turns.push(who);
                }
            }
            Effect::LoseGame(whose) => {
                for who in self.whose(whose, context) {
                    self.lose_game(who);
                }
            }
            Effect::Flip(won, lost) => {
                // 705.2: the call is as good as another.
                let wins = self.source.below(2) == 0;
                self.tell(|| Deed::of(What::Flip, context.controller).amount(i32::from(wins)));
                self.act(if wins { won } else { lost }, context);
            }
            Effect::Win(whose) => {
                for who in self.whose(whose, context) {
                    self.win(who);
                }
            }
            Effect::Later(when, effect) => {
                let about = context.current.or_else(|| context.those.first().copied());
                self.later(when, effect, context, about);
            }
            Effect::Attach(what, to) => {
                let (what, to) = (self.refs(what, context), self.refs(to, context));
                if let (Some(Aimed::Thing(what)), Some(to)) = (what.first(), to.first()) {
                    self.attach(what.obj, *to);
                }
            }
            Effect::Name(inner, is) => {
                if let Answer::Word(word) =
                    self.answer(context.controller, Some(context.source), &Ask::Word(is))
                {
                    context.name = word;
                }
                self.act(inner, context);
            }
            Effect::ChooseNumber(whose, least, most) => {
                for who in self.whose(whose, context) {
                    let (least, most) = (self.value(least, context), self.value(most, context));
                    if let Answer::Number(n) =
                        self.answer(who, Some(context.source), &Ask::Number(least, most))
                    {
                        context.amount = n;
                    }
                }
            }
            Effect::SetAmount(value) => {
                context.amount = self.value(value, context);
                // From here on it is the amount, not what the event counted.
                context.event.amount = 0;
            }
            Effect::PlayerCounters(whose, kind, count) => {
                let n = self.value(count, context);
                for who in self.whose(whose, context) {
                    self.put_player_counters(who, &kind.0, n);
                }
            }
            Effect::Transform(of) => self.transform(&things(&self.refs(of, context))),
            Effect::Proliferate => self.proliferate(context),
            Effect::ExileThisSpell => context.goes = Some(Zone::Exile),
            Effect::ShuffleThisSpell => context.goes = Some(Zone::Library),
        }
    }

    /// Players choose as `pick` has it, so many at least and at most; what they choose is what the next action is about.
    fn choose(
        &mut self,
        whose: &Whose,
        [least, most]: [&Value; 2],
        context: &mut Context,
        pick: impl Fn(&mut Self, Who, &Context, (usize, usize)) -> Meant,
    ) {
        let (before, mut chosen) = (context.player, Meant::new());
        // 101.4
        for who in self.in_turn_order(whose, context) {
            context.player = Some(who);
            let (least, most) = (self.value(least, context), self.value(most, context));
            let bounds = (least.max(0) as usize, most.max(0) as usize);
            chosen.extend(pick(self, who, context, bounds));
        }
        context.player = before;
        context.those = chosen;
        context.did = !context.those.is_empty();
        context.amount = context.those.len() as i32;
    }

    /// Some of these, which lie together, by a player's choice.
    fn pick_lying(&mut self, (who, source): (Who, Thing), from: &[Aimed], bounds: (usize, usize)) -> Meant {
        let first = from.first();
        let lies = first.and_then(|a| if let Aimed::Thing(t) = a { self.zone_of_obj(t.obj) } else { None });
        self.pick(Point::among(lies), (who, source), from, bounds)
    }

    pub(super) fn in_turn_order(&self, whose: &Whose, context: &Context) -> Players {
        let players = self.whose(whose, context);
        if players.len() < 2 {
            return players;
        }
        let order = [self.state.active, self.state.active.other()];
        order.into_iter().filter(|who| players.contains(who)).collect()
    }

    /// Whether an optional action can be chosen at all (608.2d, 701.17b, 121.2b).
    fn can_do(&self, effect: &Effect, context: &Context) -> bool {
        let can = |whose: &Whose, n: i32, able: &dyn Fn(Who, i32) -> bool| {
            self.whose(whose, context).into_iter().all(|who| able(who, n))
        };
        match effect {
            Effect::All(all) => all.first().is_none_or(|first| self.can_do(first, context)),
            Effect::Mill(whose, count) => can(whose, self.value(count, context), &|who, n| {
                self.state.side(who).library.len() as i32 >= n
            }),
            Effect::Draw(whose, count) => {
                can(whose, self.value(count, context), &|who, n| self.draws_left(who) >= n)
            }
            Effect::Choose(_, among, least, _) => {
                self.value(least, context) == 0 || !self.among(among, context).is_empty()
            }
            Effect::ChooseOf(_, of, is, least, _) => {
                self.value(least, context) == 0
                    || self
                        .refs(of, context)
                        .into_iter()
                        .any(|a| self.is(a, is, context) && !matches!(a, Aimed::Thing(t) if !self.same(t)))
            }
            Effect::Exile(of) | Effect::Put(of, _) | Effect::PutOntoBattlefield { what: of, .. } => {
                let objects = self.refs(of, context);
                !objects.is_empty()
                    && objects.iter().all(|a| if let Aimed::Thing(t) = a { self.same(*t) } else { true })
            }
            _ => true,
        }
    }

    fn later(
        &mut self,
        when: &'static When,
        effect: &'static Effect,
        context: &Context,
        about: Option<Aimed>,
    ) {
        let (source, controller) = (context.source, context.controller);
        self.field_mut().delayed.push(Delayed { when, effect, source, controller, about });
    }

    pub(crate) fn permit(&mut self, thing: Thing, who: Who, until: Until, free: bool) {
        let since = self.field().turns;
        self.field_mut().permissions.push(Permission { thing, who, until, since, free });
    }
}
