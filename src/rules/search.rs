//! Looking through a library: searching (701.23), revealing, scry (701.22), surveil (701.25).

use smallvec::smallvec;

use super::act::{aimed, things};
use super::moving::{Entry, To};
use super::query::{Context, zone_of};
use super::{Answer, Ask, Choice, Deed, Game, Log, Player, Point, What};
use crate::ability::{Is, Place, Static, Value, Whose};
use crate::cardset::Set;
use crate::roles::Role;
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Meant, Thing, Things, join};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    pub(super) fn search(
        &mut self,
        whose: &Whose,
        is: &Is,
        most: &Value,
        to: Place,
        tapped: bool,
        context: &mut Context,
    ) {
        let mut found_all = Things::new();
        for who in self.whose(whose, context) {
            self.field_mut().today[who as usize].searched = true;
            let before = context.player;
            context.player = Some(who);
            let most = self.value(most, context).max(0) as usize;
            let such = self.such(self.state.zone(who, Zone::Library), is, context);
            // 701.23d: where just any cards are searched for they are found.
            let least = if matches!(is, Is::Anything) { most } else { 0 };
            let found = self.find(who, context.source, such, (least, most));
            self.tell(|| Deed::of(What::Search, who).things(&found));
            let arrived = match to {
                Place::Battlefield => self.move_all(&found, To::Battlefield(who, tapped)),
                Place::Library => found,
                _ => self.move_all(&found, To::Zone(zone_of(to).unwrap_or(Zone::Hand))),
            };
            self.shuffle(who);
            let there = match to {
                Place::Library => self.move_all(&arrived, To::Zone(Zone::Library)),
                _ => arrived,
            };
            found_all.extend(there);
            context.player = before;
        }
        context.did = !found_all.is_empty();
        context.amount = found_all.len() as i32;
        context.those = aimed(&found_all);
    }

    /// Finds at least and at most so many of these cards of a library by a player's choice: a choice even where one fits.
    fn find(&mut self, who: Who, source: Thing, such: Set<W>, (least, most): (usize, usize)) -> Things {
        if such.is_empty() {
            return Things::new();
        }
        if let Some(found) = self.choose_of(who, Choice::Some(Point::Search), such, (least, most)) {
            return found;
        }
        let mut from = self.library_things(who);
        from.retain(|thing| such.has(thing.obj));
        let from = aimed(&from);
        let ask = Ask::Some(Point::Search, &from, least.min(from.len()), most.min(from.len()));
        self.answered(who, source, &ask, &from)
    }

    /// Those of some objects that are picked out.
    fn answered(&mut self, who: Who, source: Thing, ask: &Ask<'_>, from: &[Aimed]) -> Things {
        let picked: Meant = self
            .answer(who, Some(source), ask)
            .picks()
            .into_iter()
            .filter_map(|i| from.get(i).copied())
            .collect();
        things(&picked)
    }

    /// The cards of a library, top first, as far as their order is known; the rest by number.
    pub(crate) fn library_things(&self, who: Who) -> Vec<Thing> {
        self.state.side(who).library.in_order().into_iter().map(|obj| self.thing(obj)).collect()
    }

    pub(super) fn reveal_until(
        &mut self,
        whose: &Whose,
        is: &Is,
        count: &Value,
        to: Place,
        (rest, random): (Place, bool),
        context: &mut Context,
    ) {
        let mut all_found = Things::new();
        for who in self.in_turn_order(whose, context) {
            context.player = Some(who);
            let wanted = self.value(count, context);
            let (mut found, mut others) = (Things::new(), Things::new());
            for thing in self.seen(who, u32::MAX) {
                if found.len() as i32 >= wanted {
                    break;
                }
                if self.is(Aimed::Thing(thing), is, context) {
                    found.push(thing);
                } else {
                    others.push(thing);
                }
            }
            context.amount = found.len() as i32;
            let revealed = self.seen_order(who, &found, &others);
            self.tell(|| Deed::of(What::Reveal, who).things(&revealed));
            let found = self.put_both((who, context.source), &found, to, others, (rest, random));
            if to == Place::Exile {
                self.exiled_with(context.source, &found);
            }
            all_found.extend(found);
        }
        context.did = !all_found.is_empty();
        context.those = aimed(&all_found);
    }

    /// Puts some cards here and the others there, at the same time where it is the same zone; at the bottom of the library
    /// in a random order where that is said.
    fn put_both(
        &mut self,
        (who, source): (Who, Thing),
        found: &[Thing],
        to: Place,
        others: Things,
        (rest, random): (Place, bool),
    ) -> Things {
        let mut others = if to == rest { self.seen_order(who, found, &others) } else { others };
        if rest == Place::Library {
            others = self.arranged(who, source, others, random);
        }
        if to == rest {
            return self.put_at(who, &others, to);
        }
        let arrived = self.put_at(who, found, to);
        self.put_at(who, &others, rest);
        arrived
    }

    pub(super) fn seen_order(&self, who: Who, found: &[Thing], others: &[Thing]) -> Things {
        self.library_things(who).into_iter().filter(|t| found.contains(t) || others.contains(t)).collect()
    }

    pub(super) fn put_at(&mut self, who: Who, what: &[Thing], place: Place) -> Things {
        match place {
            Place::Battlefield => self.move_all(what, To::Battlefield(who, false)),
            // Left in the library: at its bottom.
            Place::Library => self.move_all(what, To::Bottom),
            _ => self.move_all(what, To::Zone(zone_of(place).unwrap_or(Zone::Graveyard))),
        }
    }

    /// The top cards of a library, top first; they stay there.
    pub(crate) fn seen(&mut self, who: Who, n: u32) -> Things {
        let n = n.min(self.state.side(who).library.len());
        let side = self.state.side_mut(who);
        let seen = side.library.look(who, n, self.source);
        let mut things = Things::with_capacity(seen.len());
        for &obj in &seen {
            things.push(self.thing(obj));
        }
        things
    }

    #[expect(clippy::too_many_arguments, reason = "the words of the verb")]
    pub(super) fn look_at(
        &mut self,
        whose: &Whose,
        count: &Value,
        take: &Value,
        (is, may): (&Is, bool),
        (to, entry): (Place, &Entry),
        (rest, random): (Place, bool),
        context: &mut Context,
    ) {
        for who in self.whose(whose, context) {
            let (count, take) = (self.value(count, context), self.value(take, context));
            let seen = self.seen(who, count.max(0) as u32);
            self.tell(|| Deed::of(What::Look, context.controller).things(&seen));
            let mut from = aimed(&seen);
            from.retain(|&mut a| self.is(a, is, context));
            // In the library `to` is its top and `rest` its bottom.
            let least = if may { 0 } else { (take.max(0) as usize).min(from.len()) };
            let most = take.max(0) as usize;
            let looks = context.controller;
            let taken = things(&self.pick(Point::Search, (looks, context.source), &from, (least, most)));
            let mut others: Things = seen.into_iter().filter(|t| !taken.contains(t)).collect();
            if rest == Place::Library {
                others = self.arranged(looks, context.source, others, random);
            }
            if to == Place::Library {
                if rest == Place::Library {
                    self.move_all(&others, To::Bottom);
                } else {
                    self.put_at(who, &others, rest);
                }
                context.those = aimed(&taken);
            } else if to == rest {
                let all: Things = self.seen_order(who, &taken, &others);
                context.those = aimed(&self.put_at(who, &all, to));
            } else {
                let arrived = match to {
                    Place::Battlefield => self.move_with(&taken, To::Battlefield(who, false), entry),
                    _ => self.put_at(who, &taken, to),
                };
                self.put_at(who, &others, rest);
                context.those = aimed(&arrived);
            }
            context.did = !context.those.is_empty();
        }
    }

    /// Notes the top card of a library that is played with revealed, where it is another than before.
    pub(super) fn reveal_tops(&mut self) {
        let field = self.field();
        if !field.active.has(Role::Static) && field.revealed.iter().all(Option::is_none) {
            return;
        }
        for who in Who::BOTH {
            let revealed = self.has_static(who, |s| matches!(s, Static::TopRevealed));
            let top = if revealed { self.seen(who, 1).first().copied() } else { None };
            if let Some(top) = top.filter(|_| top != self.field().revealed[who as usize]) {
                self.tell(|| Deed::of(What::Reveal, who).things(&[top]));
            }
            self.field_mut().revealed[who as usize] = top;
        }
    }

    /// Cards that go to the same place of a library, in the order that a player likes (401.4), or in a random one.
    pub(super) fn arranged(&mut self, who: Who, source: Thing, cards: Things, random: bool) -> Things {
        if cards.len() < 2 {
            return cards;
        }
        if random {
            let mut cards = cards;
            // The last is what is left.
            let all_but_one = cards.len() - 1;
            self.draw_lots(&mut cards, all_but_one);
            return cards;
        }
        match self.answer(who, Some(source), &Ask::Order(&aimed(&cards))) {
            Answer::Picks(at) if at.len() == cards.len() => {
                at.into_iter().filter_map(|i| cards.get(i).copied()).collect()
            }
            _ => cards,
        }
    }

    pub(super) fn arrange_top(&mut self, whose: &Whose, count: &Value, context: &Context) {
        for who in self.whose(whose, context) {
            let n = self.value(count, context).max(0) as u32;
            let seen = self.seen(who, n);
            self.tell(|| Deed::of(What::Look, context.controller).things(&seen));
            // 401.4
            let arranged = self.arranged(context.controller, context.source, seen.clone(), false);
            if arranged != seen {
                for thing in arranged.into_iter().rev() {
                    self.move_all(&[thing], To::Zone(Zone::Library));
                }
            }
        }
    }

    pub(crate) fn scry_things(&mut self, who: Who, n: u32, source: Thing) {
        let seen = self.seen(who, n);
        let from = aimed(&seen);
        let down = self.answered(who, source, &Ask::Down(&from, Zone::Library), &from);
        self.tell(|| Deed::of(What::Scry, who).things(&down).amount(n as i32));
        self.move_all(&down, To::Bottom);
    }

    pub(crate) fn surveil_things(&mut self, who: Who, n: u32, source: Thing) {
        let seen = self.seen(who, n);
        let from = aimed(&seen);
        let down = self.answered(who, source, &Ask::Down(&from, Zone::Graveyard), &from);
        self.tell(|| Deed::of(What::Surveil, who).things(&down).amount(n as i32));
        self.move_all(&down, To::Zone(Zone::Graveyard));
    }

    pub(super) fn exile_until(&mut self, whose: &Whose, total: &Value, context: &mut Context) {
        let mut gone = Things::new();
        for who in self.in_turn_order(whose, context) {
            let mut left = self.value(total, context);
            while left > 0
                && let Some((value, exiled)) = self.exile_top(who)
            {
                left -= value;
                join(&mut gone, exiled);
            }
        }
        context.did = !gone.is_empty();
        context.amount = gone.len() as i32;
        context.those = aimed(&gone);
    }

    /// Exiles the top card of a library: its mana value there, and where it is now.
    fn exile_top(&mut self, who: Who) -> Option<(i32, Things)> {
        let (top, _) = self.off_the_top(who, 1);
        let &card = top.first()?;
        let (from, to) = (Some(Zone::Library), Some(Zone::Exile));
        let as_printed = self.field().lasting.is_empty() && !self.field().active.has(Role::Reaches);
        if as_printed && let Some(stirs) = self.stirs(card, from, to) {
            let exiled = self.arrive_alone(who, card, (from, to), stirs);
            return Some((self.printed(card).mana_value, smallvec![exiled]));
        }
        let top = self.back_on_top(who, &top);
        let value = self.identity(card).mana_value;
        Some((value, self.move_all(&top, To::Zone(Zone::Exile))))
    }

    /// So many cards of a hand, by chance (701.9b).
    pub(super) fn at_random(&mut self, who: Who, n: usize) -> Things {
        let mut hand: Things =
            self.cards_in(who, Zone::Hand).into_iter().map(|obj| self.thing(obj)).collect();
        let n = n.min(hand.len());
        self.draw_lots(&mut hand, n);
        hand.truncate(n);
        hand
    }

    /// Brings so many of these to the front, by chance (Fisher and Yates).
    fn draw_lots(&mut self, all: &mut [Thing], n: usize) {
        for at in 0..n {
            let other = at + self.source.below((all.len() - at) as u32) as usize;
            all.swap(at, other);
        }
    }

    pub(super) fn mill_until(&mut self, whose: &Whose, is: &Is, most: &Value, context: &mut Context) {
        let mut found = Things::new();
        for who in self.whose(whose, context) {
            let most = self.value(most, context).max(0) as usize;
            let mut there = Things::new();
            let mut hit = false;
            while !hit && there.len() < most && !self.over() {
                let milled = self.mill(who, 1);
                if milled.is_empty() {
                    break;
                }
                for thing in milled {
                    if self.same(thing) && self.state.zone(who, Zone::Graveyard).has(thing.obj) {
                        hit |= self.is(Aimed::Thing(thing), is, context);
                        there.push(thing);
                    }
                }
            }
            found.extend(there);
        }
        context.did = !found.is_empty();
        context.amount = found.len() as i32;
        context.those = aimed(&found);
    }
}
