"""Plain Python, as an analyst would write it."""

from __future__ import annotations

import random
from itertools import combinations, permutations

from outcome import Outcome
from works import (
    AMALGAM,
    BAZAAR,
    BREACH,
    BREACH_LANDS,
    BREACH_MANA,
    BREACH_WANTED,
    CONFLUENCE,
    COUNTED,
    CRABS,
    DEFAULTS,
    DIAMOND,
    DREDGE,
    FETCHES,
    FREEZE,
    GLIMPSE,
    GRAVE,
    ISLAND,
    LOOTING,
    LOOTING_LANDS,
    NARCOMOEBA,
    PETAL,
    POWDER,
    TRAP,
    WORKS,
    cards,
)


def discard(hand: list[str], graveyard: list[str], order: dict[str, int]) -> None:
    """Discard a card, if there is one: a dredge card (largest number first), else by the deck list."""
    if hand:
        card = min(hand, key=lambda name: (-DREDGE.get(name, 0), order[name]))
        hand.remove(card)
        graveyard.append(card)


def discard_to_seven(hand: list[str], graveyard: list[str], order: dict[str, int]) -> None:
    """Discard at cleanup."""
    while len(hand) > 7:
        discard(hand, graveyard, order)


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
    return Outcome({"number": numbers, "truth": truths, "kept": [7] * games})


def by_column(games: list[list[tuple[int, ...]]], turns: int, **of_games: list[int]) -> Outcome:
    """Turn what stands there by game and turn into columns; what a game ended with stands for its later turns too."""
    full = [game + game[-1:] * (turns - len(game)) for game in games]
    columns = {name: [[turn[at] for turn in game] for game in full] for at, name in enumerate(DEFAULTS)}
    return Outcome(columns | of_games)


def b2(games: int, seed: int, threads: int) -> Outcome:  # noqa: C901, PLR0912, PLR0915
    """Play lands and Faithless Looting, out of the hand and out of the graveyard."""
    del threads
    work = WORKS["b2"]
    order = {name: place for place, name in enumerate(work.deck)}
    rng = random.Random(seed)
    played, losses = [], []
    for _ in range(games):
        library = cards(work.deck)
        rng.shuffle(library)
        hand = [library.pop() for _ in range(7)]
        graveyard: list[str] = []
        lands = dict.fromkeys(LOOTING_LANDS, 0)
        milled = dredged = returning = 0
        life = 20
        lost = False
        record: list[tuple[int, ...]] = []
        for _turn in range(work.turns):
            untapped = dict(lands)
            land_played = False
            draws, spell = 1, None
            while draws:
                # The draw of the turn, or a Looting that resolves.
                narcomoebas = graveyard.count(NARCOMOEBA)
                for _draw in range(draws):
                    cards_left, lying = len(library), len(graveyard)
                    lost = not draw(library, hand, graveyard) or lost
                    if len(graveyard) > lying:
                        dredged += 1
                        milled += cards_left - len(library)
                narcomoebas = graveyard.count(NARCOMOEBA) - narcomoebas
                if spell is not None:
                    for _card in range(2):
                        discard(hand, graveyard, order)
                    if spell == "hand":
                        graveyard.append(LOOTING)
                if lost:
                    break
                for _trigger in range(narcomoebas):
                    graveyard.remove(NARCOMOEBA)
                    returning = graveyard.count(AMALGAM)
                # What is played next.
                land = next((name for name in lands if name in hand), None)
                if land is not None and not land_played:
                    hand.remove(land)
                    lands[land] += 1
                    untapped[land] += 1
                    land_played = True
                if LOOTING in hand and sum(untapped.values()) >= 1:
                    hand.remove(LOOTING)
                    draws, spell, cost = 2, "hand", 1
                elif LOOTING in graveyard and sum(untapped.values()) >= 3:
                    graveyard.remove(LOOTING)
                    draws, spell, cost = 2, "graveyard", 3
                else:
                    draws = cost = 0
                for name, able in untapped.items():
                    tapped = min(cost, able)
                    untapped[name] -= tapped
                    cost -= tapped
                    if name == CONFLUENCE:
                        life -= tapped
            if not lost:
                # The end step: those that come back call the others for the next one.
                for _trigger in range(returning):
                    graveyard.remove(AMALGAM)
                returning = graveyard.count(AMALGAM) if returning else 0
                discard_to_seven(hand, graveyard, order)
            record.append((len(graveyard), len(hand), len(library), milled, dredged, life, 20, 0, 0))
            if lost:
                break
        played.append(record)
        losses.append(len(record) if lost else 0)
    return by_column(played, work.turns, **{"lose turn": losses})


