//! What a line compiles into: everything that a thread needs to play games, immutable and shared.

use std::sync::Arc;

use crate::ability;
use crate::card::{Card, Status};
use crate::cardset::{MOST_CARDS, Obj, Set};
use crate::error::{Error, Result};
use crate::library::Library;
use crate::line::action::Attack;
use crate::line::compile::{Compiler, Entries};
use crate::line::eval::{Number, Test};
use crate::line::expr::{Expr, Kind};
use crate::line::order::Order;
use crate::line::player::{Policy, Ranking};
use crate::line::prefer::Prefer;
use crate::line::spec::{Condition, LineSpec, Missing, On};
use crate::state::{State, Who};
use crate::table::{Entry, Table};

/// The life that a player begins with (103.4).
const LIFE: i32 = 20;
/// The most turns of a run: turns are kept in a byte with a sign.
pub const MOST_TURNS: usize = 127;

/// What is to be played and written down.
#[derive(Debug, Clone)]
pub struct Request {
    /// The cards of your deck with their counts, in deck-list order.
    pub deck: Vec<(Arc<Card>, usize)>,
    /// What you do.
    pub line: LineSpec,
    /// What is written down at the end of each of your turns.
    pub observe: Vec<String>,
    /// How many turns are played.
    pub turns: usize,
}

/// What is written down at the end of each of your turns.
#[derive(Debug, Clone)]
pub enum Observe<const W: usize> {
    /// A number.
    Number(Number<W>),
    /// A truth value.
    Test(Test<W>),
}

/// A deck and a line, ready to be played.
#[derive(Debug, Clone)]
pub struct Plan<const W: usize> {
    /// The cards.
    pub table: Table<W>,
    /// What you decide.
    pub policy: Policy<W>,
    /// The state before the first hand is drawn.
    pub start: State<W>,
    /// Who takes the first turn.
    pub on: On,
    /// What is written down.
    pub observe: Vec<Observe<W>>,
    /// How many turns are played.
    pub turns: usize,
}

impl Request {
    /// How many cards the deck holds, where a game can be played with it.
    pub fn cards(&self) -> Result<usize> {
        let cards = self.deck.iter().fold(0usize, |sum, (_, count)| sum.saturating_add(*count));
        match cards {
            0 => Err(Error::Deck("the deck holds no cards: give it some".to_owned())),
            1..=MOST_CARDS => Ok(cards),
            _ => Err(Error::Deck(format!(
                "the deck holds {cards} cards, and a game at most {MOST_CARDS}: take some out"
            ))),
        }
    }

    /// What is not played: first what no line does yet, then what of the cards, a line for each.
    pub fn warnings(&self) -> Vec<String> {
        let idle = self.deck.iter().any(|(card, _)| ability::definition(card).is_some());
        let idle = idle.then(|| {
            "a run draws, mills, dredges and discards: nothing is cast, activated or triggered, and no land is played"
                .to_owned()
        });
        let told = self.deck.iter().filter_map(|(card, _)| {
            let coverage = ability::coverage(card);
            let status = match coverage.status {
                Status::Full => return None,
                status => status.word(),
            };
            Some(format!("{} is {status}: not played: {}", card.name, coverage.missing.join(", ")))
        });
        idle.into_iter().chain(told).collect()
    }
}

impl<const W: usize> Plan<W> {
    /// Compiles a request whose cards fit into the sets.
    ///
    /// # Errors
    /// [`Error::Deck`], [`Error::Line`], [`Error::Expr`] or [`Error::Argument`], naming the fault.
    pub fn compile(request: &Request) -> Result<Self> {
        let cards = request.cards()?;
        if !(1..=MOST_TURNS).contains(&request.turns) {
            return Err(Error::Argument(format!(
                "turns = {}: a run plays 1 to {MOST_TURNS} turns",
                request.turns
            )));
        }
        let entries = request.deck.iter().flat_map(|(card, count)| {
            std::iter::repeat_n(Entry { card: Arc::clone(card), owner: Who::You }, *count)
        });
        let table = Table::new(entries.collect());
        refuse_what_is_not_played(&request.line)?;
        let mut compiler = Compiler::new(&table, request.line.missing == Missing::Ok);
        let mut policy = policy(&request.line, &mut compiler)?;
        let is_card = |text: &str| crate::catalogue::resolve(text).is_some();
        let observe = request.observe.iter().map(|text| {
            let expr = Expr::parse(text, &is_card)?;
            observe(&expr, &mut compiler).map_err(|error| within(error, text))
        });
        let observe = observe.collect::<Result<_>>()?;
        policy.evers = compiler.evers;
        let library = Library::shuffled((0..cards).map(|i| Obj(i as u8)));
        let mut start = State::new([library, Library::EMPTY], [LIFE; 2]);
        start.attention = policy.watches();
        start.on_play = request.line.on == On::Play;
        Ok(Self { table, policy, start, on: request.line.on, observe, turns: request.turns })
    }
}

