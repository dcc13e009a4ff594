"""What holds in every run whatever the deck: nothing is lost, threads do not matter, the end of a game is its end."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model import Line
from situations import situation

import gravetroll as gt

DREDGE = {
    "Stinkweed Imp": 4,
    "Golgari Grave-Troll": 4,
    "Golgari Thug": 4,
    "Shambling Shell": 3,
    "Bridge from Below": 4,
    "Serum Powder": 4,
    "Lightning Bolt": 20,
    "Dakmor Salvage": 2,
    "Island": 15,
}
CHOOSY = Line(
    on="random",
    keep="hand.count('dredge') >= 1 and hand.count('land') >= 2",
    mulligan_to=4,
    bottom=["Serum Powder > 1", "land > 2"],
    dredge=["Golgari Grave-Troll", "dredge"],
    discard=["dredge > 1", "Bridge from Below"],
    serum_powder=True,
    dredge_when="library.count() > 3",
)
ALL_ZONES = ("hand", "graveyard", "library", "exile", "battlefield", "stack")
EVERY_CARD = " + ".join(f"{zone}.count()" for zone in ALL_ZONES)


def every(what):
    return " + ".join(f'{zone}.count("{what}")' for zone in ALL_ZONES)


def simulate(deck, line=CHOOSY, **options):
    options = {"games": 2000, "turns": 6, "seed": 11, **options}
    return gt.simulate(gt.Deck(deck), line and gt.Line.parse(line.to_toml()), **options)


def per_game(run):
    return {name: getattr(run, name) for name in ("win_turn", "lose_turn", "kept", "mulligans", "on_play")}


def assert_same(one, other, names):
    for name in names:
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)
        assert one[name].dtype == other[name].dtype
    for name, column in per_game(one).items():
        np.testing.assert_array_equal(column, getattr(other, name), err_msg=name)


# -- nothing is lost or doubled ----------------------------------------------------------------------------------


def assert_conserved(deck, line, **options):
    size = sum(deck.values())
    observe = {f"c{place}": every(name) for place, name in enumerate(deck)}
    observe |= {"all": EVERY_CARD, "left": "library.count() + drawn + milled + opening.count() + exile.count()"}
    observe |= {"draws": "drawn + dredged", "turn": "turn"}
    run = simulate(deck, line, observe=observe, **options)
    assert (run["all"] == size).all()
    for place, count in enumerate(deck.values()):
        assert (run[f"c{place}"] == count).all()
    # A card that left the library was drawn, milled, in the opening hand or exiled by a Powder; the rest is there.
    assert (run["left"] == size).all()
    # A draw a turn, but none on the play in the first.
    plain = (run.lose_turn == 0) & (line is None or line.stop is None)
    draws = run["turn"] - run.on_play[:, None]
    assert (run["draws"] == draws)[plain].all()
    assert (run["draws"] <= draws).all()


@pytest.mark.parametrize("line", [None, CHOOSY], ids=["no line", "choosy"])
def test_no_card_is_lost_or_doubled(line):
    assert_conserved(DREDGE, line)


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(st.randoms(use_true_random=True))
def test_no_card_of_a_random_deck_is_lost_or_doubled(rng):
    drawn = situation(rng, {})
    line = Line(**{**vars(drawn.line), "mulligan_to": rng.randint(1, 7), "serum_powder": rng.random() < 0.7})
    line.keep = f"hand.count('land') >= {rng.randint(0, 3)} and mulligans != {rng.randint(0, 7)}"
    deck = {**drawn.deck, "Serum Powder": rng.randint(1, 3)}
    deck["Swamp"] = deck.get("Swamp", 0) + 21  # so that three Powders find cards to draw
    assert_conserved(deck, line, games=50, turns=drawn.turns, seed=rng.getrandbits(64))


@pytest.mark.parametrize("size", [7, 63, 64, 65, 127, 128, 129, 223, 224])
def test_no_card_is_lost_at_the_sizes_where_sets_grow(size):
    deck = {"Golgari Grave-Troll": 1, "Darkblast": min(6, size - 1), "Swamp": max(0, size - 7)}
    assert_conserved({name: count for name, count in deck.items() if count}, None, games=200, turns=40)


def test_the_last_card_of_the_largest_deck_is_drawn_like_the_first():
    deck = {"Island": 1, "Swamp": 222, "Forest": 1}
    observe = {"first": "opening.count('Island')", "last": "opening.count('Forest')"}
    run = simulate(deck, None, games=200_000, turns=1, observe=observe)
    # 7 in 224 is 1 in 32, the standard error 0.0004.
    assert run["first"].mean() == pytest.approx(1 / 32, abs=0.002)
    assert run["last"].mean() == pytest.approx(1 / 32, abs=0.002)


# -- the same arrays, however they are made ----------------------------------------------------------------------

OBSERVE = {"graveyard": "graveyard.count()", "imps": "hand.count('Stinkweed Imp')", "ready": "ever(hand.has('imp'))"}


@pytest.mark.parametrize("games", [1, 7, 5003])
@pytest.mark.parametrize("line", [None, CHOOSY], ids=["no line", "choosy"])
def test_threads_do_not_change_the_arrays(line, games):
    runs = [simulate(DREDGE, line, games=games, observe=OBSERVE, threads=threads) for threads in (1, 2, 5)]
    assert_same(runs[0], runs[1], OBSERVE)
    assert_same(runs[0], runs[2], OBSERVE)


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(
    st.integers(0, 2**40),
    st.lists(st.integers(1, 999), max_size=4, unique=True).map(sorted),
    st.sampled_from([1, 2, 5]),
)
def test_a_run_in_parts_is_the_run(first_game, cuts, threads):
    whole = simulate(DREDGE, games=1000, first_game=first_game, observe=OBSERVE, threads=1)
    edges = [0, *cuts, 1000]
    parts = [
        simulate(DREDGE, games=end - start, first_game=first_game + start, observe=OBSERVE, threads=threads)
        for start, end in pairwise(edges)
    ]
    joined = gt.concat(parts)
    assert_same(whole, joined, OBSERVE)
    assert (joined.games, joined.first_game) == (1000, first_game)


def test_more_turns_go_on_from_fewer():
    short, long = (simulate(DREDGE, turns=turns, observe=OBSERVE) for turns in (3, 8))
    for name in OBSERVE:
        np.testing.assert_array_equal(short[name], long[name][:, :3])


def test_looking_changes_nothing():
    little = simulate(DREDGE, observe={"graveyard": "graveyard.count()"})
    much = simulate(DREDGE, observe={"other": "library.types()", **OBSERVE})
    assert_same(little, much, ["graveyard"])


def test_the_seed_decides():
    runs = [simulate(DREDGE, observe=OBSERVE, seed=seed) for seed in (1, 1, 2, 2**64 - 1)]
    assert_same(runs[0], runs[1], OBSERVE)
    for other in runs[2:]:
        # Games of other seeds agree now and then, but not mostly.
        assert (runs[0]["graveyard"] == other["graveyard"]).all(axis=1).mean() < 0.5


# -- arrays ------------------------------------------------------------------------------------------------------


def test_shapes_and_kinds():
    observe = {
        "number": "hand.count() - 8",
        "has": "hand.has('land')",
        "compared": "turn > 2",
        "ever": "ever(turn == 2)",
        "joined": "turn > 2 and not hand.has('land')",
    }
    run = simulate(DREDGE, games=321, turns=5, observe=observe)
    for name in observe:
        assert run[name].shape == (321, 5)
        assert run[name].dtype == (np.int16 if name == "number" else np.bool_)
    for name, column in per_game(run).items():
        assert column.shape == (321,)
        assert column.dtype == (np.bool_ if name == "on_play" else np.int8)
    assert (run.games, run.turns, run.seed, run.first_game) == (321, 5, 11, 0)


def test_the_columns_that_nobody_asked_for():
    opponent = {"opponent_life": 20, "opponent_library": 0, "opponent_milled": 0}
    names = ["graveyard", "hand", "library", "milled", "dredged", "life", *opponent]
    run = simulate(DREDGE, None)
    values = {name: run[name] for name in names}
    assert all(column.dtype == np.int16 for column in values.values())
    for name, value in {"life": 20, **opponent}.items():
        assert (values[name] == value).all()
    assert (values["hand"] + values["graveyard"] + values["library"] == 60).all()


def test_numbers_saturate():
    large = "(library.count() + hand.count() + graveyard.count()) * 1000"  # 60000
    observe = {"high": large, "low": f"0 - {large}", "edge": "life * 1638 + 7", "over": "life * 1638 + 8"}
    run = simulate(DREDGE, None, observe=observe, games=10)
    for name, value in {"high": 32767, "low": -32768, "edge": 32767, "over": 32767}.items():
        assert (run[name] == value).all(), name


def test_numbers_saturate_at_the_end_only():
    run = simulate(DREDGE, None, observe={"back": "life * 3000 - 59990", "compared": "life * 3000 > 59999"}, games=10)
    assert (run["back"] == 10).all()
    assert run["compared"].all()


# -- beginnings and endings --------------------------------------------------------------------------------------


def test_who_is_on_the_play():
    observe = {"drawn": "drawn + dredged"}
    draw, play, either = (simulate(DREDGE, Line(on=on), observe=observe) for on in ("draw", "play", "random"))
    assert not draw.on_play.any()
    assert play.on_play.all()
    assert 0.4 < either.on_play.mean() < 0.6
    for run in (draw, play, either):
        assert (run["drawn"] == np.arange(1, 7) - run.on_play[:, None]).all()


def test_a_loss_is_the_turn_that_it_happens_in_and_ends_the_game():
    observe = {"turn": "turn", "library": "library.count()", "hand": "hand.count()", "won": "won"}
    run = simulate({"Swamp": 10}, Line(on="random"), observe=observe, turns=8)
    last = 4 + run.on_play  # three draws are there
    assert (run.lose_turn == last).all()
    assert (run.win_turn == 0).all()
    assert (run["won"] == 0).all()
    assert (run["turn"] == np.minimum(np.arange(1, 9), last[:, None])).all()
    assert (run["library"][:, -1] == 0).all()
    assert (run["hand"][:, -1] == 7).all()


def test_who_does_not_live_to_lose_has_not_lost():
    assert (simulate({"Swamp": 10}, None, turns=3).lose_turn == 0).all()
    assert (simulate({"Swamp": 10}, None, turns=4).lose_turn == 4).all()


def test_a_stop_holds_what_was_then():
    observe = {"turn": "turn", "milled": "milled", "hand": "hand.count()", "ever": "ever(turn == 5)"}
    run = simulate(DREDGE, Line(stop="milled >= 10"), observe=observe, turns=8, games=5000)
    stopped = (run["milled"] >= 10).any(axis=1)
    assert 0.05 < stopped.mean() < 1
    first = (run["milled"] >= 10).argmax(axis=1)
    for column in observe:
        frozen = run[column][np.arange(5000), first][:, None]
        after = np.arange(8) >= first[:, None]
        assert ((run[column] == frozen) | ~after)[stopped].all()
    assert (run["turn"][stopped, -1] == first[stopped] + 1).all()
    assert (run["turn"][~stopped, -1] == 8).all()
    # It stops when priority comes after the dredged draw, not after the cleanup step.
    assert (run["hand"][stopped, -1] == 8).all()
    assert (run.lose_turn[stopped] == 0).all()


def test_ever_is_never_forgotten():
    condition = "hand.count('dredge') >= 3"
    observe = {"now": condition, "ever": f"ever({condition})", "not": f"ever(not {condition})", "eight": "hand.count()"}
    run = simulate(DREDGE, None, observe=observe)
    so_far = np.maximum.accumulate(run["now"], axis=1)
    assert (run["ever"] >= so_far).all()
    assert (np.diff(run["ever"].astype(int), axis=1) >= 0).all()
    # Between its draw and its cleanup step a hand holds a dredger that the end of the turn does not show.
    assert (run["ever"] > so_far).any()
    assert (run["not"] | run["now"]).all()
