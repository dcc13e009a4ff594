"""Numba: each work one hand-written function, compiled before anything is timed."""

from __future__ import annotations

from functools import cache

import numpy as np
from numba import njit
from outcome import Outcome
from works import BAZAAR, COUNTED, DREDGE, POWDER, WORKS, cards


@njit(nogil=True)
def play_dredge(seed, numbers, counted, number, truth):  # noqa: C901, PLR0912, PLR0915
    """Play B1. `numbers` are the dredge numbers by place in the deck list, the largest first, 0 for other cards."""
    np.random.seed(seed)  # noqa: NPY002  (what Numba has inside a function)
    size = numbers.size
    turns = number.shape[1]
    library = np.empty(size, np.uint8)
    in_hand = np.zeros(size, np.bool_)
    in_graveyard = np.zeros(size, np.bool_)
    dredgers = 0
    while dredgers < size and numbers[dredgers] > 0:
        dredgers += 1
    for game in range(number.shape[0]):
        for card in range(size):
            library[card] = card
            in_hand[card] = False
            in_graveyard[card] = False
        left = size
        hand = 0
        graveyard = 0
        lost = False
        for turn in range(turns):
            if not lost:
                returned = -1
                for card in range(dredgers):
                    if in_graveyard[card] and numbers[card] <= left:
                        returned = card
                        break
                if returned >= 0:
                    count = numbers[returned]
                    in_graveyard[returned] = False
                    in_hand[returned] = True
                    hand += 1
                    graveyard += count - 1
                else:
                    count = 8 if turn == 0 else 1
                    if count > left:
                        lost = True
                        count = 0
                    hand += count
                for _ in range(count):
                    at = np.random.randint(0, left)  # noqa: NPY002
                    card = library[at]
                    left -= 1
                    library[at] = library[left]
                    if returned >= 0:
                        in_graveyard[card] = True
                    else:
                        in_hand[card] = True
                card = 0
                while hand > 7:
                    if in_hand[card]:
                        in_hand[card] = False
                        in_graveyard[card] = True
                        hand -= 1
                        graveyard += 1
                    card += 1
            copies = 0
            for card in range(counted, counted + 4):
                copies += in_graveyard[card]
            dredger_in_hand = False
            for card in range(dredgers):
                if in_hand[card]:
                    dredger_in_hand = True
                    break
            number[game, turn] = graveyard
            truth[game, turn] = copies >= 2 and dredger_in_hand


@njit(nogil=True)
def play_hands(seed, size, powders, bazaars, truth, kept, mulligans):  # noqa: C901, PLR0912, PLR0917
    """Play B5. The Powders begin at place `powders`, the Bazaars at `bazaars` and end the deck list."""
    np.random.seed(seed)  # noqa: NPY002
    deck = np.empty(size, np.uint8)
    hand = np.empty(8, np.uint8)
    for game in range(truth.shape[0]):
        for card in range(size):
            deck[card] = card
        cards = size  # those not in exile are deck[:cards]
        taken = 0
        while True:
            # Seven cards go to the end of the deck.
            left = cards
            for at in range(7):
                pick = np.random.randint(0, left)  # noqa: NPY002
                left -= 1
                deck[pick], deck[left] = deck[left], deck[pick]
                hand[at] = deck[left]
            # The bottomed come first in what was drawn: they stay in the deck if the hand is exiled.
            held = 7
            for _ in range(taken):
                spare = 0
                for at in range(held):
                    spare += powders <= hand[at] < bazaars
                choice = -1
                for at in range(held):
                    powder = powders <= hand[at] < bazaars
                    if (spare < 2 or powder) and (choice < 0 or hand[at] < hand[choice]):
                        choice = at
                held -= 1
                hand[choice], hand[held] = hand[held], hand[choice]
            for at in range(7):
                deck[left + 6 - at] = hand[at]
            has = False
            while True:
                powder = False
                for at in range(held):
                    has |= hand[at] >= bazaars
                    powder |= powders <= hand[at] < bazaars
                if has or not powder:
                    break
                # The hand lies at the deck's end; the bottomed lie before it, and are not to be drawn.
                cards -= held
                for at in range(held):
                    pick = np.random.randint(0, left)  # noqa: NPY002
                    left -= 1
                    hand[at] = deck[pick]
                    deck[pick] = deck[left]
                # The bottomed close up, the new hand lies behind them.
                for at in range(taken):
                    deck[left + at] = deck[left + held + at]
                for at in range(held):
                    deck[left + taken + at] = hand[at]
            if has or held == 1:
                break
            taken += 1
        truth[game, 0] = has
        kept[game] = held
        mulligans[game] = taken
        # The turn: a card is drawn; of eight, the first of the deck list is discarded.
        hand[held] = deck[np.random.randint(0, left)]  # noqa: NPY002
        if held == 7:
            first = 0
            for at in range(8):
                if hand[at] < hand[first]:
                    first = at
            hand[first] = hand[7]


@cache
def places(name: str) -> list[str]:
    return cards(WORKS[name].deck)


def b1(games: int, seed: int, threads: int) -> Outcome:
    """Dredge for six turns."""
    del threads
    names = places("b1")
    number = np.empty((games, WORKS["b1"].turns), np.int16)
    truth = np.empty(number.shape, np.bool_)
    numbers = np.array([DREDGE.get(name, 0) for name in names])
    play_dredge(seed, numbers, names.index(COUNTED), number, truth)
    return Outcome(number, truth, np.full(games, 7, np.int8))


def b5(games: int, seed: int, threads: int) -> Outcome:
    """Look for a Bazaar, then play one turn."""
    del threads
    names = places("b5")
    truth = np.empty((games, 1), np.bool_)
    kept = np.empty(games, np.int8)
    mulligans = np.empty(games, np.int8)
    play_hands(seed, len(names), names.index(POWDER), names.index(BAZAAR), truth, kept, mulligans)
    return Outcome(None, truth, kept, mulligans)
