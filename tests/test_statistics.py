"""Frequencies of the engine against exact probabilities, with fixed seeds.

Every chi-square test is made at LEVEL. There are fewer than fifty of them here, so (Bonferroni) a fair engine fails
any of them with a probability below 50 * 2e-5 = 1e-3; the four-standard-error tests have 6.3e-5 each.
"""

from collections import Counter
from math import comb, prod

import numpy as np
import pytest
from model import Line, assert_fits
from model.powder import kept_hands

import gravetroll as gt

LEVEL = 2e-5
GAMES = 400_000

DECK = {
    "Stinkweed Imp": 4,
    "Golgari Grave-Troll": 4,
    "Darkblast": 1,
    "Careful Study": 3,
    "Lightning Bolt": 31,
    "Island": 17,
}
# What an expression calls them, and how many there are.
CLASSES = {
    "imp": ("Stinkweed Imp", 4),
    "dredge": ("dredge", 9),
    "land": ("land", 17),
    "one": ("Darkblast", 1),
    "study": ("Careful Study", 3),
    "troll": ("creature & ~imp", 4),
}
classes = pytest.mark.parametrize("name", CLASSES)


def hypergeometric(successes, cards, total=60):
    return {
        n: comb(successes, n) * comb(total - successes, cards - n) / comb(total, cards)
        for n in range(max(0, cards - total + successes), min(successes, cards) + 1)
    }


def counts(column):
    return dict(zip(*(part.tolist() for part in np.unique(column, return_counts=True)), strict=True))


def simulate(deck, line=None, **options):
    return gt.simulate(gt.Deck(deck), line and gt.Line.parse(line.to_toml()), **options)


@pytest.fixture(scope="module")
def undredged():
    """Games in which every draw is a plain one, so that after turn t on the draw 7 + t cards have been seen."""
    observe = {f"opening_{name}": f"opening.count('{what}')" for name, (what, _) in CLASSES.items()}
    observe |= {
        f"seen_{name}": f"hand.count('{what}') + graveyard.count('{what}')" for name, (what, _) in CLASSES.items()
    }
    return simulate(DECK, Line(dredge=[]), games=GAMES, turns=4, seed=3, observe=observe)


@classes
def test_opening_hands_are_hypergeometric(undredged, name):
    assert_fits(counts(undredged[f"opening_{name}"][:, 0]), hypergeometric(CLASSES[name][1], 7), LEVEL)


@pytest.mark.parametrize("turn", [1, 4])
@classes
def test_draws_are_hypergeometric(undredged, name, turn):
    assert_fits(counts(undredged[f"seen_{name}"][:, turn - 1]), hypergeometric(CLASSES[name][1], 7 + turn), LEVEL)


def test_the_parts_of_an_opening_hand_are_jointly_hypergeometric(undredged):
    names = ("imp", "troll", "land")
    seen = Counter(zip(*(undredged[f"opening_{name}"][:, 0].tolist() for name in names), strict=True))
    copies = [CLASSES[name][1] for name in names]
    sizes = [*copies, 60 - sum(copies)]
    expected = {
        (a, b, c): prod(map(comb, sizes, (a, b, c, 7 - a - b - c))) / comb(60, 7)
        for a in range(5)
        for b in range(5)
        for c in range(8 - min(8, a + b))
    }
    assert_fits(seen, expected, LEVEL)


def test_each_card_drawn_is_as_likely_as_its_place_is_any(undredged):
    # The one Darkblast: in the opening hand, then in each draw, with probability 1/60 a card.
    seen = undredged["seen_one"].astype(int)
    first = np.where(seen.any(axis=1), seen.argmax(axis=1) + 1, 5)
    first[undredged["opening_one"][:, 0] > 0] = 0
    assert_fits(counts(first), {0: 7 / 60, 1: 1 / 60, 2: 1 / 60, 3: 1 / 60, 4: 1 / 60, 5: 49 / 60}, LEVEL)


