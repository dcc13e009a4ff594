"""One game of a run, written down."""

import json
import re
from pathlib import Path

import pytest

import gravetroll as gt
from gravetroll.cli import main

DECK = {"Golgari Grave-Troll": 4, "Faithless Looting": 16, "Mountain": 30, "Narcomoeba": 10}
LINE = gt.Line(on="play", main=[gt.play("land"), gt.cast("Faithless Looting").times(1)])


def test_it_is_the_game_of_the_run():
    run = gt.simulate(DECK, LINE, games=8, turns=4, seed=3, observe={"n": "graveyard.count()"})
    for number in range(8):
        game = gt.replay(DECK, LINE, seed=3, game=number, turns=4)
        assert (game.win_turn, game.lose_turn, game.kept) == (
            run.win_turn[number],
            run.lose_turn[number],
            run.kept[number],
        )
        gone = {"mill", "discard"}
        assert game.on_play
        moved = sum(len(event["cards"]) for event in game.events if event["event"] in gone)
        assert moved >= run["n"][number, -1] - 4


def test_every_event_has_its_rule_and_says_why():
    game = gt.replay(DECK, LINE, seed=0, game=0, order=["Faithless Looting", *["Mountain"] * 8, *rest()], turns=1)
    drawn = [event for event in game.events if event["event"] == "draw"]
    assert [(event["cards"], event["cause"], event["rule"]) for event in drawn] == [
        (["Mountain"], "Faithless Looting", "121.1")
    ] * 2
    assert all(event["rule"][0].isdigit() for event in game.events)
    assert {event["who"] for event in game.events} == {"you"}
    told = str(game)
    assert told.startswith("Game 0 of seed 0: you begin\n")
    assert "you cast Faithless Looting" in told
    assert told.endswith("\nNot decided\n")


def rest():
    return [*["Golgari Grave-Troll"] * 4, *["Faithless Looting"] * 15, *["Mountain"] * 22, *["Narcomoeba"] * 10]


@pytest.mark.parametrize(
    ("order", "fault"),
    [
        (["Mountain"], "must hold every card of the deck, and lacks 4 .*, 29 Mountain, 10 "),
        (["Mountain"] * 60, "is not in the deck so often"),
        ("Mountain", "must be a sequence of card names, top first, not str"),
        ([*["Mountain"] * 59, 3], r"^order\[59\] must be a card name, not 3$"),
    ],
)
def test_an_order_is_one_of_the_deck(order, fault):
    with pytest.raises(gt.Error, match=fault):
        gt.replay(DECK, LINE, seed=0, game=0, order=order)


def test_the_command(tmp_path, capsys):
    path = tmp_path / "deck.txt"
    path.write_text("\n".join(f"{count} {name}" for name, count in DECK.items()))
    (tmp_path / "line.toml").write_text(LINE.to_toml())
    words = ["replay", str(path), "--line", str(tmp_path / "line.toml"), "--seed", "7", "--game", "3", "--turns", "2"]
    assert main(words) == 0
    game = gt.replay(DECK, LINE, seed=7, game=3, turns=2)
    assert capsys.readouterr().out == str(game)
    assert main([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["events"] == game.events
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    told = readme[readme.index("`replay --json` prints") : readme.index("`check --json` prints")]
    assert set(data) == set(re.findall("`([a-z_]+)`", told.partition(";")[0]))
    assert set().union(*data["events"]) <= set(re.findall("`([a-z_]+)`", told.partition("each event has")[2]))
    assert main(["replay", str(path), "--game", "-1"]) == 2


def test_the_command_says_what_is_not_modelled(tmp_path, capsys):
    path = tmp_path / "deck.txt"
    path.write_text("4 Stasis\n4 Gyruda, Doom of Depths\n52 Island")
    (tmp_path / "line.toml").write_text('on = "draw"\n')
    words = ["replay", str(path), "--line", str(tmp_path / "line.toml"), "--turns", "1"]
    assert main(words) == 0
    game, notes = capsys.readouterr().out.split("\n\nnote: ", 1)
    replayed = gt.replay(path, tmp_path / "line.toml", seed=0, game=0, turns=1)
    assert game + "\n" == str(replayed)
    assert len(replayed.warnings) == 2
    assert ["Stasis" in notes, "Gyruda, Doom of Depths" in notes] == [True, True]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["warnings"] == replayed.warnings


@pytest.mark.parametrize(("creature", "attacks"), [("Ornithopter", False), ("Memnite", True)])
def test_what_has_no_power_stays_at_home(creature, attacks):
    line = gt.Line(on="play", main=[gt.play("land"), gt.cast(creature)])
    game = gt.replay({creature: 30, "Forest": 30}, line, seed=0, game=0, turns=5)
    told = {event["event"] for event in game.events}
    assert "cast" in told
    assert ("attack" in told) == attacks
