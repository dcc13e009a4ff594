//! Plays ranges of games, each from its own streams, and writes what is observed.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::error::{Error, Result};
use crate::line::spec::On;
use crate::line::{LinePlayer, Memory, Observe, Plan};
use crate::rules::{Game, Log, NoLog, View};
use crate::source::{Keys, Random, Source};
use crate::state::{Outcome, State, Who, Zone};

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
            |state, (first, mut part)| {
                if progress.cancelled.load(Ordering::Relaxed) {
                    return;
                }
                let games = part.on_play.len();
                for i in 0..games {
                    state.reset(&plan.start);
                    play(plan, state, Random::new(keys, first + i as u64), NoLog, &mut part, i);
                }
                progress.done.fetch_add(games as u64, Ordering::Relaxed);
            },
        );
    });
    Ok(())
}

/// Plays one game and writes it as number `i` of `out`. Gives the log back.
#[inline]
pub(super) fn play<const W: usize, S: Source, L: Log<W>>(
    plan: &Plan<W>,
    state: &mut State<W>,
    mut source: S,
    log: L,
    out: &mut Out<'_>,
    i: usize,
) -> L {
    state.on_play = match plan.on {
        On::Play => true,
        On::Draw => false,
        On::Random => source.below(2) == 0,
    };
    let mut game = Game { table: &plan.table, state, player: LinePlayer::new(&plan.policy), source, log };
    game.open(Who::You);
    let you = game.state.side(Who::You);
    out.kept[i] = game.state.zone(Who::You, Zone::Hand).len() as i8;
    out.mulligans[i] = you.mulligans as i8;
    out.on_play[i] = game.state.on_play;
    for turn in 0..plan.turns {
        game.turn(Who::You);
        let over = game.over();
        let view = View { table: game.table, state: game.state };
        if over {
            game.player.remember(view);
        }
        write(plan, view, game.player.memory, out, i * plan.turns + turn);
        if over {
            // The game keeps the values of its last moment.
            hold(out, i * plan.turns + turn, plan.turns - turn);
            break;
        }
    }
    let turn_of = |outcome| if game.state.outcome == outcome { game.state.turn as i8 } else { 0 };
    out.win_turn[i] = turn_of(Outcome::Won);
    out.lose_turn[i] = turn_of(Outcome::Lost);
    game.log
}

/// Writes what is observed now, at `at` of each column.
#[inline]
fn write<const W: usize>(plan: &Plan<W>, view: View<'_, W>, memory: Memory, out: &mut Out<'_>, at: usize) {
    for (column, observe) in out.columns.iter_mut().zip(&plan.observe) {
        match (column, observe) {
            (Column::Int(column), Observe::Number(number)) => {
                column[at] = number.value(view).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
            }
            (Column::Bool(column), Observe::Test(test)) => column[at] = test.holds(view, memory),
            (Column::Int(_), Observe::Test(_)) | (Column::Bool(_), Observe::Number(_)) => {}
        }
    }
}

/// Repeats the value at `at` of each column over `turns` turns.
#[cold]
fn hold(out: &mut Out<'_>, at: usize, turns: usize) {
    fn repeat<T: Copy>(values: &mut [T]) {
        if let Some((&mut value, rest)) = values.split_first_mut() {
            rest.fill(value);
        }
    }
    for column in &mut out.columns {
        match column {
            Column::Int(column) => repeat(&mut column[at..at + turns]),
            Column::Bool(column) => repeat(&mut column[at..at + turns]),
        }
    }
}
