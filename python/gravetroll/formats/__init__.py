"""Deck list formats: one module each, and the registry that knows them.

A format is a name and three functions: ``recognise(text)`` says from 0 to 1 how surely a text has the format,
``read(text)`` gives a `Listing` (names not yet looked up, faults not yet raised), ``write(deck)`` gives a text.
A new format is a new module and its place in `formats`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from gravetroll.errors import DeckError
from gravetroll.formats.listing import Listing, quote

if TYPE_CHECKING:
    from collections.abc import Callable

    from gravetroll.deck import Deck


@dataclass(frozen=True, slots=True)
class Format:
    """A deck list format."""

    name: str
    recognise: Callable[[str], float]
    read: Callable[[str], Listing]
    write: Callable[[Deck], str]


@cache
def formats() -> tuple[Format, ...]:
    """Give all formats in the order in which they are named to users; the earlier wins where two are equally sure."""
    from gravetroll.formats import arena, mtgo, plain  # noqa: PLC0415  (words and patterns that only a list needs)

    return tuple(Format(module.NAME, module.recognise, module.read, module.write) for module in (mtgo, arena, plain))


def names() -> list[str]:
    """Give the names of all formats."""
    return [each.name for each in formats()]


def named(name: object) -> Format:
    """Give the format of a name; `DeckError` lists those that exist."""
    for each in formats():
        if isinstance(name, str) and each.name == name:
            return each
    raise DeckError(f"no deck format {quote(str(name))}: the formats are {', '.join(names())}")


def recognised(text: str) -> Format | None:
    """Give the format that a text has most surely, or None."""
    scores = [each.recognise(text) for each in formats()]
    best = max(scores)
    return formats()[scores.index(best)] if best > 0 else None
