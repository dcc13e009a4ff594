//! One game, step by step, by the rules: what a rules case plays.

mod actions;
mod guard;
mod record;

use std::collections::VecDeque;
use std::sync::Arc;

use crate::ability::Place;
use crate::card::Card;
use crate::cardset::{Obj, Set};
use crate::case::{
    Activate, Answer as Told, Bill, Case, Cast, Choice, Choices, FILLER, Many, Named, PermanentStart, Pool,
    Position, Replicate, SideStart, Start, Step, Table as Played, Verb, Which,
};
use crate::catalogue::Catalogue;
use crate::error::Error;
use crate::field::{Aimed, Field, Item, ItemKind, Permanent, Thing, Unit};
use crate::library::Library;
use crate::mana::Mana;
use crate::rules::moving::To;
use crate::rules::pay::{Announce, Spend};
use crate::rules::query::{item_card, zone_of};
use crate::rules::{Answer, Ask, Game, Opening, Player, View};
use crate::source::Streams;
use crate::state::{Outcome, State, Who, Zone};
use crate::table::{Entry, Table};

pub use actions::Action;
pub use guard::guard;
pub use record::Event;
use record::Record;

/// The size of the sets of a single game.
const W: usize = 4;

type Playing<'g> = Game<'g, W, Chooser, Streams, Record>;

/// Answers by the choices of a step, then by the defaults.
#[derive(Debug, Clone, Default)]
struct Chooser {
    choose: VecDeque<Choice>,
    order: Vec<String>,
    dredge: Option<VecDeque<String>>,
    targets: Option<VecDeque<String>>,
    exile: Option<Vec<String>>,
    discard: Option<Vec<String>>,
    sacrifice: Option<Vec<String>>,
    /// What is wrong with the choices.
    fault: Option<String>,
}

fn name_of(view: View<'_, W>, aimed: Aimed) -> String {
    let Some(field) = view.state.field.as_ref() else { return String::new() };
    let print = |at: u16| view.table.prints[at as usize].name.clone();
    match aimed {
        Aimed::Player(Who::You) => "you".to_owned(),
        Aimed::Player(Who::Opponent) => "opponent".to_owned(),
        Aimed::Thing(thing) => object_name(view.table, view.state, thing.obj),
        Aimed::Item(id) => match field.stack.iter().find(|item| item.id == id) {
            Some(Item { kind: ItemKind::Spell { print: at, .. }, .. }) => print(*at),
            Some(Item { kind: ItemKind::Ability { source, triggered, .. }, .. }) => {
                format!(
                    "{} ({})",
                    print(field.prints[source.obj.index()]),
                    if *triggered { "trigger" } else { "ability" }
                )
            }
            Some(Item { kind: ItemKind::Effect { print: at, .. }, .. }) => {
                format!("{} (trigger)", print(*at))
            }
            None => String::new(),
        },
    }
}

/// The name of an object; a token that is a copy is `NAME token`.
fn object_name(table: &Table<W>, state: &State<W>, obj: Obj) -> String {
    let Some(field) = state.field.as_ref() else { return String::new() };
    let here = Who::BOTH.into_iter().any(|who| state.zone(who, Zone::Battlefield).has(obj));
    let copies = if here { field.permanents[obj.index()].copies } else { None };
    let print = &table.prints[copies.unwrap_or(field.prints[obj.index()]) as usize];
    if obj.index() >= table.entries.len() && print.token.is_none() {
        format!("{} token", print.name)
    } else {
        print.name.clone()
    }
}

fn same_name(known: &str, wanted: &str) -> bool {
    known == wanted || known.split(" // ").any(|part| part == wanted)
}

/// Whether a name of a step means this.
fn means(view: View<'_, W>, text: &str, aimed: Aimed) -> bool {
    let named = Named::read(text);
    let name = name_of(view, aimed);
    if !same_name(&name, named.name) {
        return false;
    }
    if let Aimed::Thing(thing) = aimed {
        let found = view.state.find(thing.obj);
        if let Some(place) = named.place
            && zone_of(place) != found.map(|(_, zone)| zone)
        {
            return false;
        }
        if let Some(whose) = named.whose
            && found.map(|(who, _)| who) != Some(whose)
        {
            return false;
        }
    }
    true
}

impl Chooser {
    fn new(choices: &Choices) -> Self {
        Self {
            choose: choices.choose.clone().unwrap_or_default().into(),
            order: choices.order.clone(),
            dredge: choices.dredge.clone().map(Into::into),
            ..Self::default()
        }
    }

    fn wrong(&mut self, what: String) {
        self.fault.get_or_insert(what);
    }

