"""Modern mill: Crabs, fetch lands, Glimpse the Unthinkable and Archive Trap."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from .expression import Zone
from .game import Ended
from .line import Line
from .spells import Spells

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from random import Random

MILL = """
on = "draw"
attack = false
[groups]
fetches = ["Polluted Delta", "Flooded Strand"]
[prefer]
play = ["fetches", "Watery Grave"]
search = ["Watery Grave", "Island"]
[[main]]
cast = "Hedron Crab"
[[main]]
cast = "Ruin Crab"
[[main]]
play = "land"
[[main]]
activate = "fetches"
[[main]]
cast = "Glimpse the Unthinkable"
[[main]]
cast = "Archive Trap"
"""


class Mill(Spells):
    """Crabs, fetch lands and spells that mill, against an opponent who draws each turn and has Mountains only."""

    FETCHES = frozenset({"Polluted Delta", "Flooded Strand"})
    CRABS = ("Hedron Crab", "Ruin Crab")
    SPELLS = (("Glimpse the Unthinkable", "UB", 10), ("Archive Trap", "333UU", 13))

    def __init__(
        self,
        deck: Mapping[str, int],
        shuffles: Iterable[Sequence[str]] | Random,
        *,
        observe: Mapping[str, str],
        theirs: int,
    ) -> None:
        super().__init__(deck, Line(), shuffles, observe=observe)
        self.theirs = theirs - 7  # the library of the opponent, who begins and does not draw in the first turn
        self.their_milled = 0

    def view(self) -> dict[str, object]:
        library = Zone(["Mountain"] * self.theirs, self.line.groups)
        return {**super().view(), "opponent": SimpleNamespace(library=library, milled=self.their_milled)}

    def mill_them(self, number: int) -> None:
        number = min(number, self.theirs)  # 701.17b
        self.theirs -= number
        self.their_milled += number
        if number:
            self.log("their mill", ["Mountain"] * number)

    def enter(self, land: str) -> None:
        """A land has entered: that costs life or not, and each Crab triggers (603.2)."""
        if land == "Watery Grave":
            self.life -= 2
        for crab in self.CRABS:
            for _ in range(self.battlefield.count(crab)):
                self.mill_them(3)

    def act(self) -> bool:
        for crab in self.CRABS:
            if self.cast_for(crab, "U"):
                self.battlefield.append(self.stack.pop())
                return True
        by_list = [name for name in self.deck_list if name in self.FETCHES]
        land = self.play_land([*by_list, "Watery Grave", "Island"])
        if land is not None:
            self.enter(land)
            return True
        for fetch in by_list:
            if fetch in self.battlefield:
                self.fetch_with(fetch)
                return True
        for spell, cost, number in self.SPELLS:
            if self.cast_for(spell, cost):
                self.mill_them(number)
                self.graveyard.append(self.stack.pop())
                return True
        return False

    def fetch_with(self, fetch: str) -> None:
        self.battlefield.remove(fetch)
        self.graveyard.append(fetch)
        self.life -= 1
        self.log("activate", [fetch])
        found = next((name for name in ("Watery Grave", "Island") if name in self.library), None)
        if found is not None:
            self.library.remove(found)
            self.log("find", [found])
            self.put_on_battlefield(found)
        self.shuffle()
        if found is not None:
            self.enter(found)

    def take_turn(self) -> None:
        super().take_turn()
        if self.theirs == 0:  # 104.3c: the opponent's draw, in the turn after
            self.trace.win_turn = self.turn
            raise Ended
        self.theirs -= 1
