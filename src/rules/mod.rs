//! L3: the rules. One verb a file; each branch cites its rule.

mod cleanup;
mod discard;
mod draw;
mod event;
mod look;
mod mill;
mod mulligan;
mod note;
mod player;
mod turn;

pub use note::{Log, NoLog, Note};
pub use player::{Opening, Player, View};

use crate::source::Source;
use crate::state::{Outcome, State, Who};
use crate::table::Table;

/// One game being played: the state, who decides, where chance comes from, and who takes notes.
#[derive(Debug)]
pub struct Game<'g, const W: usize, P, S, L> {
    /// The cards.
    pub table: &'g Table<W>,
    /// The state, changed in place.
    pub state: &'g mut State<W>,
    /// Who decides.
    pub player: P,
    /// Where chance comes from.
    pub source: S,
    /// Who takes notes.
    pub log: L,
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// The player, and what it may look at.
    #[inline(always)]
    fn ask(&mut self) -> (&mut P, View<'_, W>) {
        (&mut self.player, View { table: self.table, state: self.state })
    }

    #[inline(always)]
    fn note(&mut self, note: impl FnOnce() -> Note<W>) {
        if L::ON {
            self.log.write(self.state, note());
        }
    }

    fn state_based_actions(&mut self) {
        let mut lost = [false; 2];
        for who in Who::BOTH {
            let side = self.state.side_mut(who);
            let rule = match (side.life <= 0, side.failed_draw) {
                (true, _) => "704.5a",
                (false, true) => "704.5b",
                (false, false) => continue,
            };
            side.failed_draw = false;
            lost[who as usize] = true;
            self.note(|| Note::Lose(who, rule));
        }
        self.state.outcome = match lost {
            [false, false] => self.state.outcome,
            // 104.4a
            [true, true] => Outcome::Drawn,
            [true, false] => Outcome::Lost,
            [false, true] => Outcome::Won,
        };
    }

    /// You would receive priority, or are asked something (117.3): state-based actions (704.3), then a moment of
    /// decision. Whether the game is over now.
    #[inline(always)]
    fn moment(&mut self) -> bool {
        self.state.attention && self.attend()
    }

    #[cold]
    fn attend(&mut self) -> bool {
        self.state_based_actions();
        let (player, view) = self.ask();
        if view.state.outcome == Outcome::Open && player.moment(view) {
            self.state.outcome = Outcome::Stopped;
        }
        self.state.attention = self.player.watches();
        self.over()
    }

    /// Whether the game is over.
    #[inline(always)]
    pub fn over(&self) -> bool {
        self.state.outcome != Outcome::Open
    }
}
