"""Plain Python, as an analyst would write it."""

from __future__ import annotations

import random

from outcome import Outcome
from works import BAZAAR, COUNTED, DREDGE, POWDER, WORKS, cards


def discard_to_seven(hand: list[str], graveyard: list[str], order: dict[str, int]) -> None:
    """Discard at cleanup: dredge cards first (largest number first), then by the deck list."""
    while len(hand) > 7:
        card = min(hand, key=lambda name: (-DREDGE.get(name, 0), order[name]))
        hand.remove(card)
        graveyard.append(card)


def draw(library: list[str], hand: list[str], graveyard: list[str]) -> bool:
    """Draw a card or dredge instead; False where there is no card to draw. The library's top is its end."""
    dredgers = [name for name in DREDGE if name in graveyard and len(library) >= DREDGE[name]]
    if dredgers:
        dredger = max(dredgers, key=DREDGE.__getitem__)
        graveyard.remove(dredger)
        hand.append(dredger)
        graveyard.extend(library.pop() for _ in range(DREDGE[dredger]))
        return True
    if not library:
        return False
    hand.append(library.pop())
    return True


def b1(games: int, seed: int, threads: int) -> Outcome:
    """Dredge for six turns."""
    del threads
    work = WORKS["b1"]
    order = {name: place for place, name in enumerate(work.deck)}
    rng = random.Random(seed)
    numbers, truths = [], []
    for _ in range(games):
        library = cards(work.deck)
        rng.shuffle(library)
        hand = [library.pop() for _ in range(7)]
        graveyard: list[str] = []
        number, truth = [], []
        lost = False
        for _turn in range(work.turns):
            if not lost:
                lost = not draw(library, hand, graveyard)
            if not lost:
                discard_to_seven(hand, graveyard, order)
            number.append(len(graveyard))
            truth.append(graveyard.count(COUNTED) >= 2 and any(name in DREDGE for name in hand))
        numbers.append(number)
        truths.append(truth)
    return Outcome(numbers, truths, [7] * games)


def put_on_bottom(hand: list[str], count: int, order: dict[str, int]) -> list[str]:
    """Bottom so many cards: Powders beyond the first, then by the deck list (Bazaars are last in it)."""
    bottom = []
    for _ in range(count):
        card = POWDER if hand.count(POWDER) > 1 else min(hand, key=order.__getitem__)
        hand.remove(card)
        bottom.append(card)
    return bottom


def opening_hand(rng: random.Random, deck: list[str], order: dict[str, int]) -> tuple[list[str], list[str], int]:
    """Return the kept hand, the library and the number of mulligans."""
    mulligans = 0
    while True:
        rng.shuffle(deck)
        hand, library = deck[:7], deck[7:]
        bottom = put_on_bottom(hand, mulligans, order)
        while BAZAAR not in hand and POWDER in hand:
            size = len(hand)
            hand, library = library[:size], library[size:]
        if BAZAAR in hand or len(hand) == 1:
            return hand, library + bottom, mulligans
        deck = hand + library + bottom
        mulligans += 1


def b5(games: int, seed: int, threads: int) -> Outcome:
    """Look for a Bazaar, then play one turn."""
    del threads
    work = WORKS["b5"]
    order = {name: place for place, name in enumerate(work.deck)}
    rng = random.Random(seed)
    truths, kept, mulligans = [], [], []
    for _ in range(games):
        opening, library, taken = opening_hand(rng, cards(work.deck), order)
        hand = [*opening, library[0]]
        discard_to_seven(hand, [], order)
        truths.append([BAZAAR in opening])
        kept.append(len(opening))
        mulligans.append(taken)
    return Outcome(None, truths, kept, mulligans)
