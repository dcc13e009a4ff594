//! Winning (104.2b), and what keeps players from it (101.2).

use super::query::Context;
use super::{Deed, Game, Log, Player, What};
use crate::ability::Static;
use crate::source::Source;
use crate::state::{Outcome, Who};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    pub(crate) fn win(&mut self, who: Who) {
        if self.player_cant(who.other(), false) || self.player_cant(who, true) {
            return;
        }
        self.tell(|| Deed::of(What::Win, who));
        self.state.outcome = if who == Who::You { Outcome::Won } else { Outcome::Lost };
    }

    /// 104.3e
    pub(crate) fn lose_game(&mut self, who: Who) {
        if self.player_cant(who, false) {
            return;
        }
        self.tell(|| Deed::of(What::LoseGame, who));
        self.state.outcome = if who == Who::You { Outcome::Lost } else { Outcome::Won };
    }

    /// Whether an effect keeps a player from losing, or from winning (101.2).
    pub(crate) fn player_cant(&self, who: Who, win: bool) -> bool {
        self.is_any_static(|source, ability| {
            let context = Context::of(self.thing(source), self.controller(source));
            match ability {
                Static::CantLose(whose) if !win => self.is_whose(whose, &context, who),
                Static::CantWin(whose) if win => self.is_whose(whose, &context, who),
                _ => false,
            }
        })
    }
}
