"""A file that is written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def replacing(place: str) -> Iterator[IO[bytes]]:
    """Open a file for writing that takes its name only when all of it is written.

    Whatever ends the writing early, Ctrl-C included, leaves what stood under that name. What is no regular file (a
    pipe, a device) is written to as it is.

    Parameters
    ----------
    place : str
        The file; a link keeps pointing to it.

    Yields
    ------
    file
        A binary file.

    Raises
    ------
    OSError
        When it cannot be written.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "numbers.txt"
    >>> with replacing(str(path)) as file:
    ...     _ = file.write(b"1 2 3")
    >>> path.read_bytes(), len(list(path.parent.iterdir()))
    (b'1 2 3', 1)
    """
    target = Path(os.path.realpath(place))
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
        return
    # A short name of its own: the target's may be as long as names may be.
    beside = target.with_name(f".{os.urandom(8).hex()}.part")
    try:
        with beside.open("xb") as file:
            yield file
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def same_file(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Say whether two paths are one file that exists."""
    try:
        return os.path.samefile(one, other)  # noqa: PTH121  (a link is what it points to, as there)
    except (OSError, ValueError):
        return False
