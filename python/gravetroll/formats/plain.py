"""Lists as people type and paste them.

``4 Stinkweed Imp``, ``4x Stinkweed Imp``; comments after ``//`` or ``#``; a sideboard under ``Sideboard:`` or marked
line by line with ``SB:``; blank lines, and card types as titles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gravetroll.formats.text import read as read_lines

if TYPE_CHECKING:
    from gravetroll.deck import Deck
    from gravetroll.formats.listing import Listing

NAME = "plain"


def recognise(text: str) -> float:
    """Say how sure it is that a text has this format, from 0 to 1: anything but markup and data may be one."""
    return 0.0 if text.lstrip("\ufeff \t\r\n").startswith(("<", "{", "[{", '["')) else 0.1


def read(text: str) -> Listing:
    """Read a list; see `gravetroll.formats.text.read`."""
    return read_lines(text, "guess")


def write(deck: Deck) -> str:
    """Write a list with whole card names, without headings where there is only a main deck."""
    out = []
    if deck.commander:
        out += ["Commander", *(f"1 {name}" for name in deck.commander), "", "Deck"]
    out += [f"{count} {name}" for name, count in deck.main.items()]
    if deck.sideboard:
        out += ["", "Sideboard", *(f"{count} {name}" for name, count in deck.sideboard.items())]
    return "\n".join(out) + "\n"
