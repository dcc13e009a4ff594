"""Games in which lands are played and spells cast: what the lines have in common that the model plays by itself."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from random import Random
from typing import TYPE_CHECKING

from .expression import Zone
from .game import LIFE, Game

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .line import Line

# What a land can be tapped for (305.6 where it has a basic land type).
MANA = {"Island": "U", "Watery Grave": "UB", "Mountain": "R", "Mana Confluence": "WUBRG"}


def suffices(lands: Sequence[str], cost: str) -> bool:
    """Whether each symbol of a cost, of which digits are any mana, can be paid with a land of its own."""
    assert len(lands) == len(cost)
    return any(
        all(symbol.isdigit() or symbol in MANA[land] for symbol, land in zip(cost, order, strict=True))
        for order in permutations(lands)
    )


class Spells(Game):
    """One game; `act` does the first thing that the line does now, if it does one."""

    def __init__(
        self,
        deck: Mapping[str, int],
        line: Line,
        shuffles: Iterable[Sequence[str]] | Random,
        *,
        observe: Mapping[str, str],
    ) -> None:
        super().__init__(deck, line, (), observe=observe, on_play=False)
        self.shuffles = shuffles if isinstance(shuffles, Random) else iter(shuffles)
        self.battlefield: list[str] = []
        self.untapped: list[str] = []  # lands that can be tapped for mana
        self.stack: list[str] = []
        self.cast: Counter[str] = Counter()
        self.life = LIFE
        self.land_played = False

    def view(self) -> dict[str, object]:
        zones = {"battlefield": self.battlefield, "stack": self.stack}
        changed = {name: Zone(cards, self.line.groups) for name, cards in zones.items()}
        return {**super().view(), **changed, "life": self.life}

    def shuffle(self) -> None:
        """A shuffle comes out as it is told, whose end need not be told where nobody sees it, or by chance."""
        if isinstance(self.shuffles, Random):
            self.shuffles.shuffle(self.library)
            return
        told = next(self.shuffles)
        rest = Counter(self.library)
        rest.subtract(told)
        assert min(rest.values(), default=0) >= 0
        self.library = [*told, *rest.elements()]

    def act(self) -> bool:
        raise NotImplementedError

    def after_the_draw(self) -> None:
        self.untapped = [name for name in self.battlefield if name in MANA]  # 502.3
        self.land_played = False
        while self.act():
            self.moment()

    def pay(self, cost: str) -> bool:
        """Tap lands for a cost such as `"1UB"` (a digit: any mana), those first that make the fewest colours."""
        by_use = sorted(self.untapped, key=lambda name: (len(MANA[name]), self.deck_list.index(name)))
        for lands in combinations(by_use, len(cost)):
            if suffices(lands, cost):
                for land in lands:
                    self.untapped.remove(land)
                self.life -= lands.count("Mana Confluence")
                return True
        return False

    def put_on_battlefield(self, name: str) -> None:
        self.battlefield.append(name)
        if name in MANA:
            self.untapped.append(name)

    def play_land(self, order: Sequence[str]) -> str | None:
        """Play a land, the first in this order; what it was (305.2)."""
        land = next((name for name in order if name in self.hand), None)
        if land is None or self.land_played:
            return None
        self.land_played = True
        self.hand.remove(land)
        self.log("play", [land])
        self.put_on_battlefield(land)
        return land

    def cast_for(self, name: str, cost: str) -> bool:
        """Cast a card out of the hand, if that can be done; it is on the stack then."""
        if name not in self.hand or not self.pay(cost):
            return False
        self.hand.remove(name)
        self.stack.append(name)
        self.cast[name] += 1
        self.log("cast", [name])
        return True
