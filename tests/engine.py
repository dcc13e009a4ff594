"""The engine as the model's tests speak to it: the same questions, and answers in the model's words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import gravetroll as gt
from gravetroll import _core
from model import Line, Trace

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

# The rules that an event may cite.
RULES = {
    "draw": {"103.5", "103.5b", "121.1", "504.1"},
    "dredge": {"702.52a"},
    "mill": {"701.17a", "702.52a"},
    "discard": {"514.1", "701.9a"},
    "keep": {"103.5"},
    "mulligan": {"103.5"},
    "bottom": {"103.5"},
    "serum_powder": {"103.5b"},
    "lose": {"104.3c", "704.5b"},
}

# What the model does not write down: a hand is known when it is kept, a failed draw when it loses.
UNTOLD = {"hand", "failed_draw"}


def plan(deck: Mapping[str, int], line: Line | None, *, turns: int, observe: Mapping[str, str]) -> _core.Plan:
    return _core.Plan(list(deck.items()), line and line.to_toml(), list(observe.items()), turns)


def events(log: Sequence[Mapping[str, object]]) -> list[tuple]:
    """Read the engine's log as the model writes its own: hands are known from what is kept, not from their draws."""
    for event in log:
        assert event["rule"] in RULES.get(event["event"], {event["rule"]}), event
    return [(event["event"], event["turn"], tuple(sorted(event["cards"]))) for event in log if event["event"] not in UNTOLD]


def trace(compiled: _core.Plan, order: Sequence[str], *, on_play: bool = False) -> Trace:
    """Let the engine play one library order."""
    game = compiled.trace(list(order), on_play)
    assert game["win_turn"] == 0
    return Trace(
        columns={name: list(column) for name, column in game["columns"].items()},
        lose_turn=game["lose_turn"],
        kept=game["kept"],
        mulligans=game["mulligans"],
        log=events(game["log"]),
    )


def same_kinds(columns: Mapping[str, Sequence[object]]) -> dict[str, set[type]]:
    """Tell for each column whether it holds bools or numbers: True == 1 would hide a difference."""
    return {name: {type(value) for value in column} for name, column in columns.items()}


def outcome(game: Trace) -> Hashable:
    """All of a game that `simulate` hands back."""
    return (
        game.kept,
        game.mulligans,
        game.lose_turn,
        *(int(value) for column in game.columns.values() for value in column),
    )


def simulated_outcomes(
    deck: Mapping[str, int], line: Line, *, games: int, turns: int, observe: Mapping[str, str], seed: int
) -> Counter[Hashable]:
    """Count the outcomes of a run."""
    run = gt.simulate(
        gt.Deck(deck), gt.Line.parse(line.to_toml()), games=games, turns=turns, seed=seed, observe=dict(observe)
    )
    per_game = [run.kept, run.mulligans, run.lose_turn]
    per_turn = [run[name][:, turn] for name in observe for turn in range(turns)]
    return Counter(zip(*(column.astype(int).tolist() for column in per_game + per_turn), strict=True))
