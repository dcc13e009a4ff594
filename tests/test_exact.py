"""The engine against the model: every order of tiny decks, random decks and lines, exact distributions."""

from itertools import chain

import pytest
from engine import one_game, outcome, plan, read, same_kinds, shuffles, simulated_outcomes, trace
from hypothesis import given, settings
from hypothesis import strategies as st
from model import Line, assert_fits, distinct_orders, exact_outcomes, play
from model.cards import CARDS
from model.chance import chi_square, deals
from situations import ZONES, situation

OBSERVE = {
    **{zone: f"{zone}.count()" for zone in ZONES},
    **{f"{zone}_dredge": f"{zone}.count('dredge')" for zone in ZONES},
    **{name: name for name in ("turn", "milled", "drawn", "dredged", "mulligans", "life", "won")},
    "best": "graveyard.max('dredge')",
    "kinds": "graveyard.types()",
    "ready": "ever(graveyard.has('dredge') and hand.has('land'))",
}

# Eight cards leave one in the library.
TINY = {
    "eight": {"Shenanigans": 2, "Dakmor Salvage": 2, "Swamp": 4},
    "eight names": {"Swamp": 3, "Darkblast": 1, "Shenanigans": 1, "Dryad Arbor": 3},
    "seven": {"Swamp": 5, "Shenanigans": 2},
}
# Longer decks leave cards to dredge; seven cards that are a hand are dealt in one order only.
SMALL = {
    "ten": {"Shenanigans": 2, "Swamp": 7, "Dakmor Salvage": 1},
    "twelve": {"Darkblast": 2, "Swamp": 8, "Shenanigans": 2},
    "thirteen": {"Life from the Loam": 1, "Swamp": 11, "Darkblast": 1},
    "fourteen": {"Swamp": 11, "Dakmor Salvage": 2, "Stinkweed Imp": 1},
    "fourteen names": {"Shenanigans": 1, "Dakmor Salvage": 1, "Swamp": 11, "Darkblast": 1},
    "sixteen": {"Golgari Grave-Troll": 1, "Swamp": 14, "Shambling Shell": 1},
}

LINES = {
    "nothing said": Line(),
    "smallest first, keep the lands": Line(
        dredge=["Shenanigans", "Dakmor Salvage", "dredge"], discard=["land > 2", "dredge"]
    ),
    "never dredge": Line(dredge=[]),
    "some of the time": Line(dredge_when="library.count() > 2 and turn != 3", discard=["instant", "Dakmor Salvage"]),
    "stop in time": Line(stop="graveyard.count('land') >= 2 or dredged == 2", dredge=["dredge > 1", "sorcery"]),
}


def assert_same_game(compiled, deck, line, order, *, turns, observe, on_play):
    expected = play(deck, [order], line, turns=turns, observe=observe, on_play=on_play)
    seen = trace(compiled, order, on_play=on_play)
    assert seen == expected, f"order {order}"
    assert same_kinds(seen.columns) == same_kinds(expected.columns)


@pytest.mark.parametrize("on_play", [False, True], ids=["draw", "play"])
@pytest.mark.parametrize("line", LINES.values(), ids=LINES.keys())
@pytest.mark.parametrize("deck", (TINY | SMALL).values(), ids=(TINY | SMALL).keys())
def test_every_order_is_played_as_the_model_plays_it(deck, line, on_play):
    line = Line(**{**vars(line), "on": "play" if on_play else "draw", "missing": "ok"})
    compiled = plan(deck, line, turns=5, observe=OBSERVE)
    orders = distinct_orders(deck) if sum(deck.values()) <= 8 else (order for order, _ in deals(deck))
    for order in orders:
        assert_same_game(compiled, deck, line, order, turns=5, observe=OBSERVE, on_play=on_play)


def test_no_line_keeps_seven_and_dredges_the_largest():
    deck = SMALL["fourteen"]
    compiled = plan(deck, None, turns=5, observe=OBSERVE)
    for order in distinct_orders(deck):
        assert_same_game(compiled, deck, Line(), order, turns=5, observe=OBSERVE, on_play=False)


def test_more_than_counts_the_zone_and_not_what_may_be_taken_from_it():
    # In the third turn the library is too small for the Imp, which is one of two creatures in the graveyard still.
    deck = {"Stinkweed Imp": 1, "Shambling Shell": 1, "Swamp": 10}
    line = Line(dredge=["creature > 1"])
    order = ["Stinkweed Imp", "Shambling Shell", *["Swamp"] * 10]
    assert ("dredge", 3, ("Shambling Shell",)) in play(deck, [order], line, turns=3, observe=OBSERVE).log
    compiled = plan(deck, line, turns=3, observe=OBSERVE)
    assert_same_game(compiled, deck, line, order, turns=3, observe=OBSERVE, on_play=False)


@pytest.mark.parametrize("cards", range(1, 7))
def test_a_deck_too_small_for_a_hand_loses_at_the_first_priority(cards):
    # 121.4, 704.5b: the seventh draw of the opening hand was tried, and the first priority is in the first upkeep.
    deck = {"Swamp": cards}
    compiled = plan(deck, None, turns=2, observe=OBSERVE)
    assert_same_game(compiled, deck, Line(), ["Swamp"] * cards, turns=2, observe=OBSERVE, on_play=False)


