"""The ``.txt`` list of the MTGO client, and of the sites that write it for MTGO.

``4 Stinkweed Imp`` a line, a blank line, then the sideboard, often under a line ``Sideboard``; the commander of a
Commander deck is the lone card of the sideboard.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gravetroll.formats.printed import spellings
from gravetroll.formats.text import lines
from gravetroll.formats.text import read as read_lines

if TYPE_CHECKING:
    from gravetroll.deck import Deck
    from gravetroll.formats.listing import Listing

NAME = "mtgo"

_CARD = re.compile(r"[0-9]+ (?![xX\u00d7] )[^ ].*")


def recognise(text: str) -> float:
    """Say how sure it is that a text has this format, from 0 to 1."""
    rows = [line for _, line in lines(text)]
    others = [line for line in rows if line and not _CARD.fullmatch(line)]
    if others:
        return 0.8 if others == ["Sideboard"] and len(rows) > 1 else 0.0
    # MTGO leaves at most one gap; a list with more has been arranged by hand.
    blocks = sum(bool(line) and not before for before, line in zip(["", *rows], rows, strict=False))
    return 0.8 if 0 < blocks <= 2 else 0.0


def read(text: str) -> Listing:
    """Read a list; see `gravetroll.formats.text.read`."""
    return read_lines(text, "first")


def write(deck: Deck) -> str:
    """Write a list that the client imports: commanders, then the sideboard, after a blank line.

    MTGO has no place of its own for a commander: only a deck of 98 cards or more is read back as one that has it.
    """
    names = spellings(deck, "mtgo")
    out = [f"{count} {names[name]}" for name, count in deck.main.items()]
    side = [f"1 {names[name]}" for name in deck.commander]
    side += [f"{count} {names[name]}" for name, count in deck.sideboard.items()]
    if side:
        out += ["", "Sideboard", *side]
    return "\n".join(out) + "\n"
