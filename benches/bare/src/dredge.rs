//! B1: `line=None` with fifteen dredgers among sixty cards, on the draw.
//!
//! What makes it quick: the order of a deal owes nothing to the game, so all cards that six turns can need are dealt at
//! once and only the masks of the order's prefixes are kept; a mill is then the difference of two of them, however many
//! cards it has, and nothing in a game is a branch. The hand is what was seen and is not in the graveyard.

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

/// Plays the part's games. At most six cards leave the library a turn, so for `TURNS` <= 6 it never runs out, every
/// dredger may be used, and nobody loses.
pub fn play<const TURNS: usize>(seed: u64, part: &mut Part<'_, TURNS>) {
    const { assert!(OPENING + 1 + 6 * (TURNS - 1) <= DRAWS) };
    // 256 entries: an index that is a byte needs no check.
    let mut library = [0_u8; 256];
    let mut prefix = [0_u64; 256];
    for ((game, number), truth) in (part.first_game..).zip(part.number.iter_mut()).zip(part.truth.iter_mut())
    {
        let draws = deal(seed, game);
        library[..64].copy_from_slice(&DECK);
        let mut taken = 0_u64;
        for k in 0..OPENING + 1 + 6 * (TURNS - 1) {
            let card = library[usize::from(draws[k])];
            library[usize::from(draws[k])] = library[59 - k];
            taken |= 1_u64.wrapping_shl(u32::from(card));
            if k >= OPENING {
                prefix[k + 1] = taken;
            }
        }

        // Turn one: the graveyard is empty, so a card is drawn; the lowest place of eight is discarded.
        let mut dealt = OPENING as u8 + 1;
        let mut known = prefix[OPENING + 1];
        let mut graveyard = known & known.wrapping_neg();
        number[0] = 1;
        truth[0] = false;
        for turn in 1..TURNS {
            let dredgers = graveyard & DREDGERS;
            let returned = dredgers & dredgers.wrapping_neg();
            dealt += NUMBER[(dredgers | NO_DREDGER).trailing_zeros() as usize & 63];
            let before = known;
            known = prefix[usize::from(dealt)];
            let milled = if dredgers == 0 { 0 } else { known ^ before };
            graveyard = (graveyard ^ returned) | milled;
            let hand = known ^ graveyard;
            graveyard |= hand & hand.wrapping_neg();
            let kept = hand & hand.wrapping_sub(1);
            let counted = graveyard & COUNTED;
            // Seven cards stay in hand each turn.
            number[turn] = i16::from(dealt) - OPENING as i16;
            let two = counted & counted.wrapping_sub(1);
            truth[turn] = (two != 0) & (kept & DREDGERS != 0);
        }
    }
    part.win_turn.fill(0);
    part.lose_turn.fill(0);
    part.kept.fill(OPENING as i8);
    part.mulligans.fill(0);
    part.on_play.fill(false);
}
