"""Expressions: Python itself reads them, for their spelling is Python's; a few objects answer for the zones."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING

from .cards import CARDS
from .words import matches

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import CodeType

    from .words import Groups

LOWEST, HIGHEST = -(2**15), 2**15 - 1


class Zone:
    """One zone as expressions see it."""

    def __init__(self, cards: Sequence[str], groups: Groups) -> None:
        self.cards = cards
        self.groups = groups

    def count(self, what: str | None = None) -> int:
        return sum(what is None or matches(what, name, self.groups) for name in self.cards)

    def has(self, what: str) -> bool:
        return self.count(what) > 0

    def types(self) -> int:
        return len({kind for name in self.cards for kind in CARDS[name].types})

    def max(self, keyword: str) -> int:
        assert keyword == "dredge"
        return max((CARDS[name].dredge for name in self.cards), default=0)


class _Ever(ast.NodeTransformer):
    """Replaces each `ever(X)` by a look at whether X has held, and keeps X apart; the inner ones come first."""

    def __init__(self) -> None:
        self.watched: list[CodeType] = []

    def visit_Call(self, call: ast.Call) -> ast.expr:
        self.generic_visit(call)
        if not (isinstance(call.func, ast.Name) and call.func.id == "ever"):
            return call
        self.watched.append(_compile(ast.Expression(call.args[0])))
        return ast.Subscript(ast.Name("held", ast.Load()), ast.Constant(len(self.watched) - 1), ast.Load())


def _compile(tree: ast.Expression) -> CodeType:
    return compile(ast.fix_missing_locations(tree), "<expression>", "eval")


@cache
def _read(text: str) -> tuple[CodeType, list[CodeType]]:
    ever = _Ever()
    tree = ever.visit(ast.parse(text, mode="eval"))
    return _compile(tree), ever.watched


class Expression:
    """One expression in one game, with the memory of each `ever` in it."""

    def __init__(self, text: str) -> None:
        self.code, self.watched = _read(text)
        self.held = [False] * len(self.watched)

    def moment(self, view: Mapping[str, object]) -> None:
        """Look at what stands in each `ever` at a moment of decision."""
        for place, code in enumerate(self.watched):
            self.held[place] = self.held[place] or bool(self._evaluate(code, view))

    def value(self, view: Mapping[str, object]) -> bool | int:
        """What it is worth now: a bool, or a number that saturates as 16 bits do."""
        value = self._evaluate(self.code, view)
        return value if isinstance(value, bool) else max(LOWEST, min(HIGHEST, value))

    def _evaluate(self, code: CodeType, view: Mapping[str, object]) -> bool | int:
        return eval(code, {"__builtins__": {}, "held": self.held}, view)  # noqa: S307 - our own text
