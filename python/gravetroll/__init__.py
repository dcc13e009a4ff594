"""Bulk simulation of Magic: The Gathering decks that play out of the library and the graveyard."""

from gravetroll import _early, cards  # noqa: F401  (before what takes long to load)
from gravetroll._core import __version__
from gravetroll.action import Action, activate, cast, cycle, play
from gravetroll.cases import Result, check
from gravetroll.deck import Coverage, Deck
from gravetroll.errors import CardError, CaseError, DeckError, Error, ExprError, IllegalAction, LineError
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
from gravetroll.game import Game, Player
from gravetroll.line import Line
from gravetroll.replay import Replay, replay
from gravetroll.result import Run, concat
from gravetroll.run import simulate
from gravetroll.versus import Opponent

__all__ = [
    "Action",
    "CardError",
    "CaseError",
    "Coverage",
    "Deck",
    "DeckError",
    "Error",
    "Expr",
    "ExprError",
    "Game",
    "IllegalAction",
    "Line",
    "LineError",
    "Opponent",
    "Player",
    "Replay",
    "Result",
    "Run",
    "__version__",
    "activate",
    "battlefield",
    "cards",
    "cast",
    "castable",
    "casts",
    "check",
    "concat",
    "cycle",
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
    "play",
    "power",
    "replay",
    "simulate",
    "spells",
    "stack",
    "turn",
    "won",
]
