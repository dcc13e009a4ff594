"""Every exception that gravetroll raises for what a user gave it."""

from __future__ import annotations

import re

# A message is read by people: of what a user gave no more is shown than tells it from others.
_LONG_WORD = re.compile(r"(\S{60})\S{60,}(\S{20})")
_LONGEST, _TAIL = 1000, 300


class Error(ValueError):
    """The base of all exceptions of gravetroll: one line that says what is wrong, where, and what would mend it."""

    def __init__(self, message: str = "") -> None:
        super().__init__(_one_line(message))


def _one_line(message: str) -> str:
    if len(message) > _LONGEST:
        message = _LONG_WORD.sub(r"\1…\2", message)
    if len(message) > _LONGEST:
        message = f"{message[: _LONGEST - _TAIL]}…{message[-_TAIL:]}"
    if message.isprintable():
        return message
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in message)


class DeckError(Error):
    """A deck list that cannot be read or played.

    Attributes
    ----------
    lines : list of tuple (int, str, list of str)
        Every bad line: its number from 1, its text, and the nearest card names.
    """

    def __init__(self, message: str, lines: list[tuple[int, str, list[str]]] | None = None) -> None:
        super().__init__(message)
        self.lines = lines or []


class CardError(Error):
    """A card that the catalogue does not hold, or that cannot be read.

    Attributes
    ----------
    near : list of str
        The nearest card names, best first.
    """

    def __init__(self, message: str, near: list[str] | None = None) -> None:
        super().__init__(message)
        self.near = near or []


class LineError(Error):
    """A line that cannot be read, or that does not fit its deck."""


class CaseError(Error):
    """A rules case, the start of a game, or a step that cannot be read: where, which key, and what would mend it."""


class IllegalAction(Error):  # noqa: N818  (the name that the rules suggest)
    """A step of a game that is not allowed: why, and by which rule. The game is as it was before."""


class ExprError(Error):
    """An expression that cannot be read.

    Attributes
    ----------
    text : str
        The expression.
    position : int
        Where in it the fault stands, in characters from 0.
    """

    def __init__(self, message: str, text: str = "", position: int = 0) -> None:
        super().__init__(message)
        self.text = text
        self.position = position