    /// What was given and nothing asked for.
    fn left(&self) -> Option<String> {
        if let Some(fault) = &self.fault {
            return Some(fault.clone());
        }
        let rest = |list: &Option<Vec<String>>, word: &str| {
            list.as_ref()
                .filter(|l| !l.is_empty())
                .map(|l| format!("nothing could be paid with {word} {l:?}"))
        };
        if let Some(choice) = self.choose.front() {
            return Some(format!("nothing asked for the choice {choice:?}"));
        }
        if let Some(name) = self.dredge.as_ref().and_then(|d| d.iter().find(|_| true)) {
            return Some(format!("no draw asked for the dredge entry {name:?}"));
        }
        if let Some(name) = self.targets.as_ref().and_then(|t| t.front()) {
            return Some(format!("{name:?} is no legal target (601.2c)"));
        }
        rest(&self.exile, "exile")
            .or_else(|| rest(&self.discard, "discard"))
            .or_else(|| rest(&self.sacrifice, "sacrifice"))
    }

    /// Picks by names: the first of each name that is not taken.
    fn by_names(&mut self, view: View<'_, W>, names: &[String], from: &[Aimed]) -> Vec<usize> {
        let mut picked = Vec::new();
        for name in names {
            let at = (0..from.len()).find(|i| !picked.contains(i) && means(view, name, from[*i]));
            match at {
                Some(at) => picked.push(at),
                None => self.wrong(format!("{name:?} cannot be chosen there")),
            }
        }
        picked
    }

    fn names_of(choice: &Choice) -> Option<Vec<String>> {
        match choice {
            Choice::Name(name) => Some(vec![name.clone()]),
            Choice::List(list) => {
                list.iter().map(|c| if let Choice::Name(n) = c { Some(n.clone()) } else { None }).collect()
            }
            Choice::Number(_) | Choice::Flag(_) => None,
        }
    }

    /// A yes with a pick is two answers.
    fn unfold(&mut self) {
        if let Some(Choice::List(list)) = self.choose.front()
            && matches!(list.first(), Some(Choice::Flag(_)))
        {
            let list = list.clone();
            self.choose.pop_front();
            for choice in list.into_iter().rev() {
                self.choose.push_front(choice);
            }
        }
    }

    fn spend(
        &mut self,
        view: View<'_, W>,
        kind: Spend,
        from: &[Aimed],
        least: usize,
        most: usize,
    ) -> Vec<usize> {
        let list = match kind {
            Spend::Exile | Spend::Delve => &mut self.exile,
            Spend::Discard => &mut self.discard,
            Spend::Sacrifice => &mut self.sacrifice,
            Spend::Tap | Spend::Return | Spend::Convoke => {
                let such = |name: &String| from.iter().any(|&a| means(view, name, a));
                if let Some(names) =
                    self.choose.front().and_then(Self::names_of).filter(|names| names.iter().all(such))
                {
                    self.choose.pop_front();
                    return self.by_names(view, &names, from);
                }
                return (0..least).collect();
            }
        };
        match list {
            None if kind == Spend::Delve => (0..most).collect(),
            None => (0..if least == 0 { from.len() } else { least }).collect(),
            Some(names) => {
                let mut picked = Vec::new();
                let mut rest = Vec::new();
                for name in names.drain(..) {
                    let at = (0..from.len()).find(|i| !picked.contains(i) && means(view, &name, from[*i]));
                    match at {
                        Some(at) if picked.len() < most => picked.push(at),
                        _ => rest.push(name),
                    }
                }
                *names = rest;
                picked
            }
        }
    }
}

impl Player<W> for Chooser {
    fn moment(&mut self, _: View<'_, W>) -> bool {
        false
    }

    fn watches(&self) -> bool {
        false
    }

    fn opening(&mut self, _: View<'_, W>, _: Who, _: bool) -> Opening {
        Opening::Keep
    }

    fn bottom(&mut self, _: View<'_, W>, _: Who, from: Set<W>) -> Obj {
        from.first().unwrap_or(Obj(0))
    }

    fn dredge(&mut self, _: View<'_, W>, _: Who, _: Set<W>) -> Option<Obj> {
        None
    }

    fn discard(&mut self, _: View<'_, W>, _: Who, from: Set<W>) -> Obj {
        from.first().unwrap_or(Obj(0))
    }

    fn scry(&mut self, _: View<'_, W>, _: Who, _: &[Obj]) -> Set<W> {
        Set::EMPTY
    }

    fn surveil(&mut self, _: View<'_, W>, _: Who, _: &[Obj]) -> Set<W> {
        Set::EMPTY
    }

