"""What `simulate` accepts, refuses and promises, whatever the rules do."""

import concurrent.futures
import multiprocessing
import os
import signal
import tempfile
import threading
import time

import numpy as np
import pytest

import gravetroll as gt
from gravetroll import run as run_module
from gravetroll import shard

DECK = {"Golgari Grave-Troll": 4, "Stinkweed Imp": 4, "Golgari Thug": 4, "Shambling Shell": 4, "Island": 44}
OBSERVE = {"graveyard": "graveyard.count()", "loaded": "graveyard.count('Stinkweed Imp') >= 2"}
GAMES = 12_000  # three shards


def play(**changes):
    return gt.simulate(**{"deck": DECK, "games": GAMES, "turns": 3, "seed": 5, "observe": OBSERVE, **changes})


@pytest.fixture(scope="module")
def whole():
    return play()


def test_shapes_and_dtypes():
    run = play(games=7, turns=4)
    assert {name: (run[name].shape, run[name].dtype) for name in run.names} == {
        "graveyard": ((7, 4), np.int16),
        "loaded": ((7, 4), np.bool_),
    }
    for name in ("win_turn", "lose_turn", "kept", "mulligans"):
        assert (getattr(run, name).shape, getattr(run, name).dtype) == ((7,), np.int8)
    assert (run.on_play.shape, run.on_play.dtype) == ((7,), np.bool_)
    assert (run.games, run.turns, run.seed, run.first_game, run.overflow) == (7, 4, 5, 0, 0)
    assert run.version == gt.__version__
    assert run.observe == OBSERVE
    assert run.line is None
    assert run.deck.main == DECK


def test_no_games_give_arrays_without_rows():
    run = play(games=0)
    assert run["graveyard"].shape == (0, 3)
    assert run.win_turn.shape == (0,)
    assert np.isnan(run.mean("graveyard")).all()


def test_no_observables_are_allowed():
    run = play(games=3, observe={})
    assert run.names == []
    assert run.kept.tolist() == [7, 7, 7]


def test_the_defaults_are_nine_numbers():
    run = play(games=2, observe=None)
    assert run.names == [
        "graveyard",
        "hand",
        "library",
        "milled",
        "dredged",
        "life",
        "opponent_life",
        "opponent_library",
        "opponent_milled",
    ]
    assert all(run[name].dtype == np.int16 for name in run.names)
    total = run["graveyard"] + run["hand"] + run["library"]
    assert (total == 60).all()


@pytest.mark.parametrize("games", [10, 10.0, np.int64(10), np.float32(10)])
def test_games_may_be_any_whole_number(games):
    assert play(games=games).games == 10


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_arrays_do_not_depend_on_threads(whole, threads):
    assert play(threads=threads) == whole


def test_the_arrays_do_not_depend_on_where_a_range_is_cut(whole):
    parts = [play(games=stop - start, first_game=start) for start, stop in ((0, 1), (1, 4096), (4096, GAMES))]
    assert gt.concat(parts) == whole


def test_seeds_differ(whole):
    assert not np.array_equal(play(seed=6)["graveyard"], whole["graveyard"])


