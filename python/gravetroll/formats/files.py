"""From a path to text, with one clear error for each thing that a path may turn out to be."""

from __future__ import annotations

import codecs
import os
import re
from pathlib import Path

from gravetroll.errors import DeckError
from gravetroll.formats.listing import quote
from gravetroll.text import path_of, show

#: A list of ten thousand cards is a tenth of this.
MAX_BYTES = 1_000_000

# The longer mark first: UTF-32's begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_KINDS = (
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"BM", "a picture (BMP)"),
    (b"RIFF", "a picture or sound (RIFF)"),
    (b"%PDF", "a PDF document"),
    (b"{\\rtf", "a rich text document: save it as plain text"),
    (b"PK\x03\x04", "a zip archive or an office document: save it as plain text"),
    (b"\x1f\x8b", "a compressed file: unpack it"),
)
# Control characters that no text has; ^Z ends some old DOS files.
_CONTROL = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f]")

_LIST = re.compile(r"[^\n]*\n|[0-9]+[xX]? [^\s]")


def decode(data: bytes) -> str | None:
    """Decode the text of a list: by its byte order mark, else UTF-8, else Windows' Latin alphabet; None if no text."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, errors="replace")
            break
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            try:
                text = data.decode("cp1252")
            except UnicodeDecodeError:
                text = data.decode("latin-1")
    return None if _CONTROL.search(text) else text.rstrip("\x1a")


def _kind(data: bytes) -> str:
    for start, kind in _KINDS:
        if data.startswith(start):
            return kind
    return "binary"


def _head(path: Path) -> bytes:
    # No more than is needed to know that a file is too large: a device never ends.
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _data(path: Path, where: str) -> bytes:
    try:
        directory = path.is_dir()
        data = b"" if directory else _head(path)
    except FileNotFoundError:
        raise DeckError(f"{where}: no such file") from None
    except PermissionError:
        raise DeckError(f"{where}: permission denied: the file cannot be read by this user") from None
    except OSError as error:
        raise DeckError(f"{where}: cannot be read: {error.strerror or error}") from None
    if directory:
        raise DeckError(f"{where}: a directory, not a deck file: name a file in it")
    return data


def read_text(path: str | os.PathLike[str]) -> str:
    """Read the text of a deck file; `DeckError` says what the path is if not that."""
    name = path_of(path, DeckError, "a deck is read from")
    where = show(name)
    if isinstance(path, str) and _LIST.match(name) and not os.path.lexists(name):
        raise DeckError(f"{quote(name)} is a list, not a path: Deck.parse reads lists")
    data = _data(Path(name), where)
    if not data:
        raise DeckError(f"{where}: the file is empty")
    if any(data.startswith(start) and len(start) > 2 for start, _ in _KINDS):
        raise DeckError(f"{where}: no deck list but {_kind(data)}")
    if len(data) > MAX_BYTES:
        raise DeckError(f"{where}: too large for a deck list: at most {MAX_BYTES // 1_000_000} MB is read")
    text = decode(data)
    if text is None:
        raise DeckError(
            f'{where}: no deck list but {_kind(data)}: a list is a text file with lines such as "4 Stinkweed Imp"'
        )
    return text
