//! Plays ranges of games, each from its own streams, and writes what is observed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::cardset::Set;
use crate::error::{Error, Result};
use crate::line::{LEAST_FULL, Memory, Number, Observe, Plan, Test, Within};
use crate::rules::{NoLog, View};
use crate::sim::beyond::Beyond;
use crate::sim::drive::{Drive, Trouble};
use crate::sim::play::{Course, Recorder, Summary, play};
use crate::sim::replay::endless;
use crate::source::{Keys, Random};
use crate::state::{Slot, State, Who, Zone};

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
    /// Games that ended because they needed more objects than there are.
    pub overflow: AtomicU64,
    /// For each observable that was beyond 16 bits in some game, by its place: in which first, and in how many.
    beyond: Mutex<BTreeMap<usize, (u64, u64)>>,
    /// The first game that could not be played, by its number, and why.
    failed: Mutex<Option<(u64, Error)>>,
}

impl Progress {
    /// A game could not be played to its end, as this action never came to one.
    fn fail(&self, game: u64, action: &str) {
        self.cancelled.store(true, Ordering::Relaxed);
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.as_ref().is_none_or(|(other, _)| game < *other) {
            *failed = Some((game, endless(game, action)));
        }
    }

    /// The observables that were beyond 16 bits in some game, by their places: the first such game, and how many.
    pub fn beyond(&self) -> Vec<(usize, u64, u64)> {
        let beyond = self.beyond.lock().unwrap_or_else(PoisonError::into_inner);
        beyond.iter().map(|(&place, &(first, games))| (place, first, games)).collect()
    }

    fn add_beyond(&self, place: usize, first: u64, games: u64) {
        let mut beyond = self.beyond.lock().unwrap_or_else(PoisonError::into_inner);
        let known = beyond.entry(place).or_insert((first, 0));
        *known = (known.0.min(first), known.1 + games);
    }

    fn failure(&self) -> Option<Error> {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.take().map(|(_, error)| error)
    }
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

    /// Parts of so many games each; the last has what is left.
    fn split(self, games: usize, turns: usize) -> Vec<Self> {
        let parts = self.on_play.len().div_ceil(games);
        let mut columns: Vec<Vec<Column<'a>>> =
            (0..parts).map(|_| Vec::with_capacity(self.columns.len())).collect();
        for column in self.columns {
            match column {
                Column::Int(all) => {
                    all.chunks_mut(games * turns)
                        .zip(&mut columns)
                        .for_each(|(c, to)| to.push(Column::Int(c)));
                }
                Column::Bool(all) => {
                    all.chunks_mut(games * turns)
                        .zip(&mut columns)
                        .for_each(|(c, to)| to.push(Column::Bool(c)));
                }
            }
        }
        let mut win_turn = self.win_turn.chunks_mut(games);
        let mut lose_turn = self.lose_turn.chunks_mut(games);
        let mut kept = self.kept.chunks_mut(games);
        let mut mulligans = self.mulligans.chunks_mut(games);
        let mut on_play = self.on_play.chunks_mut(games);
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
        (0..).map(|part| first_game + part * CHUNK as u64).zip(out.split(CHUNK, plan.turns)).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
        Error::Argument(format!("no {threads} threads can be had ({error}): ask for fewer"))
    })?;
    let play = if const { W >= LEAST_FULL } && plan.is_full() {
        play_whole_part::<W>
    } else if plan.policy.is_plain() && plan.opponent.is_none() {
        play_part::<W, true>
    } else {
        play_part::<W, false>
    };
    pool.install(|| {
        parts.into_par_iter().for_each_init(
            || ([plan.start.clone(), plan.start.clone()], Drive::new(plan.policy.acts.len())),
            |(states, drive), (first, part)| {
                if progress.cancelled.load(Ordering::Relaxed) {
                    return;
                }
                let games = part.on_play.len();
                play(plan, states, drive, &keys, first, part, progress);
                progress.done.fetch_add(games as u64, Ordering::Relaxed);
            },
        );
    });
    progress.failure().map_or(Ok(()), Err)
}

