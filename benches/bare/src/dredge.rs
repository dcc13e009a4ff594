//! B1: `line=None` with fifteen dredgers among sixty cards, on the draw.
//!
//! What makes it quick: the order of a deal owes nothing to the game, so all cards that six turns can need are dealt at
//! once and only the masks of the order's prefixes are kept; a mill is then the difference of two of them, however many
//! cards it has, and nothing in a game is a branch. The hand is what was seen and is not in the graveyard. Four games are
//! played side by side, since each step of a game waits for the one before.

use crate::columns::Part;
use crate::random::{DRAWS, deal};

/// Bits are places in the deck list: the dredgers come first, the largest number first.
const DREDGERS: u64 = 0x7fff;
/// The 4-of that the observable counts: the four places after the dredgers.
const COUNTED: u64 = 0xf << 15;
/// The dredge number of each place; of the sixteenth place, which stands for "no dredger": one card is drawn.
const NUMBER: [u8; 64] = {
    let mut numbers = [1; 64];
    let mut place = 0;
    while place < 15 {
        numbers[place] = 6 - place as u8 / 4;
        place += 1;
    }
    numbers
};
const NO_DREDGER: u64 = 1 << 15;
const OPENING: usize = 7;
const DECK: [u8; 64] = {
    let mut deck = [0; 64];
    let mut place = 0;
    while place < 64 {
        deck[place] = place as u8;
        place += 1;
    }
    deck
};

/// Games played side by side: a turn is a chain of steps that wait for each other, and the processor has room for more.
const SIDE_BY_SIDE: usize = 4;

/// Plays the part's games. At most six cards leave the library a turn, so for `TURNS` <= 6 it never runs out, every
/// dredger may be used, and nobody loses.
pub fn play<const TURNS: usize>(seed: u64, part: &mut Part<'_, TURNS>) {
    let mut game = part.first_game;
    let mut numbers = part.number.chunks_exact_mut(SIDE_BY_SIDE);
    let mut truths = part.truth.chunks_exact_mut(SIDE_BY_SIDE);
    let mut table = Table::default();
    for (number, truth) in numbers.by_ref().zip(truths.by_ref()) {
        table.play::<TURNS, SIDE_BY_SIDE>(seed, game, number, truth);
        game += SIDE_BY_SIDE as u64;
    }
    let rest = numbers.into_remainder().chunks_exact_mut(1).zip(truths.into_remainder().chunks_exact_mut(1));
    for (number, truth) in rest {
        table.play::<TURNS, 1>(seed, game, number, truth);
        game += 1;
    }
    part.win_turn.fill(0);
    part.lose_turn.fill(0);
    part.kept.fill(OPENING as i8);
    part.mulligans.fill(0);
    part.on_play.fill(false);
}

/// Where games are played. 256 entries: an index that is a byte needs no check.
struct Table {
    library: [u8; 256],
    /// The cards dealt first, as a mask, by their number.
    prefix: [[u64; 256]; SIDE_BY_SIDE],
}

impl Default for Table {
    fn default() -> Self {
        Self { library: [0; 256], prefix: [[0; 256]; SIDE_BY_SIDE] }
    }
}

impl Table {
    #[inline(always)]
    fn play<const TURNS: usize, const LANES: usize>(
        &mut self,
        seed: u64,
        first: u64,
        number: &mut [[i16; TURNS]],
        truth: &mut [[bool; TURNS]],
    ) {
        const { assert!(OPENING + 1 + 6 * (TURNS - 1) <= DRAWS) };
        const { assert!(LANES <= SIDE_BY_SIDE) };
        let number: &mut [[i16; TURNS]; LANES] = number.try_into().expect("one row a lane");
        let truth: &mut [[bool; TURNS]; LANES] = truth.try_into().expect("one row a lane");
        for lane in 0..LANES {
            self.deal::<TURNS>(seed, first + lane as u64, lane);
        }
        // Turn one: the graveyard is empty, so a card is drawn; the lowest place of eight is discarded.
        let mut dealt = [OPENING as u8 + 1; LANES];
        let mut known = [0_u64; LANES];
        let mut graveyard = [0_u64; LANES];
        for lane in 0..LANES {
            known[lane] = self.prefix[lane][OPENING + 1];
            graveyard[lane] = known[lane] & known[lane].wrapping_neg();
            number[lane][0] = 1;
            truth[lane][0] = false;
        }
        for turn in 1..TURNS {
            for lane in 0..LANES {
                let dredgers = graveyard[lane] & DREDGERS;
                let returned = dredgers & dredgers.wrapping_neg();
                dealt[lane] += NUMBER[(dredgers | NO_DREDGER).trailing_zeros() as usize & 63];
                let before = known[lane];
                known[lane] = self.prefix[lane][usize::from(dealt[lane])];
                let milled = if dredgers == 0 { 0 } else { known[lane] ^ before };
                graveyard[lane] = (graveyard[lane] ^ returned) | milled;
                let hand = known[lane] ^ graveyard[lane];
                graveyard[lane] |= hand & hand.wrapping_neg();
                let kept = hand & hand.wrapping_sub(1);
                let counted = graveyard[lane] & COUNTED;
                let two = counted & counted.wrapping_sub(1);
                // Seven cards stay in hand each turn.
                number[lane][turn] = i16::from(dealt[lane]) - OPENING as i16;
                #[expect(clippy::needless_bitwise_bool)]
                let observed = (two != 0) & (kept & DREDGERS != 0);
                truth[lane][turn] = observed;
            }
        }
    }

    /// Lays out the prefixes of a game's order, from the seventh card on.
    #[inline(always)]
    fn deal<const TURNS: usize>(&mut self, seed: u64, game: u64, lane: usize) {
        let draws = deal(seed, game);
        self.library[..64].copy_from_slice(&DECK);
        let mut taken = 0_u64;
        let mut take = |k: usize| {
            let card = self.library[usize::from(draws[k])];
            self.library[usize::from(draws[k])] = self.library[59 - k];
            taken |= 1_u64.wrapping_shl(u32::from(card));
            taken
        };
        for k in 0..OPENING {
            take(k);
        }
        self.prefix[lane][OPENING + 1] = take(OPENING);
        for turn in 1..TURNS {
            let first = OPENING + 1 + 6 * (turn - 1);
            for k in first..first + 6 {
                self.prefix[lane][k + 1] = take(k);
            }
        }
    }
}
