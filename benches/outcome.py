"""What a contender hands back from a run, and its summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass
class Outcome:
    """Columns of one run: (games, turns) for the observables, (games,) for the rest; anything numpy takes."""

    columns: dict[str, Any]


@dataclass
class Sample:
    """One measurement: how long so many games took, and what came out of those that were looked at."""

    games: int
    wall: float  # seconds
    cpu: float  # seconds of processor time, all threads
    looked_at: int
    means: dict[str, float]  # by column and turn
    deviations: dict[str, float]  # standard deviations of the same


def summarise(outcome: Outcome, games: int, wall: float, cpu: float) -> Sample:
    """Return the sample for a measurement whose last run came out so."""
    means, deviations = {}, {}
    for name, column in outcome.columns.items():
        table = np.asarray(column, np.float64)
        for turn, values in enumerate(table.reshape(len(table), -1).T, start=1):
            means[f"{name} {turn}"] = float(values.mean())
            deviations[f"{name} {turn}"] = float(values.std())
    looked_at = len(next(iter(outcome.columns.values())))
    return Sample(games, wall, cpu, looked_at, means, deviations)
