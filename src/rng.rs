//! Random streams keyed by (seed, game, purpose), and unbiased bounded draws.
//!
//! What a stream yields is part of the results: any change here raises [`STREAM`] and is a changelog entry.

use wide::{i16x8, u8x16, u16x8, u64x2};

/// The version of the streams, kept with each result.
pub const STREAM: u32 = 1;

/// What a stream is for. Streams of one game are independent, so that two decks or lines on one seed share their luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The order of your library.
    Library,
    /// The order of the opponent's library.
    OpponentLibrary,
    /// Everything else: who begins, coins.
    Other,
}

/// `SplitMix64`'s finaliser: a bijection of 64 bits in which each input bit moves half of the output bits.
#[inline]
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The part of a stream's key that all games of a run share.
#[derive(Debug, Clone, Copy)]
pub struct Key(u64);

impl Key {
    /// The key of all streams for `purpose` in a run with `seed`.
    pub const fn new(seed: u64, purpose: Purpose) -> Self {
        Self(mix(mix(seed.wrapping_add(GOLDEN)).wrapping_add(GOLDEN.wrapping_mul(purpose as u64 + 1))))
    }

    /// The stream of one game: its state is hashed from key and game (never `key + game`).
    #[inline]
    pub const fn stream(self, game: u64) -> Rng {
        Rng(mix(self.0 ^ game.wrapping_mul(GOLDEN)))
    }
}

/// wyrand (Wang Yi): a counter whose values are hashed by one wide multiplication. It has no chain from word to word and
/// costs nothing to seed, which is what short streams ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rng(u64);

/// The most draws that [`Rng::indices`] makes at once.
pub const LOT: usize = 8;

/// What [`Rng::indices`] needs for ranges of `256 - i` and the seven below: the ranges (1 below 1), and for each how many
/// of the 2^16 values of a chunk are too many.
const RANGES: ([u16; 256 + LOT], [u16; 256 + LOT]) = {
    let (mut ranges, mut excess) = ([1; 256 + LOT], [0; 256 + LOT]);
    let mut i = 0;
    while i < 256 {
        ranges[i] = 256 - i as u16;
        excess[i] = ((1u32 << 16) % (256 - i as u32)) as u16;
        i += 1;
    }
    (ranges, excess)
};

impl Rng {
    /// The next 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x2d35_8dcc_aa6c_78a5);
        let wide = self.0 as u128 * (self.0 ^ 0x8bb8_4b93_962e_acc9) as u128;
        (wide >> 64) as u64 ^ wide as u64
    }

    /// A whole number in `0..n`, each equally likely. `n` is at least 1.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        let n = u64::from(n);
        loop {
            // Lemire, "Fast Random Integer Generation in an Interval".
            let wide = u128::from(self.next_u64()) * u128::from(n);
            let low = wide as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (wide >> 64) as u32;
            }
        }
    }

    /// Eight whole numbers in `0..n`, `0..n - 1`, and so on (0 where nothing is left), all combinations equally likely.
    ///
    /// Lemire's method on eight chunks of 16 bits side by side; a lot with a chunk that is one too many is drawn anew,
    /// which happens to one lot in a few hundred.
    #[inline]
    pub fn indices(&mut self, n: u32) -> [u8; LOT] {
        let from = 256 - n as usize % 257;
        let ranges = eight(&RANGES.0[from..]);
        let excess = eight(&RANGES.1[from..]);
        loop {
            let chunks: u16x8 = bytemuck::cast(u64x2::new([self.next_u64(), self.next_u64()]));
            // Above 0 where the low half of a product is below the excess.
            if excess.saturating_sub(chunks * ranges) == u16x8::ZERO {
                let high: i16x8 = bytemuck::cast(chunks.mul_keep_high(ranges));
                let [bytes, _]: [u64; 2] = bytemuck::cast(u8x16::narrow_i16x8(high, high));
                return bytes.to_le_bytes();
            }
        }
    }

    /// Hands out so many lots of [`Rng::indices`], each for what the one before it left, and with how many it leaves.
    #[inline(always)]
    pub fn lots(&mut self, n: u32, lots: u8, mut take: impl FnMut([u8; LOT], u32)) {
        // A copy, which stays in a register whatever is done with the lots.
        let (mut rng, mut left) = (Self(self.0), n);
        for _ in 0..lots {
            let lot = rng.indices(left);
            left = left.saturating_sub(LOT as u32);
            take(lot, left);
        }
        *self = rng;
    }
}

