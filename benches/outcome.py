"""What a contender hands back from a run, and its summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass
class Outcome:
    """Columns of one run: (games, turns) for the observables, (games,) for the rest; anything numpy takes."""

    number: Any
    truth: Any
    kept: Any
    mulligans: Any


@dataclass
class Sample:
    """One measurement: how long so many games took, and what came out of those that were looked at."""

    games: int
    seconds: float
    looked_at: int
    number: list[float]
    number_sd: list[float]
    truth: list[float]
    kept: float
    mulligans: float

    @property
    def rate(self) -> float:
        """Games per second."""
        return self.games / self.seconds


def summarise(outcome: Outcome, games: int, seconds: float) -> Sample:
    """Return the sample for a measurement whose last run came out so."""
    truth = np.asarray(outcome.truth)
    number = None if outcome.number is None else np.asarray(outcome.number)
    return Sample(
        games=games,
        seconds=seconds,
        looked_at=len(truth),
        number=[] if number is None else number.mean(axis=0).tolist(),
        number_sd=[] if number is None else number.std(axis=0).tolist(),
        truth=truth.mean(axis=0).tolist(),
        kept=float(np.mean(outcome.kept)),
        mulligans=float(np.mean(outcome.mulligans)),
    )
