//! Plays one game of a plan from beginning to end.

use super::drive::Drive;
use crate::line::spec::On;
use crate::line::{HAND, LinePlayer, Memory, Plan};
use crate::rules::{Game, Log, View};
use crate::source::Source;
use crate::state::{Outcome, State, Who, Zone};

/// What is kept of a whole game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// The turn of the win, or 0.
    pub win_turn: i8,
    /// The turn of the loss, or 0.
    pub lose_turn: i8,
    /// Cards in the kept hand.
    pub kept: i8,
    /// Mulligans taken.
    pub mulligans: i8,
    /// Whether you took the first turn.
    pub on_play: bool,
}

/// Who writes down what happens in a game.
pub(super) trait Recorder<const W: usize> {
    /// What was written of the game that ended last is void: it is played again.
    fn undo(&mut self);

    /// Your next turn is over, or the game is over in it.
    fn turn(&mut self, view: View<'_, W>, memory: Memory);

    /// The game is over in the turn that the opponent took after that: what was written of your turn is written anew.
    fn again(&mut self, view: View<'_, W>, memory: Memory);

    /// The game is over after so many turns, which have been written: the turns after them show the same as the last.
    fn hold(&mut self, turns: usize);

    /// The game has been played.
    fn end(&mut self, view: View<'_, W>, summary: Summary);
}

/// A game that is being played. `PLAIN` says that the policy is, and that there is no opponent; `FULL` that spells and
/// permanents may come into it.
pub(super) struct Course<'g, const W: usize, const PLAIN: bool, const FULL: bool, S, L> {
    plan: &'g Plan<W>,
    game: Game<'g, W, LinePlayer<'g, W, PLAIN>, S, L>,
    /// Cards in the kept hand.
    kept: i8,
    /// Your turns that have been written down.
    turns: usize,
    /// Whose turn comes next.
    who: Who,
}

impl<'g, const W: usize, const PLAIN: bool, const FULL: bool, S: Source, L: Log<W>>
    Course<'g, W, PLAIN, FULL, S, L>
{
    /// Begins a game from a state that was reset: to where the first turn begins.
    #[inline(always)]
    pub fn begin(plan: &'g Plan<W>, state: &'g mut State<W>, source: &'g mut S, log: &'g mut L) -> Self {
        if plan.on == On::Random {
            state.on_play = source.below(2) == 0;
        }
        let mut game = Game {
            table: &plan.table,
            state,
            player: LinePlayer::<W, PLAIN>::new(&plan.policy),
            source,
            log,
            wanted_mana: None,
        };
        game.open(Who::You, HAND);
        let kept = game.state.zone(Who::You, Zone::Hand).len() as i8;
        if let Some(size) = Self::opponent(plan) {
            game.open(Who::Opponent, size);
        }
        let theirs = Self::opponent(plan).is_some() && !game.state.on_play;
        let who = if theirs { Who::Opponent } else { Who::You };
        Self { plan, game, kept, turns: 0, who }
    }

    /// How many cards the opponent draws, if there is one.
    #[inline(always)]
    const fn opponent(plan: &Plan<W>) -> Option<u32> {
        if PLAIN { None } else { plan.opponent }
    }

    /// Plays a turn. Whether there is another.
    #[inline(always)]
    pub fn turn(&mut self, drive: &mut Drive, recorder: &mut impl Recorder<W>) -> bool {
        let Self { plan, game, who, turns, .. } = self;
        let over = if FULL { game.whole_turn(*who, drive) } else { game.turn(*who) };
        let view = if FULL { game.prospect() } else { View::new(game.table, game.state) };
        match who {
            Who::You => recorder.turn(view, game.player.memory),
            // What happens in a turn of the opponent counts for the turn of yours before it, or for your first.
            Who::Opponent if over && *turns > 0 => recorder.again(view, game.player.memory),
            Who::Opponent if over => recorder.turn(view, game.player.memory),
            Who::Opponent => {}
        }
        *turns += usize::from(*who == Who::You || (over && *turns == 0));
        if over {
            recorder.hold(*turns);
            return false;
        }
        if FULL {
            *who = game.next_turn(*who);
        } else if Self::opponent(plan).is_some() {
            *who = who.other();
        }
        *who != Who::You || *turns != plan.turns
    }

    /// Writes down how it ended.
    #[inline(always)]
    pub fn end(self, recorder: &mut impl Recorder<W>) {
        let view = View::new(self.game.table, self.game.state);
        let state = view.state;
        let (win_turn, lose_turn) = if state.outcome == Outcome::Open { (0, 0) } else { end_of(state) };
        let mulligans = state.side(Who::You).mulligans as i8;
        let summary = Summary { win_turn, lose_turn, kept: self.kept, mulligans, on_play: state.on_play };
        recorder.end(view, summary);
    }
}

/// Plays a game from a state that was reset.
#[inline(always)]
pub(super) fn play<const W: usize, const PLAIN: bool, const FULL: bool, S: Source, L: Log<W>>(
    plan: &Plan<W>,
    state: &mut State<W>,
    source: &mut S,
    log: &mut L,
    drive: &mut Drive,
    recorder: &mut impl Recorder<W>,
) {
    if FULL {
        drive.reset();
    }
    let mut course = Course::<W, PLAIN, FULL, S, L>::begin(plan, state, source, log);
    while course.turn(drive, recorder) {}
    course.end(recorder);
}

/// The turns of the win and of the loss of a game that is over, or 0.
#[cold]
fn end_of<const W: usize>(state: &State<W>) -> (i8, i8) {
    let turn = state.turn.max(1) as i8;
    let turn_of = |outcome| if state.outcome == outcome { turn } else { 0 };
    (turn_of(Outcome::Won), turn_of(Outcome::Lost))
}
