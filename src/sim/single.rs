//! One game, step by step, by the rules: what a rules case plays.

mod actions;
mod cast;
mod chooser;
mod guard;
mod reading;
mod step;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::ability::{Ability, Pay, Place, Which};
use crate::card::{Card, Types};
use crate::cardset::Obj;
use crate::case::{
    Activate, Answer as Told, Case, Choices, FILLER, Named, PermanentStart, SideStart, Start, Step,
    Table as Played, who_word,
};
use crate::catalogue::Catalogue;
use crate::error::Error;
use crate::field::{Field, Unit};
use crate::library::Library;
use crate::mana::Mana;
use crate::print;
use crate::rules::cast::Refusal;
use crate::rules::pay::Announce;
use crate::rules::query::{item_card, zone_of};
use crate::rules::{Game, View};
use crate::sim::names::object_name;
use crate::sim::record::{Event, Record};
use crate::source::Streams;
use crate::state::{Outcome, State, Who, Zone};
use crate::table::{Entry, Table};
use crate::thing::{Aimed, Thing};

pub use actions::Action;
use chooser::{Chooser, means, place_of, same_name};
pub use guard::guard;
use reading::Reading;

/// The size of the sets of a single game.
const W: usize = 4;

type Playing<'g, 't> = Game<'g, W, Chooser, Streams, Record<'t, W>>;

/// A game of two players, one step at a time.
#[derive(Debug, Clone)]
pub struct Single {
    pub(super) table: Arc<Table<W>>,
    pub(super) state: State<W>,
    source: Streams,
    pub(super) lost: [bool; 2],
    log: Vec<Arc<Event>>,
    /// How the step's choices are read.
    reading: Reading,
}

/// Why no step is taken any more.
const OVER: &str = "the game is over";

fn card_named(name: &str) -> Result<Arc<Card>, String> {
    if name == FILLER {
        return Ok(Arc::new(Card::filler()));
    }
    let plain = name.strip_suffix(" token").unwrap_or(name);
    Catalogue::shipped().find(plain).map_err(|error| error.to_string())
}

/// Whether a card is named by its back.
fn is_named_by_back(table: &Table<W>, i: usize, name: &str) -> bool {
    let print = table.print_of.get(i).map(|&at| &table.prints[usize::from(at)]);
    let back = print.and_then(|print| print.back).map(|at| &table.prints[usize::from(at)]);
    back.is_some_and(|back| back.name == name)
}

/// What a token is that stands there at the start: one that a card of the game can make, else one that any card can, else a
/// copy of the card of that name.
fn token_print(table: &mut Table<W>, name: &str) -> Result<u16, String> {
    let made = table.prints.iter().position(|print| print.token.is_some() && print.name == name);
    if let Some(made) = made {
        return Ok(made as u16);
    }
    if let Some(token) = print::shipped_tokens().get(name) {
        return Ok(table.add_print(token.clone()));
    }
    card_named(name).map(|card| table.add(&card)).map_err(|fault| {
        format!("{fault}; a token must be a copy of a card, or such as the engine knows a card to make")
    })
}

impl Single {
    /// The position at the start of a case.
    ///
    /// # Errors
    /// What is wrong with it, on one line.
    pub fn begin(case: &Case) -> Result<Self, String> {
        Self::start(&case.start, case.seed)
    }

