//! What a line compiles into: everything that a thread needs to play games, immutable and shared.

use std::sync::Arc;

use crate::ability;
use crate::card::{Card, Status};
use crate::error::{Error, Result};
use crate::line::compile::Compiler;
use crate::line::eval::{Number, Test};
use crate::line::expr::{Expr, Kind};
use crate::line::fit;
use crate::line::player::Policy;
use crate::line::policy::{policy, within};
use crate::line::setup::{Opponent, Setup};
use crate::line::spec::{LineSpec, Missing, On};
use crate::state::{State, Zone};
use crate::table::Table;

/// The most turns of a run: turns are kept in a byte with a sign.
pub const MOST_TURNS: usize = 127;

/// What is to be played and written down.
#[derive(Debug, Clone)]
pub struct Request {
    /// The cards of your deck with their counts, in deck-list order.
    pub deck: Vec<(Arc<Card>, usize)>,
    /// What you do; `None`: the plainest dredge, in which no ability but dredge acts.
    pub line: Option<LineSpec>,
    /// The other player; `None`: nobody, who has 20 life, no cards and no turns, and is never decked.
    pub opponent: Option<Opponent>,
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
    /// How many cards the opponent draws before the first turn; `None`: the opponent takes no turns.
    pub opponent: Option<u32>,
    /// What is written down.
    pub observe: Vec<Observe<W>>,
    /// How many turns are played.
    pub turns: usize,
}

impl Request {
    /// How many words of 64 bits the sets of the game take: 1, 2 or 4.
    ///
    /// # Errors
    /// [`Error::Deck`] where no game can be played with the decks.
    pub fn words(&self) -> Result<usize> {
        let setup = Setup::new(&self.deck, self.opponent.as_ref())?;
        Ok(setup.words(self.is_full(&setup)))
    }

    /// Whether spells, permanents or abilities other than dredge come into it.
    fn is_full(&self, setup: &Setup) -> bool {
        self.line.as_ref().is_some_and(|line| {
            !line.actions.is_empty() || setup.acts(self.turns) || self.asks_what_is_castable(line)
        })
    }

    fn asks_what_is_castable(&self, line: &LineSpec) -> bool {
        let asks = |expr: &Expr| {
            let mut asks = false;
            expr.walk(&mut |inner| asks |= matches!(inner, Expr::Castable(..)));
            asks
        };
        let is_card = |text: &str| crate::catalogue::resolve(text).is_some();
        // What cannot be read is refused where it is compiled.
        let observed = |text: &String| Expr::parse(text, &is_card).is_ok_and(|expr| asks(&expr));
        let conditions = [&line.stop, &line.dredge_when].into_iter().flatten();
        self.observe.iter().any(observed) || conditions.into_iter().any(|condition| asks(&condition.expr))
    }

    /// What is not played: first what is not without a line, then what of the cards, a line for each.
    pub fn warnings(&self) -> Vec<String> {
        let idle =
            self.line.is_none() && self.deck.iter().any(|(card, _)| ability::definition(card).is_some());
        let idle = idle.then(|| {
            "without a line a run draws, mills, dredges and discards: nothing is cast, activated or triggered, and no \
             land is played"
                .to_owned()
        });
        let asked = |line: &LineSpec| {
            let text = line.to_toml();
            ["library", "graveyard", "hand", "milled"]
                .iter()
                .any(|zone| text.contains(&format!("opponent.{zone}")))
        };
        let alone = self.opponent.is_none() && self.line.as_ref().is_some_and(asked);
        let alone = alone.then(|| {
            "the line asks about the opponent's cards, and nobody opposes it: without an opponent's deck there are none"
                .to_owned()
        });
        let theirs = self.opponent.iter().flat_map(|opponent| &opponent.begins);
        let theirs = theirs.filter(|(zone, _)| *zone == Zone::Battlefield).map(|(_, card)| card);
        let told = self.deck.iter().map(|(card, _)| card).chain(theirs).filter_map(|card| {
            let coverage = ability::coverage(card);
            let status = match coverage.status {
                Status::Full => return None,
                status => status.word(),
            };
            Some(format!("{} is {status}: not played: {}", card.name, coverage.missing.join(", ")))
        });
        let cards = self.deck.iter().map(|(card, _)| &*card.name).collect();
        let misfit = self.line.iter().flat_map(|line| fit::warnings(line, &cards));
        idle.into_iter().chain(alone).chain(misfit).chain(told).collect()
    }
}

impl<const W: usize> Plan<W> {
    /// Compiles a request whose cards fit into the sets.
    ///
    /// # Errors
    /// [`Error::Deck`], [`Error::Line`], [`Error::Expr`] or [`Error::Argument`], naming the fault.
    pub fn compile(request: &Request) -> Result<Self> {
        if !(1..=MOST_TURNS).contains(&request.turns) {
            return Err(Error::Argument(format!(
                "turns = {}: a run plays 1 to {MOST_TURNS} turns",
                request.turns
            )));
        }
        let setup = Setup::new(&request.deck, request.opponent.as_ref())?;
        let full = request.is_full(&setup);
        if W < setup.words(full) {
            return Err(Error::Argument(format!("a set of {} objects is too small for the game", 64 * W)));
        }
        let table = setup.table();
        let plainest = LineSpec::default();
        let line = request.line.as_ref().unwrap_or(&plainest);
        let mut compiler = Compiler::new(&table, line.missing == Missing::Ok);
        let mut policy = policy(line, &mut compiler)?;
        let is_card = |text: &str| crate::catalogue::resolve(text).is_some();
        let observe = request.observe.iter().map(|text| {
            let expr = Expr::parse(text, &is_card)?;
            observe(&expr, &mut compiler).map_err(|error| within(error, text))
        });
        let observe = observe.collect::<Result<_>>()?;
        policy.evers = compiler.evers;
        let tallies = compiler.tallies;
        let mut start = setup.start(&table, &policy, full);
        if let Some(field) = start.field_mut() {
            field.tallies = tallies;
        }
        start.attention = policy.watches();
        start.on_play = line.on == On::Play;
        let opponent = request.opponent.as_ref().map(|opponent| opponent.draws);
        Ok(Self { table, policy, start, on: line.on, opponent, observe, turns: request.turns })
    }
}

impl<const W: usize> Plan<W> {
    /// Whether spells, permanents or abilities other than dredge may come into a game.
    pub const fn is_full(&self) -> bool {
        self.start.field().is_some()
    }
}

fn observe<const W: usize>(expr: &Expr, compiler: &mut Compiler<'_, W>) -> Result<Observe<W>> {
    Ok(match expr.kind() {
        Kind::Bool => Observe::Test(compiler.test(expr)?),
        Kind::Int => Observe::Number(compiler.number(expr)?),
    })
}
