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
    fn end(&mut self, summary: Summary);
}

/// Plays a game from a state that was reset. `PLAIN` says that the policy is, and that there is no opponent; `FULL` that
/// spells and permanents may come into it.
// A function of its own, so that the compiler knows that nothing else refers to the state.
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
    let opponent = if PLAIN { None } else { plan.opponent };
    if let Some(size) = opponent {
        game.open(Who::Opponent, size);
    }
    let mut turns = 0;
    let mut who = if opponent.is_some() && !game.state.on_play { Who::Opponent } else { Who::You };
    loop {
        let over = if FULL { game.whole_turn(who, drive) } else { game.turn(who) };
        let view = View { table: game.table, state: game.state };
        match who {
            Who::You => recorder.turn(view, game.player.memory),
            // What happens in a turn of the opponent counts for the turn of yours before it, or for your first.
            Who::Opponent if over && turns > 0 => recorder.again(view, game.player.memory),
            Who::Opponent if over => recorder.turn(view, game.player.memory),
            Who::Opponent => {}
        }
        turns += usize::from(who == Who::You || (over && turns == 0));
        if over {
            recorder.hold(turns);
            break;
        }
        if FULL {
            who = game.next_turn(who);
        } else if opponent.is_some() {
            who = who.other();
        }
        if who == Who::You && turns == plan.turns {
            break;
        }
    }
    let (win_turn, lose_turn) = if game.over() { end_of(game.state) } else { (0, 0) };
    recorder.end(Summary {
        win_turn,
        lose_turn,
        kept,
        mulligans: game.state.side(Who::You).mulligans as i8,
        on_play: game.state.on_play,
    });
}

/// The turns of the win and of the loss of a game that is over, or 0.
#[cold]
fn end_of<const W: usize>(state: &State<W>) -> (i8, i8) {
    let turn = state.turn.max(1) as i8;
    let turn_of = |outcome| if state.outcome == outcome { turn } else { 0 };
    (turn_of(Outcome::Won), turn_of(Outcome::Lost))
}
