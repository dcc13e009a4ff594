//! Plays one game of a plan from beginning to end.

use crate::line::spec::On;
use crate::line::{LinePlayer, Memory, Plan};
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
    /// Your next turn is over, or the game is over in it.
    fn turn(&mut self, view: View<'_, W>, memory: Memory);

    /// The game is over after so many turns, which have been written: the turns after them show the same as the last.
    fn hold(&mut self, turns: usize);

    /// The game has been played.
    fn end(&mut self, summary: Summary);
}

/// Plays a game from a state that was reset. `PLAIN` says that the policy is.
// A function of its own, so that the compiler knows that nothing else refers to the state.
#[inline(always)]
pub(super) fn play<const W: usize, const PLAIN: bool, S: Source, L: Log<W>>(
    plan: &Plan<W>,
    state: &mut State<W>,
    source: &mut S,
    log: &mut L,
    recorder: &mut impl Recorder<W>,
) {
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
    game.open(Who::You);
    let kept = game.state.zone(Who::You, Zone::Hand).len() as i8;
    for turn in 0..plan.turns {
        let over = game.turn(Who::You);
        let view = View { table: game.table, state: game.state };
        recorder.turn(view, game.player.memory);
        if over {
            recorder.hold(turn + 1);
            break;
        }
    }
    let turn_of = |outcome| if game.state.outcome == outcome { game.state.turn as i8 } else { 0 };
    recorder.end(Summary {
        win_turn: turn_of(Outcome::Won),
        lose_turn: turn_of(Outcome::Lost),
        kept,
        mulligans: game.state.side(Who::You).mulligans as i8,
        on_play: game.state.on_play,
    });
}
