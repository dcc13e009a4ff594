"""What is played: the decks, lines and observables of the works, as plain data that every contender reads."""

from __future__ import annotations

from dataclasses import dataclass

# The dredgers stand first, the largest number first, so that "largest number, then deck list" is the order of the list.
DREDGE = {"Golgari Grave-Troll": 6, "Stinkweed Imp": 5, "Golgari Thug": 4, "Darkblast": 3}
COUNTED = "Bridge from Below"
BAZAAR = "Bazaar of Baghdad"
POWDER = "Serum Powder"

DREDGE_DECK = {
    "Golgari Grave-Troll": 4,
    "Stinkweed Imp": 4,
    "Golgari Thug": 4,
    "Darkblast": 3,
    COUNTED: 4,
    "Narcomoeba": 4,
    "Ichorid": 4,
    "Cabal Therapy": 4,
    "Street Wraith": 4,
    "Nether Shadow": 4,
    "Prized Amalgam": 4,
    "Silversmote Ghoul": 4,
    "Phantasmagorian": 4,
    "Chancellor of the Annex": 4,
    "Dread Return": 3,
    "Flayer of the Hatebound": 1,
    "Cephalid Sage": 1,
}
HANDS_DECK = {
    name: count for name, count in DREDGE_DECK.items() if name not in {"Phantasmagorian", "Chancellor of the Annex"}
} | {POWDER: 4, BAZAAR: 4}

# Bottomed after the spare Powders: deck-list order, in which the last Powder and the Bazaars are last.
HANDS_LINE = f"""
name = "Bazaar or bust"
on = "draw"
keep = "hand.has('{BAZAAR}')"
mulligan_to = 1
[prefer]
bottom = ["{POWDER} > 1"]
serum_powder = true
"""


@dataclass(frozen=True)
class Work:
    """One work: what a contender is asked for by its name."""

    name: str
    title: str
    deck: dict[str, int]
    line: str | None
    turns: int
    number: str | None  # the integer observable
    truth: str  # the observable that is true or false
    exact: float | None = None  # what `truth` is known to be on turn one


WORKS = {
    "b1": Work(
        name="b1",
        title="B1 dredge",
        deck=DREDGE_DECK,
        line=None,
        turns=6,
        number="graveyard.count()",
        truth=f"graveyard.count('{COUNTED}') >= 2 and hand.count('dredge') >= 1",
    ),
    "b5": Work(
        name="b5",
        title="B5 hands",
        deck=HANDS_DECK,
        line=HANDS_LINE,
        turns=1,
        number=None,
        truth=f"opening.has('{BAZAAR}')",
        exact=0.992531,
    ),
}


def cards(deck: dict[str, int]) -> list[str]:
    """Return the deck as a list of names, one entry a card, in list order."""
    return [name for name, count in deck.items() for _ in range(count)]
