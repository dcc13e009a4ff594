//! One game of a plan by itself, with a log.

use std::sync::Arc;

use crate::cardset::Obj;
use crate::error::{Error, Result};
use crate::library::Library;
use crate::line::spec::On;
use crate::line::{LEAST_FULL, Memory, Observe, Plan};
use crate::rules::View;
use crate::sim::drive::{Drive, Trouble};
use crate::sim::play::{Recorder, Summary, play};
use crate::sim::record::{Event, Record};
use crate::source::{Keys, Random};
use crate::state::Who;

/// Which game is played.
#[derive(Debug, Clone, Default)]
pub struct Deal {
    /// The seed of the run.
    pub seed: u64,
    /// The number of the game in it.
    pub game: u64,
    /// The order of your library, top first, where chance does not decide it.
    pub order: Option<Vec<Obj>>,
    /// Whether you begin, where the line does not say it.
    pub on_play: Option<bool>,
    /// Each action is tried on a copy of the game, as after a misjudgement. It comes to the same, slowly.
    pub careful: bool,
}

/// What one game was like.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The observables by turn.
    pub columns: Vec<Vec<Value>>,
    /// What is kept of the whole game.
    pub summary: Summary,
    /// What happened.
    pub events: Vec<Arc<Event>>,
    /// Whether it ended because it needed more objects than there are.
    pub overflowed: bool,
}

/// A value of an observable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Int(i16),
    /// A truth value.
    Bool(bool),
}

/// Keeps every value.
#[derive(Debug)]
struct Values<'p, const W: usize> {
    plan: &'p Plan<W>,
    columns: Vec<Vec<Value>>,
    summary: Summary,
}

impl<const W: usize> Recorder<W> for Values<'_, W> {
    fn undo(&mut self) {
        self.columns.iter_mut().for_each(Vec::clear);
    }

    fn turn(&mut self, view: View<'_, W>, memory: Memory) {
        for (column, observe) in self.columns.iter_mut().zip(&self.plan.observe) {
            column.push(match observe {
                Observe::Number(number) => Value::Int(number.short(view)),
                Observe::Test(test) => Value::Bool(test.holds(view, memory)),
            });
        }
    }

    fn again(&mut self, view: View<'_, W>, memory: Memory) {
        for column in &mut self.columns {
            column.pop();
        }
        self.turn(view, memory);
    }

    fn hold(&mut self, _: usize) {
        for column in &mut self.columns {
            if let Some(&value) = column.last() {
                column.resize(self.plan.turns, value);
            }
        }
    }

    fn end(&mut self, _: View<'_, W>, summary: Summary) {
        self.summary = summary;
    }
}

/// Plays one game of the run of a plan, just as it is played there.
///
/// # Errors
/// [`Error::Line`] where an action is legal without end.
pub fn replay<const W: usize>(plan: &Plan<W>, deal: &Deal) -> Result<Replay> {
    let mut plan = plan.clone();
    if let Some(on_play) = deal.on_play {
        plan.on = if on_play { On::Play } else { On::Draw };
        plan.start.on_play = on_play;
    }
    if let Some(order) = &deal.order {
        plan.start.side_mut(Who::You).library = Library::ordered(order);
    }
    let keys = Keys::new(deal.seed);
    let mut state = plan.start.clone();
    let mut values =
        Values { plan: &plan, columns: vec![Vec::new(); plan.observe.len()], summary: Summary::default() };
    let mut drive = Drive::new(plan.policy.acts.len());
    drive.careful = deal.careful;
    let mut record = Record::new(&plan.table, Vec::new());
    loop {
        state.reset(&plan.start);
        state.reset_field(&plan.start);
        let source = &mut Random::new(&keys, deal.game);
        if const { W >= LEAST_FULL } && plan.is_full() {
            play::<W, false, true, _, _>(&plan, &mut state, source, &mut record, &mut drive, &mut values);
        } else {
            play::<W, false, false, _, _>(&plan, &mut state, source, &mut record, &mut drive, &mut values);
        }
        if drive.careful || drive.trouble != Some(Trouble::Misjudged) {
            break;
        }
        drive.careful = true;
        values.undo();
        record = Record::new(&plan.table, Vec::new());
    }
    if let Some(Trouble::Endless(action)) = drive.trouble {
        return Err(endless(deal.game, plan.policy.acts.told(action)));
    }
    Ok(Replay {
        columns: values.columns,
        summary: values.summary,
        events: record.into_events(),
        overflowed: drive.trouble == Some(Trouble::Overflow),
    })
}

/// What is said of a game in which an action is legal again and again.
pub(super) fn endless(game: u64, action: &str) -> Error {
    let message = format!("game {game}: {action} is legal without end: give it `times` or `when`");
    Error::Line { message, place: "line".to_owned() }
}
