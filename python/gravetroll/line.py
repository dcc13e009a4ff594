"""Lines: what a player does in every game of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gravetroll import _core
from gravetroll.action import Action, of_dict
from gravetroll.errors import LineError
from gravetroll.expr import Expr, Zone
from gravetroll.plain import plain_json
from gravetroll.text import path_of, show, text_of, toml_text

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

__all__ = ["Line"]

# No line is longer; a device or an archive by mistake is.
_MOST_BYTES = 1_000_000
_PHASES = ("upkeep", "main", "combat", "end", "response")


class Line:
    """What a player does, immutable.

    Python arguments and TOML are two spellings of the same thing. Left-out arguments have the defaults of
    the decision points: every hand is kept, every draw is dredged with the largest number, and dredge cards are
    discarded first.

    Parameters
    ----------
    name, format : str, optional
        For readers.
    on : {"draw", "play", "random"}, optional
        Who begins: the opponent (``"draw"``, the default), you, or chance in each game.
    keep : Expr or str, optional
        Which hands are kept. Left out: every hand.
    mulligan_to : int, default 1
        A hand of this many cards, 0 to 7, is kept whatever it is (London mulligan).
    missing : {"error", "ok"}, optional
        What the name of a card is that the deck lacks: an error (the default), or no card.
    groups : mapping of str to sequence of str, optional
        Names for several cards; a group may use the groups above it.
    prefer : mapping, optional
        What is taken at each decision point. Orders are sequences of str; an entry says which cards, and
        ``"land > 2"`` is all but two of them. In ``bottom``, ``discard``, ``sacrifice``, ``exile`` and ``play`` (which
        land) what is not named comes last; in ``dredge``, ``search`` and ``return`` (what an effect takes out of a
        graveyard) it is left, unless ``"*"`` stands at the end. ``name`` (a card) and ``order`` (of triggers and
        replacement effects, by their cards) take no ``>``; in ``target``, ``"opponent"`` and ``"you"`` may stand too;
        copies keep the targets of their spell. At a scry what ``bottom`` names goes to the bottom, at a surveil what
        ``discard`` names into the graveyard; ``> n`` counts your hand and the cards looked at there.
        ``mode`` is a number from 0, a word, or a sequence of these; ``x``, ``replicate`` and ``kicked`` are numbers (0)
        or ``"max"``. ``serum_powder`` (False) says whether it is used, ``may`` (True) whether other offers are taken;
        a sequence of str: those of these cards.
    dredge : mapping, optional
        ``{"when": Expr or str}``: when a draw may be dredged. Left out: always.
    upkeep, main, combat, end, response : sequence of Action, optional
        What is done in your upkeep, in each main phase, before attackers are declared, in the end step, and whenever
        you have priority with something on the stack: the first action that is legal and whose ``when`` holds, then
        again from the top. A mapping with the keys of TOML is an action too.
    attack : Expr, str or bool, optional
        When everything that can attacks, but for what has no power and nothing to gain. Left out: in every turn.
    stop : Expr or str, optional
        Ends the game at the first moment of decision at which it holds.

    Raises
    ------
    LineError
        An argument says what no line can say; the message starts with the argument.

    Examples
    --------
    >>> import gravetroll as gt
    >>> from gravetroll.expr import hand
    >>> line = gt.Line(on="play", keep=hand.count("land") >= 2, prefer={"bottom": ["land > 3"]})
    >>> print(line.to_toml())
    on = "play"
    keep = "hand.count('land') >= 2"
    mulligan_to = 1
    missing = "error"
    <BLANKLINE>
    [prefer]
    bottom = ["land > 3"]
    <BLANKLINE>
    >>> gt.Line.parse(line.to_toml()) == line
    True
    """

    __slots__ = ("_data", "_toml", "origin")

    _data: dict[str, Any]
    _toml: str
    # The text that it was read from and the name of its source, for the places in errors; None: no text was read.
    origin: tuple[str, str | None]

    def __init__(
        self,
        *,
        name: str | None = None,
        format: str | None = None,  # noqa: A002 - the key of TOML and the argument of Deck.read
        on: str | None = None,
        keep: Expr | str | bool | None = None,
        mulligan_to: float | None = None,
        missing: str | None = None,
        groups: Mapping[str, Sequence[str]] | None = None,
        prefer: Mapping[str, Sequence[str | int] | bool | int | str] | None = None,
        dredge: Mapping[str, Expr | str | bool] | None = None,
        upkeep: Sequence[Action | Mapping[str, Any]] | None = None,
        main: Sequence[Action | Mapping[str, Any]] | None = None,
        combat: Sequence[Action | Mapping[str, Any]] | None = None,
        end: Sequence[Action | Mapping[str, Any]] | None = None,
        response: Sequence[Action | Mapping[str, Any]] | None = None,
        attack: Expr | str | bool | None = None,
        stop: Expr | str | bool | None = None,
    ) -> None:
        given = {
            "name": name,
            "format": format,
            "on": on,
            "keep": keep,
            "mulligan_to": mulligan_to,
            "missing": missing,
            "groups": groups,
            "prefer": prefer,
            "dredge": dredge,
            "upkeep": upkeep,
            "main": main,
            "combat": combat,
            "end": end,
            "response": response,
            "attack": attack,
            "stop": stop,
        }
        _check_shapes(given)
        self._toml = _core.line_from_json(plain_json(given, LineError, spelt=_spelt))
        self._data = _table(self._toml)
        self.origin = (self._toml, None)

    @classmethod
    def _of(cls, text: str, source: str) -> Line:
        line = cls.__new__(cls)
        line._toml = _core.parse_line(text, source)  # noqa: SLF001 - its own class
        line._data = _table(line._toml)  # noqa: SLF001
        line.origin = (text, source)
        return line

    @classmethod
    def parse(cls, text: str) -> Line:
        """Read a line from TOML text.

        Parameters
        ----------
        text : str
            The TOML.

        Returns
        -------
        Line
            The line that it says.

        Raises
        ------
        LineError
            The text is no TOML or no line; the message starts with the number of the line of text.

        Examples
        --------
        >>> import gravetroll as gt
        >>> gt.Line.parse("mulligan_to = 5").mulligan_to
        5
        >>> gt.Line.parse("mulligan_to = 8")
        Traceback (most recent call last):
        gravetroll.errors.LineError: line 1: `mulligan_to`: a number of cards from 0 to 7 is wanted, not 8
        """
        return cls._of(text_of(text, LineError, "a line is parsed from"), "")

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Line:
        """Read a shipped line or a TOML file.

        Parameters
        ----------
        path : str or path-like
            The name of a shipped line (see `presets`), else the path of a file. A path object is always a file.

        Returns
        -------
        Line
            The line.

        Raises
        ------
        LineError
            There is no such file, it cannot be read, or it is no line; the message says where (``file:line``).

        Examples
        --------
        >>> import gravetroll as gt
        >>> gt.Line.read("bazaar-hands").keep
        "hand.has('Bazaar of Baghdad')"
        """
        name = path_of(path, LineError, "a line is read from a shipped name or")
        if isinstance(path, str) and name.isascii() and (shipped := _core.preset(name)) is not None:
            return cls._of(shipped, name)
        if isinstance(path, str) and "\n" in name:
            raise LineError(f"{show(name)}: this is no path but the text of a line: Line.parse reads that")
        absent = f"neither a file nor a shipped line; shipped are {', '.join(_core.preset_names())}"
        if name in _core.preset_names():
            absent = f"there is no such file; the shipped line of that name is meant by the text {name!r}"
        text = toml_text(name, _MOST_BYTES, LineError, "a line is a TOML file", absent)
        return cls._of(text, show(name))

    @staticmethod
    def presets() -> list[str]:
        """List the names of the shipped lines.

        Returns
        -------
        list of str
            The names, sorted.

        Examples
        --------
        >>> import gravetroll as gt
        >>> "manaless-dredge" in gt.Line.presets()
        True
        """
        return list(_core.preset_names())

    def to_toml(self) -> str:
        """Write the line as TOML.

        Returns
        -------
        str
            Text that `parse` reads as an equal line. Comments of the text that this line was read from are not kept.

        Examples
        --------
        >>> import gravetroll as gt
        >>> print(gt.Line(stop="turn == 3").to_toml())
        on = "draw"
        mulligan_to = 1
        missing = "error"
        stop = "turn == 3"
        <BLANKLINE>
        """
        return self._toml

    def replace(self, **changes: Any) -> Line:
        """Make another line that says something else in places.

        Parameters
        ----------
        **changes
            Arguments of `Line`; None is what is left out. Of `groups` and `prefer` the entries that are given change
            and the others stay: there None takes an entry away.

        Returns
        -------
        Line
            With everything else as in this one.

        Raises
        ------
        LineError
            There is no such argument, or it says what no line can say.

        Examples
        --------
        >>> import gravetroll as gt
        >>> line = gt.Line(mulligan_to=5, prefer={"bottom": ["land"], "discard": ["dredge"]})
        >>> other = line.replace(on="play", prefer={"bottom": ["land > 2"]})
        >>> other.on, other.mulligan_to, other.prefer
        ('play', 5, {'bottom': ['land > 2'], 'discard': ['dredge']})
        """
        import difflib  # noqa: PLC0415  (like all that few need: importing gravetroll should cost little)
        import inspect  # noqa: PLC0415

        known = list(inspect.signature(Line).parameters)
        said = dict(self._data)
        for key, value in changes.items():
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
                raise LineError(f"{key}: no line has such an argument: {hint}")
            if key in {"groups", "prefer"} and isinstance(value, Mapping):
                merged = {**said.get(key, {}), **value}
                said[key] = {name: entry for name, entry in merged.items() if entry is not None}
            else:
                said[key] = value
        return Line(**said)

    @property
    def name(self) -> str | None:
        """What the line is called."""
        return self._data.get("name")

    @property
    def format(self) -> str | None:
        """The format that it is made for."""
        return self._data.get("format")

    @property
    def on(self) -> str:
        """``"play"``, ``"draw"`` or ``"random"``."""
        return str(self._data["on"])

    @property
    def keep(self) -> str | None:
        """Which hands are kept, as text; None: every hand."""
        return self._data.get("keep")

    @property
    def mulligan_to(self) -> int:
        """The size of a hand that is kept whatever it is, 0 to 7 cards."""
        return int(self._data["mulligan_to"])

    @property
    def missing(self) -> str:
        """``"error"`` or ``"ok"``."""
        return str(self._data["missing"])

    @property
    def groups(self) -> dict[str, list[str]]:
        """The groups, in their order; a copy."""
        return {name: list(members) for name, members in self._data.get("groups", {}).items()}

    @property
    def prefer(self) -> dict[str, list[str | int] | bool | int | str]:
        """What was given of the decision points, but defaults; a copy."""
        given = self._data.get("prefer", {}).items()
        return {key: list(value) if isinstance(value, list) else value for key, value in given}

    @property
    def dredge(self) -> dict[str, str]:
        """``{"when": text}``, or empty: always; a copy."""
        return dict(self._data.get("dredge", {}))

    @property
    def upkeep(self) -> list[Action]:
        """What is done in your upkeep; a copy."""
        return self._actions("upkeep")

    @property
    def main(self) -> list[Action]:
        """What is done in each of your main phases; a copy."""
        return self._actions("main")

    @property
    def combat(self) -> list[Action]:
        """What is done before attackers are declared; a copy."""
        return self._actions("combat")

    @property
    def end(self) -> list[Action]:
        """What is done in your end step; a copy."""
        return self._actions("end")

    @property
    def response(self) -> list[Action]:
        """What is done while something is on the stack; a copy."""
        return self._actions("response")

    def _actions(self, phase: str) -> list[Action]:
        return [of_dict(table) for table in self._data.get(phase, [])]

    @property
    def attack(self) -> str | bool:
        """When everything that can attacks: always (True), never (False), or as text."""
        given: str | bool = self._data.get("attack", True)
        return given

    @property
    def stop(self) -> str | None:
        """When the game is stopped, as text; None: never."""
        return self._data.get("stop")

    def __eq__(self, other: object) -> bool:
        return self._toml == other._toml if isinstance(other, Line) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._toml)

    def __repr__(self) -> str:
        said = {key: self._actions(key) if key in _PHASES else value for key, value in self._data.items()}
        return f"Line({', '.join(f'{key}={value!r}' for key, value in said.items())})"

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _rebuilt, (type(self), *self.origin)


def _rebuilt(cls: type[Line], text: str, source: str | None) -> Line:
    line = cls._of(text, source or "")
    line.origin = (text, source)
    return line


def _table(canonical: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415  (importing gravetroll should cost little, and many a run has no line)

    return tomllib.loads(canonical)


_MAPPINGS = {
    "groups": '{"outlets": ["Careful Study"]}',
    "prefer": '{"discard": ["dredge"]}',
    "dredge": '{"when": gt.turn >= 2}',
}


def _check_shapes(given: Mapping[str, object]) -> None:
    """Say in the words of Python what the reader of TOML would say in its own."""
    for key, value in given.items():
        if isinstance(value, Zone):
            raise LineError(f"{key}: `{value}` is a zone and no condition: ask it, as in {value}.count() >= 1")
        such = _MAPPINGS.get(key)
        if such is not None and value is not None and not isinstance(value, Mapping):
            raise LineError(f"{key}: a mapping is wanted, such as {such}, not {_kind(value)}")
        if key in _PHASES and isinstance(value, Action | Mapping | str):
            raise LineError(f'{key}: a list of actions is wanted, such as [gt.play("land")], not {_kind(value)}')
        for at, each in enumerate(value if key in _PHASES and isinstance(value, list | tuple) else ()):
            if not isinstance(each, Action | Mapping):
                raise LineError(f'{key}[{at}]: an action is wanted, such as gt.play("land"), not {_kind(each)}')


def _kind(value: object) -> str:
    return "an action" if isinstance(value, Action) else type(value).__name__


def _spelt(value: object) -> object:
    """Give actions and expressions as TOML spells them."""
    if isinstance(value, Action):
        return value.to_dict()
    return value.text if isinstance(value, Expr) else value
