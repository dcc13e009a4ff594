"""Lines in both spellings, and everything that can be wrong with one."""

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

from gravetroll import Line, LineError, _core, activate, cast, cycle, play, simulate
from gravetroll.expr import Expr, casts, hand, library, stack, turn

TOML = """
name = "all of it"
format = "legacy"
on = "random"
keep = "hand.count('dredge')>=1 and hand.has('outlets')"
mulligan_to = 4
missing = "ok"
stop = "turn == 3"
[groups]
outlets = ["Faithless Looting", "Careful Study"]
also = ["outlets & ~red"]
[prefer]
bottom = ["Dread Return", "land > 2"]
dredge = ["Golgari Grave-Troll", "*"]
discard = ["dredge", "Bridge from Below"]
serum_powder = true
[dredge]
when = "library.count() > 10"
"""

PYTHON = {
    "name": "all of it",
    "format": "legacy",
    "on": "random",
    "keep": (hand.count("dredge") >= 1) & hand.has("outlets"),
    "mulligan_to": np.int8(4),
    "missing": "ok",
    "stop": turn == 3,
    "groups": {"outlets": ("Faithless Looting", "Careful Study"), "also": ["outlets & ~red"]},
    "prefer": {
        "bottom": ["Dread Return", "land>2"],
        "dredge": ["Golgari Grave-Troll", "*"],
        "discard": ["dredge", "Bridge from Below"],
        "serum_powder": True,
    },
    "dredge": {"when": library.count() > 10},
}


def test_both_spellings_agree():
    line = Line(**PYTHON)
    assert line == Line.parse(TOML)
    assert hash(line) == hash(Line.parse(TOML))
    assert Line.parse(line.to_toml()) == line
    assert Line.parse(line.to_toml()).to_toml() == line.to_toml()


def test_attributes():
    line = Line.parse(TOML)
    assert (line.name, line.format, line.on, line.mulligan_to, line.missing) == (
        "all of it",
        "legacy",
        "random",
        4,
        "ok",
    )
    assert line.keep == "hand.count('dredge') >= 1 and hand.has('outlets')"
    assert line.stop == "turn == 3"
    assert list(line.groups.items()) == [
        ("outlets", ["Faithless Looting", "Careful Study"]),
        ("also", ["outlets & ~red"]),
    ]
    assert line.prefer["bottom"] == ["Dread Return", "land > 2"]
    assert line.prefer["serum_powder"] is True
    assert line.dredge == {"when": "library.count() > 10"}
    line.groups["outlets"].append("x")
    line.prefer["bottom"].append("x")
    assert line == Line.parse(TOML)


def test_the_empty_line():
    line = Line()
    assert line == Line.parse("")
    assert (line.name, line.keep, line.stop, line.groups, line.prefer, line.dredge) == (None, None, None, {}, {}, {})
    assert (line.on, line.mulligan_to, line.missing) == ("draw", 1, "error")
    assert line != Line(on="play")
    assert line != "line"


def test_copies():
    line = Line(**PYTHON)
    for other in [pickle.loads(pickle.dumps(line)), copy.deepcopy(line), eval(repr(line))]:  # noqa: S301, S307
        assert other == line
        assert other.keep == line.keep


def test_an_empty_order_is_not_a_missing_one():
    assert Line(prefer={"dredge": []}) != Line()
    assert Line(prefer={"dredge": []}).prefer == {"dredge": []}
    assert Line(prefer={"serum_powder": False}) == Line()


def test_shipped_lines():
    assert Line.presets() == sorted(Line.presets())
    for name in Line.presets():
        line = Line.read(name)
        assert line.name == name
        assert Line.parse(_core.preset(name)) == line
        assert Line.parse(line.to_toml()) == line


def test_files(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TOML, encoding="utf-8")
    assert Line.read(path) == Line.read(str(path)) == Line.parse(TOML)
    path.write_bytes(b"\xef\xbb\xbf" + TOML.replace("\n", "\r\n").encode())
    assert Line.read(path) == Line.parse(TOML)
    path.write_text("on = 'draw'\n\nkeep = \"hand.hsa('land')\"\n", encoding="utf-8")
    with pytest.raises(LineError) as caught:
        Line.read(path)
    fault = "`hsa` is not known here; did you mean `has`?, at position 5 of `hand.hsa('land')`"
    assert str(caught.value) == f"{path}:3: `keep`: {fault}"


def test_replacing_nothing_is_the_same_line():
    for name in Line.presets():
        line = Line.read(name)
        assert line.replace() == line
        assert line.replace(on="random", main=[]).replace(on=line.on, main=line.main) == line


