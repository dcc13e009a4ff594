//! Questions about a position: what an object is, whether it is such, what a number comes to.

use std::sync::Arc;

use super::{Game, Log, Player};
use crate::ability::{Ability, Among, Compare, If, Is, Keyword, Place, Ref, Static, Value, Whose};
use crate::card::{Supertypes, Types};
use crate::cardset::Obj;
use crate::field::{Aimed, CastInfo, Change, EventInfo, Field, Item, ItemKind, Permanent, Thing};
use crate::mana::{Colours, Mana};
use crate::print::Print;
use crate::source::Source;
use crate::state::{Step, Who, Zone};

/// What an object is, all effects counted (613).
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Its name.
    pub name: String,
    /// Its card types.
    pub types: Types,
    /// Its supertypes.
    pub supertypes: Supertypes,
    /// Its subtypes, in lower case.
    pub subtypes: Vec<String>,
    /// Its colours.
    pub colours: Colours,
    /// Its power and toughness; of no creature (0, 0).
    pub size: (i32, i32),
    /// Its keywords.
    pub keywords: Vec<Keyword>,
    /// Its abilities.
    pub abilities: Vec<Arc<Ability>>,
    /// Its mana value.
    pub mana_value: i32,
}

impl Look {
    /// Of a print as it stands.
    pub fn of(print: &Print) -> Self {
        Self {
            name: print.name.clone(),
            types: print.types,
            supertypes: print.supertypes,
            subtypes: print.subtypes.clone(),
            colours: print.colours,
            size: print.size.unwrap_or((0, 0)),
            keywords: print.keywords.clone(),
            abilities: print.abilities.clone(),
            mana_value: print.mana_value(),
        }
    }

    /// Whether it has a keyword.
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains(&keyword)
    }

    /// Whether it is a creature.
    pub fn creature(&self) -> bool {
        self.types.has(Types::CREATURE)
    }

    /// Whether a word says something of it.
    pub fn is_a(&self, word: &str) -> bool {
        match word {
            "permanent" => return self.types.any(Types::PERMANENT),
            "colorless" => return self.colours.is_colourless(),
            "multicolored" => return self.colours.count() > 1,
            "outlaw" => {
                return ["assassin", "mercenary", "pirate", "rogue", "warlock"]
                    .iter()
                    .any(|word| self.is_a(word));
            }
            _ => {}
        }
        if let Some(colour) = Mana::ALL.into_iter().find(|mana| mana.word() == word) {
            return self.colours.has(colour);
        }
        Types::from_word(word).is_some_and(|kind| self.types.has(kind))
            || Supertypes::from_word(word).is_some_and(|kind| self.supertypes.has(kind))
            || self.subtypes.iter().any(|sub| sub == word)
            || (self.has(Keyword::Changeling) && self.creature() && Types::from_word(word).is_none())
    }
}

/// In whose name, and about what, an ability asks.
#[derive(Debug, Clone)]
pub struct Context {
    /// The object that the ability is of.
    pub source: Thing,
    /// Its controller.
    pub controller: Who,
    /// The targets, for each phrase.
    pub targets: Vec<Vec<Aimed>>,
    /// How it was cast.
    pub cast: CastInfo,
    /// What triggered it.
    pub event: EventInfo,
    /// What the last action was about.
    pub those: Vec<Aimed>,
    /// The number of the last action.
    pub amount: i32,
    /// Whether the last action was done.
    pub did: bool,
    /// The object that is gone through.
    pub current: Option<Aimed>,
    /// The player that is gone through.
    pub player: Option<Who>,
    /// The item on the stack that resolves.
    pub item: Option<u32>,
    /// A name that was chosen.
    pub name: String,
    /// Whether the spell goes elsewhere as it resolves.
    pub goes: Option<Zone>,
}

