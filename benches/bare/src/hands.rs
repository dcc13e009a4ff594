//! B5: the search for a Bazaar of Baghdad by Serum Powder and the London mulligan, then one turn with nothing played.
//!
//! What makes it quick: a hand is an unordered set, and nearly all cards are still there, so six random bits name a card
//! and a card that is gone is refused; exile and bottoming are masks, and no library is ever laid out.

use crate::columns::Part;
use crate::random::Stream;

/// Bits are places in the deck list: 52 other cards (fifteen dredgers among them), four Powders, four Bazaars.
const DECK: u64 = (1 << 60) - 1;
const POWDERS: u64 = 0xf << 52;
const BAZAARS: u64 = 0xf << 56;
const SEVEN: u32 = 7;

/// Plays the part's games.
pub fn play<const TURNS: usize>(seed: u64, part: &mut Part<'_, TURNS>) {
    const { assert!(TURNS == 1) };
    let notes = part.kept.iter_mut().zip(part.mulligans.iter_mut());
    for ((game, truth), (kept, mulligans)) in (part.first_game..).zip(part.truth.iter_mut()).zip(notes) {
        let mut stream = Stream::new(seed, game);
        let mut cards = DECK;
        let mut size = SEVEN;
        // What is in the library and not known to lie at its bottom.
        let mut library;
        let mut hand;
        'keep: loop {
            hand = seven(&mut stream, cards);
            library = cards ^ hand;
            hand = bottom(hand, SEVEN - size);
            loop {
                if hand & BAZAARS != 0 {
                    break 'keep;
                }
                if hand & POWDERS == 0 {
                    break;
                }
                cards ^= hand;
                hand = if size == SEVEN {
                    seven(&mut stream, library)
                } else {
                    fewer(&mut stream, library, size)
                };
                library ^= hand;
            }
            if size == 1 {
                break;
            }
            size -= 1;
        }
        let opening = hand;
        // The turn: a card is drawn, and of eight the first in the discard order goes, which is the lowest place.
        hand |= fewer(&mut stream, library, 1);
        if size == SEVEN {
            hand &= hand - 1;
        }
        std::hint::black_box(hand);
        truth[0] = opening & BAZAARS != 0;
        *kept = size as i8;
        *mulligans = (SEVEN - size) as i8;
    }
    part.win_turn.fill(0);
    part.lose_turn.fill(0);
    part.on_play.fill(false);
}

/// Seven cards of `from`. Ten guesses come from one word; three in four hands need no more than nine.
#[inline(always)]
fn seven(stream: &mut Stream, from: u64) -> u64 {
    let mut word = stream.word();
    let mut hand = 0;
    for _ in 0..SEVEN {
        hand |= 1_u64.wrapping_shl(word as u32);
        word >>= 6;
    }
    hand &= from;
    for _ in 0..3 {
        let short = u64::from(hand.count_ones() < SEVEN);
        hand |= short.wrapping_shl(word as u32) & from;
        word >>= 6;
    }
    while hand.count_ones() < SEVEN {
        hand |= 1_u64.wrapping_shl((stream.word() >> 58) as u32) & from;
    }
    hand
}

/// `count` cards of `from`.
#[inline(always)]
fn fewer(stream: &mut Stream, from: u64, count: u32) -> u64 {
    let mut hand = 0;
    loop {
        let mut word = stream.word();
        for _ in 0..10 {
            hand |= 1_u64.wrapping_shl(word as u32) & from;
            word >>= 6;
            if hand.count_ones() == count {
                return hand;
            }
        }
    }
}

/// The hand without `count` cards: Powders beyond one first, then by place, Bazaars last.
#[inline(always)]
fn bottom(mut hand: u64, count: u32) -> u64 {
    for _ in 0..count {
        let powders = hand & POWDERS;
        let spare = powders & powders.wrapping_sub(1) != 0;
        let first = if spare { powders } else { hand };
        hand ^= first & first.wrapping_neg();
    }
    hand
}