def test_the_largest_seed_and_the_last_game_are_played():
    last = play(games=1, seed=2**64 - 1, first_game=2**63 - 1)
    assert (last.seed, last.first_game, last.games) == (2**64 - 1, 2**63 - 1, 1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 1.5}, "games must be a whole number from 0 to 2**63, not 1.5"),
        ({"games": float("inf")}, "games must be a whole number from 0 to 2**63, not inf"),
        ({"games": "10"}, "games must be a whole number from 0 to 2**63, not '10'"),
        ({"games": True}, "games must be a whole number from 0 to 2**63, not True"),
        ({"turns": 128}, "turns must be a whole number from 1 to 127, not 128"),
        ({"threads": 0}, "threads must be a whole number from 1 to 1024, not 0"),
        ({"seed": -1}, "seed must be a whole number from 0 to 2**64 - 1, not -1"),
        ({"seed": 2**64}, f"seed must be a whole number from 0 to 2**64 - 1, not {2**64}"),
        ({"first_game": -1}, "first_game must be a whole number from 0 to 2**63, not -1"),
        ({"first_game": 2**63}, f"first_game + games must be at most 2**63, not {2**63 + GAMES}: begin earlier or"),
        ({"observe": ["hand.count()"]}, "observe must be a mapping of names to expressions, not list"),
        ({"observe": {"": "turn"}}, "without '=' and without spaces at its ends, not ''"),
        ({"observe": {" a": "turn"}}, "not ' a'"),
        ({"observe": {"a=b": "turn"}}, "not 'a=b'"),
        ({"observe": {"a\n": "turn"}}, r"not 'a\n'"),
        ({"observe": {3: "turn"}}, "not 3"),
        ({"observe": {"kept": "turn"}}, "an observable may not be called 'kept', the name of an array of every run"),
        ({"observe": {"a": 3}}, "observable 'a' must be an expression or its text, not int"),
        ({"executor": 4}, "executor must be a concurrent.futures.Executor, not 4"),
        ({"progress": "yes"}, "progress must be True, False, None or a function of (done, total), not 'yes'"),
        ({"deck": 60}, "deck must be a Deck, a mapping of names to counts or a path, not int"),
        ({"line": 60}, "line must be a Line, the name of a shipped one, a path or None, not int"),
    ],
)
def test_arguments_out_of_range_are_refused(changes, message):
    with pytest.raises(gt.Error) as error:
        play(**changes)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_arrays_that_do_not_fit_are_refused_before_any_is_made(monkeypatch):
    monkeypatch.setattr(run_module, "_free_memory", lambda: 1_500_000_000)
    monkeypatch.setattr(shard.Arrays, "empty", lambda *_: pytest.fail("arrays were allocated"))
    with pytest.raises(gt.Error) as error:
        play(games=1e9)
    # Three turns of an int16 and a bool, and five bytes a game.
    assert str(error.value) == (
        "the arrays of 1,000,000,000 games, 3 turns and 2 observables take 14.0 GB and 1.5 GB of memory are free: "
        "ask for fewer games, turns or observables"
    )


def test_arrays_larger_than_any_memory_are_refused():
    with pytest.raises(gt.Error, match=r"take 129 EB and .* of memory are free"):
        play(games=2**63)


def test_a_container_has_less_memory_than_its_machine(tmp_path):
    machine = run_module._free_memory(tmp_path)
    (tmp_path / "memory.max").write_text("5000\n")
    (tmp_path / "memory.current").write_text("4000\n")
    (tmp_path / "memory.stat").write_text("anon 1\ninactive_file 500\n")
    assert run_module._free_memory(tmp_path) == 1500
    (tmp_path / "memory.max").write_text("max\n")
    assert run_module._free_memory(tmp_path) > machine / 2


def test_progress_is_reported_up_to_the_end():
    seen = []
    play(progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (GAMES, GAMES)
    assert seen == sorted(seen)


def test_a_fault_of_the_progress_function_ends_the_run():
    def complain(done, total):
        raise RuntimeError(f"{done} of {total}")

    with pytest.raises(RuntimeError, match=f"of {GAMES}"):
        play(progress=complain)


def test_a_run_in_another_thread_is_ended_by_its_progress_function():
    stop = threading.Event()

    def watch(_done, _total):
        if stop.is_set():
            raise InterruptedError

    with concurrent.futures.ThreadPoolExecutor(1) as other:
        future = other.submit(play, games=5_000_000, turns=40, threads=1, progress=watch, observe={"n": "turn > 3"})
        stop.set()
        assert isinstance(future.exception(timeout=10), InterruptedError)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_is_a_keyboard_interrupt():
    # Who runs the tests in the background may have taken the signal away.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        gt.simulate(DECK, games=5_000_000, turns=40, threads=1, observe={"n": "ever(hand.count() > 9)"})
    taken = time.monotonic() - start - 0.2
    timer.join()
    print(f"ended {taken:.2f} s after the signal")
    assert taken < 2  # half a second is what is promised; a busy machine may take longer
    assert gt.simulate(DECK, games=10, turns=1).games == 10


def test_a_bar_is_shown_when_asked_for_and_not_without_a_terminal(capsys):
    play(games=100, progress=True)
    shown = capsys.readouterr()
    assert "of 100 games" in shown.err
    assert shown.out == ""
    play(games=100)
    assert capsys.readouterr().err == ""


class AtOnce(concurrent.futures.Executor):
    """Plays when it is asked to; nothing but `submit` works."""

    def __init__(self):
        self.ranges = []

    def submit(self, function, /, job, first_game, games, *rest):
        self.ranges.append((first_game, games))
        future = concurrent.futures.Future()
        try:
            future.set_result(function(job, first_game, games, *rest))
        except Exception as error:  # noqa: BLE001
            future.set_exception(error)
        return future

    map = shutdown = None


def test_an_executor_gives_the_same_arrays_from_ranges_of_games(whole):
    executor, seen = AtOnce(), []
    run = play(executor=executor, progress=lambda done, _: seen.append(done))
    assert run == whole
    assert executor.ranges == [(0, 5000), (5000, 5000), (10_000, 2000)]
    assert seen == [5000, 10_000, 12_000]


def test_threads_and_processes_are_executors(whole):
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        assert play(executor=threads, threads=2) == whole
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=spawn) as processes:
        assert play(executor=processes) == whole


