"""A slow, plain model of the games that the engine plays, written from the rules alone.

Nothing here imports gravetroll: what the two agree on, they agree on because each follows the rules.
"""

from .chance import assert_fits, distinct_orders, exact_outcomes
from .game import Trace, play
from .line import Line

__all__ = ["Line", "Trace", "assert_fits", "distinct_orders", "exact_outcomes", "play"]
