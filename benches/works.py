"""What is played: the decks, lines and observables of the works, as plain data that every contender reads."""

from __future__ import annotations

from dataclasses import dataclass

# What gravetroll observes by default.
DEFAULTS = ["graveyard", "hand", "library", "milled", "dredged", "life"]
DEFAULTS += ["opponent_life", "opponent_library", "opponent_milled"]

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


# The order of the lists below is that of discards: what is not played first, what is wanted last.
LOOTING, AMALGAM, NARCOMOEBA = "Faithless Looting", "Prized Amalgam", "Narcomoeba"
CONFLUENCE = "Mana Confluence"
LOOTING_LANDS = {"Mountain": 4, "Badlands": 4, CONFLUENCE: 4}  # in the order in which they are tapped
LOOTING_DECK = {
    "Golgari Grave-Troll": 4,
    "Stinkweed Imp": 4,
    "Golgari Thug": 4,
    AMALGAM: 4,
    "Dread Return": 2,
    "Flayer of the Hatebound": 1,
    "Ashen Rider": 1,
    "Cabal Therapy": 4,
    "Lion's Eye Diamond": 4,
    "Putrid Imp": 4,
    "Breakthrough": 4,
    "Careful Study": 4,
    NARCOMOEBA: 4,
    **LOOTING_LANDS,
    LOOTING: 4,
}
LOOTING_LINE = f"""
name = "Looting"
on = "draw"
attack = false
[[main]]
play = "land"
[[main]]
cast = "{LOOTING}"
[[main]]
cast = "{LOOTING}"
via = "flashback"
"""

CRABS = ["Hedron Crab", "Ruin Crab"]
GLIMPSE, TRAP = "Glimpse the Unthinkable", "Archive Trap"
ISLAND, GRAVE = "Island", "Watery Grave"
FETCHES = ["Polluted Delta", "Flooded Strand"]
MILL_DECK = {
    "Fatal Push": 4,
    "Surgical Extraction": 4,
    "Drown in the Loch": 4,
    "Visions of Beyond": 4,
    "Tasha's Hideous Laughter": 4,
    "Fractured Sanity": 2,
    ISLAND: 10,
    GRAVE: 4,
    **dict.fromkeys(FETCHES, 4),
    TRAP: 4,
    GLIMPSE: 4,
    **dict.fromkeys(CRABS, 4),
}
MILLED_DECK = {
    "Mountain": 20,
    "Lightning Bolt": 4,
    "Lava Spike": 4,
    "Rift Bolt": 4,
    "Skullcrack": 4,
    "Searing Blaze": 4,
    "Goblin Guide": 4,
    "Monastery Swiftspear": 4,
    "Hellspark Elemental": 4,
    "Keldon Marauders": 4,
    "Skewer the Critics": 4,
}
MILL_LINE = f"""
name = "Mill"
on = "draw"
attack = false
[groups]
fetches = {FETCHES}
[prefer]
play = ["fetches", "{GRAVE}"]
search = ["{GRAVE}", "{ISLAND}"]
[[main]]
cast = "{CRABS[0]}"
[[main]]
cast = "{CRABS[1]}"
[[main]]
play = "land"
[[main]]
activate = "fetches"
[[main]]
cast = "{GLIMPSE}"
[[main]]
cast = "{TRAP}"
"""
BREACH, FREEZE, DIAMOND, PETAL = "Underworld Breach", "Brain Freeze", "Lion's Eye Diamond", "Lotus Petal"
BREACH_LANDS = ["Volcanic Island", "Steam Vents", "Island", "Mountain"]  # in the order in which they are played
BREACH_MANA = {"Island": "U", "Mountain": "R", "Volcanic Island": "UR", "Steam Vents": "UR", PETAL: "WUBRG"}
# What is wanted, by how late it is exiled for an escape.
BREACH_WANTED = {"Volcanic Island": 1, "Steam Vents": 1, BREACH: 2, PETAL: 3, DIAMOND: 4, FREEZE: 4}
BREACH_DECK = {
    "Island": 4,
    "Mountain": 2,
    "Volcanic Island": 4,
    "Steam Vents": 4,
    "Force of Will": 4,
    "Ponder": 4,
    "Brainstorm": 4,
    "Mental Note": 4,
    "Thought Scour": 4,
    "Preordain": 4,
    "Gitaxian Probe": 4,
    "Mishra's Bauble": 2,
    PETAL: 4,
    DIAMOND: 4,
    FREEZE: 4,
    BREACH: 4,
}
# You are milled until there is enough to escape with, then the opponent. Copies are aimed as what they are copies of.
BREACH_LINE = f"""
name = "Breach"
on = "draw"
keep = "hand.has('{BREACH}') and hand.count('land') >= 1 and hand.count('wanted') >= 3"
mulligan_to = 5
attack = false
[groups]
wanted = ["{BREACH}", "{FREEZE}", "{DIAMOND}", "{PETAL}", "Volcanic Island", "Steam Vents"]
[prefer]
bottom = ["~wanted"]
play = ["Volcanic Island", "Steam Vents"]
exile = ["~wanted", "land", "{BREACH}", "{PETAL}"]
may = ["Steam Vents"]
[[main]]
play = "land"
[[main]]
cast = "{PETAL}"
[[main]]
cast = "{DIAMOND}"
[[main]]
cast = "{BREACH}"
when = '''battlefield.has("{DIAMOND}") and hand.has("{FREEZE}") and hand.count() + graveyard.count() >= 4'''
[[main]]
cast = "{FREEZE}"
via = "escape"
targets = ["you"]
when = "graveyard.count() < 18 and library.count() > 12"
[[main]]
cast = "{FREEZE}"
via = "escape"
targets = ["opponent"]
when = "opponent.library.count() > 0"
[[main]]
activate = "{DIAMOND}"
mode = "blue"
when = "battlefield.has('{BREACH}') and opponent.library.count() > 0"
[[main]]
cast = "{DIAMOND}"
via = "escape"
when = "opponent.library.count() > 0"
[[main]]
cast = "{PETAL}"
via = "escape"
when = "opponent.library.count() > 0"
"""


