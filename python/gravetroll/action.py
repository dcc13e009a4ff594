"""Actions: what a line does of its own accord, one builder for each verb.

Examples
--------
>>> from gravetroll.action import cast, play
>>> from gravetroll.expr import turn
>>> [play("land"), cast("Faithless Looting").via("flashback").when(turn >= 3).times(1)]
[play('land'), cast('Faithless Looting').via('flashback').when('turn >= 3').times(1)]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gravetroll.errors import LineError
from gravetroll.expr import Expr, Zone
from gravetroll.text import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Action", "activate", "cast", "cycle", "play"]

_Value = str | int | bool | tuple[str | int, ...]

# What may be said besides the verb, in the order of TOML; of the last two several things at once.
_SEVERAL = ("targets", "mode")
_PLACE = {
    key: place for place, key in enumerate(("ability", "via", "when", "times", "x", "replicate", "kicked", *_SEVERAL))
}


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """Something that a player does whenever it is legal and its condition holds, immutable.

    `play`, `cast`, `activate` and `cycle` make one; each method returns another action that says more. What an action
    cannot say (``play("land").via("flashback")``) is told where it becomes part of a `Line`.

    Parameters
    ----------
    keys : tuple of (str, value)
        What the TOML of a line says of it, the verb first, then as it is written there.

    Examples
    --------
    >>> import gravetroll as gt
    >>> action = gt.cast("Cabal Therapy").via("flashback").targets("opponent")
    >>> action
    cast('Cabal Therapy').via('flashback').targets('opponent')
    >>> action == gt.cast("Cabal Therapy").targets("opponent").via("flashback")
    True
    """

    keys: tuple[tuple[str, _Value], ...]

    def __post_init__(self) -> None:
        pairs = self.keys if isinstance(self.keys, tuple) else ()
        if not pairs or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
            raise LineError("the keys of an Action are pairs of a text and a value: cast and the like make it")
        for key, _ in pairs:
            text_of(key, LineError, "a key of an Action is")

    def _with(self, key: str, value: _Value) -> Action:
        verb, *said = (pair for pair in self.keys if pair[0] != key)
        return Action((verb, *sorted((*said, (key, value)), key=lambda pair: _PLACE.get(pair[0], len(_PLACE)))))

    def via(self, way: str) -> Action:
        """Cast it in another way than for its mana cost.

        Parameters
        ----------
        way : str
            ``"flashback"``, ``"escape"``, ``"jump-start"``, ``"free"`` (without paying its mana cost), the word of an
            alternative cost (``"evoke"``), ``"alternative"`` for one that has no word, or the name of the permanent
            that offers it (``"As Foretold"``).

        Returns
        -------
        Action
            One that says so.
        """
        return self._with("via", way)

    def when(self, condition: Expr | str | bool) -> Action:
        """Do it only where a condition holds.

        Parameters
        ----------
        condition : Expr or str
            The condition.

        Returns
        -------
        Action
            One that says so.

        Examples
        --------
        >>> import gravetroll as gt
        >>> gt.cast("Careful Study").when(gt.hand.has("dredge"))
        cast('Careful Study').when("hand.has('dredge')")
        """
        if isinstance(condition, Zone):
            raise LineError(f"when: `{condition}` is a zone and no condition: ask it, as in {condition}.count() >= 1")
        return self._with("when", condition.text if isinstance(condition, Expr) else condition)

    def times(self, most: int) -> Action:
        """Do it no more than so often in a turn.

        Parameters
        ----------
        most : int
            At least 1. An action without it is done as often as possible.

        Returns
        -------
        Action
            One that says so.
        """
        return self._with("times", most)

    def x(self, number: int | Literal["max"]) -> Action:
        """Announce X.

        Parameters
        ----------
        number : int or "max"
            X; ``"max"`` is as much as can be paid.

        Returns
        -------
        Action
            One that says so.
        """
        return self._with("x", number)

    def replicate(self, number: int | Literal["max"]) -> Action:
        """Pay replicate.

        Parameters
        ----------
        number : int or "max"
            How often; ``"max"`` is as often as can be paid.

        Returns
        -------
        Action
            One that says so.
        """
        return self._with("replicate", number)

    def kicked(self, number: int | Literal["max"] = 1) -> Action:
        """Pay kicker.

        Parameters
        ----------
        number : int or "max", default 1
            How often; ``"max"`` is as often as can be paid.

        Returns
        -------
        Action
            One that says so.
        """
        return self._with("kicked", number)

    def targets(self, *what: str) -> Action:
        """Aim it at these, and at nothing else.

        Parameters
        ----------
        *what : str
            ``"opponent"``, ``"you"``, or cards as in `Zone.count`, the first that is legal before the others. Where
            none of them is, the action is not taken.

        Returns
        -------
        Action
            One that says so.

        Examples
        --------
        >>> import gravetroll as gt
        >>> gt.cast("Dread Return").via("flashback").targets("Golgari Grave-Troll", "creature & ~Narcomoeba")
        cast('Dread Return').via('flashback').targets('Golgari Grave-Troll', 'creature & ~Narcomoeba')
        """
        return self._with("targets", what)

    def mode(self, *which: int | str) -> Action:
        """Choose modes.

        Parameters
        ----------
        *which : int or str
            Each a number, from 0 in printed order, or a word that occurs in one mode only.

        Returns
        -------
        Action
            One that says so.
        """
        return self._with("mode", which)

    def to_dict(self) -> dict[str, str | int | bool | list[str | int]]:
        """Write the action with the keys of TOML.

        Returns
        -------
        dict
            What it says.

        Examples
        --------
        >>> import gravetroll as gt
        >>> gt.activate("Lion's Eye Diamond").times(1).to_dict()
        {'activate': "Lion's Eye Diamond", 'times': 1}
        """
        return {key: list(value) if isinstance(value, tuple) else value for key, value in self.keys}

    def __repr__(self) -> str:
        (verb, what), *rest = self.keys
        ability = "".join(f", ability={value!r}" for key, value in rest if key == "ability")
        said = ((key, value if isinstance(value, tuple) else (value,)) for key, value in rest if key != "ability")
        told = "".join(f".{key}({', '.join(map(repr, values))})" for key, values in said)
        return f"{verb}({what!r}{ability}){told}"


def of_dict(table: Mapping[str, str | int | bool | list[str | int]]) -> Action:
    """Build the action that a table of a line's canonical TOML says."""

    def value(key: str) -> _Value:
        given = table[key]
        if isinstance(given, list):
            return tuple(given)
        return (given,) if key in _SEVERAL else given

    return Action(tuple((key, value(key)) for key in table))


