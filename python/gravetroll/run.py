"""Play many games and keep what was seen in them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gravetroll import _core
from gravetroll.deck import deck_of
from gravetroll.errors import DeckError, Error, ExprError
from gravetroll.expr import Expr
from gravetroll.formats.lookup import strangers
from gravetroll.line import Line
from gravetroll.plain import whole_of
from gravetroll.progress import meter
from gravetroll.result import PER_GAME, Run, beyond_told
from gravetroll.shard import Arrays, Job, play_on
from gravetroll.text import counted, show, text_of
from gravetroll.versus import Opponent, opponent_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from gravetroll.deck import Deck

# What is observed where nothing is said.
DEFAULT_OBSERVE = {
    "graveyard": "graveyard.count()",
    "hand": "hand.count()",
    "library": "library.count()",
    "milled": "milled",
    "dredged": "dredged",
    "life": "life",
    "opponent_life": "opponent.life",
    "opponent_library": "opponent.library.count()",
    "opponent_milled": "opponent.milled",
}

MOST_TURNS = 127  # a turn is an int8
MOST_THREADS = 1024
GAMES = 2**63  # games are numbered below this
SEEDS = 2**64


def simulate(
    deck: Deck | Mapping[str, float] | str | os.PathLike[str],
    line: Line | str | os.PathLike[str] | None = None,
    *,
    games: float,
    turns: int,
    seed: int = 0,
    observe: Mapping[str, Expr | str] | None = None,
    opponent: Opponent | Deck | Mapping[str, float] | str | os.PathLike[str] | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: bool | Callable[[int, int], None] | None = None,
    first_game: int = 0,
) -> Run:
    """Play games of a deck and return what was observed in each of them.

    Game ``i`` of a seed is the same game whatever else is asked for: the arrays do not depend on `threads`, on
    `executor` or on how a range of games is cut into several calls.

    Parameters
    ----------
    deck : Deck, mapping of str to int, or path
        The deck; a mapping holds card names and counts, a path is read by `Deck.read`.
    line : Line, str or path, optional
        How the deck is played: a line, the name of a shipped one or a TOML file. Left out, the plainest dredge: on the
        draw; every hand is kept; each draw is dredged when it can be, with the largest number; nothing is played; at
        cleanup dredge cards are discarded first.
    games : int
        How many games, from 0 (arrays without rows). Whole floats such as ``1e6`` are taken too.
    turns : int
        How many turns of yours each game lasts, 1 to 127.
    seed : int, default 0
        0 to 2**64 - 1.
    observe : mapping of str to Expr or str, optional
        What to observe at the end of each of your turns: names and expressions. Left out: ``graveyard``, ``hand``,
        ``library``, ``milled``, ``dredged``, ``life``, ``opponent_life``, ``opponent_library``, ``opponent_milled``.
    opponent : Opponent, Deck, mapping of str to int, or path, optional
        The other player; a deck is one who draws seven cards, then one each turn, discards down to seven and does
        nothing else. Left out: nobody, with 20 life, no cards and no turns, who is never decked.
    threads : int, optional
        1 to 1024. Left out: as many as this process may use processors; one in each shard of an `executor`.
    executor : concurrent.futures.Executor, optional
        Where to play: ranges of games are submitted to it. Left out: in this process.
    progress : bool or callable, optional
        A function of (games done, `games`), called about ten times a second; True or False for a bar or none. Left
        out: a bar on standard error if that is a terminal and the run takes over a second. What the function raises
        ends the run, in any thread; Ctrl-C ends one in the main thread.
    first_game : int, default 0
        The number of the first game. ``first_game + games`` is at most 2**63.

    Returns
    -------
    Run
        The arrays: ``run["graveyard"]`` has shape (games, turns) and dtype int16, or bool for a condition.
        Numbers that an int16 does not hold saturate; `Run.beyond` and `Run.warnings` tell of them.

    Raises
    ------
    Error
        An argument out of its range, or arrays that do not fit into the free memory: nothing is allocated then.
    DeckError, LineError, ExprError
        A deck, a line or an expression that cannot be read or played.

    Examples
    --------
    Sixty Stinkweed Imps: one is discarded at the first cleanup, and each later draw becomes a dredge of five.

    >>> run = simulate({"Stinkweed Imp": 60}, games=2, turns=3, observe={"n": "graveyard.count()"})
    >>> run["n"].tolist()
    [[1, 6, 11], [1, 6, 11]]
    """
    games = whole("games", games, 0, GAMES)
    turns = whole("turns", turns, 1, MOST_TURNS)
    seed = whole("seed", seed, 0, SEEDS - 1)
    first_game = whole("first_game", first_game, 0, GAMES)
    if first_game + games > GAMES:
        raise Error(
            f"first_game + games must be at most 2**63, not {first_game + games}: begin earlier or play fewer games"
        )
    if threads is not None:
        threads = whole("threads", threads, 1, MOST_THREADS)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise Error(f"executor must be a concurrent.futures.Executor, not {executor!r}")
    expressions = _observe(observe)
    job, deck, line, opponent = job_of(deck, line, opponent, expressions, turns=turns, seed=seed)
    plan = job.plan()
    _check_room(games, turns, plan.columns)
    arrays = Arrays.empty(games, turns, plan.columns)
    with meter(progress, games) as tick:
        if executor is None:
            told = job.play(arrays, first_game, games, threads or _processors(), tick)
        else:
            told = play_on(executor, job, arrays, first_game=first_game, threads=threads or 1, tick=tick)
    names = list(expressions)
    beyond = {names[place]: games for place, games in told.beyond.items()}
    return Run(
        columns=dict(zip((name for name, _ in plan.columns), arrays.columns, strict=True)),
        win_turn=arrays.win_turn,
        lose_turn=arrays.lose_turn,
        kept=arrays.kept,
        mulligans=arrays.mulligans,
        on_play=arrays.on_play,
        turns=turns,
        seed=seed,
        first_game=first_game,
        version=_core.__version__,
        stream=_core.STREAM,
        deck=deck,
        line=line,
        opponent=opponent,
        observe=expressions,
        warnings=beyond_told(beyond, expressions) + warnings_of(deck, plan.warnings),
        overflow=told.overflow,
        beyond=beyond,
    )


def job_of(
    deck: Any, line: Any, opponent: Any, expressions: Mapping[str, str], *, turns: int, seed: int
) -> tuple[Job, Deck, Line | None, Opponent | None]:
    """Read what is to be played, and see that it can be."""
    where = f"{show(os.fspath(deck))}: " if isinstance(deck, str | os.PathLike) else ""
    deck = deck_of(deck)
    opponent = opponent_of(opponent)
    line = _line(line)
    job = Job(
        deck=tuple(deck.main.items()),
        unknown=(*deck.unknown, *(opponent.deck.unknown if opponent is not None else ())),
        line=None if line is None else line.origin,
        opponent=None if opponent is None else opponent.spec(),
        observe=tuple(expressions.items()),
        turns=turns,
        seed=seed,
    )
    try:
        job.plan()
    except DeckError as error:
        raise DeckError(f"{where}{error}") from None
    except ExprError as error:
        names = [name for name, text in expressions.items() if text == error.text]
        if not names:
            raise
        raise ExprError(f"observable {names[0]!r}: {error}", error.text, error.position) from None
    return job, deck, line, opponent


def warnings_of(deck: Deck, told: list[str]) -> list[str]:
    """Say first which names are no card's, which the plan calls inert as it does many a card, and who is left out."""
    known = [text for text in told if not text.startswith(tuple(f"{name} is inert: " for name in deck.unknown))]
    return strangers(deck.unknown) + deck.notes + _commanders(deck) + known


