"""Lines: what a player does in every game of a run."""

from __future__ import annotations

import operator
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gravetroll import _core
from gravetroll.errors import LineError
from gravetroll.expr import Expr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Line"]

# No line is longer; a device or an archive by mistake is.
_MOST_BYTES = 1_000_000


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
        Orders (sequences of str) for ``bottom``, ``dredge`` and ``discard``, and ``serum_powder`` (bool). An entry says
        which cards; ``"land > 2"`` is all but two of them.
    dredge : mapping, optional
        ``{"when": Expr or str}``: when a draw may be dredged. Left out: always.
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

    __slots__ = ("_data", "_toml")

    _data: dict[str, Any]
    _toml: str

    def __init__(
        self,
        *,
        name: str | None = None,
        format: str | None = None,  # noqa: A002 - the key of TOML and the argument of Deck.read
        on: str | None = None,
        keep: Expr | str | bool | None = None,
        mulligan_to: int | None = None,
        missing: str | None = None,
        groups: Mapping[str, Sequence[str]] | None = None,
        prefer: Mapping[str, Sequence[str] | bool] | None = None,
        dredge: Mapping[str, Expr | str | bool] | None = None,
        stop: Expr | str | bool | None = None,
    ) -> None:
        import json  # noqa: PLC0415

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
            "stop": stop,
        }
        for key, value in given.items():
            try:
                given[key] = json.loads(json.dumps(value, default=_plain, allow_nan=False))
            except (TypeError, ValueError, RecursionError) as error:
                raise LineError(f"{key}: {error}") from None
        self._toml = _core.line_from_json(json.dumps(given))
        self._data = _table(self._toml)

    @classmethod
    def _of(cls, canonical: str) -> Line:
        line = cls.__new__(cls)
        line._toml = canonical  # noqa: SLF001 - its own class
        line._data = _table(canonical)  # noqa: SLF001
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
        return cls._of(_core.parse_line(text, ""))

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
        if isinstance(path, str) and (shipped := _core.preset(path)) is not None:
            return cls._of(_core.parse_line(shipped, path))
        if not os.fspath(path):
            raise LineError("the path of the line is empty: name a shipped line or a file")
        return cls._of(_core.parse_line(_text_of(Path(path)), str(path)))

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
    def prefer(self) -> dict[str, list[str] | bool]:
        """The orders that were given, and ``serum_powder`` where it is true; a copy."""
        given = self._data.get("prefer", {}).items()
        return {key: list(value) if isinstance(value, list) else value for key, value in given}

    @property
    def dredge(self) -> dict[str, str]:
        """``{"when": text}``, or empty: always; a copy."""
        return dict(self._data.get("dredge", {}))

    @property
    def stop(self) -> str | None:
        """When the game is stopped, as text; None: never."""
        return self._data.get("stop")

    def __eq__(self, other: object) -> bool:
        return self._toml == other._toml if isinstance(other, Line) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._toml)

    def __repr__(self) -> str:
        return f"Line({', '.join(f'{key}={value!r}' for key, value in self._data.items())})"

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return type(self).parse, (self._toml,)


def _table(canonical: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415  (importing gravetroll should cost little, and many a run has no line)

    return tomllib.loads(canonical)


def _plain(value: object) -> str | int | list[Any] | dict[Any, Any]:
    """Turn what JSON does not know into what it knows."""
    if isinstance(value, Expr):
        return value.text
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{type(value).__name__} {value!r} cannot be part of a line") from None


def _text_of(path: Path) -> str:
    try:
        content = _bytes_of(path)
    except FileNotFoundError:
        shipped = ", ".join(_core.preset_names())
        raise LineError(f"{path}: neither a file nor a shipped line; shipped are {shipped}") from None
    except IsADirectoryError:
        raise LineError(f"{path}: this is a directory; a line is a TOML file") from None
    except OSError as error:
        raise LineError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # a NUL in the path
        raise LineError(f"{str(path)!r}: {error}") from None
    if len(content) > _MOST_BYTES:
        raise LineError(f"{path}: over {_MOST_BYTES} bytes; a line is a short TOML file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LineError(f"{path}: this is no text; a line is a TOML file in UTF-8") from None


def _bytes_of(path: Path) -> bytes:
    if path.is_dir():  # elsewhere than on Linux, opening one says something else
        raise IsADirectoryError
    with path.open("rb") as file:
        return file.read(_MOST_BYTES + 1)
