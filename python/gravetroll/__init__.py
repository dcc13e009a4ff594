"""Bulk simulation of Magic: The Gathering decks that play out of the library and the graveyard."""

from gravetroll import cards
from gravetroll._core import __version__
from gravetroll.deck import Coverage, Deck
from gravetroll.errors import CardError, CaseError, DeckError, Error, ExprError, LineError
from gravetroll.expr import (
    Expr,
    battlefield,
    castable,
    casts,
    drawn,
    dredged,
    ever,
    exile,
    graveyard,
    hand,
    library,
    life,
    mana,
    milled,
    mulligans,
    opening,
    opponent,
    power,
    spells,
    stack,
    turn,
    won,
)
from gravetroll.line import Line
from gravetroll.result import Run, concat
from gravetroll.run import simulate

__all__ = [
    "CardError",
    "CaseError",
    "Coverage",
    "Deck",
    "DeckError",
    "Error",
    "Expr",
    "ExprError",
    "Line",
    "LineError",
    "Run",
    "__version__",
    "battlefield",
    "cards",
    "castable",
    "casts",
    "concat",
    "drawn",
    "dredged",
    "ever",
    "exile",
    "graveyard",
    "hand",
    "library",
    "life",
    "mana",
    "milled",
    "mulligans",
    "opening",
    "opponent",
    "power",
    "simulate",
    "spells",
    "stack",
    "turn",
    "won",
]