def b3(games: int, seed: int, threads: int) -> Outcome:  # noqa: C901, PLR0912, PLR0915
    """Mill with Crabs, fetch lands and spells."""
    del threads
    work = WORKS["b3"]
    order = {name: place for place, name in enumerate(work.deck)}
    rng = random.Random(seed)
    played, wins = [], []
    for _ in range(games):
        library = cards(work.deck)
        rng.shuffle(library)
        hand = [library.pop() for _ in range(7)]
        graveyard: list[str] = []
        islands = graves = crabs = milled = 0
        life = 20
        theirs = 60 - 7
        won = False
        record: list[tuple[int, ...]] = []
        for _turn in range(work.turns):
            hand.append(library.pop())
            # Islands are tapped first: only a Watery Grave makes black mana.
            blue, both = islands, graves
            land_played = False
            fetch = None
            while True:
                crab = next((name for name in CRABS if name in hand), None)
                land = next((name for name in (*FETCHES, GRAVE, ISLAND) if name in hand), None)
                entered = None
                mill = 0
                if crab is not None and blue + both >= 1:
                    hand.remove(crab)
                    crabs += 1
                    blue, both = (blue - 1, both) if blue else (blue, both - 1)
                elif land is not None and not land_played:
                    hand.remove(land)
                    land_played = True
                    entered = land
                elif fetch is not None:
                    graveyard.append(fetch)
                    fetch = None
                    life -= 1
                    entered = next((name for name in (GRAVE, ISLAND) if name in library), None)
                    if entered is not None:
                        library.remove(entered)
                    rng.shuffle(library)
                elif GLIMPSE in hand and both >= 1 and blue + both >= 2:
                    hand.remove(GLIMPSE)
                    graveyard.append(GLIMPSE)
                    blue, both = (blue - 1, both - 1) if blue else (blue, both - 2)
                    mill = 10
                elif TRAP in hand and blue + both >= 5:
                    hand.remove(TRAP)
                    graveyard.append(TRAP)
                    blue, both = max(0, blue - 5), both - max(0, 5 - blue)
                    mill = 13
                else:
                    break
                if entered is not None:
                    mill = 3 * crabs
                if entered == ISLAND:
                    islands, blue = islands + 1, blue + 1
                elif entered == GRAVE:
                    graves, both = graves + 1, both + 1
                    life -= 2
                elif entered is not None:
                    fetch = entered
                milled += min(mill, theirs)
                theirs -= min(mill, theirs)
            discard_to_seven(hand, graveyard, order)
            record.append((len(graveyard), len(hand), len(library), 0, 0, life, 20, theirs, milled))
            # The opponent draws.
            won = theirs == 0
            if won:
                break
            theirs -= 1
        played.append(record)
        wins.append(len(record) if won else 0)
    return by_column(played, work.turns, **{"win turn": wins})


def storm_payment(sources: list[str], cost: str, order: dict[str, int]) -> list[str] | None:
    """Return what is tapped for a cost such as "1U": what makes the fewest colours first."""
    able = sorted(sources, key=lambda name: (len(BREACH_MANA[name]), order[name]))
    for taps in combinations(able, len(cost)):
        for turned in permutations(taps):
            if all(symbol == "1" or symbol in BREACH_MANA[tap] for symbol, tap in zip(cost, turned, strict=True)):
                return list(taps)
    return None


def storm_hand(rng: random.Random, deck: list[str], order: dict[str, int]) -> tuple[list[str], list[str], int]:
    """Return the kept hand, the library and the number of mulligans."""
    mulligans = 0
    while True:
        rng.shuffle(deck)
        hand = sorted(deck[-7:], key=lambda name: (name in BREACH_WANTED, order[name]))
        library, hand = hand[:mulligans] + deck[:-7], hand[mulligans:]
        wanted = sum(name in BREACH_WANTED for name in hand)
        if len(hand) == 5 or (BREACH in hand and wanted >= 3 and any(name in BREACH_LANDS for name in hand)):
            return hand, library, mulligans
        mulligans += 1


