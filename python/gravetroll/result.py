"""A run's results: arrays by game, what was played to get them, and figures drawn from them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from gravetroll import stats
from gravetroll.deck import Deck
from gravetroll.errors import Error
from gravetroll.line import Line
from gravetroll.output import replacing
from gravetroll.shard import merged
from gravetroll.text import counted, path_of, show
from gravetroll.versus import Opponent

if TYPE_CHECKING:
    import os
    from collections.abc import ItemsView, Iterator, KeysView, ValuesView

    from numpy.typing import ArrayLike, NDArray

# The arrays that every run has, with one entry for each game.
PER_GAME = {"win_turn": "int8", "lose_turn": "int8", "kept": "int8", "mulligans": "int8", "on_play": "bool"}

_FORMAT = 1  # of saved files

# What numpy and json raise for a file that is not what it should be.
_DAMAGE = (ValueError, KeyError, TypeError, EOFError, MemoryError, RuntimeError)


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """What `simulate` returns: the arrays of a range of games and all that is needed to play them again.

    Two runs are equal when everything in them is. Runs can be pickled.

    Attributes
    ----------
    columns : dict of str to ndarray, shape (games, turns)
        Each observable at the end of each turn, bool or int16 (saturating); ``run["name"]`` is ``run.columns["name"]``.
        After a win, a loss or the line's ``stop`` a column holds the values of that moment.
    win_turn, lose_turn : ndarray of int8, shape (games,)
        The number of your turns begun when the game was won or lost; 0: it was not.
    kept, mulligans : ndarray of int8, shape (games,)
        Cards in the hand that was kept, and mulligans taken.
    on_play : ndarray of bool, shape (games,)
        Whether you began.
    turns, seed, first_game : int
        As they were asked for.
    version : str
        The version of gravetroll that played.
    stream : int
        The version of the random streams: games of one seed are the same only where this is.
    deck : Deck
        The deck.
    line : Line or None
        The line; None is the plainest dredge.
    opponent : Opponent or None
        The other player; None is nobody.
    observe : dict of str to str
        The names and expressions of the observables.
    warnings : list of str
        Names that are no card's, a commander that is left out, and what is not modelled of the deck's cards.
    overflow : int
        Games that needed more objects than there are, and ended there.
    beyond : dict of str to tuple (int, int)
        The observables that were larger or smaller than an int16 holds: the first game in which, and in how many.
        Their arrays hold 32767 or -32768 there, and `warnings` says so.

    Examples
    --------
    >>> import gravetroll as gt
    >>> run = gt.simulate({"Stinkweed Imp": 60}, games=1000, turns=3, observe={"milled": "milled"})
    >>> run
    <Run of 1,000 games, 3 turns, seed 0: milled>
    >>> run.mean("milled")
    array([ 0.,  5., 10.])
    """

    columns: dict[str, NDArray[Any]]
    win_turn: NDArray[np.int8]
    lose_turn: NDArray[np.int8]
    kept: NDArray[np.int8]
    mulligans: NDArray[np.int8]
    on_play: NDArray[np.bool_]
    turns: int
    seed: int
    first_game: int
    version: str
    stream: int
    deck: Deck
    line: Line | None
    opponent: Opponent | None
    observe: dict[str, str]
    warnings: list[str]
    overflow: int
    beyond: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.win_turn)

    @property
    def names(self) -> list[str]:
        """The names of the observables, in the order in which they were asked for."""
        return list(self.columns)

    def __getitem__(self, name: str) -> NDArray[Any]:
        if not isinstance(name, str):
            raise Error(f"an observable is asked for by its name (str), not by {type(name).__name__}")
        if name in self.columns:
            return self.columns[name]
        if name in PER_GAME:
            raise Error(f"{name} is no observable but an array with one entry a game: use run.{name}")
        import difflib  # noqa: PLC0415  (like all that only a fault needs: importing gravetroll should cost little)

        near = difflib.get_close_matches(name, self.columns, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(self.columns) or 'none'}"
        raise Error(f"no observable is called {name!r}: {hint}")

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self.columns

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        """Count the observables."""
        return len(self.columns)

    def __bool__(self) -> bool:
        return True  # a run without observables is a run

    def keys(self) -> KeysView[str]:
        """Give the names of the observables: ``dict(run)`` holds the arrays by name.

        Examples
        --------
        >>> import gravetroll as gt
        >>> run = gt.simulate({"Stinkweed Imp": 60}, games=2, turns=2, observe={"milled": "milled", "turn": "turn"})
        >>> list(run), len(run), dict(run)["turn"].tolist()
        (['milled', 'turn'], 2, [[1, 2], [1, 2]])
        """
        return self.columns.keys()

    def values(self) -> ValuesView[NDArray[Any]]:
        """Give the arrays of the observables."""
        return self.columns.values()

    def items(self) -> ItemsView[str, NDArray[Any]]:
        """Give the names of the observables with their arrays."""
        return self.columns.items()

    def __repr__(self) -> str:
        first = f" from game {self.first_game:,}" if self.first_game else ""
        names = ", ".join(self.columns) or "no observables"
        games, turns = counted(self.games, "game"), counted(self.turns, "turn")
        return f"<Run of {games}{first}, {turns}, seed {self.seed}: {names}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Run):
            return NotImplemented
        return (
            self._identity() == other._identity()
            and _deck_parts(self.deck) == _deck_parts(other.deck)
            and (self.first_game, self.overflow, self.beyond) == (other.first_game, other.overflow, other.beyond)
            and self.warnings == other.warnings
            and all(map(np.array_equal, self._arrays().values(), other._arrays().values()))
        )

    __hash__ = None  # type: ignore[assignment]

    def mean(self, name: str) -> NDArray[np.float64]:
        """Average of an observable over the games; of a condition, the share of games in which it holds.

        Parameters
        ----------
        name : str
            An observable.

        Returns
        -------
        ndarray of float64, shape (turns,)
            NaN for no games.

        Raises
        ------
        Error
            When there is no such observable.

        Examples
        --------
        >>> import gravetroll as gt
        >>> run = gt.simulate({"Stinkweed Imp": 60}, games=10, turns=2, observe={"hand": "hand.count()"})
        >>> run.mean("hand")
        array([7., 7.])
        """
        return stats.mean(self[name])

    def probability(self, name: str) -> NDArray[np.float64]:
        """Share of the games in which a condition holds.

        Parameters
        ----------
        name : str
            An observable of dtype bool.

        Returns
        -------
        ndarray of float64, shape (turns,)
            NaN for no games.

        Raises
        ------
        Error
            When there is no such observable, or it is a number.

        Examples
        --------
        >>> import gravetroll as gt
        >>> run = gt.simulate({"Stinkweed Imp": 60}, games=10, turns=3, observe={"six": "graveyard.count() >= 6"})
        >>> run.probability("six")
        array([0., 1., 1.])
        """
        values = self[name]
        if values.dtype != bool:
            raise Error(
                f"observable {name!r} is a number and has no probability: observe a condition such as "
                f'"{self.observe[name]} >= 1", or use run.mean({name!r})'
            )
        return stats.mean(values)

    def quantile(self, name: str, q: ArrayLike) -> NDArray[np.int64]:
        """Quantiles over the games, each a value that was seen (numpy's ``method="inverted_cdf"``).

        Parameters
        ----------
        name : str
            An observable; a condition counts as 0 and 1.
        q : array_like of float
            Shares from 0 to 1.

        Returns
        -------
        ndarray of int64, shape (turns,), or (n, turns) for n shares
            The smallest value that at least a share `q` of the games do not exceed.

        Raises
        ------
        Error
            When there is no such observable, a share is out of its range, or there are no games.

        Examples
        --------
        >>> import gravetroll as gt
        >>> run = gt.simulate({"Stinkweed Imp": 60}, games=10, turns=2, observe={"milled": "milled"})
        >>> run.quantile("milled", 0.5)
        array([0, 5])
        """
        return stats.quantile(self[name], q)

    def interval(self, name: str, confidence: float = 0.95) -> NDArray[np.float64]:
        """Confidence interval of the mean: Wilson's for a condition, Student's t for a number.

        Parameters
        ----------
        name : str
            An observable.
        confidence : float, default 0.95
            Between 0 and 1, both excluded.

        Returns
        -------
        ndarray of float64, shape (turns, 2)
            Low and high. NaN where there are too few games to say.

        Raises
        ------
        Error
            When there is no such observable or `confidence` is out of its range.

        Examples
        --------
        >>> import gravetroll as gt
        >>> run = gt.simulate({"Stinkweed Imp": 60}, games=96, turns=1, observe={"imp": "hand.has('Stinkweed Imp')"})
        >>> run.interval("imp").round(3)
        array([[0.962, 1.   ]])
        """
        return stats.interval(self[name], confidence)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the run to a file for `Run.load`: an ``.npz`` archive that numpy reads too.

        Parameters
        ----------
        path : path
            The file, written under exactly this name; one that exists is replaced when all is written, and not
            before.

        Raises
        ------
        Error
            When it cannot be written.

        Examples
        --------
        >>> import gravetroll as gt, tempfile, os
        >>> run = gt.simulate({"Stinkweed Imp": 60}, games=10, turns=2)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     run.save(os.path.join(folder, "imps.npz"))
        ...     gt.Run.load(os.path.join(folder, "imps.npz")) == run
        True
        """
        import json  # noqa: PLC0415

        place = path_of(path, Error, "a run is saved to")
        about = {
            **self._identity(),
            "deck": _deck_parts(self.deck),
            "format": _FORMAT,
            "first_game": self.first_game,
            "overflow": self.overflow,
            "beyond": self.beyond,
            "warnings": self.warnings,
        }
        entries: dict[str, Any] = {"about": np.array(json.dumps(about)), **self._arrays()}
        try:
            with replacing(place) as file:  # np.savez would add a suffix to a name
                np.savez(file, **entries)
        except OSError as error:
            raise Error(f"{show(place)}: cannot be written: {error.strerror or error}") from None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Run:
        """Read a run that `Run.save` wrote. Nothing in the file is executed.

        Parameters
        ----------
        path : path
            The file.

        Returns
        -------
        Run
            Equal to the run that was saved.

        Raises
        ------
        Error
            When the file cannot be read or holds no run.
        """
        import zipfile  # noqa: PLC0415
        import zlib  # noqa: PLC0415

        name = path_of(path, Error, "a run is loaded from")
        place = show(name)
        try:
            with open(name, "rb") as file:  # noqa: PTH123
                return cls._read(file)
        except OSError as error:
            raise Error(f"{place}: cannot be read: {error.strerror or error}") from None
        except Error as error:
            raise Error(f"{place}: {error}") from None
        except (zipfile.BadZipFile, zlib.error, *_DAMAGE) as error:
            raise Error(f"{place}: not a run that Run.save wrote, or a damaged one ({_brief(error)})") from None

    @classmethod
    def _read(cls, file: Any) -> Run:
        import json  # noqa: PLC0415

        if file.read(2) != b"PK":
            raise Error("not a run that Run.save wrote: such a file is an .npz archive")
        file.seek(0)
        with np.load(file, allow_pickle=False) as entries:
            about = json.loads(str(entries["about"][()]))
            if about["format"] > _FORMAT:
                raise Error(f"written by gravetroll {about['version']}, which this one cannot read: upgrade gravetroll")
            turns = about["turns"]
            about["observe"] = dict(about["observe"])
            about["beyond"] = {name: (first, games) for name, (first, games) in about.get("beyond", {}).items()}
            per_game = {name: entries[name] for name in PER_GAME}
            columns = {name: entries[f"column_{i}"] for i, name in enumerate(about["observe"])}
        games = per_game["win_turn"].shape[0]
        for name, array in per_game.items():
            _check_array(name, array, (games,), (PER_GAME[name],))
        for name, array in columns.items():
            _check_array(name, array, (games, turns), ("bool", "int16"))
        parts = about.pop("deck")
        line = about.pop("line")
        opponent = about.pop("opponent", None)
        return cls(
            columns=columns,
            **per_game,
            deck=_deck_of_parts(parts),
            opponent=None if opponent is None else Opponent(_deck_of_parts(opponent.pop("deck")), **opponent),
            line=None if line is None else Line.parse(line),
            **{name: about[name] for name in (field.name for field in fields(cls)) if name in about},
        )

    def _identity(self) -> dict[str, Any]:
        """Collect what two runs must share for their games to be games of one run, as plain data."""
        return {
            "version": self.version,
            "stream": self.stream,
            "seed": self.seed,
            "turns": self.turns,
            # Pairs, not mappings: the order of a deck list decides ties, and that of observables the columns.
            "observe": [[name, text] for name, text in self.observe.items()],
            "deck": {key: _deck_parts(self.deck)[key] for key in ("main", "unknown")},
            "line": None if self.line is None else self.line.to_toml(),
            "opponent": None if self.opponent is None else _opponent_parts(self.opponent),
        }

    def _arrays(self) -> dict[str, NDArray[Any]]:
        """Give all arrays, under names that suit any archive whatever the observables are called."""
        per_game = {name: getattr(self, name) for name in PER_GAME}
        return per_game | {f"column_{i}": values for i, values in enumerate(self.columns.values())}


def concat(runs: Iterable[Run]) -> Run:
    """Put ranges of games of one run together.

    Parameters
    ----------
    runs : iterable of Run
        Runs of the same deck, line, seed, turns, observables, version and streams, whose games follow one another
        without a gap; in any order.

    Returns
    -------
    Run
        Equal to the run of all these games at once.

    Raises
    ------
    Error
        When there is none, they differ, or games are missing or double.

    Examples
    --------
    >>> import gravetroll as gt
    >>> first = gt.simulate({"Stinkweed Imp": 60}, games=10, turns=2)
    >>> second = gt.simulate({"Stinkweed Imp": 60}, games=5, turns=2, first_game=10)
    >>> gt.concat([second, first]).games
    15
    """
    if not isinstance(runs, Iterable):
        raise Error(f"concat wants a list of runs, not {type(runs).__name__}")
    given = list(runs)
    for run in given:
        if not isinstance(run, Run):
            raise Error(f"concat wants a list of runs, and not every entry is one: {type(run).__name__}")
    parts = sorted(given, key=lambda run: (run.first_game, run.games))
    if not parts:
        raise Error("concat wants at least one run")
    head = parts[0]
    for run in parts[1:]:
        _check_same(head, run)
    for before, after in itertools.pairwise(parts):
        end = before.first_game + before.games
        if after.first_game != end:
            fault = "is missing" if after.first_game > end else "is in two of them"
            game = min(end, after.first_game)
            raise Error(f"runs to concat must follow one another: game {game:,} {fault}")
    beyond: dict[str, tuple[int, int]] = {}
    others: dict[str, None] = {}
    for run in parts:
        beyond = merged(beyond, run.beyond)
        others |= dict.fromkeys(run.warnings)
        for text in beyond_told(run.beyond, run.observe):
            others.pop(text, None)
    return Run(
        columns={name: np.concatenate([run.columns[name] for run in parts]) for name in head.columns},
        **{name: np.concatenate([getattr(run, name) for run in parts]) for name in PER_GAME},
        turns=head.turns,
        seed=head.seed,
        first_game=head.first_game,
        version=head.version,
        stream=head.stream,
        deck=head.deck,
        line=head.line,
        opponent=head.opponent,
        observe=head.observe,
        warnings=beyond_told(beyond, head.observe) + list(others),
        overflow=sum(run.overflow for run in parts),
        beyond=beyond,
    )


def beyond_told(beyond: Mapping[str, tuple[int, int]], observe: Mapping[str, str]) -> list[str]:
    """Say which observables were beyond an int16, in the order of the observables."""
    return [
        f"{name} was beyond what an int16 holds in {counted(games, 'game')}, the first of them game {first}: its array "
        f"holds 32767 or -32768 there; observe ({observe[name]}) // 100, or a condition"
        for name, (first, games) in ((name, beyond[name]) for name in observe if name in beyond)
    ]


def _check_same(one: Run, other: Run) -> None:
    mine, theirs = one._identity(), other._identity()  # noqa: SLF001
    for key, value in mine.items():
        if theirs[key] != value:
            shown = f": {value} and {theirs[key]}" if isinstance(value, int | str) and key != "line" else ""
            raise Error(f"runs to concat must be of the same {_WORDS.get(key, key)}{shown}")


_WORDS = {"observe": "observables", "stream": "random streams"}


def _deck_parts(deck: Deck) -> dict[str, Any]:
    return {
        "main": [[name, count] for name, count in deck.main.items()],
        "sideboard": [[name, count] for name, count in deck.sideboard.items()],
        "commander": list(deck.commander),
        "name": deck.name,
        "unknown": list(deck.unknown),
    }


def _deck_of_parts(parts: dict[str, Any]) -> Deck:
    return Deck(
        dict(parts["main"]),
        sideboard=dict(parts["sideboard"]),
        commander=parts["commander"],
        name=parts["name"],
        unknown="inert" if parts["unknown"] else "error",
    )


def _opponent_parts(opponent: Opponent) -> dict[str, Any]:
    return opponent.parts() | {"deck": _deck_parts(opponent.deck)}


def _check_array(name: str, array: NDArray[Any], shape: tuple[int, ...], dtypes: tuple[str, ...]) -> None:
    if array.shape != shape or array.dtype not in dtypes:
        raise Error(f"not a run that Run.save wrote: {name} has shape {array.shape} and dtype {array.dtype}")


def _brief(error: Exception) -> str:
    return " ".join(str(error).split())[:80] or type(error).__name__