impl Context {
    /// Of a permanent's or card's own ability.
    pub fn of(source: Thing, controller: Who) -> Self {
        Self {
            source,
            controller,
            targets: Vec::new(),
            cast: CastInfo::default(),
            event: EventInfo::default(),
            those: Vec::new(),
            amount: 0,
            did: false,
            current: None,
            player: None,
            item: None,
            name: String::new(),
            goes: None,
        }
    }
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Spells and permanents.
    ///
    /// # Panics
    /// Where the game was begun without them.
    pub(crate) fn field(&self) -> &Field {
        self.state.field.as_ref().expect("a game of spells and permanents")
    }

    pub(crate) fn field_mut(&mut self) -> &mut Field {
        self.state.field.as_mut().expect("a game of spells and permanents")
    }

    /// The object as it is now.
    pub(crate) fn thing(&self, obj: Obj) -> Thing {
        Thing { obj, stamp: self.field().stamps[obj.index()] }
    }

    /// Whether an object is still the same (400.7).
    pub(crate) fn same(&self, thing: Thing) -> bool {
        self.field().stamps[thing.obj.index()] == thing.stamp
    }

    /// What is printed on an object; of a copy, on what it copies.
    pub(crate) fn print(&self, obj: Obj) -> &Print {
        let field = self.field();
        let copied = if self.on_battlefield(obj) { field.permanents[obj.index()].copies } else { None };
        &self.table.prints[copied.unwrap_or(field.prints[obj.index()]) as usize]
    }

    pub(crate) fn owner(&self, obj: Obj) -> Who {
        self.field().owners[obj.index()].unwrap_or(Who::You)
    }

    pub(crate) fn permanent(&self, obj: Obj) -> &Permanent {
        &self.field().permanents[obj.index()]
    }

    pub(crate) fn permanent_mut(&mut self, obj: Obj) -> &mut Permanent {
        &mut self.field_mut().permanents[obj.index()]
    }

    pub(crate) fn on_battlefield(&self, obj: Obj) -> bool {
        Who::BOTH.into_iter().any(|who| self.state.zone(who, Zone::Battlefield).has(obj))
    }

    /// The controller of a permanent or item, or the owner of a card (108.4a).
    pub(crate) fn controller(&self, obj: Obj) -> Who {
        if self.state.zone(Who::Opponent, Zone::Battlefield).has(obj) {
            return Who::Opponent;
        }
        if self.state.zone(Who::You, Zone::Battlefield).has(obj) {
            return Who::You;
        }
        let item = self.field().stack.iter().find(|item| item_card(item) == Some(obj));
        item.map_or_else(|| self.owner(obj), |item| item.controller)
    }

    /// The permanents of both players, the oldest first.
    pub(crate) fn permanents(&self) -> Vec<Obj> {
        let all = Who::BOTH.into_iter().flat_map(|who| self.state.zone(who, Zone::Battlefield));
        self.by_age(all.collect())
    }

    fn by_age(&self, mut objects: Vec<Obj>) -> Vec<Obj> {
        objects.sort_by_key(|obj| (self.field().stamps[obj.index()], *obj));
        objects
    }

    /// The cards of a zone, the oldest first.
    pub(crate) fn cards_in(&self, who: Who, zone: Zone) -> Vec<Obj> {
        self.by_age(self.state.zone(who, zone).into_iter().collect())
    }

    /// The static abilities in force, each with its source, the oldest first (613.7).
    pub(crate) fn statics(&self) -> Vec<(Obj, Arc<Ability>)> {
        let mut all = Vec::new();
        let permanents = self.permanents();
        let takers = self.takers(&permanents);
        for obj in permanents {
            if self.loses_to(obj, &takers) {
                continue;
            }
            let own = self.print(obj).abilities.iter();
            all.extend(own.filter(|a| matches!(***a, Ability::Static(_))).map(|a| (obj, Arc::clone(a))));
        }
        all
    }

    /// Whether an effect takes all its abilities from a permanent (layer 6; of lands also what sets their types).
    fn loses_abilities(&self, obj: Obj) -> bool {
        self.loses_to(obj, &self.takers(&self.permanents()))
    }

    /// The permanents that take abilities away: seldom any.
    fn takers(&self, permanents: &[Obj]) -> Vec<Obj> {
        let takes = |a: &Arc<Ability>| {
            matches!(**a, Ability::Static(Static::LoseAbilities(_) | Static::SetTypes(..)))
        };
        permanents.iter().copied().filter(|&obj| self.print(obj).abilities.iter().any(takes)).collect()
    }

