"""The model itself, by games worked out by hand."""

from fractions import Fraction
from math import comb, factorial

import pytest
from model import Line, assert_fits, distinct_orders, exact_outcomes, play
from model.chance import chi_square, deals
from model.expression import Expression, Zone
from model.powder import kept_hands
from model.words import first_choice, matches

OBSERVE = {"hand": "hand.count()", "graveyard": "graveyard.count()", "library": "library.count()", "turn": "turn"}


def events(trace, *kinds):
    return [entry for entry in trace.log if entry[0] in kinds]


def test_a_discarded_dredger_replaces_the_next_draw():
    deck = {"Swamp": 10, "Darkblast": 1}
    order = ["Darkblast"] + ["Swamp"] * 10
    trace = play(deck, [order], turns=3, observe=OBSERVE)
    assert events(trace, "draw", "dredge", "mill", "discard", "lose") == [
        ("draw", 1, ("Swamp",)),
        ("discard", 1, ("Darkblast",)),
        ("dredge", 2, ("Darkblast",)),
        ("mill", 2, ("Swamp",) * 3),
        ("discard", 2, ("Darkblast",)),
        ("lose", 3, ()),
    ]
    assert trace.columns == {"hand": [7, 7, 7], "graveyard": [1, 4, 4], "library": [3, 0, 0], "turn": [1, 2, 3]}
    assert (trace.lose_turn, trace.kept, trace.mulligans) == (3, 7, 0)


@pytest.mark.parametrize(("library", "dredged"), [(4, False), (5, True), (6, True)])
def test_dredge_needs_at_least_its_number_in_the_library(library, dredged):
    deck = {"Stinkweed Imp": 1, "Swamp": 7 + library}
    trace = play(deck, [["Stinkweed Imp"] + ["Swamp"] * (7 + library)], turns=2)
    assert bool(events(trace, "dredge")) is dredged


def test_a_card_milled_by_dredge_waits_for_the_next_draw():
    deck = {"Swamp": 12, "Dakmor Salvage": 1, "Darkblast": 1}
    order = ["Dakmor Salvage", *["Swamp"] * 7, "Darkblast", *["Swamp"] * 5]
    trace = play(deck, [order], turns=3)
    assert [entry[2] for entry in events(trace, "dredge")] == [("Dakmor Salvage",), ("Darkblast",)]


def test_the_player_on_the_play_skips_the_first_draw():
    order = ["Swamp"] * 8
    on_play = play({"Swamp": 8}, [order], turns=3, observe=OBSERVE, on_play=True)
    assert (on_play.columns["library"], on_play.lose_turn) == ([1, 0, 0], 3)
    on_draw = play({"Swamp": 8}, [order], turns=3, observe=OBSERVE)
    assert (on_draw.columns["library"], on_draw.columns["turn"], on_draw.lose_turn) == ([0, 0, 0], [1, 2, 2], 2)


def test_too_few_cards_for_a_hand_lose_at_the_first_priority():
    trace = play({"Swamp": 6}, [["Swamp"] * 6], turns=2, observe=OBSERVE, on_play=True)
    assert (trace.lose_turn, trace.kept, trace.columns["turn"]) == (1, 6, [1, 1])


def test_stop_ends_the_game_before_a_draw_that_could_be_dredged():
    deck = {"Swamp": 10, "Darkblast": 1}
    line = Line(stop="turn == 2 and graveyard.has('dredge')")
    trace = play(deck, [["Darkblast"] + ["Swamp"] * 10], line, turns=4, observe=OBSERVE)
    assert trace.columns == {"hand": [7] * 4, "graveyard": [1] * 4, "library": [3] * 4, "turn": [1, 2, 2, 2]}


def test_stop_after_the_draw_holds_eight_cards():
    line = Line(stop="hand.count() > 7")
    trace = play({"Swamp": 10}, [["Swamp"] * 10], line, turns=2, observe=OBSERVE)
    assert trace.columns["hand"] == [8, 8]


def test_ever_remembers_and_looks_at_the_keep_too():
    observe = {"eight": "ever(hand.count() == 8)", "before": "ever(turn == 0)", "three": "ever(turn == 3)"}
    trace = play({"Swamp": 12}, [["Swamp"] * 12], turns=4, observe=observe)
    assert trace.columns == {"eight": [True] * 4, "before": [True] * 4, "three": [False, False, True, True]}


def test_a_mulligan_puts_cards_on_the_bottom_in_the_order_of_the_line():
    deck = {"Island": 2, "Swamp": 6}
    line = Line(keep="hand.count() <= 5", bottom=["swamp > 4", "land"])
    shuffles = [["Swamp"] * 6 + ["Island"] * 2] * 3
    trace = play(deck, shuffles, line, turns=1, observe={"top": "hand.count('Island')"})
    assert events(trace, "mulligan", "bottom", "keep") == [
        ("mulligan", 0, ("Island", *["Swamp"] * 6)),
        ("bottom", 0, ("Swamp",)),
        ("mulligan", 0, ("Island", *["Swamp"] * 6)),
        ("bottom", 0, ("Swamp", "Swamp")),
        ("keep", 0, ("Island", "Swamp", "Swamp", "Swamp", "Swamp")),
    ]
    assert trace.columns == {"top": [2]}
    assert (trace.kept, trace.mulligans) == (5, 2)


