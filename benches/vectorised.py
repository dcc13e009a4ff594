"""numpy, all games at once.

A shuffle is a sort of random keys, whose low bits name the class of the card: the four dredge numbers, the counted
4-of, anything else (classes in the order of discard, so a class is all that must be known of a card). One prefix sum
over packed counters (a field a class; the low bits of a key are where its field begins) then says what the first n
cards of every library are; zones are such packed counts, and a turn is a dozen operations on arrays of games.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from outcome import Outcome
from works import COUNTED, DREDGE, WORKS, cards

BITS = [3, 3, 3, 2, 3, 6]  # enough for the cards of each class
SHIFTS = [sum(BITS[:at]) for at in range(len(BITS))]
FIELD = np.uint32(31)
DREDGERS = np.uint32((1 << SHIFTS[4]) - 1)
COUNTS = np.uint32(7 << SHIFTS[4])
TWO = np.uint32(2 << SHIFTS[4])
FIRST_FIVE = np.uint32((1 << SHIFTS[5]) - 1)
ONE = np.uint32(1)
CHUNK = 4096  # games whose keys fit in the second-level cache
OPENING = 7


def first_class(counts: np.ndarray, classes: int) -> np.ndarray:
    """Return the first class that each packed count holds, or `classes` where it holds none of them."""
    first = np.full(counts.size, classes)
    for at in reversed(range(classes)):
        first[(counts >> SHIFTS[at]) & ((1 << BITS[at]) - 1) > 0] = at
    return first


@cache
def tables() -> tuple[np.ndarray, ...]:
    """Return the field of each card of the deck, then by packed counts: dredged, how many, discarded."""
    order = {name: at for at, name in enumerate([*DREDGE, COUNTED])}
    fields = np.array([SHIFTS[order.get(name, 5)] for name in cards(WORKS["b1"].deck)], np.uint32)
    units = np.array([1 << shift for shift in SHIFTS], np.uint32)
    dredged = first_class(np.arange(DREDGERS + 1), 4)
    returned = np.append(units[:4], 0).astype(np.uint32)[dredged]
    milled = np.array([*DREDGE.values(), 1])[dredged]
    return fields, returned, milled, units[first_class(np.arange(FIRST_FIVE + 1), 5)]


def prefixes(rng: np.random.Generator, games: int, fields: np.ndarray, need: int) -> np.ndarray:
    """Return (need, games) packed counts: what the first one, two, ... cards of each library are."""
    keys = rng.bit_generator.random_raw(games * fields.size // 2).view(np.uint32).reshape(games, fields.size)
    keys &= ~FIELD
    keys |= fields
    keys.sort(axis=1)
    prefix = np.empty((need, games), np.uint32)
    # Rows of games: adding them is the prefix sum, and far quicker than numpy's cumsum along a short axis.
    np.left_shift(ONE, (keys[:, :need] & FIELD).T, out=prefix)
    for at in range(1, need):
        np.add(prefix[at - 1], prefix[at], out=prefix[at])
    return prefix


def play(rng: np.random.Generator, number: np.ndarray, truth: np.ndarray) -> None:
    """Play as many games as there are rows. Six turns never need more than 38 cards: no library runs out."""
    fields, returned, milled, discarded = tables()
    games, turns = number.shape
    prefix = prefixes(rng, games, fields, OPENING + 1 + 6 * (turns - 1)).reshape(-1)
    dealt = np.full(games, OPENING)
    game = np.arange(games)
    known = prefix[dealt * games + game]
    graveyard = np.zeros(games, np.uint32)
    number[:, 0] = 1
    for turn in range(turns):
        if turn > 0:
            dredgers = graveyard & DREDGERS
            dealt += milled.take(dredgers)
            new = known
            known = prefix.take(dealt * games + game)
            new = known - new
            new *= dredgers > 0
            graveyard += new
            graveyard -= returned.take(dredgers)
            number[:, turn] = dealt - (OPENING - 1)
        hand = known - graveyard
        thrown = discarded.take(hand & FIRST_FIVE)
        graveyard += thrown
        hand -= thrown
        truth[:, turn] = ((graveyard & COUNTS) >= TWO) & ((hand & DREDGERS) > 0)


def b1(games: int, seed: int, threads: int) -> Outcome:
    """Dredge for six turns."""
    del threads
    rng = np.random.Generator(np.random.SFC64(seed))
    number = np.empty((games, WORKS["b1"].turns), np.int16)
    truth = np.empty(number.shape, np.bool_)
    for first in range(0, games, CHUNK):
        part = slice(first, first + CHUNK)
        play(rng, number[part], truth[part])
    return Outcome({"number": number, "truth": truth, "kept": np.full(games, OPENING, np.int8)})
