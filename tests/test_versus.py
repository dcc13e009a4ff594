"""The other player of a run."""

import dataclasses
import json
import pickle

import numpy as np
import pytest

import gravetroll as gt
from gravetroll.cli import main

SEEN = {
    "library": "opponent.library.count()",
    "hand": "opponent.hand.count()",
    "graveyard": "opponent.graveyard.count('land')",
    "exile": "opponent.exile.count()",
    "battlefield": "opponent.battlefield.count('enchantment')",
    "life": "opponent.life",
}
FULL = gt.Opponent(
    {"Swamp": 50, "Leyline of the Void": 4},
    battlefield=["leyline of the void"],
    graveyard=["Swamp", "Swamp"],
    exile=["Island"],
    life=np.int16(12),
    hand=("Swamp",),
)


def seen(opponent, turns=2, **options):
    run = gt.simulate({"Island": 60}, opponent=opponent, games=20, turns=turns, observe=SEEN, **options)
    assert all((run[name] == run[name][0]).all() for name in SEEN)
    return {name: run[name][0].tolist() for name in SEEN}


def test_a_deck_draws_seven_and_then_one_each_turn():
    # You are on the draw: the opponent skips the first draw.
    wanted = {"library": [53, 52], "hand": [7, 7], "graveyard": [0, 1], "exile": [0, 0], "battlefield": [0, 0]}
    wanted["life"] = [20, 20]
    assert seen({"Swamp": 60}) == wanted
    assert seen(gt.Deck({"Swamp": 60})) == seen(gt.Opponent({"Swamp": 60})) == wanted


def test_nobody_has_no_cards():
    assert seen(None) == {name: [20 if name == "life" else 0] * 2 for name in SEEN}


def test_what_begins_elsewhere_is_out_of_the_deck():
    assert FULL.battlefield == ("Leyline of the Void",)
    assert seen(FULL) == {
        "library": [50, 49],
        "hand": [1, 2],
        "graveyard": [2, 2],
        "exile": [1, 1],
        "battlefield": [1, 1],
        "life": [12, 12],
    }


def test_whoever_is_decked_loses():
    run = gt.simulate({"Island": 60}, opponent={"Swamp": 9}, games=5, turns=5)
    assert run.win_turn.tolist() == [3] * 5
    assert gt.simulate({"Island": 60}, games=5, turns=5).win_turn.tolist() == [0] * 5


def test_an_opponent_is_a_value(tmp_path):
    assert pickle.loads(pickle.dumps(FULL)) == FULL  # noqa: S301
    assert dataclasses.replace(FULL, life=13) != FULL
    with pytest.raises(AttributeError):
        FULL.life = 3
    run = gt.simulate({"Island": 60}, opponent=FULL, games=20, turns=2, observe=SEEN)
    run.save(tmp_path / "run.npz")
    loaded = gt.Run.load(tmp_path / "run.npz")
    assert loaded.opponent == FULL
    assert loaded == run
    assert run != gt.simulate({"Island": 60}, opponent={"Swamp": 60}, games=20, turns=2, observe=SEEN)
    one, two = (
        gt.simulate({"Island": 60}, opponent=FULL, games=10, first_game=first, turns=2, observe=SEEN)
        for first in (0, 10)
    )
    assert gt.concat([one, two]) == run
    nobody = gt.simulate({"Island": 60}, games=10, first_game=10, turns=2, observe=SEEN)
    with pytest.raises(gt.Error, match="same opponent"):
        gt.concat([one, nobody])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"life": 0}, "life must be a whole number from 1 to 1000000, not 0"),
        ({"life": 2.5}, "life must be a whole number from 1 to 1000000, not 2.5"),
        ({"life": True}, "life must be a whole number"),
        ({"hand": 61}, "hand must be a whole number from 0 to 60, not 61"),
        ({"hand": "Swamp"}, "hand must be a list of card names, not 'Swamp'"),
        ({"graveyard": [3]}, "graveyard must be a list of card names"),
        ({"battlefield": ["Leyline of the Vod"]}, "battlefield: 'Leyline of the Vod' is no card: did you mean"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(gt.Error) as caught:
        gt.Opponent({"Swamp": 60}, **arguments)
    assert str(caught.value).startswith(message)


def test_wrong_opponents():
    with pytest.raises(gt.Error, match="opponent must be a Deck, a mapping of names to counts or a path, not int"):
        gt.simulate({"Island": 60}, opponent=3, games=1, turns=1)
    with pytest.raises(gt.DeckError, match="at most 224"):
        gt.simulate({"Island": 150}, opponent={"Swamp": 100}, games=1, turns=1)


def test_the_command_takes_an_opponent(tmp_path, capsys):
    mine, theirs = tmp_path / "mine.txt", tmp_path / "theirs.txt"
    mine.write_text("60 Island\n", encoding="utf-8")
    theirs.write_text("9 Swamp\n", encoding="utf-8")
    arguments = ["run", str(mine), "--opponent", str(theirs), "--games", "5", "--turns", "4"]
    assert main([*arguments, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["win_turn"] == [0, 0, 0, 5, 0]
    assert data["opponent"] == {
        "deck": {"name": "theirs", "cards": 9, "main": {"Swamp": 9}},
        "life": 20,
        "hand": 7,
        "battlefield": [],
        "graveyard": [],
        "exile": [],
    }
    assert main(arguments) == 0
    assert f"against {theirs}" in capsys.readouterr().out
    assert main(["run", str(mine), "--opponent", str(tmp_path / "none.txt")]) == 2
    assert "none.txt" in capsys.readouterr().err
