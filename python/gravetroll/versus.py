"""The other player of a run."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gravetroll import _core
from gravetroll.deck import Deck, deck_of
from gravetroll.errors import CardError, DeckError, Error
from gravetroll.plain import whole_of
from gravetroll.text import counted, show, text_of

__all__ = ["Opponent"]

_MOST_LIFE = 1_000_000
_HAND = 7


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player who draws a card each turn, discards down to seven and does nothing else, immutable.

    Parameters
    ----------
    deck : Deck, mapping of str to int, or path
        The deck; what does not begin elsewhere is the library.
    battlefield, graveyard, exile : sequence of str, optional
        Cards that begin there: out of the deck where it holds them, else beside it.
    life : int, default 20
        The life total at the start, at least 1.
    hand : int or sequence of str, default 7
        How many cards are drawn before the first turn, or the cards that begin in hand.

    Raises
    ------
    CardError
        There is no such card; the message names the nearest.
    Error
        An argument out of its range.

    Examples
    --------
    >>> import gravetroll as gt
    >>> opponent = gt.Opponent({"Island": 60}, battlefield=["Leyline of the Void"], life=15)
    >>> opponent.life, opponent.battlefield
    (15, ('Leyline of the Void',))
    >>> run = gt.simulate({"Stinkweed Imp": 60}, opponent=opponent, games=10, turns=2, observe={
    ...     "life": "opponent.life", "library": "opponent.library.count()", "hand": "opponent.hand.count()"})
    >>> run["life"][0].tolist(), run["library"][0].tolist(), run["hand"][0].tolist()
    ([15, 15], [53, 52], [7, 7])
    """

    deck: Deck
    battlefield: tuple[str, ...] = ()
    graveyard: tuple[str, ...] = ()
    exile: tuple[str, ...] = ()
    life: int = 20
    hand: int | tuple[str, ...] = _HAND

    def __init__(
        self,
        deck: Deck | Mapping[str, float] | str | os.PathLike[str],
        *,
        battlefield: Sequence[str] = (),
        graveyard: Sequence[str] = (),
        exile: Sequence[str] = (),
        life: float = 20,
        hand: float | Sequence[str] = _HAND,
    ) -> None:
        where = f"{show(os.fspath(deck))}: " if isinstance(deck, str | os.PathLike) else ""
        deck = deck_of(deck, "opponent")
        named = isinstance(hand, Iterable)
        if whole_of(hand) == _HAND and len(deck) < _HAND:  # nobody may have said so
            raise DeckError(
                f"{where}the opponent's deck holds {counted(len(deck), 'card')}, and {_HAND} are drawn before the "
                f"first turn: take a larger one, or in Python gt.Opponent(deck, hand={len(deck)})"
            )
        for key, value in {
            "deck": deck,
            "battlefield": _cards("battlefield", battlefield),
            "graveyard": _cards("graveyard", graveyard),
            "exile": _cards("exile", exile),
            "life": _number("life", life, 1, _MOST_LIFE),
            "hand": _cards("hand", hand) if named else _number("hand", hand, 0, len(deck)),
        }.items():
            object.__setattr__(self, key, value)

    def spec(self) -> tuple[tuple[tuple[str, int], ...], int, int, tuple[tuple[str, str], ...]]:
        """Return the deck, the life, how many cards are drawn, and which begin where, as the engine takes them."""
        draws, held = (self.hand, ()) if isinstance(self.hand, int) else (0, self.hand)
        zones = {"hand": held, "graveyard": self.graveyard, "exile": self.exile, "battlefield": self.battlefield}
        begins = tuple((zone, name) for zone, names in zones.items() for name in names)
        return tuple(self.deck.main.items()), self.life, draws, begins

    def parts(self) -> dict[str, int | list[str]]:
        """Return everything but the deck as plain data."""
        zones = {zone: list(getattr(self, zone)) for zone in ("battlefield", "graveyard", "exile")}
        return {"life": self.life, "hand": self.hand if isinstance(self.hand, int) else list(self.hand), **zones}


def opponent_of(opponent: Any) -> Opponent | None:
    """Return the opponent that an argument means."""
    return opponent if opponent is None or isinstance(opponent, Opponent) else Opponent(opponent)


def _cards(zone: str, names: object) -> tuple[str, ...]:
    if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise Error(f"{zone} must be a list of card names, not {names!r}")
    names = [text_of(name, CardError, f"{zone} holds card names, each a") for name in names]
    found = []
    for name, (canonical, near) in zip(names, _core.resolve(names), strict=True):
        if canonical is None:
            hint = f": did you mean {near[0]!r}?" if near else ""
            raise CardError(f"{zone}: {name!r} is no card{hint}", near)
        found.append(canonical)
    return tuple(found)


def _number(name: str, value: object, low: int, high: int) -> int:
    number = whole_of(value)
    if number is None or not low <= number <= high:
        raise Error(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return number