    fn answer(&mut self, view: View<'_, W>, _: Who, _: Option<Thing>, ask: &Ask) -> Answer {
        self.unfold();
        match ask {
            Ask::May => {
                if let Some(Choice::Flag(flag)) = self.choose.front() {
                    let flag = *flag;
                    self.choose.pop_front();
                    return Answer::Bool(flag);
                }
                Answer::Bool(true)
            }
            Ask::Some(from, least, most) => {
                if let Some(names) = self.choose.front().and_then(Self::names_of) {
                    self.choose.pop_front();
                    let picked = self.by_names(view, &names, from);
                    if picked.len() < *least || picked.len() > *most {
                        self.wrong(format!("{} to {} must be chosen, not {}", least, most, picked.len()));
                    }
                    return Answer::Picks(picked);
                }
                ask.default_answer()
            }
            Ask::Down(from) => {
                if let Some(names) = self.choose.front().and_then(Self::names_of) {
                    self.choose.pop_front();
                    return Answer::Picks(self.by_names(view, &names, from));
                }
                ask.default_answer()
            }
            Ask::Targets(from, least, most, true) => match &mut self.targets {
                None => {
                    Answer::Picks((0..(*most).min(from.len())).take((*least).max(1).max(*most)).collect())
                }
                Some(names) => {
                    let mut picked = Vec::new();
                    while picked.len() < *most {
                        let Some(name) = names.front() else { break };
                        let at = (0..from.len()).find(|i| !picked.contains(i) && means(view, name, from[*i]));
                        let Some(at) = at else { break };
                        names.pop_front();
                        picked.push(at);
                    }
                    Answer::Picks(picked)
                }
            },
            Ask::Targets(from, least, most, false) => {
                if let Some(names) = self.choose.front().and_then(Self::names_of) {
                    self.choose.pop_front();
                    let picked = self.by_names(view, &names, from);
                    if picked.len() < *least || picked.len() > *most {
                        self.wrong(format!("{least} to {most} targets must be chosen"));
                    }
                    return Answer::Picks(picked);
                }
                ask.default_answer()
            }
            Ask::Spend(kind, from, least, most) => {
                Answer::Picks(self.spend(view, *kind, from, *least, *most))
            }
            Ask::Mana(from) => {
                if let Some(Choice::Name(name)) = self.choose.front()
                    && let Some(mana) =
                        name.chars().next().filter(|_| name.len() == 1).and_then(Mana::from_letter)
                {
                    self.choose.pop_front();
                    return if let Some(at) = from.iter().position(|&m| m == mana) {
                        Answer::Picks(vec![at])
                    } else {
                        self.wrong(format!("{} cannot be made", mana.letter()));
                        Answer::Picks(vec![0])
                    };
                }
                Answer::Picks(vec![0])
            }
            Ask::Number(least, most) => {
                if let Some(Choice::Number(n)) = self.choose.front() {
                    let n = *n as i32;
                    self.choose.pop_front();
                    if n < *least || n > *most {
                        self.wrong(format!("a number from {least} to {most} must be chosen"));
                    }
                    return Answer::Number(n.clamp(*least, *most));
                }
                ask.default_answer()
            }
            Ask::Word => {
                if let Some(Choice::Name(name)) = self.choose.front() {
                    let name = name.clone();
                    self.choose.pop_front();
                    return Answer::Word(name);
                }
                ask.default_answer()
            }
            Ask::Replacement(sources, optional) => {
                for i in 0..self.order.len() {
                    let at = sources.iter().position(|t| means(view, &self.order[i], Aimed::Thing(*t)));
                    if let Some(at) = at {
                        return Answer::Picks(vec![at]);
                    }
                }
                if *optional { Answer::Picks(Vec::new()) } else { Answer::Picks(vec![0]) }
            }
            Ask::Trigger(sources) => {
                for i in 0..self.order.len() {
                    let at = sources.iter().position(|t| means(view, &self.order[i], Aimed::Thing(*t)));
                    if let Some(at) = at {
                        self.order.remove(i);
                        return Answer::Picks(vec![at]);
                    }
                }
                Answer::Picks(vec![0])
            }
            Ask::Dredge(sources) => {
                let Some(name) = self.dredge.as_mut().and_then(VecDeque::pop_front) else {
                    return Answer::Picks(Vec::new());
                };
                if name.is_empty() {
                    return Answer::Picks(Vec::new());
                }
                if let Some(at) = sources.iter().position(|t| means(view, &name, Aimed::Thing(*t))) {
                    Answer::Picks(vec![at])
                } else {
                    self.wrong(format!("{name:?} cannot be dredged now (702.52)"));
                    Answer::Picks(Vec::new())
                }
            }
        }
    }
}

