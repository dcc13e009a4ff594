//! Turns in which nothing can happen but a draw and discards: as quick as in a game without spells and permanents.

use crate::cardset::Set;
use crate::line::LinePlayer;
use crate::roles::Roles;
use crate::rules::{Game, Log};
use crate::source::Source;
use crate::state::{Who, Zone};

impl<const W: usize, const PLAIN: bool, S: Source, L: Log<W>> Game<'_, W, LinePlayer<'_, W, PLAIN>, S, L> {
    /// Whether nothing but a draw and discards can happen in your next turn, because nothing else has happened yet, the
    /// line does nothing of its own accord, nobody is there to do something, and no card does where it is.
    pub(super) fn is_calm(&self) -> bool {
        let Some(restless) = &self.table.restless else { return false };
        let quiet = Roles::AWAY
            .into_iter()
            .zip(restless)
            .all(|(zone, restless)| !self.state.zone(Who::You, zone).meets(*restless));
        quiet
            && !self.state.field_used
            && self.table.absent
            && self.player.policy.is_idle()
            && !self.state.zone(Who::You, Zone::Graveyard).meets(self.table.may_dredge)
    }

    /// Plays such a turn of yours; `last`: no other follows. Whether the game is over.
    pub(super) fn calm_turn(&mut self, last: bool) -> bool {
        let before = self.state.zone(Who::You, Zone::Graveyard);
        let over = self.turn(Who::You);
        let came = self.state.zone(Who::You, Zone::Graveyard) - before;
        // 404.2: what comes later lies above them.
        for card in if last { Set::EMPTY } else { came } {
            self.field_mut().stamp(card);
        }
        over
    }
}
