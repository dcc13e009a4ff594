//! The turn (500–514).

use super::{Game, Log, Note, Player};
use crate::source::Source;
use crate::state::{Step, Who};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Plays a whole turn of `who`, or up to where the game ends. Whether it is over.
    #[inline(always)]
    pub fn turn(&mut self, who: Who) -> bool {
        self.state.active = who;
        self.state.turn += u8::from(who == Who::You);
        self.note(|| Note::Turn(who));
        self.state.step = Step::Upkeep;
        if self.moment() {
            return true;
        }
        self.state.step = Step::Draw;
        // 103.8a: the player who plays first skips the draw step of the first turn.
        if !(self.state.turn == 1 && who == Who::You && self.state.on_play) {
            self.draw(who, 1);
            if self.moment() {
                return true;
            }
        }
        self.state.step = Step::Cleanup;
        self.cleanup(who);
        self.moment()
    }
}
