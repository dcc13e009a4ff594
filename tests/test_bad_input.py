"""What a user gets wrong: an exception that says what would mend it; from the shell, one line and exit code 2."""

import os
import re
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import gravetroll as gt
from gravetroll.cli import main

DECK = "4 Stinkweed Imp\n4 Golgari Grave-Troll\n52 Island\n"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x01\x00H\x00H\x00\x00\xff\xdb\x00C\x00"


def deck():
    return gt.Deck.parse(DECK)


def simulate(line=None, **options):
    return gt.simulate(deck(), line, **{"games": 10, "turns": 2, **options})


def assert_says(error, *words):
    """Each word is a regular expression, whatever its case; the message is one line."""
    message = str(error)
    assert message
    assert "\n" not in message
    for word in words:
        assert re.search(word, message, re.IGNORECASE), f"{word!r} is not in: {message}"


@contextmanager
def refused(kind, *words):
    """Expect an exception of ours that says these words."""
    with pytest.raises(kind) as info:
        yield info
    assert isinstance(info.value, gt.Error)
    assert isinstance(info.value, ValueError)
    assert_says(info.value, *words)


# -- decks -------------------------------------------------------------------------------------------------------


def test_an_unknown_card_in_a_text():
    with refused(gt.DeckError, "Stinkwed Imp", "Stinkweed Imp", "line 2") as info:
        gt.Deck.parse("4 Island\n4 Stinkwed Imp\n")
    ((number, text, near),) = info.value.lines
    assert (number, text.strip()) == (2, "4 Stinkwed Imp")
    assert "Stinkweed Imp" in near


def test_every_bad_line_is_told():
    with refused(gt.DeckError, "Stinkwed Imp") as info:
        gt.Deck.parse("4 Stinkwed Imp\n4 Island\n3 Golgari Grave Trol\n")
    assert [number for number, _, _ in info.value.lines] == [1, 3]
    assert "Golgari Grave-Troll" in info.value.lines[1][2]


def test_an_unknown_card_in_a_dict():
    with refused(gt.DeckError, "Stinkwed Imp", "Stinkweed Imp"):
        gt.Deck({"Stinkwed Imp": 4, "Island": 56})


def test_an_unknown_card_by_name():
    with refused(gt.CardError, "Narcomoba", "Narcomoeba") as info:
        gt.cards.find("Narcomoba")
    assert "Narcomoeba" in info.value.near


def test_an_empty_deck():
    with refused(gt.DeckError, "empty|no card"):
        gt.simulate(gt.Deck({}), games=10, turns=2)


def test_a_deck_of_more_cards_than_a_game_holds():
    assert gt.simulate(gt.Deck({"Island": 224}), games=10, turns=2)["library"][0, 0] == 216
    with refused(gt.DeckError, "225", "224"):
        gt.simulate(gt.Deck({"Island": 225}), games=10, turns=2)


def test_a_file_that_is_no_deck_for_a_game_is_named(tmp_path):
    large, small = tmp_path / "large.txt", tmp_path / "small.txt"
    large.write_text("225 Island")
    small.write_text("1 Island")
    with refused(gt.DeckError, f"{re.escape(str(large))}: the deck holds 225"):
        gt.simulate(large, games=10, turns=2)
    with refused(gt.DeckError, f"{re.escape(str(small))}: the opponent's deck holds 1 card, .*hand=1"):
        gt.simulate(deck(), games=10, turns=2, opponent=str(small))
    with refused(gt.DeckError, "^the opponent's deck holds 6 cards"):
        gt.Opponent({"Island": 6})
    assert gt.Opponent({"Island": 6}, hand=6).hand == 6
    assert gt.Opponent({"Island": 7}).hand == 7


@pytest.mark.parametrize("count", [0, -1, 1.5, "4"])
def test_a_count_that_is_no_number_of_cards(count):
    with refused(gt.DeckError, "Stinkweed Imp", re.escape(str(count))):
        gt.Deck({"Stinkweed Imp": count, "Island": 56})


@pytest.mark.parametrize("content", [PNG, JPEG], ids=["png", "jpeg"])
def test_a_picture(tmp_path, content):
    path = tmp_path / "deck.txt"
    path.write_bytes(content)
    with refused(gt.DeckError, "deck.txt", "picture|image|png|jpeg|not text|no text"):
        gt.Deck.read(path)


