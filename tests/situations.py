"""Random decks, lines and expressions, drawn from any `random.Random`: hypothesis has one that it can shrink."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from model import Line
from model.cards import QUIET

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

ZONES = ("hand", "graveyard", "library", "exile", "battlefield", "opening")
WORDS = ("dredge", "land", "nonland", "permanent", "creature", "sorcery", "instant", "basic", "black", "green", "imp")
COUNTERS = ("turn", "milled", "drawn", "dredged", "mulligans", "life")
NAMES = sorted(QUIET)
DREDGERS = sorted(name for name in NAMES if QUIET[name].dredge)


@dataclass
class Situation:
    """All that a game needs but its library order."""

    deck: dict[str, int]
    line: Line
    observe: dict[str, str]
    turns: int


class _Writer:
    """Writes expressions and orders in the words of one deck."""

    def __init__(self, rng: Random, words: Sequence[str]) -> None:
        self.rng = rng
        self.words = words

    def what(self) -> str:
        shapes = ["{0}", "{0}", "{0}", "~{0}", "{0} & {1}", "{0} & ~{1}", "{0} | {1}", "~{0} | {1} & {2}"]
        return self.rng.choice(shapes).format(*(self.rng.choice(self.words) for _ in range(3)))

    def order(self) -> list[str]:
        """An order for a decision point, which may be empty."""
        entries = sorted({self.what() for _ in range(self.rng.randint(0, 5))})
        self.rng.shuffle(entries)
        return [f"{entry} > {n}" if (n := self.rng.randint(-6, 3)) >= 0 else entry for entry in entries]

    def zone(self) -> str:
        return self.rng.choice(ZONES)

    def number(self, depth: int = 2) -> str:
        if not depth or self.rng.random() < 0.4:
            return self.rng.choice(
                [
                    f"{self.zone()}.count()",
                    f'{self.zone()}.count("{self.what()}")',
                    f"{self.zone()}.max('dredge')",
                    f"{self.zone()}.types()",
                    self.rng.choice(COUNTERS),
                    str(self.rng.randint(0, 12)),
                ]
            )
        shape = self.rng.choice(
            ["{} + {}", "{} - {}", "{} * {}", "{} - ({})", "({} + {}) * 3", "({0}) // 3", "{0} // 2"]
        )
        return shape.format(self.number(depth - 1), self.number(depth - 1))

    def condition(self, depth: int = 2) -> str:
        if not depth or self.rng.random() < 0.3:
            if self.rng.random() < 0.3:
                return f'{self.zone()}.has("{self.what()}")'
            sign = self.rng.choice(["<", "<=", "==", "!=", ">=", ">"])
            return f"{self.number(1)} {sign} {self.number(1)}"
        shape = self.rng.choice(["not {0}", "ever({0})", "{0} and {1}", "{0} or {1}", "({0} or {1}) and {2}"])
        return shape.format(*(self.condition(depth - 1) for _ in range(3)))


def situation(rng: Random, observe: dict[str, str], *, mulligans: bool = False) -> Situation:
    """Draw a deck of 7 to 24 cards, a line, and two more things to observe.

    The line keeps every hand, unless `mulligans`: then there may be Powders too, and cards for them to draw.
    """
    names = {rng.choice(DREDGERS if rng.random() < 0.5 else NAMES) for _ in range(rng.randint(1, 6))}
    names = sorted(names)
    rng.shuffle(names)
    deck = {name: rng.randint(1, 4) for name in names}
    deck[rng.choice(names)] += max(0, rng.randint(7, 20) - sum(deck.values()))
    if mulligans:
        deck = {"Serum Powder": rng.randint(2, 5), **deck}
        deck["Forest"] = deck.get("Forest", 0) + rng.randint(1, 20)
        names = list(deck)
    groups = {name: rng.sample(names, rng.randint(1, len(names))) for name in ("outlets", "fuel") if rng.random() < 0.4}
    write = _Writer(rng, [*names, *WORDS, *groups])

    def sometimes(chance: float, text: Callable[[], object]) -> object:
        return text() if rng.random() < chance else None

    line = Line(
        on=rng.choice(["draw", "play", "random"]),
        mulligan_to=7,
        groups=groups,
        dredge=sometimes(0.4, write.order),
        discard=sometimes(0.5, write.order),
        dredge_when=sometimes(0.3, write.condition),
        stop=sometimes(0.2, write.condition),
    )
    if mulligans:
        line.mulligan_to = rng.randint(1, 7)
        line.keep = write.condition()
        line.bottom = sometimes(0.7, write.order)
        line.serum_powder = rng.random() < 0.8
    return Situation(
        deck, line, observe | {"number": write.number(), "condition": write.condition()}, rng.randint(2, 7)
    )
