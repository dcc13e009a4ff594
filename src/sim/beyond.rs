//! Values that 16 bits do not hold: an observable saturates, and the run tells in which games.

/// The games of a part in which an observable was beyond 16 bits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beyond {
    /// Its place among the observables.
    pub place: usize,
    /// How many games.
    pub games: usize,
    /// The first of them.
    pub first: usize,
    last: usize,
}

impl Beyond {
    /// Of no game yet.
    pub const fn of(place: usize) -> Self {
        Self { place, games: 0, first: 0, last: 0 }
    }

    /// Saturates a value of a game.
    #[cold]
    pub fn saturate(&mut self, value: i32, game: usize) -> i16 {
        if self.games == 0 {
            self.first = game;
        }
        if self.games == 0 || self.last != game {
            self.games += 1;
            self.last = game;
        }
        if value < 0 { i16::MIN } else { i16::MAX }
    }

    /// That game is played again.
    pub fn undo(&mut self, game: usize) {
        if self.games > 0 && self.last == game {
            self.games -= 1;
            self.last = usize::MAX;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_count_once_and_those_played_again_not_at_all() {
        let mut beyond = Beyond::of(2);
        assert_eq!(beyond.saturate(40_000, 3), i16::MAX);
        assert_eq!(beyond.saturate(-40_000, 3), i16::MIN);
        assert_eq!((beyond.games, beyond.first), (1, 3));
        beyond.undo(4);
        beyond.undo(3);
        assert_eq!(beyond.games, 0);
        beyond.saturate(40_000, 5);
        beyond.saturate(40_000, 6);
        beyond.undo(6);
        assert_eq!((beyond.games, beyond.first), (1, 5));
    }
}
