"""A slow, plain model of the games that the engine plays, written from the rules alone.

Nothing here imports gravetroll: what the two agree on, they agree on because each follows the rules.
"""

from .chance import assert_fits, distinct_orders, exact_outcomes
from .game import Trace, play
from .line import Line
from .looting import FIRST_LOOTING, FirstLooting
from .mill import MILL, Mill

__all__ = [
    "FIRST_LOOTING",
    "MILL",
    "FirstLooting",
    "Line",
    "Mill",
    "Trace",
    "assert_fits",
    "distinct_orders",
    "exact_outcomes",
    "play",
]
