"""Means, intervals and quantiles of per-game arrays: plain functions, for arrays of any size.

Every figure is made from exact integer counts, gathered in blocks of games: nothing here copies a large array or
depends on how it was filled.
"""

from __future__ import annotations

import math
import numbers
from typing import TYPE_CHECKING

import numpy as np

from gravetroll.errors import Error

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_BLOCK = 1 << 19  # entries counted at a time: a few megabytes of work space, whatever the array


def histogram(values: NDArray[np.bool_] | NDArray[np.integer]) -> tuple[int, NDArray[np.int64]]:
    """Count how often each value occurs, turn by turn.

    Parameters
    ----------
    values : ndarray of bool or int, shape (games, turns)
        One observable. Meant for narrow ranges such as those of int16: the counts take
        ``8 * turns * (highest - lowest + 1)`` bytes.

    Returns
    -------
    lowest : int
        The value that the first count stands for (0 for no games).
    counts : ndarray of int64, shape (turns, highest - lowest + 1)
        ``counts[t, i]`` games have the value ``lowest + i`` in column ``t``.

    Raises
    ------
    Error
        When `values` is not an array of bools or integers with two dimensions.

    Examples
    --------
    >>> import numpy as np
    >>> lowest, counts = histogram(np.array([[3, 5], [3, 4]], dtype=np.int16))
    >>> lowest, counts.tolist()
    (3, [[2, 0, 0], [0, 1, 1]])
    """
    if values.ndim != 2 or values.dtype.kind not in "bui":
        raise Error(
            f"an array of bools or integers with shape (games, turns) is wanted, not {values.dtype} {values.shape}"
        )
    games, turns = values.shape
    if values.dtype == bool:
        true = np.count_nonzero(values, axis=0).astype(np.int64)
        return 0, np.stack([games - true, true], axis=1)
    if values.size == 0:
        return 0, np.zeros((turns, 1), dtype=np.int64)
    lowest = int(values.min())
    width = int(values.max()) - lowest + 1
    counts = np.zeros(turns * width, dtype=np.int64)
    cell = np.arange(turns, dtype=np.int64) * width - lowest
    step = max(1, _BLOCK // turns)
    for start in range(0, games, step):
        block = values[start : start + step].astype(np.int64)
        block += cell
        counts += np.bincount(block.ravel(), minlength=counts.size)
    return lowest, counts.reshape(turns, width)


def mean(values: NDArray[np.bool_] | NDArray[np.integer]) -> NDArray[np.float64]:
    """Average over the games; for bools, the share that is true.

    Parameters
    ----------
    values : ndarray of bool or int, shape (games, turns)
        One observable.

    Returns
    -------
    ndarray of float64, shape (turns,)
        NaN for no games.

    Raises
    ------
    Error
        When `values` is not such an array.

    Examples
    --------
    >>> import numpy as np
    >>> mean(np.array([[1, 0], [2, 0]], dtype=np.int16)).tolist()
    [1.5, 0.0]
    """
    sums, _ = _moments(values)
    games = len(values)
    return np.array([total / games if games else math.nan for total in sums])


def wilson(successes: ArrayLike, trials: int, confidence: float = 0.95) -> NDArray[np.float64]:
    """Wilson's score interval for a probability.

    Parameters
    ----------
    successes : array_like of int, shape (n,)
        How many of the trials succeeded.
    trials : int
        How many there were.
    confidence : float, default 0.95
        Between 0 and 1, both excluded.

    Returns
    -------
    ndarray of float64, shape (n, 2)
        Low and high. NaN for no trials.

    Raises
    ------
    Error
        When `confidence` is out of its range.

    Examples
    --------
    >>> wilson([0, 5], 10).round(4).tolist()
    [[0.0, 0.2775], [0.2366, 0.7634]]
    """
    _check_confidence(confidence)
    from scipy.special import ndtri  # noqa: PLC0415  (half a second that most callers never need)

    won = np.asarray(successes, dtype=np.float64)
    if trials == 0:
        return np.full((*won.shape, 2), np.nan)
    z2 = float(ndtri((1 + confidence) / 2)) ** 2
    share = won / trials
    centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = np.sqrt(z2 * (share * (1 - share) / trials + z2 / (4 * trials**2))) / (1 + z2 / trials)
    # At no and at all successes a bound is 0 or 1 exactly, which rounding would miss.
    low = np.where(won == 0, 0.0, centre - half)
    high = np.where(won == trials, 1.0, centre + half)
    return np.stack([low, high], axis=-1)


def interval(values: NDArray[np.bool_] | NDArray[np.integer], confidence: float = 0.95) -> NDArray[np.float64]:
    """Confidence interval of each column's mean.

    Wilson's score interval for bools; for integers the mean with Student's t on ``games - 1`` degrees of freedom.

    Parameters
    ----------
    values : ndarray of bool or int, shape (games, turns)
        One observable.
    confidence : float, default 0.95
        Between 0 and 1, both excluded.

    Returns
    -------
    ndarray of float64, shape (turns, 2)
        Low and high. NaN where there are too few games to say: none, or one of an integer.

    Raises
    ------
    Error
        When `values` is not such an array or `confidence` is out of its range.

    Examples
    --------
    >>> import numpy as np
    >>> interval(np.array([[1], [2], [3]], dtype=np.int16)).round(3).tolist()
    [[-0.484, 4.484]]
    """
    _check_confidence(confidence)
    games = len(values)
    if values.dtype == bool:
        _, counts = histogram(values)
        return wilson(counts[:, 1], games, confidence)
    sums, squares = _moments(values)
    if games < 2:
        return np.full((len(sums), 2), np.nan)
    from scipy.special import stdtrit  # noqa: PLC0415

    t = float(stdtrit(games - 1, (1 + confidence) / 2))
    rows = []
    for total, square in zip(sums, squares, strict=True):
        # Integers as long as they last: the difference of two large squares would lose its digits as floats.
        variance = (games * square - total * total) / (games * (games - 1))
        half = t * math.sqrt(variance / games)
        rows.append((total / games - half, total / games + half))
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def quantile(values: NDArray[np.bool_] | NDArray[np.integer], q: ArrayLike) -> NDArray[np.int64]:
    """Quantiles that are values which were seen: the smallest that at least a share `q` of the games do not exceed.

    numpy calls this definition ``method="inverted_cdf"``.

    Parameters
    ----------
    values : ndarray of bool or int, shape (games, turns)
        One observable, at least one game of it. Bools count as 0 and 1.
    q : array_like of float
        Shares from 0 (the minimum) to 1 (the maximum).

    Returns
    -------
    ndarray of int64, shape (turns,), or (n, turns) for n shares
        One row for each share.

    Raises
    ------
    Error
        When there are no games, or a share is not between 0 and 1.

    Examples
    --------
    >>> import numpy as np
    >>> quantile(np.array([[1], [2], [4], [8]], dtype=np.int16), 0.5).tolist()
    [2]
    >>> quantile(np.array([[1], [2], [4], [8]], dtype=np.int16), [0.25, 1]).tolist()
    [[1], [8]]
    """
    try:
        shares = np.asarray(q, dtype=np.float64)
    except (TypeError, ValueError):
        raise Error(f"a quantile is asked for by shares from 0 to 1, not {q!r}") from None
    if not ((shares >= 0) & (shares <= 1)).all():
        raise Error(f"a quantile is asked for by shares from 0 to 1, not {q!r}")
    games = len(values)
    if games == 0:
        raise Error("no games have no quantiles: play at least one game")
    lowest, counts = histogram(values)
    upto = counts.cumsum(axis=1)
    wanted = np.maximum(np.ceil(shares * games), 1)
    # How many values lie below the quantile: those whose cumulated count falls short of it.
    below: NDArray[np.int64] = (upto < wanted[..., None, None]).sum(axis=-1, dtype=np.int64)
    return np.add(below, lowest)


def _moments(values: NDArray[np.bool_] | NDArray[np.integer]) -> tuple[list[int], list[int]]:
    """Add up the values and the squares of each column, as Python integers."""
    lowest, counts = histogram(values)
    sums, squares = [], []
    for row in counts:
        seen = [(lowest + int(i), int(row[i])) for i in np.flatnonzero(row)]
        sums.append(sum(count * value for value, count in seen))
        squares.append(sum(count * value**2 for value, count in seen))
    return sums, squares


def _check_confidence(confidence: float) -> None:
    if not isinstance(confidence, numbers.Real) or not 0 < confidence < 1:
        raise Error(f"confidence must lie between 0 and 1, such as 0.95, not {confidence!r}")