    /// The position at the start of a game; `seed` fixes its shuffles.
    ///
    /// # Errors
    /// What is wrong with it, on one line.
    pub fn start(start: &Start, seed: u64) -> Result<Self, String> {
        let mut entries = Vec::new();
        let mut wanted: Vec<(Who, Option<Zone>, usize, Option<PermanentStart>)> = Vec::new();
        // Tokens are numbered after all cards.
        let mut tokens: Vec<(Who, String)> = Vec::new();
        let cards: usize = start.sides.iter().map(SideStart::cards).sum();
        for who in Who::BOTH {
            let SideStart { library, hand, graveyard, exile, command, battlefield, .. } =
                &start.sides[who as usize];
            let zones = [
                (Some(Zone::Library), library),
                (Some(Zone::Hand), hand),
                (Some(Zone::Graveyard), graveyard),
                (Some(Zone::Exile), exile),
                (None, command),
            ];
            for (zone, names) in zones {
                for name in names {
                    wanted.push((who, zone, entries.len(), None));
                    entries.push(Entry { card: card_named(name)?, owner: who });
                }
            }
            for permanent in battlefield {
                let number = if permanent.is_token() { cards + tokens.len() } else { entries.len() };
                wanted.push((who, Some(Zone::Battlefield), number, Some(permanent.clone())));
                if permanent.is_token() {
                    tokens.push((who, permanent.card.clone()));
                } else {
                    entries.push(Entry { card: card_named(&permanent.card)?, owner: who });
                }
            }
        }
        if cards > crate::cardset::MOST_CARDS || cards + tokens.len() > 64 * W {
            return Err(format!("{} cards and tokens are more than a game holds", cards + tokens.len()));
        }
        let mut table = Table::new(entries);
        let tokens = tokens.into_iter().map(|(who, name)| Ok((who, token_print(&mut table, &name)?)));
        let tokens = tokens.collect::<Result<Vec<(Who, u16)>, String>>()?;
        let table = Arc::new(table);
        let libraries = Who::BOTH.map(|who| {
            let cards: Vec<Obj> = wanted
                .iter()
                .filter(|(owner, zone, ..)| *owner == who && *zone == Some(Zone::Library))
                .map(|(_, _, i, _)| Obj(*i as u8))
                .collect();
            Library::ordered(&cards)
        });
        let mut state = State::new(libraries, [start.sides[0].life, start.sides[1].life]);
        let mut field = Field { turns: 2, ..Field::new(&table) };
        for (i, (owner, print)) in tokens.into_iter().enumerate() {
            let number = cards + i;
            field.add(Obj(number as u8), print, owner);
            field.clock += 1;
            field.stamps[number] = field.clock;
        }
        for who in Who::BOTH {
            let side = &start.sides[who as usize];
            field.today[who as usize].drawn = side.drawn as i32;
            field.today[who as usize].drawn_in_step = i32::from(side.drawn > 0);
            field.today[who as usize].lands = side.lands as i32;
            field.unspoken[who as usize] = side.spells as i32;
            field.cast[who as usize] = side.spells as i32;
            for mana in Mana::ALL {
                for _ in 0..side.mana.of(mana) {
                    field.pools[who as usize].push(Unit::of(mana));
                }
            }
        }
        state.set_field(field);
        // 103.8a: the first turn of the game, if it is that, is of the player who begins.
        state.on_play = start.on_the_play && start.turn == Who::You;
        state.turn = u8::from(!start.on_the_play || start.turn == Who::You);
        state.step = start.step;
        state.active = start.turn;
        let mut single = Self {
            table,
            state,
            source: Streams::new(seed),
            lost: [false; 2],
            log: Vec::new(),
            reading: Reading::default(),
        };
        let mut hosts = Vec::new();
        for (who, zone, i, permanent) in wanted {
            let obj = Obj(i as u8);
            if zone == Some(Zone::Library) {
                continue;
            }
            single.with(Chooser::default(), |game| game.place(obj, who, zone));
            if let (None, Some(field)) = (zone, single.state.field_mut()) {
                let identity = print::identity(single.table.card(obj));
                field.commanders.push((obj, identity));
            }
            if let (Some(start), Some(field)) = (permanent, single.state.field_mut()) {
                if is_named_by_back(&single.table, i, &start.card) {
                    field.transform(obj, &single.table.prints);
                }
                let permanent = field.permanent_mut(obj);
                permanent.tapped = start.tapped;
                permanent.sick = start.sick;
                permanent.damage = start.damage as i32;
                for (kind, n) in &start.counters {
                    permanent.counters.retain(|(known, _)| known != kind);
                    permanent.counters.push((kind.clone(), *n as i32));
                }
                if let Some(host) = start.attached_to {
                    hosts.push((obj, host));
                }
            }
        }
        for (obj, host) in hosts {
            let view = View::new(&single.table, &single.state);
            let all = Who::BOTH.into_iter().flat_map(|w| single.state.zone(w, Zone::Battlefield));
            let field = single.state.field();
            let mut there = all
                .map(|o| Thing { obj: o, stamp: field.map_or(0, |f| f.stamps[o.index()]) })
                .filter(|&t| t.obj != obj && means(view, &host, Aimed::Thing(t)));
            // 303.4b
            let player = Who::BOTH.into_iter().find(|&who| host == who_word(who));
            let found = player.map(Aimed::Player).or_else(|| there.next().map(Aimed::Thing));
            let found = found.ok_or_else(|| format!("there is no {host:?} to attach anything to"))?;
            if let Some(field) = single.state.field_mut() {
                field.permanent_mut(obj).host = Some(found);
            }
        }
        if let Some(field) = single.state.field_mut() {
            field.exiled_today = false;
        }
        Ok(single)
    }

