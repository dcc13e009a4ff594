"""Runs: reading them, keeping them, putting them together."""

import io
import json
import os
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest

import gravetroll as gt
from gravetroll import stats

DECK = {"Golgari Grave-Troll": 4, "Stinkweed Imp": 4, "Golgari Thug": 4, "Shambling Shell": 4, "Island": 44}
OBSERVE = {"graveyard": "graveyard.count()", "loaded / odd name": "graveyard.count('Stinkweed Imp') >= 2"}


def play(**changes):
    return gt.simulate(**{"deck": DECK, "games": 200, "turns": 3, "seed": 5, "observe": OBSERVE, **changes})


@pytest.fixture(scope="module")
def run():
    return play()


@pytest.fixture
def saved(run, tmp_path):
    run.save(tmp_path / "run.npz")
    return tmp_path / "run.npz"


def test_figures_are_those_of_the_arrays(run):
    for name in run.names:
        np.testing.assert_array_equal(run.mean(name), stats.mean(run[name]))
        np.testing.assert_array_equal(run.interval(name, 0.9), stats.interval(run[name], 0.9))
        np.testing.assert_array_equal(run.quantile(name, 0.9), stats.quantile(run[name], 0.9))
    np.testing.assert_array_equal(run.probability("loaded / odd name"), run["loaded / odd name"].mean(axis=0))


def test_a_number_has_no_probability(run):
    with pytest.raises(gt.Error) as error:
        run.probability("graveyard")
    assert str(error.value) == (
        "observable 'graveyard' is a number and has no probability: observe a condition such as "
        "\"graveyard.count() >= 1\", or use run.mean('graveyard')"
    )


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("graveyrad", "no observable is called 'graveyrad': did you mean 'graveyard'?"),
        ("x", "no observable is called 'x': there are graveyard, loaded / odd name"),
        ("kept", "kept is no observable but an array with one entry a game: use run.kept"),
    ],
)
def test_unknown_observables_are_refused(run, name, message):
    with pytest.raises(gt.Error) as error:
        run[name]
    assert str(error.value) == message
    assert name not in run


def test_the_repr_names_what_was_played(run):
    assert repr(run) == "<Run of 200 games, 3 turns, seed 5: graveyard, loaded / odd name>"
    later = play(games=1, first_game=1000, turns=1, observe={})
    assert repr(later) == "<Run of 1 game from game 1,000, 1 turn, seed 5: no observables>"


def test_equality_sees_every_part(run):
    assert run == play()
    assert run != play(seed=6)
    assert run != play(first_game=1)
    assert run != play(games=199)
    assert run != play(observe={**OBSERVE, "graveyard": "graveyard.count() + 0"})
    assert run != "a run"


def test_a_run_can_be_pickled(run):
    assert pickle.loads(pickle.dumps(run)) == run  # noqa: S301


def test_a_saved_run_comes_back_equal(run, saved):
    assert gt.Run.load(saved) == run
    assert gt.Run.load(str(saved)) == run


def test_a_line_is_saved_too(tmp_path):
    name = gt.Line.presets()[0]
    run = play(deck=DECK | {"Bazaar of Baghdad": 4, "Serum Powder": 4}, line=gt.Line.parse("on = 'play'"))
    run.save(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]  # no suffix is added
    again = gt.Run.load(tmp_path / name)
    assert again == run
    assert again.line == run.line


def test_the_largest_seed_is_saved_exactly(tmp_path):
    play(seed=2**64 - 1, games=1, first_game=2**63 - 1).save(tmp_path / "run.npz")
    again = gt.Run.load(tmp_path / "run.npz")
    assert (again.seed, again.first_game) == (2**64 - 1, 2**63 - 1)


def test_a_place_that_cannot_be_written_is_named(run, tmp_path):
    with pytest.raises(gt.Error, match=r"nowhere.run\.npz: cannot be written: No such file or directory"):
        run.save(tmp_path / "nowhere" / "run.npz")


def rewrite(saved, change):
    """Save a changed archive in the place of a good one."""
    with np.load(saved) as archive:
        entries = dict(archive)
    change(entries)
    np.savez(saved, **entries)