def test_a_directory(tmp_path):
    with refused(gt.DeckError, re.escape(str(tmp_path)), "director"):
        gt.Deck.read(tmp_path)


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff", "// only a comment\n"])
def test_an_empty_file(tmp_path, content):
    path = tmp_path / "empty.txt"
    path.write_text(content, encoding="utf-8")
    with refused(gt.DeckError, "empty.txt", "empty|no cards"):
        gt.Deck.read(path)


def test_no_file(tmp_path):
    with refused(gt.DeckError, "missing.txt", "no such file|not found|does not exist|not there|no file"):
        gt.Deck.read(tmp_path / "missing.txt")


def test_a_list_is_no_path():
    for text in ("4 Island\n56 Swamp", "4x Island", "Deck\n4 Island\n" + "4 Swamp\n" * 999):
        with refused(gt.DeckError, '^"(Deck )?4x? Island.*" is a list, not a path: Deck.parse reads lists'):
            gt.simulate(text, games=1, turns=1)


def test_a_file_may_be_called_as_a_list_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "4 Island").write_text("60 Island")
    assert gt.simulate("4 Island", games=1, turns=1).deck.main == {"Island": 60}


def test_what_cannot_be_seen_in_a_name_is_shown():
    with refused(gt.DeckError, r'"Island\\x00": did you mean "Island"'):
        gt.Deck.parse("4 Island\x00")
    with refused(gt.DeckError, r'^"\\ud800" cannot be a card name'):
        gt.Deck({HALF: 4})


# -- numbers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [0, -1])
def test_too_few_turns(turns):
    with refused(gt.Error, "turns", rf"{turns}\b", "at least 1|1 or more|from 1|between 1"):
        simulate(turns=turns)


@pytest.mark.parametrize("games", [-1, -(10**30)])
def test_negative_games(games):
    with refused(gt.Error, "games", "-1"):
        simulate(games=games)


@pytest.mark.parametrize("option", ["games", "turns", "seed", "threads", "first_game"])
@pytest.mark.parametrize("value", ["many", 1.5, float("nan")])
def test_numbers_that_are_none(option, value):
    with refused(gt.Error, option):
        simulate(**{option: value})


@pytest.mark.parametrize("option", ["seed", "first_game", "threads"])
def test_numbers_below_nothing(option):
    with refused(gt.Error, option, "-1"):
        simulate(**{option: -1})


@pytest.mark.parametrize("games", [10**12, 10**15])
def test_arrays_that_no_memory_holds(games):
    start = time.perf_counter()
    with refused(gt.Error, "games", r"\d\s?[TPE]i?B", "tally|fewer"):
        simulate(games=games, turns=100, observe={"hand": "hand.count()"})
    assert time.perf_counter() - start < 1


def test_more_games_than_a_word_counts():
    with refused(gt.Error, "games"):
        simulate(games=10**30)


# -- expressions -------------------------------------------------------------------------------------------------

WRONG = {
    "hnad.count() > 3": (0,),
    "hand.cuont() > 3": (4, 5),
    "hand.count() > ": range(14, 16),
    "hand.count() > > 3": (15,),
    "hand.count('creature' >= 3": range(11, 27),
    "hand.count(creature) >= 3": (11,),
    "hand.count() = 3": (13,),
    "hand.count('creature) >= 3": (11,),
    "": (0,),
    "hand.count() 3": (13,),
    "turn > 2 and": range(11, 13),
    "__import__('os')": range(11),
    "hand.count().bit_length()": range(12, 24),
    "ever(hand)": range(11),
    "turn ** 2": range(5, 8),
    "turn / 2": (5, 6),
    "turn > 99999999999999999999": (7,),
}


@pytest.mark.parametrize(("text", "where"), WRONG.items(), ids=WRONG.keys())
def test_a_bad_expression_shows_where(text, where):
    with refused(gt.ExprError) as info:
        simulate(observe={"x": text})
    assert info.value.text == text
    assert info.value.position in where
    assert str(info.value.position) in str(info.value)


