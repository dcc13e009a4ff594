//! What an object is, all continuous effects counted (613).

use super::counters::counters;
use super::query::{Context, item_card};
use super::{Game, Log, Look, Player};
use crate::ability::{Ability, Among, Is, Keyword, Place, Static};
use crate::card::{Supertypes, Types};
use crate::cardset::{Obj, Row};
use crate::field::Change;
use crate::item::{Item, ItemKind};
use crate::look::Seen;
use crate::mana::Colours;
use crate::print::Print;
use crate::roles::Role;
use crate::source::Source;
use crate::thing::Aimed;

/// A continuous effect that is to be applied to an object (613).
#[derive(Clone, Copy)]
enum Applied<'l> {
    /// Of a static ability of that permanent.
    Static(Obj, &'static Static),
    /// Of a spell or ability that resolved, on the object alone.
    Lasting(&'l Change),
}

impl<'g, const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'g, W, P, S, L> {
    /// The static abilities in force, each with its source, the oldest first (613.7).
    pub(crate) fn statics(&self) -> Vec<(Obj, &'static Static)> {
        let mut all = Vec::new();
        if !self.field().active.has(Role::Static) {
            return all;
        }
        let takers = self.takers();
        let mut sources = self.doing(Role::Static);
        if sources.iter().any(|&obj| self.permanent(obj).attached.is_some()) {
            sources.sort_by_key(|&obj| self.timestamp(obj));
        }
        for obj in sources {
            if self.loses_to(obj, &takers) {
                continue;
            }
            let own = self.print(obj).abilities.iter();
            all.extend(
                own.filter_map(|a| if let Ability::Static(what) = a { Some((obj, what)) } else { None }),
            );
        }
        all
    }

    /// Whether a static ability in force is such, with its source.
    pub(crate) fn is_any_static(&self, such: impl Fn(Obj, &'static Static) -> bool) -> bool {
        let field = self.field();
        if !field.active.has(Role::Static) {
            return false;
        }
        let takers = self.takers();
        let mut sources = field.active.of(Role::Static).into_iter();
        sources.any(|obj| {
            let mut own = self.print(obj).abilities.iter();
            own.any(|ability| matches!(ability, Ability::Static(what) if such(obj, what)))
                && !self.loses_to(obj, &takers)
        })
    }

    /// Those in force in layer 7, where what a condition asks is settled: also those that permanents have while one holds.
    fn sizing(&self) -> Vec<(Obj, &'static Static)> {
        let mut all = self.statics();
        if !self.field().active.has(Role::Sizes) {
            return all;
        }
        let takers = self.takers();
        for obj in self.doing(Role::Sizes) {
            for ability in &self.print(obj).abilities {
                if let Ability::While(condition, inner) = ability
                    && let Ability::Static(what) = &**inner
                    && !self.loses_to(obj, &takers)
                    && self.holds(condition, &Context::of(self.thing(obj), self.controller(obj)))
                {
                    all.push((obj, what));
                }
            }
        }
        all
    }

    /// Since when a permanent does what its static abilities say (613.7d, 613.7e).
    fn timestamp(&self, obj: Obj) -> u32 {
        self.permanent(obj).attached.unwrap_or(self.field().stamps[obj.index()])
    }

    /// The effects of static abilities, and those that last on an object, in the order of their time (613.7).
    fn in_time(&self, statics: &[(Obj, &'static Static)], obj: Obj) -> Vec<Applied<'_>> {
        let of_static = |&(source, what): &(Obj, &'static Static)| {
            (self.timestamp(source), Applied::Static(source, what))
        };
        let mut all: Vec<(u32, Applied<'_>)> = statics.iter().map(of_static).collect();
        let thing = self.thing(obj);
        let lasting = self.field().lasting.iter().filter(|lasting| lasting.thing == thing);
        all.extend(lasting.map(|lasting| (lasting.stamp, Applied::Lasting(&lasting.change))));
        // One that began when a permanent was there already is the later one.
        all.sort_by_key(|(stamp, _)| *stamp);
        all.into_iter().map(|(_, applied)| applied).collect()
    }

    /// The permanents that take abilities away (layer 6; of lands also what sets their types): seldom any.
    fn takers(&self) -> Row {
        let takes = |a: &&'static Ability| {
            matches!(**a, Ability::Static(Static::LoseAbilities(_) | Static::SetTypes(..)))
        };
        if !self.field().active.has(Role::Alters) {
            return Row::new();
        }
        let mut takers = self.doing(Role::Alters);
        takers.retain(|&mut obj| self.print(obj).abilities.iter().any(takes));
        takers
    }

    /// Whether an effect of one of these takes all its abilities from a permanent.
    fn loses_to(&self, obj: Obj, takers: &[Obj]) -> bool {
        takers.iter().copied().filter(|&source| source != obj).any(|source| {
            self.print(source).abilities.iter().any(|ability| match ability {
                Ability::Static(Static::SetTypes(_, words)) if !makes_basic(words) => false,
                Ability::Static(
                    Static::LoseAbilities(Among(Place::Battlefield, whose, is))
                    | Static::SetTypes(Among(Place::Battlefield, whose, is), _),
                ) => {
                    let context = Context::of(self.thing(source), self.controller(source));
                    self.is_whose(whose, &context, self.controller(obj)) && self.printed_is(obj, is, source)
                }
                _ => false,
            })
        })
    }

    /// Whether an object is such by what is printed on it: for effects that would otherwise ask about themselves.
    fn printed_is(&self, obj: Obj, is: &Is, source: Obj) -> bool {
        match is {
            Is::Anything => true,
            Is::All(all) => all.iter().all(|is| self.printed_is(obj, is, source)),
            Is::AnyOf(any) => any.iter().any(|is| self.printed_is(obj, is, source)),
            Is::Not(inner) => !self.printed_is(obj, inner, source),
            Is::A(word) => self.printed(obj).is_such(word.sense(), word.text()),
            Is::This => obj == source,
            Is::Other => obj != source,
            Is::Host => self.permanent(source).host == Some(Aimed::Thing(self.thing(obj))),
            _ => false,
        }
    }

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
    pub(super) fn may_shift(&self, obj: Obj, print: &Print) -> bool {
        let field = self.field();
        let (alters, reaches) = (field.active.has(Role::Alters), field.active.has(Role::Reaches));
        let permanent = self.permanent(obj);
        let of_itself = print.roles.shifts
            || permanent.cast.is_common()
            || !permanent.counters.is_empty() && counters(permanent, "flying") > 0;
        (of_itself || alters || reaches)
            && if self.on_battlefield(obj) { of_itself || alters } else { reaches }
            || field.lasting.iter().any(|lasting| lasting.thing.obj == obj)
            || field.stack.iter().any(|item| item.cast.has_x() && item_card(item) == Some(obj))
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
    pub(crate) fn identity(&self, obj: Obj) -> Seen<'g> {
        let at = usize::from(self.print_number(obj));
        let printed = &self.table.looks[at];
        if !self.may_shift(obj, &self.table.prints[at]) {
            Seen::Printed(printed)
        } else if let Some(look) = self.reached(obj, at) {
            Seen::Kept(look)
        } else {
            Seen::Changed(Box::new(self.shifted(obj, printed.clone())))
        }
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
        let statics = self.statics();
        let applies = |source: Obj, of: &Among, look: &Look| {
            let context = Context::of(self.thing(source), self.controller(source));
            let Among(place, whose, is) = of;
            self.is_in(obj, *place, whose, &context)
                && self.is_with(Aimed::Thing(self.thing(obj)), look, is, &context)
        };
        let all = self.in_time(&statics, obj);
        // Layers 4 and 5: types and colours.
        for effect in by_dependency(&all) {
            let (source, what) = match effect {
                Applied::Static(source, what) => (source, what),
                Applied::Lasting(change) => {
                    if let Change::Types(words, _) = change {
                        add_types(&mut look, words);
                    }
                    continue;
                }
            };
            match what {
                Static::SetTypes(among, words) if applies(source, among, &look) => {
                    if words.split(' ').all(|word| BASIC.contains(&word)) {
                        look.subtypes.retain(|sub| !LAND_TYPES.contains(&sub.as_str()));
                    } else {
                        look.types = Types::NONE;
                        look.subtypes.clear();
                    }
                    if makes_basic(words) {
                        // 305.7
                        look.abilities.clear();
                        look.keywords.clear();
                    }
                    add_types(&mut look, words);
                }
                Static::AddTypes(among, words) if applies(source, among, &look) => {
                    add_types(&mut look, words);
                }
                Static::SetColors(among, letters) if applies(source, among, &look) => {
                    look.colours = Colours::from_letters(letters).unwrap_or_default();
                }
                _ => {}
            }
        }
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
        for effect in all {
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
                    Applied::Lasting(Change::Types(_, Some(set))) => size = *set,
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

/// The effects on types in the order in which they apply: by their time, but each after those that may change what it
/// applies to (613.8).
fn by_dependency<'l>(all: &[Applied<'l>]) -> Vec<Applied<'l>> {
    let on_types = |effect: &Applied<'_>| match effect {
        Applied::Static(_, what) => {
            matches!(what, Static::AddTypes(..) | Static::SetTypes(..) | Static::SetColors(..))
        }
        Applied::Lasting(change) => matches!(change, Change::Types(..)),
    };
    let mut left: Vec<_> = all.iter().copied().filter(on_types).collect();
    let mut all = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let waits = |at: usize| {
            let others = left.iter().enumerate().filter(|&(other, _)| other != at);
            others.into_iter().any(|(_, &other)| depends(left[at], other))
        };
        // 613.8b: those that wait for each other apply by their time.
        let next = (0..left.len()).find(|&at| !waits(at)).unwrap_or(0);
        all.push(left.remove(next));
    }
    all
}

/// Whether one effect on types asks for a card type that the other gives or takes (613.8a).
fn depends(one: Applied<'_>, other: Applied<'_>) -> bool {
    fn asks(is: &Is, of: &impl Fn(&str) -> bool) -> bool {
        match is {
            Is::A(word) => of(word.text()),
            Is::Not(inner) => asks(inner, of),
            Is::All(all) | Is::AnyOf(all) => all.iter().any(|is| asks(is, of)),
            _ => false,
        }
    }
    // What lasts on one object asks for nothing.
    let Applied::Static(
        _,
        Static::AddTypes(among, _) | Static::SetTypes(among, _) | Static::SetColors(among, _),
    ) = one
    else {
        return false;
    };
    let changes = |word: &str| {
        Types::from_word(word).is_some()
            && match other {
                Applied::Lasting(Change::Types(words, _))
                | Applied::Static(_, Static::AddTypes(_, words)) => {
                    words.split(' ').any(|given| given == word)
                }
                Applied::Static(_, Static::SetTypes(_, words)) => {
                    words.split(' ').any(|given| Types::from_word(given).is_some())
                }
                _ => false,
            }
    };
    asks(&among.2, &changes)
}

const BASIC: [&str; 5] = ["plains", "island", "swamp", "mountain", "forest"];

const LAND_TYPES: [&str; 17] = [
    "plains",
    "island",
    "swamp",
    "mountain",
    "forest",
    "cave",
    "desert",
    "gate",
    "lair",
    "locus",
    "mine",
    "planet",
    "power-plant",
    "sphere",
    "tower",
    "town",
    "urza's",
];

/// Whether types that are set make a land lose its abilities (305.7).
fn makes_basic(words: &str) -> bool {
    words.split(' ').any(|word| BASIC.contains(&word))
}

/// What a lasting effect does in layer 6.
fn change_abilities(look: &mut Look, change: &Change) {
    match change {
        Change::Has(keyword) => look.keywords.push(*keyword),
        Change::Grant(ability) => grant(look, ability),
        Change::Pump(..) | Change::Types(..) | Change::Goaded => {}
    }
}

fn add_types(look: &mut Look, words: &str) {
    for word in words.split_whitespace() {
        if let Some(kind) = Types::from_word(word) {
            look.types = look.types.with(kind);
        } else if let Some(kind) = Supertypes::from_word(word) {
            look.supertypes = look.supertypes.with(kind);
        } else if !look.subtypes.iter().any(|sub| sub == word) {
            look.subtypes.push(word.to_owned());
        }
    }
}

fn grant(look: &mut Look, ability: &'static Ability) {
    if let Ability::Has(keyword) = *ability {
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
