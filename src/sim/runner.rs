//! Plays ranges of games, each from its own streams, and writes what is observed.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::cardset::Set;
use crate::error::{Error, Result};
use crate::line::{Memory, Number, Observe, Plan, Test, Within};
use crate::rules::{NoLog, View};
use crate::sim::play::{Recorder, Summary, play};
use crate::source::{Keys, Random};
use crate::state::Slot;

/// Games that a thread plays between two looks at whether it shall go on.
const CHUNK: usize = 2048;

/// Where one observable is written: games by turns.
#[derive(Debug)]
pub enum Column<'a> {
    /// Numbers, saturated to 16 bits.
    Int(&'a mut [i16]),
    /// Truth values.
    Bool(&'a mut [bool]),
}

/// Where the results of a range of games are written.
#[derive(Debug)]
pub struct Out<'a> {
    /// One for each observable of the plan, games by turns.
    pub columns: Vec<Column<'a>>,
    /// The turn of the win, or 0.
    pub win_turn: &'a mut [i8],
    /// The turn of the loss, or 0.
    pub lose_turn: &'a mut [i8],
    /// Cards in the kept hand.
    pub kept: &'a mut [i8],
    /// Mulligans taken.
    pub mulligans: &'a mut [i8],
    /// Whether you took the first turn.
    pub on_play: &'a mut [bool],
}

/// What the caller and the threads tell each other.
#[derive(Debug, Default)]
pub struct Progress {
    /// Set by the caller: stop soon.
    pub cancelled: AtomicBool,
    /// Games played so far.
    pub done: AtomicU64,
}

impl<'a> Out<'a> {
    /// Whether there is room for so many games.
    ///
    /// # Errors
    /// [`Error::Argument`] where an array has another length.
    pub fn check(&self, games: usize, columns: usize, turns: usize) -> Result<()> {
        let by_turn = games.saturating_mul(turns);
        let fits = self.columns.len() == columns
            && self.columns.iter().all(|column| match column {
                Column::Int(values) => values.len() == by_turn,
                Column::Bool(values) => values.len() == by_turn,
            })
            && [&self.win_turn, &self.lose_turn, &self.kept, &self.mulligans]
                .iter()
                .all(|v| v.len() == games)
            && self.on_play.len() == games;
        if fits {
            Ok(())
        } else {
            Err(Error::Argument(format!("the arrays do not hold {games} games of {turns} turns")))
        }
    }

    /// Parts of `CHUNK` games each.
    fn split(self, turns: usize) -> Vec<Self> {
        let parts = self.on_play.len().div_ceil(CHUNK);
        let mut columns: Vec<Vec<Column<'a>>> =
            (0..parts).map(|_| Vec::with_capacity(self.columns.len())).collect();
        for column in self.columns {
            match column {
                Column::Int(all) => {
                    all.chunks_mut(CHUNK * turns)
                        .zip(&mut columns)
                        .for_each(|(c, to)| to.push(Column::Int(c)));
                }
                Column::Bool(all) => {
                    all.chunks_mut(CHUNK * turns)
                        .zip(&mut columns)
                        .for_each(|(c, to)| to.push(Column::Bool(c)));
                }
            }
        }
        let mut win_turn = self.win_turn.chunks_mut(CHUNK);
        let mut lose_turn = self.lose_turn.chunks_mut(CHUNK);
        let mut kept = self.kept.chunks_mut(CHUNK);
        let mut mulligans = self.mulligans.chunks_mut(CHUNK);
        let mut on_play = self.on_play.chunks_mut(CHUNK);
        columns
            .into_iter()
            .map_while(|columns| {
                Some(Self {
                    columns,
                    win_turn: win_turn.next()?,
                    lose_turn: lose_turn.next()?,
                    kept: kept.next()?,
                    mulligans: mulligans.next()?,
                    on_play: on_play.next()?,
                })
            })
            .collect()
    }
}

/// Plays the games `first_game..` that `out` has room for. The results depend on the plan, the seed and the game's
/// number alone, never on `threads`.
///
/// # Errors
/// Where the system gives no threads.
pub fn run<const W: usize>(
    plan: &Plan<W>,
    seed: u64,
    first_game: u64,
    threads: usize,
    out: Out<'_>,
    progress: &Progress,
) -> Result<()> {
    let keys = Keys::new(seed);
    let parts: Vec<(u64, Out<'_>)> =
        (0..).map(|part| first_game + part * CHUNK as u64).zip(out.split(plan.turns)).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
        Error::Argument(format!("no {threads} threads can be had ({error}): ask for fewer"))
    })?;
    pool.install(|| {
        parts.into_par_iter().for_each_init(
            || plan.start.clone(),
            |state, (first, part)| {
                if progress.cancelled.load(Ordering::Relaxed) {
                    return;
                }
                let games = part.on_play.len();
                let mut sheet = Sheet::new(plan, part);
                for game in 0..games {
                    sheet.game = game;
                    state.reset(&plan.start);
                    play(plan, state, Random::new(keys, first + game as u64), NoLog, &mut sheet);
                }
                progress.done.fetch_add(games as u64, Ordering::Relaxed);
            },
        );
    });
    Ok(())
}

