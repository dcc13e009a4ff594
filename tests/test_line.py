"""Lines in both spellings, and everything that can be wrong with one."""

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

from gravetroll import Line, LineError, _core
from gravetroll.expr import Expr, hand, library, turn

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


def test_what_is_no_file(tmp_path):
    with pytest.raises(
        LineError, match=r"^manless-dredge: neither a file nor a shipped line; shipped are .*manaless-dredge"
    ):
        Line.read("manless-dredge")
    with pytest.raises(LineError, match="neither a file nor a shipped line"):
        Line.read(Path("manaless-dredge"))
    with pytest.raises(LineError, match="this is a directory; a line is a TOML file"):
        Line.read(tmp_path)
    with pytest.raises(LineError, match="null"):
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
        ({"mulligan_to": 10**30}, "mulligan_to: a number of cards from 0 to 7 is wanted"),
        ({"mulligan_to": float("nan")}, "mulligan_to: "),
        ({"missing": "maybe"}, 'missing: "error" or "ok" is wanted, not "maybe"'),
        ({"groups": {"zombie": []}}, "groups.zombie: `zombie` is a card type, subtype, keyword or colour already"),
        ({"groups": {"A": []}}, "groups.A: the name of a group is a lower-case word"),
        ({"groups": {"a": {"x"}}}, "groups: set {'x'} cannot be part of a line"),
        ({"groups": ["a"]}, "groups: a table is wanted, not a list"),
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
