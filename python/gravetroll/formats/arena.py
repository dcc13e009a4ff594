"""The export of the MTG Arena client, in any of its languages.

Sections under headings (``About``, ``Commander``, ``Companion``, ``Deck``, ``Sideboard``), lines such as
``3 Unmoored Ego (GRN) 212``. Exports before 2020 have no headings: their first blank line starts the sideboard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gravetroll.formats.headings import arena_heading, heading
from gravetroll.formats.printed import spellings
from gravetroll.formats.text import counted, lines, printing
from gravetroll.formats.text import read as read_lines

if TYPE_CHECKING:
    from gravetroll.deck import Deck
    from gravetroll.formats.listing import Listing

NAME = "arena"


def _uncounted(text: str) -> list[str]:
    return [line for _, line in lines(text) if line and not counted(line)]


def recognise(text: str) -> float:
    """Say how sure it is that a text has this format, from 0 to 1."""
    if any(arena_heading(line) for line in _uncounted(text)):
        return 0.9
    cards = [line for _, line in lines(text) if counted(line)]
    printed = sum(map(printing, cards))
    return 0.85 if printed and printed * 2 >= len(cards) else 0.0


def read(text: str) -> Listing:
    """Read an export; see `gravetroll.formats.text.read`."""
    return read_lines(text, "guess" if any(map(heading, _uncounted(text))) else "first")


def write(deck: Deck) -> str:
    """Write an export that the client imports."""
    names = spellings(deck, "arena")
    out = ["About", f"Name {deck.name}", ""] if deck.name else []
    if deck.commander:
        out += ["Commander", *(f"1 {names[name]}" for name in deck.commander), ""]
    out += ["Deck", *(f"{count} {names[name]}" for name, count in deck.main.items())]
    if deck.sideboard:
        out += ["", "Sideboard", *(f"{count} {names[name]}" for name, count in deck.sideboard.items())]
    return "\n".join(out) + "\n"
