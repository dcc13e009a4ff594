"""The engine as the model's tests speak to it: the same questions, and answers in the model's words."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain, groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from model import Line, Trace
from model.cards import CARDS

import gravetroll as gt
from gravetroll import _core

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

# The rules that an event may cite.
RULES = {
    "hand": {"103.5"},
    "mulligan": {"103.5"},
    "bottom": {"103.5"},
    "serum_powder": {"103.5b"},
    "keep": {"103.5"},
    "turn": {"500.1"},
    "draw": {"121.1", "504.1"},
    "failed_draw": {"121.4"},
    "dredge": {"702.52a"},
    "mill": {"701.17a"},
    "discard": {"514.1", "701.9a"},
    "lose": {"104.3c", "704.5b"},
}


WHOLE = {name.split(" // ")[0]: name for name in CARDS}


def plan(deck: Mapping[str, int], line: Line | None, *, turns: int, observe: Mapping[str, str]) -> _core.Plan:
    return _core.Plan(list(deck.items()), line and (line.to_toml(), None), list(observe.items()), turns)


def events(log: Sequence[Mapping[str, object]]) -> list[tuple]:
    """Read the engine's log as the model writes its own: what moves together has no order."""
    # Steps are told where a card of the deck could do something by itself.
    log = [event for event in log if event["event"] != "step"]
    for event in log:
        assert event["rule"] in RULES[event["event"]], event
        assert event["who"] == "you"
    # Cards go to the bottom one by one, in an order that is the player's: for the model they are one event.
    read = []
    for (kind, turn), group in groupby(log, key=itemgetter("event", "turn")):
        cards = [event["cards"] for event in group]
        parts = [list(chain(*cards))] if kind == "bottom" else cards
        read += [(kind, turn, tuple(sorted(part))) for part in parts]
    return read


def shuffles(log: Sequence[Mapping[str, object]], deck: Mapping[str, int]) -> list[list[str]]:
    """Read from the engine's log what each shuffle came to: the cards in the order in which they left the library.

    Those that never left it stand below in any order: nobody saw them.
    """
    pool, hand, seen, found = Counter(deck), Counter(), [], []
    for event in log:
        kind, cards = event["event"], event["cards"]
        if kind in {"hand", "mulligan"}:
            seen = []
            found.append((seen, pool))
            hand = Counter(cards)
        elif kind == "bottom":
            hand = hand - Counter(cards)
        elif kind == "serum_powder":
            pool = pool - hand  # exiled
            hand = Counter(cards)
        if kind in {"hand", "mulligan", "serum_powder", "draw", "mill"}:
            # A mill has no order: if it takes more than is left of the shuffle, it takes that and some of the bottom.
            left = found[-1][1] - Counter(seen)
            seen += cards if len(cards) <= left.total() else left.elements()
    return [[*seen, *(pool - Counter(seen)).elements()] for seen, pool in found]


def one_game(compiled: _core.Plan, order: Sequence[str], *, on_play: bool = False) -> dict:
    """Let the engine play one library order; what is shuffled later comes from game 0 of seed 0."""
    game = json.loads(compiled.replay(0, 0, list(order), on_play)[0])
    for event in game["events"]:
        # Where a card of the deck could do something by itself they go by the face that they show.
        event["cards"] = [WHOLE.get(card, card) for card in event["cards"]]
    return game


def trace(compiled: _core.Plan, order: Sequence[str], *, on_play: bool = False) -> Trace:
    """Let the engine play one library order."""
    return read(one_game(compiled, order, on_play=on_play))


def read(game: Mapping[str, object]) -> Trace:
    """Put the engine's account of a game in the model's words."""
    assert game["win_turn"] == 0
    return Trace(
        columns={name: list(column) for name, column in game["columns"].items()},
        lose_turn=game["lose_turn"],
        kept=game["kept"],
        mulligans=game["mulligans"],
        log=events(game["events"]),
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
