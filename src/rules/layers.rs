//! What an object is, all continuous effects counted (613).

use super::counters::counters;
use super::query::{Context, item_card};
use super::statics::Applied;
use super::{Game, Log, Look, Player};
use crate::ability::{Ability, Among, Keyword, Static};
use crate::card::Supertypes;
use crate::cardset::Obj;
use crate::field::Change;
use crate::item::{Item, ItemKind};
use crate::look::Seen;
use crate::print::Print;
use crate::roles::Role;
use crate::source::Source;
use crate::thing::Aimed;

impl<'g, const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'g, W, P, S, L> {
    /// What an object is, in its zone, all effects counted.
    pub(crate) fn look(&self, obj: Obj) -> Seen<'g> {
        let mut look = self.identity(obj);
        let size = self.size_as(obj, &look);
        if size != look.size {
            look.to_mut().size = size;
        }
        look
    }

    /// The power and toughness of an object, in its zone, all effects counted.
    pub(crate) fn size(&self, obj: Obj) -> (i32, i32) {
        self.size_as(obj, &self.identity(obj))
    }

    /// The same of an object that is such but for its size.
    pub(super) fn size_as(&self, obj: Obj, look: &Seen<'g>) -> (i32, i32) {
        let changes = matches!(look, Seen::Changed(_)) || self.may_resize(obj, look);
        if changes { self.measure(obj, look) } else { look.size }
    }

    /// Whether anything could change the power and toughness of an object that is otherwise as it is printed.
    fn may_resize(&self, obj: Obj, look: &Look) -> bool {
        let on_battlefield = self.on_battlefield(obj);
        let counted = || on_battlefield && !self.permanent(obj).counters.is_empty();
        let resizes = || {
            let field = self.field();
            self.print(obj).roles.sized
                || field.active.has(Role::Sizes)
                || field.perpetual.iter().any(|(of, _)| *of == obj)
        };
        (on_battlefield || look.creature()) && (counted() || resizes())
    }

    /// Whether anything could change what an object is, but for its power and toughness.
    #[inline(always)]
    pub(super) fn may_shift(&self, obj: Obj, print: &Print) -> bool {
        let field = self.field();
        let (alters, reaches) = (field.active.has(Role::Alters), field.active.has(Role::Reaches));
        let unlooked = field.unlooked.has(obj);
        let of_itself = || {
            let permanent = &field.permanents[obj];
            print.roles.shifts
                || permanent.cast.is_common()
                || !permanent.counters.is_empty() && counters(permanent, "flying") > 0
        };
        debug_assert!(unlooked || !self.on_battlefield(obj) || !of_itself(), "looked at");
        (unlooked || alters || reaches)
            && if self.on_battlefield(obj) { alters || unlooked && of_itself() } else { reaches }
            || !field.lasting.is_empty() && field.lasting.iter().any(|lasting| lasting.thing.obj == obj)
            || !field.stack.is_empty()
                && field.stack.iter().any(|item| item.cast.has_x() && item_card(item) == Some(obj))
            || !self.table.buried.is_empty() && self.may_gain_from_graveyards(obj)
    }

    /// Whether the types and colours of all objects are as they are printed.
    pub(crate) fn are_as_printed(&self) -> bool {
        let field = self.field();
        let given = |change: &Change| !matches!(change, Change::Pump(..) | Change::Has(_) | Change::Goaded);
        let gives = |reacher: Obj| {
            let own = &self.print(reacher).abilities;
            own.iter().any(|ability| !matches!(**ability, Ability::Static(Static::Grant(..))))
        };
        !field.active.has(Role::Alters)
            && !field.lasting.iter().any(|lasting| given(&lasting.change))
            && !field.active.of(Role::Reaches).into_iter().any(gives)
    }

    /// What an object is but for its power and toughness (layers 1 to 6).
    #[inline]
    pub(crate) fn identity(&self, obj: Obj) -> Seen<'g> {
        let field = self.field();
        let changes = field.unlooked.has(obj)
            || field.active.has(Role::Alters)
            || field.active.has(Role::Reaches)
            || !field.lasting.is_empty()
            || !field.stack.is_empty()
            || !self.table.buried.is_empty();
        debug_assert!(changes || !self.may_shift(obj, self.print(obj)), "changed all the same");
        // Most often nothing is about that could change it.
        if changes { self.changed_identity(obj) } else { Seen::Printed(self.printed(obj)) }
    }

    /// The same where something may.
    #[inline(never)]
    fn changed_identity(&self, obj: Obj) -> Seen<'g> {
        let at = usize::from(self.print_number(obj));
        if self.may_shift(obj, &self.table.prints[at]) {
            self.shifted_identity(obj, at)
        } else {
            Seen::Printed(&self.table.looks[at])
        }
    }

    /// The same of what may be other than this print.
    #[inline(never)]
    fn shifted_identity(&self, obj: Obj, at: usize) -> Seen<'g> {
        if let Some(look) = self.reached(obj, at).or_else(|| self.given(obj, at)) {
            return Seen::Kept(look);
        }
        Seen::Changed(Box::new(self.shifted(obj, self.table.looks[at].clone())))
    }

    /// What becomes of what is printed on an object in layers 1 to 6.
    pub(super) fn shifted(&self, obj: Obj, mut look: Look) -> Look {
        let field = self.field();
        let on_battlefield = self.on_battlefield(obj);
        let item = field.stack.iter().find(|item| item_card(item) == Some(obj));
        if let Some(item) = item {
            // 202.3e: X counts on the stack.
            let print = self.print(obj);
            look.mana_value += item.cast.x * variables(print);
        }
        let common = on_battlefield && self.permanent(obj).cast.common;
        if common
            || (self.is_token(obj)
                && look.abilities.iter().any(|a| matches!(**a, Ability::TokenNotLegendary)))
        {
            look.supertypes = look.supertypes.without(Supertypes::LEGENDARY);
        }
        look = self.typed(obj, look);
        let applies = |source: Obj, of: &Among, look: &Look| {
            let context = Context::of(self.thing(source), self.controller(source));
            let Among(place, whose, is) = of;
            self.is_in(obj, *place, whose, &context)
                && self.is_with(Aimed::Thing(self.thing(obj)), look, is, &context)
        };
        // Layer 6: abilities, its own first, then those that effects take and give in the order of their time (613.7).
        // 113.6: what a permanent has while a condition holds it has on the battlefield.
        for ability in look.abilities.clone().into_iter().filter(|_| on_battlefield) {
            if let Ability::While(condition, inner) = ability {
                let context = Context::of(self.thing(obj), self.controller(obj));
                if self.holds(condition, &context) {
                    grant(&mut look, inner);
                }
            }
        }
        let mut statics = self.statics();
        if on_battlefield && !self.table.buried.is_empty() {
            statics.extend(self.statics_in_graveyards());
        }
        for effect in self.in_time(&statics, obj) {
            match effect {
                Applied::Lasting(change) => change_abilities(&mut look, change),
                Applied::Static(source, Static::LoseAbilities(among))
                    if source != obj && applies(source, among, &look) =>
                {
                    look.abilities.clear();
                    look.keywords.clear();
                    look.barren = true;
                }
                Applied::Static(source, Static::Grant(among, ability)) if applies(source, among, &look) => {
                    grant(&mut look, ability);
                }
                Applied::Static(..) => {}
            }
        }
        if on_battlefield {
            for (kind, count) in &self.permanent(obj).counters {
                if *count > 0 && kind == "flying" {
                    look.keywords.push(Keyword::Flying);
                }
            }
        }
        look
    }

    /// Power and toughness (layer 7).
    fn measure(&self, obj: Obj, look: &Look) -> (i32, i32) {
        let mut size = look.size;
        let on_battlefield = self.on_battlefield(obj);
        let sized = self.field().active.has(Role::Sizes);
        let statics = if sized { self.sizing() } else { Vec::new() };
        let lasting: Vec<_> = self.field().lasting.iter().filter(|l| l.thing == self.thing(obj)).collect();
        let applies = |source: Obj, of: &Among, look: &Look| {
            let context = Context::of(self.thing(source), self.controller(source));
            let Among(place, whose, is) = of;
            self.is_in(obj, *place, whose, &context)
                && self.is_with(Aimed::Thing(self.thing(obj)), look, is, &context)
        };
        if on_battlefield || look.creature() {
            let own = look
                .abilities
                .iter()
                .find_map(|a| if let Ability::Size(p, t) = a { Some((p, t)) } else { None });
            if let Some((power, toughness)) = own {
                let context = Context::of(self.thing(obj), self.controller(obj));
                size = (self.value(power, &context), self.value(toughness, &context));
            }
            for effect in self.in_time(&statics, obj) {
                match effect {
                    Applied::Static(source, Static::SetSize(among, power, toughness))
                        if applies(source, among, look) =>
                    {
                        let context = Context::of(self.thing(source), self.controller(source));
                        size = (self.value(power, &context), self.value(toughness, &context));
                    }
                    Applied::Lasting(Change::Types { size: Some(set), .. }) => size = *set,
                    _ => {}
                }
            }
            if on_battlefield {
                let plus = counters(self.permanent(obj), "+1/+1") - counters(self.permanent(obj), "-1/-1");
                size = (size.0 + plus, size.1 + plus - counters(self.permanent(obj), "-0/-1"));
            }
            for &(source, what) in &statics {
                if let Static::Pump(among, power, toughness) = what
                    && applies(source, among, look)
                {
                    let context = Context::of(self.thing(source), self.controller(source));
                    size.0 += self.value(power, &context);
                    size.1 += self.value(toughness, &context);
                }
            }
            for change in &lasting {
                if let Change::Pump(power, toughness) = change.change {
                    size = (size.0 + power, size.1 + toughness);
                }
            }
            for (_, (power, toughness)) in self.field().perpetual.iter().filter(|(of, _)| *of == obj) {
                size = (size.0 + power, size.1 + toughness);
            }
        }
        size
    }

    /// Whether an effect gives or takes abilities off the battlefield that do something by themselves.
    #[inline]
    pub(crate) fn reaches_beyond(&self) -> bool {
        self.field().active.has(Role::Stirs)
    }

    /// What an item on the stack is.
    pub(crate) fn look_item(&self, item: &Item) -> Seen<'g> {
        let printed = |at: u16| Seen::Printed(&self.table.looks[at as usize]);
        match &item.kind {
            ItemKind::Spell { card: Some(card), .. } => self.look(card.obj),
            ItemKind::Spell { card: None, print } => {
                let mut look = printed(*print);
                let more = item.cast.x * variables(&self.table.prints[*print as usize]);
                if more != 0 {
                    look.to_mut().mana_value += more;
                }
                if item.cast.common {
                    let supertypes = look.supertypes.without(Supertypes::LEGENDARY);
                    look.to_mut().supertypes = supertypes;
                }
                look
            }
            ItemKind::Ability { source, .. } => self.look(source.obj),
            ItemKind::Effect { print, .. } => printed(*print),
        }
    }
}

/// What a lasting effect does in layer 6.
fn change_abilities(look: &mut Look, change: &Change) {
    match change {
        Change::Has(keyword) => {
            look.every_creature |= *keyword == Keyword::Changeling;
            look.keywords.push(*keyword);
        }
        Change::Grant(ability) => grant(look, ability),
        Change::Pump(..) | Change::Types { .. } | Change::Goaded => {}
    }
}

fn grant(look: &mut Look, ability: &'static Ability) {
    if let Ability::Has(keyword) = *ability {
        look.every_creature |= keyword == Keyword::Changeling;
        look.keywords.push(keyword);
    } else {
        look.abilities.push(ability);
    }
}

/// How many X a mana cost has.
pub(crate) fn variables(print: &Print) -> i32 {
    use crate::mana::Symbol;
    print
        .cost
        .map_or(0, |cost| cost.symbols().iter().filter(|s| matches!(s, Symbol::Variable(_))).count() as i32)
}