    fn loses_to(&self, obj: Obj, takers: &[Obj]) -> bool {
        let print = self.print(obj);
        takers.iter().copied().filter(|&source| source != obj).any(|source| {
            self.print(source).abilities.iter().any(|ability| match &**ability {
                Ability::Static(
                    Static::LoseAbilities(Among(_, whose, is)) | Static::SetTypes(Among(_, whose, is), _),
                ) => {
                    let context = Context::of(self.thing(source), self.controller(source));
                    self.whose(whose, &context).contains(&self.controller(obj))
                        && self.printed_is(obj, print, is, source)
                }
                _ => false,
            })
        })
    }

    /// Whether an object is such by what is printed on it: for effects that would otherwise ask about themselves.
    fn printed_is(&self, obj: Obj, print: &Print, is: &Is, source: Obj) -> bool {
        match is {
            Is::Anything => true,
            Is::All(all) => all.iter().all(|is| self.printed_is(obj, print, is, source)),
            Is::AnyOf(any) => any.iter().any(|is| self.printed_is(obj, print, is, source)),
            Is::Not(inner) => !self.printed_is(obj, print, inner, source),
            Is::A(word) => Look::of(print).is_a(word),
            Is::This => obj == source,
            Is::Other => obj != source,
            Is::Host => self.permanent(source).host == Some(Aimed::Thing(self.thing(obj))),
            _ => false,
        }
    }

    /// What an object is, in its zone, all effects counted.
    pub(crate) fn look(&self, obj: Obj) -> Look {
        let mut look = self.identity(obj);
        self.measure(obj, &mut look);
        look
    }