/// Plays the games `first..` that a part has room for, one of its first half and one of its second at a time, turn by
/// turn: what happens in a game waits for what happened before it, and meanwhile the other game goes on.
fn play_part<const W: usize, const PLAIN: bool>(
    plan: &Plan<W>,
    [state, other]: &mut [State<W>; 2],
    drive: &mut Drive,
    keys: &Keys,
    first: u64,
    part: Out<'_>,
    progress: &Progress,
) {
    let games = part.on_play.len();
    let half = games.div_ceil(2);
    let mut halves = part.split(half, plan.turns).into_iter().map(|half| Sheet::new(plan, half));
    let (Some(mut sheet), second) = (halves.next(), halves.next()) else { return };
    if let Some(mut second) = second {
        let [log, beside_log] = &mut [NoLog, NoLog];
        for game in first..first + (games - half) as u64 {
            state.reset(&plan.start);
            other.reset(&plan.start);
            let source = &mut Random::new(keys, game);
            let mut course = Course::<W, PLAIN, false, _, _>::begin(plan, state, source, log);
            let source = &mut Random::new(keys, game + half as u64);
            let mut beside = Course::<W, PLAIN, false, _, _>::begin(plan, other, source, beside_log);
            let (mut goes_on, mut goes_on_beside) = (true, true);
            while goes_on | goes_on_beside {
                goes_on = goes_on && course.turn(drive, &mut sheet);
                goes_on_beside = goes_on_beside && beside.turn(drive, &mut second);
            }
            course.end(&mut sheet);
            beside.end(&mut second);
        }
        second.write_block();
        second.tell_beyond(first + half as u64, progress);
    }
    if games % 2 == 1 {
        state.reset(&plan.start);
        let source = &mut Random::new(keys, first + half as u64 - 1);
        play::<W, PLAIN, false, _, _>(plan, state, source, &mut NoLog, drive, &mut sheet);
    }
    sheet.write_block();
    sheet.tell_beyond(first, progress);
}

/// The same where spells and permanents come into the games.
fn play_whole_part<const W: usize>(
    plan: &Plan<W>,
    [state, _]: &mut [State<W>; 2],
    drive: &mut Drive,
    keys: &Keys,
    first: u64,
    part: Out<'_>,
    progress: &Progress,
) {
    let games = part.on_play.len() as u64;
    let mut sheet = Sheet::new(plan, part);
    for game in first..first + games {
        // Again, and carefully, where an action was misjudged.
        for careful in [false, true] {
            drive.careful = careful;
            state.reset(&plan.start);
            state.reset_field(&plan.start);
            let source = &mut Random::new(keys, game);
            play::<W, false, true, _, _>(plan, state, source, &mut NoLog, drive, &mut sheet);
            if drive.trouble != Some(Trouble::Misjudged) {
                break;
            }
            sheet.undo();
        }
        match drive.trouble {
            None | Some(Trouble::Misjudged) => {}
            Some(Trouble::Overflow) => {
                progress.overflow.fetch_add(1, Ordering::Relaxed);
            }
            Some(Trouble::Endless(action)) => {
                progress.fail(game, plan.policy.acts.told(action));
                return;
            }
        }
    }
    sheet.write_block();
    sheet.tell_beyond(first, progress);
}

/// Games whose zones are kept before what counts in them is written down: so many stay in the nearest cache.
const BLOCK: usize = 64;

/// An observable that is written at the end of each turn.
#[derive(Debug)]
enum Now<'a, const W: usize> {
    Int(&'a Number<W>, &'a mut [i16], Beyond),
    Bool(&'a Test<W>, &'a mut [bool]),
}

/// An observable that asks for nothing but what slots held that are kept.
#[derive(Debug)]
enum Later<'a, const W: usize> {
    /// How many of these were there.
    Count(Kept, Set<W>, &'a mut [i16]),
    /// Whether all of these held.
    Within(Vec<(Kept, Truth<W>)>, &'a mut [bool]),
}

/// The slots whose history is kept, whether it is needed or not: nearly every observable asks about these.
const KEPT: [Slot; 2] = [Slot::of(Who::You, Zone::Hand), Slot::of(Who::You, Zone::Graveyard)];

/// Where a slot is kept.
#[derive(Debug, Clone, Copy)]
enum Kept {
    /// In a place of the history, a set for each turn.
    History(usize),
    /// Among the opening hands, one for each game.
    Openings,
}

/// Whether so many of some objects being in a slot is what is asked: looked up, for that is the quickest there is.
#[derive(Debug)]
struct Truth<const W: usize> {
    what: Set<W>,
    /// By count.
    truth: [bool; 257],
}

impl<const W: usize> Truth<W> {
    fn new(within: &Within<W>) -> Self {
        let truth = std::array::from_fn(|count| (within.least..=within.most).contains(&(count as u32)));
        Self { what: within.what, truth }
    }
}

/// Writes games into arrays. What most observables ask, how many cards lie where, is not evaluated turn by turn but for
/// many games at once, out of a history of the zones: loops over arrays, with nothing to decide in them.
#[derive(Debug)]
struct Sheet<'a, const W: usize> {
    now: Vec<Now<'a, W>>,
    later: Vec<Later<'a, W>>,
    /// What the slots `KEPT` held at the end of each turn of a block of games.
    history: Vec<[Set<W>; KEPT.len()]>,
    /// The opening hands of the games of a block, as they were kept.
    openings: [Set<W>; BLOCK],
    /// What else is kept of them.
    summaries: [Summary; BLOCK],
    /// The arrays of one value a game; its columns have gone into `now` and `later`.
    out: Out<'a>,
    turns: usize,
    /// The first game of the history.
    block: usize,
    /// The games of the history that have been played.
    played: usize,
    /// The row of the history that comes next.
    row: usize,
}

