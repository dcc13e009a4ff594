"""Whether all contenders played the same game: their means, within statistical error."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outcome import Sample

# At five standard errors, a hundred comparisons of what is equal fail by chance once in 17 000 runs.
LEVEL = 5.0


@dataclass
class Agreement:
    """The comparisons of one work."""

    compared: int
    largest: float  # standard errors
    faults: list[str]


def pool(samples: list[Sample]) -> dict[str, tuple[float, float, float]]:
    """Return by column the games looked at, the mean and the variance."""
    pooled = {}
    total = sum(sample.looked_at for sample in samples)
    for name in samples[0].means:
        mean = sum(sample.means[name] * sample.looked_at for sample in samples) / total
        square = sum(
            (sample.deviations[name] ** 2 + (sample.means[name] - mean) ** 2) * sample.looked_at for sample in samples
        )
        pooled[name] = (float(total), mean, square / total)
    return pooled


def agree(played: dict[str, list[Sample]], exact: float | None) -> Agreement:
    """Compare each contender's means with those of all the others together, and with what is known exactly."""
    columns: dict[str, dict[str, tuple[float, float, float]]] = defaultdict(dict)
    for contender, samples in played.items():
        for name, moments in pool(samples).items():
            columns[name][contender] = moments
    result = Agreement(0, 0.0, [])

    def compare(what: str, difference: float, error: float) -> None:
        # Without spread the means must be equal, but for rounding.
        size = abs(difference) / error if error > 0 else (0.0 if abs(difference) < 1e-9 else math.inf)
        result.compared += 1
        result.largest = max(result.largest, size)
        if size > LEVEL:
            result.faults.append(f"{what} ({size:.1f} standard errors)")

    for name, moments in columns.items():
        for contender, (games, mean, _) in moments.items():
            others = [value for other, value in moments.items() if other != contender]
            if others:
                count = sum(value[0] for value in others)
                rest = sum(value[0] * value[1] for value in others) / count
                # If they play the same, all of them tell of one variance; a few games alone may lack what is rare.
                everyone = sum(value[0] * value[1] for value in moments.values()) / (games + count)
                squares = sum(value[0] * (value[2] + (value[1] - everyone) ** 2) for value in moments.values())
                error = math.sqrt(squares / (games + count) * (1 / games + 1 / count))
                compare(f"{name}: {contender} has {mean:.6g}, the others {rest:.6g}", mean - rest, error)
            if exact is not None and name == "truth 1":
                error = math.sqrt(exact * (1 - exact) / games)
                compare(f"{name}: {contender} has {mean:.6g}, exactly it is {exact:.6g}", mean - exact, error)
    return result
