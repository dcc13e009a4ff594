//! The total cost of a spell or ability (601.2f, 118).

use std::fmt::Write as _;

use super::query::Context;
use super::{Game, Log, Look, Player};
use crate::ability::{Ability, Cost, Effect, Is, Pay, Price, Static, Value, Whose};
use crate::cardset::{Obj, Set};
use crate::mana::{Mana, Symbol};
use crate::roles::Role;
use crate::source::Source;
use crate::state::Who;
use crate::thing::Aimed;

/// The mana part of a cost, ready to be paid.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bill {
    /// Generic mana.
    pub generic: i32,
    /// Mana of each type.
    pub of: [i32; 6],
    /// One of either type each.
    pub hybrid: Vec<(Mana, Mana)>,
    /// So much generic or one of the type.
    pub twobrid: Vec<(u8, Mana)>,
    /// One of the type or 2 life each.
    pub phyrexian: Vec<Mana>,
    /// One from a snow source each.
    pub snow: i32,
    /// Life, where that is paid for some symbols (107.4f).
    pub life: i32,
}

impl Bill {
    /// The mana of a cost: its own, or that of the card (`None`: it cannot be paid, 118.6).
    pub(crate) fn of(cost: &Cost, print: Option<&crate::print::Print>, x: i32) -> Option<Self> {
        let mut bill = Self::default();
        match &cost.mana {
            Price::Nothing => {}
            Price::Own => bill.add(print?.cost.as_ref()?.symbols(), x),
            Price::Symbols(cost) => bill.add(cost.symbols(), x),
        }
        Some(bill)
    }

    /// The most mana that may be spent on it: of {2/W} two.
    pub fn most(&self) -> i32 {
        self.total() + self.twobrid.iter().map(|&(n, _)| i32::from(n) - 1).sum::<i32>()
    }

    /// How much mana it is, of {2/W} one.
    pub fn total(&self) -> i32 {
        self.generic
            + self.of.iter().sum::<i32>()
            + self.hybrid.len() as i32
            + self.twobrid.len() as i32
            + self.phyrexian.len() as i32
            + self.snow
    }

    /// Whether there is nothing to pay.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Adds the symbols of a cost, with X.
    pub fn add(&mut self, symbols: &[Symbol], x: i32) {
        for symbol in symbols {
            match *symbol {
                Symbol::Generic(n) => self.generic += i32::from(n),
                Symbol::Million => self.generic += 1_000_000,
                Symbol::Variable(_) => self.generic += x,
                Symbol::One(mana) => self.of[mana as usize] += 1,
                Symbol::Hybrid(a, b) => self.hybrid.push((a, b)),
                Symbol::MonoHybrid(n, mana) => self.twobrid.push((n, mana)),
                Symbol::Phyrexian(mana) | Symbol::HybridPhyrexian(mana, _) => self.phyrexian.push(mana),
                Symbol::Snow => self.snow += 1,
                Symbol::Half(_) | Symbol::Odd(_) => {}
            }
        }
    }

    /// As symbols, generic first.
    pub fn symbols(&self) -> String {
        let mut text = String::new();
        if self.generic > 0 || self.total() == 0 {
            let _ = write!(text, "{{{}}}", self.generic);
        }
        for mana in Mana::ALL {
            for _ in 0..self.of[mana as usize] {
                let _ = write!(text, "{{{}}}", mana.letter());
            }
        }
        for (a, b) in &self.hybrid {
            let _ = write!(text, "{{{}/{}}}", a.letter(), b.letter());
        }
        for (n, m) in &self.twobrid {
            let _ = write!(text, "{{{n}/{}}}", m.letter());
        }
        for m in &self.phyrexian {
            let _ = write!(text, "{{{}/P}}", m.letter());
        }
        for _ in 0..self.snow {
            text.push_str("{S}");
        }
        text
    }
}

impl<'g, const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'g, W, P, S, L> {
    /// Takes life for as many symbols of a bill as there is not the mana for (107.4f).
    pub(super) fn take_life_for(&self, who: Who, bill: &mut Bill, creature: bool, avoid: Set<W>) {
        while !bill.phyrexian.is_empty() && !self.can_pay_mana(who, bill, creature, avoid) {
            bill.phyrexian.pop();
            bill.life += 2;
        }
    }

    /// The static abilities in force that say what may be cast, played or activated, and for how much; perhaps with others.
    pub(super) fn terms(&self) -> Vec<(Obj, &'g Static)> {
        if self.field().active.has(Role::Terms) { self.statics() } else { Vec::new() }
    }