def test_what_is_replaced():
    line = Line.parse(TOML)
    other = line.replace(
        keep=hand.count() > 2, stop=None, prefer={"bottom": ["Dread Return"], "dredge": None}, groups={"new": ["Opt"]}
    )
    assert (other.keep, other.stop, other.on) == ("hand.count() > 2", None, line.on)
    assert other.prefer == {**{k: v for k, v in line.prefer.items() if k != "dredge"}, "bottom": ["Dread Return"]}
    assert list(other.groups) == ["outlets", "also", "new"]
    assert line == Line.parse(TOML)
    assert (line.replace(prefer=None).prefer, line.replace(mulligan_to=None).mulligan_to) == ({}, 1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kep": "turn > 1"}, "kep: no line has such an argument: did you mean keep?"),
        ({"text": "turn > 1"}, "text: no line has such an argument: there are name, format, on, keep"),
        ({"prefer": ["land"]}, "prefer: a mapping is wanted"),
        ({"prefer": {"botom": []}}, "prefer.botom: there is no such key; did you mean `bottom`?"),
        ({"mulligan_to": 8}, "mulligan_to: a number of cards from 0 to 7 is wanted"),
    ],
)
def test_what_cannot_be_replaced(changes, message):
    with pytest.raises(LineError) as caught:
        Line().replace(**changes)
    assert str(caught.value).startswith(message)


def test_what_is_no_file(tmp_path):
    with pytest.raises(
        LineError, match=r"^manless-dredge: neither a file nor a shipped line; shipped are .*manaless-dredge"
    ):
        Line.read("manless-dredge")
    with pytest.raises(LineError, match="there is no such file; the shipped line of that name is meant by the text"):
        Line.read(Path("manaless-dredge"))
    with pytest.raises(LineError, match="this is a directory; a line is a TOML file"):
        Line.read(tmp_path)
    with pytest.raises(LineError, match="no file can be called"):
        Line.read("a\0b")
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xff")
    with pytest.raises(LineError, match="this is no text; a line is a TOML file in UTF-8"):
        Line.read(picture)
    deck = tmp_path / "deck.txt"
    deck.write_text("4 Stinkweed Imp\n", encoding="utf-8")
    with pytest.raises(LineError, match=r"deck\.txt:1: this is no TOML: "):
        Line.read(deck)
    long = tmp_path / "long.toml"
    long.write_bytes(b"#" * 1_000_001)
    with pytest.raises(LineError, match="over 1000000 bytes"):
        Line.read(long)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"keep": "hand.count('land') and 3"}, "keep: `and` joins conditions, and this is a number"),
        ({"keep": turn}, "keep: a condition is wanted, and `turn` is a number"),
        ({"keep": 3}, "keep: an expression in quotes is wanted, not a number"),
        ({"keep": object()}, "keep: object <object object at"),
        ({"stop": Expr("turn ==")}, "stop: a value is missing before the end, at position 7 of `turn ==`"),
        ({"on": "drow"}, 'on: "play" or "draw" or "random" is wanted, not "drow"'),
        ({"mulligan_to": 8}, "mulligan_to: a number of cards from 0 to 7 is wanted, not 8"),
        ({"mulligan_to": -1}, "mulligan_to: a number of cards from 0 to 7 is wanted, not -1"),
        ({"mulligan_to": 10**30}, f"mulligan_to: {10**30} is far too large"),
        ({"mulligan_to": float("nan")}, "mulligan_to: "),
        ({"missing": "maybe"}, 'missing: "error" or "ok" is wanted, not "maybe"'),
        ({"groups": {"zombie": []}}, "groups.zombie: `zombie` is a card type, subtype, keyword or colour already"),
        ({"groups": {"A": []}}, "groups.A: the name of a group is a lower-case word"),
        ({"groups": {"a": {"x"}}}, "groups.a: set {'x'} is not understood"),
        ({"groups": ["a"]}, 'groups: a mapping is wanted, such as {"outlets": ["Careful Study"]}, not list'),
        ({"prefer": "dredge"}, 'prefer: a mapping is wanted, such as {"discard": ["dredge"]}, not str'),
        ({"dredge": turn > 2}, 'dredge: a mapping is wanted, such as {"when": gt.turn >= 2}, not Expr'),
        ({"main": play("land")}, 'main: a list of actions is wanted, such as [gt.play("land")], not an action'),
        ({"end": {"play": "land"}}, 'end: a list of actions is wanted, such as [gt.play("land")], not dict'),
        ({"keep": hand}, "keep: `hand` is a zone and no condition: ask it, as in hand.count() >= 1"),
        ({"prefer": {"discard": "land"}}, "prefer.discard: a list of texts is wanted, not a text"),
        ({"prefer": {"discard": ["land", "land"]}}, "prefer.discard: `land` stands there twice: leave one out"),
        ({"prefer": {"exile": ["*"]}}, "prefer.exile: what is not named comes last here anyway: leave `*` out"),
        ({"prefer": {"botom": []}}, "prefer.botom: there is no such key; did you mean `bottom`?"),
        ({"dredge": {"if": "true"}}, "dredge.if: there is no such key; known are when"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(LineError) as caught:
        Line(**arguments)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("on = 'draw'\n[[main]]\n", "line 2: `main[0]`: nothing is done here: give it one of play, cast, activate"),
        ("keeep = 'true'", "line 1: `keeep`: there is no such key; did you mean `keep`?"),
        ("this is no TOML", "line 1: this is no TOML: "),
        ("on = 'draw'\non = 'play'", "line 2: this is no TOML: "),
    ],
)
def test_wrong_text(text, message):
    with pytest.raises(LineError) as caught:
        Line.parse(text)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


