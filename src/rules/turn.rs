//! The turn (500–514).

use super::{Game, Log, Note, Player};
use crate::source::Source;
use crate::state::{Step, Who};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Plays a whole turn of `who`, or up to where the game ends, where nothing but draws and discards can happen in it.
    /// Whether the game is over.
    #[inline(always)]
    pub fn turn(&mut self, who: Who) -> bool {
        self.reach(who, self.state.step);
        self.state.turn += u8::from(who == Who::You);
        self.note(|| Note::Turn(who));
        self.reach(who, Step::Upkeep);
        if self.moment() {
            return true;
        }
        self.reach(who, Step::Draw);
        if !self.skips_draw(who) {
            self.draw(who, 1);
            if self.moment() {
                return true;
            }
        }
        self.reach(who, Step::Cleanup);
        self.cleanup(who);
        self.moment()
    }

    /// Only a log asks where in its turns such a game is.
    #[inline(always)]
    fn reach(&mut self, who: Who, step: Step) {
        if L::ON {
            (self.state.active, self.state.step) = (who, step);
        }
    }

    /// 103.8a: the player who plays first skips the draw step of the first turn.
    #[inline(always)]
    pub(super) const fn skips_draw(&self, who: Who) -> bool {
        match who {
            Who::You => self.state.turn == 1 && self.state.on_play,
            Who::Opponent => self.state.turn == 0 && !self.state.on_play,
        }
    }
}
