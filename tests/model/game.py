"""One game of one player, a step at a time, as slowly and plainly as the rules tell it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .cards import CARDS
from .expression import Expression, Zone
from .line import Line
from .words import first_choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

HAND_SIZE = 7  # 103.5 for the opening hand, 402.2 for the most that outlives a cleanup step
LIFE = 20  # 103.4


class ShuffleNeededError(Exception):
    """The game shuffled more often than it was told the outcome; `.cards` is what is shuffled."""

    def __init__(self, cards: Sequence[str]) -> None:
        super().__init__(cards)
        self.cards = cards


class Ended(Exception):  # noqa: N818 - the end of a game is no error
    """The game is over."""


@dataclass
class Trace:
    """What happened in one game."""

    columns: dict[str, list[bool | int]]
    win_turn: int = 0
    lose_turn: int = 0
    kept: int = 0
    mulligans: int = 0
    log: list[tuple] = field(default_factory=list)


class Game:
    """One game."""

    def __init__(
        self,
        deck: Mapping[str, int],
        line: Line,
        shuffles: Iterable[Sequence[str]],
        *,
        observe: Mapping[str, str],
        on_play: bool,
    ) -> None:
        self.deck_list = list(deck)
        self.line = line
        self.on_play = on_play
        self.shuffles = iter(shuffles)
        self.library = [name for name, count in deck.items() for _ in range(count)]
        self.hand: list[str] = []
        self.graveyard: list[str] = []
        self.exile: list[str] = []
        self.opening: list[str] | None = None
        self.turn = self.milled = self.drawn = self.dredged = 0
        self.drew_from_empty = False
        self.trace = Trace({name: [] for name in observe})
        self.observed = {name: Expression(text) for name, text in observe.items()}
        self.keep, self.stop, self.dredge_when = (
            Expression(text) if text is not None else None for text in (line.keep, line.stop, line.dredge_when)
        )
        watching = [*self.observed.values(), self.keep, self.dredge_when]
        self.watchful = self.stop is not None or any(it is not None and it.watched for it in watching)

    # -- what expressions see ------------------------------------------------------------------------------------

    def view(self) -> dict[str, object]:
        zones = {
            "hand": self.hand,
            "graveyard": self.graveyard,
            "library": self.library,
            "exile": self.exile,
            "battlefield": [],
            "stack": [],
            "opening": self.hand if self.opening is None else self.opening,
        }
        return {
            **{name: Zone(cards, self.line.groups) for name, cards in zones.items()},
            "turn": self.turn,
            "life": LIFE,
            "milled": self.milled,
            "drawn": self.drawn,
            "dredged": self.dredged,
            "mulligans": self.trace.mulligans,
            "won": 0,
        }

    def moment(self) -> None:
        """A moment of decision: `ever` looks, and from the first turn on `stop` may end the game at once."""
        if not self.watchful:
            return
        view = self.view()
        for expression in (*self.observed.values(), self.keep, self.stop, self.dredge_when):
            if expression is not None:
                expression.moment(view)
        if self.turn and self.stop is not None and self.stop.value(view):
            raise Ended

    def record(self) -> None:
        view = self.view()
        for name, expression in self.observed.items():
            self.trace.columns[name].append(expression.value(view))

    def log(self, event: str, cards: Iterable[str] = ()) -> None:
        self.trace.log.append((event, self.turn, tuple(sorted(cards))))

    # -- before the first turn -----------------------------------------------------------------------------------

    def shuffle(self) -> None:
        order = next(self.shuffles, None)
        if order is None:
            raise ShuffleNeededError(self.library)
        assert sorted(order) == sorted(self.library)
        self.library = list(order)

    def draw_cards(self, number: int) -> None:
        """Cards before the first turn: no graveyard can replace these draws."""
        for _ in range(number):
            if self.library:
                self.hand.append(self.library.pop(0))
            else:  # 121.4: it is the attempt that loses
                self.drew_from_empty = True

    def new_hand(self) -> None:
        self.library += self.hand
        self.hand = []
        self.shuffle()
        self.draw_cards(HAND_SIZE)
        self.log("mulligan" if self.trace.mulligans else "hand", self.hand)
        self.put_on_bottom(self.trace.mulligans)

    def put_on_bottom(self, number: int) -> None:
        """103.5: as many cards as mulligans were taken, in any order."""
        chosen: list[str] = []
        for _ in range(min(number, len(self.hand))):
            name = first_choice(self.line.bottom or [], self.hand, self.hand, self.deck_list, self.line.groups)
            if name is None:
                name = min(self.hand, key=self.deck_list.index)
            self.hand.remove(name)
            chosen.append(name)
        self.library += chosen
        if chosen:
            self.log("bottom", chosen)

    def wants_to_keep(self) -> bool:
        return self.keep is None or bool(self.keep.value(self.view()))

    def choose_opening_hand(self) -> None:
        self.new_hand()
        while True:
            may_mulligan = len(self.hand) > self.line.mulligan_to
            has_powder = self.line.serum_powder and "Serum Powder" in self.hand
            self.moment()  # 103.5: the declaration is asked for, whatever the line makes of it
            if self.wants_to_keep():
                break
            if has_powder:  # 103.5b: whenever a mulligan could be declared
                number = len(self.hand)
                self.exile += self.hand
                self.hand = []
                self.draw_cards(number)
                self.log("serum_powder", self.hand)
            elif may_mulligan:
                self.trace.mulligans += 1
                self.new_hand()
            else:
                break
        self.opening = list(self.hand)
        self.trace.kept = len(self.hand)
        self.log("keep", self.hand)

    # -- turns ---------------------------------------------------------------------------------------------------

    def check_state(self) -> None:
        """704.5b: whoever tried to draw from an empty library loses when a player would receive priority."""
        if self.drew_from_empty:
            self.trace.lose_turn = self.turn
            self.log("lose")
            raise Ended

    def can_be_dredged(self) -> list[str]:
        """702.52a: in the graveyard, and at least N cards in the library."""
        return [name for name in self.graveyard if 0 < CARDS[name].dredge <= len(self.library)]

    def dredge_choice(self) -> str | None:
        legal = self.can_be_dredged()
        if not legal:
            return None
        self.moment()
        if self.dredge_when is not None and not self.dredge_when.value(self.view()):
            return None
        if self.line.dredge is None:
            return min(legal, key=lambda name: (-CARDS[name].dredge, self.deck_list.index(name)))
        return first_choice(self.line.dredge, self.graveyard, legal, self.deck_list, self.line.groups)

    def draw(self) -> None:
        """121.1: one card, unless dredge replaces it (702.52a: mill N cards, then return the card)."""
        dredger = self.dredge_choice()
        if dredger is not None:
            number = CARDS[dredger].dredge
            milled, self.library = self.library[:number], self.library[number:]
            self.graveyard += milled
            self.graveyard.remove(dredger)
            self.hand.append(dredger)
            self.milled += number
            self.dredged += 1
            self.log("dredge", [dredger])
            self.log("mill", milled)
        elif self.library:
            name = self.library.pop(0)
            self.hand.append(name)
            self.drawn += 1
            self.log("draw", [name])
        else:
            self.drew_from_empty = True  # 121.4
            self.log("failed_draw")

    def discard_choice(self, hand: Sequence[str]) -> str:
        by_list = self.deck_list.index
        if self.line.discard is None:
            return min(hand, key=lambda name: (-CARDS[name].dredge, by_list(name)))
        chosen = first_choice(self.line.discard, hand, hand, self.deck_list, self.line.groups)
        return min(hand, key=by_list) if chosen is None else chosen

    def cleanup(self) -> None:
        """514.1: down to seven cards; they are discarded at once."""
        left, discarded = list(self.hand), []
        while len(left) > HAND_SIZE:
            self.moment()
            discarded.append(self.discard_choice(left))
            left.remove(discarded[-1])
        self.hand = left
        self.graveyard += discarded
        if discarded:
            self.log("discard", discarded)

    def after_the_draw(self) -> None:
        """What is done in a turn besides: nothing, where nothing is played."""

    def take_turn(self) -> None:
        self.turn += 1
        self.log("turn")
        self.check_state()  # 704.3: the first priority of a turn is in its upkeep
        self.moment()  # 503.1
        if not (self.on_play and self.turn == 1):  # 103.8a
            self.draw()  # 504.1
        self.check_state()
        self.moment()  # 504.2, and where the draw step is skipped 505.5
        self.after_the_draw()
        self.cleanup()
        self.moment()
        self.record()

    def play(self, turns: int) -> Trace:
        self.choose_opening_hand()
        try:
            for _ in range(turns):
                self.take_turn()
        except Ended:
            # A loss or `stop` ends the game: this column and the later ones hold the values of that moment. If the
            # moment was the end of a turn, its column is the first of them.
            while len(next(iter(self.trace.columns.values()), [None] * turns)) < turns:
                self.record()
        return self.trace


def play(
    deck: Mapping[str, int],
    shuffles: Iterable[Sequence[str]],
    line: Line | None = None,
    *,
    turns: int = 6,
    observe: Mapping[str, str] | None = None,
    on_play: bool = False,
) -> Trace:
    """Play one game. `shuffles`: the library after each shuffle, top first; the first before the first hand."""
    return Game(deck, line or Line(), shuffles, observe=observe or {}, on_play=on_play).play(turns)
