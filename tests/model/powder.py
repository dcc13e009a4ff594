"""Bazaar of Baghdad and Serum Powder: the exact chance of the kept hand, by recursion over what is unknown.

The player wants a hand with a Bazaar. A hand without one is exiled by a Powder if it holds one (103.5b), else it is a
mulligan (103.5) while the size allows. On the bottom go Powders, but not the last one, then other cards, so a Bazaar
leaves the library only for a hand that is kept: how many Powders and others are left says everything.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

SEVEN = 7
Kept = dict[tuple[int, bool], Fraction]


class Library(NamedTuple):
    """The Powders and the other cards in it, in the unknown part and on the bottom; every Bazaar is in the former."""

    powders: int
    others: int
    bottom_powders: int = 0
    bottom_others: int = 0

    def shuffled_with(self, others: int) -> Library:
        """Mix everything again, and these other cards with it."""
        return Library(self.powders + self.bottom_powders, self.others + self.bottom_others + others)


def kept_hands(bazaars: int, powders: int, others: int, mulligan_to: int) -> Kept:  # noqa: C901 - steps that call each other
    """Give the probability of each pair of the cards kept and whether a Bazaar is among them."""

    def draws(size: int, library: Library) -> Iterator[tuple[int, Library, Fraction]]:
        """List the draws without a Bazaar: the Powders drawn, what stays, and the chance."""
        unknown = bazaars + library.powders + library.others
        for held in range(min(size, library.powders) + 1):
            rest = library._replace(powders=library.powders - held, others=library.others - (size - held))
            ways = comb(library.powders, held) * comb(library.others, size - held)
            yield held, rest, Fraction(ways, comb(unknown, size))

    def all_of(parts: list[tuple[Fraction, Kept]], size: int) -> Kept:
        """Weigh what follows the hands without a Bazaar; the hands that are left over hold one and are kept."""
        result: Kept = defaultdict(Fraction, {(size, True): 1 - sum(chance for chance, _ in parts)})
        for chance, kept in parts:
            for key, part in kept.items():
                result[key] += chance * part
        return dict(result)

    @cache
    def new_seven(mulligans: int, library: Library) -> Kept:
        """103.5: seven cards, of which as many as there were mulligans go to the bottom."""
        parts = []
        for held, rest, chance in draws(SEVEN, library):
            bottom_others = min(mulligans - min(mulligans, max(held - 1, 0)), SEVEN - held)
            bottom_powders = mulligans - bottom_others  # the last Powder too, where there is nothing else
            rest_and_bottom = rest._replace(bottom_powders=bottom_powders, bottom_others=bottom_others)
            parts.append((chance, without_bazaar(SEVEN - mulligans, held - bottom_powders, rest_and_bottom)))
        return all_of(parts, SEVEN - mulligans)

    @cache
    def after_powder(size: int, library: Library) -> Kept:
        """103.5b: as many cards from the top again; the cards on the bottom lie too deep for that."""
        parts = [(chance, without_bazaar(size, held, rest)) for held, rest, chance in draws(size, library)]
        return all_of(parts, size)

    def without_bazaar(size: int, held: int, library: Library) -> Kept:
        if held:
            return after_powder(size, library)
        if size > mulligan_to:
            return new_seven(SEVEN - size + 1, library.shuffled_with(size))
        return {(size, False): Fraction(1)}

    found = new_seven(0, Library(powders, others))
    assert sum(found.values()) == 1
    return found
