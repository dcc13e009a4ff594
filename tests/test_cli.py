"""The command line: what it prints, and how it fails."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import gravetroll as gt
from gravetroll import cli

DECK = """\
4 Golgari Grave-Troll
4 Stinkweed Imp
4 Golgari Thug
48 Island

Sideboard
2 Narcomoeba
"""

DECKS = Path(__file__).parent / "decks"


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "imps.txt"
    path.write_text(DECK)
    return str(path)


@pytest.fixture
def command(capsys):
    """Run a command and give its exit code, standard output and standard error."""

    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def fails(command):
    """Run a command that must fail with one line, and give the line."""

    def run(*arguments, code=2):
        got, out, err = command(*arguments)
        assert (got, out) == (code, "")
        assert err.startswith("gravetroll: ")
        assert err.count("\n") == 1
        assert err.endswith("\n")
        return err.removeprefix("gravetroll: ").rstrip("\n")

    return run


def shell(*arguments, **options):
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "gravetroll", *arguments], capture_output=True, text=True, check=False, **options
    )


def test_run_prints_means_by_turn(command, deck):
    code, out, err = command("run", deck, "--games", 200, "--turns", 3, "--seed", 7)
    assert code == 0
    rows = {row.split()[0]: row.split()[1:] for row in out.splitlines() if row and not row.startswith(" ")}
    run = gt.simulate(deck, games=200, turns=3, seed=7)
    assert rows["graveyard"] == [f"{mean:.2f}" for mean in run.mean("graveyard")]
    assert rows["life"] == ["20", "20", "20"]
    lines = out.splitlines()
    assert lines[0] == f"{deck}: 60 cards, the plainest dredge"
    assert lines[2].split() == ["turn", "1", "turn", "2", "turn", "3"]
    assert f"200 games, seed 7, gravetroll {gt.__version__} (random streams {run.stream})" in lines
    assert "±" in out
    assert "\x1b" not in out
    assert "200 games in " in err
    assert "games/s" in err


def test_the_readme_shows_what_the_demo_prints(command, monkeypatch):
    monkeypatch.chdir(DECKS.parents[1])
    shown = Path("README.md").read_text(encoding="utf-8").split("```text\n")[1].split("```")[0]
    _, out, _ = command("run", "tests/decks/legacy-manaless-dredge-1.txt", "--games", "1e6", "--turns", 6, "--seed", 7)
    assert out == shown


def test_conditions_are_percentages(command, deck):
    code, out, _ = command(
        "run", deck, "--games", 100, "--turns", 1, "--observe", "seven=hand.count() == 7", "--observe", "no=turn > 1"
    )
    assert code == 0
    assert [row.split() for row in out.splitlines()[3:7]] == [
        ["seven", "100.0%"],
        ["96.3–100.0"],  # noqa: RUF001
        ["no", "0.0%"],
        ["0.0–3.7"],  # noqa: RUF001
    ]


def test_what_is_not_modelled_is_condensed(command, tmp_path):
    names = [
        "Narcomoeba",
        "Gyruda, Doom of Depths",
        "Stasis",
        "Winter Orb",
        "Counterbalance",
        "Smokestack",
        "Tangle Wire",
    ]
    (tmp_path / "deck.txt").write_text("".join(f"4 {name}\n" for name in names))
    run = gt.simulate(tmp_path / "deck.txt", games=1, turns=1)
    coverage = run.deck.coverage()
    # The first says what no line does yet.
    assert len(run.warnings) == 1 + sum(each.status != "full" for each in coverage.values())
    _, out, _ = command("run", tmp_path / "deck.txt", "--games", 1, "--turns", 1)
    notes = out[out.index("note:") :].split("note: ")
    for status in ("inert", "partial"):
        found = sum(each.status == status for each in coverage.values())
        verb = {"inert": "only move ", "partial": "is played "}[status]
        assert sum(note.startswith(f"{found} of 7 cards {verb}") for note in notes) == (found > 0)
    assert [each.status for each in coverage.values()] == ["full", "partial"] + ["inert"] * 5
    assert len(notes) == 4


def test_losses_are_printed_where_there_are_any(command, deck, tmp_path):
    small = tmp_path / "small.txt"
    small.write_text("8 Island\n")
    _, out, _ = command("run", small, "--games", 10, "--turns", 3)
    rows = [row.split() for row in out.splitlines()]
    assert ["lost", "by", "then", "0.0%", "100.0%", "100.0%"] in rows
    assert "won by then" not in out
    _, out, _ = command("run", deck, "--games", 10, "--turns", 1)
    assert "by then" not in out


def test_many_turns_are_cut_into_tables_that_fit(command, deck):
    _, out, _ = command("run", deck, "--games", 10, "--turns", 20, "--observe", "gy=graveyard.count()")
    assert max(map(len, out.splitlines()[1:])) <= 100
    headers = [row for row in out.splitlines() if row.strip().startswith("turn ")]
    assert len(headers) > 1
    assert " ".join(headers).split() == " ".join(f"turn {n}" for n in range(1, 21)).split()


def test_names_are_not_read_as_markup(command, deck):
    _, out, _ = command("run", deck, "--games", 10, "--turns", 1, "--observe", "[red]x[/red]=hand.count()")
    assert "[red]x[/red]" in out


def test_no_games_print_dashes(command, deck):
    code, out, _ = command("run", deck, "--games", 0, "--turns", 2)
    assert code == 0
    assert ["graveyard", "-", "-"] in [row.split() for row in out.splitlines()]


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_standard_output_does_not_depend_on_threads(deck, form):
    outs = {
        shell("run", deck, "--games", "20_000", "--turns", "3", "--threads", threads, *form).stdout
        for threads in ("1", "2")
    }
    assert len(outs) == 1
    assert len(outs.pop()) > 100


def test_json_has_the_documented_fields(command, deck):
    code, out, _ = command(
        "run", deck, "--games", 50, "--turns", 2, "--seed", 3, "--json",
        "--observe", "gy=graveyard.count()", "--observe", "big=graveyard.count() >= 3",
    )  # fmt: skip
    assert code == 0
    data = json.loads(out)
    run = gt.simulate(
        deck, games=50, turns=2, seed=3, observe={"gy": "graveyard.count()", "big": "graveyard.count() >= 3"}
    )
    assert data == {
        "opponent": None,
        "deck": {
            "name": "imps",
            "cards": 60,
            "main": {"Golgari Grave-Troll": 4, "Stinkweed Imp": 4, "Golgari Thug": 4, "Island": 48},
        },
        "line": None,
        "games": 50,
        "turns": 2,
        "seed": 3,
        "first_game": 0,
        "version": gt.__version__,
        "stream": run.stream,
        "confidence": 0.95,
        "observables": {
            "gy": {
                "expression": "graveyard.count()",
                "type": "int16",
                "mean": run.mean("gy").tolist(),
                "interval": run.interval("gy").tolist(),
                "quantiles": {q: run.quantile("gy", float(q)).tolist() for q in ("0.05", "0.5", "0.95")},
            },
            "big": {
                "expression": "graveyard.count() >= 3",
                "type": "bool",
                "mean": run.mean("big").tolist(),
                "interval": run.interval("big").tolist(),
            },
        },
        "win_turn": [50, 0, 0],
        "lose_turn": [50, 0, 0],
        "kept": [0, 0, 0, 0, 0, 0, 0, 50],
        "mulligans": [50, 0, 0, 0, 0, 0, 0, 0],
        "on_play": 0,
        "overflow": 0,
        "warnings": run.warnings,
    }


def test_json_says_null_where_nothing_is_known(command, deck):
    _, out, _ = command("run", deck, "--games", 0, "--turns", 1, "--json", "--observe", "gy=graveyard.count()")
    assert json.loads(out)["observables"]["gy"] == {
        "expression": "graveyard.count()",
        "type": "int16",
        "mean": [None],
        "interval": [[None, None]],
        "quantiles": {"0.05": [None], "0.5": [None], "0.95": [None]},
    }


def test_a_run_may_begin_at_a_later_game(command, deck):
    _, out, _ = command("run", deck, "--games", 3, "--turns", 2, "--first-game", "1e3", "--json")
    data = json.loads(out)
    run = gt.simulate(deck, games=3, turns=2, first_game=1000)
    assert data["first_game"] == 1000
    assert data["observables"]["milled"]["mean"] == run.mean("milled").tolist()
    _, out, err = command("run", deck, "--games", 1, "--turns", 2, "--first-game", "1e3")
    assert "1 game from game 1,000, seed 0, " in out
    assert "1 game in " in err


def test_out_saves_the_arrays(command, deck, tmp_path):
    code, _, _ = command("run", deck, "--games", 30, "--turns", 2, "--out", tmp_path / "run.npz")
    assert code == 0
    assert gt.Run.load(tmp_path / "run.npz") == gt.simulate(deck, games=30, turns=2)


def test_a_line_is_taken_by_name_and_by_file(command, deck, tmp_path):
    (tmp_path / "mine.toml").write_text("on = 'play'\n")
    code, out, _ = command("run", deck, "--games", 10, "--turns", 1, "--line", tmp_path / "mine.toml")
    assert code == 0
    assert out.splitlines()[0].endswith(f"60 cards, line {tmp_path / 'mine.toml'}")


@pytest.mark.parametrize("text", ["1000", "1e3", "1_000", "1.0e3", "1E+3"])
def test_numbers_are_read_as_people_write_them(text):
    assert cli._number("--games", text) == 1000


@pytest.mark.parametrize("text", ["", "x", "1.5", "1e-3", "nan", "inf", "1,5", "0x10", "1__0", "_1", "1_", "\u0661"])
def test_what_is_no_whole_number_is_refused(fails, deck, text):
    assert fails("run", deck, f"--games={text}") == (
        f"--games must be a whole number such as 100, 1e6 or 1_000_000, not {text!r}"
    )


def test_a_number_far_too_large_is_refused(fails, deck):
    assert fails("run", deck, "--games", "1e999999999") == "--games is far too large: 1e999999999"
    assert fails("run", deck, "--games", f"1e{10**30}") == f"--games is far too large: 1e{10**30}"


def test_bad_arguments_are_one_line(fails, deck, tmp_path):
    assert fails() == "the following arguments are required: COMMAND: see `gravetroll --help`"
    assert "invalid choice: 'ran'" in fails("ran")
    assert fails("run") == "the following arguments are required: DECK: see `gravetroll run --help`"
    assert "unrecognized arguments: --gmes 3" in fails("run", deck, "--gmes", 3)
    assert fails("run", deck, "--games=-5") == "--games must be a whole number from 0 to 2**63, not -5"
    assert fails("run", deck, "--threads", 0) == "--threads must be a whole number from 1 to 1024, not 0"
    assert fails("run", deck, "--first-game=-1") == "--first-game must be a whole number from 0 to 2**63, not -1"
    assert fails("replay", deck, "--turns", 128) == "--turns must be a whole number from 1 to 127, not 128"
    assert str(tmp_path / "no.txt") in fails("run", tmp_path / "no.txt", "--games", 1)
    assert str(tmp_path / "no.txt") in fails("show", tmp_path / "no.txt")
    assert "no such line" in fails("run", deck, "--games", 1, "--line", "no such line")


@pytest.mark.parametrize("text", ["hand.count()", "hand.count() >= 3", "hand.count() == 3", "=3", "x=", "a!=3"])
def test_an_observable_wants_a_name_and_an_expression(fails, deck, text):
    message = fails("run", deck, "--games", 1, "--observe", text)
    assert message.startswith("--observe must be NAME=EXPR, such as ")
    assert message.endswith(f"not {text!r}")


def test_an_observable_is_given_once(fails, deck):
    message = fails("run", deck, "--observe", "a=turn", "--observe", "a=life")
    assert message == "--observe gives 'a' twice: choose another name for one of them"


def test_a_place_that_cannot_be_written_is_refused_before_the_games(fails, deck, tmp_path, monkeypatch):
    monkeypatch.setattr(cli, "simulate", lambda *_, **__: pytest.fail("games were played"))
    missing = tmp_path / "no" / "run.npz"
    assert fails("run", deck, "--out", missing) == (
        f"--out {missing}: there is no directory {missing.parent}: make it first"
    )
    assert fails("run", deck, "--out", tmp_path) == (
        f"--out {tmp_path}: is a directory: give a file, such as {tmp_path / 'run.npz'}"
    )


def test_games_are_not_saved_over_what_they_are_played_from(fails, deck, tmp_path, monkeypatch):
    monkeypatch.setattr(cli, "simulate", lambda *_, **__: pytest.fail("games were played"))
    line, other, link = tmp_path / "line.toml", tmp_path / "other.txt", tmp_path / "link.npz"
    line.write_text("on = 'play'\n")
    other.write_text("60 Island\n")
    link.symlink_to(deck)
    for out, what in ((deck, "the deck"), (link, "the deck"), (line, "--line"), (other, "--opponent")):
        assert fails("run", deck, "--line", line, "--opponent", other, "--out", out) == (
            f"--out {out}: is the file of {what}, which would be lost: give another, such as run.npz"
        )
    assert Path(deck).read_text() == DECK
    assert fails("run", deck, "--out", "") == "--out names no file: give one, such as run.npz"


@pytest.mark.parametrize(
    "case",
    [
        (RuntimeError("two\nlines"), 70, "a fault of gravetroll, please report it: RuntimeError: two lines"),
        (MemoryError(), 2, "out of memory: ask for fewer games, turns or observables"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (PermissionError(13, "Permission denied", "x.txt"), 2, "x.txt: Permission denied"),
    ],
)
def test_whatever_happens_is_one_line(fails, deck, monkeypatch, case):
    error, code, message = case

    def fail(*_, **__):
        raise error

    monkeypatch.setattr(cli, "simulate", fail)
    assert fails("run", deck, code=code) == message


def test_show_says_what_is_modelled(command, deck):
    code, out, err = command("show", deck)
    assert (code, err) == (0, "")
    rows = [row.split() for row in out.splitlines()]
    assert rows[0] == [deck]
    assert ["main,", "60", "cards"] in rows
    assert ["sideboard,", "2", "cards"] in rows
    coverage = gt.Deck.read(deck).coverage()
    assert ["4", "Stinkweed", "Imp", coverage["Stinkweed Imp"].status] in [row[:4] for row in rows]
    assert all(clause in out for each in coverage.values() for clause in each.missing)
    statuses = [each.status for each in coverage.values()]
    totals = ", ".join(f"{statuses.count(status)} {status}" for status in ("full", "partial", "inert"))
    assert f"5 different cards: {totals}" in out.splitlines()


def test_show_has_a_form_for_programs(command, deck):
    code, out, _ = command("show", deck, "--json")
    assert code == 0
    data = json.loads(out)
    assert list(data) == ["name", "main", "sideboard", "commander", "coverage", "warnings"]
    assert data["warnings"] == []
    assert data["sideboard"] == {"Narcomoeba": 2}
    assert data["coverage"] == {
        name: {"status": each.status, "missing": each.missing} for name, each in gt.Deck.read(deck).coverage().items()
    }


@pytest.mark.parametrize("path", sorted(DECKS.glob("*.txt")), ids=lambda path: path.stem)
def test_each_of_the_73_decks_is_played(command, path):
    code, out, err = command("run", path, "--games", 200, "--turns", 4, "--json")
    deck = gt.Deck.read(path, unknown="inert")
    unknown = deck.unknown
    assert code == 0
    assert err.count("gravetroll: warning: ") == len(unknown) + bool(deck.commander) + len(deck.notes)
    data = json.loads(out)
    assert data["games"] == 200
    assert sum("played as a card that does nothing" in text for text in data["warnings"]) == len(unknown)


def test_names_that_are_no_cards_are_told_everywhere(command, tmp_path):
    path = tmp_path / "deck.txt"
    path.write_text("4 Stinkwed Imp\n2 \n54 Island\n")
    told = [
        'no card is named "Stinkwed Imp" (did you mean "Stinkweed Imp"?): played as a card that does nothing',
        "cards without a name: played as a card that does nothing",
    ]
    code, out, err = command("run", path, "--games", 10, "--turns", 1)
    assert code == 0
    assert err.splitlines()[:2] == [f"gravetroll: warning: {path}: {text}" for text in told]
    assert "".join(f"note: {text}\n" for text in told) in out.replace("\nnothing", " nothing")
    _, out, _ = command("run", path, "--games", 10, "--turns", 1, "--json")
    data = json.loads(out)
    assert data["warnings"][:2] == told
    assert len(data["warnings"]) == 3
    assert data["deck"]["cards"] == 60
    code, out, err = command("show", path)
    assert (code, err.count("gravetroll: warning: ")) == (0, 2)
    assert "the catalogue does not know" in out
    _, out, _ = command("show", path, "--json")
    assert json.loads(out)["warnings"] == told


def test_bytes_that_are_no_text_are_bad_input(fails, deck):
    for arguments in (("run", deck, "--games", 10, "--observe", "a=mil\udcffled"), ("lines", "\udcff")):
        assert "UTF-8" in fails(*arguments)
    # The name of a file may hold any bytes.
    assert fails("run", deck, "--games", 10, "--line", "a\udcff").startswith("a?: neither a file nor a shipped line")


def test_a_line_for_other_decks_is_told_on_standard_error(command, deck):
    for arguments in (("run", deck, "--line", "mill", "--games", 5), ("replay", deck, "--line", "mill")):
        code, _, err = command(*arguments)
        assert code == 0
        warned = [line for line in err.splitlines() if line.startswith('gravetroll: warning: the line "mill"')]
        assert any("made for other decks" in line for line in warned), err


def test_a_sideboard_that_was_guessed_is_told(command, tmp_path):
    path = tmp_path / "deck.txt"
    path.write_text("56 Island\n4 Opt\n\n15 Swamp\n\n5 Forest\n5 Plains\n")
    told = "read as a list of 75 cards in the main deck and 10 in its sideboard, with blank lines at other places too"
    for arguments in (("run", path, "--games", 5), ("replay", path, "--turns", 1), ("show", path)):
        _, _, err = command(*arguments)
        warned = [line for line in err.splitlines() if line.startswith("gravetroll: warning: ")]
        assert warned == [f'gravetroll: warning: {path}: {told}: write a line "Sideboard" where it begins']
    assert any(text.startswith(told) for text in gt.simulate(path, games=1, turns=1).warnings)
    _, out, _ = command("show", path, "--json")
    assert len(json.loads(out)["warnings"]) == 1


def test_a_commander_that_is_left_out_is_told(command, deck, tmp_path):
    path = tmp_path / "deck.txt"
    for names, who in (
        (["Meren of Clan Nel Toth"], "the commander Meren of Clan Nel Toth"),
        (["Tymna the Weaver", "Kraum, Ludevic's Opus"], "the commanders Tymna the Weaver and Kraum, Ludevic's Opus"),
    ):
        path.write_text(f"{100 - len(names)} Swamp\n\n" + "".join(f"1 {name}\n" for name in names))
        told = f"{who} cannot be cast: a run has no command zone, and you begin at 20 life"
        for arguments in (("run", path, "--games", 5), ("replay", path, "--turns", 1)):
            code, out, err = command(*arguments)
            assert code == 0
            assert err.splitlines().count(f"gravetroll: warning: {told}") == 1
            if arguments[0] == "run":
                assert f"note: {told}" in " ".join(out.split())
        _, out, _ = command("run", path, "--games", 5, "--json")
        assert json.loads(out)["warnings"][0] == told
        assert gt.replay(path, seed=0, game=0, turns=1).warnings[0] == told
    _, out, err = command("run", deck, "--games", 5)
    assert "the commander" not in out + err


def test_a_line_that_asks_about_nobody_says_so(command, tmp_path):
    deck, line = tmp_path / "deck.txt", tmp_path / "line.toml"
    deck.write_text("60 Island\n")
    told = "note: the line asks about the opponent's cards, and nobody opposes it"
    for when, asks in (("opponent.library.count() > 0", True), ("opponent.life > 0", False)):
        line.write_text(f"[[main]]\nplay = 'Island'\nwhen = '{when}'\n")
        run = ("run", deck, "--line", line, "--games", 10, "--turns", 1)
        code, out, _ = command(*run)
        assert (code, told in out) == (0, asks)
        code, out, _ = command(*run, "--opponent", deck)
        assert (code, told in out) == (0, False)


def test_a_list_without_one_known_name_is_no_deck(fails, tmp_path):
    path = tmp_path / "prices.txt"
    path.write_text("12 apples and pears\n3 plumss\n")
    assert fails("run", path, "--games", 1).startswith(f'{path}:1: no card named "apples and pears"')


def test_lines_lists_the_shipped_lines(command):
    code, out, _ = command("lines")
    assert code == 0
    heads = [row.split() for row in out.splitlines() if not row.startswith(" ")]
    assert [head[0] for head in heads] == gt.Line.presets()
    assert all(len(head) > 2 for head in heads)  # each says what it is for
    assert max(map(len, out.splitlines())) <= 100


def test_lines_prints_one_that_can_be_read_again(command, tmp_path):
    for name in gt.Line.presets():
        code, out, _ = command("lines", name)
        assert code == 0
        (tmp_path / "line.toml").write_text(out)
        assert gt.Line.read(tmp_path / "line.toml").to_toml().strip() == gt.Line.read(name).to_toml().strip()


def test_an_unknown_line_is_refused_with_a_near_name(fails):
    name = gt.Line.presets()[0]
    assert fails("lines", name + "x") == f"no shipped line is called {name + 'x'!r}: did you mean {name}?"
    assert fails("lines", "?") == f"no shipped line is called '?': there are {', '.join(gt.Line.presets())}"


def test_the_version_is_printed(capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"gravetroll {gt.__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["show", "--help"], ["lines", "--help"]])
def test_help_exits_well(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(arguments)
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("usage: gravetroll")


def test_a_process_exits_with_the_code(deck):
    bad = shell("show", deck + "x")
    assert (bad.returncode, bad.stdout, bad.stderr.count("\n")) == (2, "", 1)
    good = shell("show", deck)
    assert (good.returncode, good.stderr) == (0, "")


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")


@FULL
@pytest.mark.parametrize(
    "command", ["run DECK --games 10", "run DECK --games 10 --json", "show DECK", "replay DECK", "lines", "--help"]
)
def test_a_full_disk_is_one_line_that_says_where(deck, command):
    arguments = [str(deck) if word == "DECK" else word for word in command.split()]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "gravetroll", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    message = "standard output: No space left on device: what is printed is cut off; make room, or send it elsewhere"
    said = [line for line in done.stderr.splitlines() if not line.endswith("games/s)")]
    assert (done.returncode, said) == (2, [f"gravetroll: {message}"])


@FULL
def test_what_is_told_besides_may_be_lost(deck):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "gravetroll", "run", deck, "--games", "10"],
            stdout=subprocess.PIPE,
            stderr=full,
            text=True,
            check=False,
        )
    assert done.returncode == 0
    assert "10 games" in done.stdout


CASE = """
[[case]]
id = "%s"
title = "A draw"
rules = ["121.1"]
you = { library = ["Island", "Swamp"] }
steps = [{ draw = 1 }]
expect.you = { hand = ["%s"] }
"""


@pytest.fixture
def case_file(tmp_path):
    def write(name, *cases):
        path = tmp_path / name
        path.write_text("".join(cases))
        return path

    return write


def test_check_prints_what_differed_and_counts(command, case_file):
    good = case_file("good.toml", CASE % ("good", "Island"))
    assert command("check", good) == (0, "1 passed, 0 failed\n", "")
    bad = case_file(
        "bad.toml", CASE % ("bad", "Swamp"), (CASE % ("far", "Swamp")).replace("rules", "stretch = true\nrules")
    )
    differed = 'end: your hand: expected ["Swamp"], found ["Island"]'
    assert command("check", good, bad) == (1, f"bad: {differed}\nfar: {differed} (stretch)\n1 passed, 1 failed\n", "")
    code, out, err = command("check", "--json", bad)
    assert (code, err) == (1, "")
    cases = [
        {"id": "bad", "passed": False, "message": differed, "stretch": False},
        {"id": "far", "passed": False, "message": differed, "stretch": True},
    ]
    assert json.loads(out) == {"passed": 0, "failed": 1, "cases": cases}


def test_a_failed_stretch_case_alone_is_no_failure(command, case_file):
    far = case_file("far.toml", (CASE % ("far", "Swamp")).replace("rules", "stretch = true\nrules"))
    code, out, _ = command("check", far)
    assert (code, out.splitlines()[-1]) == (0, "0 passed, 0 failed")


def test_check_names_the_line_and_key_of_a_malformed_file(fails, case_file):
    good = case_file("good.toml", CASE % ("good", "Island"))
    bad = case_file("bad.toml", (CASE % ("bad", "Island")).replace("library", "libary"))
    fault = f"{bad}:6: case bad: unknown key you.libary: did you mean library?"
    assert fails("check", good, bad) == fault  # nothing is played before all is read
    assert fails("check", good, good) == f"{good}:2: case good: the id stands at {good}:2 already: give it another"
    assert fails("check", "none.toml") == "none.toml: there is no such file"
    assert "FILE.toml" in fails("check")


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_reader_that_has_gone_is_no_error(deck):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "gravetroll", "show", deck],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")
@pytest.mark.parametrize("closed", ["2>&-", ">&-", ">&- 2>&- <&-"])
def test_closed_streams_are_no_fault(deck, closed):
    done = subprocess.run(  # noqa: S602
        f"'{sys.executable}' -m gravetroll run '{deck}' --games 10 --turns 1 {closed}",
        shell=True, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, "gravetroll:" in done.stdout + done.stderr) == (0, False)
    assert "games/s" not in done.stdout
    bad = subprocess.run(  # noqa: S602
        f"'{sys.executable}' -m gravetroll run '{deck}' --games x {closed}",
        shell=True, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (bad.returncode, bad.stdout) == (2, "")


@pytest.mark.parametrize("columns", ["1", "10", "35"])
def test_numbers_are_whole_on_a_narrow_terminal(command, deck, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(cli, "on_terminal", lambda _: True)
    _, out, _ = command("run", deck, "--games", 100, "--turns", 2, "--observe", f"{'long name ' * 9}=graveyard.count()")
    assert "…" not in out
    assert f"{gt.simulate(deck, games=100, turns=2).mean('graveyard')[1]:.2f}" in out


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_ends_a_run_with_one_line(deck):
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from gravetroll.cli import main; print('ready', flush=True); sys.exit(main(sys.argv[1:]))"
    )
    arguments = ["run", deck, "--games", "3e7", "--turns", "12", "--threads", "1", "--observe", "x=hand.count() > 7"]
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(1)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        taken = time.monotonic() - start
    print(f"ended {taken:.2f} s after the signal")
    assert taken < 2  # half a second is what is promised; a busy machine may take longer to end a process
    assert (process.returncode, out, err) == (130, "", "gravetroll: interrupted\n")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("started", ["module", "script"])
def test_ctrl_c_while_the_command_loads_is_one_line(tmp_path, started):
    # Who runs the tests in the background may have taken the signal away, from what is started here too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    (tmp_path / "numpy.py").write_text("import time\nprint('loading', flush=True)\ntime.sleep(60)\n")
    script = tmp_path / "bin" / "gravetroll"
    script.parent.mkdir()
    script.write_text("import sys\nfrom gravetroll.cli import main\nsys.exit(main())\n")
    arguments = ["-m", "gravetroll"] if started == "module" else [str(script)]
    path = os.pathsep.join([str(tmp_path), str(Path(gt.__file__).parents[1])])
    with subprocess.Popen(  # noqa: S603
        [sys.executable, *arguments, "lines"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    ) as process:
        assert process.stdout.readline() == "loading\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "gravetroll: interrupted\n")


def test_a_terminal_that_lacks_a_sign_gets_another(deck):
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = shell("run", deck, "--games", "100", "--turns", "2", env=ascii_only)
    assert done.returncode == 0
    assert "?0." in done.stdout
    assert done.stdout.isascii()