@pytest.mark.parametrize("text", ["hand.count(>3", "hand.count('zombi')", "hand.has('Bazaar of Baghdad')"])
def test_a_bad_expression_says_of_which_observable(text):
    with refused(gt.ExprError, "observable 'bad': ", "position") as info:
        simulate(observe={"good": "turn", "bad": text})
    assert (info.value.text, info.value.position > 0) == (text, True)


def test_a_deep_expression_does_not_break_the_reader():
    for text in ("(" * 100_000 + "turn" + ")" * 100_000, "not " * 100_000 + "turn > 1", "turn" + " + 1" * 100_000):
        with refused(gt.ExprError):
            simulate(observe={"x": text})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hand.count('zombi') > 1", ["zombi"]),
        ("opening.has('Bazaar of Baghdad')", ["Bazaar of Baghdad"]),
        ("hand.has('Stinkwed Imp')", ["Stinkwed Imp"]),
        ("hand.count('creature &') > 1", ["creature &"]),
    ],
)
def test_an_observable_of_names_that_mean_nothing(text, words):
    with refused(gt.Error, *words):
        simulate(observe={"x": text})


# -- lines -------------------------------------------------------------------------------------------------------

LINES = {
    "no TOML": ("keep = = 3\n", ["line 1|:1"]),
    "no TOML below": ('on = "play"\n\nkeep 3\n', ["line 3|:3"]),
    "an unknown key": ('on = "play"\nkep = "turn > 1"\n', ["kep", "keep"]),
    "an unknown decision point": ('[prefer]\nbotom = ["land"]\n', ["botom", "bottom"]),
    "another side": ('on = "sideways"\n', ["sideways", "play", "draw", "random"]),
    "a hand that no mulligan leaves": ("mulligan_to = 8\n", ["mulligan_to", "8", "7"]),
    "a hand below nothing": ("mulligan_to = -1\n", ["mulligan_to", "-1"]),
    "a number for a condition": ("keep = 3\n", ["keep"]),
    "a count for a condition": ('keep = "hand.count()"\n', ["keep", "condition|true|bool|compar"]),
    "a bad expression": ('on = "draw"\nkeep = "hand.count( > 3"\n', ["keep|:2|line 2", "position|column"]),
    "an unknown name": ('[prefer]\ndredge = ["Stinkwed Imp"]\n', ["Stinkwed Imp", "Stinkweed Imp"]),
    "a card that the deck lacks": ('[prefer]\ndredge = ["Darkblast"]\n', ["Darkblast", "missing"]),
    "an unknown word": ('[prefer]\ndiscard = ["zombi"]\n', ["zombi"]),
    "an unknown word in a condition": ("keep = \"hand.has('outlets')\"\n", ["outlets"]),
    "a group with a name that is taken": ('[groups]\ncreature = ["Stinkweed Imp"]\n', ["creature"]),
    "a group of cards that are not there": ('[groups]\nbest = ["Darkblast"]\n', ["Darkblast"]),
    "an action that does nothing": ('[[main]]\nwhen = "turn >= 2"\n', [r"main\[0\]", "nothing is done here", "cast"]),
    "an action with a card that is not there": ('[[main]]\ncast = "Darkblast"\n', [r"main\[0\]\.cast", "Darkblast"]),
    "an order that is no list": ('[prefer]\ndredge = "Stinkweed Imp"\n', ["dredge", "list|array"]),
    "more than a number": ('[prefer]\nbottom = ["land > two"]\n', ["land > two"]),
    "powder that is no truth": ('[prefer]\nserum_powder = "yes"\n', ["serum_powder", "true"]),
    "missing that is neither": ('missing = "maybe"\n', ["missing", "maybe", "ok", "error"]),
}


@pytest.mark.parametrize(("text", "words"), LINES.values(), ids=LINES.keys())
def test_a_bad_line(text, words):
    with refused(gt.Error, *words) as info:
        simulate(gt.Line.parse(text))
    assert isinstance(info.value, (gt.LineError, gt.ExprError))


def test_a_line_may_say_that_names_can_be_missing():
    line = gt.Line.parse('missing = "ok"\n[prefer]\ndredge = ["Darkblast", "Stinkweed Imp"]\n')
    assert simulate(line).games == 10
    with refused(gt.Error, "Stinkwed Imp", "Stinkweed Imp"):  # a name of no card at all is a slip even then
        simulate(gt.Line.parse('missing = "ok"\n[prefer]\ndredge = ["Stinkwed Imp"]\n'))


