"""Two lines that play lands and spells: the engine and a plain model that is kept apart from it.

Decision by decision on shared library orders of small decks; then means over many games of whole decks, with fixed
seeds. A mean fails at four standard errors of its difference, which happens to a fair engine with a probability of
6.3e-5; there are fewer than a hundred. The model takes a millisecond a game, so that a test run has time for some
thousands; `GRAVETROLL_MODEL_GAMES=2000000` plays as many on either side, in about an hour.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from math import sqrt
from random import Random

import numpy as np
from model import FIRST_LOOTING, MILL, FirstLooting, Mill

import gravetroll as gt
from gravetroll import _core

GAMES = int(os.environ.get("GRAVETROLL_MODEL_GAMES", "12000"))
ERRORS = 4.0

MILL_SMALL = {
    "Lightning Bolt": 12,
    "Glimpse the Unthinkable": 2,
    "Archive Trap": 2,
    "Island": 5,
    "Watery Grave": 2,
    "Flooded Strand": 2,
    "Polluted Delta": 3,
    "Ruin Crab": 2,
    "Hedron Crab": 2,
}
MILL_DECK = {
    "Lightning Bolt": 24,
    "Island": 8,
    "Watery Grave": 4,
    "Flooded Strand": 4,
    "Polluted Delta": 4,
    "Archive Trap": 4,
    "Glimpse the Unthinkable": 4,
    "Ruin Crab": 4,
    "Hedron Crab": 4,
}
LED_SMALL = {
    "Golgari Grave-Troll": 1,
    "Stinkweed Imp": 2,
    "Darkblast": 1,
    "Prized Amalgam": 2,
    "Careful Study": 3,
    "Lion's Eye Diamond": 2,
    "Narcomoeba": 2,
    "Mountain": 1,
    "Mana Confluence": 2,
    "Faithless Looting": 2,
}
LED_DECK = {
    "Golgari Grave-Troll": 4,
    "Stinkweed Imp": 4,
    "Golgari Thug": 4,
    "Prized Amalgam": 4,
    "Careful Study": 20,
    "Lion's Eye Diamond": 4,
    "Narcomoeba": 4,
    "Mountain": 6,
    "Mana Confluence": 6,
    "Faithless Looting": 4,
}
MILL_OBSERVE = {
    "graveyard": "graveyard.count()",
    "creatures": "battlefield.count('creature')",
    "hand": "hand.count()",
    "library": "library.count()",
    "life": "life",
    "theirs": "opponent.library.count()",
    "milled": "opponent.milled",
}
LED_OBSERVE = {
    "graveyard": "graveyard.count()",
    "dredgers": "graveyard.count('dredge')",
    "creatures": "battlefield.count('creature')",
    "hand": "hand.count()",
    "library": "library.count()",
    "milled": "milled",
    "dredged": "dredged",
    "life": "life",
    "turn": "turn",
}


def engine_plan(deck, line, observe, turns, theirs):
    opponent = theirs and ([("Mountain", theirs)], 20, 7, [])
    return _core.Plan(list(deck.items()), gt.Line.parse(line).origin, list(observe.items()), turns, [], opponent)


# Events that the engine and the model have the same word for.
SAME = {"hand", "keep", "turn", "draw", "failed_draw", "dredge", "mill", "discard", "play", "cast", "lose"}


def word_of(event):
    """What the model calls an event; None: it says nothing of such."""
    kind, yours = event["event"], event["who"] == "you"
    known = {
        "mill": "mill" if yours else "their mill",
        "search": "find",
        "activate": "activate",
        "enter": "return" if event.get("from") == "graveyard" else None,
        # An ability that makes mana is not on the stack, and what it makes is all that is told.
        "mana": "activate" if event["cards"] == ["Lion's Eye Diamond"] else None,
    }
    about_nothing = kind in {"mill", "discard", "search"} and not event["cards"]
    if about_nothing or not (yours or kind == "mill"):
        return None
    return known.get(kind, kind if kind in SAME else None)


def played_by_engine(compiled, order):
    """Play one library order: the columns, the turns of the win and of the loss, the log, and what shuffles came to."""
    told = json.loads(compiled.replay(0, 0, order)[0])
    log, shuffles = [], [order]
    for event in told["events"]:
        word = word_of(event)
        if word is not None:
            log.append((word, event["turn"], tuple(sorted(card.removesuffix(" (ability)") for card in event["cards"]))))
        if event["event"] == "shuffle":
            shuffles.append([])
        if word == "draw" and len(shuffles) > 1:
            shuffles[-1] += event["cards"]
    return told["columns"], told["win_turn"], told["lose_turn"], log, shuffles


def random_orders(deck, games, seed):
    rng = Random(seed)
    order = [name for name, count in deck.items() for _ in range(count)]
    for _ in range(games):
        rng.shuffle(order)
        yield list(order)


def assert_same_decisions(deck, line, observe, turns, model, *, games, theirs=None):
    compiled = engine_plan(deck, line, observe, turns, theirs)
    kinds = Counter()
    for order in random_orders(deck, games, seed=1):
        columns, won, lost, log, shuffles = played_by_engine(compiled, order)
        expected = model(shuffles).play(turns)
        assert log == expected.log, order
        assert columns == expected.columns, order
        assert (won, lost) == (expected.win_turn, expected.lose_turn), order
        kinds.update(kind for kind, _, _ in log)
        kinds["win"] += won > 0
    return kinds


def test_the_mill_line_decides_as_the_model_does():
    kinds = assert_same_decisions(
        MILL_SMALL,
        MILL,
        MILL_OBSERVE,
        6,
        lambda shuffles: Mill(MILL_SMALL, shuffles, observe=MILL_OBSERVE, theirs=40),
        games=400,
        theirs=40,
    )
    # Everything that the line can do was done often.
    assert min(kinds[kind] for kind in ("play", "cast", "activate", "find", "their mill", "discard", "win")) >= 20


def test_the_looting_line_decides_as_the_model_does():
    kinds = assert_same_decisions(
        LED_SMALL,
        FIRST_LOOTING,
        LED_OBSERVE,
        4,
        lambda shuffles: FirstLooting(LED_SMALL, shuffles, observe=LED_OBSERVE),
        games=600,
    )
    assert min(kinds[kind] for kind in ("play", "cast", "activate", "dredge", "return", "discard", "lose")) >= 20


def assert_same_means(line, observe, turns, model, *, deck, opponent=None):
    """Compare the means of each observable in each turn, and how often a game has been won or lost by then."""
    run = gt.simulate(
        gt.Deck(deck),
        gt.Line.parse(line),
        games=GAMES,
        turns=turns,
        seed=5,
        observe=observe,
        opponent=opponent,
    )
    rng = Random(5)
    figures = [(name, turn) for name in observe for turn in range(turns)]
    ends = [(name, turn) for name in ("win_turn", "lose_turn") for turn in range(1, turns + 1)]
    table = np.empty((GAMES, len(figures) + len(ends)), np.int16)
    for row in table:
        trace = model(rng).play(turns)
        row[:] = [trace.columns[name][turn] for name, turn in figures] + [
            getattr(trace, name) == turn for name, turn in ends
        ]
    ours = [run[name][:, turn] for name, turn in figures] + [getattr(run, name) == turn for name, turn in ends]
    for what, column, expected in zip(figures + ends, ours, table.T, strict=True):
        error = sqrt((column.var() + expected.var()) / GAMES)
        assert abs(column.mean() - expected.mean()) <= ERRORS * error + 1e-12, what
    return run


def test_the_mill_line_has_the_figures_of_the_model():
    run = assert_same_means(
        MILL,
        MILL_OBSERVE,
        6,
        lambda rng: Mill(MILL_DECK, rng, observe=MILL_OBSERVE, theirs=60),
        deck=MILL_DECK,
        opponent={"Mountain": 60},
    )
    assert (run.win_turn > 0).mean() > 0.05


def test_the_looting_line_has_the_figures_of_the_model():
    assert_same_means(
        FIRST_LOOTING,
        LED_OBSERVE,
        4,
        lambda rng: FirstLooting(LED_DECK, rng, observe=LED_OBSERVE),
        deck=LED_DECK,
    )
