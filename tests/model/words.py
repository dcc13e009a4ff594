"""`what`: the little language that names cards, and the orders of `prefer` that are written in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cards import CARDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Groups = Mapping[str, Sequence[str]]


def matches(what: str, name: str, groups: Groups) -> bool:
    """Whether the card fits. `|` binds least, then `&`, then `~`."""
    if "|" in what:
        return any(matches(part, name, groups) for part in what.split("|"))
    if "&" in what:
        return all(matches(part, name, groups) for part in what.split("&"))
    what = what.strip()
    if what.startswith("~"):
        return not matches(what[1:], name, groups)
    if what[0].isupper():
        return what == name
    if what in groups:
        return name in groups[what]
    return what in CARDS[name].words()


def first_choice(
    order: Sequence[str], zone: Sequence[str], legal: Sequence[str], deck_list: Sequence[str], groups: Groups
) -> str | None:
    """What the order takes from the zone: the earliest card in the deck list that fits the first entry that applies.

    An entry `"WHAT > n"` applies while more than n cards of the zone fit.
    """
    for entry in order:
        what, _, number = entry.partition(">")
        fitting = [name for name in zone if matches(what, name, groups)]
        if number and len(fitting) <= int(number):
            continue
        takeable = [name for name in fitting if name in legal]
        if takeable:
            return min(takeable, key=deck_list.index)
    return None