impl<'a, const W: usize> Sheet<'a, W> {
    fn new(plan: &'a Plan<W>, mut out: Out<'a>) -> Self {
        let columns = std::mem::take(&mut out.columns);
        let history = vec![[Set::EMPTY; KEPT.len()]; BLOCK * plan.turns];
        let mut sheet = Self {
            now: Vec::new(),
            later: Vec::new(),
            history,
            openings: [Set::EMPTY; BLOCK],
            summaries: [Summary::default(); BLOCK],
            out,
            turns: plan.turns,
            block: 0,
            played: 0,
            row: 0,
        };
        for (place, (observe, column)) in plan.observe.iter().zip(columns).enumerate() {
            sheet.add(place, observe, column);
        }
        sheet
    }

    /// Finds the place of an observable; its column is of its kind.
    fn add(&mut self, place: usize, observe: &'a Observe<W>, column: Column<'a>) {
        match (observe, column) {
            (Observe::Number(number), Column::Int(column)) => {
                if let Number::Count(slot, what) = number
                    && let Some(kept) = kept(*slot)
                {
                    self.later.push(Later::Count(kept, *what, column));
                } else {
                    self.now.push(Now::Int(number, column, Beyond::of(place)));
                }
            }
            (Observe::Test(test), Column::Bool(column)) => match truths(test) {
                Some(truths) => self.later.push(Later::Within(truths, column)),
                None => self.now.push(Now::Bool(test, column)),
            },
            (Observe::Number(_), Column::Bool(_)) | (Observe::Test(_), Column::Int(_)) => {}
        }
    }

    #[inline(never)]
    fn write_now(&mut self, view: View<'_, W>, memory: Memory) {
        let at = self.block * self.turns + self.row;
        for now in &mut self.now {
            match now {
                Now::Int(number, column, beyond) => {
                    let value = number.value(view);
                    column[at] = value as i16;
                    if i32::from(column[at]) != value {
                        column[at] = beyond.saturate(value, self.block + self.played);
                    }
                }
                Now::Bool(test, column) => column[at] = test.holds(view, memory),
            }
        }
    }

    /// Tells of the observables that were beyond 16 bits; `first` is the number of the first game.
    fn tell_beyond(&self, first: u64, progress: &Progress) {
        for now in &self.now {
            if let Now::Int(_, _, beyond) = now
                && beyond.games > 0
            {
                progress.add_beyond(beyond.place, first + beyond.first as u64, beyond.games as u64);
            }
        }
    }

    /// Writes down what the history says, and begins it anew.
    #[inline(never)]
    fn write_block(&mut self) {
        let games = self.block..self.block + self.played;
        let columns = games.start * self.turns..games.end * self.turns;
        let held = Held {
            history: &self.history[..self.row],
            openings: &self.openings[..self.played],
            turns: self.turns,
        };
        for later in &mut self.later {
            match later {
                Later::Count(place, what, column) => {
                    let what = *what;
                    let count = |held: Set<W>| (held & what).len() as i16;
                    held.fill(*place, &mut column[columns.clone()], |value, held| *value = count(held));
                }
                Later::Within(all, column) => {
                    for (i, (place, truth)) in all.iter().enumerate() {
                        let (what, truth) = (truth.what, &truth.truth);
                        let holds = |held: Set<W>| truth[(held & what).len() as usize];
                        let values = &mut column[columns.clone()];
                        if i == 0 {
                            held.fill(*place, values, |value, held| *value = holds(held));
                        } else {
                            held.fill(*place, values, |value, held| *value &= holds(held));
                        }
                    }
                }
            }
        }
        let summaries = &self.summaries[..self.played];
        let Out { win_turn, lose_turn, kept, mulligans, on_play, .. } = &mut self.out;
        fill(&mut win_turn[games.clone()], summaries, |value, summary| *value = summary.win_turn);
        fill(&mut lose_turn[games.clone()], summaries, |value, summary| *value = summary.lose_turn);
        fill(&mut kept[games.clone()], summaries, |value, summary| *value = summary.kept);
        fill(&mut mulligans[games.clone()], summaries, |value, summary| *value = summary.mulligans);
        fill(&mut on_play[games.clone()], summaries, |value, summary| *value = summary.on_play);
        (self.block, self.played, self.row) = (games.end, 0, 0);
    }
}

