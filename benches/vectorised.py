"""numpy, all games at once.

A shuffle is a sort of random keys, whose low bits name the class of the card: the four dredge numbers, the counted 4-of,
anything else (classes in the order of discard, so a class is all that must be known of a card). One prefix sum over
packed counters (a field a class) then says what the first n cards of every library are; zones are such packed counts,
and a turn is a dozen operations on arrays of games.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from outcome import Outcome
from works import COUNTED, DREDGE, WORKS, cards

BITS = [3, 3, 3, 2, 3, 6]  # enough for the cards of each class
SHIFTS = [sum(BITS[:at]) for at in range(len(BITS))]
UNITS = np.array([1 << shift for shift in SHIFTS] + [0, 0], np.uint32)
CLASS = np.uint32(7)
DREDGER_BITS = SHIFTS[4]
KNOWN_BITS = SHIFTS[5]
CHUNK = 2048  # games whose keys fit in the second-level cache
OPENING = 7


@cache
def tables() -> tuple[np.ndarray, ...]:
    """Return the classes of the deck, then tables by packed counts."""
    numbers = [*DREDGE.values(), 1]
    order = {name: place for place, name in enumerate([*DREDGE, COUNTED])}
    classes = np.array([order.get(name, 5) for name in cards(WORKS["b1"].deck)], np.uint32)
    dredgers = np.arange(1 << DREDGER_BITS, dtype=np.uint32)
    best = np.full(dredgers.size, 4)
    for at in (3, 2, 1, 0):
        best[(dredgers >> SHIFTS[at]) & ((1 << BITS[at]) - 1) > 0] = at
    returned = np.where(best < 4, UNITS[best], 0).astype(np.uint32)
    milled = np.array(numbers, np.uint8)[best]
    known = np.arange(1 << KNOWN_BITS, dtype=np.uint32)
    first = np.full(known.size, 5)
    for at in (4, 3, 2, 1, 0):
        first[(known >> SHIFTS[at]) & ((1 << BITS[at]) - 1) > 0] = at
    return classes, returned, milled, UNITS[first]


def play(rng: np.random.Generator, number: np.ndarray, truth: np.ndarray) -> None:
    """Play as many games as there are rows. Six turns never need more than 38 cards: no library runs out."""
    classes, returned, milled, discarded = tables()
    games, turns = number.shape
    size = classes.size
    keys = rng.bit_generator.random_raw(games * size // 2).view(np.uint32).reshape(games, size)
    keys &= ~CLASS
    keys |= classes
    keys.sort(axis=1)
    need = OPENING + 1 + 6 * (turns - 1)
    keys &= CLASS
    prefix = np.take(UNITS, keys[:, :need], mode="clip")
    np.cumsum(prefix, axis=1, out=prefix)
    flat = prefix.reshape(-1)
    at = np.arange(OPENING, games * need, need)  # where each game's last dealt card stands
    known = flat[at]
    graveyard = np.zeros(games, np.uint32)
    dredger_mask = np.uint32((1 << DREDGER_BITS) - 1)
    known_mask = np.uint32((1 << KNOWN_BITS) - 1)
    two = np.uint32(2 << SHIFTS[4])
    counted_mask = np.uint32(7 << SHIFTS[4])
    out = np.zeros(games, np.int16)
    for turn in range(turns):
        if turn > 0:
            dredgers = graveyard & dredger_mask
            at += milled[dredgers]
            now = flat[at]
            graveyard += (now - known) * (dredgers > 0)
            graveyard -= returned[dredgers]
            out += milled[dredgers]
            known = now
        else:
            out += 1
        hand = known - graveyard
        thrown = discarded[hand & known_mask]
        graveyard += thrown
        hand -= thrown
        number[:, turn] = out
        truth[:, turn] = ((graveyard & counted_mask) >= two) & ((hand & dredger_mask) > 0)


def b1(games: int, seed: int, threads: int) -> Outcome:
    """Dredge for six turns."""
    del threads
    rng = np.random.Generator(np.random.SFC64(seed))
    number = np.empty((games, WORKS["b1"].turns), np.int16)
    truth = np.empty(number.shape, np.bool_)
    for first in range(0, games, CHUNK):
        part = slice(first, first + CHUNK)
        play(rng, number[part], truth[part])
    return Outcome(number, truth, np.full(games, OPENING, np.int8), np.zeros(games, np.int8))
