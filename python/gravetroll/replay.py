"""One game of a run by itself, as a record that can be read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gravetroll.errors import Error
from gravetroll.run import GAMES, MOST_TURNS, SEEDS, job_of, warnings_of, whole
from gravetroll.text import text_of

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from gravetroll.deck import Deck
    from gravetroll.line import Line
    from gravetroll.versus import Opponent

__all__ = ["Replay", "replay"]


@dataclass(frozen=True)
class Replay:
    """What `replay` returns: one game; ``str()`` is its record, a line for each event.

    Attributes
    ----------
    events : list of dict
        What happened, in order. Each has ``event``, ``turn`` (of yours; 0 before the first), ``active`` (whose turn it
        is), ``step``, ``who``, ``cards`` (names) and ``rule``; where they say something ``targets``, ``amount``,
        ``from``, ``to``, ``cause`` (the spell or ability that resolves or is paid for), and by its name whatever else
        there is to say.
    win_turn, lose_turn : int
        The number of your turns begun when the game was won or lost; 0: it was not.
    kept, mulligans : int
        Cards in the hand that was kept, and mulligans taken.
    on_play : bool
        Whether you began.
    overflow : bool
        Whether the game needed more objects than there are, and ended there.
    warnings : list of str
        As of the whole run: what is not modelled of the deck's cards, and what the line names that the deck lacks.
    """

    events: list[dict[str, Any]] = field(repr=False)
    win_turn: int
    lose_turn: int
    kept: int
    mulligans: int
    on_play: bool
    overflow: bool
    warnings: list[str] = field(repr=False)
    text: str = field(repr=False)

    def __str__(self) -> str:
        return self.text


def replay(
    deck: Deck | Mapping[str, float] | str | os.PathLike[str],
    line: Line | str | os.PathLike[str] | None = None,
    *,
    seed: int,
    game: int,
    turns: int = 6,
    opponent: Opponent | Deck | Mapping[str, float] | str | os.PathLike[str] | None = None,
    order: Sequence[str] | None = None,
) -> Replay:
    """Play one game of a run again and write down what happens in it.

    Parameters
    ----------
    deck, line, opponent
        As in `simulate`.
    seed, game : int
        Which game: the one of that number in a run of that seed.
    turns : int, default 6
        How many turns of yours it lasts, 1 to 127.
    order : sequence of str, optional
        The order of your library before the first hand is drawn, top first: every card of the deck. Left out: what
        chance made of it in that game.

    Returns
    -------
    Replay
        The game.

    Raises
    ------
    Error
        An argument out of its range, or an order that is not one of the deck's cards.
    DeckError, LineError
        A deck or a line that cannot be read or played.

    Examples
    --------
    >>> import gravetroll as gt
    >>> game = gt.replay({"Stinkweed Imp": 60}, None, seed=0, game=5, turns=2)
    >>> [event["event"] for event in game.events]
    ['hand', 'keep', 'turn', 'draw', 'discard', 'turn', 'dredge', 'mill', 'discard']
    >>> print(str(game).splitlines()[-5][:42])
      draw      you dredge Stinkweed Imp inste
    """
    seed = whole("seed", seed, 0, SEEDS - 1)
    game = whole("game", game, 0, GAMES - 1)
    turns = whole("turns", turns, 1, MOST_TURNS)
    job, deck, *_ = job_of(deck, line, opponent, {}, turns=turns, seed=seed)
    names = None if order is None else _names(order, deck)
    plan = job.plan()
    told, text = plan.replay(seed, game, names)
    about = json.loads(told)
    about.pop("columns")
    began = "you begin" if about["on_play"] else "the opponent begins"
    return Replay(
        text=f"Game {game} of seed {seed}: {began}\n{text}{_ending(about)}",
        warnings=warnings_of(deck, plan.warnings),
        **about,
    )


def _names(order: object, deck: Deck) -> list[str]:
    if not isinstance(order, Iterable) or isinstance(order, str | bytes | Mapping):
        raise Error(f"order must be a sequence of card names, top first, not {type(order).__name__}")
    names = list(order)
    for at, name in enumerate(names):
        if not isinstance(name, str):
            raise Error(f"order[{at}] must be a card name, not {name!r}")
        text_of(name, Error, "order holds card names, each a")
    lacks = Counter(deck.main) - Counter(names)
    if lacks and not Counter(names) - Counter(deck.main):
        told = ", ".join(f"{count} {name}" for name, count in lacks.items())
        raise Error(f"order: it must hold every card of the deck, and lacks {told}")
    return names


def _ending(about: dict[str, Any]) -> str:
    if about["win_turn"]:
        return f"\nWon in turn {about['win_turn']}\n"
    if about["lose_turn"]:
        return f"\nLost in turn {about['lose_turn']}\n"
    return "\nNot decided\n" if not about["overflow"] else "\nMore objects than a game has room for\n"
