"""LED dredge up to the first Faithless Looting, with Lion's Eye Diamonds in response, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .line import Line
from .spells import MANA, Spells

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from random import Random

LOOTING, NARCOMOEBA, AMALGAM, DIAMOND = "Faithless Looting", "Narcomoeba", "Prized Amalgam", "Lion's Eye Diamond"
FIRST_LOOTING = f"""
on = "draw"
attack = false
[[main]]
play = "land"
[[main]]
cast = "{DIAMOND}"
[[main]]
cast = "{LOOTING}"
when = "casts('{LOOTING}') == 0"
[[response]]
activate = "{DIAMOND}"
when = "stack.has('{LOOTING}')"
"""


class FirstLooting(Spells):
    """Lands, Diamonds, a Looting whose draws are dredged, and the turns after it in which nothing else is cast."""

    def __init__(
        self,
        deck: Mapping[str, int],
        shuffles: Iterable[Sequence[str]] | Random,
        *,
        observe: Mapping[str, str],
    ) -> None:
        super().__init__(deck, Line(), shuffles, observe=observe)
        self.triggered = 0  # abilities of Narcomoebas that wait to resolve
        self.returning = 0  # Amalgams that return in the next end step

    def draw(self) -> None:
        before = len(self.trace.log)
        super().draw()
        milled = [cards for event, _, cards in self.trace.log[before:] if event == "mill"]
        self.triggered += sum(cards.count(NARCOMOEBA) for cards in milled)

    def return_from_graveyard(self, name: str) -> None:
        self.graveyard.remove(name)
        self.battlefield.append(name)
        self.log("return", [name])
        self.returning = self.graveyard.count(AMALGAM)

    def resolve_triggers(self) -> None:
        while self.triggered:
            self.triggered -= 1
            self.return_from_graveyard(NARCOMOEBA)

    def after_the_draw(self) -> None:
        self.resolve_triggers()
        super().after_the_draw()
        for _ in range(self.returning):  # those which this calls wait for the end step after (603.7b)
            self.return_from_graveyard(AMALGAM)

    def act(self) -> bool:
        if self.play_land([name for name in self.deck_list if name in MANA]) is not None:
            return True
        if self.cast_for(DIAMOND, ""):
            self.battlefield.append(self.stack.pop())
            return True
        if self.cast[LOOTING] == 0 and self.cast_for(LOOTING, "R"):
            while DIAMOND in self.battlefield:
                self.crack()
            self.loot()
            return True
        return False

    def crack(self) -> None:
        self.battlefield.remove(DIAMOND)
        if self.hand:
            self.log("discard", self.hand)
        self.log("activate", [DIAMOND])
        self.graveyard += [*self.hand, DIAMOND]
        self.hand = []

    def loot(self) -> None:
        self.draw()
        self.draw()
        chosen: list[str] = []
        for _ in range(min(2, len(self.hand))):
            chosen.append(self.discard_choice(self.hand))
            self.hand.remove(chosen[-1])
        if chosen:
            self.log("discard", chosen)
        self.graveyard += [*chosen, self.stack.pop()]
        self.check_state()
        self.resolve_triggers()
