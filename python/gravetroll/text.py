"""What a user gave as a text, a path or a TOML file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gravetroll.errors import Error


def text_of(value: object, fault: type[Error], what: str) -> str:
    """Return a text that can be written down; `what` says what it is to be ("a line is parsed from")."""
    if not isinstance(value, str):
        raise fault(f"{what} text (str), not {type(value).__name__}")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            half, at = value[error.start], error.start
            raise fault(f"{what} text in UTF-8, and {half!a} at position {at} is no character: replace it") from None
    return value


def path_of(path: object, fault: type[Error], what: str) -> str:
    """Return the path of a file as text; `what` says what it is for ("a line is read from")."""
    name = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
    if not isinstance(name, str):
        raise fault(f"{what} a path (str or os.PathLike), not {type(path).__name__}")
    if not name:
        raise fault(f"{what} a path, and this one is empty: name a file")
    try:
        usable = b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        usable = False
    if not usable:
        raise fault(f"{what} a path, and no file can be called {name!a}: name another")
    return name


def show(path: str) -> str:
    """Give a path for a message: on one line whatever it contains."""
    return "".join(char if char.isprintable() else "?" for char in path)


def counted(number: int, noun: str) -> str:
    """Say how many there are of something, as in "1 game" and "2,000 games".

    Parameters
    ----------
    number : int
        How many.
    noun : str
        What, in the singular.

    Returns
    -------
    str
        The number with its noun.

    Examples
    --------
    >>> counted(1, "game"), counted(2000, "game")
    ('1 game', '2,000 games')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def toml_text(path: str, most: int, fault: type[Error], kind: str, absent: str) -> str:
    """Return the text of a file of at most so many bytes.

    `kind` says what such a file is ("a line is a TOML file"), `absent` what is wrong where there is none.
    """
    where = show(path)
    try:
        content = _bytes(Path(path), most + 1)
    except FileNotFoundError:
        raise fault(f"{where}: {absent}") from None
    except IsADirectoryError:
        raise fault(f"{where}: this is a directory; {kind}") from None
    except OSError as error:
        raise fault(f"{where}: {error.strerror or error}") from None
    if len(content) > most:
        raise fault(f"{where}: over {most} bytes; {kind}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise fault(f"{where}: this is no text; {kind} in UTF-8") from None


def _bytes(path: Path, most: int) -> bytes:
    if path.is_dir():  # elsewhere than on Linux, opening one says something else
        raise IsADirectoryError
    with path.open("rb") as file:
        return file.read(most)
