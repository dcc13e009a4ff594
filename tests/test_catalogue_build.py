"""The script that builds the table of card facts."""

from __future__ import annotations

import gzip
import importlib.util
import json
import subprocess
import sys

import pytest
from shared import ROOT, shared

SCRIPT = ROOT / "src" / "catalogue" / "build.py"
TABLE = ROOT / "src" / "catalogue" / "cards.txt.gz"

spec = importlib.util.spec_from_file_location("catalogue_build", SCRIPT)
assert spec is not None
assert spec.loader is not None
build = importlib.util.module_from_spec(spec)
spec.loader.exec_module(build)

IMP = {
    "name": "Sample Imp",
    "layout": "normal",
    "mana_cost": "{2}{B}",
    "type_line": "Creature — Imp",
    "oracle_text": "Flying\nWhenever this creature deals damage, something.\nDredge 5 (A reminder: of {1}.)",
    "power": "1",
    "toughness": "2",
    "colors": ["B"],
    "keywords": ["Flying", "Dredge"],
}
IMP_ROW = "Sample Imp\tnormal\t\t\t{2}{B}\tCreature — Imp\t\t1/2\tflying;dredge 5\tt1"
PAIR = {
    "name": "Left // Right",
    "layout": "transform",
    "keywords": [],
    "card_faces": [
        {"name": "Left", "mana_cost": "{U}", "type_line": "Instant", "oracle_text": "Some effect.", "colors": ["U"]},
        {"name": "Right", "mana_cost": "", "type_line": "Planeswalker — X", "loyalty": "4", "colors": ["U"]},
    ],
}
PAIR_ROW = "Left // Right\ttransform\t\tLeft\t{U}\tInstant\t\t\t\tp1\tRight\t\tPlaneswalker — X\tU\tL4\t\t"
ATOMIC = {
    "meta": {"version": "5"},
    "data": {
        "Sample Imp": [
            {
                "name": "Sample Imp",
                "layout": "normal",
                "manaCost": "{2}{B}",
                "type": "Creature — Imp",
                "text": IMP["oracle_text"],
                "power": "1",
                "toughness": "2",
                "colors": ["B"],
                "keywords": ["Flying", "Dredge"],
            }
        ],
        "Left // Right": [
            {
                "name": "Left // Right",
                "faceName": "Right",
                "side": "b",
                "layout": "transform",
                "type": "Planeswalker — X",
                "loyalty": "4",
                "colors": ["U"],
            },
            {
                "name": "Left // Right",
                "faceName": "Left",
                "side": "a",
                "layout": "transform",
                "manaCost": "{U}",
                "type": "Instant",
                "text": "Some effect.",
                "colors": ["U"],
            },
        ],
    },
}


def rows(target):
    return gzip.decompress(target.read_bytes()).decode().splitlines()


def run(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False)  # noqa: S603


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([IMP, PAIR]),
        json.dumps([IMP, PAIR], indent=1),
        json.dumps(IMP) + "\n" + json.dumps(PAIR) + "\n",
        "\ufeff" + json.dumps(ATOMIC),
    ],
    ids=["array", "indented array", "lines", "atomic"],
)
def test_each_shape_gives_the_same_table(tmp_path, text):
    source, target = tmp_path / "cards", tmp_path / "table"
    source.write_text(text, encoding="utf-8")
    done = run(source, target)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("2 cards, 0 of them with a face whose facts are missing; ")
    assert rows(target) == ["gravetroll cards 1", PAIR_ROW, IMP_ROW]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty; give a Scryfall or MTGJSON card file"),
        ("{}\n{", ":2: no JSON: Expecting property name enclosed in double quotes at column 2"),
        ("[1]", "card 1 has no name and no layout; is this a Scryfall or MTGJSON card file?"),
        ('[{"name": "A"}]', "card 1 has no layout; is this a Scryfall or MTGJSON card file?"),
        ("3", "neither a list of cards nor MTGJSON's AtomicCards"),
        ('{"data": {"A": [{}]}}', "`A` is no list of faces; give MTGJSON's AtomicCards.json"),
        ('[{"name": "A", "layout": "split", "card_faces": [{}]}]', "card 1 (`A`) has a face without a name"),
    ],
)
def test_wrong_input_is_one_clear_line(tmp_path, text, message):
    source = tmp_path / "cards"
    source.write_text(text, encoding="utf-8")
    done = run(source, tmp_path / "table")
    assert done.returncode == 2
    assert done.stderr.startswith(f"build.py: {source}")
    assert done.stderr.endswith(message + "\n")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "table").exists()