/// Where one observable is written, with what it is.
#[derive(Debug)]
enum Sink<'a, const W: usize> {
    /// How many of these are in that slot of the history.
    Count(usize, Set<W>, &'a mut [i16]),
    /// Whether all of these hold, each of that slot of the history.
    Within(Vec<(usize, Within<W>)>, &'a mut [bool]),
    Int(&'a Number<W>, &'a mut [i16]),
    Bool(&'a Test<W>, &'a mut [bool]),
}

/// Writes games into arrays: what counts cards alone at the end of a game, for all its turns at once, out of what the
/// zones held; everything else at the end of each turn.
#[derive(Debug)]
struct Sheet<'a, const W: usize> {
    by_game: Vec<Sink<'a, W>>,
    by_turn: Vec<Sink<'a, W>>,
    /// The slots that `by_game` asks about, and for each what it held at the end of each turn of the game that is played.
    history: Vec<(Slot, Vec<Set<W>>)>,
    /// The arrays of one value a game; its columns have gone into the sinks.
    out: Out<'a>,
    turns: usize,
    /// The row that is written.
    game: usize,
}

impl<'a, const W: usize> Sheet<'a, W> {
    fn new(plan: &'a Plan<W>, mut out: Out<'a>) -> Self {
        let columns = std::mem::take(&mut out.columns);
        let mut sheet = Self {
            by_game: Vec::new(),
            by_turn: Vec::new(),
            history: Vec::new(),
            out,
            turns: plan.turns,
            game: 0,
        };
        for (observe, column) in plan.observe.iter().zip(columns) {
            sheet.add(observe, column);
        }
        sheet
    }

    /// Finds the place of an observable; its column is of its kind.
    fn add(&mut self, observe: &'a Observe<W>, column: Column<'a>) {
        match (observe, column) {
            (Observe::Number(Number::Count(slot, what)), Column::Int(column)) => {
                let place = self.place(*slot);
                self.by_game.push(Sink::Count(place, *what, column));
            }
            (Observe::Test(Test::Within(within)), Column::Bool(column)) => {
                let place = self.place(within.slot);
                self.by_game.push(Sink::Within(vec![(place, *within)], column));
            }
            (Observe::Test(Test::AllWithin(all)), Column::Bool(column)) => {
                let all = all.iter().map(|within| (self.place(within.slot), *within)).collect();
                self.by_game.push(Sink::Within(all, column));
            }
            (Observe::Number(number), Column::Int(column)) => self.by_turn.push(Sink::Int(number, column)),
            (Observe::Test(test), Column::Bool(column)) => self.by_turn.push(Sink::Bool(test, column)),
            (Observe::Number(_), Column::Bool(_)) | (Observe::Test(_), Column::Int(_)) => {}
        }
    }

    /// Where in the history a slot is.
    fn place(&mut self, slot: Slot) -> usize {
        self.history.iter().position(|(known, _)| *known == slot).unwrap_or_else(|| {
            self.history.push((slot, vec![Set::EMPTY; self.turns]));
            self.history.len() - 1
        })
    }
}

impl<const W: usize> Recorder<W> for Sheet<'_, W> {
    #[inline(always)]
    fn turn(&mut self, turn: usize, view: View<'_, W>, memory: Memory) {
        for (slot, held) in &mut self.history {
            held[turn] = view.state.slot(*slot);
        }
        let at = self.game * self.turns + turn;
        for sink in &mut self.by_turn {
            match sink {
                Sink::Int(number, column) => column[at] = number.short(view),
                Sink::Bool(test, column) => column[at] = test.holds(view, memory),
                Sink::Count(..) | Sink::Within(..) => {}
            }
        }
    }

    #[cold]
    fn hold(&mut self, turn: usize) {
        fn repeat<T: Copy>(values: &mut [T]) {
            if let Some((&mut value, rest)) = values.split_first_mut() {
                rest.fill(value);
            }
        }
        for (_, held) in &mut self.history {
            repeat(&mut held[turn..]);
        }
        let rest = self.game * self.turns + turn..(self.game + 1) * self.turns;
        for sink in &mut self.by_turn {
            match sink {
                Sink::Int(_, column) => repeat(&mut column[rest.clone()]),
                Sink::Bool(_, column) => repeat(&mut column[rest.clone()]),
                Sink::Count(..) | Sink::Within(..) => {}
            }
        }
    }

    #[inline(always)]
    fn end(&mut self, summary: Summary) {
        let row = self.game * self.turns..(self.game + 1) * self.turns;
        for sink in &mut self.by_game {
            match sink {
                Sink::Count(place, what, column) => {
                    for (value, held) in column[row.clone()].iter_mut().zip(&self.history[*place].1) {
                        *value = (*held & *what).len() as i16;
                    }
                }
                Sink::Within(all, column) => {
                    let column = &mut column[row.clone()];
                    for (i, (place, within)) in all.iter().enumerate() {
                        for (value, held) in column.iter_mut().zip(&self.history[*place].1) {
                            *value = (*value | (i == 0)) & within.has(*held);
                        }
                    }
                }
                Sink::Int(..) | Sink::Bool(..) => {}
            }
        }
        let Out { win_turn, lose_turn, kept, mulligans, on_play, .. } = &mut self.out;
        win_turn[self.game] = summary.win_turn;
        lose_turn[self.game] = summary.lose_turn;
        kept[self.game] = summary.kept;
        mulligans[self.game] = summary.mulligans;
        on_play[self.game] = summary.on_play;
    }
}