def about(**changes):
    def change(entries):
        entries["about"] = np.array(json.dumps({**json.loads(str(entries["about"])), **changes}))

    return change


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda path: path.write_text("4 Island\n"), "not a run that Run.save wrote: such a file is an .npz archive"),
        (lambda path: path.write_bytes(b""), "not a run that Run.save wrote: such a file is an .npz archive"),
        (lambda path: path.write_bytes(path.read_bytes()[:-400]), "not a run that Run.save wrote, or a damaged one"),
        (lambda path: zipfile.ZipFile(path, "w").close(), "not a run that Run.save wrote, or a damaged one"),
        (lambda path: rewrite(path, lambda entries: entries.pop("kept")), "or a damaged one ('kept is not a file"),
        (
            lambda path: rewrite(path, about(format=2)),
            "written by gravetroll 0.1.0, which this one cannot read: upgrade",
        ),
        (lambda path: rewrite(path, about(turns=4)), "graveyard has shape (200, 3) and dtype int16"),
        (
            lambda path: rewrite(path, lambda entries: entries.update(kept=np.array([None]))),
            "or a damaged one (Object arrays cannot be loaded when allow_pickle=False",
        ),
        (lambda path: path.unlink(), "cannot be read: No such file or directory"),
        (lambda path: (path.unlink(), path.mkdir()), "cannot be read: Is a directory"),
    ],
)
def test_files_that_hold_no_run_are_refused(saved, spoil, message):
    spoil(saved)
    with pytest.raises(gt.Error) as error:
        gt.Run.load(saved)
    assert str(error.value).startswith(f"{saved}: ")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_an_array_of_numpys_own_is_refused(saved):
    buffer = io.BytesIO()
    np.save(buffer, np.zeros(3))
    saved.write_bytes(buffer.getvalue())
    with pytest.raises(gt.Error, match="such a file is an"):
        gt.Run.load(saved)


def test_concat_takes_ranges_in_any_order(run):
    parts = [play(games=stop - start, first_game=start) for start, stop in ((50, 120), (0, 50), (120, 200))]
    assert gt.concat(parts) == run
    assert gt.concat(iter(parts)) == run
    assert gt.concat([run]) == run


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 6}, "runs to concat must be of the same seed: 5 and 6"),
        ({"turns": 2}, "runs to concat must be of the same turns: 3 and 2"),
        ({"observe": {"graveyard": "graveyard.count()"}}, "runs to concat must be of the same observables"),
        ({"deck": {**DECK, "Swamp": 1}}, "runs to concat must be of the same deck"),
        ({"deck": dict(reversed(DECK.items()))}, "runs to concat must be of the same deck"),
        ({"line": gt.Line.parse("on = 'play'")}, "runs to concat must be of the same line"),
        ({"first_game": 201}, "runs to concat must follow one another: game 200 is missing"),
        ({"first_game": 150}, "runs to concat must follow one another: game 150 is in two of them"),
        ({"first_game": 0}, "runs to concat must follow one another: game 0 is in two of them"),
    ],
)
def test_concat_refuses_what_does_not_belong_together(run, changes, message):
    with pytest.raises(gt.Error) as error:
        gt.concat([run, play(**{"games": 10, "first_game": 200, **changes})])
    assert str(error.value) == message


def test_concat_wants_a_run():
    with pytest.raises(gt.Error, match="concat wants at least one run"):
        gt.concat([])


def test_a_run_is_a_mapping_of_its_observables():
    run = play()
    assert list(run) == list(run.keys()) == run.names
    assert (len(run), len(play(observe={})), bool(play(observe={}))) == (2, 0, True)
    for name, values in dict(run).items():
        assert values is run[name]
    assert {name: id(values) for name, values in run.items()} == {name: id(run[name]) for name in run}
    assert [id(values) for values in run.values()] == [id(run[name]) for name in run]


# -- a file that is written whole or not at all --------------------------------------------------------------------


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_a_save_that_ends_early_leaves_the_older_file(tmp_path, monkeypatch, fault):
    older, newer = (gt.simulate({"Island": 60}, games=games, turns=1) for games in (3, 4))
    path = tmp_path / "run.npz"
    older.save(path)

    def half(file, **_):
        file.write(b"PK half of it")
        raise fault

    with monkeypatch.context() as patched:
        patched.setattr(np, "savez", half)
        with pytest.raises(KeyboardInterrupt if isinstance(fault, KeyboardInterrupt) else gt.Error):
            newer.save(path)
    assert gt.Run.load(path) == older
    assert list(tmp_path.iterdir()) == [path]
    newer.save(path)
    assert gt.Run.load(path) == newer
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="links and modes of POSIX")
def test_a_save_keeps_links_and_modes(tmp_path):
    run = gt.simulate({"Island": 60}, games=3, turns=1)
    path, link = tmp_path / "run.npz", tmp_path / "newest.npz"
    path.write_bytes(b"")
    path.chmod(0o640)
    link.symlink_to(path)
    run.save(link)
    assert link.is_symlink()
    assert gt.Run.load(path) == run
    assert path.stat().st_mode & 0o777 == 0o640
    run.save("/dev/null")
    assert Path("/dev/null").is_char_device()
