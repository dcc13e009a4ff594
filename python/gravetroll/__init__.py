"""Bulk simulation of Magic: The Gathering decks that play out of the library and the graveyard."""

from gravetroll._core import __version__
from gravetroll.deck import Deck
from gravetroll.errors import CardError, DeckError, Error, ExprError, LineError
from gravetroll.line import Line
from gravetroll.result import Run, concat
from gravetroll.run import simulate

__all__ = [
    "CardError",
    "Deck",
    "DeckError",
    "Error",
    "ExprError",
    "Line",
    "LineError",
    "Run",
    "__version__",
    "concat",
    "simulate",
]