    /// What happened so far.
    pub fn log(&self) -> impl Iterator<Item = &Event> {
        self.log.iter().map(|event| &**event)
    }

    /// Takes a step as [`Played::step`] does, whatever happens.
    ///
    /// # Errors
    /// [`Error::Illegal`] where the step is refused, [`Error::Fault`] where the engine fails; the position is then
    /// exactly as it was.
    pub fn take(&mut self, step: &Step) -> Result<Told, Error> {
        let before = self.clone();
        match guard(|| self.step(step)) {
            Ok(done) => done.map_err(|reason| Error::Illegal(format!("{}: {reason}", step.verb.word()))),
            Err(fault) => {
                *self = before;
                Err(Error::Fault(fault))
            }
        }
    }

    /// Lets the rules do something with these choices.
    fn with<T>(&mut self, chooser: Chooser, act: impl FnOnce(&mut Playing<'_, '_>) -> T) -> (T, Chooser) {
        let table = Arc::clone(&self.table);
        let mut record = Record::new(&table, std::mem::take(&mut self.log));
        let mut game = Game {
            table: &table,
            state: &mut self.state,
            player: chooser.reading(self.reading),
            source: &mut self.source,
            log: &mut record,
            wanted_mana: None,
        };
        let done = act(&mut game);
        let player = game.player;
        self.log = record.into_events();
        (done, player)
    }

    /// Does it, and what follows of it; or leaves everything as it was.
    fn try_with<T>(
        &mut self,
        chooser: Chooser,
        act: impl FnOnce(&mut Playing<'_, '_>) -> Result<T, String>,
    ) -> Result<T, String> {
        if self.state.outcome != Outcome::Open {
            return Err(OVER.to_owned());
        }
        let before = self.clone();
        let (done, chooser) = self.with(chooser, |game| {
            let done = act(game);
            if done.is_ok() {
                game.settle_down();
            }
            done
        });
        let refused = match (&done, chooser.left()) {
            (Err(reason), _) => Some(reason.clone()),
            (Ok(_), left) => left,
        };
        if let Some(reason) = refused {
            *self = before;
            return Err(reason);
        }
        done
    }

    fn thing(&self, obj: Obj) -> Thing {
        Thing { obj, stamp: self.state.field().map_or(0, |f| f.stamps[obj.index()]) }
    }

    fn in_order(&self, mut all: Vec<Obj>) -> Vec<Obj> {
        all.sort_by_key(|&o| (self.thing(o).stamp, o));
        all
    }