def test_files_that_are_no_text(tmp_path):
    picture = tmp_path / "p.png"
    picture.write_bytes(b"\x89PNG\r\n")
    assert "no text: byte 0 is not UTF-8" in run(picture, tmp_path / "t").stderr
    assert "cannot be read: Is a directory" in run(tmp_path, tmp_path / "t").stderr
    assert "cannot be read: No such file" in run(tmp_path / "none", tmp_path / "t").stderr
    assert run(picture).stderr.startswith("usage: ")
    source = tmp_path / "cards"
    source.write_text(json.dumps([IMP]), encoding="utf-8")
    assert f"build.py: {tmp_path}: cannot be written: Is a directory\n" == run(source, tmp_path).stderr


def test_what_is_left_out_is_said(tmp_path):
    token = IMP | {"name": "Imp", "layout": "token"}
    half = {
        "name": "A // B // C",
        "layout": "split",
        "_incomplete": True,
        "card_faces": [{"name": "A", "mana_cost": "{1}", "type_line": "Instant"}, {"name": "B"}],
    }
    twin = {"name": "Sample Imp // Sample Imp", "layout": "reversible_card", "card_faces": [IMP, IMP]}
    source = tmp_path / "cards"
    source.write_text(json.dumps([IMP, token, half, twin]), encoding="utf-8")
    report = build.build(source, tmp_path / "table").splitlines()
    assert report[0].startswith("2 cards, 1 of them with a face whose facts are missing; ")
    assert report[1:] == [
        "left out: 1 of layout token (in no deck)",
        "left out: 1 that repeat a name: Sample Imp",
    ]
    assert rows(tmp_path / "table")[1] == "A // B // C\tsplit\td\tA\t{1}\tInstant\t\t\t\t\tB\t\t\t\t\t\t\tC\t\t\t\t\t\t"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Flying", ["flying"]),
        ("Flying, first strike, and haste", ["flying", "first strike", "haste"]),
        ("First strike; banding", ["first strike", "banding"]),
        ("Dredge 5", ["dredge 5"]),
        ("Flashback {2}{R}", ["flashback {2}{R}"]),
        ("Escape—{3}{U}, Exile four other cards from your graveyard.", ["escape 4 {3}{U}"]),
        ("Escape—{R}{W}, Exile two other cards.", ["escape 2 {R}{W}"]),
        ("Suspend 4—{U}", ["suspend 4 {U}"]),
        ("Suspend X—{X}{B}", ["suspend {X}{B}"]),
        ("Kicker {1}{R} and/or {2}{U}", ["kicker {1}{R}", "kicker {2}{U}"]),
        ("Buyback—Sacrifice a land.", ["buyback"]),
        ("Replicate {1}{R}", ["replicate {1}{R}"]),
        ("Prototype {1}{W} — 2/2", ["prototype {1}{W}"]),
        ("Basic landcycling {1}{G}", ["basic landcycling {1}{G}"]),
        ("Mountaincycling {2}", ["mountaincycling {2}"]),
        ("Islandwalk", ["islandwalk"]),
        ("Protection from black and from red", ["protection"]),
        ("Flying, protection from red, from blue", ["flying", "protection"]),
        ("Enchant artifact, creature, or land", ["enchant"]),
        ("Affinity for artifacts", ["affinity"]),
        ("Equip legendary creature {3}", ["equip {3}"]),
        ("Equip—Pay 3 life.", ["equip"]),
        ("Splice onto Arcane {1}{R}", ["splice {1}{R}"]),
        ("Partner with Someone Else", ["partner with"]),
        ("Partner—Friends forever", ["partner"]),
        ("Companion — Something about the deck.", ["companion"]),
        ("Ward—Discard a card.", ["ward"]),
        ("Totem armor", ["umbra armor"]),
        ("Evoke {W/U}{W/U}", ["evoke {W/U}{W/U}"]),
        ("Flying creatures get something.", None),
        ("Flash, and then some", None),
        ("Landfall — Whenever a land enters, something.", None),
        ("Escape something.", None),
    ],
)
def test_keywords(text, expected):
    assert build.keywords(text) == expected