@pytest.mark.parametrize("name", CARDS)
def test_words_fit_the_cards_that_the_rules_say(name):
    filler = "Island" if name == "Swamp" else "Swamp"
    deck = {name: 3, filler: 9}
    words = sorted(set(chain.from_iterable(facts.words() for facts in CARDS.values())))
    observe = {f"w{place}": f"hand.count('{word}')" for place, word in enumerate(words)}
    observe |= {"kinds": "hand.types()", "dredge": "hand.max('dredge')"}
    order = [name] * 3 + [filler] * 9
    seen = trace(plan(deck, None, turns=1, observe=observe), order)
    expected = play(deck, [order], turns=1, observe=observe)
    unlike = {words[int(key[1:])] for key in observe if key[0] == "w" and seen.columns[key] != expected.columns[key]}
    assert not unlike
    assert seen.columns == expected.columns


# -- random decks, orders, lines and expressions -----------------------------------------------------------------


def assert_plays_alike(rng, orders):
    drawn = situation(rng, OBSERVE)
    compiled = plan(drawn.deck, drawn.line, turns=drawn.turns, observe=drawn.observe)
    order = [name for name, count in drawn.deck.items() for _ in range(count)]
    for _ in range(orders):
        rng.shuffle(order)
        on_play = {"draw": False, "play": True, "random": rng.random() < 0.5}[drawn.line.on]
        assert_same_game(
            compiled, drawn.deck, drawn.line, order, turns=drawn.turns, observe=drawn.observe, on_play=on_play
        )


@settings(max_examples=1500, deadline=None, derandomize=True, database=None)
@given(st.randoms(use_true_random=True))
def test_random_games_are_played_as_the_model_plays_them(rng):
    assert_plays_alike(rng, orders=2)


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(st.randoms(use_true_random=False))
def test_random_games_that_can_be_shrunk(rng):
    assert_plays_alike(rng, orders=1)


@settings(max_examples=1500, deadline=None, derandomize=True, database=None)
@given(st.randoms(use_true_random=True))
def test_random_mulligans_are_taken_as_the_model_takes_them(rng):
    # The engine shuffles as it likes; told what came of that, the model decides alike.
    drawn = situation(rng, OBSERVE, mulligans=True)
    compiled = plan(drawn.deck, drawn.line, turns=drawn.turns, observe=drawn.observe)
    order = [name for name, count in drawn.deck.items() for _ in range(count)]
    rng.shuffle(order)
    on_play = {"draw": False, "play": True, "random": rng.random() < 0.5}[drawn.line.on]
    game = one_game(compiled, order, on_play=on_play)
    told = shuffles(game["events"], drawn.deck)
    assert sorted(told[0][:7]) == sorted(order[:7])
    expected = play(drawn.deck, told, drawn.line, turns=drawn.turns, observe=drawn.observe, on_play=on_play)
    assert read(game) == expected


# -- distributions -----------------------------------------------------------------------------------------------

PLAYED = {"hand": "hand.count('dredge')", "graveyard": "graveyard.count()", "milled": "milled", "dredged": "dredged"}
KEPT = {"hand": "hand.count('dredge')", "opening": "opening.count('Swamp')", "exile": "exile.count()"}
DISTRIBUTIONS = {
    "no choices": ({"Darkblast": 2, "Swamp": 8, "Shenanigans": 2}, Line(), PLAYED),
    "either side begins": ({"Dakmor Salvage": 2, "Swamp": 9}, Line(on="random"), PLAYED),
    "a stop": ({"Life from the Loam": 1, "Swamp": 11, "Darkblast": 1}, Line(stop="milled >= 3"), PLAYED),
    "mulligans": (
        {"Shenanigans": 2, "Swamp": 6},
        Line(keep="hand.count('Shenanigans') == 2", mulligan_to=5, bottom=["dredge > 1", "Swamp"]),
        KEPT,
    ),
    "mulligans to the bottom": (
        {"Darkblast": 1, "Swamp": 11},
        Line(keep="hand.has('Darkblast')", mulligan_to=5, bottom=["Swamp > 4"]),
        KEPT,
    ),
    "powder": (
        {"Serum Powder": 2, "Swamp": 13},
        Line(keep="hand.count('Serum Powder') == 2", mulligan_to=6, bottom=["Swamp"], serum_powder=True),
        KEPT,
    ),
    "powder from too small a library": (
        {"Serum Powder": 2, "Swamp": 10},
        Line(keep="hand.count('Serum Powder') == 2", mulligan_to=6, bottom=["Swamp"], serum_powder=True),
        KEPT,
    ),
}
# Each of the seven tests fails a fair engine with this probability, all of them together with less than 1e-3.
LEVEL = 1e-4
GAMES = 200_000


@pytest.mark.parametrize(("deck", "line", "observe"), DISTRIBUTIONS.values(), ids=DISTRIBUTIONS.keys())
def test_outcomes_are_as_frequent_as_all_orders_say(deck, line, observe):
    expected = exact_outcomes(deck, line, turns=4, observe=observe, outcome=outcome)
    seen = simulated_outcomes(deck, line, games=GAMES, turns=4, observe=observe, seed=20)
    assert_fits(seen, expected, LEVEL)


def test_that_many_games_tell_a_wrong_model_from_a_right_one():
    # The test above has the power to find an error of one card in the dredge number.
    deck, _, observe = DISTRIBUTIONS["no choices"]
    expected = exact_outcomes(deck, Line(dredge=["Shenanigans"]), turns=4, observe=observe, outcome=outcome)
    seen = simulated_outcomes(deck, Line(), games=GAMES, turns=4, observe=observe, seed=20)
    assert chi_square(seen, expected) < LEVEL