def test_the_text_of_a_line_is_no_path():
    with refused(gt.LineError, "Line.parse"):
        gt.simulate(deck(), 'on = "draw"\nmulligan_to = 5\n', games=1, turns=1)


def test_a_path_object_is_no_shipped_line():
    with refused(gt.LineError, "^led-dredge: there is no such file; .* meant by the text 'led-dredge'"):
        gt.simulate(deck(), Path("led-dredge"), games=1, turns=1)


def test_a_line_of_no_name():
    with refused(gt.LineError, "no-such-line"):
        gt.Line.read("no-such-line")


def test_a_line_file_names_itself(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('on = "draw"\nkeep = = 1\n')
    with refused(gt.LineError, r"mine\.toml:2"):
        gt.Line.read(path)


# -- values of the wrong kind --------------------------------------------------------------------------------------

HALF = "\ud800"  # half of a character: no text in UTF-8 holds it
ODD = [None, 0, -1, 10**30, 1.5, float("nan"), float("inf"), True, "", "x", HALF, "a\0b", "a\nb", b"x", "y" * 100_000]
ODD += [[], [1], [None], [HALF], {}, {"a": 1}, {1: 2}, {"a": None}, (1, 2), set(), object(), int, iter([]), [[[]]]]
ODD += [np.array([1, 2]), {"a": float("nan")}, {HALF: 1}]


def a_run():
    return gt.simulate(DECK_AS_COUNTS, games=3, turns=2)


def stepped(step):
    gt.Game(you={"library": 3, "hand": ["Opt"]}).do(step)


DECK_AS_COUNTS = {"Stinkweed Imp": 60}
TAKEN = {
    "deck": lambda value: gt.simulate(value, games=1, turns=1),
    "line": lambda value: gt.simulate(DECK_AS_COUNTS, value, games=1, turns=1),
    "games": lambda value: gt.simulate(DECK_AS_COUNTS, games=value, turns=1),
    "observe": lambda value: gt.simulate(DECK_AS_COUNTS, games=1, turns=1, observe=value),
    "an expression": lambda value: gt.simulate(DECK_AS_COUNTS, games=1, turns=1, observe={"x": value}),
    "Expr": lambda value: gt.simulate(DECK_AS_COUNTS, games=1, turns=1, observe={"x": gt.Expr(value)}),
    "opponent": lambda value: gt.simulate(DECK_AS_COUNTS, games=1, turns=1, opponent=value),
    "Opponent": lambda value: gt.Opponent(DECK_AS_COUNTS, battlefield=value),
    "Opponent with": lambda value: gt.Opponent(DECK_AS_COUNTS, hand=value),
    "Opponent in hand": lambda value: gt.Opponent(DECK_AS_COUNTS, hand=[value]),
    "executor": lambda value: gt.simulate(DECK_AS_COUNTS, games=1, turns=1, executor=value),
    "replay": lambda value: gt.replay(DECK_AS_COUNTS, seed=0, game=0, turns=1, order=value),
    "concat": gt.concat,
    "concat of one": lambda value: gt.concat([a_run(), value]),
    "check": gt.check,
    "save": lambda value: a_run().save(value),
    "load": gt.Run.load,
    "mean": lambda value: a_run().mean(value),
    "quantile": lambda value: a_run().quantile("hand", value),
    "interval": lambda value: a_run().interval("hand", value),
    "Deck": gt.Deck,
    "Deck of": lambda value: gt.Deck({"Island": value}),
    "Deck.read": gt.Deck.read,
    "Deck.parse": gt.Deck.parse,
    "Deck.replace": lambda value: gt.Deck(DECK_AS_COUNTS).replace({"Island": value}),
    "format": lambda value: gt.Deck.parse("4 Island", value),
    "unknown": lambda value: gt.Deck.parse("4 Island", unknown=value),
    "to_text": lambda value: gt.Deck(DECK_AS_COUNTS).to_text(value),
    "Line.read": gt.Line.read,
    "Line.parse": gt.Line.parse,
    "keep": lambda value: gt.Line(keep=value),
    "groups": lambda value: gt.Line(groups={"mine": value}),
    "prefer": lambda value: gt.Line(prefer={"discard": value}),
    "main": lambda value: gt.Line(main=[value]),
    "cast": lambda value: gt.Line(main=[gt.cast(value)]),
    "targets": lambda value: gt.Line(main=[gt.cast("Opt").targets(value)]),
    "when": lambda value: gt.Line(main=[gt.cast("Opt").when(value)]),
    "Action": lambda value: gt.Line(main=[gt.Action(value)]),
    "Action.via": lambda value: repr(gt.Action(value).via("free")),
    "Game": gt.Game,
    "Game in hand": lambda value: gt.Game(you={"hand": [value]}),
    "seed": lambda value: gt.Game(seed=value),
    "do": stepped,
    "do with targets": lambda value: stepped({"cast": "Opt", "targets": value}),
    "do with a choice": lambda value: stepped({"draw": 1, "choose": value}),
    "actions": lambda value: gt.Game().actions(value),
    "Player": lambda value: gt.Player(value, "you").life,
    "Player of": lambda value: gt.Player(gt.Game(), value).life,
    "cards.find": gt.cards.find,
    "has": gt.hand.has,
    "sum": lambda value: gt.turn + value,
    "share": lambda value: value / gt.turn,
}


@pytest.mark.parametrize("taken", TAKEN.values(), ids=TAKEN.keys())
def test_a_value_of_the_wrong_kind_is_one_line(taken, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = {}
    for value in ODD:
        try:
            taken(value)
        except gt.Error as error:  # any other exception fails this test
            told[repr(value)] = str(error)
    assert told
    assert all(message.isprintable() and len(message) <= 1001 for message in told.values())


def test_no_number_is_a_path():
    """Python takes a number for a file that is open already."""
    for kind, function in {"saved to": a_run().save, "loaded from": gt.Run.load, "read from": gt.check}.items():
        with refused(gt.Error, f"{kind} a path", "not int"):
            function(1)


def test_half_a_character_has_its_place():
    with refused(gt.LineError, r"prefer\.bottom\[1\]", "is no character"):
        gt.Line(prefer={"bottom": ["land", HALF]})
    with refused(gt.CaseError, r"Game: you\.hand\[0\]", "is no character"):
        gt.Game(you={"hand": [HALF]})


WHOLE = {
    "Deck": lambda number: gt.Deck({"Island": number}),
    "Deck.replace": lambda number: gt.Deck({"Island": 8}).replace({"Island": number}),
    "Opponent": lambda number: gt.Opponent({"Island": 60}, life=number, hand=number),
    "Line": lambda number: gt.Line(mulligan_to=number, prefer={"x": number}, main=[gt.cast("Opt").times(number)]),
    "Game": lambda number: gt.Game(you={"library": number, "life": number}, seed=number).state(),
    "Expr": lambda number: [str(number + gt.turn), str(gt.turn >= number)],
    "do": lambda number: stepped({"draw": number}),
    "games": lambda number: gt.simulate(DECK_AS_COUNTS, games=number, turns=number, seed=number),
    "replay": lambda number: gt.replay(DECK_AS_COUNTS, seed=number, game=number, turns=number),
}


@pytest.mark.parametrize("taken", WHOLE.values(), ids=WHOLE.keys())
def test_a_whole_number_may_be_a_float(taken):
    usual = taken(3)
    for number in (3.0, np.float64(3), np.float32(3), np.int8(3)):
        assert taken(number) == usual
    truths = () if taken is WHOLE["Expr"] else (True, np.True_)
    for number in (2.5, float("nan"), float("inf"), np.float32(0.5), *truths):
        with pytest.raises(gt.Error):
            taken(number)


def test_a_number_beyond_all_others_is_told_with_its_place():
    with refused(gt.CaseError, "Game.do: draw: 10{30} is far too large"):
        stepped({"draw": 10**30})
    with refused(gt.CaseError, r"Game: you\.life: -1e\+30 is far too small"):
        gt.Game(you={"life": -1e30})


# -- the same from a shell ---------------------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A directory with a good deck, and what else the cases below name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deck.txt").write_text(DECK)
    (tmp_path / "unknown.txt").write_text("4 Narcomeba\n4 Stinkwed Imp\n")
    (tmp_path / "large.txt").write_text("225 Island\n")
    (tmp_path / "six.txt").write_text("6 Island\n")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "picture.png").write_bytes(PNG)
    (tmp_path / "folder").mkdir()
    (tmp_path / "bad.toml").write_text("keep = = 3\n")
    (tmp_path / "names.toml").write_text('[prefer]\ndredge = ["Stinkwed Imp"]\n')
    return tmp_path


COMMANDS = {
    "no known card": ("run unknown.txt", [r"unknown\.txt:1", "Narcomeba", "Narcomoeba"]),
    "an empty file": ("run empty.txt", [r"empty\.txt", "empty|no cards"]),
    "a large deck": ("run large.txt", [r"large\.txt: ", "225", "224"]),
    "a large deck to replay": ("replay large.txt", [r"large\.txt: ", "225", "224"]),
    "a small opponent": ("run deck.txt --opponent six.txt", [r"six\.txt: ", "opponent's deck holds 6 cards", "larger"]),
    "a small opponent to replay": ("replay deck.txt --opponent six.txt", [r"six\.txt: .*holds 6 cards"]),
    "a picture": ("run picture.png", [r"picture\.png", "picture|image|png|not text|no text"]),
    "a directory": ("run folder", ["folder", "director"]),
    "no file": ("run nothing.txt", [r"nothing\.txt"]),
    "no turns": ("run deck.txt --turns 0", ["turns", "0"]),
    "negative games": ("run deck.txt --games=-5", ["games", "-5"]),
    "no number of games": ("run deck.txt --games lots", ["games", "lots"]),
    "part of a game": ("run deck.txt --games 1.5", ["games", r"1\.5"]),
    "too many games": ("run deck.txt --games 1e13 --turns 100", ["games", r"[TPE]i?B"]),
    "a bad expression": (
        "run deck.txt --observe y=turn --observe x=hand.count(>3",
        ["observable 'x': ", "position 11", r"hand\.count\(>3"],
    ),
    "no expression": ("run deck.txt --observe hand", ["observe", "NAME=EXPR|="]),
    "a line that is no TOML": ("run deck.txt --line bad.toml", [r"bad\.toml:1"]),
    "a line of unknown names": (
        "run deck.txt --line names.toml",
        [r"names\.toml|prefer", "Stinkwed Imp", "Stinkweed Imp"],
    ),
    "a line of no name": ("run deck.txt --line nonsense", ["nonsense"]),
    "an unknown command": ("rnu deck.txt", ["rnu"]),
    "an unknown option": ("run deck.txt --gmaes 10", ["gmaes"]),
    "no deck": ("run", ["deck"]),
    "no command": ("", ["command|run"]),
    "showing no known card": ("show unknown.txt", [r"unknown\.txt:1", "Narcomoeba"]),
    "showing a picture": ("show picture.png", [r"picture\.png"]),
    "the line of no name": ("lines nonsense", ["nonsense"]),
}


@pytest.mark.parametrize(("command", "words"), COMMANDS.values(), ids=COMMANDS.keys())
@pytest.mark.usefixtures("here")
def test_a_bad_command_is_one_line_and_two(command, words, capsys):
    try:
        code = main(command.split())
    except SystemExit as stopped:
        code = stopped.code
    out, err = capsys.readouterr()
    assert code == 2
    assert not out
    assert_one_line(err, words)


def assert_one_line(err, words):
    assert err.startswith("gravetroll: ")
    assert err.endswith("\n")
    assert "Traceback" not in err
    assert_says(err.removesuffix("\n"), *words)


@pytest.mark.parametrize("case", ["no known card", "a bad expression", "a line that is no TOML", "too many games"])
def test_a_process_ends_with_two_and_no_traceback(here, case):
    command, words = COMMANDS[case]
    code = "import sys; from gravetroll.cli import main; sys.exit(main())"
    path = os.pathsep.join(entry for entry in sys.path if entry)
    ended = subprocess.run(  # noqa: S603 - this interpreter, our own words
        [sys.executable, "-c", code, *command.split()],
        cwd=here,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 2
    assert not ended.stdout
    assert_one_line(ended.stderr, words)
