//! L6: conversion and errors only.

mod table;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use numpy::{PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::ability;
use crate::card::{Card, Face};
use crate::cardset::Obj;
use crate::catalogue::Catalogue;
use crate::error::Error;
use crate::line::expr::{Expr, Kind};
use crate::line::spec::LineSpec;
use crate::line::{Observe, Opponent, Places, Plan, Request, Vocabulary, presets};
use crate::sim::{self, Column, Deal, Out, Progress, Value};
use crate::state::{Who, Zone};

/// How often a run looks whether it was interrupted.
const POLL: Duration = Duration::from_millis(50);

/// The one place where an error becomes an exception (`gravetroll.errors`).
impl From<Error> for PyErr {
    fn from(error: Error) -> Self {
        Python::attach(|py| exception(py, &error).unwrap_or_else(|failed| failed))
    }
}

fn exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let errors = py.import("gravetroll.errors")?;
    let message = error.to_string();
    let made = match error {
        Error::Card { near, .. } => errors.getattr("CardError")?.call1((message, near.clone())),
        Error::Expr { text, position, .. } => {
            errors.getattr("ExprError")?.call1((message, text.clone(), *position))
        }
        Error::Line { .. } => errors.getattr("LineError")?.call1((message,)),
        Error::Case { .. } => errors.getattr("CaseError")?.call1((message,)),
        Error::Deck(_) => errors.getattr("DeckError")?.call1((message,)),
        Error::Illegal(_) => errors.getattr("IllegalAction")?.call1((message,)),
        Error::Fault(_) | Error::Argument(_) => errors.getattr("Error")?.call1((message,)),
    };
    Ok(PyErr::from_value(made?))
}

fn is_card(text: &str) -> bool {
    Catalogue::shipped().resolve(text).is_some()
}

fn vocabulary() -> Vocabulary<'static> {
    Vocabulary {
        is_card: &is_card,
        is_taken: &|word| Catalogue::shipped().is_subtype(word) || Catalogue::shipped().is_keyword(word),
    }
}

fn face_facts<'py>(py: Python<'py>, face: &Face) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    let size = |size: &Option<crate::card::Size>| size.as_ref().map(|size| size.text.to_string());
    facts.set_item("name", &*face.name)?;
    facts.set_item("mana_cost", face.mana_cost.map_or_else(String::new, |cost| cost.to_string()))?;
    facts.set_item("mana_value", face.mana_value())?;
    facts.set_item("type_line", &*face.type_line.text)?;
    facts.set_item("colors", face.colours.to_string())?;
    facts.set_item("power", size(&face.power))?;
    facts.set_item("toughness", size(&face.toughness))?;
    facts.set_item("loyalty", size(&face.loyalty))?;
    facts.set_item("keywords", face.keywords.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    Ok(facts)
}

fn facts<'py>(py: Python<'py>, card: &Card) -> PyResult<Bound<'py, PyDict>> {
    let whole = face_facts(py, &card.faces[0])?;
    whole.set_item("name", &*card.name)?;
    whole.set_item("layout", &*card.layout)?;
    whole.set_item("mana_cost", card.mana_cost())?;
    whole.set_item("mana_value", card.mana_value())?;
    whole.set_item("type_line", card.type_line())?;
    whole.set_item("colors", card.colours().to_string())?;
    let keywords = card.keywords().map(ToString::to_string).collect::<Vec<_>>();
    whole.set_item("keywords", keywords)?;
    let faces = card.faces.iter().map(|face| face_facts(py, face)).collect::<PyResult<Vec<_>>>()?;
    whole.set_item("faces", faces)?;
    let coverage = ability::coverage(card);
    whole.set_item("status", coverage.status.word())?;
    whole.set_item("missing", coverage.missing)?;
    Ok(whole)
}

/// A plan for either size of sets.
enum AnyPlan {
    /// At most 64 objects.
    Small(Box<Plan<1>>),
    /// At most 128.
    Medium(Box<Plan<2>>),
    /// At most 256.
    Large(Box<Plan<4>>),
}

/// Calls `$body` with `$plan`, whatever its size.
macro_rules! with_plan {
    ($any:expr, $plan:ident => $body:expr) => {
        match $any {
            AnyPlan::Small($plan) => $body,
            AnyPlan::Medium($plan) => $body,
            AnyPlan::Large($plan) => $body,
        }
    };
}