def b4(games: int, seed: int, threads: int) -> Outcome:  # noqa: C901, PLR0912, PLR0915
    """Storm with Brain Freeze, which escapes under Underworld Breach, for mana of Lion's Eye Diamond."""
    del threads
    work = WORKS["b4"]
    order = {name: place for place, name in enumerate(work.deck)}
    rng = random.Random(seed)
    columns: dict[str, list[int]] = {name: [] for name in ("kept", "mulligans", "win turn", "lose turn")}
    for _ in range(games):
        hand, library, mulligans = storm_hand(rng, cards(work.deck), order)
        columns["kept"].append(len(hand))
        columns["mulligans"].append(mulligans)
        graveyard: list[str] = []
        there: list[str] = []
        theirs = 60 - 7
        win = lose = 0

        def escapes(name: str) -> bool:
            return BREACH in there and name in graveyard and len(graveyard) >= 4  # noqa: B023

        def escape(name: str) -> None:
            graveyard.remove(name)  # noqa: B023
            eaten = sorted(graveyard, key=lambda name: (BREACH_WANTED.get(name, 0), order[name]))  # noqa: B023
            for card in eaten[:3]:
                graveyard.remove(card)  # noqa: B023

        for turn in range(1, work.turns + 1):
            if not library:
                lose = turn
                break
            hand.append(library.pop())
            land_played = False
            tapped: list[str] = []
            blue = storm = 0  # mana in the pool, spells cast
            while True:
                land = next((name for name in BREACH_LANDS if name in hand), None)
                sources = [name for name in there if name in BREACH_MANA]
                for name in tapped:
                    sources.remove(name)
                target = None
                breach = freeze = None
                if DIAMOND in there and FREEZE in hand and BREACH in hand and len(hand) + len(graveyard) >= 4:
                    breach = storm_payment(sources, "1R", order)
                if theirs > 0 and escapes(FREEZE):
                    freeze = storm_payment(sources, "1U"[blue:], order) if blue < 2 else []
                if land is not None and not land_played:
                    hand.remove(land)
                    there.append(land)
                    land_played = True
                elif PETAL in hand or DIAMOND in hand:
                    name = PETAL if PETAL in hand else DIAMOND
                    hand.remove(name)
                    there.append(name)
                    storm += 1
                elif breach is not None:
                    hand.remove(BREACH)
                    there.append(BREACH)
                    storm += 1
                    tapped += breach
                elif freeze is not None:
                    target = "you" if len(graveyard) < 18 and len(library) > 12 else "opponent"
                    escape(FREEZE)
                    storm += 1
                    blue -= min(2, blue)
                    tapped += freeze
                elif BREACH in there and theirs > 0 and DIAMOND in there:
                    there.remove(DIAMOND)
                    graveyard += [*hand, DIAMOND]
                    hand.clear()
                    blue += 3
                elif theirs > 0 and (escapes(DIAMOND) or escapes(PETAL)):
                    name = DIAMOND if escapes(DIAMOND) else PETAL
                    escape(name)
                    there.append(name)
                    storm += 1
                else:
                    break
                while PETAL in tapped:
                    tapped.remove(PETAL)
                    there.remove(PETAL)
                    graveyard.append(PETAL)
                if target == "you":
                    graveyard += [library.pop() for _ in range(min(3 * storm, len(library)))]
                elif target == "opponent":
                    theirs -= min(3 * storm, theirs)
                if target is not None:
                    graveyard.append(FREEZE)
            while BREACH in there:
                there.remove(BREACH)
                graveyard.append(BREACH)
            discard_to_seven(hand, graveyard, order)
            if theirs == 0:
                win = turn
                break
            theirs -= 1
        columns["win turn"].append(win)
        columns["lose turn"].append(lose)
    won = [[turn if 0 < turn <= at else 0 for at in range(1, work.turns + 1)] for turn in columns["win turn"]]
    return Outcome({"won": won, **columns})


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
    return Outcome({"truth": truths, "kept": kept, "mulligans": mulligans})