    /// The cards or permanents in a zone of a player, the oldest first.
    fn zone(&self, who: Who, place: Place) -> Vec<Obj> {
        match place {
            Place::Library => self.state.side(who).library.in_order(),
            Place::Stack => {
                let field = self.state.field();
                field
                    .into_iter()
                    .flat_map(|f| f.stack.iter().rev())
                    .filter(|i| i.controller == who)
                    .filter_map(|item| item_card(item))
                    .collect()
            }
            Place::Command => {
                let field = self.state.field();
                let all = field.into_iter().flat_map(|f| f.command.iter().copied());
                all.filter(|&o| field.is_some_and(|f| f.owners[o.index()] == Some(who))).collect()
            }
            other => zone_of(other)
                .map_or_else(Vec::new, |z| self.in_order(self.state.zone(who, z).into_iter().collect())),
        }
    }

    /// The things of that name in these places, those of `who` first.
    fn all_named(&self, name: &str, who: Option<Who>, places: &[Place]) -> Vec<Thing> {
        let named = Named::read(name);
        let players = match named.whose.or(who) {
            Some(who) => vec![who],
            None => Who::BOTH.to_vec(),
        };
        self.all_such(&players, &named, places, |obj| {
            same_name(&object_name(&self.table, &self.state, obj), named.name)
        })
    }

    /// What can be played by that name: a card that is a land on its back goes by that name, too (712.12).
    fn all_playable(&self, name: &str, who: Who, place: Place) -> Vec<Thing> {
        let named = Named::read(name);
        let found = self.all_named(name, Some(who), &[place]);
        if found.is_empty() && named.whose.is_none_or(|whose| whose == who) {
            let is_land = |at: u16| self.table.prints[usize::from(at)].types.has(Types::LAND);
            let by_back = |obj: Obj| {
                let front = self.table.print_of.get(obj.index()).copied();
                is_named_by_back(&self.table, obj.index(), named.name) && !front.is_some_and(is_land)
            };
            self.all_such(&[who], &named, &[place], by_back)
        } else {
            found
        }
    }

    fn all_such(
        &self,
        players: &[Who],
        named: &Named<'_>,
        places: &[Place],
        is_such: impl Fn(Obj) -> bool,
    ) -> Vec<Thing> {
        let mut found = Vec::new();
        for &who in players {
            for &place in places.iter().filter(|&&place| named.place.is_none_or(|wanted| wanted == place)) {
                found
                    .extend(self.zone(who, place).into_iter().filter(|&o| is_such(o)).map(|o| self.thing(o)));
            }
        }
        found
    }

    fn one_named(&self, name: &str, who: Option<Who>, places: &[Place]) -> Result<Thing, String> {
        self.all_named(name, who, places).first().copied().ok_or_else(|| format!("there is no {name:?}"))
    }

    /// The first of several that makes a step legal.
    fn first_legal<T>(
        &mut self,
        all: &[Thing],
        name: &str,
        mut act: impl FnMut(&mut Self, Thing) -> Result<T, String>,
    ) -> Result<T, String> {
        let mut first = Err(format!("there is no {name:?} there"));
        for (i, &thing) in all.iter().enumerate() {
            let done = act(self, thing);
            if done.is_ok() {
                return done;
            }
            if i == 0 {
                first = done;
            }
        }
        first
    }

