//! Scry (701.22), surveil (701.25) and shuffling (701.24).

use super::{Game, Log, Note, Player};
use crate::cardset::Set;
use crate::source::Source;
use crate::state::{Who, Zone};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Looks at the top `n` cards and puts some of them at the bottom; the rest stays on top, in its order.
    pub fn scry(&mut self, who: Who, n: u32) {
        let seen = self.state.side_mut(who).library.look(who, n, &mut self.source);
        let (player, view) = self.ask();
        let down = player.scry(view, who, &seen);
        for &card in seen.iter().filter(|&&card| down.has(card)) {
            let library = &mut self.state.side_mut(who).library;
            library.take_out(card);
            library.put_at_bottom(card);
        }
        self.note(|| Note::Scry(who, down));
    }

    /// Looks at the top `n` cards and puts some of them into the graveyard; the rest stays on top, in its order.
    pub fn surveil(&mut self, who: Who, n: u32) {
        let side = self.state.side_mut(who);
        let seen = side.library.look(who, n, &mut self.source);
        let (player, view) = self.ask();
        let wanted = player.surveil(view, who, &seen);
        let side = self.state.side_mut(who);
        let down: Set<W> =
            seen.into_iter().filter(|&card| wanted.has(card) && side.library.take_out(card)).collect();
        side.zones[Zone::Graveyard] |= down;
        self.note(|| Note::Surveil(who, down));
    }

    /// Shuffles a library: what was known of its order is forgotten.
    pub fn shuffle(&mut self, who: Who) {
        self.state.side_mut(who).library.shuffle();
        self.note(|| Note::Shuffle(who));
    }
}
