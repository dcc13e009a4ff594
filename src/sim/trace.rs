//! One game by itself, with a given order of the library and a log.

use crate::cardset::Obj;
use crate::library::Library;
use crate::line::spec::On;
use crate::line::{Memory, Observe, Plan};
use crate::rules::{Log, Note, View};
use crate::sim::drive::{Drive, Trouble};
use crate::sim::play::{Recorder, Summary, play};
use crate::source::{Keys, Random};
use crate::state::{State, Who};

/// What one game was like.
#[derive(Debug, Clone)]
pub struct Trace<const W: usize> {
    /// The observables by turn.
    pub columns: Vec<Vec<Value>>,
    /// What is kept of the whole game.
    pub summary: Summary,
    /// What happened, each with the turn in which it did.
    pub log: Vec<(u8, Note<W>)>,
}

/// A value of an observable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Int(i16),
    /// A truth value.
    Bool(bool),
}

/// Keeps every note.
#[derive(Debug, Default)]
struct Notes<const W: usize>(Vec<(u8, Note<W>)>);

impl<const W: usize> Log<W> for Notes<W> {
    const ON: bool = true;

    fn write(&mut self, state: &State<W>, note: Note<W>) {
        self.0.push((state.turn, note));
    }
}

/// Keeps every value.
#[derive(Debug)]
struct Values<'p, const W: usize> {
    plan: &'p Plan<W>,
    columns: Vec<Vec<Value>>,
    summary: Summary,
}

impl<const W: usize> Recorder<W> for Values<'_, W> {
    fn turn(&mut self, view: View<'_, W>, memory: Memory) {
        for (column, observe) in self.columns.iter_mut().zip(&self.plan.observe) {
            column.push(match observe {
                Observe::Number(number) => Value::Int(number.short(view)),
                Observe::Test(test) => Value::Bool(test.holds(view, memory)),
            });
        }
    }

    fn undo(&mut self) {
        self.columns.iter_mut().for_each(Vec::clear);
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

    fn end(&mut self, summary: Summary) {
        self.summary = summary;
    }
}

/// Plays the plan once with your library in `order`, top first, on the play or on the draw. What is shuffled later
/// comes from the streams of game 0 of seed 0.
pub fn trace<const W: usize>(plan: &Plan<W>, order: &[Obj], on_play: bool) -> Trace<W> {
    let mut plan = plan.clone();
    plan.on = if on_play { On::Play } else { On::Draw };
    plan.start.on_play = on_play;
    plan.start.side_mut(Who::You).library = Library::ordered(order);
    let mut state = plan.start.clone();
    let mut values =
        Values { plan: &plan, columns: vec![Vec::new(); plan.observe.len()], summary: Summary::default() };
    let keys = Keys::new(0);
    let mut notes = Notes::default();
    let mut drive = Drive::new(plan.policy.acts.len());
    let mut again = true;
    while again {
        let mut source = Random::new(&keys, 0);
        state.reset(&plan.start);
        if plan.is_full() {
            play::<W, false, true, _, _>(&plan, &mut state, &mut source, &mut notes, &mut drive, &mut values);
        } else {
            play::<W, false, false, _, _>(
                &plan,
                &mut state,
                &mut source,
                &mut notes,
                &mut drive,
                &mut values,
            );
        }
        again = drive.trouble == Some(Trouble::Misjudged);
        if again {
            drive.careful = true;
            values.undo();
            notes.0.clear();
        }
    }
    Trace { columns: values.columns, summary: values.summary, log: notes.0 }
}
