"""Both spellings of expressions agree, and only Rust judges them."""

import ast
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gravetroll import Error, ExprError, Line, _core, expr
from gravetroll.expr import Expr, castable, casts, ever, graveyard, hand, library, life, opening, opponent, turn, won

COUNTERS = ["milled", "drawn", "dredged", "mulligans", "won", "spells", "turn", "life", "mana", "power"]
ZONES = ["hand", "graveyard", "library", "battlefield", "exile", "stack"]


def canonical(condition):
    """A condition as Rust writes it: equal texts are equal trees."""
    return Line(stop=condition).stop


@pytest.mark.parametrize(
    ("built", "text"),
    [
        (graveyard.count("creature") >= 3, "graveyard.count('creature') >= 3"),
        ((graveyard.count() >= 3) & (turn <= 2), "graveyard.count() >= 3 and turn <= 2"),
        (
            opening.has("Bazaar of Baghdad") | ~hand.has("land"),
            "opening.has('Bazaar of Baghdad') or not hand.has('land')",
        ),
        (hand.has("Lion's Eye Diamond"), "hand.has('Lion\\'s Eye Diamond')"),
        (hand.has('"Ach! Hans, Run!"'), "hand.has('\"Ach! Hans, Run!\"')"),
        (graveyard.types() >= 4, "graveyard.types() >= 4"),
        (graveyard.max("dredge") == 6, "graveyard.max('dredge') == 6"),
        (casts("Dread Return", via="flashback") > 0, "casts('Dread Return', via='flashback') > 0"),
        (castable("instant", "escape"), "castable('instant', via='escape')"),
        (ever(turn == 1), "ever(turn == 1)"),
        (ever("turn == 1"), "ever(turn == 1)"),
        (turn - (life - 1) == 0, "turn - (life - 1) == 0"),
        (turn - life - 1 == 0, "turn - life - 1 == 0"),
        (7 - turn * (life + 1) // 2 != -3, "7 - turn * (life + 1) // 2 != -3"),
        (-(turn + 1) * -life < 2, "-(turn + 1) * -life < 2"),
        (2 + turn - 3 * turn == 6 // turn, "2 + turn - 3 * turn == 6 // turn"),
        (3 >= turn, "turn <= 3"),  # noqa: SIM300
        (~((turn == 1) & (life == 20)), "not (turn == 1 and life == 20)"),
        ((turn == 1) | (life == 1) & (won == 1), "turn == 1 or life == 1 and won == 1"),
        (((turn == 1) | (life == 1)) & (won == 1), "(turn == 1 or life == 1) and won == 1"),
        ((turn == 1) == (life == 1), "(turn == 1) == (life == 1)"),
        ((turn == 1) == True, "(turn == 1) == true"),  # noqa: E712
        (Expr("turn == 1 or life == 1") & hand.has("land"), "(turn == 1 or life == 1) and hand.has('land')"),
        (opponent.life <= 0, "opponent.life <= 0"),
        (
            opponent.graveyard.count("land") + opponent.milled > 3,
            "opponent.graveyard.count('land') + opponent.milled > 3",
        ),
        (turn >= np.int64(2), "turn >= 2"),
        (np.int64(2) <= turn, "turn >= 2"),
        (False | (turn == 1), "false or turn == 1"),
    ],
)
def test_both_spellings_agree(built, text):
    assert canonical(built) == canonical(text)
    assert _core.parse_expr(str(built)) == "bool"


def test_every_name_is_known_to_rust():
    for name in COUNTERS:
        assert str(getattr(expr, name)) == name
        assert _core.parse_expr(name) == "int"
    for name in [*ZONES, "opening"]:
        assert _core.parse_expr(str(getattr(expr, name).count())) == "int"
    for name in ZONES:
        assert _core.parse_expr(str(getattr(opponent, name).count("land"))) == "int"
    assert not hasattr(opponent, "opening")


ARITHMETIC = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: 7 - a * b, lambda a, _: -a]
LOGIC = [lambda a, b: a & b, lambda a, b: a | b, lambda a, b: a == b, lambda a, _: ~a, lambda a, _: ever(a)]


def trees(leaves, operators):
    """Small expressions of one kind."""

    def grow(inner):
        return st.builds(lambda operator, a, b: operator(a, b), st.sampled_from(operators), inner, inner)

    return st.recursive(st.sampled_from(leaves), grow, max_leaves=6)


numbers = trees([turn, life, graveyard.count(), hand.count("land | creature & ~black")], ARITHMETIC)
conditions = trees([turn < 3, life - 1 != turn, hand.has("zombie"), Expr("turn == 1 or life == 2")], LOGIC)


@given(conditions, conditions, conditions)
def test_operators_keep_their_parts_apart(a, b, c):
    assert canonical(a & b | c) == canonical(f"(({a}) and ({b})) or ({c})")
    assert canonical(a | b & c) == canonical(f"({a}) or (({b}) and ({c}))")
    assert canonical(~(a | b)) == canonical(f"not (({a}) or ({b}))")
    assert canonical((a == b) != c) == canonical(f"(({a}) == ({b})) != ({c})")


@given(numbers, numbers, numbers)
def test_arithmetic_keeps_its_parts_apart(a, b, c):
    assert canonical(a - (b - c) * b == -a) == canonical(f"({a}) - (({b}) - ({c})) * ({b}) == -({a})")
    assert canonical(a * (b // c) < c) == canonical(f"({a}) * (({b}) // ({c})) < ({c})")


@given(st.text(st.characters(exclude_categories=["C", "Z"])))
def test_any_name_survives_its_quotes(name):
    assert ast.literal_eval(str(hand.has(name)).removeprefix("hand.has")) == name


@pytest.mark.parametrize(
    "ask", [bool, lambda x: x and x, lambda x: not x, lambda x: 1 <= x <= 3, lambda x: {} if x else 1]
)
def test_no_truth_values(ask):
    with pytest.raises(Error, match=r"no truth value.*& for `and`, \| for `or`, ~ for `not`"):
        ask(turn)


def test_the_remainder_that_is_advised():
    import gravetroll as gt

    run = gt.simulate({"Island": 60}, games=1, turns=5, observe={"left": turn - turn // 3 * 3})
    assert run["left"].tolist() == [[1, 2, 0, 1, 2]]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: turn + 1.5, "1.5 cannot be part of an expression: numbers are whole"),
        (lambda: turn == "3", "'3' cannot be part of an expression: expressions as text go into gt.Expr"),
        (
            lambda: turn & "life == 1",
            "'life == 1' cannot be part of an expression: expressions as text go into gt.Expr",
        ),
        (lambda: turn / 2, "`turn / ...`: numbers are whole, write //"),
        (lambda: turn % 2, r"`turn % ...`: there is no remainder, write x - x // n \* n"),
        (lambda: 7 % turn, r"`... % turn`: there is no remainder, write n - n // x \* x"),
        (lambda: turn**2, r"`turn \*\* ...`: there are no powers, write x \* x"),
        (lambda: 2**turn, r"`... \*\* turn`: there are no powers"),
        (lambda: graveyard % 2, "`graveyard` is a zone and no number"),
        (lambda: 2 / graveyard, "`graveyard` is a zone and no number"),
        (lambda: None == turn, "None cannot be part of an expression"),  # noqa: E711, SIM300
        (
            lambda: graveyard >= 3,
            r"`graveyard` is a zone and no number: graveyard.count\(\) is the number of its cards",
        ),
        (lambda: opponent.hand == 3, "`opponent.hand` is a zone and no number"),
        (lambda: 3 - graveyard, "`graveyard` is a zone"),
        (lambda: bool(library), "`library` is a zone"),
        (lambda: graveyard.count(3), r"graveyard.count\(3\): a text is wanted"),
        (lambda: hand.has(None), r"hand.has\(None\): a text is wanted"),
        (lambda: casts("x", via=1), r"via\(1\): a text is wanted"),
        (lambda: ever(3), r"ever\(3\): an expression is wanted"),
    ],
)
def test_wrong_operands(wrong, message):
    with pytest.raises(Error, match=message):
        wrong()


def test_expressions_are_immutable_and_pickle():
    e = turn >= 3
    with pytest.raises(AttributeError):
        e.text = "turn"
    with pytest.raises(TypeError):
        hash(e)
    copy = pickle.loads(pickle.dumps(e | (life == 1)))  # noqa: S301
    assert str(copy & e) == "(turn >= 3 or life == 1) and turn >= 3"
    assert str(pickle.loads(pickle.dumps(opponent)).hand.count()) == "opponent.hand.count()"  # noqa: S301
    assert repr(e) == "Expr('turn >= 3')"
    assert repr([graveyard, opponent]) == "[Zone('graveyard'), opponent]"


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("graveyard.count('x') and 3", 0, "`and` joins conditions, and this is a number"),
        ("gravyard.count()", 0, "did you mean `graveyard`?"),
        ("turn == 1 & life == 2", 10, "in text write `and`"),
        ("æther.count()", 0, "`æther` is not known here"),
        ("hand.has('Æther') and tunr == 1", 22, "did you mean `turn`?"),
        ("turn // 0", 8, "division by zero"),
        ("(" * 5000, 101, "nested more than 100 deep"),
        ("", 0, "a value is missing before the end"),
    ],
)
def test_errors_show_the_position(text, position, message):
    with pytest.raises(ExprError) as caught:
        _core.parse_expr(text)
    error = caught.value
    assert message in str(error)
    assert f"at position {position} of `" in str(error)
    assert (error.position, error.text) == (position, text)
    assert "\n" not in str(error)


def test_kinds():
    assert _core.parse_expr("graveyard.count('zombie') + 1") == "int"
    assert _core.parse_expr("graveyard.has('a group nobody knows yet')") == "bool"
