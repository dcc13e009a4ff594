"""Expressions: what a run observes, and when a line acts.

An expression is text; the objects here only build it, and nothing is worked out before a game is played.
Zones (`hand`, `graveyard`, `library`, `battlefield`, `exile`, `stack`, `opening`) are asked with `count`, `has`,
`types` and `max`; counters (`milled`, `turn`, `life`, ...) are numbers; `&`, `|` and `~` are and, or and not.

Examples
--------
>>> from gravetroll.expr import ever, graveyard, turn
>>> print((graveyard.count("creature") >= 3) & (turn <= 2))
graveyard.count('creature') >= 3 and turn <= 2
>>> print(~ever(graveyard.has("Lion's Eye Diamond")))
not ever(graveyard.has("Lion's Eye Diamond"))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn, SupportsIndex

from gravetroll.errors import Error
from gravetroll.plain import whole_of

__all__ = [
    "Expr",
    "Opponent",
    "Zone",
    "battlefield",
    "castable",
    "casts",
    "drawn",
    "dredged",
    "ever",
    "exile",
    "graveyard",
    "hand",
    "library",
    "life",
    "mana",
    "milled",
    "mulligans",
    "opening",
    "opponent",
    "power",
    "spells",
    "stack",
    "turn",
    "won",
]

# How strongly a text binds, as in Python; 0 is a text of which nothing is known.
_OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _UNARY, _ATOM = range(1, 9)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Expr:
    """An expression of numbers (int) or conditions (bool), immutable.

    Operators: ``+ - * //`` (rounding down; by zero it gives 0), comparisons, and ``& | ~`` for and, or, not. The other
    operand may be a whole number (2.0 is one), on either side. Comparisons give expressions, so that expressions have
    neither truth values nor hashes.

    Parameters
    ----------
    text : str
        The expression as text, for instance ``"turn >= 3 and hand.has('land')"``. It is checked where it is used.

    Raises
    ------
    Error
        An operand is no expression, no whole number and no truth value; or a truth value is asked for, as
        ``and``, ``or``, ``not``, ``if`` and ``1 <= x <= 3`` do.

    Examples
    --------
    >>> from gravetroll.expr import Expr, library, milled
    >>> Expr("turn >= 3") & (library.count() - milled // 2 > 10)
    Expr('(turn >= 3) and library.count() - milled // 2 > 10')
    >>> 1 <= milled
    Expr('milled >= 1')
    """

    text: str
    _binding: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise Error(f"Expr({self.text!r}): an expression is text (str), not {type(self.text).__name__}")

    # numpy leaves its own operators to ours, instead of making arrays of expressions.
    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Expr({self.text!r})"

    def __bool__(self) -> NoReturn:
        raise Error(
            f"`{self.text}` has no truth value before a game is played: write & for `and`, | for `or`, ~ for `not`, "
            "each side in parentheses, and (1 <= x) & (x <= 3) for `1 <= x <= 3`"
        )

    def __add__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _binary(self, "+", other, _SUM)

    def __radd__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _binary(other, "+", self, _SUM)

    def __sub__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _binary(self, "-", other, _SUM)

    def __rsub__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _binary(other, "-", self, _SUM)

    def __mul__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _binary(self, "*", other, _PRODUCT)

    def __rmul__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _binary(other, "*", self, _PRODUCT)

    def __floordiv__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _binary(self, "//", other, _PRODUCT)

    def __rfloordiv__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _binary(other, "//", self, _PRODUCT)

    def __truediv__(self, other: object) -> NoReturn:
        raise Error(f"`{self.text} / ...`: numbers are whole, write //")

    def __rtruediv__(self, other: object) -> NoReturn:
        raise Error(f"`... / {self.text}`: numbers are whole, write //")

    def __mod__(self, other: object) -> NoReturn:
        raise Error(f"`{self.text} % ...`: there is no remainder, write x - x // n * n")

    def __rmod__(self, other: object) -> NoReturn:
        raise Error(f"`... % {self.text}`: there is no remainder, write n - n // x * x")

    def __pow__(self, other: object) -> NoReturn:
        raise Error(f"`{self.text} ** ...`: there are no powers, write x * x")

    def __rpow__(self, other: object) -> NoReturn:
        raise Error(f"`... ** {self.text}`: there are no powers")

    def __neg__(self) -> Expr:
        return Expr(f"-{_within(self, _UNARY)}", _UNARY)

    def __eq__(self, other: Expr | SupportsIndex | float) -> Expr:  # type: ignore[override]
        return _compare(self, "==", other)

    def __ne__(self, other: Expr | SupportsIndex | float) -> Expr:  # type: ignore[override]
        return _compare(self, "!=", other)

    def __lt__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _compare(self, "<", other)

    def __le__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _compare(self, "<=", other)

    def __gt__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _compare(self, ">", other)

    def __ge__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _compare(self, ">=", other)

    def __and__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _binary(self, "and", other, _AND)

    def __rand__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _binary(other, "and", self, _AND)

    def __or__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _binary(self, "or", other, _OR)

    def __ror__(self, other: Expr | SupportsIndex | float) -> Expr:
        return _binary(other, "or", self, _OR)

    def __invert__(self) -> Expr:
        return Expr(f"not {_within(self, _NOT)}", _NOT)


def _within(value: object, least: int) -> str:
    """Return the text of an operand, in parentheses where it binds less than `least`."""
    if isinstance(value, Expr):
        return value.text if value._binding >= least else f"({value.text})"  # noqa: SLF001
    if isinstance(value, bool):
        return "true" if value else "false"
    number = whole_of(value)
    if number is None:
        hint = "expressions as text go into gt.Expr(...)" if isinstance(value, str) else "numbers are whole"
        raise Error(f"{value!r} cannot be part of an expression: {hint}")
    return str(number) if number >= 0 or least <= _UNARY else f"({number})"


def _binary(left: object, sign: str, right: object, binding: int) -> Expr:
    return Expr(f"{_within(left, binding)} {sign} {_within(right, binding + 1)}", binding)


def _compare(left: object, sign: str, right: object) -> Expr:
    return Expr(f"{_within(left, _SUM)} {sign} {_within(right, _SUM)}", _COMPARISON)


def _quoted(what: object, function: str) -> str:
    if not isinstance(what, str):
        raise Error(f"{function}({what!r}): a text is wanted, such as 'creature' or 'Stinkweed Imp'")
    quote = '"' if "'" in what and '"' not in what else "'"
    inside = what.replace("\\", "\\\\").replace(quote, "\\" + quote)
    return f"{quote}{inside}{quote}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Zone:
    """A zone, which is asked for the cards in it.

    Parameters
    ----------
    name : str
        How expressions spell it, for instance ``"opponent.graveyard"``.
    """

    name: str

    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Zone({self.name!r})"

    def count(self, what: str | None = None) -> Expr:
        """Count the cards here.

        Parameters
        ----------
        what : str, optional
            Which cards: a card name, a group, type, keyword or colour, combined with ``&``, ``|``, ``~``.
            Left out: all.

        Returns
        -------
        Expr
            A number.

        Raises
        ------
        Error
            `what` is no text.

        Examples
        --------
        >>> from gravetroll.expr import graveyard
        >>> graveyard.count("creature & black")
        Expr("graveyard.count('creature & black')")
        """
        inside = "" if what is None else _quoted(what, f"{self.name}.count")
        return Expr(f"{self.name}.count({inside})", _ATOM)

    def has(self, what: str) -> Expr:
        """Ask whether such a card is here.

        Parameters
        ----------
        what : str
            Which cards, as in `count`.

        Returns
        -------
        Expr
            A condition.

        Raises
        ------
        Error
            `what` is no text.

        Examples
        --------
        >>> from gravetroll.expr import opening
        >>> opening.has("Bazaar of Baghdad")
        Expr("opening.has('Bazaar of Baghdad')")
        """
        return Expr(f"{self.name}.has({_quoted(what, f'{self.name}.has')})", _ATOM)

    def types(self) -> Expr:
        """Count the card types among the cards here, as delirium does.

        Returns
        -------
        Expr
            A number.

        Examples
        --------
        >>> from gravetroll.expr import graveyard
        >>> graveyard.types() >= 4
        Expr('graveyard.types() >= 4')
        """
        return Expr(f"{self.name}.types()", _ATOM)

    def max(self, keyword: str) -> Expr:
        """Find the largest number of a keyword among the cards here.

        Parameters
        ----------
        keyword : str
            A keyword with a number, such as ``"dredge"``.

        Returns
        -------
        Expr
            A number; 0 where no card has the keyword.

        Raises
        ------
        Error
            `keyword` is no text.

        Examples
        --------
        >>> from gravetroll.expr import graveyard
        >>> graveyard.max("dredge")
        Expr("graveyard.max('dredge')")
        """
        return Expr(f"{self.name}.max({_quoted(keyword, f'{self.name}.max')})", _ATOM)

    def _refuse(self, *_: object) -> NoReturn:
        raise Error(f"`{self.name}` is a zone and no number: {self.name}.count() is the number of its cards")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = __neg__ = _refuse
    __truediv__ = __rtruediv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = _refuse
    __and__ = __rand__ = __or__ = __ror__ = __invert__ = __bool__ = _refuse


def _counter(name: str) -> Expr:
    return Expr(name, _ATOM)


class Opponent:
    """The opponent's zones (all but `opening`), `life` and `milled`."""

    __slots__ = ()

    hand = Zone("opponent.hand")
    graveyard = Zone("opponent.graveyard")
    library = Zone("opponent.library")
    battlefield = Zone("opponent.battlefield")
    exile = Zone("opponent.exile")
    stack = Zone("opponent.stack")
    life = _counter("opponent.life")
    milled = _counter("opponent.milled")

    def __repr__(self) -> str:
        return "opponent"


hand = Zone("hand")
graveyard = Zone("graveyard")
library = Zone("library")
battlefield = Zone("battlefield")
exile = Zone("exile")
stack = Zone("stack")
opening = Zone("opening")
opponent = Opponent()

milled = _counter("milled")
drawn = _counter("drawn")
dredged = _counter("dredged")
mulligans = _counter("mulligans")
won = _counter("won")
spells = _counter("spells")
turn = _counter("turn")
life = _counter("life")
mana = _counter("mana")
power = _counter("power")


def _call(name: str, what: str, via: str | None) -> Expr:
    route = "" if via is None else f", via={_quoted(via, 'via')}"
    return Expr(f"{name}({_quoted(what, name)}{route})", _ATOM)


def casts(what: str, via: str | None = None) -> Expr:
    """Count the spells that you have cast since the game began; copies are not cast.

    Parameters
    ----------
    what : str
        Which spells, as in `Zone.count`.
    via : str, optional
        Only those cast that way, for instance ``"flashback"``.

    Returns
    -------
    Expr
        A number.

    Raises
    ------
    Error
        An argument is no text.

    Examples
    --------
    >>> from gravetroll.expr import casts
    >>> casts("Dread Return", via="flashback") >= 1
    Expr("casts('Dread Return', via='flashback') >= 1")
    """
    return _call("casts", what, via)


def castable(what: str, via: str | None = None) -> Expr:
    """Ask whether such a card of your hand, graveyard or exile could be cast now: the time, targets and costs count.

    Parameters
    ----------
    what : str
        Which spells, as in `Zone.count`.
    via : str, optional
        Only in that way, for instance ``"escape"``.

    Returns
    -------
    Expr
        A condition.

    Raises
    ------
    Error
        An argument is no text.

    Examples
    --------
    >>> from gravetroll.expr import castable
    >>> castable("instant | sorcery")
    Expr("castable('instant | sorcery')")
    """
    return _call("castable", what, via)


def ever(condition: Expr | str) -> Expr:
    """Ask whether a condition has held at some moment of decision so far.

    Parameters
    ----------
    condition : Expr or str
        What is remembered.

    Returns
    -------
    Expr
        A condition.

    Raises
    ------
    Error
        `condition` is neither an expression nor text.

    Examples
    --------
    >>> from gravetroll.expr import ever, hand
    >>> ever(hand.count() == 0)
    Expr('ever(hand.count() == 0)')
    """
    if not isinstance(condition, Expr | str):
        raise Error(f"ever({condition!r}): an expression is wanted")
    return Expr(f"ever({condition})", _ATOM)