def test_a_keyword_that_only_the_input_knows():
    assert build.keywords("Newword 3") is None
    assert build.keywords("Newword 3", frozenset({"newword"})) == ["newword 3"]


@pytest.mark.parametrize(
    ("text", "spell", "expected"),
    [
        ("{T}: Add {C}.", False, "a"),
        ("Sacrifice this: Something.", False, "a"),
        ("\u22123: Something.", False, "a"),
        ("Threshold — {T}: Something.", False, "a"),
        ("Boast — {1}: Something.", False, "a"),
        ("When this enters, something.", False, "t"),
        ("At the beginning of your upkeep, something.", False, "t"),
        ("Landfall — Whenever a land enters, something.", False, "t"),
        ("I, II — Something.", False, "t"),
        ('Enchanted creature has "{T}: Something."', False, "s"),
        ("Attacking creatures get something.", False, "s"),
        ("Something happens.", True, "p"),
        ("When you cycle this card, something.", True, "t"),
        ("When this is put into a graveyard from your library, something.", True, "t"),
        ("Whenever a creature attacks this turn, something.", True, "p"),
        ("At the beginning of the next upkeep, something.", True, "p"),
    ],
)
def test_kinds_of_abilities(text, spell, expected):
    assert build.kind(text, spell=spell) == expected


def test_bands_modes_and_tables_are_not_counted_apart():
    leveler = "Level up {1}\nLEVEL 1-2\n2/4\nFlying\nLEVEL 3+\n{T}: Something."
    assert build.abilities(leveler, spell=False) == (["level up {1}"], {"s": 2})
    station = "Station (Some reminder.)\n8+ | Flying\nWhenever you do, something."
    assert build.abilities(station, spell=False) == (["station"], {"s": 1})
    modes = "Choose one —\n• This.\n• That."
    assert build.abilities(modes, spell=True) == ([], {"p": 1})
    dice = "When this enters, roll a d20.\n1—9 | This.\n10—19 | That.\n20 | All."
    assert build.abilities(dice, spell=False) == ([], {"t": 1})


def test_colours_that_the_input_forgets():
    vision = {
        "name": "V",
        "layout": "normal",
        "mana_cost": "",
        "type_line": "Sorcery",
        "colors": [],
        "color_identity": ["U"],
    }
    assert build.card(vision).faces[0].colours == "U"
    assert build.card(vision | {"type_line": "Land"}).faces[0].colours == ""
    courier = vision | {"mana_cost": "{4}", "oracle_text": "V is all colors."}
    assert build.card(courier).faces[0].colours == "WUBRG"
    fire = vision | {"mana_cost": "{R}", "colors": ["R"], "oracle_text": "V is colorless.\nSomething."}
    assert build.card(fire).faces[0].colours == "-"


def test_fuse_is_one_ability_of_both_halves():
    halves = [
        {"name": name, "mana_cost": "{R}", "type_line": "Instant", "oracle_text": "Some effect.\nFuse", "colors": ["R"]}
        for name in ("Left", "Right")
    ]
    split = {"name": "Left // Right", "layout": "split", "keywords": ["Fuse"], "card_faces": halves}
    assert [(half.keywords, half.clauses) for half in build.card(split).faces] == [("fuse", "p1"), ("", "p1")]


def test_the_shipped_table_is_what_the_script_makes(tmp_path):
    source = shared("cards/cards.jsonl")
    report = build.build(source, tmp_path / "table")
    assert report.startswith("34149 cards, 443 of them with a face whose facts are missing; ")
    assert rows(tmp_path / "table") == rows(TABLE)
    assert TABLE.stat().st_size < 900_000


def test_the_table_holds_no_sentences():
    for row in rows(TABLE)[1:]:
        columns = row.split("\t")
        for start in range(3, len(columns), 7):
            _, cost, types, colours, size, keywords, clauses = columns[start : start + 7]
            assert "." not in cost + colours + clauses, row
            assert len(types) <= 70, row
            assert all(len(word) <= 40 and "." not in word for word in keywords.split(";")), row
            assert len(size) <= 12, row


def test_a_table_that_is_too_large_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "LIMIT", 10)
    source = tmp_path / "cards"
    source.write_text(json.dumps([IMP]), encoding="utf-8")
    with pytest.raises(build.BuildError, match=r"the table has \d+ bytes, more than 10"):
        build.build(source, tmp_path / "table")
