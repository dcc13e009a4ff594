//! Questions about a position: what an object is, whether it is such, what a number comes to.

use smallvec::{SmallVec, smallvec};

use super::act::aimed;
use super::counters::counters;
use super::value::compared;
use super::{Game, Log, Look, Player};
use crate::ability::{Among, Is, Place, Ref, Whose};
use crate::cardset::{Obj, Row, Set};
use crate::catalogue::Catalogue;
use crate::field::{Change, Field};
use crate::item::{Cast, EventInfo, Item, ItemKind};
use crate::permanent::Permanent;
use crate::print::Print;
use crate::roles::Role;
use crate::source::Source;
pub(crate) use crate::state::zone_of;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Meant, Targets, Thing, Things};

/// Players in some order.
pub(crate) type Players = SmallVec<[Who; 4]>;

/// In whose name, and about what, an ability asks.
#[derive(Debug, Clone)]
pub struct Context {
    /// The object that the ability is of.
    pub source: Thing,
    /// Its controller.
    pub controller: Who,
    /// The targets, for each phrase.
    pub targets: Targets,
    /// How it was cast.
    pub cast: Cast,
    /// What triggered it.
    pub event: EventInfo,
    /// What the last action was about.
    pub those: Meant,
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
            targets: Targets::new(),
            cast: Cast::default(),
            event: EventInfo::default(),
            those: Meant::new(),
            amount: 0,
            did: false,
            current: None,
            player: None,
            item: None,
            name: String::new(),
            goes: None,
        }
    }

    /// The same with an X.
    pub(super) fn with_x(source: Thing, controller: Who, x: Option<i32>) -> Self {
        let mut context = Self::of(source, controller);
        if let Some(x) = x.filter(|&x| x != 0) {
            context.cast.x = x;
        }
        context
    }
}

impl<'g, const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'g, W, P, S, L> {
    /// Spells and permanents, in a game that was begun with them.
    #[inline(always)]
    pub(crate) const fn field(&self) -> &Field {
        self.state.whole_field()
    }

    #[inline(always)]
    pub(crate) const fn field_mut(&mut self) -> &mut Field {
        self.state.whole_field_mut()
    }

    /// The object as it is now.
    #[inline]
    pub(crate) fn thing(&self, obj: Obj) -> Thing {
        Thing { obj, stamp: self.field().stamps[obj.index()] }
    }

    /// Whether an object is still the same (400.7).
    #[inline]
    pub(crate) fn same(&self, thing: Thing) -> bool {
        self.field().stamps[thing.obj.index()] == thing.stamp
    }

    /// Its number: of the face that is up, or of what it copies (707.2, 712.8).
    #[inline(always)]
    pub(crate) fn print_number(&self, obj: Obj) -> u16 {
        if self.table.one_faced.has(obj) { self.field().prints[obj.index()] } else { self.face_number(obj) }
    }

    /// The same of what may have another face up, or be a copy.
    #[inline(never)]
    fn face_number(&self, obj: Obj) -> u16 {
        self.field().print_number(obj, &self.table.prints, || self.on_battlefield(obj))
    }