@dataclass(frozen=True)
class Work:
    """One work: what a contender is asked for by its name."""

    name: str
    title: str
    deck: dict[str, int]
    line: str | None
    turns: int
    observe: dict[str, str] | None  # None: what is observed by default
    opponent: dict[str, int] | None = None
    exact: float | None = None  # what the observable `truth` is known to be on turn one


WORKS = {
    "b1": Work(
        name="b1",
        title="B1 dredge",
        deck=DREDGE_DECK,
        line=None,
        turns=6,
        observe={
            "number": "graveyard.count()",
            "truth": f"graveyard.count('{COUNTED}') >= 2 and hand.count('dredge') >= 1",
        },
    ),
    "b2": Work(
        name="b2",
        title="B2 looting",
        deck=LOOTING_DECK,
        line=LOOTING_LINE,
        turns=5,
        observe=None,
    ),
    "b3": Work(
        name="b3",
        title="B3 mill",
        deck=MILL_DECK,
        line=MILL_LINE,
        turns=6,
        observe=None,
        opponent=MILLED_DECK,
    ),
    "b4": Work(
        name="b4",
        title="B4 breach",
        deck=BREACH_DECK,
        line=BREACH_LINE,
        turns=3,
        observe={"won": "won"},
        opponent=MILLED_DECK,
    ),
    "b5": Work(
        name="b5",
        title="B5 hands",
        deck=HANDS_DECK,
        line=HANDS_LINE,
        turns=1,
        observe={"truth": f"opening.has('{BAZAAR}')"},
        exact=0.992531,
    ),
}


def cards(deck: dict[str, int]) -> list[str]:
    """Return the deck as a list of names, one entry a card, in list order."""
    return [name for name, count in deck.items() for _ in range(count)]
