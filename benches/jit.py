"""Numba: each work one hand-written function, compiled before anything is timed."""

from __future__ import annotations

from functools import cache

import numpy as np
from numba import njit
from outcome import Outcome
from works import BAZAAR, COUNTED, CRABS, DEFAULTS, DREDGE, FETCHES, GLIMPSE, GRAVE, ISLAND, POWDER, TRAP, WORKS, cards


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


# Kinds of cards in B3, in the order in which they are discarded.
KINDS = [[], [ISLAND], [GRAVE], FETCHES, [TRAP], [GLIMPSE], CRABS]


@njit(nogil=True)
def play_mill(seed, kinds, columns, win_turn):  # noqa: C901, PLR0912, PLR0915
    """Play B3. `kinds`: of each card; `columns`: six of the default observables, the others never change."""
    np.random.seed(seed)  # noqa: NPY002
    size = kinds.size
    turns = columns.shape[2]
    library = np.empty(size, np.uint8)
    hand = np.empty(7, np.int64)
    for game in range(win_turn.size):
        library[:] = kinds
        hand[:] = 0
        left = size
        for _ in range(7):
            at = np.random.randint(0, left)  # noqa: NPY002
            left -= 1
            hand[library[at]] += 1
            library[at] = library[left]
        held = 7
        graveyard = islands = graves = crabs = milled = 0
        life = 20
        theirs = 60 - 7
        win_turn[game] = 0
        for turn in range(turns):
            if win_turn[game] == 0:
                at = np.random.randint(0, left)  # noqa: NPY002
                left -= 1
                hand[library[at]] += 1
                held += 1
                library[at] = library[left]
                blue, both = islands, graves
                land_played = False
                fetch = False
                while True:
                    entered = 0
                    mill = 0
                    if hand[6] > 0 and blue + both >= 1:
                        hand[6] -= 1
                        held -= 1
                        crabs += 1
                        if blue > 0:
                            blue -= 1
                        else:
                            both -= 1
                    elif not land_played and hand[1] + hand[2] + hand[3] > 0:
                        entered = 3 if hand[3] > 0 else (2 if hand[2] > 0 else 1)
                        hand[entered] -= 1
                        held -= 1
                        land_played = True
                    elif fetch:
                        fetch = False
                        graveyard += 1
                        life -= 1
                        for wanted in (2, 1):
                            for at in range(left):
                                if library[at] == wanted:
                                    left -= 1
                                    library[at] = library[left]
                                    entered = wanted
                                    break
                            if entered > 0:
                                break
                    elif hand[5] > 0 and both >= 1 and blue + both >= 2:
                        hand[5] -= 1
                        held -= 1
                        graveyard += 1
                        both -= 1
                        if blue > 0:
                            blue -= 1
                        else:
                            both -= 1
                        mill = 10
                    elif hand[4] > 0 and blue + both >= 5:
                        hand[4] -= 1
                        held -= 1
                        graveyard += 1
                        both -= max(0, 5 - blue)
                        blue = max(0, blue - 5)
                        mill = 13
                    else:
                        break
                    if entered > 0:
                        mill = 3 * crabs
                    if entered == 1:
                        islands += 1
                        blue += 1
                    elif entered == 2:
                        graves += 1
                        both += 1
                        life -= 2
                    elif entered == 3:
                        fetch = True
                    mill = min(mill, theirs)
                    milled += mill
                    theirs -= mill
                kind = 0
                while held > 7:
                    if hand[kind] > 0:
                        hand[kind] -= 1
                        held -= 1
                        graveyard += 1
                    else:
                        kind += 1
                if theirs == 0:
                    win_turn[game] = turn + 1
            columns[0, game, turn] = graveyard
            columns[1, game, turn] = held
            columns[2, game, turn] = left
            columns[3, game, turn] = life
            columns[4, game, turn] = theirs
            columns[5, game, turn] = milled
            if win_turn[game] == 0:
                theirs -= 1


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
    return Outcome({"number": number, "truth": truth, "kept": np.full(games, 7, np.int8)})


def b3(games: int, seed: int, threads: int) -> Outcome:
    """Mill with Crabs, fetch lands and spells."""
    del threads
    kinds = [next((at for at, names in enumerate(KINDS) if name in names), 0) for name in places("b3")]
    changing = np.empty((6, games, WORKS["b3"].turns), np.int16)
    win_turn = np.empty(games, np.int8)
    play_mill(seed, np.array(kinds, np.uint8), changing, win_turn)
    named = ["graveyard", "hand", "library", "life", "opponent_library", "opponent_milled"]
    fixed = {name: np.full(changing.shape[1:], 20 * (name == "opponent_life"), np.int16) for name in DEFAULTS}
    return Outcome(fixed | dict(zip(named, changing, strict=True)) | {"win turn": win_turn})


def b5(games: int, seed: int, threads: int) -> Outcome:
    """Look for a Bazaar, then play one turn."""
    del threads
    names = places("b5")
    truth = np.empty((games, 1), np.bool_)
    kept = np.empty(games, np.int8)
    mulligans = np.empty(games, np.int8)
    play_hands(seed, len(names), names.index(POWDER), names.index(BAZAAR), truth, kept, mulligans)
    return Outcome({"truth": truth, "kept": kept, "mulligans": mulligans})
