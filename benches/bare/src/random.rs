//! Random numbers keyed by (seed, game), and the bounded draws of a whole deal at once.

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// `SplitMix64`'s finaliser: seeds and game numbers that differ in one bit give unrelated keys.
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The words of one game (wyrand): a counter hashed by one wide product, so words do not wait for each other.
pub struct Stream(u64);

impl Stream {
    #[inline(always)]
    pub const fn new(seed: u64, game: u64) -> Self {
        Self(mix(mix(seed).wrapping_add(game.wrapping_mul(GOLDEN))))
    }

    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (product as u64) ^ (product >> 64) as u64
    }
}

/// Draws of one deal: the k-th is below `BOUND[k]`, as a partial Fisher-Yates shuffle of sixty cards wants them.
pub const DRAWS: usize = 40;
const LANES: usize = 8;
const BOUND: [u16; DRAWS] = {
    let mut bounds = [0; DRAWS];
    let mut k = 0;
    while k < DRAWS {
        bounds[k] = 60 - k as u16;
        k += 1;
    }
    bounds
};
/// 2^16 mod bound: a product whose low half is below it would favour small results, so it is drawn again.
const REFUSED: [u16; DRAWS] = {
    let mut refused = [0; DRAWS];
    let mut k = 0;
    while k < DRAWS {
        refused[k] = ((1_u32 << 16) % BOUND[k] as u32) as u16;
        k += 1;
    }
    refused
};

/// All draws of a game's deal. The bounds are known beforehand, so eight products are one instruction.
#[inline(always)]
pub fn deal(seed: u64, game: u64) -> [u8; DRAWS] {
    let words = words(&mut Stream::new(seed, game));
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code)]
    // SAFETY: SSE2 is part of x86_64.
    let (draws, refused) = unsafe { products(&words) };
    #[cfg(not(target_arch = "x86_64"))]
    let (draws, refused) = products(&words);
    if refused { redraw(seed, game) } else { draws }
}

#[inline(always)]
fn words(stream: &mut Stream) -> [u64; DRAWS / 4] {
    let mut words = [0; DRAWS / 4];
    for word in &mut words {
        *word = stream.word();
    }
    words
}

/// One deal in eighty needs this. It makes the words anew: were they handed over they would have to lie in memory,
/// and reading back as one what was written as two costs more than all the rest.
#[cold]
#[inline(never)]
fn redraw(seed: u64, game: u64) -> [u8; DRAWS] {
    let mut stream = Stream::new(seed, game);
    let words = words(&mut stream);
    let mut draws = [0; DRAWS];
    for (k, draw) in draws.iter_mut().enumerate() {
        let mut chunk = (words[k / 4] >> (16 * (k % 4))) as u16;
        let mut product = u32::from(chunk) * u32::from(BOUND[k]);
        while (product as u16) < REFUSED[k] {
            chunk = (stream.word() >> 48) as u16;
            product = u32::from(chunk) * u32::from(BOUND[k]);
        }
        *draw = (product >> 16) as u8;
    }
    draws
}

/// The products' high halves, and whether any draw has to be done again.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse2")]
#[inline]
fn products(words: &[u64; DRAWS / 4]) -> ([u8; DRAWS], bool) {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_cvtsi128_si64, _mm_movemask_epi8, _mm_mulhi_epu16, _mm_mullo_epi16,
        _mm_or_si128, _mm_packus_epi16, _mm_set_epi16, _mm_set_epi64x, _mm_setzero_si128, _mm_subs_epu16,
    };
    let lanes = |table: &[u16; DRAWS], at: usize| -> __m128i {
        let t = |k: usize| table[at * LANES + k] as i16;
        _mm_set_epi16(t(7), t(6), t(5), t(4), t(3), t(2), t(1), t(0))
    };
    let mut draws = [0; DRAWS];
    let mut refused = _mm_setzero_si128();
    for (at, out) in draws.chunks_exact_mut(LANES).enumerate() {
        let chunks = _mm_set_epi64x(words[2 * at + 1] as i64, words[2 * at] as i64);
        let bounds = lanes(&BOUND, at);
        let high = _mm_mulhi_epu16(chunks, bounds);
        let low = _mm_mullo_epi16(chunks, bounds);
        refused = _mm_or_si128(refused, _mm_subs_epu16(lanes(&REFUSED, at), low));
        out.copy_from_slice(&_mm_cvtsi128_si64(_mm_packus_epi16(high, high)).to_le_bytes());
    }
    let none = _mm_movemask_epi8(_mm_cmpeq_epi8(refused, _mm_setzero_si128())) == 0xffff;
    (draws, !none)
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn products(words: &[u64; DRAWS / 4]) -> ([u8; DRAWS], bool) {
    let mut draws = [0; DRAWS];
    let mut refused = false;
    for k in 0..DRAWS {
        let product = ((words[k / 4] >> (16 * (k % 4))) & 0xffff) as u32 * u32::from(BOUND[k]);
        draws[k] = (product >> 16) as u8;
        refused |= (product as u16) < REFUSED[k];
    }
    (draws, refused)
}
