"""What is owed, and to whom it is compared. Ratios hold within one run on one machine."""

from __future__ import annotations

from dataclasses import dataclass

# Contenders by module: what they are called in the output.
TITLES = {
    "engine": "gravetroll",
    "other": "gravetroll, other build",
    "limit": "bare kernel",
    "jit": "Numba",
    "vectorised": "numpy",
    "plain": "plain Python",
    "full_engine": "phase-python",
}
# Who plays what: a work in works.py, a function a module, a line here.
PLAYED_BY = {
    "b1": ["engine", "limit", "jit", "vectorised", "plain", "full_engine"],
    "b2": ["engine", "plain"],
    "b3": ["engine", "jit", "plain"],
    "b4": ["engine", "plain"],
    "b5": ["engine", "limit", "jit", "plain"],
}


@dataclass(frozen=True)
class Owed:
    """Games per second of gravetroll over those of `against`: at least `least`."""

    work: str
    against: str
    least: float
    aim: float | None = None


RATIOS = [
    Owed("b1", "limit", 0.5, aim=0.8),
    Owed("b1", "jit", 2.0),
    Owed("b1", "vectorised", 1.0, aim=1.5),
    Owed("b1", "plain", 120.0),
    Owed("b2", "plain", 60.0),
    Owed("b3", "plain", 100.0),
    Owed("b5", "limit", 0.5),
    Owed("b5", "plain", 120.0),
]
# Games per second of gravetroll in a work over those in B1.
OVER_B1 = {"b2": 0.15, "b3": 0.35, "b4": 0.03}
# Against another build (--wheel), each work.
OTHER_BUILD = 0.95
# Gain of two threads over one, against what two copies of the bare kernel gain in the same run, each work.
TWO_THREADS = 0.95

IMPORT_SECONDS = 0.060  # `import gravetroll` after `import numpy`
COST_GROWTH = 1.1  # seconds per game, 10 M games against 10 k
MEMORY_FACTOR, MEMORY_ROOM = 1.1, 60e6  # peak bytes of simulate: arrays x factor + room