    /// What an object is but for its power and toughness (layers 1 to 6).
    pub(crate) fn identity(&self, obj: Obj) -> Look {
        let field = self.field();
        let on_battlefield = self.on_battlefield(obj);
        let mut look = Look::of(self.print(obj));
        let item = field.stack.iter().find(|item| item_card(item) == Some(obj));
        if let Some(item) = item {
            // 202.3e: X counts on the stack.
            let print = self.print(obj);
            look.mana_value += item.cast.x * variables(print);
        }
        if self.is_token(obj) && look.abilities.iter().any(|a| matches!(**a, Ability::TokenNotLegendary)) {
            look.supertypes = look.supertypes.without(Supertypes::LEGENDARY);
        }
        let statics = self.statics();
        let applies = |(source, ability): &(Obj, Arc<Ability>), of: &Among, look: &Look| {
            let context = Context::of(self.thing(*source), self.controller(*source));
            let Among(place, whose, is) = of;
            let _ = ability;
            self.is_in(obj, *place, whose, &context)
                && self.is_with(Aimed::Thing(self.thing(obj)), look, is, &context)
        };
        // Layer 4: types.
        for entry in &statics {
            match &*entry.1 {
                Ability::Static(Static::SetTypes(among, words)) if applies(entry, among, &look) => {
                    let lands = words.split(' ').all(|word| BASIC.contains(&word));
                    if lands {
                        // 305.7
                        look.subtypes.retain(|sub| !LAND_TYPES.contains(&sub.as_str()));
                        look.abilities.clear();
                    } else {
                        look.types = Types::NONE;
                        look.subtypes.clear();
                    }
                    add_types(&mut look, words);
                }
                Ability::Static(Static::AddTypes(among, words)) if applies(entry, among, &look) => {
                    add_types(&mut look, words);
                }
                Ability::Static(Static::SetColors(among, letters)) if applies(entry, among, &look) => {
                    look.colours = Colours::from_letters(letters).unwrap_or_default();
                }
                _ => {}
            }
        }
        let lasting: Vec<_> = field.lasting.iter().filter(|l| l.thing == self.thing(obj)).collect();
        for change in &lasting {
            if let Change::Types(words, _) = &change.change {
                add_types(&mut look, words);
            }
        }
        // Layer 6: abilities.
        if on_battlefield && self.loses_abilities(obj) {
            look.abilities.clear();
            look.keywords.clear();
        }
        for ability in look.abilities.clone() {
            if let Ability::While(condition, inner) = &*ability {
                let context = Context::of(self.thing(obj), self.controller(obj));
                if self.holds(condition, &context) {
                    grant(&mut look, inner);
                }
            }
        }
        for entry in &statics {
            if let Ability::Static(Static::Grant(among, ability)) = &*entry.1
                && applies(entry, among, &look)
            {
                grant(&mut look, ability);
            }
        }
        for change in &lasting {
            match &change.change {
                Change::Has(keyword) => look.keywords.push(*keyword),
                Change::Grant(ability) => grant(&mut look, ability),
                Change::Pump(..) | Change::Types(..) => {}
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
    fn measure(&self, obj: Obj, look: &mut Look) {
        let on_battlefield = self.on_battlefield(obj);
        let statics = self.statics();
        let lasting: Vec<_> = self.field().lasting.iter().filter(|l| l.thing == self.thing(obj)).collect();
        let set_size = lasting
            .iter()
            .filter_map(|l| if let Change::Types(_, size) = l.change { size } else { None })
            .next_back();
        let applies = |(source, _): &(Obj, Arc<Ability>), of: &Among, look: &Look| {
            let context = Context::of(self.thing(*source), self.controller(*source));
            let Among(place, whose, is) = of;
            self.is_in(obj, *place, whose, &context)
                && self.is_with(Aimed::Thing(self.thing(obj)), look, is, &context)
        };
        if on_battlefield || look.creature() {
            let own = look
                .abilities
                .iter()
                .find_map(|a| if let Ability::Size(p, t) = &**a { Some((p, t)) } else { None });
            if let Some((power, toughness)) = own {
                let context = Context::of(self.thing(obj), self.controller(obj));
                look.size = (self.value(power, &context), self.value(toughness, &context));
            }
            for entry in &statics {
                if let Ability::Static(Static::SetSize(among, power, toughness)) = &*entry.1
                    && applies(entry, among, look)
                {
                    let context = Context::of(self.thing(entry.0), self.controller(entry.0));
                    look.size = (self.value(power, &context), self.value(toughness, &context));
                }
            }
            look.size = set_size.unwrap_or(look.size);
            if on_battlefield {
                let plus = counters(self.permanent(obj), "+1/+1") - counters(self.permanent(obj), "-1/-1");
                look.size = (look.size.0 + plus, look.size.1 + plus);
            }
            for entry in &statics {
                if let Ability::Static(Static::Pump(among, power, toughness)) = &*entry.1
                    && applies(entry, among, look)
                {
                    let context = Context::of(self.thing(entry.0), self.controller(entry.0));
                    look.size.0 += self.value(power, &context);
                    look.size.1 += self.value(toughness, &context);
                }
            }
            for change in &lasting {
                if let Change::Pump(power, toughness) = change.change {
                    look.size = (look.size.0 + power, look.size.1 + toughness);
                }
            }
        }
    }

    /// Whether an object lies in a place of these players.
    fn is_in(&self, obj: Obj, place: Place, whose: &Whose, context: &Context) -> bool {
        let players = self.whose(whose, context);
        match place {
            Place::Stack => self
                .field()
                .stack
                .iter()
                .any(|i| item_card(i) == Some(obj) && players.contains(&i.controller)),
            Place::Command => self.field().command.contains(&obj),
            _ => zone_of(place)
                .is_some_and(|zone| players.iter().any(|&who| self.state.zone(who, zone).has(obj))),
        }
    }

    /// The players that are meant.
    pub(crate) fn whose(&self, whose: &Whose, context: &Context) -> Vec<Who> {
        match whose {
            Whose::You => vec![context.controller],
            Whose::Opponent => vec![context.controller.other()],
            Whose::Each => vec![context.controller, context.controller.other()],
            Whose::Target(i) => {
                let aimed = context.targets.get(usize::from(*i)).into_iter().flatten();
                aimed
                    .filter_map(|aimed| if let Aimed::Player(who) = aimed { Some(*who) } else { None })
                    .collect()
            }
            Whose::Controller(of) => {
                self.refs(of, context).into_iter().map(|a| self.controller_of(a)).collect()
            }
            Whose::Owner(of) => self.refs(of, context).into_iter().map(|a| self.owner_of(a)).collect(),
            Whose::Event => context.event.who.into_iter().collect(),
            Whose::Active => vec![self.state.active],
            Whose::Current => context.player.into_iter().collect(),
        }
    }

    pub(crate) fn controller_of(&self, aimed: Aimed) -> Who {
        match aimed {
            Aimed::Player(who) => who,
            Aimed::Thing(thing) if self.same(thing) => self.controller(thing.obj),
            Aimed::Thing(thing) => {
                self.permanent(thing.obj).controller.unwrap_or_else(|| self.owner(thing.obj))
            }
            Aimed::Item(id) => {
                self.field().stack.iter().find(|i| i.id == id).map_or(Who::You, |i| i.controller)
            }
        }
    }

    pub(crate) fn owner_of(&self, aimed: Aimed) -> Who {
        match aimed {
            Aimed::Thing(thing) => self.owner(thing.obj),
            other => self.controller_of(other),
        }
    }

    /// The objects that are meant.
    pub(crate) fn refs(&self, of: &Ref, context: &Context) -> Vec<Aimed> {
        match of {
            Ref::This => vec![
                context
                    .item
                    .filter(|_| self.is_spell(context))
                    .map_or(Aimed::Thing(context.source), Aimed::Item),
            ],
            Ref::Target(i) => context.targets.get(usize::from(*i)).cloned().unwrap_or_default(),
            Ref::Those => context.those.clone(),
            Ref::It => context.event.it.into_iter().collect(),
            Ref::Host => self.permanent(context.source.obj).host.into_iter().collect(),
            Ref::Each(among) => self.among(among, context).into_iter().map(Aimed::Thing).collect(),
            Ref::Paid => context.cast.paid.iter().copied().map(Aimed::Thing).collect(),
            Ref::Current => context.current.into_iter().collect(),
            Ref::ExiledWith => {
                let exiled = &self.permanent(context.source.obj).exiled;
                exiled.iter().copied().filter(|&t| self.same(t)).map(Aimed::Thing).collect()
            }
        }
    }

    fn is_spell(&self, context: &Context) -> bool {
        let item = self.field().stack.iter().find(|item| Some(item.id) == context.item);
        item.is_some_and(|item| matches!(item.kind, ItemKind::Spell { .. }))
    }

    /// The objects of some kind in a zone, the oldest first; of a library the top first.
    pub(crate) fn among(&self, Among(place, whose, is): &Among, context: &Context) -> Vec<Thing> {
        let Some(zone) = zone_of(*place) else { return Vec::new() };
        let mut found = Vec::new();
        for who in self.whose(whose, context) {
            let all = self.cards_in(who, zone);
            found.extend(
                all.into_iter().map(|o| self.thing(o)).filter(|&t| self.is(Aimed::Thing(t), is, context)),
            );
        }
        found
    }

    /// Whether something is such.
    pub(crate) fn is(&self, aimed: Aimed, is: &Is, context: &Context) -> bool {
        match aimed {
            Aimed::Player(_) => matches!(is, Is::Anything),
            Aimed::Thing(thing) => self.is_with(aimed, &self.identity(thing.obj), is, context),
            Aimed::Item(id) => {
                let Some(item) = self.field().stack.iter().find(|item| item.id == id) else { return false };
                let look = self.look_item(item);
                self.is_with(aimed, &look, is, context)
            }
        }
    }

    /// What an item on the stack is.
    pub(crate) fn look_item(&self, item: &Item) -> Look {
        match &item.kind {
            ItemKind::Spell { card: Some(card), .. } => self.look(card.obj),
            ItemKind::Spell { card: None, print } => {
                let print = &self.table.prints[*print as usize];
                let mut look = Look::of(print);
                look.mana_value += item.cast.x * variables(print);
                look
            }
            ItemKind::Ability { source, .. } => self.look(source.obj),
            ItemKind::Effect { print, .. } => Look::of(&self.table.prints[*print as usize]),
        }
    }

    fn is_with(&self, aimed: Aimed, look: &Look, is: &Is, context: &Context) -> bool {
        let thing = if let Aimed::Thing(thing) = aimed { Some(thing) } else { None };
        let item =
            if let Aimed::Item(id) = aimed { self.field().stack.iter().find(|i| i.id == id) } else { None };
        let permanent = thing.map(|thing| self.permanent(thing.obj));
        let cast = item.map(|i| &i.cast).or_else(|| permanent.map(|p| &p.cast));
        match is {
            Is::Anything => true,
            Is::All(all) => all.iter().all(|is| self.is_with(aimed, look, is, context)),
            Is::AnyOf(any) => any.iter().any(|is| self.is_with(aimed, look, is, context)),
            Is::Not(inner) => !self.is_with(aimed, look, inner, context),
            Is::A(word) => look.is_a(word),
            Is::Named(name) => look.name == *name || look.name.split(" // ").any(|part| part == name),
            Is::SameName(of) => {
                self.refs(of, context).into_iter().any(|other| self.name_of(other) == look.name)
            }
            Is::Token => thing.is_some_and(|t| {
                self.table.prints[self.field().prints[t.obj.index()] as usize].token.is_some()
                    || t.obj.index() >= self.table.entries.len()
            }),
            Is::Other => thing.is_none_or(|thing| thing.obj != context.source.obj),
            Is::This => thing.is_some_and(|thing| thing.obj == context.source.obj),
            Is::Yours => self.controller_of(aimed) == context.controller,
            Is::Theirs => self.controller_of(aimed) != context.controller,
            Is::Of(whose) => self.whose(whose, context).contains(&self.controller_of(aimed)),
            Is::Tapped => permanent.is_some_and(|p| p.tapped),
            Is::Untapped => permanent.is_some_and(|p| !p.tapped),
            Is::Attacking => permanent.is_some_and(|p| p.attacking),
            Is::With(keyword) => look.has(*keyword),
            Is::WithCounter(kind) => permanent.is_some_and(|p| counters(p, &kind.0) > 0),
            Is::ManaValue(compare, value) => compared(look.mana_value, *compare, self.value(value, context)),
            Is::Power(compare, value) => {
                compared(self.size_of(aimed).0, *compare, self.value(value, context))
            }
            Is::Escaped => cast.is_some_and(|c| c.via.as_deref() == Some("escape")),
            Is::CastFromGraveyard => cast.is_some_and(|c| c.from == Some(Zone::Graveyard)),
            Is::CastNotFromHand => cast.is_some_and(|c| c.from.is_some_and(|from| from != Zone::Hand)),
            Is::WasCast => cast.is_some_and(|c| c.from.is_some()),
            Is::FromGraveyard => permanent.is_some_and(|p| p.from == Some(Zone::Graveyard)),
            Is::Kicked => cast.is_some_and(|c| c.kicked > 0),
            Is::Targets(of) => {
                let wanted = self.refs(of, context);
                item.is_some_and(|i| i.targets.iter().flatten().any(|t| wanted.contains(t)))
            }
            Is::Those => context.those.contains(&aimed),
            Is::DrawnThisTurn => thing.is_some_and(|t| self.field().drawn.contains(&t)),
            Is::Host => self.permanent(context.source.obj).host == Some(aimed),
            Is::Chosen => {
                let chosen = self.permanent(context.source.obj).chosen.as_deref();
                chosen.is_some_and(|word| look.name == word || look.is_a(&word.to_lowercase()))
            }
        }
    }

    /// The name of something.
    pub(crate) fn name_of(&self, aimed: Aimed) -> String {
        match aimed {
            Aimed::Player(Who::You) => "you".to_owned(),
            Aimed::Player(Who::Opponent) => "opponent".to_owned(),
            Aimed::Thing(thing) => self.print(thing.obj).name.clone(),
            Aimed::Item(id) => {
                let item = self.field().stack.iter().find(|item| item.id == id);
                item.map_or_else(String::new, |item| self.look_item(item).name)
            }
        }
    }

    /// What a number comes to.
    pub(crate) fn value(&self, value: &Value, context: &Context) -> i32 {
        let player =
            |whose: &Whose| self.whose(whose, context).first().copied().unwrap_or(context.controller);
        match value {
            Value::N(n) => *n,
            Value::X => context.cast.x,
            Value::Count(among) => self.among(among, context).len() as i32,
            Value::Types(among) => {
                let types = self.among(among, context).into_iter().map(|t| self.identity(t.obj).types);
                types.fold(Types::NONE, Types::with).len() as i32
            }
            Value::Greatest(among) => self
                .among(among, context)
                .into_iter()
                .map(|t| self.identity(t.obj).mana_value)
                .max()
                .unwrap_or(0),
            Value::Names(among) => {
                let names: std::collections::HashSet<_> =
                    self.among(among, context).into_iter().map(|t| self.identity(t.obj).name).collect();
                names.len() as i32
            }
            Value::Power(of) => self.refs(of, context).into_iter().map(|a| self.size_of(a).0).sum(),
            Value::Toughness(of) => self.refs(of, context).into_iter().map(|a| self.size_of(a).1).sum(),
            Value::ManaValue(of) => {
                let one = |aimed| match aimed {
                    Aimed::Thing(thing) => self.identity(thing.obj).mana_value,
                    Aimed::Item(_) => self.spell_of(aimed).map_or(0, |item| self.look_item(&item).mana_value),
                    Aimed::Player(_) => 0,
                };
                self.refs(of, context).into_iter().map(one).sum()
            }
            Value::Counters(of, kind) => {
                let one = |aimed| {
                    if let Aimed::Thing(t) = aimed { counters(self.permanent(t.obj), &kind.0) } else { 0 }
                };
                self.refs(of, context).into_iter().map(one).sum()
            }
            Value::Such(of, is) => {
                self.refs(of, context).into_iter().filter(|&a| self.is(a, is, context)).count() as i32
            }
            Value::HowMany(of) => self.refs(of, context).len() as i32,
            Value::Amount => {
                if context.event.amount != 0 {
                    context.event.amount
                } else {
                    context.amount
                }
            }
            Value::Life(whose) => self.state.side(player(whose)).life,
            Value::LibrarySize(whose) => self.state.side(player(whose)).library.len() as i32,
            Value::HandSize(whose) => self.state.zone(player(whose), Zone::Hand).len() as i32,
            Value::Devotion(colours) => {
                let mine = self.cards_in(context.controller, Zone::Battlefield);
                mine.into_iter().map(|obj| devotion(self.print(obj), colours)).sum()
            }
            Value::Spells(whose, is) => {
                let players = self.whose(whose, context);
                let spoken = self.field().spoken.iter().filter(|s| players.contains(&s.who));
                let such = spoken.filter(|s| {
                    let look = Look::of(&self.table.prints[s.print as usize]);
                    matches!(is, Is::Anything) || self.is_with(Aimed::Player(s.who), &look, is, context)
                });
                let before: i32 = if matches!(is, Is::Anything) {
                    players.iter().map(|&who| self.field().unspoken[who as usize]).sum()
                } else {
                    0
                };
                such.count() as i32 + before
            }
            Value::Drawn(whose) => self.field().today[player(whose) as usize].drawn,
            Value::Kicked => context.cast.kicked,
            Value::Replicated => context.cast.replicated.iter().sum(),
            Value::ColorsSpent => context.cast.colours,
            Value::Sum(all) => all.iter().map(|v| self.value(v, context)).sum(),
            Value::Minus(a, b) => self.value(a, context) - self.value(b, context),
            Value::Times(a, n) => self.value(a, context) * n,
            Value::HalfUp(a) => (self.value(a, context) + 1).div_euclid(2),
            Value::HalfDown(a) => self.value(a, context).div_euclid(2),
        }
    }

    /// Power and toughness, now or as last known (608.2h).
    pub(crate) fn size_of(&self, aimed: Aimed) -> (i32, i32) {
        match aimed {
            Aimed::Thing(thing) if self.same(thing) => self.look(thing.obj).size,
            Aimed::Thing(thing) => self.permanent(thing.obj).last_size,
            Aimed::Player(_) | Aimed::Item(_) => (0, 0),
        }
    }

    /// Whether a condition holds.
    pub(crate) fn holds(&self, condition: &If, context: &Context) -> bool {
        match condition {
            // How often and when is asked where the ability is used.
            If::Always | If::OncePerTurn | If::AtInstantSpeed => true,
            If::Not(inner) => !self.holds(inner, context),
            If::All(all) => all.iter().all(|c| self.holds(c, context)),
            If::AnyOf(any) => any.iter().any(|c| self.holds(c, context)),
            If::Number(a, compare, b) => compared(self.value(a, context), *compare, self.value(b, context)),
            If::There(among) => !self.among(among, context).is_empty(),
            If::Object(of, is) => {
                let objects = self.refs(of, context);
                !objects.is_empty() && objects.into_iter().all(|aimed| self.is(aimed, is, context))
            }
            If::CastFromGraveyard => context.cast.from == Some(Zone::Graveyard),
            If::Kicked => context.cast.kicked > 0,
            If::Escaped => context.cast.via.as_deref() == Some("escape"),
            If::YourTurn => self.state.active == context.controller,
            If::YourMain => {
                self.state.active == context.controller && matches!(self.state.step, Step::Main | Step::Main2)
            }
            If::Morbid => self.field().morbid,
            If::Searched(whose) => {
                self.whose(whose, context).into_iter().any(|who| self.field().today[who as usize].searched)
            }
            If::Did => context.did,
            If::AtSorcerySpeed => self.sorcery_speed(context.controller),
            If::CardsExiledThisTurn => self.field().exiled_today,
        }
    }

    /// 307.1
    pub(crate) fn sorcery_speed(&self, who: Who) -> bool {
        self.state.active == who
            && matches!(self.state.step, Step::Main | Step::Main2)
            && self.field().stack.is_empty()
    }
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

fn grant(look: &mut Look, ability: &Arc<Ability>) {
    if let Ability::Has(keyword) = **ability {
        look.keywords.push(keyword);
    } else {
        look.abilities.push(Arc::clone(ability));
    }
}

/// How many counters of a kind a permanent has.
pub(crate) fn counters(permanent: &Permanent, kind: &str) -> i32 {
    permanent.counters.iter().find(|(known, _)| known == kind).map_or(0, |(_, n)| *n)
}

fn compared(left: i32, compare: Compare, right: i32) -> bool {
    match compare {
        Compare::Is => left == right,
        Compare::AtLeast => left >= right,
        Compare::AtMost => left <= right,
        Compare::Even => left % 2 == 0,
        Compare::Odd => left % 2 != 0,
    }
}

/// How many X a mana cost has.
pub(crate) fn variables(print: &Print) -> i32 {
    use crate::mana::Symbol;
    print
        .cost
        .map_or(0, |cost| cost.symbols().iter().filter(|s| matches!(s, Symbol::Variable(_))).count() as i32)
}

fn devotion(print: &Print, colours: &[Mana]) -> i32 {
    let symbols = print.cost.map_or_else(Vec::new, |cost| cost.symbols().to_vec());
    symbols.into_iter().filter(|s| colours.iter().any(|&c| s.colours().has(c))).count() as i32
}

/// The zone of the state that a place is.
pub(crate) fn zone_of(place: Place) -> Option<Zone> {
    Some(match place {
        Place::Battlefield => Zone::Battlefield,
        Place::Graveyard => Zone::Graveyard,
        Place::Hand => Zone::Hand,
        Place::Library => Zone::Library,
        Place::Exile => Zone::Exile,
        Place::Stack | Place::Command => return None,
    })
}

/// The card that an item is.
pub(crate) fn item_card(item: &Item) -> Option<Obj> {
    match item.kind {
        ItemKind::Spell { card: Some(card), .. } => Some(card.obj),
        _ => None,
    }
}