@pytest.mark.parametrize("distance", [1, 2, 64, 1024])
def test_games_know_nothing_of_each_other(undredged, distance):
    lands = undredged["opening_land"][:, 0]
    pairs = lands[: len(lands) // (2 * distance) * 2 * distance].reshape(-1, 2, distance)  # each game in one pair
    assert_fits(pairs_of(pairs[:, 0].ravel(), pairs[:, 1].ravel()), product_of(hypergeometric(17, 7)), LEVEL)


@pytest.mark.parametrize("step", [1, 2**32, 2**63])
def test_runs_with_other_seeds_know_nothing_of_each_other(step):
    runs = [
        simulate(DECK, games=GAMES // 2, turns=1, seed=seed, observe={"lands": "opening.count('land')"})["lands"][:, 0]
        for seed in (3, 3 + step)
    ]
    assert_fits(pairs_of(*runs), product_of(hypergeometric(17, 7)), LEVEL)


def pairs_of(left, right):
    return Counter(zip(left.tolist(), right.tolist(), strict=True))


def product_of(expected):
    return {(a, b): p * q for a, p in expected.items() for b, q in expected.items()}


def test_who_begins_at_random_is_a_fair_coin():
    run = simulate(DECK, Line(on="random"), games=GAMES, turns=1, seed=4, observe={"lands": "opening.count('land')"})
    assert_fits(counts(run.on_play), {False: 0.5, True: 0.5}, LEVEL)
    pairs = pairs_of(run.on_play, run["lands"][:, 0])
    lands = hypergeometric(17, 7)
    assert_fits(pairs, {(side, n): chance / 2 for side in (False, True) for n, chance in lands.items()}, LEVEL)


# -- Bazaar of Baghdad and Serum Powder --------------------------------------------------------------------------

BAZAAR = {"Lightning Bolt": 52, "Serum Powder": 4, "Bazaar of Baghdad": 4}
HANDS = 4_000_000


def bazaar_line(mulligan_to):
    return Line(
        keep="hand.has('Bazaar of Baghdad')",
        mulligan_to=mulligan_to,
        bottom=["Serum Powder > 1", "Lightning Bolt"],
        serum_powder=True,
    )


@pytest.mark.parametrize(("mulligan_to", "known"), [(7, 0.541271), (6, 0.784091), (4, 0.948315), (1, 0.992531)])
def test_a_bazaar_is_in_the_kept_hand_as_often_as_it_must(mulligan_to, known):
    exact = kept_hands(4, 4, 52, mulligan_to)
    chance = float(sum(part for (_, bazaar), part in exact.items() if bazaar))
    assert chance == pytest.approx(known, abs=5e-7)
    run = simulate(
        BAZAAR,
        bazaar_line(mulligan_to),
        games=HANDS,
        turns=1,
        seed=5,
        observe={"b": "opening.has('Bazaar of Baghdad')"},
    )
    error = (chance * (1 - chance) / HANDS) ** 0.5
    assert abs(run["b"][:, 0].mean() - chance) < 4 * error

    assert (run.kept + run.mulligans == 7).all()
    coded = counts(run.kept * 2 + run["b"][:, 0])  # pairs of small numbers as one
    assert_fits({(code // 2, bool(code % 2)): seen for code, seen in coded.items()}, exact, LEVEL)


def test_london_mulligans_alone_keep_as_they_must():
    # Without Powders each hand of seven is a new one: geometric in the mulligans.
    deck = {"Lightning Bolt": 56, "Bazaar of Baghdad": 4}
    line = Line(keep="hand.has('Bazaar of Baghdad')", mulligan_to=3, bottom=["Lightning Bolt"])
    run = simulate(deck, line, games=GAMES, turns=1, seed=6, observe={"b": "opening.count('land')"})
    none = comb(56, 7) / comb(60, 7)
    expected = {mulligans: (1 - none) * none**mulligans for mulligans in range(4)} | {4: none**4}
    assert_fits(counts(run.mulligans), expected, LEVEL)
    # The last hand is kept whatever it is; its Bolts go to the bottom, and where they are only three a Bazaar too.
    last = run["b"][:, 0][run.mulligans == 4]
    drawn = hypergeometric(4, 7)
    assert_fits(counts(last), {0: drawn[0], 1: drawn[1], 2: drawn[2], 3: drawn[3] + drawn[4]}, LEVEL)


def test_cards_on_the_bottom_are_not_drawn():
    # Up to two Islands of the seven cards go to the bottom; five cards are kept, and three draws follow.
    deck = {"Island": 3, "Swamp": 7}
    line = Line(keep="mulligans == 2", bottom=["Island", "Swamp"])
    observe = {"islands": "hand.count('Island') + graveyard.count('Island')"}
    run = simulate(deck, line, games=GAMES, turns=3, seed=7, observe=observe)
    ways = comb(10, 7)
    chance = {n: comb(3, n) * comb(7, 7 - n) / ways for n in range(4)}
    # The three cards that were not in the seven are drawn by the third turn, the two on the bottom are not.
    assert_fits(counts(run["islands"][:, 2]), {3: chance[0], 2: chance[1], 1: chance[2] + chance[3]}, LEVEL)
