//! Where chance comes from: the one thing that bulk runs, cases and enumeration differ in below the player.

use crate::rng::{Key, LOT, Purpose, Rng};
use crate::state::Who;

/// Answers what chance decides.
pub trait Source {
    /// Which of the `n` cards of `who`'s library whose order is not decided come next, so many lots of them: each number
    /// counts among the cards that those before it left (`0..n`, `0..n - 1`, ..., 0 where none is left). `take` gets each
    /// lot, and how many cards it leaves.
    fn lots(&mut self, who: Who, n: u32, lots: u8, take: impl FnMut([u8; LOT], u32));

    /// A whole number in `0..n` for anything that is no library.
    fn below(&mut self, n: u32) -> u32;
}

/// The keys of one run's streams.
#[derive(Debug, Clone, Copy)]
pub struct Keys {
    libraries: [Key; 2],
    other: Key,
}

impl Keys {
    /// The keys of a run with `seed`.
    pub const fn new(seed: u64) -> Self {
        Self {
            libraries: [Key::new(seed, Purpose::Library), Key::new(seed, Purpose::OpponentLibrary)],
            other: Key::new(seed, Purpose::Other),
        }
    }
}

/// The random source of one game. Only the stream of your library is made at once: the others are seldom asked.
#[derive(Debug, Clone)]
pub struct Random<'k> {
    keys: &'k Keys,
    game: u64,
    you: Rng,
    opponent: Option<Rng>,
    other: Option<Rng>,
}

impl<'k> Random<'k> {
    /// The source of game number `game`.
    #[inline(always)]
    pub const fn new(keys: &'k Keys, game: u64) -> Self {
        Self { keys, game, you: keys.libraries[0].stream(game), opponent: None, other: None }
    }

    #[inline(always)]
    fn library(&mut self, who: Who) -> &mut Rng {
        match who {
            Who::You => &mut self.you,
            Who::Opponent => self.opponent.get_or_insert_with(|| self.keys.libraries[1].stream(self.game)),
        }
    }
}

impl Source for Random<'_> {
    #[inline(always)]
    fn lots(&mut self, who: Who, n: u32, lots: u8, take: impl FnMut([u8; LOT], u32)) {
        self.library(who).lots(n, lots, take);
    }

    fn below(&mut self, n: u32) -> u32 {
        self.other.get_or_insert_with(|| self.keys.other.stream(self.game)).below(n)
    }
}

/// The random source of a game that is played step by step: it owns all its streams.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Streams {
    libraries: [Rng; 2],
    other: Rng,
}

impl Streams {
    /// Those of game 0 of a run with `seed`.
    pub const fn new(seed: u64) -> Self {
        let keys = Keys::new(seed);
        Self {
            libraries: [keys.libraries[0].stream(0), keys.libraries[1].stream(0)],
            other: keys.other.stream(0),
        }
    }
}

impl Source for Streams {
    fn lots(&mut self, who: Who, n: u32, lots: u8, take: impl FnMut([u8; LOT], u32)) {
        self.libraries[who as usize].lots(n, lots, take);
    }

    fn below(&mut self, n: u32) -> u32 {
        self.other.below(n)
    }
}