    /// What is printed on an object; of a copy, on what it copies.
    #[inline(always)]
    pub(crate) fn print(&self, obj: Obj) -> &'g Print {
        &self.table.prints[usize::from(self.print_number(obj))]
    }

    /// What an object is by what is printed on it.
    #[inline]
    pub(crate) fn printed(&self, obj: Obj) -> &'g Look {
        &self.table.looks[usize::from(self.print_number(obj))]
    }

    /// The permanents that do something by what is printed on them, the oldest first.
    pub(crate) fn doing(&self, role: Role) -> Row {
        self.field().by_age(self.field().active.of(role))
    }

    /// Whether permanents may have other abilities than those that are printed on them.
    #[inline]
    pub(crate) fn altered(&self) -> bool {
        let field = self.field();
        field.active.has(Role::Alters)
            || field.lasting.iter().any(|lasting| matches!(lasting.change, Change::Grant(_)))
    }

    /// Whether any permanent may do something.
    #[inline]
    pub(crate) fn is_done(&self, role: Role) -> bool {
        self.field().active.has(role) || self.altered() && !self.both(Zone::Battlefield).is_empty()
    }

    /// The permanents that may do something, the oldest first: where abilities are granted, all.
    pub(crate) fn may_do(&self, role: Role) -> Row {
        if self.altered() { self.permanents() } else { self.doing(role) }
    }

    #[inline]
    pub(crate) fn owner(&self, obj: Obj) -> Who {
        self.field().owners[obj.index()].unwrap_or(Who::You)
    }

    #[inline]
    pub(crate) fn permanent(&self, obj: Obj) -> &Permanent {
        &self.field().permanents[obj]
    }

    #[inline]
    pub(crate) fn permanent_mut(&mut self, obj: Obj) -> &mut Permanent {
        self.field_mut().permanent_mut(obj)
    }

    #[inline]
    pub(crate) fn status_mut(&mut self, obj: Obj) -> &mut Permanent {
        self.field_mut().status_mut(obj)
    }

    #[inline]
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

    /// The objects in a zone of either player.
    pub(crate) fn both(&self, zone: Zone) -> Set<W> {
        self.state.zone(Who::You, zone) | self.state.zone(Who::Opponent, zone)
    }

    /// The permanents of both players, the oldest first.
    pub(crate) fn permanents(&self) -> Row {
        self.in_order(self.both(Zone::Battlefield))
    }

    pub(super) fn by_age(&self, objects: Row) -> Row {
        if objects.len() > 1 { self.field().by_age(objects) } else { objects }
    }

    /// The cards of a zone, the oldest first.
    pub(crate) fn cards_in(&self, who: Who, zone: Zone) -> Row {
        self.in_order(self.state.zone(who, zone))
    }

    /// Some objects, the oldest first.
    #[inline]
    pub(super) fn in_order(&self, objects: Set<W>) -> Row {
        self.field().by_age(objects)
    }

    /// Whether an object lies in a place of these players.
    pub(super) fn is_in(&self, obj: Obj, place: Place, whose: &Whose, context: &Context) -> bool {
        if let (Some(zone), Whose::Each) = (zone_of(place), whose) {
            return self.both(zone).has(obj);
        }
        let players = self.whose(whose, context);
        match place {
            Place::Stack => self
                .field()
                .stack
                .iter()
                .any(|i| item_card(i) == Some(obj) && players.contains(&i.controller)),
            Place::Command => self.field().command.contains(&obj) && players.contains(&self.owner(obj)),
            _ => zone_of(place)
                .is_some_and(|zone| players.iter().any(|&who| self.state.zone(who, zone).has(obj))),
        }
    }

    /// The players that are meant.
    pub(crate) fn whose(&self, whose: &Whose, context: &Context) -> Players {
        match whose {
            Whose::You => smallvec![context.controller],
            Whose::Opponent => smallvec![context.controller.other()],
            Whose::Each => smallvec![context.controller, context.controller.other()],
            Whose::Target(i) => {
                let mut players = Players::new();
                for aimed in context.targets.get(usize::from(*i)).into_iter().flatten() {
                    if let Aimed::Player(who) = aimed {
                        players.push(*who);
                    }
                }
                players
            }
            Whose::Controller(of) => {
                self.refs(of, context).into_iter().map(|a| self.controller_of(a)).collect()
            }
            Whose::Owner(of) => self.refs(of, context).into_iter().map(|a| self.owner_of(a)).collect(),
            Whose::Event => context.event.who.into_iter().collect(),
            Whose::Active => smallvec![self.state.active],
            Whose::Current => context.player.into_iter().collect(),
        }
    }

    /// Whether a player is among those that are meant.
    pub(crate) fn is_whose(&self, whose: &Whose, context: &Context, who: Who) -> bool {
        match whose {
            Whose::You => who == context.controller,
            Whose::Opponent => who != context.controller,
            Whose::Each => true,
            Whose::Active => who == self.state.active,
            other => self.whose(other, context).contains(&who),
        }
    }

    pub(crate) fn controller_of(&self, aimed: Aimed) -> Who {
        match aimed {
            Aimed::Player(who) => who,
            Aimed::Thing(thing) if self.same(thing) => self.controller(thing.obj),
            Aimed::Thing(thing) => {
                self.field().known(thing).controller.unwrap_or_else(|| self.owner(thing.obj))
            }
            // 608.2h: also of what has left the stack.
            Aimed::Item(_) => self.spell_of(aimed).map_or(Who::You, |item| item.controller),
        }
    }

    pub(crate) fn owner_of(&self, aimed: Aimed) -> Who {
        match aimed {
            // 608.2h: a token that is no more had one.
            Aimed::Thing(thing) if self.is_token(thing.obj) && !self.same(thing) => {
                self.field().known(thing).last_owner.unwrap_or_else(|| self.owner(thing.obj))
            }
            Aimed::Thing(thing) => self.owner(thing.obj),
            other => self.controller_of(other),
        }
    }

    /// The objects that are meant.
    pub(crate) fn refs(&self, of: &Ref, context: &Context) -> Meant {
        match of {
            Ref::This => {
                let spell = context.item.filter(|_| self.is_spell(context));
                smallvec![spell.map_or(Aimed::Thing(context.source), Aimed::Item)]
            }
            Ref::Target(i) => {
                context.targets.get(usize::from(*i)).map_or_else(Meant::new, |those| those.as_slice().into())
            }
            Ref::Those => context.those.clone(),
            Ref::It => meant(context.event.it),
            Ref::Host => meant(self.permanent(context.source.obj).host),
            Ref::Each(among) => aimed(&self.among(among, context)),
            Ref::AnyOf(all) => all.iter().flat_map(|of| self.refs(of, context)).collect(),
            Ref::Paid => aimed(&context.cast.paid),
            Ref::Current => meant(context.current),
            Ref::Commander => {
                let all = self.field().commanders.iter().map(|(obj, _)| *obj);
                let own = all.filter(|&obj| self.owner(obj) == context.controller);
                own.map(|obj| Aimed::Thing(self.thing(obj))).collect()
            }
            Ref::ExiledWith => {
                let exiled = &self.permanent(context.source.obj).notes.exiled;
                exiled.iter().copied().filter(|&t| self.same(t)).map(Aimed::Thing).collect()
            }
        }
    }

    pub(super) fn is_spell(&self, context: &Context) -> bool {
        let item = self.field().stack.iter().find(|item| Some(item.id) == context.item);
        item.is_some_and(|item| matches!(item.kind, ItemKind::Spell { .. }))
    }

    /// Those of some cards in one zone off the battlefield that are such.
    pub(crate) fn such(&self, there: Set<W>, is: &Is, context: &Context) -> Set<W> {
        // 108.2b: a token that left the battlefield a moment ago is no card.
        let there = there & self.table.cards;
        let there = match is {
            Is::Anything => return there,
            Is::This => return there & Set::of(context.source.obj),
            Is::All(all) if all.contains(&Is::This) => there & Set::of(context.source.obj),
            _ => there,
        };
        let field = self.field();
        let steady = field.lasting.is_empty() && !field.active.has(Role::Reaches);
        if steady && let Some(settled) = self.table.settled.get(is) {
            return there & settled.cards;
        }
        let same_name = match is {
            Is::SameName(of) if steady => {
                Some(self.refs(of, context).into_iter().map(|other| self.name_of(other)).collect::<Vec<_>>())
            }
            _ => None,
        };
        let (mut left, mut found) = (there, Set::EMPTY);
        while let Some(obj) = left.first() {
            let printed = match &same_name {
                _ if !steady => None,
                Some(names) => Some(names.contains(&self.printed(obj).name)),
                None => self.printed(obj).is(is),
            };
            // Of many cards with the same printed on them one is asked.
            let alike = if printed.is_some() { left & self.table.alike(obj) } else { Set::of(obj) };
            if printed.unwrap_or_else(|| self.is(Aimed::Thing(self.thing(obj)), is, context)) {
                found |= alike;
            }
            left -= alike;
        }
        found
    }

    /// Those of some objects in a zone that are such.
    pub(super) fn such_in(&self, zone: Zone, there: Set<W>, is: &Is, context: &Context) -> Set<W> {
        if zone == Zone::Battlefield {
            self.such_permanents(there, is, context)
        } else {
            self.such(there, is, context)
        }
    }

    /// Those of some permanents that are such.
    fn such_permanents(&self, there: Set<W>, is: &Is, context: &Context) -> Set<W> {
        if matches!(is, Is::Anything) {
            return there;
        }
        let unaltered = self.unaltered();
        let mut found = Set::EMPTY;
        let settled = self.table.settled.get(is);
        // Tokens that are made together have the same printed on them.
        let mut last: Option<(u16, Option<bool>)> = None;
        for obj in there {
            let aimed = || Aimed::Thing(self.thing(obj));
            let Some(print) = (if unaltered { self.plain_print(obj) } else { None }) else {
                found.insert_if(obj, self.is(aimed(), is, context));
                continue;
            };
            let look = &self.table.looks[usize::from(print)];
            let answer = match (settled, last) {
                (Some(settled), _) => Some(settled.prints[usize::from(print)]),
                (None, Some((known, answer))) if known == print => answer,
                (None, _) => look.is(is),
            };
            last = Some((print, answer));
            found.insert_if(obj, answer.unwrap_or_else(|| self.is_with(aimed(), look, is, context)));
        }
        found
    }

    /// Whether no effect changes what permanents are, but for their size and what each of them does itself.
    pub(super) fn unaltered(&self) -> bool {
        let field = self.field();
        field.lasting.is_empty() && !field.active.has(Role::Alters)
    }

    /// What is printed on a permanent, where it is that, its front up, and no effect of another changes it.
    fn plain_print(&self, obj: Obj) -> Option<u16> {
        let field = self.field();
        let (print, permanent) = (field.prints[obj.index()], &field.permanents[obj]);
        let changed = permanent.copies.is_some()
            || permanent.transformed
            || permanent.cast.is_common()
            || !permanent.counters.is_empty()
            || self.table.prints[usize::from(print)].roles.shifts
            || !self.table.buried.is_empty() && self.may_gain_from_graveyards(obj);
        (!changed).then_some(print)
    }

    /// The objects of some kind in a zone, the oldest first; of a library the top first.
    pub(crate) fn among(&self, Among(place, whose, is): &Among, context: &Context) -> Things {
        let mut found = Things::new();
        for who in self.whose(whose, context) {
            let all: Row = match (zone_of(*place), place) {
                (Some(zone), _) => {
                    let such = self.such_in(zone, self.state.zone(who, zone), is, context);
                    found.extend(self.in_order(such).into_iter().map(|obj| self.thing(obj)));
                    continue;
                }
                (None, Place::Command) => {
                    let command = self.field().command.iter().copied();
                    command.filter(|&obj| self.owner(obj) == who).collect()
                }
                (None, _) => {
                    let own = self.field().stack.iter().filter(|item| item.controller == who);
                    own.filter_map(|item| item_card(item)).collect()
                }
            };
            found.extend(
                all.into_iter().map(|o| self.thing(o)).filter(|&t| self.is(Aimed::Thing(t), is, context)),
            );
        }
        found
    }

    /// The same where they are sought in one zone of one player.
    pub(super) fn among_one(&self, among: &Among, context: &Context) -> Option<(Zone, Set<W>)> {
        let Among(place, whose, is) = among;
        let zone = zone_of(*place)?;
        let [who] = self.whose(whose, context)[..] else { return None };
        Some((zone, self.such_in(zone, self.state.zone(who, zone), is, context)))
    }

    /// How many such objects there are in a zone, or in the zones of several players.
    pub(super) fn count(&self, among: &Among, context: &Context) -> i32 {
        let Among(place, whose, is) = among;
        let Some(zone) = zone_of(*place) else { return self.among(among, context).len() as i32 };
        let such = |who| self.such_in(zone, self.state.zone(who, zone), is, context).len() as i32;
        self.whose(whose, context).into_iter().map(such).sum()
    }

    /// Whether something is such.
    pub(crate) fn is(&self, aimed: Aimed, is: &Is, context: &Context) -> bool {
        match aimed {
            Aimed::Player(_) => matches!(is, Is::Anything),
            Aimed::Thing(thing) => match is {
                // What it is does not come into it.
                Is::In(place) => self.is_in(thing.obj, *place, &Whose::Each, context),
                _ => self.is_with(aimed, &self.identity(thing.obj), is, context),
            },
            Aimed::Item(id) => {
                let Some(item) = self.field().stack.iter().find(|item| item.id == id) else { return false };
                let look = self.look_item(item);
                self.is_with(aimed, &look, is, context)
            }
        }
    }

    pub(super) fn is_with(&self, aimed: Aimed, look: &Look, is: &Is, context: &Context) -> bool {
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
            Is::A(word) => look.is_such(word.sense(), word.text()),
            Is::Named(name) => look.is_named(name),
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
            Is::Of(whose) => self.is_whose(whose, context, self.controller_of(aimed)),
            Is::In(place) => match aimed {
                Aimed::Thing(thing) => self.is_in(thing.obj, *place, &Whose::Each, context),
                Aimed::Item(_) => *place == Place::Stack,
                Aimed::Player(_) => false,
            },
            Is::Tapped => permanent.is_some_and(|p| p.tapped),
            Is::Untapped => permanent.is_some_and(|p| !p.tapped),
            Is::Attacking => thing.is_some_and(|thing| self.field().attackers.has(thing.obj)),
            Is::With(keyword) => look.has(*keyword),
            Is::WithCounter(kind) => permanent.is_some_and(|p| counters(p, &kind.0) > 0),
            Is::ManaValue(compare, value) => compared(look.mana_value, *compare, self.value(value, context)),
            Is::Power(compare, value) => {
                compared(self.size_of(aimed).0, *compare, self.value(value, context))
            }
            Is::Escaped => cast.is_some_and(|cast| cast.escaped()),
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
            Is::It => context.event.it == Some(aimed),
            Is::DrawnThisTurn => thing.is_some_and(|t| self.field().drawn.contains(&t)),
            Is::Above => thing.is_some_and(|thing| {
                let (its, own) = (self.state.find(thing.obj), self.state.find(context.source.obj));
                its.is_some() && its == own && thing.stamp > self.thing(context.source.obj).stamp
            }),
            Is::PaidWithMana => cast.is_some_and(|cast| cast.spent > 0),
            Is::Host => self.permanent(context.source.obj).host == Some(aimed),
            Is::SharesCreatureType(of) => {
                let types: Vec<&String> =
                    look.subtypes.iter().filter(|word| Catalogue::shipped().is_creature_type(word)).collect();
                self.refs(of, context).into_iter().any(|other| {
                    let Aimed::Thing(other) = other else { return false };
                    let other = self.identity(other.obj);
                    types.iter().any(|word| other.is_a(word)) || (look.every_creature && other.creature())
                })
            }
            Is::Chosen if !context.name.is_empty() => look.is_named(&context.name),
            Is::Chosen => {
                let chosen = self.permanent(context.source.obj).notes.chosen.as_deref();
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
                item.map_or_else(String::new, |item| self.look_item(item).name.clone())
            }
        }
    }
}

/// One object, if there is one.
fn meant(one: Option<Aimed>) -> Meant {
    one.map_or_else(Meant::new, |one| smallvec![one])
}

/// The card that an item is.
pub(crate) fn item_card(item: &Item) -> Option<Obj> {
    match item.kind {
        ItemKind::Spell { card: Some(card), .. } => Some(card.obj),
        _ => None,
    }
}
