"""Facts of the cards that the model knows, typed by hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

CARD_TYPES = frozenset({"artifact", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery"})
PERMANENT_TYPES = CARD_TYPES - {"instant", "kindred", "sorcery"}
CREATURE_TYPES = frozenset(
    {"centaur", "crab", "dog", "drone", "dryad", "eldrazi", "giant", "goblin", "human", "illusion", "imp", "plant"}
    | {"shapeshifter", "skeleton", "spirit", "troll", "warrior", "zombie"}
)


@dataclass(frozen=True)
class Facts:
    """Characteristics of a card outside the battlefield and the stack."""

    types: frozenset[str]
    rest: frozenset[str] = frozenset()  # supertypes, subtypes, colours and keywords other than dredge
    dredge: int = 0

    @cache  # noqa: B019 - there are as many as cards below
    def words(self) -> frozenset[str]:
        """Every lower-case word that an expression may use for this card."""
        words = set(self.types | self.rest)
        if self.dredge:
            words.add("dredge")
        if "land" not in self.types:
            words.add("nonland")
        if self.types & PERMANENT_TYPES:  # 110.4a: what a permanent card is
            words.add("permanent")
        if "changeling" in self.rest:  # 702.73a: in every zone, every creature type
            words |= CREATURE_TYPES
        return frozenset(words)


def _card(types: str, rest: str = "", dredge: int = 0) -> Facts:
    facts = Facts(frozenset(types.split()), frozenset(rest.split()), dredge)
    assert facts.types <= CARD_TYPES
    return facts


# These do nothing in a game in which nothing is played.
QUIET = {
    "Swamp": _card("land", "basic swamp"),
    "Island": _card("land", "basic island"),
    "Forest": _card("land", "basic forest"),
    "Bazaar of Baghdad": _card("land"),
    "Dryad Arbor": _card("land creature", "forest dryad green"),
    "Serum Powder": _card("artifact"),
    "Lightning Bolt": _card("instant", "red"),
    "Careful Study": _card("sorcery", "blue"),
    "Faithless Looting": _card("sorcery", "red flashback"),
    "Bridge from Below": _card("enchantment", "black"),
    "Karador, Ghost Chieftain": _card("creature", "legendary centaur spirit white black green"),
    "Universal Automaton": _card("artifact creature", "shapeshifter changeling"),
    "Stinkweed Imp": _card("creature", "imp black flying", dredge=5),
    "Golgari Grave-Troll": _card("creature", "troll skeleton green", dredge=6),
    "Golgari Thug": _card("creature", "human warrior black", dredge=4),
    "Shambling Shell": _card("creature", "plant zombie black green", dredge=3),
    "Greater Mossdog": _card("creature", "plant dog green", dredge=3),
    "Life from the Loam": _card("sorcery", "green", dredge=3),
    "Darkblast": _card("instant", "black", dredge=3),
    "Nightmare Void": _card("sorcery", "black", dredge=2),
    "Dakmor Salvage": _card("land", "", dredge=2),
    "Shenanigans": _card("sorcery", "red", dredge=1),
    # 712.8a: a double-faced card that is neither a permanent nor a spell has only its front face's characteristics.
    "Malakir Rebirth // Malakir Mire": _card("instant", "black"),
    # 709.4: elsewhere than on the stack a split card has the characteristics of both halves.
    "Wear // Tear": _card("instant", "red white fuse"),
    # 715.4: elsewhere than on the stack an adventurer card has its normal characteristics alone.
    "Bonecrusher Giant // Stomp": _card("creature", "giant red"),
    # 308.1: kindred is a card type, beside another, and brings creature types.
    "Tarfire": _card("kindred instant", "goblin red"),
    # 702.114a: devoid makes a card colourless in every zone.
    "Eldrazi Skyspawner": _card("creature", "eldrazi drone devoid flying"),
}
CARDS = QUIET | {
    "Mountain": _card("land", "basic mountain"),
    "Watery Grave": _card("land", "island swamp"),
    "Mana Confluence": _card("land"),
    "Polluted Delta": _card("land"),
    "Flooded Strand": _card("land"),
    "Lion's Eye Diamond": _card("artifact"),
    "Hedron Crab": _card("creature", "crab blue"),
    "Ruin Crab": _card("creature", "crab blue"),
    "Narcomoeba": _card("creature", "illusion blue flying"),
    "Prized Amalgam": _card("creature", "zombie blue black"),
    "Glimpse the Unthinkable": _card("sorcery", "blue black"),
    "Archive Trap": _card("instant", "trap blue"),
}