#[inline]
fn eight(values: &[u16]) -> u16x8 {
    u16x8::new(values.first_chunk().copied().unwrap_or([0; LOT]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: the state after one step from 0 is the increment, hashed with its second constant.
    #[test]
    fn the_generator_is_wyrand() {
        let mut rng = Rng(0);
        for step in 1..=5u64 {
            let state = u128::from(step.wrapping_mul(0x2d35_8dcc_aa6c_78a5));
            let product = state * (state ^ 0x8bb8_4b93_962e_acc9);
            assert_eq!(rng.next_u64(), (product >> 64) as u64 ^ product as u64);
        }
    }

    /// Chunk by chunk, from the lowest bits of the first word on.
    #[test]
    fn lots_are_lemires_method_on_chunks() {
        for n in 0..=256u32 {
            let mut rng = Key::new(3, Purpose::Other).stream(u64::from(n));
            let mut words = rng.clone();
            let got = rng.indices(n);
            let want = loop {
                let words = [words.next_u64(), words.next_u64()];
                let range = |i: usize| n.saturating_sub(i as u32).max(1);
                let wide: [u32; LOT] =
                    std::array::from_fn(|i| u32::from((words[i / 4] >> (16 * (i % 4))) as u16) * range(i));
                if (0..LOT).all(|i| wide[i] & 0xFFFF >= 0x1_0000 % range(i)) {
                    break wide.map(|w| (w >> 16) as u8);
                }
            };
            assert_eq!(got, want, "{n}");
        }
    }

    /// What a stream yields is part of every saved result: a change here needs a new [`STREAM`].
    #[test]
    fn streams_are_value_stable() {
        let mut rng = Key::new(7, Purpose::Library).stream(3);
        assert_eq!(STREAM, 1);
        let first = (rng.next_u64(), rng.below(60), rng.indices(60));
        assert_eq!(first, (13_356_590_872_363_621_330, 50, [18, 2, 17, 34, 45, 10, 12, 39]));
    }

    #[test]
    fn streams_of_neighbours_share_nothing() {
        let mut seen = std::collections::HashSet::new();
        for purpose in [Purpose::Library, Purpose::OpponentLibrary, Purpose::Other] {
            for seed in 0..10 {
                for game in 0..100 {
                    assert!(seen.insert(Key::new(seed, purpose).stream(game).next_u64()));
                }
            }
        }
    }

    /// Chi-square over all 5 * 4 * 3 outcomes of a batch at level 1e-6 (59 degrees of freedom: 129.5).
    #[test]
    fn batched_draws_are_uniform_together() {
        let mut rng = Key::new(1, Purpose::Other).stream(0);
        let mut counts = [0u32; 60];
        let trials = 600_000;
        for _ in 0..trials {
            let [a, b, c, ..] = rng.indices(5);
            counts[(a as usize * 4 + b as usize) * 3 + c as usize] += 1;
        }
        let mean = f64::from(trials) / 60.0;
        let chi: f64 = counts.iter().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
        assert!(chi < 129.5, "{chi}");
    }

    /// Every residue class below 2^64 must be hit equally: with the range 3 * 2^62 a biased method is off by a third.
    #[test]
    fn below_is_in_range() {
        let mut rng = Key::new(2, Purpose::Other).stream(0);
        for n in 1..=256 {
            for _ in 0..50 {
                assert!(rng.below(n) < n);
            }
        }
    }
}
