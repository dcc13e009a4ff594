"""Card names: looked up together, and what to say of those that are none."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from gravetroll import _core
from gravetroll.errors import DeckError
from gravetroll.formats.listing import NO_NAME, Entry, Fault, Listing, alternatives, no_card, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: No list of cards has more different names; looking for the nearest of each would take long.
MAX_NAMES = 3_000

_MAX_BARE = 20


@dataclass(slots=True)
class Names:
    """Names that have been looked up: the canonical name of each, or the nearest names."""

    found: dict[str, str] = field(default_factory=dict)
    near: dict[str, list[str]] = field(default_factory=dict)

    def look_up(self, names: Iterable[str]) -> None:
        """Look up, in one call, those that have not been looked up yet."""
        self.near.setdefault(NO_NAME, [])
        wanted = [name for name in dict.fromkeys(names) if name not in self.found and name not in self.near]
        if not wanted:
            return
        for name, (canonical, near) in zip(wanted, _core.resolve(wanted), strict=True):
            if canonical is None:
                self.near[name] = near
            else:
                self.found[name] = canonical

    def reading(self, names: Sequence[str]) -> str | None:
        """Give the canonical name of the first of several readings that is a card."""
        return next((self.found[name] for name in names if name in self.found), None)

    def suggestions(self, name: str) -> tuple[str, ...]:
        """Give near names; for a rebalanced card (``A-...``) that the catalogue lacks, the paper card first."""
        near = self.near.get(name, [])
        paper = None
        if name[:2].upper() == "A-":
            self.look_up([name[2:]])
            paper = self.found.get(name[2:])
        return tuple(dict.fromkeys(filter(None, [paper, *near])))[:3]

    def fault(self, number: int, text: str, name: str) -> Fault:
        """Say that a name is no card's."""
        if name == NO_NAME:
            return Fault(number, text, f"a count but no card name in {quote(text)}")
        suggestions = self.suggestions(name)
        return Fault(number, text, no_card(name, suggestions), suggestions)


def look_up(listing: Listing) -> Names:
    """Look up the names of a list, all first readings at once, then the other readings of those that are no card."""
    names = Names()
    entries = cards(listing)
    wanted = dict.fromkeys(entry.names[0] for entry in entries)
    if len(wanted) > MAX_NAMES:
        raise DeckError(f"{len(wanted)} different names: a deck list has {MAX_NAMES} at most")
    bare = [fault.bare for fault in listing.faults if fault.bare is not None]
    names.look_up([*wanted, *bare[:_MAX_BARE]])
    names.look_up(name for entry in entries if names.reading(entry.names) is None for name in entry.names[1:])
    return names


def strangers(unknown: Iterable[str]) -> list[str]:
    """Say of names that were accepted though the catalogue does not know them what they may mean and what they do."""
    names = Names()
    names.look_up(unknown := list(unknown))
    out = []
    for name in unknown:
        meant = names.suggestions(name)
        hint = f" (did you mean {alternatives(meant)}?)" if meant else ""
        fault = "cards without a name" if name == NO_NAME else f"no card is named {quote(name)}{hint}"
        out.append(f"{fault}: played as a card that does nothing")
    return out


def cards(listing: Listing) -> list[Entry]:
    """Give the entries that are in the deck; a maybeboard is not."""
    return [entry for entry in listing.entries if entry.section != "maybeboard"]


def faults(listing: Listing, names: Names, *, strict: bool) -> list[Fault]:
    """Give every bad line: those that cannot be read and, where ``strict``, those whose name is no card's."""
    out = []
    for fault in listing.faults:
        if fault.bare is None:
            out.append(fault)
        elif fault.bare in names.found:
            reason = f"no count before {quote(fault.bare)}: write {quote('1 ' + fault.bare)}"
            out.append(replace(fault, reason=reason, suggestions=(names.found[fault.bare],)))
        else:
            out.append(replace(fault, suggestions=names.suggestions(fault.bare)))
    if strict:
        out += [
            names.fault(entry.number, entry.text, entry.names[0])
            for entry in cards(listing)
            if names.reading(entry.names) is None
        ]
    return out