/// A column on its way from Python, borrowed for writing.
enum Borrowed<'py> {
    Int(PyReadwriteArray2<'py, i16>),
    Bool(PyReadwriteArray2<'py, bool>),
}

fn not_contiguous(_: numpy::AsSliceError) -> PyErr {
    Error::Argument("an array to be filled is in use elsewhere: make a new one".to_owned()).into()
}

/// The objects of a library whose order is given by names, top first.
fn ordered<const W: usize>(plan: &Plan<W>, order: &[String]) -> Result<Vec<Obj>, Error> {
    // Each name takes the first card of that name that is left.
    let mut left = plan.start.zone(Who::You, Zone::Library);
    let mut cards = Vec::new();
    for name in order {
        let fitting = plan.table.matching(|card| *card.name == **name) & left;
        let Some(card) = fitting.first() else {
            return Err(Error::Argument(format!("order: \"{name}\" is not in the deck so often")));
        };
        left.remove(card);
        cards.push(card);
    }
    if !left.is_empty() {
        return Err(Error::Argument("order: it must hold every card of the deck".to_owned()));
    }
    Ok(cards)
}

/// One game as JSON, and as a person would write it down.
fn replayed<const W: usize>(
    plan: &Plan<W>,
    names: &[String],
    order: Option<&[String]>,
    deal: &Deal,
) -> Result<(String, String), Error> {
    let order = order.map(|order| ordered(plan, order)).transpose()?;
    let replay = sim::replay(plan, &Deal { order, ..deal.clone() })?;
    let value = |value: &Value| match *value {
        Value::Int(n) => serde_json::Value::from(n),
        Value::Bool(b) => serde_json::Value::from(b),
    };
    let columns = names.iter().zip(&replay.columns);
    let columns: serde_json::Map<_, _> =
        columns.map(|(name, values)| (name.clone(), values.iter().map(value).collect())).collect();
    let told = serde_json::json!({
        "columns": columns,
        "win_turn": replay.summary.win_turn,
        "lose_turn": replay.summary.lose_turn,
        "kept": replay.summary.kept,
        "mulligans": replay.summary.mulligans,
        "on_play": replay.summary.on_play,
        "overflow": replay.overflowed,
        "events": replay.events.iter().map(|event| &**event).collect::<Vec<_>>(),
    });
    Ok((told.to_string(), sim::tell(&replay.events)))
}

/// The deck, the life, the cards that are drawn before the first turn, and the cards that begin in a zone by its name.
type OpponentSpec = (Vec<(String, usize)>, i32, u32, Vec<(String, String)>);

/// How many games overflowed, and what was beyond 16 bits, see [`Progress::beyond`].
type Told = (u64, Vec<(usize, u64, u64)>);

fn zone_named(name: &str) -> Result<Zone, Error> {
    match name {
        "hand" => Ok(Zone::Hand),
        "graveyard" => Ok(Zone::Graveyard),
        "exile" => Ok(Zone::Exile),
        "battlefield" => Ok(Zone::Battlefield),
        _ => Err(Error::Argument(format!("\"{name}\" is no zone that a card of the opponent begins in"))),
    }
}

#[pymodule]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 hands values over")]
mod _core {
    use super::{
        AnyPlan, Arc, Borrowed, Bound, Card, Catalogue, Column, Deal, Error, Expr, Kind, LineSpec, Observe,
        Opponent, OpponentSpec, Ordering, Out, POLL, Places, Plan as Compiled, Progress, Py, PyAny,
        PyAnyMethods, PyDict, PyModule, PyModuleMethods, PyReadwriteArray1, PyReadwriteArray2, PyResult,
        Python, RecvTimeoutError, Request, Told, channel, facts, is_card, not_contiguous, presets, pyclass,
        pyfunction, pymethods, replayed, sim, vocabulary, zone_named,
    };

    #[pymodule_export]
    use super::table::{Case, Game, read_cases};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("STREAM", crate::rng::STREAM)
    }

    /// The facts of one card.
    #[pyfunction]
    fn find<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
        let card = Catalogue::shipped().find(name)?;
        facts(py, &card)
    }

    /// The whole name that each name means, or None and the nearest names.
    #[pyfunction]
    fn resolve(py: Python<'_>, names: Vec<String>) -> Vec<(Option<&'static str>, Vec<String>)> {
        py.detach(|| {
            let catalogue = Catalogue::shipped();
            let one = |name: &String| match catalogue.resolve(name) {
                Some(whole) => (Some(whole), Vec::new()),
                None => (None, catalogue.near(name, 3)),
            };
            names.iter().map(one).collect()
        })
    }

    /// Reads a line from TOML; gives it back in its canonical spelling.
    #[pyfunction]
    fn parse_line(text: &str, source: &str) -> PyResult<String> {
        Ok(LineSpec::parse(text, source, vocabulary())?.to_toml())
    }

    /// Reads a line from JSON with the same keys.
    #[pyfunction]
    fn line_from_json(json: &str) -> PyResult<String> {
        Ok(LineSpec::from_json(json, vocabulary())?.to_toml())
    }

    /// The names of the shipped lines.
    #[pyfunction]
    fn preset_names() -> Vec<&'static str> {
        presets::names().collect()
    }

    /// A shipped line as TOML with its comments, or None.
    #[pyfunction]
    fn preset(name: &str) -> Option<&'static str> {
        presets::get(name)
    }

    /// Checks an expression; says what it yields.
    #[pyfunction]
    fn parse_expr(text: &str) -> PyResult<&'static str> {
        Ok(match Expr::parse(text, &is_card)?.kind() {
            Kind::Bool => "bool",
            Kind::Int => "int",
        })
    }

    /// A deck, a line and observables, compiled.
    #[pyclass(frozen)]
    struct Plan {
        compiled: AnyPlan,
        names: Vec<String>,
        warnings: Vec<String>,
    }

    #[pymethods]
    impl Plan {
        #[new]
        #[pyo3(signature = (deck, line, observe, turns, unknown = Vec::new(), opponent = None))]
        fn new(
            deck: Vec<(String, usize)>,
            line: Option<(String, Option<String>)>,
            observe: Vec<(String, String)>,
            turns: usize,
            unknown: Vec<String>,
            opponent: Option<OpponentSpec>,
        ) -> PyResult<Self> {
            let card = |name: String| -> Result<_, Error> {
                if unknown.contains(&name) {
                    Ok(Arc::new(Card::unknown(&name)))
                } else {
                    Catalogue::shipped().find(&name)
                }
            };
            let cards = |deck: Vec<(String, usize)>| {
                let all = deck.into_iter().map(|(name, count)| Ok((card(name)?, count)));
                all.collect::<Result<Vec<_>, Error>>()
            };
            let deck = cards(deck)?;
            let opponent = opponent.map(|spec| {
                let (deck, life, draws, begins) = spec;
                let begins = begins.into_iter().map(|(zone, name)| Ok((zone_named(&zone)?, card(name)?)));
                Ok::<_, Error>(Opponent {
                    deck: cards(deck)?,
                    life,
                    draws,
                    begins: begins.collect::<Result<_, Error>>()?,
                })
            });
            let opponent = opponent.transpose()?;
            let line = match line {
                None => None,
                // A line that was built from data has no places to tell but its keys.
                Some((text, None)) => {
                    Some(LineSpec { places: Places::default(), ..LineSpec::parse(&text, "", vocabulary())? })
                }
                Some((text, Some(source))) => Some(LineSpec::parse(&text, &source, vocabulary())?),
            };
            let (names, observe) = observe.into_iter().unzip();
            let request = Request { deck, line, opponent, observe, turns };
            let compiled = match request.words()? {
                1 => AnyPlan::Small(Box::new(Compiled::compile(&request)?)),
                2 => AnyPlan::Medium(Box::new(Compiled::compile(&request)?)),
                _ => AnyPlan::Large(Box::new(Compiled::compile(&request)?)),
            };
            Ok(Self { compiled, names, warnings: request.warnings() })
        }

        /// The observables with their dtypes.
        #[getter]
        fn columns(&self) -> Vec<(String, &'static str)> {
            fn kind<const W: usize>(observe: &Observe<W>) -> &'static str {
                match observe {
                    Observe::Number(_) => "int16",
                    Observe::Test(_) => "bool",
                }
            }
            let kinds: Vec<_> = with_plan!(&self.compiled, plan => plan.observe.iter().map(kind).collect());
            self.names.iter().cloned().zip(kinds).collect()
        }

        /// What of the cards is not played.
        #[getter]
        fn warnings(&self) -> Vec<String> {
            self.warnings.clone()
        }

        /// Plays games and fills the arrays. Gives back how many games overflowed, and for each observable that was
        /// beyond what its array holds its place, the first such game, and how many there were.
        #[pyo3(signature = (seed, first_game, games, threads, columns, win_turn, lose_turn, kept, mulligans, on_play, tick = None))]
        #[expect(clippy::too_many_arguments, reason = "one for each array")]
        fn run(
            &self,
            py: Python<'_>,
            seed: u64,
            first_game: u64,
            games: usize,
            threads: usize,
            columns: Vec<Bound<'_, PyAny>>,
            mut win_turn: PyReadwriteArray1<'_, i8>,
            mut lose_turn: PyReadwriteArray1<'_, i8>,
            mut kept: PyReadwriteArray1<'_, i8>,
            mut mulligans: PyReadwriteArray1<'_, i8>,
            mut on_play: PyReadwriteArray1<'_, bool>,
            tick: Option<Py<PyAny>>,
        ) -> PyResult<Told> {
            let kinds = self.columns();
            let mut borrowed = Vec::new();
            for (column, (_, kind)) in columns.iter().zip(&kinds) {
                borrowed.push(if *kind == "bool" {
                    Borrowed::Bool(column.extract::<PyReadwriteArray2<'_, bool>>()?)
                } else {
                    Borrowed::Int(column.extract::<PyReadwriteArray2<'_, i16>>()?)
                });
            }
            let columns = borrowed.iter_mut().map(|column| {
                Ok(match column {
                    Borrowed::Int(array) => Column::Int(array.as_slice_mut().map_err(not_contiguous)?),
                    Borrowed::Bool(array) => Column::Bool(array.as_slice_mut().map_err(not_contiguous)?),
                })
            });
            let out = Out {
                columns: columns.collect::<PyResult<_>>()?,
                win_turn: win_turn.as_slice_mut().map_err(not_contiguous)?,
                lose_turn: lose_turn.as_slice_mut().map_err(not_contiguous)?,
                kept: kept.as_slice_mut().map_err(not_contiguous)?,
                mulligans: mulligans.as_slice_mut().map_err(not_contiguous)?,
                on_play: on_play.as_slice_mut().map_err(not_contiguous)?,
            };
            let turns = with_plan!(&self.compiled, plan => plan.turns);
            out.check(games, kinds.len(), turns)?;
            let progress = Progress::default();
            py.detach(|| {
                std::thread::scope(|scope| {
                    let (sender, receiver) = channel();
                    let (plan, progress) = (&self.compiled, &progress);
                    scope.spawn(move || {
                        let done = with_plan!(plan, plan => sim::run(plan, seed, first_game, threads, out, progress));
                        // Nobody listens where the run was cancelled.
                        let _ = sender.send(done);
                    });
                    loop {
                        match receiver.recv_timeout(POLL) {
                            Ok(done) => return Ok(done?),
                            Err(RecvTimeoutError::Disconnected) => {
                                return Err(Error::Argument("a thread of the run was lost".to_owned()).into());
                            }
                            Err(RecvTimeoutError::Timeout) => {}
                        }
                        let asked: PyResult<()> = Python::attach(|py| {
                            py.check_signals()?;
                            if let Some(tick) = &tick {
                                tick.call1(py, (progress.done.load(Ordering::Relaxed),))?;
                            }
                            Ok(())
                        });
                        if let Err(stop) = asked {
                            progress.cancelled.store(true, Ordering::Relaxed);
                            return Err(stop);
                        }
                    }
                })
            })?;
            Ok((progress.overflow.load(Ordering::Relaxed), progress.beyond()))
        }

        /// One game of a run as JSON, and as a text. `order`: your library, top first, where chance does not decide it.
        #[pyo3(signature = (seed, game, order = None, on_play = None))]
        fn replay(
            &self,
            py: Python<'_>,
            seed: u64,
            game: u64,
            order: Option<Vec<String>>,
            on_play: Option<bool>,
        ) -> PyResult<(String, String)> {
            let deal = Deal { seed, game, on_play, ..Deal::default() };
            py.detach(|| {
                let told =
                    with_plan!(&self.compiled, plan => replayed(plan, &self.names, order.as_deref(), &deal))?;
                Ok(told)
            })
        }
    }
}
