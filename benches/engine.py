"""gravetroll itself."""

from __future__ import annotations

from functools import cache
from typing import Any

from outcome import Outcome
from works import WORKS

import gravetroll as gt

VERSION = gt.__version__


@cache
def prepared(name: str) -> tuple[Any, Any]:
    """Return the deck and the line of a work, read once."""
    work = WORKS[name]
    return gt.Deck(work.deck), None if work.line is None else gt.Line.parse(work.line)


def play(name: str, games: int, seed: int, threads: int) -> Outcome:
    work = WORKS[name]
    deck, line = prepared(name)
    observe = {"truth": work.truth}
    if work.number is not None:
        observe = {"number": work.number} | observe
    run = gt.simulate(deck, line, games=games, turns=work.turns, seed=seed, observe=observe, threads=threads)
    number = None if work.number is None else run["number"]
    return Outcome(number, run["truth"], run.kept, run.mulligans)


def b1(games: int, seed: int, threads: int) -> Outcome:
    """Dredge for six turns."""
    return play("b1", games, seed, threads)


def b5(games: int, seed: int, threads: int) -> Outcome:
    """Look for a Bazaar, then play one turn."""
    return play("b5", games, seed, threads)