def _commanders(deck: Deck) -> list[str]:
    if not deck.commander:
        return []
    noun = "commander" if len(deck.commander) == 1 else "commanders"
    names = " and ".join(deck.commander)
    return [f"the {noun} {names} cannot be cast: a run has no command zone, and you begin at 20 life"]


def whole(name: str, value: Any, low: int, high: int) -> int:
    """Check an argument that counts something."""
    number = whole_of(value)
    if number is None or not low <= number <= high:
        raise Error(f"{name} must be a whole number from {low} to {_power(high)}, not {value!r}")
    return number


def _power(number: int) -> str:
    return {GAMES: "2**63", SEEDS - 1: "2**64 - 1"}.get(number, str(number))


def _line(line: Any) -> Line | None:
    if line is None or isinstance(line, Line):
        return line
    if isinstance(line, str | os.PathLike):
        return Line.read(line)
    raise Error(f"line must be a Line, the name of a shipped one, a path or None, not {type(line).__name__}")


def _observe(observe: Any) -> dict[str, str]:
    """Names and texts of the observables."""
    if observe is None:
        return dict(DEFAULT_OBSERVE)
    if not isinstance(observe, Mapping):
        raise Error(f"observe must be a mapping of names to expressions, not {type(observe).__name__}")
    texts = {}
    for name, expression in observe.items():
        if not isinstance(name, str) or not name or not name.isprintable() or name != name.strip() or "=" in name:
            raise Error(
                f"an observable's name must be printable text without '=' and without spaces at its ends, not {name!r}"
            )
        if name in PER_GAME:
            raise Error(f"an observable may not be called {name!r}, the name of an array of every run: choose another")
        if not isinstance(expression, Expr | str):
            raise Error(f"observable {name!r} must be an expression or its text, not {type(expression).__name__}")
        texts[name] = text_of(str(expression), Error, f"observable {name!r} must be")
    return texts


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    return min(os.cpu_count() or 1, MOST_THREADS)


def _check_room(games: int, turns: int, columns: Sequence[tuple[str, str]]) -> None:
    """Refuse arrays that do not fit into the free memory, before any of them is allocated."""
    wanted = games * (turns * sum(np.dtype(dtype).itemsize for _, dtype in columns) + len(PER_GAME))
    if wanted < 1 << 20:
        return
    free = _free_memory()
    if wanted > free:
        what = f"{counted(games, 'game')}, {counted(turns, 'turn')} and {counted(len(columns), 'observable')}"
        raise Error(
            f"the arrays of {what} take {_size(wanted)} and {_size(free)} of memory are free: "
            "ask for fewer games, turns or observables"
        )


def _free_memory(group: Path = Path("/sys/fs/cgroup")) -> int:
    """Bytes that can be had: of the machine, or of the container that this process is locked up in."""
    import psutil  # noqa: PLC0415  (small runs do without)

    free: int = psutil.virtual_memory().available
    try:
        limit = int((group / "memory.max").read_text(encoding="ascii"))
        used = int((group / "memory.current").read_text(encoding="ascii"))
        stat = dict(row.split() for row in (group / "memory.stat").read_text(encoding="ascii").splitlines())
        # File pages that nobody uses count as used but are given up at once.
        return min(free, limit - used + int(stat.get("inactive_file", 0)))
    except (OSError, ValueError):  # no such group, or "max"
        return free


def _size(count: int) -> str:
    size = float(count)
    for unit in ("bytes", "kB", "MB", "GB", "TB", "PB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:,.0f} EB"
