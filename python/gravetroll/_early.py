"""Ctrl-C while the command is still loading, which takes longer than some people wait."""

# Nothing that is slow to load itself: not even typing, pathlib and contextlib.
from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

_INTERRUPTED = 130


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    # Nothing has begun: an exception would come out of whatever is half loaded, as a traceback.
    if sys.stderr is not None:
        os.write(2, b"gravetroll: interrupted\n")
    os._exit(_INTERRUPTED)


def _is_the_command() -> bool:
    """Say whether this process was started as ``gravetroll`` or ``python -m gravetroll``."""
    words = sys.orig_argv
    module = any(words[at : at + 2] == ["-m", "gravetroll"] for at in range(1, len(words)))
    script = os.path.basename((getattr(sys, "argv", None) or [""])[0])  # noqa: PTH119
    return module or script.partition(".")[0] == "gravetroll"


def hold() -> None:
    """End quietly at Ctrl-C from now on, if this process is the command and nobody else has a say about Ctrl-C."""
    if _is_the_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        try:
            signal.signal(signal.SIGINT, _end)
        except ValueError:  # not in the main thread
            return


def release() -> None:
    """Let Ctrl-C be the exception that it is everywhere else."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


hold()