/// What the slots held that are kept, in the games of a block.
#[derive(Debug, Clone, Copy)]
struct Held<'a, const W: usize> {
    history: &'a [[Set<W>; KEPT.len()]],
    openings: &'a [Set<W>],
    turns: usize,
}

impl<const W: usize> Held<'_, W> {
    /// Writes the values of each turn out of what a slot held.
    #[inline(always)]
    fn fill<T>(self, kept: Kept, values: &mut [T], write: impl Fn(&mut T, Set<W>)) {
        match kept {
            Kept::History(place) => fill(values, self.history, |value, held| write(value, held[place])),
            Kept::Openings => {
                for (values, &opening) in values.chunks_exact_mut(self.turns).zip(self.openings) {
                    for value in values {
                        write(value, opening);
                    }
                }
            }
        }
    }
}

/// Writes each value out of what was kept for it.
#[inline(always)]
fn fill<T, K>(values: &mut [T], kept: &[K], write: impl Fn(&mut T, &K)) {
    // By fours: the loop costs as much as what it does.
    let ((values, last_values), (kept, last_kept)) = (values.as_chunks_mut::<4>(), kept.as_chunks::<4>());
    for (values, kept) in values.iter_mut().zip(kept) {
        values.iter_mut().zip(kept).for_each(|(value, kept)| write(value, kept));
    }
    last_values.iter_mut().zip(last_kept).for_each(|(value, kept)| write(value, kept));
}

/// Where a slot is kept, if it is.
fn kept(slot: Slot) -> Option<Kept> {
    if slot == Slot::OPENING {
        return Some(Kept::Openings);
    }
    KEPT.iter().position(|kept| *kept == slot).map(Kept::History)
}

/// A test as truths about the slots whose history is kept, if it is that.
fn truths<const W: usize>(test: &Test<W>) -> Option<Vec<(Kept, Truth<W>)>> {
    let all = match test {
        Test::Within(within) => std::slice::from_ref(within),
        Test::AllWithin(all) => all,
        _ => return None,
    };
    all.iter().map(|within| Some((kept(within.slot)?, Truth::new(within)))).collect()
}

impl<const W: usize> Recorder<W> for Sheet<'_, W> {
    #[inline(always)]
    fn turn(&mut self, view: View<'_, W>, memory: Memory) {
        self.history[self.row] = KEPT.map(|slot| view.state.slot(slot));
        if !self.now.is_empty() {
            self.write_now(view, memory);
        }
        self.row += 1;
    }

    #[cold]
    fn undo(&mut self) {
        // Its block may have been written down; then it is the first of another.
        match self.played.checked_sub(1) {
            Some(played) => self.played = played,
            None => self.block -= 1,
        }
        self.row = self.played * self.turns;
        let game = self.block + self.played;
        for now in &mut self.now {
            if let Now::Int(_, _, beyond) = now {
                beyond.undo(game);
            }
        }
    }

    #[cold]
    fn again(&mut self, view: View<'_, W>, memory: Memory) {
        self.row -= 1;
        self.turn(view, memory);
    }

    #[cold]
    fn hold(&mut self, turns: usize) {
        fn repeat<T: Copy>(values: &mut [T]) {
            if let Some((&mut value, rest)) = values.split_first_mut() {
                rest.fill(value);
            }
        }
        let last = self.row - 1;
        self.row += self.turns - turns;
        repeat(&mut self.history[last..self.row]);
        let first = self.block * self.turns;
        let columns = first + last..first + self.row;
        for now in &mut self.now {
            match now {
                Now::Int(_, column, _) => repeat(&mut column[columns.clone()]),
                Now::Bool(_, column) => repeat(&mut column[columns.clone()]),
            }
        }
    }

    #[inline(always)]
    fn end(&mut self, view: View<'_, W>, summary: Summary) {
        self.openings[self.played % BLOCK] = view.state.slot(Slot::OPENING);
        self.summaries[self.played % BLOCK] = summary;
        self.played += 1;
        if self.played == BLOCK {
            self.write_block();
        }
    }
}
