//! Scry (701.22), surveil (701.25) and shuffling (701.24).

use super::{Game, Log, Note, Player};
use crate::cardset::Set;
use crate::source::Source;
use crate::state::{Who, Zone};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Looks at the top `n` cards and puts some of them at the bottom; the rest stays on top, in its order.
    pub fn scry(&mut self, who: Who, n: u32) {
        let seen = self.state.side_mut(who).library.look(who, n, self.source);
        let (player, view) = self.ask();
        let down = player.scry(view, who, &seen);
        for &card in seen.iter().filter(|&&card| down.has(card)) {
            self.state.take_out(who, card);
            self.state.put_at_bottom(who, card);
        }
        self.note(|| Note::Scry(who, down));
    }

    /// Looks at the top `n` cards and puts some of them into the graveyard; the rest stays on top, in its order.
    pub fn surveil(&mut self, who: Who, n: u32) {
        let seen = self.state.side_mut(who).library.look(who, n, self.source);
        let (player, view) = self.ask();
        let wanted = player.surveil(view, who, &seen);
        let down: Set<W> = seen.into_iter().filter(|&card| wanted.has(card)).collect();
        for card in down {
            self.state.take_out(who, card);
        }
        *self.state.zone_mut(who, Zone::Graveyard) |= down;
        self.note(|| Note::Surveil(who, down));
    }

    /// Shuffles a library: what was known of its order is forgotten.
    pub fn shuffle(&mut self, who: Who) {
        self.state.side_mut(who).library.shuffle();
        self.note(|| Note::Shuffle(who));
    }
}