    fn activate(&mut self, activate: &Activate, choices: &Choices) -> Result<Told, String> {
        let places = match activate.from {
            Some(place) => vec![place],
            None => vec![Place::Battlefield, Place::Graveyard, Place::Hand, Place::Exile],
        };
        let who = activate.who.unwrap_or(Who::You);
        let all = self.all_named(&activate.name, Some(who), &places);
        let announce = Announce { x: activate.x.map(|x| x as i32), ..Announce::default() };
        self.first_legal(&all, &activate.name.clone(), |single, thing| {
            let abilities = single.abilities(thing, activate.ability.as_ref())?;
            let mut first = None;
            let ways = single.paid_for(&announce, who, false);
            let (mana, _) = single.with(Chooser::default(), |game| game.mana_abilities(thing.obj));
            for (announce, at) in ways.iter().flat_map(|way| abilities.iter().map(move |at| (way, *at))) {
                let chooser = Chooser {
                    targets: activate.targets.clone().map(Into::into),
                    exile: activate.exile.clone(),
                    discard: activate.discard.clone(),
                    sacrifice: activate.sacrifice.clone(),
                    paid: Some(thing.obj),
                    kept: activate.targets.iter().flatten().chain([&activate.name]).cloned().collect(),
                    ..Chooser::new(choices)
                };
                let done = single.try_with(chooser, |game| {
                    game.activate(who, thing, at, announce).map_err(Refusal::into_owned)?;
                    if mana.iter().any(|(of, _)| *of == at) {
                        game.player.named_mana(thing);
                    }
                    Ok(())
                });
                if done.is_ok() {
                    return Ok(Told::Done);
                }
                first.get_or_insert(done);
            }
            first.unwrap_or_else(|| Err("it has no such ability".to_owned())).map(|()| Told::Done)
        })
    }

    /// The numbers of the abilities that are meant.
    fn abilities(&mut self, thing: Thing, which: Option<&Which>) -> Result<Vec<usize>, String> {
        let (all, _) = self.with(Chooser::default(), |game| game.activated(thing.obj));
        match which {
            None => Ok((0..all.len()).collect()),
            Some(which) => which.among(&all).map(|at| vec![at]),
        }
    }

    fn tap_for_mana(
        &mut self,
        who: Option<Who>,
        name: &str,
        which: Option<&Which>,
        choices: &Choices,
    ) -> Result<Told, String> {
        let who = who.unwrap_or(Who::You);
        let all = self.all_named(name, Some(who), &[Place::Battlefield]);
        self.first_legal(&all, name, |single, thing| {
            let (mut mana, _) = single.with(Chooser::default(), |game| game.mana_abilities(thing.obj));
            let none = mana.is_empty();
            // 106.12
            mana.retain(|(_, ability)| {
                matches!(ability, Ability::Activated(a) if a.cost.pay.contains(&Pay::Tap))
            });
            // What costs no more than to tap it comes first.
            mana.sort_by_key(|(_, ability)| {
                !matches!(ability, Ability::Activated(a) if a.cost.mana.is_nothing() && a.cost.pay == [Pay::Tap])
            });
            let meant = single.abilities(thing, which)?;
            let missing = if none {
                "it has no mana ability"
            } else {
                "its mana ability does not tap it: activate that (106.12)"
            };
            let mut first = Err(missing.to_owned());
            for (i, at) in mana.into_iter().map(|(at, _)| at).filter(|at| meant.contains(at)).enumerate() {
                let done = single.try_with(Chooser::new(choices), |game| {
                    game.activate(who, thing, at, &Announce::default())?;
                    game.player.named_mana(thing);
                    Ok(())
                });
                if done.is_ok() {
                    return Ok(Told::Done);
                }
                if i == 0 {
                    first = done.map(|()| Told::Done);
                }
            }
            first
        })
    }

    fn permanent_step(
        &mut self,
        who: Option<Who>,
        name: &str,
        choices: &Choices,
        mut act: impl FnMut(&mut Playing<'_, '_>, Thing) -> Result<(), String>,
    ) -> Result<Told, String> {
        let all = self.all_named(name, who, &[Place::Battlefield]);
        self.first_legal(&all, name, |single, thing| {
            single.try_with(Chooser::new(choices), |game| act(game, thing)).map(|()| Told::Done)
        })
    }
}

fn target_of(single: &Single, text: &str, who: Option<Who>) -> Option<Aimed> {
    match text {
        "you" => Some(Aimed::Player(Who::You)),
        "opponent" => Some(Aimed::Player(Who::Opponent)),
        name => single.one_named(name, who, &[Place::Battlefield]).ok().map(Aimed::Thing),
    }
}