def play(what: str) -> Action:
    """Play a land.

    Parameters
    ----------
    what : str
        Which, as in `Zone.count`: a card name, a group, a type; among several as ``prefer["play"]`` says.

    Returns
    -------
    Action
        For the phases of a `Line`.

    Examples
    --------
    >>> import gravetroll as gt
    >>> print(gt.Line(main=[gt.play("land")]).to_toml())
    on = "draw"
    mulligan_to = 1
    missing = "error"
    <BLANKLINE>
    [[main]]
    play = "land"
    <BLANKLINE>
    """
    return Action((("play", what),))


def cast(what: str) -> Action:
    """Cast a spell.

    Parameters
    ----------
    what : str
        Which, as in `Zone.count`; among several the first in deck-list order that is legal.

    Returns
    -------
    Action
        For the phases of a `Line`.

    Examples
    --------
    >>> import gravetroll as gt
    >>> gt.cast("Stream of Thought").replicate("max").targets("opponent")
    cast('Stream of Thought').replicate('max').targets('opponent')
    """
    return Action((("cast", what),))


def activate(what: str, ability: int | str | None = None) -> Action:
    """Activate an ability.

    Parameters
    ----------
    what : str
        Of which card, as in `Zone.count`.
    ability : int or str, optional
        Which of its activated abilities: a number, from 0 in printed order, or a word that occurs in one of them only.
        Left out: the first that is legal.

    Returns
    -------
    Action
        For the phases of a `Line`.

    Examples
    --------
    >>> import gravetroll as gt
    >>> gt.activate("Bazaar of Baghdad").times(1)
    activate('Bazaar of Baghdad').times(1)
    """
    named: tuple[tuple[str, _Value], ...] = () if ability is None else (("ability", ability),)
    return Action((("activate", what), *named))


def cycle(what: str) -> Action:
    """Cycle a card.

    Parameters
    ----------
    what : str
        Which, as in `Zone.count`.

    Returns
    -------
    Action
        For the phases of a `Line`.

    Examples
    --------
    >>> import gravetroll as gt
    >>> gt.cycle("Street Wraith")
    cycle('Street Wraith')
    """
    return Action((("cycle", what),))
