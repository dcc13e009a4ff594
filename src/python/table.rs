//! Rules cases and single games. What is done in them goes as JSON, with the keys of a case.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use serde::Serialize;

use crate::case::{self, Table as _, start_from_json, step_from_json};
use crate::error::Error;
use crate::sim::{Event, Single, guard};
use crate::state::Who;

/// Does something without the interpreter; a panic becomes an error.
fn detached<T: Send>(py: Python<'_>, act: impl FnOnce() -> Result<T, Error> + Send) -> PyResult<T> {
    py.detach(|| guard(act).unwrap_or_else(|fault| Err(Error::Fault(fault)))).map_err(Into::into)
}

fn json(what: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(what).map_err(|error| Error::Fault(error.to_string()))
}

/// A rules case.
#[pyclass(frozen)]
pub(super) struct Case(case::Case);

#[pymethods]
impl Case {
    #[getter]
    fn id(&self) -> &str {
        &self.0.id
    }

    /// Whether a failure is only told.
    #[getter]
    fn stretch(&self) -> bool {
        self.0.stretch
    }

    /// Whether it passed, and what differed.
    fn run(&self, py: Python<'_>) -> (bool, String) {
        py.detach(|| match guard(|| case::run(&self.0, Single::begin)) {
            Ok(outcome) => (outcome.passed, outcome.message),
            Err(fault) => (false, fault),
        })
    }
}

/// Reads the cases of several files, given as text and name.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 hands it over")]
pub(super) fn read_cases(py: Python<'_>, files: Vec<(String, String)>) -> PyResult<Vec<Case>> {
    detached(py, || {
        let mut all = Vec::new();
        for (text, source) in &files {
            all.extend(case::read(text, source)?);
        }
        case::distinct(&all)?;
        Ok(all.into_iter().map(Case).collect())
    })
}

/// A game, step by step.
#[pyclass(frozen)]
pub(super) struct Game(Mutex<Single>);

impl Game {
    /// A panic leaves the game as it was, so the lock tells nothing.
    fn single(&self) -> MutexGuard<'_, Single> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, start: &str) -> PyResult<Self> {
        detached(py, || {
            let (start, seed) = start_from_json(start)?;
            let single = Single::start(&start, seed);
            let single = single.map_err(|message| Error::Case { message, place: "Game".to_owned() })?;
            Ok(Self(Mutex::new(single)))
        })
    }

    /// A list of steps.
    fn actions(&self, py: Python<'_>, opponent: bool) -> PyResult<String> {
        let who = if opponent { Who::Opponent } else { Who::You };
        detached(py, || json(&self.single().actions(who)))
    }

    /// The answer to a question, else null.
    fn take(&self, py: Python<'_>, step: &str) -> PyResult<String> {
        detached(py, || json(&self.single().take(&step_from_json(step)?)?))
    }

    /// A table with every key of `expect`.
    fn state(&self, py: Python<'_>) -> PyResult<String> {
        detached(py, || json(&self.single().position()))
    }

    /// A list of events, the first `skip` left out.
    fn log(&self, py: Python<'_>, skip: usize) -> PyResult<String> {
        detached(py, || json(&self.single().log().skip(skip).collect::<Vec<&Event>>()))
    }

    fn copy(&self) -> Self {
        Self(Mutex::new(self.single().clone()))
    }
}
