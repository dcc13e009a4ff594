"""A job and its ranges of games: what one process plays, and how an executor plays many of them."""

from __future__ import annotations

import math
import os
import queue
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from gravetroll import _core
from gravetroll.errors import Error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor, Future

    from numpy.typing import NDArray

_Key = TypeVar("_Key")

# Shards are small enough to stop and to report often (one of a slow line takes a second or two), and large enough that
# sending one costs little.
_SHARDS = 64
_SHARD_LEAST = 5_000
_SHARD_MOST = 20_000

# Stopped executor runs, for shards that run in threads of this process.
_stopped: set[str] = set()


class Arrays(NamedTuple):
    """The arrays of a range of games."""

    columns: list[NDArray[Any]]
    """One array of shape (games, turns) for each observable, bool or int16."""
    win_turn: NDArray[np.int8]
    lose_turn: NDArray[np.int8]
    kept: NDArray[np.int8]
    mulligans: NDArray[np.int8]
    on_play: NDArray[np.bool_]

    @classmethod
    def empty(cls, games: int, turns: int, columns: Sequence[tuple[str, str]]) -> Arrays:
        """Allocate arrays that are yet to be filled."""
        try:
            return cls(
                columns=[np.empty((games, turns), dtype=dtype) for _, dtype in columns],
                win_turn=np.empty(games, dtype=np.int8),
                lose_turn=np.empty(games, dtype=np.int8),
                kept=np.empty(games, dtype=np.int8),
                mulligans=np.empty(games, dtype=np.int8),
                on_play=np.empty(games, dtype=np.bool_),
            )
        except (MemoryError, ValueError, OverflowError):  # numpy: too big for this process, or for an array at all
            raise Error(f"there is no room for the arrays of {games:,} games: ask for fewer games or turns") from None

    def flat(self) -> list[NDArray[Any]]:
        """All arrays in one list, the columns first."""
        return [*self.columns, self.win_turn, self.lose_turn, self.kept, self.mulligans, self.on_play]


class Told(NamedTuple):
    """What a range of games tells besides its arrays."""

    overflow: int = 0
    """Games that needed more objects than there are."""
    beyond: Mapping[int, tuple[int, int]] = MappingProxyType({})
    """The columns that hold ends of int16 for what is beyond them, by place: the first such game, and how many."""

    def with_more(self, other: Told) -> Told:
        """Give what both ranges tell."""
        return Told(self.overflow + other.overflow, merged(self.beyond, other.beyond))


def merged(one: Mapping[_Key, tuple[int, int]], other: Mapping[_Key, tuple[int, int]]) -> dict[_Key, tuple[int, int]]:
    """Put together where what was beyond int16: the first game of each, and how many."""
    both = dict(one)
    for key, (first, games) in other.items():
        known, more = both.get(key, (first, 0))
        both[key] = min(known, first), more + games
    return both


@dataclass(frozen=True)
class Job:
    """What is played, as plain data that can be pickled, hashed and sent to another process."""

    deck: tuple[tuple[str, int], ...]
    unknown: tuple[str, ...]
    line: tuple[str, str | None] | None  # its text, and the name of the source of that
    opponent: tuple[tuple[tuple[str, int], ...], int, int, tuple[tuple[str, str], ...]] | None
    observe: tuple[tuple[str, str], ...]
    turns: int
    seed: int

    def plan(self) -> _core.Plan:
        """Compile the job; a process that plays several shards of it does so once."""
        return _compile(self)

    def play(
        self, arrays: Arrays, first_game: int, games: int, threads: int, tick: Callable[[int], None] | None
    ) -> Told:
        """Fill `arrays` with games of this process."""
        overflow, beyond = self.plan().run(
            self.seed,
            first_game,
            games,
            threads,
            arrays.columns,
            arrays.win_turn,
            arrays.lose_turn,
            arrays.kept,
            arrays.mulligans,
            arrays.on_play,
            tick,
        )
        return Told(overflow, {place: (first, count) for place, first, count in beyond})


