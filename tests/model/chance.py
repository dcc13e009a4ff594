"""Every outcome of chance in a tiny deck, with its probability, and the test of an engine against it."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING

from scipy.stats import chi2

from .game import HAND_SIZE, ShuffleNeededError, Trace, play

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from .line import Line


def distinct_orders(cards: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield each distinct order of a multiset once. A fair shuffle makes them equally likely."""
    if not any(cards.values()):
        yield ()
    for name, count in cards.items():
        if count:
            for rest in distinct_orders({**cards, name: count - 1}):
                yield (name, *rest)


def deals(cards: Mapping[str, int]) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Yield library orders with their probabilities, the first seven in one order only: they are a hand."""
    names = list(cards)
    size = min(HAND_SIZE, sum(cards.values()))
    ways = comb(sum(cards.values()), size)
    for counts in product(*(range(cards[name] + 1) for name in names)):
        if sum(counts) != size:
            continue
        hand = tuple(name for name, count in zip(names, counts, strict=True) for _ in range(count))
        orders = list(distinct_orders({name: cards[name] - count for name, count in zip(names, counts, strict=True)}))
        chance = Fraction(prod(comb(cards[name], count) for name, count in zip(names, counts, strict=True)), ways)
        for order in orders:
            yield hand + order, chance / len(orders)


def exact_outcomes(
    deck: Mapping[str, int],
    line: Line,
    *,
    turns: int,
    observe: Mapping[str, str],
    outcome: Callable[[Trace], Hashable],
) -> dict[Hashable, Fraction]:
    """Play every sequence of shuffles and give the exact probability of each outcome."""
    found: dict[Hashable, Fraction] = defaultdict(Fraction)

    def explore(shuffles: Sequence[Sequence[str]], cards: Mapping[str, int], weight: Fraction, on_play: bool) -> None:
        for order, chance in deals(cards):
            told = [*shuffles, order]
            try:
                trace = play(deck, told, line, turns=turns, observe=observe, on_play=on_play)
            except ShuffleNeededError as needed:
                explore(told, Counter(needed.cards), weight * chance, on_play)
            else:
                found[outcome(trace)] += weight * chance

    sides = {"draw": [False], "play": [True], "random": [False, True]}[line.on]
    for on_play in sides:
        explore([], deck, Fraction(1, len(sides)), on_play)
    assert sum(found.values()) == 1
    return dict(found)


def chi_square(counts: Mapping[Hashable, int], expected: Mapping[Hashable, float | Fraction]) -> float:
    """Give the p-value of Pearson's test; outcomes expected fewer than ten times are one cell.

    An outcome that cannot happen has probability 0 of being seen, so p is 0.
    """
    if any(not expected.get(key) for key in counts):
        return 0.0
    games = sum(counts.values())
    cells, rare_seen, rare_expected = [], 0, 0.0
    for key, probability in expected.items():
        mean = float(probability) * games
        if mean < 10:
            rare_seen += counts.get(key, 0)
            rare_expected += mean
        else:
            cells.append((counts.get(key, 0), mean))
    if rare_expected:
        cells.append((rare_seen, rare_expected))
    statistic = sum((seen - mean) ** 2 / mean for seen, mean in cells)
    return float(chi2.sf(statistic, len(cells) - 1)) if len(cells) > 1 else 1.0


def assert_fits(counts: Mapping[Hashable, int], expected: Mapping[Hashable, float | Fraction], level: float) -> None:
    """Fail if a fair engine would show counts as far off as these with a probability below `level`."""
    impossible = [key for key in counts if not expected.get(key)]
    assert not impossible, f"seen, but impossible: {impossible[:3]}"
    p_value = chi_square(counts, expected)
    assert p_value >= level, f"p = {p_value:.3g} < {level}"