ACTIONS = """
attack = "turn >= 3"
[[response]]
activate = "Lion's Eye Diamond"
ability = "discard"
when = "stack.count() >= 1"
[[main]]
play = "land"
[[main]]
cast = "Faithless Looting"
via = "flashback"
when = "turn >= 3"
times = 1
[[main]]
cast = "Stream of Thought"
replicate = "max"
kicked = 0
x = 2
mode = [1, "mill"]
targets = ["opponent"]
[[upkeep]]
cycle = "Street Wraith"
"""

BUILT = {
    "attack": turn >= 3,
    "response": [activate("Lion's Eye Diamond", ability="discard").when(stack.count() >= 1)],
    "main": (
        play("land"),
        cast("Faithless Looting").via("flashback").when("turn>=3").times(np.int16(1)),
        cast("Stream of Thought").replicate("max").kicked(0).x(2).mode(1, "mill").targets("opponent"),
    ),
    "upkeep": [{"cycle": "Street Wraith"}],
}


def test_actions_in_both_spellings():
    line = Line(**BUILT)
    assert line == Line.parse(ACTIONS)
    assert Line.parse(line.to_toml()) == line
    assert line.attack == "turn >= 3"
    assert line.upkeep == [cycle("Street Wraith")]
    assert line.main[1] == cast("Faithless Looting").times(1).when("turn >= 3").via("flashback")
    assert Line(main=line.main, response=line.response, upkeep=line.upkeep, attack=line.attack) == line
    assert (line.combat, line.end) == ([], [])
    for other in [pickle.loads(pickle.dumps(line)), copy.deepcopy(line), eval(repr(line))]:  # noqa: S301, S307
        assert other == line


def test_actions_are_values():
    action = cast("Careful Study").times(2)
    assert action.times(1) != action
    assert action.times(1).times(2) == action
    assert hash(action.times(1).times(2)) == hash(action)
    assert action.to_dict() == {"cast": "Careful Study", "times": 2}
    diamond = activate("Lion's Eye Diamond", ability=0).mode("x").times(1)
    assert repr(diamond) == """activate("Lion's Eye Diamond", ability=0).times(1).mode('x')"""
    assert eval(repr(diamond)) == diamond  # noqa: S307
    with pytest.raises(AttributeError):
        action.keys = ()


@pytest.mark.parametrize(
    ("main", "message"),
    [
        (play("land").via("flashback"), "main[0].via: `play` takes no `via`, only when, times: leave it out"),
        (cast("x").times(0), "main[0].times: a number of times from 1 to 10000 is wanted, not 0"),
        (cast("x").when("turn"), "main[0].when: a condition is wanted, and `turn` is a number"),
        (cast("x").when(object()), "main[0].when: object <object object at"),
        (cast("x").targets(), "main[0].targets: nothing could be targeted"),
        (cast(3), "main[0].cast: a text in quotes is wanted, not a number"),
        ("land", 'main[0]: an action is wanted, such as gt.play("land"), not str'),
        ({}, "main[0]: nothing is done here: give it one of play, cast, activate and cycle"),
    ],
)
def test_wrong_actions(main, message):
    with pytest.raises(LineError) as caught:
        Line(main=[main])
    assert str(caught.value).startswith(message)


def test_a_zone_is_no_condition_of_an_action():
    with pytest.raises(LineError, match=r"^when: `hand` is a zone and no condition: ask it, as in hand\.count"):
        cast("x").when(hand)


def test_faults_against_the_deck_have_their_place(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("on = 'play'\n\n\nkeep = \"hand.has('Stinkweed Imp')\"\n", encoding="utf-8")
    deck = {"Island": 60}
    fault = r"no deck of this game holds .*"
    with pytest.raises(LineError, match=rf"mine\.toml:4: `keep`: {fault}"):
        simulate(deck, path, games=1, turns=1)
    with pytest.raises(LineError, match=rf"^line 4: `keep`: {fault}"):
        simulate(deck, Line.parse(path.read_text()), games=1, turns=1)
    with pytest.raises(LineError, match=rf"^keep: {fault}"):
        simulate(deck, Line(keep=hand.has("Stinkweed Imp")), games=1, turns=1)
    with pytest.raises(LineError, match=rf"mine\.toml:4: `keep`: {fault}"):
        simulate(deck, pickle.loads(pickle.dumps(Line.read(path))), games=1, turns=1)  # noqa: S301


def test_each_game_counts_its_own_casts():
    line = Line(main=[play("land"), cast("Faithless Looting"), cast("Faithless Looting").via("flashback")])
    deck = {"Mountain": 40, "Faithless Looting": 20}
    seen = {"all": "casts('sorcery')", "again": casts("Faithless Looting", via="flashback"), "today": "spells"}
    run = simulate(deck, line, games=8, turns=4, observe=seen)
    assert run["all"].max() >= 3
    assert run["again"].max() >= 1
    assert (np.diff(run["all"], prepend=0) == run["today"]).all()
    for game in range(8):
        one = simulate(deck, line, games=1, first_game=game, turns=4, observe=seen)
        assert all((one[name][0] == run[name][game]).all() for name in seen)