fn observe<const W: usize>(expr: &Expr, compiler: &mut Compiler<'_, W>) -> Result<Observe<W>> {
    Ok(match expr.kind() {
        Kind::Bool => Observe::Test(compiler.test(expr)?),
        Kind::Int => Observe::Number(compiler.number(expr)?),
    })
}

fn policy<const W: usize>(line: &LineSpec, compiler: &mut Compiler<'_, W>) -> Result<Policy<W>> {
    for group in &line.groups {
        compiler
            .add_group(&group.name, &group.members)
            .map_err(|e| at(e, &format!("groups.{}", group.name), line))?;
    }
    let test = |condition: Option<&Condition>, key: &str, compiler: &mut Compiler<'_, W>| {
        let test = condition
            .map(|it| compiler.test(&it.expr).map(Box::new).map_err(|error| within(error, &it.text)));
        test.transpose().map_err(|error| at(error, key, line))
    };
    let keep = test(line.keep.as_ref(), "keep", compiler)?;
    let dredge_when = test(line.dredge_when.as_ref(), "dredge.when", compiler)?;
    let stop = test(line.stop.as_ref(), "stop", compiler)?;
    let entries = |order: Option<&Order>, key: &str, left_out: &Entries<W>| match order {
        Some(order) => compiler.entries(order).map_err(|error| at(error, key, line)),
        None => Ok(left_out.clone()),
    };
    let dredgers = largest_dredge_first(compiler.table());
    // Where one must be chosen, what is not named comes last.
    let complete = |entries: Entries<W>| Ranking::new(entries.into_iter().chain([(Set::ALL, 0)]));
    Ok(Policy {
        keep,
        mulligan_to: line.mulligan_to,
        fresh_hand: line.prefer.serum_powder,
        bottom: complete(entries(line.prefer.bottom.as_ref(), "prefer.bottom", &Vec::new())?),
        discard: complete(entries(line.prefer.discard.as_ref(), "prefer.discard", &dredgers)?),
        dredge: Ranking::new(entries(line.prefer.dredge.as_ref(), "prefer.dredge", &dredgers)?),
        dredge_when,
        stop,
        evers: Vec::new(),
    })
}

/// The default order of dredging and discarding.
fn largest_dredge_first<const W: usize>(table: &Table<W>) -> Entries<W> {
    let of = |n| table.dredgers.into_iter().filter(|&card| table.dredge(card) == n).collect::<Set<W>>();
    (0..=table.most_dredge).rev().map(of).map(|cards| (cards, 0)).collect()
}

/// Says where in a longer text a fault in one of its names stands.
fn within(error: Error, text: &str) -> Error {
    match error {
        Error::Expr { message, position, .. } => Error::Expr { message, text: text.to_owned(), position },
        other => other,
    }
}

/// Says in which key of the line a fault stands, and where that is.
fn at(error: Error, key: &str, line: &LineSpec) -> Error {
    match error {
        Error::Line { .. } => error,
        other => fault(&other.to_string(), key, line),
    }
}

fn fault(message: &str, key: &str, line: &LineSpec) -> Error {
    match line.places.get(key) {
        Some(place) => Error::Line { message: format!("`{key}`: {message}"), place: place.to_owned() },
        None => Error::Line { message: message.to_owned(), place: key.to_owned() },
    }
}

/// What lines can say and runs do not follow yet.
fn refuse_what_is_not_played(line: &LineSpec) -> Result<()> {
    if let Some(action) = line.actions.first() {
        let message = format!("actions ([[{}]]) are not played yet; leave them out", action.phase.name());
        return Err(fault(&message, &line.key_of(0), line));
    }
    if line.attack != Attack::All {
        return Err(fault("attacks (`attack`) are not played yet; leave it out", "attack", line));
    }
    let Prefer { bottom, dredge, discard, serum_powder, .. } = line.prefer.clone();
    let played = Prefer { bottom, dredge, discard, serum_powder, ..Prefer::default() };
    if line.prefer != played {
        let message = "only bottom, dredge, discard and serum_powder are asked for yet; leave the others out";
        return Err(fault(message, "prefer", line));
    }
    Ok(())
}
