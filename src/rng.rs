//! Random streams keyed by (seed, game, purpose), and unbiased bounded draws.
//!
//! What a stream yields is part of the results: any change here raises [`STREAM`] and is a changelog entry.

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

/// SplitMix64's finaliser: a bijection of 64 bits in which each input bit moves half of the output bits.
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

    /// The stream of one game: 128 bits of state, hashed from key and game (never `key + game`).
    #[inline]
    pub const fn stream(self, game: u64) -> Rng {
        let a = mix(self.0 ^ game.wrapping_mul(GOLDEN));
        let b = mix(a ^ self.0.rotate_left(32).wrapping_add(game));
        // The all-zero state is the generator's only fixed point.
        Rng { a, b: b | (a == 0) as u64 }
    }
}

/// xoroshiro128++ (Blackman and Vigna).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rng {
    a: u64,
    b: u64,
}

/// The most draws that [`Rng::indices`] takes from one random word: with at most 256 cards the product of the
/// ranges stays below 2^56, so that fewer than one word in 256 needs a second look.
pub const BATCH: usize = 7;

impl Rng {
    /// The next 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        let (a, mut b) = (self.a, self.b);
        let out = a.wrapping_add(b).rotate_left(17).wrapping_add(a);
        b ^= a;
        self.a = a.rotate_left(49) ^ b ^ (b << 21);
        self.b = b.rotate_left(28);
        out
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

    /// `k` (at most [`BATCH`]) whole numbers in `0..n`, `0..n - 1`, and so on, all combinations equally likely, from
    /// one random word (Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer Generation").
    #[inline]
    pub fn indices(&mut self, n: u32, k: usize) -> [u8; BATCH + 1] {
        debug_assert!(k <= BATCH && k as u32 <= n && n <= 256);
        let mut out = [0; BATCH + 1];
        loop {
            let mut word = self.next_u64();
            let mut product = 1u64;
            for (i, slot) in out.iter_mut().take(k).enumerate() {
                let range = u64::from(n) - i as u64;
                let wide = u128::from(word) * u128::from(range);
                *slot = (wide >> 64) as u8;
                word = wide as u64;
                product *= range;
            }
            // The rest of the word is uniform below 2^64; only its first 2^64 mod product values are too many.
            if word >= product || word >= product.wrapping_neg() % product {
                return out;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vectors of the reference implementation for the state (1, 2).
    #[test]
    fn the_generator_is_xoroshiro128_plus_plus() {
        let mut rng = Rng { a: 1, b: 2 };
        let got: Vec<u64> = (0..10).map(|_| rng.next_u64()).collect();
        let want = [
            393_217,
            669_327_710_093_319,
            1_732_421_326_133_921_491,
            11_394_790_081_659_126_983,
            9_555_452_776_773_192_676,
            3_586_421_180_005_889_563,
            1_691_397_964_866_707_553,
            10_735_626_796_753_111_697,
            15_216_282_715_349_408_991,
            14_247_243_556_711_267_923,
        ];
        assert_eq!(got, want);
    }

    /// What a stream yields is part of every saved result: a change here needs a new [`STREAM`].
    #[test]
    fn streams_are_value_stable() {
        let mut rng = Key::new(7, Purpose::Library).stream(3);
        assert_eq!(STREAM, 1);
        let first = (rng.next_u64(), rng.below(60), rng.indices(60, 7));
        assert_eq!(first, (18_275_008_252_887_964_305, 26, [58, 54, 25, 12, 6, 8, 30, 0]));
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
            let [a, b, c, ..] = rng.indices(5, 3);
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
