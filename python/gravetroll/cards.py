"""The facts of cards, as the engine has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gravetroll import _core
from gravetroll.errors import CardError
from gravetroll.text import text_of


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a card, or a half of a split card.

    Attributes
    ----------
    name : str
        Its name.
    mana_cost : str
        As it is printed, ``"{2}{B}"``; empty where it has none.
    mana_value : int
        Its mana value, X counted as 0.
    type_line : str
        As it is printed; empty where no more than the name of the face is known.
    colors : str
        The letters of its colours in the order W, U, B, R, G; empty for none.
    power, toughness, loyalty : str or None
        As they are printed, such as ``"2"`` or ``"1+*"``; None where there is none.
    keywords : tuple of str
        Its keywords with their numbers and mana costs, such as ``"dredge 5"`` or ``"flashback {2}{R}"``.
    """

    name: str
    mana_cost: str
    mana_value: int
    type_line: str
    colors: str
    power: str | None
    toughness: str | None
    loyalty: str | None
    keywords: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card(Face):
    """One card: what it is in a library, hand or graveyard, and how much of it the engine plays.

    There a card has the characteristics of its front face, a split card those of both halves together. It has the
    attributes of a `Face`, and those below.

    Attributes
    ----------
    layout : str
        How its faces are arranged, in Scryfall's words: ``"normal"``, ``"split"``, ``"transform"``, ``"adventure"`` ...
    faces : tuple of Face
        Its faces, the front first; one where the card has no other.
    status : str
        ``"full"``: all of the card is modelled; ``"partial"``: some of its abilities; ``"inert"``: none of them.
    missing : tuple of str
        What is not modelled, such as ``"keyword flying"`` or ``"1 triggered ability"``.
    """

    layout: str
    faces: tuple[Face, ...]
    status: str
    missing: tuple[str, ...]


def _face_facts(facts: dict[str, Any]) -> dict[str, Any]:
    """Take what a `Face` holds from the facts that the engine tells."""
    return {name: facts[name] for name in Face.__slots__} | {"keywords": tuple(facts["keywords"])}


def find(name: str) -> Card:
    """Find a card by its name.

    Parameters
    ----------
    name : str
        The full name (``"Fire // Ice"``, with any slashes between the parts) or that of one face. Upper and lower
        case, accents, curly quotes and the letter Æ do not matter. Where the name of a face is also that of another
        card, that card is meant.

    Returns
    -------
    Card
        Its facts.

    Raises
    ------
    CardError
        Where no card has that name; its `near` lists the nearest names. Or the name is no text.

    Examples
    --------
    >>> imp = find("stinkweed imp")
    >>> imp.name, imp.mana_cost, imp.type_line, imp.keywords
    ('Stinkweed Imp', '{2}{B}', 'Creature — Imp', ('flying', 'dredge 5'))
    >>> imp.status, imp.missing
    ('full', ())
    >>> find("Insectile Aberration").faces[1].power
    '3'
    >>> find("Stinkwed Imp")
    Traceback (most recent call last):
    ...
    gravetroll.errors.CardError: no card is named `Stinkwed Imp`; did you mean `Stinkweed Imp`?
    """
    facts = _core.find(text_of(name, CardError, "a card name is"))
    return Card(
        **_face_facts(facts),
        layout=facts["layout"],
        faces=tuple(Face(**_face_facts(face)) for face in facts["faces"]),
        status=facts["status"],
        missing=tuple(facts["missing"]),
    )
