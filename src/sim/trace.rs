//! One game by itself, with a given order of the library and a log.

use crate::cardset::Obj;
use crate::library::Library;
use crate::line::spec::On;
use crate::line::{Observe, Plan};
use crate::rules::{Log, Note};
use crate::sim::runner::{Column, Out, play};
use crate::source::{Keys, Random};
use crate::state::State;

/// What one game was like.
#[derive(Debug, Clone)]
pub struct Trace<const W: usize> {
    /// The observables by turn.
    pub columns: Vec<Vec<Value>>,
    /// The turn of the win, or 0.
    pub win_turn: i8,
    /// The turn of the loss, or 0.
    pub lose_turn: i8,
    /// Cards in the kept hand.
    pub kept: i8,
    /// Mulligans taken.
    pub mulligans: i8,
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

/// Plays the plan once with your library in `order`, top first, on the play or on the draw. What is shuffled later
/// comes from the streams of game 0 of seed 0.
pub fn trace<const W: usize>(plan: &Plan<W>, order: &[Obj], on_play: bool) -> Trace<W> {
    let mut plan = plan.clone();
    plan.on = if on_play { On::Play } else { On::Draw };
    plan.start.sides[0].library = Library::ordered(order);
    let mut state = plan.start.clone();
    let (mut ints, mut bools): (Vec<_>, Vec<_>) =
        plan.observe.iter().map(|_| (vec![0; plan.turns], vec![false; plan.turns])).unzip();
    let columns = plan
        .observe
        .iter()
        .zip(ints.iter_mut().zip(bools.iter_mut()))
        .map(|(observe, (ints, bools))| match observe {
            Observe::Number(_) => Column::Int(ints),
            Observe::Test(_) => Column::Bool(bools),
        })
        .collect();
    let (mut win_turn, mut lose_turn, mut kept, mut mulligans, mut first) = ([0], [0], [0], [0], [false]);
    let mut out = Out {
        columns,
        win_turn: &mut win_turn,
        lose_turn: &mut lose_turn,
        kept: &mut kept,
        mulligans: &mut mulligans,
        on_play: &mut first,
    };
    let notes = play(&plan, &mut state, Random::new(Keys::new(0), 0), Notes::default(), &mut out, 0);
    let columns = out
        .columns
        .into_iter()
        .map(|column| match column {
            Column::Int(values) => values.iter().copied().map(Value::Int).collect(),
            Column::Bool(values) => values.iter().copied().map(Value::Bool).collect(),
        })
        .collect();
    Trace {
        columns,
        win_turn: win_turn[0],
        lose_turn: lose_turn[0],
        kept: kept[0],
        mulligans: mulligans[0],
        log: notes.0,
    }
}
