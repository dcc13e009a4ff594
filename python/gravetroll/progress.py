"""A bar for whatever takes over a second, or a callable of the user's."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gravetroll.errors import Error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

    from rich.progress import Progress


class _Bar:
    """A bar on standard error that shows itself after `delay` seconds."""

    def __init__(self, total: int, delay: float, unit: str) -> None:
        self._total = total
        self._unit = unit
        self._due = time.monotonic() + delay
        self._bar: Progress | None = None

    def __call__(self, done: int) -> None:
        if self._bar is None:
            if time.monotonic() < self._due:
                return
            self._bar = self._show()
        self._bar.update(self._bar.task_ids[0], completed=done)

    def _show(self) -> Progress:
        from rich.console import Console  # noqa: PLC0415  (a fifth of a second that short runs never need)
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

        bar = Progress(
            TextColumn(f"{{task.completed:,}} of {{task.total:,}} {self._unit}"),
            BarColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=on_terminal(sys.stderr),  # elsewhere only the finished bar is written
        )
        bar.add_task(self._unit, total=self._total)
        bar.start()
        return bar

    def close(self) -> None:
        if self._bar is not None:
            self._bar.stop()


def on_terminal(stream: TextIO | None) -> bool:
    """Say whether a stream is a terminal; None is one that was closed before this process began."""
    return stream is not None and stream.isatty()


@contextmanager
def meter(
    progress: bool | Callable[[int, int], None] | None, total: int, unit: str = "games"
) -> Iterator[Callable[[int], None] | None]:
    """Hand out what a run calls with the number of games done, or None where nobody listens.

    Parameters
    ----------
    progress : bool, callable or None
        None: a bar on standard error where that is a terminal and the run takes over a second. True: a bar at once;
        False: none. A callable is called with the games done and `total`, at the latest with both equal at the end.
    total : int
        The games of the whole run.
    unit : str
        What is counted, for the bar.

    Yields
    ------
    callable or None
        To be called with the number of games done so far.

    Raises
    ------
    Error
        When `progress` is none of these.

    Examples
    --------
    >>> with meter(lambda done, total: print(done, "of", total), 10) as tick:
    ...     tick(4)
    4 of 10
    10 of 10
    """
    if progress is not None and not isinstance(progress, bool):
        if not callable(progress):
            raise Error(f"progress must be True, False, None or a function of (done, total), not {progress!r}")
        reported = -1

        def tick(done: int) -> None:
            nonlocal reported
            reported = done
            progress(done, total)

        yield tick
        if reported != total:
            progress(total, total)
        return
    if progress is False or sys.stderr is None or (progress is None and not on_terminal(sys.stderr)):
        yield None
        return
    bar = _Bar(total, 0.0 if progress else 1.0, unit)
    try:
        yield bar
        if progress:  # a short run may end before it has reported at all
            bar(total)
    finally:
        bar.close()
