"""Rules cases: those of `tests/cases`, one test a case; and what `check` says of files with faults."""

from pathlib import Path

import pytest

import gravetroll as gt
from gravetroll import _core

FOLDER = Path(__file__).parent / "cases"


def known():
    """Give the cases that fail, each with the reason."""
    rows = (FOLDER / "known.txt").read_text(encoding="utf-8").splitlines()
    return dict(row.split(maxsplit=1) for row in rows if row.strip() and not row.startswith("#"))


def cases():
    files = [(path.read_text(encoding="utf-8"), path.name) for path in sorted(FOLDER.glob("*.toml"))]
    return _core.read_cases(files)


def parameters():
    reasons = known()
    for case in cases():
        marks = [pytest.mark.xfail(reason=reasons[case.id], strict=True)] if case.id in reasons else []
        yield pytest.param(case, id=case.id, marks=marks)


@pytest.mark.parametrize("case", list(parameters()))
def test_case(case):
    passed, message = case.run()
    assert passed, message


def test_known_failures_are_cases():
    assert set(known()) <= {case.id for case in cases()}


# -- check -------------------------------------------------------------------------------------------------------

GOOD = """
[[case]]
id = "a-draw"
title = "A draw"
rules = ["121.1"]
you = { library = ["Island", "Swamp"] }
steps = [{ draw = 1 }]
expect.you = { hand = ["Island"], library = ["Swamp"] }
"""
WRONG = """
[[case]]
id = "wrong"
title = "A wrong expectation"
rules = ["701.17a"]
you = { library = ["Island", "Swamp"], battlefield = ["Hill Giant"] }
steps = [{ mill = 1 }, { tap = "Hill Giant" }]
expect.you = { hand_size = 1, library = ["Island"], graveyard = ["Swamp"] }
expect.permanents."Hill Giant" = { tapped = false, power = 3 }
"""
STRETCH = WRONG.replace('"wrong"', '"beyond"').replace("rules", "stretch = true\nrules")


@pytest.fixture
def file(tmp_path):
    def write(text, name="cases.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_check_says_what_differed_zone_by_zone(file):
    good, wrong, beyond = gt.check(file(GOOD + WRONG + STRETCH))
    assert good == gt.Result("a-draw", passed=True, message="", stretch=False)
    assert (wrong.id, wrong.passed, wrong.stretch) == ("wrong", False, False)
    assert wrong.message == (
        'end: your library: expected ["Island"], found ["Swamp"]; your hand_size: expected 1, found 0; '
        'your graveyard: expected ["Swamp"], found ["Island"]; '
        '"Hill Giant": expected { power = 3, tapped = false }, found { power = 3, tapped = true }'
    )
    assert (beyond.passed, beyond.stretch, beyond.message) == (False, True, wrong.message)


def test_a_step_that_goes_wrong_is_named(file):
    steps = 'steps = [{ mill = 1 }, { cast = "Divination" }]'
    (result,) = gt.check(file(GOOD.replace("steps = [{ draw = 1 }]", steps)))
    assert result.message == 'step 2 (cast): refused: there is no "Divination" there'
    (result,) = gt.check(file(GOOD.replace("{ draw = 1 }", "{ draw = 1, illegal = true }")))
    assert result.message == "step 1 (draw): allowed, but it must be refused"


MALFORMED = {
    "this is [ no toml": r"cases.toml:1: this is no TOML: .+",
    "": r"cases.toml:1: there is no case here: .+",
    GOOD.replace("library =", "libary ="): r"cases.toml:6: case a-draw: unknown key you.libary: did you mean library\?",
    GOOD.replace("expect.you", "expect.me"): r"cases.toml:8: case a-draw: unknown key expect.me: .+",
    GOOD.replace("draw = 1", "drow = 1"): r"cases.toml:7: case a-draw: step 1: unknown verb drow: did you mean draw\?",
    GOOD.replace("draw = 1", "draw = -1"): r"cases.toml:7: case a-draw: step 1 \(draw\): draw: a whole number .+",
    GOOD.replace("a-draw", "A Draw"): r"cases.toml:3: case 1: id: lower-case letters .+",
    GOOD.replace('rules = ["121.1"]', ""): r"cases.toml:2: case a-draw: missing key rules",
    GOOD + GOOD: r"cases.toml:10: case a-draw: the id stands at .+cases.toml:2 already: give it another",
}


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_file_is_an_error_that_names_line_and_key(file, text):
    with pytest.raises(gt.CaseError, match=MALFORMED[text]) as caught:
        gt.check(file(text))
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, gt.Error)


def test_check_wants_a_readable_file(tmp_path):
    bad = tmp_path / "bytes.toml"
    bad.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(gt.CaseError, match="this is no text"):
        gt.check(bad)
    with pytest.raises(gt.CaseError, match="there is no such file"):
        gt.check(tmp_path / "none.toml")
    with pytest.raises(gt.CaseError, match="this is a directory"):
        gt.check(tmp_path)
    with pytest.raises(gt.CaseError, match="is empty"):
        gt.check("")


def test_a_name_that_is_no_cards_is_a_fault_of_the_file(file):
    with pytest.raises(gt.CaseError, match=r"toml:6: case a-draw: you.library: .+ `Izland`; did you mean `Island`"):
        gt.check(file(GOOD.replace('["Island", "Swamp"] }', '["Izland", "Swamp"] }')))
    # Else the case would pass, for what is not there cannot be cast.
    steps = '[{ draw = 1 }, { cast = "Divinaton", illegal = true }]'
    with pytest.raises(gt.CaseError, match=r"cases.toml:7: case a-draw: step 2 \(cast\): cast: .+ `Divination`"):
        gt.check(file(GOOD.replace("[{ draw = 1 }]", steps)))


def test_a_name_that_is_no_cards_in_a_game_is_no_illegal_action():
    game = gt.Game(you={"hand": ["Divination"]})
    with pytest.raises(gt.CaseError, match=r"Game.do: step \(cast\): cast: .+ `Divinaton`; did you mean `Divination`"):
        game.do({"cast": "Divinaton"})
    with pytest.raises(gt.CaseError, match=r"Game: you.hand: .+ `Divinaton`"):
        gt.Game(you={"hand": ["Divinaton"]})