    /// Increases, then reductions, then what sets it (601.2f).
    pub(crate) fn adjust(&self, bill: &mut Bill, spell: Aimed, look: &Look, who: Who) {
        let statics = self.terms();
        if statics.is_empty() && !look.abilities.iter().any(|a| matches!(**a, Ability::CostsLess(..))) {
            return;
        }
        let applies = |source: Obj, whose: &Whose, is: &Is| {
            let context = Context::of(self.thing(source), self.controller(source));
            self.is_whose(whose, &context, who) && self.is(spell, is, &context)
        };
        let number = |source: Obj, value: &Value| {
            let mut context = Context::of(self.thing(source), self.controller(source));
            context.player = Some(who);
            self.value(value, &context)
        };
        for (source, ability) in &statics {
            if let Static::SpellsCost { who: whose, is, more } = ability
                && applies(*source, whose, is)
            {
                bill.generic += number(*source, more);
            }
        }
        let mut reductions: Vec<(Option<Mana>, i32)> = Vec::new();
        for (source, ability) in &statics {
            if let Static::SpellsCostLess { who: whose, is, less } = ability
                && applies(*source, whose, is)
            {
                reductions.push((None, number(*source, less)));
            }
        }
        for ability in &look.abilities {
            if let Ability::CostsLess(mana, by) = ability {
                let thing = if let Aimed::Thing(t) = spell {
                    t
                } else {
                    crate::thing::Thing { obj: Obj(0), stamp: 0 }
                };
                let mut context = Context::of(thing, who);
                if let Some(item) = self.spell_of(spell) {
                    context.targets.clone_from(&item.targets);
                }
                reductions.push((*mana, self.value(by, &context)));
            }
        }
        for (mana, by) in reductions {
            for _ in 0..by {
                match mana {
                    // 118.7c: what a coloured reduction cannot take of its colour it takes of generic mana.
                    Some(mana) if bill.of[mana as usize] > 0 => bill.of[mana as usize] -= 1,
                    _ if bill.generic > 0 => bill.generic -= 1,
                    _ => {}
                }
            }
        }
        for (source, ability) in &statics {
            if let Static::SpellsCostLessColored { who: whose, is, less } = ability
                && applies(*source, whose, is)
            {
                for mana in super::mana::symbols_of(less) {
                    if bill.of[mana as usize] > 0 {
                        bill.of[mana as usize] -= 1;
                    } else if let Some(at) = bill.hybrid.iter().position(|&(a, b)| a == mana || b == mana) {
                        bill.hybrid.remove(at);
                    }
                }
            }
        }
        for (source, ability) in &statics {
            if let Static::LeastCost(least, when) = ability {
                let context = Context::of(self.thing(*source), self.controller(*source));
                if self.holds(when, &context) {
                    let missing = i32::from(*least) - bill.total();
                    bill.generic += missing.max(0);
                }
            }
        }
    }

    /// Players may pay a cost so many times, all or nothing; then one thing happens, else the other (118.12).
    pub(super) fn may_pay_for(
        &mut self,
        whose: &Whose,
        (cost, times): (&Cost, &Value),
        then: &'static Effect,
        otherwise: Option<&'static Effect>,
        context: &mut Context,
    ) {
        for who in self.whose(whose, context) {
            context.player = Some(who);
            let cost = multiplied(cost, self.value(times, context));
            context.did = self.may_pay(who, &cost, context);
            if context.did {
                self.act(then, context);
            } else if let Some(otherwise) = otherwise {
                self.act(otherwise, context);
            }
        }
    }

    /// 118.12: whether a player pays a cost on resolution.
    fn may_pay(&mut self, who: Who, cost: &Cost, context: &mut Context) -> bool {
        let before = context.controller;
        context.controller = who;
        let can = self.can_pay(who, cost, context);
        let paid = can && self.may(who, context.source) && self.pay_on_resolution(who, cost, context);
        context.controller = before;
        paid
    }
}

/// A cost so many times over.
fn multiplied(cost: &Cost, times: i32) -> Cost {
    if times == 1 {
        return cost.clone();
    }
    let many = |value: &Value| Value::Times(Box::new(value.clone()), times);
    let pay = cost.pay.iter().map(|part| match part {
        Pay::Life(n) => Pay::Life(many(n)),
        Pay::Mill(n) => Pay::Mill(many(n)),
        Pay::Draw(n) => Pay::Draw(many(n)),
        Pay::Energy(n) => Pay::Energy(many(n)),
        Pay::Sacrifice(is, n) => Pay::Sacrifice(is.clone(), many(n)),
        Pay::Discard(is, n) => Pay::Discard(is.clone(), many(n)),
        Pay::ExileOthers(is, n) => Pay::ExileOthers(is.clone(), many(n)),
        Pay::ReturnToHand(is, n) => Pay::ReturnToHand(is.clone(), many(n)),
        Pay::TapUntapped(is, n) => Pay::TapUntapped(is.clone(), many(n)),
        Pay::Put(kind, n) => Pay::Put(kind.clone(), many(n)),
        Pay::Remove(kind, n) => Pay::Remove(kind.clone(), many(n)),
        other => other.clone(),
    });
    Cost { mana: cost.mana.times(times), pay: pay.collect() }
}
