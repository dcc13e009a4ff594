"""How programs spell the names of cards with two parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gravetroll import _core

if TYPE_CHECKING:
    from gravetroll.deck import Deck

Style = Literal["mtgo", "arena"]

_JOIN = " // "


def spellings(deck: Deck, style: Style) -> dict[str, str]:
    """Spell the card names of a deck as a program does.

    Both write only the front of a card with two faces or with an adventure, an omen or a prepared spell. Of split
    cards MTGO writes ``Fire/Ice`` and leaves Rooms as they are; Arena writes every one as ``Find // Finality``.

    Returns
    -------
    dict of str to str
        A spelling for each name. A front that would be read as another card stays the whole name.
    """
    out = {name: name for name in (*deck.main, *deck.sideboard, *deck.commander)}
    unknown = set(deck.unknown)
    fronts: dict[str, str] = {}
    for name in [name for name in out if _JOIN in name and name not in unknown]:
        card = _core.find(name)
        if card["layout"] != "split":
            fronts[name] = name.split(_JOIN, 1)[0]
        elif style == "mtgo" and "Room" not in card["type_line"]:
            out[name] = name.replace(_JOIN, "/")
    found = _core.resolve(list(fronts.values())) if fronts else []
    for (name, front), (meant, _) in zip(fronts.items(), found, strict=True):
        if meant == name:
            out[name] = front
    return out