/// A game of two players, one step at a time.
#[derive(Debug, Clone)]
pub struct Single {
    pub(super) table: Arc<Table<W>>,
    pub(super) state: State<W>,
    source: Streams,
    pub(super) lost: [bool; 2],
    log: Vec<Arc<Event>>,
}

fn card_named(name: &str) -> Result<Arc<Card>, String> {
    if name == FILLER {
        return Ok(Arc::new(Card::filler()));
    }
    let plain = name.strip_suffix(" token").unwrap_or(name);
    Catalogue::shipped().find(plain).map_err(|error| error.to_string())
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
                wanted.push((who, Some(Zone::Battlefield), entries.len(), Some(permanent.clone())));
                entries.push(Entry { card: card_named(&permanent.card)?, owner: who });
            }
        }
        if entries.len() > crate::cardset::MOST_CARDS {
            return Err(format!("{} cards are more than a game holds", entries.len()));
        }
        let cards = entries.len();
        let table = Arc::new(Table::new(entries));
        let libraries = Who::BOTH.map(|who| {
            let cards: Vec<Obj> = wanted
                .iter()
                .filter(|(owner, zone, ..)| *owner == who && *zone == Some(Zone::Library))
                .map(|(_, _, i, _)| Obj(*i as u8))
                .collect();
            Library::ordered(&cards)
        });
        let mut state = State::new(libraries, [start.sides[0].life, start.sides[1].life]);
        let mut field = Field {
            stamps: vec![0; 64 * W],
            prints: vec![0; 64 * W],
            owners: vec![None; 64 * W],
            permanents: vec![Permanent::default(); 64 * W],
            turns: 2,
            ..Field::default()
        };
        for i in 0..cards {
            field.prints[i] = table.print_of[i];
            field.owners[i] = Some(table.entries[i].owner);
            field.clock += 1;
            field.stamps[i] = field.clock;
        }
        for who in Who::BOTH {
            let side = &start.sides[who as usize];
            field.today[who as usize].drawn = side.drawn as i32;
            field.today[who as usize].drawn_in_step = i32::from(side.drawn > 0);
            field.today[who as usize].lands = side.lands as i32;
            field.unspoken[who as usize] = side.spells as i32;
            for mana in Mana::ALL {
                for _ in 0..side.mana.of(mana) {
                    field.pools[who as usize].push(Unit { mana, creatures_only: false, snow: false });
                }
            }
        }
        state.field = Some(Box::new(field));
        state.turn = 1;
        state.step = start.step;
        state.active = start.turn;
        state.on_play = start.on_the_play;
        let mut single = Self { table, state, source: Streams::new(seed), lost: [false; 2], log: Vec::new() };
        let mut hosts = Vec::new();
        for (who, zone, i, permanent) in wanted {
            let obj = Obj(i as u8);
            if zone == Some(Zone::Library) {
                continue;
            }
            single.with(Chooser::default(), |game| game.place(obj, who, zone));
            if let (Some(start), Some(field)) = (permanent, single.state.field.as_mut()) {
                let permanent = &mut field.permanents[i];
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
            let view = View { table: &single.table, state: &single.state };
            let all = Who::BOTH.into_iter().flat_map(|w| single.state.zone(w, Zone::Battlefield));
            let field = single.state.field.as_ref();
            let found = all
                .map(|o| Thing { obj: o, stamp: field.map_or(0, |f| f.stamps[o.index()]) })
                .find(|&t| t.obj != obj && means(view, &host, Aimed::Thing(t)));
            if let (Some(found), Some(field)) = (found, single.state.field.as_mut()) {
                field.permanents[obj.index()].host = Some(Aimed::Thing(found));
            }
        }
        if let Some(field) = single.state.field.as_mut() {
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
    fn with<T>(&mut self, chooser: Chooser, act: impl FnOnce(&mut Playing<'_>) -> T) -> (T, Chooser) {
        let table = Arc::clone(&self.table);
        let mut record = Record::new(Arc::clone(&table), std::mem::take(&mut self.log));
        let mut game = Game {
            table: &table,
            state: &mut self.state,
            player: chooser,
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
        act: impl FnOnce(&mut Playing<'_>) -> Result<T, String>,
    ) -> Result<T, String> {
        if self.state.outcome != Outcome::Open {
            return Err("the game is over".to_owned());
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
        Thing { obj, stamp: self.state.field.as_ref().map_or(0, |f| f.stamps[obj.index()]) }
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
                let field = self.state.field.as_ref();
                field
                    .into_iter()
                    .flat_map(|f| f.stack.iter().rev())
                    .filter(|i| i.controller == who)
                    .filter_map(item_card)
                    .collect()
            }
            Place::Command => {
                let field = self.state.field.as_ref();
                let all = field.into_iter().flat_map(|f| f.command.iter().copied());
                all.filter(|&o| self.table.entries[o.index()].owner == who).collect()
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
        let mut found = Vec::new();
        for who in players {
            for &place in places {
                if named.place.is_some_and(|wanted| wanted != place) {
                    continue;
                }
                let all = self.zone(who, place);
                let such = all
                    .into_iter()
                    .filter(|&o| same_name(&object_name(&self.table, &self.state, o), named.name));
                found.extend(such.map(|o| self.thing(o)));
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

    fn announce(&self, cast: &Cast, who: Who) -> Result<Announce, String> {
        let battlefield = [Place::Battlefield];
        let things = |names: &Option<Vec<String>>| -> Result<Vec<Thing>, String> {
            let mut taken: Vec<Thing> = Vec::new();
            for name in names.iter().flatten() {
                let all = self.all_named(name, Some(who), &battlefield);
                let next = all
                    .into_iter()
                    .find(|t| !taken.contains(t))
                    .ok_or_else(|| format!("there is no {name:?}"))?;
                taken.push(next);
            }
            Ok(taken)
        };
        Ok(Announce {
            resolving: false,
            via: cast.via.clone(),
            x: cast.x.map(|x| x as i32),
            replicate: match &cast.replicate {
                None => Vec::new(),
                Some(Replicate::Times(n)) => vec![*n as i32],
                Some(Replicate::Each(each)) => each.iter().map(|&n| n as i32).collect(),
            },
            kicked: cast.kicked as i32,
            buyback: cast.buyback,
            life: cast.life,
            convoke: things(&cast.convoke)?,
            mana_abilities: things(&cast.mana_abilities)?,
        })
    }

    fn chooser_for(cast: &Cast, choices: &Choices) -> Chooser {
        Chooser {
            targets: cast.targets.clone().map(Into::into),
            exile: cast.exile.clone(),
            discard: cast.discard.clone(),
            sacrifice: cast.sacrifice.clone(),
            ..Chooser::new(choices)
        }
    }

    fn cast(&mut self, cast: &Cast, choices: &Choices) -> Result<Told, String> {
        let who = cast.who;
        let all = if cast.from == Place::Stack {
            Vec::new()
        } else {
            self.all_named(&cast.name, Some(who), &[cast.from])
        };
        // A permission may be for a card of the other player.
        let mut all = all;
        if all.is_empty() {
            all = self.all_named(&cast.name, Some(who.other()), &[cast.from]);
        }
        let name = cast.name.clone();
        let announce = self.announce(cast, who)?;
        self.first_legal(&all, &name, |single, thing| {
            let chooser = Self::chooser_for(cast, choices);
            single.try_with(chooser, |game| game.cast(who, thing, &announce)).map(|()| Told::Done)
        })
    }

    fn cost(&mut self, cast: &Cast, choices: &Choices) -> Result<Told, String> {
        let who = cast.who;
        let thing = self.one_named(&cast.name, Some(who), &[cast.from])?;
        let announce = self.announce(cast, who)?;
        let chooser = Self::chooser_for(cast, choices);
        let mut trial = self.clone();
        let (bill, _) = trial.with(chooser, |game| game.cost_of_cast(who, thing, &announce));
        let bill = bill?;
        Ok(Told::Cost(told_bill(&bill)))
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
            let mut first = Err("it has no such ability".to_owned());
            for (i, at) in abilities.into_iter().enumerate() {
                let chooser = Chooser {
                    targets: activate.targets.clone().map(Into::into),
                    exile: activate.exile.clone(),
                    discard: activate.discard.clone(),
                    sacrifice: activate.sacrifice.clone(),
                    ..Chooser::new(choices)
                };
                let done = single.try_with(chooser, |game| game.activate(who, thing, at, &announce));
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

    /// The numbers of the abilities that are meant.
    fn abilities(&mut self, thing: Thing, which: Option<&Which>) -> Result<Vec<usize>, String> {
        let (all, _) = self.with(Chooser::default(), |game| game.activated(thing.obj));
        match which {
            None => Ok((0..all.len()).collect()),
            Some(Which::Number(n)) if (*n as usize) < all.len() => Ok(vec![*n as usize]),
            Some(Which::Number(n)) => Err(format!("it has no ability {n}")),
            Some(Which::Word(word)) => {
                let with: Vec<usize> = (0..all.len())
                    .filter(|&i| format!("{:?}", all[i]).to_lowercase().contains(&word.to_lowercase()))
                    .collect();
                if with.len() == 1 {
                    Ok(with)
                } else {
                    Err(format!("{word:?} occurs in {} of its abilities", with.len()))
                }
            }
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
            let (mana, _) = single.with(Chooser::default(), |game| game.mana_abilities(thing.obj));
            let meant = single.abilities(thing, which)?;
            let mut first = Err("it has no mana ability".to_owned());
            for (i, at) in mana.into_iter().map(|(at, _)| at).filter(|at| meant.contains(at)).enumerate() {
                let done = single.try_with(Chooser::new(choices), |game| {
                    game.activate(who, thing, at, &Announce::default())
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
        mut act: impl FnMut(&mut Playing<'_>, Thing) -> Result<(), String>,
    ) -> Result<Told, String> {
        let all = self.all_named(name, who, &[Place::Battlefield]);
        self.first_legal(&all, name, |single, thing| {
            single.try_with(Chooser::new(choices), |game| act(game, thing)).map(|()| Told::Done)
        })
    }
}

fn told_bill(bill: &crate::rules::cost::Bill) -> Bill {
    let text = bill.symbols();
    let symbols = text.parse::<crate::mana::Cost>().map(|c| c.symbols().to_vec()).unwrap_or_default();
    Bill::new(0, symbols)
}

fn target_of(single: &Single, text: &str) -> Option<Aimed> {
    match text {
        "you" => Some(Aimed::Player(Who::You)),
        "opponent" => Some(Aimed::Player(Who::Opponent)),
        name => single.one_named(name, None, &[Place::Battlefield]).ok().map(Aimed::Thing),
    }
}

impl Played for Single {
    #[expect(clippy::too_many_lines, reason = "one arm for each verb")]
    fn step(&mut self, step: &Step) -> Result<Told, String> {
        let choices = &step.choices;
        let chooser = || Chooser::new(choices);
        let nobody = Thing { obj: Obj(0), stamp: 0 };
        match &step.verb {
            Verb::Mill { who, n } => self.try_with(chooser(), |game| {
                game.mill(*who, *n as i32);
                Ok(Told::Done)
            }),
            Verb::MayMill { who, n } | Verb::PayMill { who, n } => {
                if self.state.side(*who).library.len() < *n {
                    return Err("there are not so many cards in the library (701.17b)".to_owned());
                }
                self.try_with(chooser(), |game| {
                    game.mill(*who, *n as i32);
                    Ok(Told::Done)
                })
            }
            Verb::Draw { who, n } => self.try_with(chooser(), |game| {
                game.draws(*who, *n as i32);
                Ok(Told::Done)
            }),
            Verb::Discard { who, cards } => {
                let things = self.several(cards, Some(*who), Place::Hand)?;
                self.try_with(chooser(), |game| {
                    game.discard_things(*who, &things);
                    Ok(Told::Done)
                })
            }
            Verb::Surveil { who, n, graveyard } => {
                let mut chooser = chooser();
                let list = graveyard.clone().unwrap_or_default().into_iter().map(Choice::Name).collect();
                chooser.choose.push_front(Choice::List(list));
                self.try_with(chooser, |game| {
                    game.surveil_things(*who, *n, nobody);
                    Ok(Told::Done)
                })
            }
            Verb::Scry { who, n, bottom } => {
                let mut chooser = chooser();
                let list = bottom.clone().unwrap_or_default().into_iter().map(Choice::Name).collect();
                chooser.choose.push_front(Choice::List(list));
                self.try_with(chooser, |game| {
                    game.scry_things(*who, *n, nobody);
                    Ok(Told::Done)
                })
            }
            Verb::Sacrifice { who, name } => self.permanent_step(*who, name, choices, |game, thing| {
                game.move_all(&[thing], To::Zone(Zone::Graveyard));
                Ok(())
            }),
            Verb::Destroy { who, name } => self.permanent_step(*who, name, choices, |game, thing| {
                game.destroy(&[thing], false);
                Ok(())
            }),
            Verb::Tap { who, name } | Verb::Untap { who, name } => {
                let tap = matches!(step.verb, Verb::Tap { .. });
                self.permanent_step(*who, name, choices, |game, thing| {
                    if game.permanent(thing.obj).tapped == tap {
                        return Err("it is already so".to_owned());
                    }
                    game.permanent_mut(thing.obj).tapped = tap;
                    Ok(())
                })
            }
            Verb::Move { who, cards, from, to } => {
                if *from == Place::Stack {
                    return self.off_stack(cards, *to, choices);
                }
                let things = self.several(cards, *who, *from)?;
                let to = *to;
                self.try_with(chooser(), |game| {
                    match to {
                        Place::Battlefield => {
                            for who in Who::BOTH {
                                let own: Vec<Thing> =
                                    things.iter().copied().filter(|t| game.owner(t.obj) == who).collect();
                                if !own.is_empty() {
                                    game.move_all(&own, To::Battlefield(who, false));
                                }
                            }
                        }
                        Place::Command => {
                            game.move_all(&things, To::Command);
                        }
                        Place::Stack => return Err("nothing is moved to the stack".to_owned()),
                        other => {
                            game.move_all(&things, To::Zone(zone_of(other).unwrap_or(Zone::Exile)));
                        }
                    }
                    Ok(Told::Done)
                })
            }
            Verb::Damage { amounts, to, unpreventable, source, .. } => {
                let to = target_of(self, to).ok_or_else(|| format!("there is no {to:?}"))?;
                let source = match source {
                    Some(name) => {
                        self.one_named(name, None, &[Place::Battlefield, Place::Graveyard, Place::Hand])?
                    }
                    None => Thing { obj: Obj((64 * W - 1) as u8), stamp: u32::MAX },
                };
                let batch: Vec<_> = amounts.iter().map(|&n| (source, to, n as i32)).collect();
                self.try_with(chooser(), |game| {
                    game.damage(&batch, false, *unpreventable);
                    Ok(Told::Done)
                })
            }
            Verb::Fight { who, a, b } => {
                let (a, b) = (
                    self.one_named(a, *who, &[Place::Battlefield])?,
                    self.one_named(b, None, &[Place::Battlefield])?,
                );
                self.try_with(chooser(), |game| {
                    game.fight(a, b);
                    Ok(Told::Done)
                })
            }
            Verb::Gain { who, n } => self.try_with(chooser(), |game| {
                game.gain(*who, *n as i32);
                Ok(Told::Done)
            }),
            Verb::Lose { who, n } => self.try_with(chooser(), |game| {
                game.lose(*who, *n as i32);
                Ok(Told::Done)
            }),
            Verb::Add { who, mana } => {
                let units: Vec<Mana> =
                    Mana::ALL.into_iter().flat_map(|m| std::iter::repeat_n(m, mana.of(m) as usize)).collect();
                self.try_with(chooser(), |game| {
                    game.add_mana(*who, &units);
                    Ok(Told::Done)
                })
            }
            Verb::Counter { name, .. } => {
                let view = View { table: &self.table, state: &self.state };
                let stack = self.state.field.as_ref().map_or_else(Vec::new, |f| f.stack.clone());
                let found =
                    stack.iter().rev().map(|item| Aimed::Item(item.id)).find(|&a| means(view, name, a));
                let found = found.ok_or_else(|| format!("there is no {name:?} on the stack"))?;
                self.try_with(chooser(), |game| {
                    game.counter(found);
                    Ok(Told::Done)
                })
            }
            Verb::Play { who, name, from } => {
                let mut all = self.all_named(name, Some(*who), &[*from]);
                if all.is_empty() {
                    all = self.all_named(name, Some(who.other()), &[*from]);
                }
                self.first_legal(&all, name, |single, thing| {
                    single
                        .try_with(Chooser::new(choices), |game| game.play_land(*who, thing))
                        .map(|()| Told::Done)
                })
            }
            Verb::Cast(cast) => self.cast(cast, choices),
            Verb::Activate(activate) => self.activate(activate, choices),
            Verb::TapForMana { who, name, ability } => {
                self.tap_for_mana(*who, name, ability.as_ref(), choices)
            }
            Verb::Attack { who, names } => {
                let things = self.several(names, Some(*who), Place::Battlefield)?;
                self.try_with(chooser(), |game| game.attack(*who, &things)).map(|()| Told::Done)
            }
            Verb::Resolve(many) => {
                let many = *many;
                let stack = self.state.field.as_ref().map_or(0, |f| f.stack.len());
                if stack == 0 {
                    return Err("the stack is empty".to_owned());
                }
                self.try_with(chooser(), |game| {
                    match many {
                        Many::All => game.resolve_all(),
                        Many::Number(n) => {
                            let mut grown = 0;
                            for _ in 0..n {
                                if game.field().stack.is_empty() {
                                    return Err("there is not so much on the stack".to_owned());
                                }
                                game.resolve_one(&mut grown);
                            }
                        }
                    }
                    Ok(Told::Done)
                })
            }
            Verb::To(to) => {
                let to = *to;
                self.try_with(chooser(), |game| game.go_to(to)).map(|()| Told::Done)
            }
            Verb::NextTurn(who) => {
                let who = *who;
                self.try_with(chooser(), |game| {
                    game.go_to_turn(who);
                    Ok(Told::Done)
                })
            }
            Verb::Cost { cast, .. } => self.cost(cast, choices),
            Verb::CouldProduce { who, name, .. } => {
                let thing = self.one_named(name, *who, &[Place::Battlefield])?;
                let (mana, _) = self.with(chooser(), |game| game.could_produce(thing.obj));
                Ok(Told::Mana(mana))
            }
            Verb::ManaValue { who, name, zone, .. } => {
                let places = match zone {
                    Some(place) => vec![*place],
                    None => vec![
                        Place::Battlefield,
                        Place::Stack,
                        Place::Hand,
                        Place::Graveyard,
                        Place::Exile,
                        Place::Library,
                    ],
                };
                let thing = self.one_named(name, *who, &places)?;
                let (look, _) = self.with(chooser(), |game| game.look(thing.obj));
                Ok(Told::Number(look.mana_value.max(0) as u32))
            }
            Verb::Check(_) => Ok(Told::Done),
        }
    }

    fn position(&self) -> Position {
        let mut position = Position::default();
        let names = |all: Vec<Obj>| {
            all.into_iter().map(|o| object_name(&self.table, &self.state, o)).collect::<Vec<_>>()
        };
        let Some(field) = self.state.field.as_ref() else { return position };
        for who in Who::BOTH {
            let side = &mut position.sides[who as usize];
            side.zones.library = names(self.zone(who, Place::Library));
            side.zones.hand = names(self.zone(who, Place::Hand));
            side.zones.graveyard = names(self.zone(who, Place::Graveyard));
            side.zones.exile = names(self.zone(who, Place::Exile));
            side.zones.command = names(self.zone(who, Place::Command));
            side.zones.battlefield = names(self.zone(who, Place::Battlefield));
            side.life = self.state.side(who).life;
            let mut pool = [0; 6];
            for unit in &field.pools[who as usize] {
                pool[unit.mana as usize] += 1;
            }
            side.mana = Pool(pool);
            side.drawn = field.today[who as usize].drawn.max(0) as u32;
            side.won = self.state.outcome == if who == Who::You { Outcome::Won } else { Outcome::Lost };
            side.lost = self.state.outcome == if who == Who::You { Outcome::Lost } else { Outcome::Won };
        }
        let view = View { table: &self.table, state: &self.state };
        for item in field.stack.iter().rev() {
            let name = name_of(view, Aimed::Item(item.id));
            let copy = match item.kind {
                // 707.12: the copy of a card that was cast is an object of its own.
                ItemKind::Spell { card, .. } => {
                    card.is_none_or(|card| card.obj.index() >= self.table.entries.len())
                }
                ItemKind::Ability { .. } | ItemKind::Effect { .. } => false,
            };
            position.stack.push(if copy { format!("{name} (copy)") } else { name });
        }
        let mut trial = self.clone();
        for who in Who::BOTH {
            for obj in self.zone(who, Place::Battlefield) {
                let (look, _) = trial.with(Chooser::default(), |game| game.look(obj));
                let permanent = &field.permanents[obj.index()];
                position.permanents.push(crate::case::Permanent {
                    name: object_name(&self.table, &self.state, obj),
                    controller: who,
                    counters: permanent
                        .counters
                        .iter()
                        .map(|(k, n)| (k.clone(), (*n).max(0) as u32))
                        .collect(),
                    damage: permanent.damage.max(0) as u32,
                    power: look.creature().then_some(look.size.0),
                    toughness: look.creature().then_some(look.size.1),
                    tapped: permanent.tapped,
                });
            }
        }
        position
    }
}

impl Single {
    fn several(&self, names: &[String], who: Option<Who>, place: Place) -> Result<Vec<Thing>, String> {
        let mut taken: Vec<Thing> = Vec::new();
        for name in names {
            let all = self.all_named(name, who, &[place]);
            let next = all
                .into_iter()
                .find(|t| !taken.contains(t))
                .ok_or_else(|| format!("there is no {name:?} there"))?;
            taken.push(next);
        }
        Ok(taken)
    }

    /// Takes spells off the stack.
    fn off_stack(&mut self, names: &[String], to: Place, choices: &Choices) -> Result<Told, String> {
        let mut ids = Vec::new();
        let view = View { table: &self.table, state: &self.state };
        let stack = self.state.field.as_ref().map_or_else(Vec::new, |f| f.stack.clone());
        for name in names {
            let found = stack
                .iter()
                .rev()
                .map(|item| item.id)
                .find(|id| !ids.contains(id) && means(view, name, Aimed::Item(*id)));
            ids.push(found.ok_or_else(|| format!("there is no {name:?} on the stack"))?);
        }
        self.try_with(Chooser::new(choices), |game| {
            for id in ids {
                game.take_off_stack(id, zone_of(to).unwrap_or(Zone::Graveyard));
            }
            Ok(Told::Done)
        })
    }
}