class Never(concurrent.futures.Executor):
    """Fails the second range and never begins the others."""

    def __init__(self):
        self.futures = []

    def submit(self, *_):
        future = concurrent.futures.Future()
        self.futures.append(future)
        if len(self.futures) == 2:
            future.set_exception(OSError("the worker went away"))
        return future


def test_a_failed_range_cancels_the_others():
    executor = Never()
    with pytest.raises(OSError, match="the worker went away"):
        play(executor=executor, games=20_000)
    assert [future.cancelled() for future in executor.futures] == [True, False, True, True]


def test_an_interrupted_run_stops_the_ranges_that_have_begun():
    began = []

    class Watched(concurrent.futures.ThreadPoolExecutor):
        def submit(self, *arguments):
            def watched(*rest):
                began.append(rest)
                return arguments[0](*rest)

            return super().submit(watched, *arguments[1:])

    def interrupt(_done, _total):
        raise KeyboardInterrupt

    with Watched(1) as executor, pytest.raises(KeyboardInterrupt):
        play(executor=executor, games=320_000, progress=interrupt)
    assert len(began) < 64
    assert shard._stopped == set()


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_an_interrupted_run_stops_other_processes(monkeypatch, tmp_path):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(shard, "_SHARD_LEAST", 10**7)
    monkeypatch.setattr(shard, "_SHARD_MOST", 10**7)  # one shard, of some ten seconds
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=spawn) as processes:
        gt.simulate(DECK, games=10, turns=1, executor=processes)  # the process has begun
        assert list(tmp_path.iterdir()) == []
        timer = threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT])
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            gt.simulate(DECK, games=6_000_000, turns=12, executor=processes, observe={"n": "ever(hand.count() > 9)"})
        timer.join()
        start = time.monotonic()
    taken = time.monotonic() - start
    print(f"ended {taken:.2f} s after the run")
    assert taken < 2
    assert list(tmp_path.iterdir()) == []


def test_no_range_is_longer_than_a_stop_may_take():
    ranges = list(shard._ranges(10**7))
    assert max(count for _, count in ranges) == 20_000
    assert sum(count for _, count in ranges) == 10**7


# -- beyond what an int16 holds ----------------------------------------------------------------------------------

LARGE = {"large": "turn * 20000", "small": "-turn * 20000", "fits": "turn", "edge": "32767"}


def large(**options):
    return gt.simulate({"Stinkweed Imp": 60}, **{"games": 4099, "turns": 3, "observe": LARGE, **options})


def test_what_an_int16_does_not_hold_is_told():
    run = large(first_game=7)
    assert run["large"][0].tolist() == [20000, 32767, 32767]
    assert run["small"][-1].tolist() == [-20000, -32768, -32768]
    assert run.beyond == {"large": (7, 4099), "small": (7, 4099)}
    large_told, small_told, *others = run.warnings
    assert large_told == (
        "large was beyond what an int16 holds in 4,099 games, the first of them game 7: its array holds 32767 or "
        "-32768 there; observe (turn * 20000) // 100, or a condition"
    )
    assert small_told.startswith("small was beyond")
    assert not any("int16" in text for text in others)


def test_what_was_beyond_is_the_same_in_shards_and_files(tmp_path):
    whole = large()
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        assert large(executor=executor) == whole
    parts = [large(games=2000), large(games=2099, first_game=2000)]
    assert gt.concat(parts) == whole
    whole.save(tmp_path / "run.npz")
    assert gt.Run.load(tmp_path / "run.npz") == whole


def test_life_beyond_an_int16_is_told_of_played_games():
    opponent = gt.Opponent({"Island": 60}, life=100_000)
    for line in (None, gt.Line()):
        run = gt.simulate({"Stinkweed Imp": 60}, line, games=5, turns=2, opponent=opponent)
        assert run.beyond == {"opponent_life": (0, 5)}
        assert run.warnings[0].startswith("opponent_life was beyond what an int16 holds in 5 games")
