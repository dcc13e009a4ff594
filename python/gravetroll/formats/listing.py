"""What a format reads out of a text, before any card name is looked up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from gravetroll.errors import DeckError

Section = Literal["main", "sideboard", "commander", "companion", "maybeboard"]

#: More copies than this are a slip of the keyboard, not a deck.
MAX_COUNT = 9_999
#: Longer than any line of a card; the longest name has 141 characters.
MAX_NAME = 250

#: Stands for the name of a card where a line has only a count.
NO_NAME = "(no name)"

#: A Commander deck is one hundred cards, its one or two commanders among them (903.5a).
COMMANDER_MAIN = 98

_SHOWN_NUMBERS = 12
_SHOWN_CHARS = 60


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list: so many copies of a card in a section.

    ``names`` holds the readings of the name, likeliest first, where a line can be read in more than one way.
    """

    section: Section
    count: int
    names: tuple[str, ...]
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that cannot be read, and why.

    ``bare`` is the card name that stands there without a count, if that is what seems wrong.
    """

    number: int
    text: str
    reason: str
    suggestions: tuple[str, ...] = ()
    bare: str | None = None


@dataclass(slots=True)
class Listing:
    """A whole list: its entries in order, its faults, its name if it has one, and what was guessed of it."""

    entries: list[Entry] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    name: str | None = None
    guessed: str | None = None


def quote(text: str) -> str:
    """Quote a text of the user for a message: one line, printable, not too long."""
    # What cannot be seen must be: a name would look right but for it.
    shown = "".join(char if char.isprintable() or char.isspace() else ascii(char)[1:-1] for char in text)
    shown = " ".join(shown.split())
    if len(shown) > _SHOWN_CHARS:
        shown = shown[: _SHOWN_CHARS - 1] + "…"
    return f'"{shown}"'


def alternatives(words: list[str] | tuple[str, ...]) -> str:
    """Join quoted names for a question: ``"A"``, ``"A" or "B"``, ``"A", "B" or "C"``."""
    quoted = [quote(word) for word in words]
    return " or ".join(filter(None, [", ".join(quoted[:-1]), quoted[-1]]))


def no_card(name: str, suggestions: list[str] | tuple[str, ...]) -> str:
    """Say that no card has this name, and what would mend it."""
    if suggestions:
        return f"no card named {quote(name)}: did you mean {alternatives(suggestions)}?"
    return f'no card named {quote(name)}: check the spelling, or accept it as an inert card with unknown="inert"'


def bad_lines(source: str | None, faults: list[Fault], noun: str = "bad line") -> DeckError:
    """Make one error of every bad line.

    Parameters
    ----------
    source : str or None
        The file, for the place in the message; without one only the line number is given.
    faults : list of Fault
        At least one.
    noun : str
        What a fault is called: a ``"bad line"`` has a number worth telling, others are told by their text.
    """
    faults = sorted(faults, key=lambda fault: fault.number)
    first, rest = faults[0], faults[1:]
    numbered = noun == "bad line"
    place = (f"{source}:{first.number}: " if source else f"line {first.number}: ") if numbered else ""
    message = place + first.reason
    if rest:
        shown = [str(fault.number) if numbered else quote(fault.text) for fault in rest[:_SHOWN_NUMBERS]]
        if len(rest) > _SHOWN_NUMBERS:
            shown.append("…")
        message += f" (and {len(rest)} more {noun}{'s' if len(rest) > 1 else ''}: {', '.join(shown)})"
    return DeckError(message, [(fault.number, fault.text, list(fault.suggestions)) for fault in faults])
