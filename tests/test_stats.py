"""Statistics against numpy's and scipy's own formulas."""

import math
import tracemalloc

import numpy as np
import pytest
import scipy.stats

import gravetroll as gt
from gravetroll import stats

RNG = np.random.default_rng(20240229)
COLUMNS = {
    "small": RNG.integers(0, 60, (1000, 6)).astype(np.int16),
    "negative": RNG.integers(-40, 21, (333, 3)).astype(np.int16),
    "extreme": RNG.choice(np.array([-32768, 0, 32767], dtype=np.int16), (50, 2)),
    "constant": np.full((10, 4), 20, dtype=np.int16),
    "condition": RNG.random((1000, 6)) < np.array([0, 0.001, 0.2, 0.5, 0.999, 1]),
    "many blocks": RNG.integers(0, 9, (300_000, 5)).astype(np.int16),
}


@pytest.fixture(params=COLUMNS)
def values(request):
    return COLUMNS[request.param]


def test_the_histogram_counts_every_value_of_every_turn(values):
    lowest, counts = stats.histogram(values)
    assert counts.sum(axis=1).tolist() == [len(values)] * values.shape[1]
    for turn in range(values.shape[1]):
        seen, times = np.unique(values[:, turn], return_counts=True)
        assert counts[turn, seen.astype(np.int64) - lowest].tolist() == times.tolist()


def test_the_mean_is_numpys(values):
    np.testing.assert_allclose(stats.mean(values), values.astype(np.float64).mean(axis=0), rtol=1e-13)


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_the_interval_of_a_number_is_students(confidence):
    for name in ("small", "negative", "extreme", "many blocks"):
        values = COLUMNS[name].astype(np.float64)
        low, high = scipy.stats.t.interval(
            confidence, len(values) - 1, loc=values.mean(axis=0), scale=scipy.stats.sem(values, axis=0)
        )
        np.testing.assert_allclose(
            stats.interval(COLUMNS[name], confidence), np.stack([low, high], axis=1), rtol=1e-10, atol=1e-12
        )


def test_the_interval_of_a_constant_has_no_width():
    assert stats.interval(COLUMNS["constant"]).tolist() == [[20.0, 20.0]] * 4


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_the_interval_of_a_condition_is_wilsons(confidence):
    values = COLUMNS["condition"]
    wanted = [
        tuple(scipy.stats.binomtest(int(k), len(values)).proportion_ci(confidence, method="wilson"))
        for k in values.sum(axis=0)
    ]
    np.testing.assert_allclose(stats.interval(values, confidence), wanted, rtol=1e-10, atol=1e-12)
    bounds = stats.interval(values, confidence)
    assert bounds[0, 0] == 0
    assert bounds[5, 1] == 1


@pytest.mark.parametrize("q", [0, 0.05, 0.25, 1 / 3, 0.5, 0.9, 0.95, 1])
def test_a_quantile_is_numpys_inverted_cdf(values, q):
    wanted = np.quantile(values.astype(np.int64), q, axis=0, method="inverted_cdf")
    assert stats.quantile(values, q).tolist() == wanted.tolist()


def test_quantiles_of_every_small_size_are_values_that_were_seen():
    for games in range(1, 40):
        values = RNG.integers(0, 100, (games, 2)).astype(np.int16)
        shares = np.linspace(0, 1, 11)
        wanted = np.quantile(values.astype(np.int64), shares, axis=0, method="inverted_cdf")
        assert stats.quantile(values, shares).tolist() == wanted.tolist()


def test_no_games_and_one_game():
    none, one = np.empty((0, 2), dtype=np.int16), np.array([[3, 4]], dtype=np.int16)
    assert all(map(math.isnan, stats.mean(none)))
    assert np.isnan(stats.interval(none)).all()
    assert np.isnan(stats.interval(none.astype(bool))).all()
    assert stats.mean(one).tolist() == [3, 4]
    assert np.isnan(stats.interval(one)).all()
    assert stats.quantile(one, 0.5).tolist() == [3, 4]
    with pytest.raises(gt.Error, match=r"no games have no quantiles: play at least one game"):
        stats.quantile(none, 0.5)


@pytest.mark.parametrize("confidence", [0, 1, -1, 95, math.nan])
def test_a_confidence_out_of_range_is_refused(confidence):
    with pytest.raises(gt.Error, match="confidence must lie between 0 and 1, such as"):
        stats.interval(COLUMNS["small"], confidence)


@pytest.mark.parametrize("q", [-0.1, 1.1, math.nan, [0.5, 2]])
def test_a_share_out_of_range_is_refused(q):
    with pytest.raises(gt.Error, match="shares from 0 to 1, not"):
        stats.quantile(COLUMNS["small"], q)


def test_what_is_refused_is_shown_as_it_was_given():
    with pytest.raises(gt.Error, match=r"not '0\.9'$"):
        stats.interval(COLUMNS["small"], "0.9")
    with pytest.raises(gt.Error, match=r"not None$"):
        stats.quantile(COLUMNS["small"], None)


@pytest.mark.parametrize("values", [np.zeros(3, dtype=np.int16), np.zeros((3, 2))])
def test_other_arrays_are_refused(values):
    with pytest.raises(gt.Error, match=r"shape \(games, turns\) is wanted, not"):
        stats.histogram(values)


def test_large_arrays_are_not_copied():
    values = np.ones((2_000_000, 6), dtype=np.int16)  # 24 MB; as floats it would take 96
    stats.interval(values[:10])  # what is imported on first use is not counted
    tracemalloc.start()
    try:
        stats.mean(values)
        stats.interval(values)
        stats.quantile(values, [0.1, 0.9])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 16e6
