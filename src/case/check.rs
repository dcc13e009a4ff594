//! Plays a case at a table, and reports what differed.

use crate::mana::Mana;

use super::{Bill, Case, Position, Step, Verb, differences};

/// What plays the steps of a case.
pub trait Table {
    /// Takes a step, or answers the question that it asks. Never given [`Verb::Check`].
    ///
    /// # Errors
    /// Why the step is refused. The position is then exactly as it was.
    fn step(&mut self, step: &Step) -> Result<Answer, String>;

    /// The game as it is now.
    fn position(&self) -> Position;
}

/// What a step comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It was done; no question was asked.
    Done,
    /// The total cost, its mana part.
    Cost(Bill),
    /// Types of mana, in no order.
    Mana(Vec<Mana>),
    /// A mana value.
    Number(u32),
}

/// What became of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Whether everything was as the case says.
    pub passed: bool,
    /// What differed, on one line; empty where it passed.
    pub message: String,
}

/// Plays a case at the table that `begin` lays, up to the first thing that differs.
pub fn run<T: Table>(case: &Case, begin: impl FnOnce(&Case) -> Result<T, String>) -> Outcome {
    match play(case, begin) {
        Ok(()) => Outcome { passed: true, message: String::new() },
        Err(message) => Outcome { passed: false, message: one_line(&message) },
    }
}

fn play<T: Table>(case: &Case, begin: impl FnOnce(&Case) -> Result<T, String>) -> Result<(), String> {
    let mut table = begin(case).map_err(|reason| format!("start: {reason}"))?;
    for (index, step) in case.steps.iter().enumerate() {
        let step = &step.value;
        take(&mut table, step)
            .map_err(|message| format!("step {} ({}): {message}", index + 1, step.verb.word()))?;
    }
    compare(&differences(&case.expect, &table.position())).map_err(|message| format!("end: {message}"))
}

fn take(table: &mut impl Table, step: &Step) -> Result<(), String> {
    if let Verb::Check(expect) = &step.verb {
        return compare(&differences(expect, &table.position()));
    }
    if step.illegal {
        return refuse(table, step);
    }
    let answer = table.step(step).map_err(|reason| format!("refused: {reason}"))?;
    match (&step.verb, answer) {
        (Verb::Cost { is, .. }, Answer::Cost(found)) => same(is.as_ref(), &found, ToString::to_string),
        (Verb::CouldProduce { is, .. }, Answer::Mana(mut found)) => {
            found.sort_unstable();
            found.dedup();
            same(is.as_ref(), &found, |mana| letters(mana))
        }
        (Verb::ManaValue { is, .. }, Answer::Number(found)) => same(is.as_ref(), &found, ToString::to_string),
        (Verb::Cost { .. } | Verb::CouldProduce { .. } | Verb::ManaValue { .. }, answer) => {
            Err(format!("the question was not answered, but came to {answer:?}"))
        }
        _ => Ok(()),
    }
}

fn refuse(table: &mut impl Table, step: &Step) -> Result<(), String> {
    let before = table.position();
    if table.step(step).is_ok() {
        return Err("allowed, but it must be refused".to_owned());
    }
    let after = table.position();
    if before == after {
        return Ok(());
    }
    let changed = differences(&before.as_expected(), &after);
    let changed = if changed.is_empty() { "permanents".to_owned() } else { changed.join("; ") };
    Err(format!("refused, but it changed the position: {changed}"))
}

fn compare(differences: &[String]) -> Result<(), String> {
    if differences.is_empty() { Ok(()) } else { Err(differences.join("; ")) }
}

fn same<T: PartialEq>(expected: Option<&T>, found: &T, show: impl Fn(&T) -> String) -> Result<(), String> {
    match expected {
        Some(expected) if expected != found => {
            Err(format!("expected {}, found {}", show(expected), show(found)))
        }
        _ => Ok(()),
    }
}

/// The letters of the types, in quotes, for there may be none.
fn letters(mana: &[Mana]) -> String {
    format!("\"{}\"", mana.iter().map(|mana| mana.letter()).collect::<String>())
}

fn one_line(text: &str) -> String {
    text.split(char::is_control).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Counts the cases that passed and failed. A failed stretch case is told, but counted as neither.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// How many passed.
    pub passed: usize,
    /// How many failed.
    pub failed: usize,
}

impl Report {
    /// Counts a case; the line to print where it failed.
    pub fn add(&mut self, case: &Case, outcome: &Outcome) -> Option<String> {
        let Case { id, stretch, .. } = case;
        let Outcome { passed, message } = outcome;
        match (passed, stretch) {
            (true, _) => {
                self.passed += 1;
                None
            }
            (false, true) => Some(format!("{id}: {message} (stretch)")),
            (false, false) => {
                self.failed += 1;
                Some(format!("{id}: {message}"))
            }
        }
    }

    /// The last line: `N passed, M failed`.
    pub fn closing(&self) -> String {
        format!("{} passed, {} failed", self.passed, self.failed)
    }
}
