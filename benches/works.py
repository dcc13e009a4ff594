"""What is played: the works in `works/*.toml`, which `cargo bench` plays as well, and the names in them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent / "works"

# What gravetroll observes by default.
DEFAULTS = ["graveyard", "hand", "library", "milled", "dredged", "life"]
DEFAULTS += ["opponent_life", "opponent_library", "opponent_milled"]

# The largest number first, as in the deck lists.
DREDGE = {"Golgari Grave-Troll": 6, "Stinkweed Imp": 5, "Golgari Thug": 4, "Darkblast": 3}
COUNTED = "Bridge from Below"
BAZAAR = "Bazaar of Baghdad"
POWDER = "Serum Powder"

LOOTING, AMALGAM, NARCOMOEBA = "Faithless Looting", "Prized Amalgam", "Narcomoeba"
CONFLUENCE = "Mana Confluence"
LOOTING_LANDS = ["Mountain", "Badlands", CONFLUENCE]  # in the order in which they are tapped

CRABS = ["Hedron Crab", "Ruin Crab"]
GLIMPSE, TRAP = "Glimpse the Unthinkable", "Archive Trap"
ISLAND, GRAVE = "Island", "Watery Grave"
FETCHES = ["Polluted Delta", "Flooded Strand"]

BREACH, FREEZE, DIAMOND, PETAL = "Underworld Breach", "Brain Freeze", "Lion's Eye Diamond", "Lotus Petal"
BREACH_LANDS = ["Volcanic Island", "Steam Vents", "Island", "Mountain"]  # in the order in which they are played
BREACH_MANA = {"Island": "U", "Mountain": "R", "Volcanic Island": "UR", "Steam Vents": "UR", PETAL: "WUBRG"}
# What is wanted, by how late it is exiled for an escape.
BREACH_WANTED = {"Volcanic Island": 1, "Steam Vents": 1, BREACH: 2, PETAL: 3, DIAMOND: 4, FREEZE: 4}


@dataclass(frozen=True)
class Work:
    """One work: what a contender is asked for by its name."""

    name: str
    title: str
    deck: dict[str, int]
    line: str | None
    turns: int
    observe: dict[str, str] | None  # None: what is observed by default
    opponent: dict[str, int] | None
    exact: float | None  # what the observable `truth` is known to be on turn one


def deck(text: str) -> dict[str, int]:
    """Read a list with a line a card, its count before its name."""
    entries = (line.split(" ", 1) for line in text.splitlines())
    return {name: int(count) for count, name in entries}


def work(path: Path) -> Work:
    """Read one work."""
    told: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return Work(
        name=path.stem,
        title=told["title"],
        deck=deck(told["deck"]),
        line=told.get("line"),
        turns=told["turns"],
        observe=told.get("observe"),
        opponent=deck(told["opponent"]) if "opponent" in told else None,
        exact=told.get("exact"),
    )


WORKS = {path.stem: work(path) for path in sorted(FOLDER.glob("*.toml"))}


def cards(deck: dict[str, int]) -> list[str]:
    """Return the deck as a list of names, one entry a card, in list order."""
    return [name for name, count in deck.items() for _ in range(count)]
