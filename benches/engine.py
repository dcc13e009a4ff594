"""gravetroll itself."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from outcome import Outcome
from works import WORKS

import gravetroll as gt

VERSION = gt.__version__


@cache
def prepared(name: str) -> tuple[Any, Any, Any]:
    """Return the deck, the line and the opponent of a work, read once."""
    work = WORKS[name]
    line = None if work.line is None else gt.Line.parse(work.line)
    return gt.Deck(work.deck), line, None if work.opponent is None else gt.Deck(work.opponent)


def play(name: str, games: int, seed: int, threads: int) -> Outcome:
    work = WORKS[name]
    deck, line, opponent = prepared(name)
    run = gt.simulate(
        deck,
        line,
        games=games,
        turns=work.turns,
        seed=seed,
        observe=work.observe,
        opponent=opponent,
        threads=threads,
    )
    of_games = {"kept": run.kept, "mulligans": run.mulligans, "win turn": run.win_turn, "lose turn": run.lose_turn}
    return Outcome({column: run[column] for column in run.observe} | of_games)


b1, b2, b3, b4, b5 = (partial(play, name) for name in ("b1", "b2", "b3", "b4", "b5"))
