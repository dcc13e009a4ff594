"""Reading TOML text from a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gravetroll.errors import Error


def toml_text(path: str | os.PathLike[str], most: int, fault: type[Error], kind: str, absent: str) -> str:
    """Return the text of a file of at most so many bytes.

    `kind` says what such a file is ("a line is a TOML file"), `absent` what is wrong where there is none.
    """
    try:
        content = _bytes(Path(path), most + 1)
    except FileNotFoundError:
        raise fault(f"{path}: {absent}") from None
    except IsADirectoryError:
        raise fault(f"{path}: this is a directory; {kind}") from None
    except OSError as error:
        raise fault(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # a NUL in the path
        raise fault(f"{os.fspath(path)!r}: {error}") from None
    if len(content) > most:
        raise fault(f"{path}: over {most} bytes; {kind}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise fault(f"{path}: this is no text; {kind} in UTF-8") from None


def _bytes(path: Path, most: int) -> bytes:
    if path.is_dir():  # elsewhere than on Linux, opening one says something else
        raise IsADirectoryError
    with path.open("rb") as file:
        return file.read(most)