@lru_cache(maxsize=8)
def _compile(job: Job) -> _core.Plan:
    opponent = None
    if job.opponent is not None:
        deck, life, draws, begins = job.opponent
        opponent = (list(deck), life, draws, list(begins))
    return _core.Plan(list(job.deck), job.line, list(job.observe), job.turns, list(job.unknown), opponent)


class _StoppedError(Exception):
    """Raised inside a shard whose run has ended early."""


def play_shard(job: Job, first_game: int, games: int, threads: int, run: tuple[str, str]) -> tuple[Arrays, Told]:
    """Play one range of games in whatever process this is called in.

    `run` is its name and a file: the run has ended when that is gone, which other machines never see.
    """
    name, sign = run
    seen = os.path.exists(sign)  # noqa: PTH110  (asked ten times a second)

    def tick(_done: int) -> None:
        if name in _stopped or (seen and not os.path.exists(sign)):  # noqa: PTH110
            raise _StoppedError

    tick(0)
    arrays = Arrays.empty(games, job.turns, job.plan().columns)
    return arrays, job.play(arrays, first_game, games, threads, tick)


def play_on(
    executor: Executor, job: Job, arrays: Arrays, *, first_game: int, threads: int, tick: Callable[[int], None] | None
) -> Told:
    """Fill `arrays` with games played by an executor.

    Only ``executor.submit`` is used, and of its futures only what every kind of them has.
    An error, Ctrl-C included, cancels the shards that have not begun and stops those that run on this machine.
    """
    with _sign() as sign:
        return _play_on(executor, job, arrays, first_game=first_game, threads=threads, tick=tick, sign=sign)


@contextmanager
def _sign() -> Iterator[Path]:
    """Put up a file that other processes see until the run has ended."""
    try:
        handle, name = tempfile.mkstemp(prefix="gravetroll-")
        os.close(handle)
    except OSError:  # no place for one: running shards play to their end
        yield Path(os.devnull)
        return
    sign = Path(name)
    try:
        yield sign
    finally:
        sign.unlink(missing_ok=True)


def _play_on(
    executor: Executor,
    job: Job,
    arrays: Arrays,
    *,
    first_game: int,
    threads: int,
    tick: Callable[[int], None] | None,
    sign: Path,
) -> Told:
    run = os.urandom(16).hex()
    ended: queue.SimpleQueue[Future[tuple[Arrays, Told]]] = queue.SimpleQueue()
    waiting: dict[Future[tuple[Arrays, Told]], tuple[int, int]] = {}
    done = 0
    told = Told()
    try:
        for start, count in _ranges(len(arrays.win_turn)):
            future = executor.submit(play_shard, job, first_game + start, count, threads, (run, str(sign)))
            waiting[future] = (start, count)
            future.add_done_callback(ended.put)
        while waiting:
            future = _next(ended)
            start, count = waiting.pop(future)
            part, more = future.result()
            for whole, piece in zip(arrays.flat(), part.flat(), strict=True):
                whole[start : start + count] = piece
            told = told.with_more(more)
            done += count
            if tick:
                tick(done)
    except BaseException:
        if sign.is_file():
            sign.unlink()
        _stop(run, list(waiting))
        raise
    return told


def _ranges(games: int) -> Iterator[tuple[int, int]]:
    size = min(max(math.ceil(games / _SHARDS), _SHARD_LEAST), _SHARD_MOST)
    for start in range(0, games, size):
        yield start, min(size, games - start)


def _next(ended: queue.SimpleQueue[Future[tuple[Arrays, Told]]]) -> Future[tuple[Arrays, Told]]:
    while True:
        try:
            return ended.get(timeout=0.1)  # not for ever: a wait without an end is deaf to Ctrl-C on Windows
        except queue.Empty:
            continue


def _stop(run: str, waiting: list[Future[tuple[Arrays, Told]]]) -> None:
    """Cancel what can be cancelled and give the rest a moment to notice."""
    _stopped.add(run)
    running = [future for future in waiting if not future.cancel()]
    give_up = time.monotonic() + 0.4
    while time.monotonic() < give_up and not all(future.done() for future in running):
        time.sleep(0.01)
    if all(future.done() for future in running):
        _stopped.discard(run)