def test_a_powder_exiles_the_hand_and_is_used_before_a_mulligan():
    deck = {"Serum Powder": 1, "Swamp": 13, "Bazaar of Baghdad": 1}
    line = Line(keep="hand.has('Bazaar of Baghdad')", serum_powder=True)
    order = ["Serum Powder", *["Swamp"] * 12, "Bazaar of Baghdad", "Swamp"]
    observe = {"exile": "exile.count()", "drawn": "drawn", "bazaar": "opening.has('Bazaar of Baghdad')"}
    trace = play(deck, [order], line, turns=1, observe=observe)
    assert trace.columns == {"exile": [7], "drawn": [1], "bazaar": [True]}
    assert (trace.kept, trace.mulligans) == (7, 0)


def test_orders_of_preference():
    deck_list = ["Swamp", "Darkblast", "Shenanigans"]
    zone = ["Darkblast", "Swamp", "Swamp", "Shenanigans"]
    assert first_choice(["dredge"], zone, zone, deck_list, {}) == "Darkblast"
    assert first_choice(["land > 2", "Shenanigans"], zone, zone, deck_list, {}) == "Shenanigans"
    assert first_choice(["land > 1"], zone, zone, deck_list, {}) == "Swamp"
    assert first_choice(["cheap"], zone, zone, deck_list, {"cheap": ["Shenanigans"]}) == "Shenanigans"
    assert first_choice([], zone, zone, deck_list, {}) is None


def test_what_names_cards():
    assert matches("creature & ~green", "Stinkweed Imp", {})
    assert not matches("creature & ~green", "Dryad Arbor", {})
    assert matches("land | sorcery & blue", "Careful Study", {})
    assert not matches("land | sorcery & blue", "Life from the Loam", {})
    assert matches("zombie", "Universal Automaton", {})
    assert not matches("land", "Malakir Rebirth // Malakir Mire", {})


def test_expressions_have_the_precedence_and_the_division_of_python():
    view = {"turn": 3, "milled": 5, "hand": Zone(["Swamp", "Darkblast"], {})}
    assert Expression("1 + turn * 2 == 7 and not milled < 5 or turn == 0").value(view) is True
    assert Expression("(turn - milled) // 3").value(view) == -1
    assert Expression("milled * 30000").value(view) == 2**15 - 1
    assert Expression("hand.types() + hand.max('dredge')").value(view) == 5


def test_every_order_stands_once():
    deck = {"a": 3, "b": 2, "c": 1}
    orders = list(distinct_orders(deck))
    assert len(orders) == len(set(orders)) == factorial(6) // (6 * 2)


def test_a_hand_has_no_order_and_the_library_has_all():
    cards = {"a": 5, "b": 3, "c": 2}
    orders = list(distinct_orders(cards))
    hands = {}
    for order in orders:
        key = (*sorted(order[:7]), *order[7:])
        hands[key] = hands.get(key, 0) + Fraction(1, len(orders))
    assert dict(deals(cards)) == hands


def test_exact_outcomes_are_those_of_counting():
    deck = {"Swamp": 6, "Darkblast": 2}
    opening = exact_outcomes(
        deck, Line(), turns=1, observe={"n": "opening.count('Darkblast')"}, outcome=lambda t: t.columns["n"][0]
    )
    assert opening == {n: Fraction(comb(2, n) * comb(6, 7 - n), comb(8, 7)) for n in (1, 2)}
    # Two hands, of which the second loses its worst card: both Darkblasts with probability 3/4, twice.
    line = Line(keep="hand.count('Darkblast') == 2", mulligan_to=6, bottom=["Swamp"])
    kept = exact_outcomes(
        deck, line, turns=1, observe={"n": "opening.count('Darkblast')"}, outcome=lambda t: (t.kept, t.columns["n"][0])
    )
    assert kept == {(7, 2): Fraction(3, 4), (6, 2): Fraction(3, 16), (6, 1): Fraction(1, 16)}


def test_the_chi_square_test_can_fail():
    fair = {side: Fraction(1, 6) for side in range(6)}
    assert chi_square({side: 1000 + side for side in range(6)}, fair) > 0.9
    assert chi_square({side: 1000 + 50 * side for side in range(6)}, fair) < 1e-4
    with pytest.raises(AssertionError, match="impossible"):
        assert_fits({0: 10, 7: 1}, fair, 1e-4)


@pytest.mark.parametrize("mulligan_to", [7, 6])
def test_the_recursion_for_powders_is_the_enumeration_of_all_orders(mulligan_to):
    deck = {"Swamp": 13, "Serum Powder": 1, "Bazaar of Baghdad": 1}
    line = Line(
        keep="hand.has('Bazaar of Baghdad')",
        mulligan_to=mulligan_to,
        bottom=["Serum Powder > 1", "Swamp"],
        serum_powder=True,
    )
    expected = exact_outcomes(
        deck,
        line,
        turns=1,
        observe={"bazaar": "opening.has('Bazaar of Baghdad')"},
        outcome=lambda trace: (trace.kept, trace.columns["bazaar"][0]),
    )
    assert kept_hands(1, 1, 13, mulligan_to) == expected
