"""One game, step by step, with the full rules of the engine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, cast

from gravetroll import _core
from gravetroll.errors import CaseError, Error
from gravetroll.plain import plain_json

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Game", "Player"]


class Game:
    """A game of two players that is played one step at a time.

    The start and the steps are spelled as in a rules case. You are the player who acts; the opponent does what a step
    with ``"who": "opponent"`` says. After each step state-based actions are checked and triggered abilities are put on
    the stack; nothing on the stack resolves before a step says so. Games can be copied and pickled: a pickle holds the
    start and the steps.

    Parameters
    ----------
    you, opponent : mapping, optional
        What a player has at the start: ``library`` (card names, top first, or a number of blank cards), ``hand``,
        ``graveyard``, ``exile``, ``command``, ``battlefield`` (names, or mappings with ``card``, ``tapped``, ``sick``,
        ``damage``, ``counters``, ``attached_to``, ``token``), ``life`` (20), ``mana``, and ``drawn``, ``spells`` and
        ``lands`` earlier this turn. What is left out is empty.
    seed : int, default 0
        Fixes every shuffle: the same start, seed and steps are the same game. 0 to 2**63 - 1.
    turn : {"you", "opponent"}, default "you"
        Whose turn it is.
    step : str, default "main"
        ``"upkeep"``, ``"draw"``, ``"main"``, ``"combat"``, ``"main2"``, ``"end"`` or ``"cleanup"``; what happens as it
        begins has happened.
    on_the_play : bool, default False
        Whether this is the first turn of the player who began.

    Raises
    ------
    CaseError
        When the start cannot be read: which key, and what would mend it; or a name is no card's.

    Examples
    --------
    >>> import gravetroll as gt
    >>> g = gt.Game(you={"library": 7, "graveyard": ["Stinkweed Imp"], "hand": ["Divination"], "mana": "{2}{U}"})
    >>> g.do({"cast": "Divination"})
    >>> g.stack
    ['Divination']
    >>> g.do({"resolve": 1, "dredge": ["Stinkweed Imp", ""]})
    >>> g.you.hand, len(g.you.library), len(g.you.graveyard)
    (['Stinkweed Imp', 'Filler'], 1, 6)
    >>> for event in g.log[-5:]:
    ...     print(event["event"], event["cards"], event["rule"])
    resolve ['Divination'] 608.2
    dredge ['Stinkweed Imp'] 702.52a
    mill ['Filler', 'Filler', 'Filler', 'Filler', 'Filler'] 701.17a
    draw ['Filler'] 121.1
    move ['Divination'] 400.7
    """

    def __init__(
        self,
        you: Mapping[str, Any] | None = None,
        opponent: Mapping[str, Any] | None = None,
        *,
        seed: SupportsIndex | float = 0,
        turn: Literal["you", "opponent"] = "you",
        step: str = "main",
        on_the_play: bool = False,
    ) -> None:
        start = {"you": you, "opponent": opponent, "seed": seed, "turn": turn, "step": step, "on_the_play": on_the_play}
        self._start = plain_json(start, CaseError, "Game")
        self._core = _core.Game(self._start)
        # What it is pickled as: the same start, seed and steps are the same game.
        self._steps: list[str] = []

    @property
    def you(self) -> Player:
        """The player who acts."""
        return Player(self, "you")

    @property
    def opponent(self) -> Player:
        """The other player."""
        return Player(self, "opponent")

    @property
    def stack(self) -> list[str]:
        """The stack, top first: ``"NAME"``, ``"NAME (copy)"``, ``"NAME (trigger)"`` or ``"NAME (ability)"``."""
        return cast("list[str]", self.state()["stack"])

    @property
    def log(self) -> list[dict[str, Any]]:
        """Every event since the start, the first one first.

        Each is a dict with ``event`` (such as ``"mill"``), ``turn`` (turns of yours begun), ``active`` and ``who``
        (``"you"`` or ``"opponent"``), ``step``, ``cards`` (names as they were then), and ``rule``, the number of the
        rule by which it happened; where they say something also ``targets``, ``amount``, ``from`` and ``to`` (zones),
        ``counter`` (its kind), ``mana`` and ``via``.
        """
        return cast("list[dict[str, Any]]", json.loads(self._core.log(0)))

    def actions(self, who: Literal["you", "opponent"] = "you") -> list[dict[str, Any]]:
        """List what a player may do now.

        Parameters
        ----------
        who : {"you", "opponent"}, default "you"
            The player.

        Returns
        -------
        list of dict
            One step for each card, zone, way and ability, without targets and payments, all of which `do` takes as
            they are; last what comes when everybody passes (``resolve``, ``to`` or ``next_turn``). Empty when the game
            is over. What is legal only with other targets or payments than the engine's own choice is not listed.

        Examples
        --------
        >>> import gravetroll as gt
        >>> g = gt.Game(you={"hand": ["Island", "Swamp", "Island"], "battlefield": ["Swamp"]})
        >>> for action in g.actions():
        ...     print(action)
        {'play': 'Island', 'from': 'hand'}
        {'play': 'Swamp', 'from': 'hand'}
        {'tap_for_mana': 'Swamp'}
        {'to': 'combat'}
        """
        _check_who(who)
        return cast("list[dict[str, Any]]", json.loads(self._core.actions(who == "opponent")))

    def do(self, step: Mapping[str, Any]) -> str | int | None:
        """Take a step.

        Parameters
        ----------
        step : mapping
            A step as in a rules case: one verb, what goes with it, and the choices that come up. What is left out is
            the engine's own choice.

        Returns
        -------
        str, int or None
            The answer where the step asks something: of ``cost`` the mana part, such as ``"{1}{U}"``; of
            ``could_produce`` letters of ``"WUBRGC"``; of ``mana_value`` a number. Else None.

        Raises
        ------
        IllegalAction
            When the rules do not allow it; the game is exactly as it was.
        CaseError
            When it cannot be read: which key, and what would mend it; a name that is no card's, too.

        Examples
        --------
        >>> import gravetroll as gt
        >>> g = gt.Game(you={"hand": ["Hill Giant"], "battlefield": ["Mountain"]})
        >>> g.do({"cost": "Hill Giant"})
        '{3}{R}'
        >>> try:
        ...     g.do({"cast": "Hill Giant"})
        ... except gt.IllegalAction as error:
        ...     print(error)
        cast: {3}{R} cannot be paid
        """
        given = plain_json(step, CaseError, "Game.do")
        answer = cast("str | int | None", json.loads(self._core.take(given)))
        if answer is None:  # a question changes nothing
            self._steps.append(given)
        return answer

    def state(self) -> dict[str, Any]:
        """Give the position as plain data, with every key of ``expect`` of a rules case.

        Returns
        -------
        dict
            ``you`` and ``opponent``: the zones as lists of names, ``life``, ``mana``, ``drawn``, ``lost`` and ``won``;
            ``stack``: names, top first; ``permanents``: for each name a list of dicts with ``controller``, ``counters``
            (kind to number), ``damage``, ``power``, ``toughness`` (None of what is no creature) and ``tapped``, yours
            first and the oldest first.

        Examples
        --------
        >>> import gravetroll as gt
        >>> g = gt.Game(you={"battlefield": [{"card": "Golgari Grave-Troll", "counters": {"+1/+1": 6}}]})
        >>> g.state()["permanents"]["Golgari Grave-Troll"][0]["power"]
        6
        """
        return cast("dict[str, Any]", json.loads(self._core.state()))

    def copy(self) -> Game:
        """Copy the game, log and future shuffles included; what is done in one does not change the other.

        Returns
        -------
        Game
            The copy.

        Examples
        --------
        >>> import gravetroll as gt
        >>> g = gt.Game(you={"library": 3})
        >>> other = g.copy()
        >>> other.do({"mill": 2})
        >>> len(g.you.library), len(other.you.library)
        (3, 1)
        """
        game = Game.__new__(Game)
        game._core = self._core.copy()  # noqa: SLF001  (its own class)
        game._start = self._start  # noqa: SLF001
        game._steps = list(self._steps)  # noqa: SLF001
        return game

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _played_again, (type(self), self._start, self._steps)

    def __repr__(self) -> str:
        state = self.state()
        players = ", ".join(
            f"{who} {side['life']} life and {len(side['hand'])} in hand"
            for who, side in ((who, state[who]) for who in ("you", "opponent"))
        )
        return f"<Game: {players}, {len(state['stack'])} on the stack>"


def _played_again(cls: type[Game], start: str, steps: list[str]) -> Game:
    game = cls.__new__(cls)
    game._start = start  # noqa: SLF001  (its own class)
    game._steps = list(steps)  # noqa: SLF001
    game._core = _core.Game(start)  # noqa: SLF001
    for step in steps:
        game._core.take(step)  # noqa: SLF001
    return game


class Player:
    """What one player of a `Game` has, as it is whenever it is looked at.

    Examples
    --------
    >>> import gravetroll as gt
    >>> g = gt.Game(opponent={"hand": ["Island"], "life": 4})
    >>> g.opponent.hand, g.opponent.life, g.opponent.lost
    (['Island'], 4, False)
    """

    __slots__ = ("_game", "_who")

    def __init__(self, game: Game, who: Literal["you", "opponent"]) -> None:
        if not isinstance(game, Game):
            raise Error(f"a Player is one of a Game, not of {type(game).__name__}: write game.you or game.opponent")
        _check_who(who)
        self._game = game
        self._who = who

    def _get(self, key: str) -> Any:
        return self._game.state()[self._who][key]

    @property
    def library(self) -> list[str]:
        """The library, top first."""
        return cast("list[str]", self._get("library"))

    @property
    def hand(self) -> list[str]:
        """The hand."""
        return cast("list[str]", self._get("hand"))

    @property
    def graveyard(self) -> list[str]:
        """The graveyard, bottom first."""
        return cast("list[str]", self._get("graveyard"))

    @property
    def exile(self) -> list[str]:
        """The player's cards in exile."""
        return cast("list[str]", self._get("exile"))

    @property
    def command(self) -> list[str]:
        """The player's cards in the command zone."""
        return cast("list[str]", self._get("command"))

    @property
    def battlefield(self) -> list[str]:
        """The permanents under the player's control, the oldest first."""
        return cast("list[str]", self._get("battlefield"))

    @property
    def life(self) -> int:
        """The life total."""
        return cast("int", self._get("life"))

    @property
    def drawn(self) -> int:
        """The cards drawn this turn."""
        return cast("int", self._get("drawn"))

    @property
    def mana(self) -> str:
        """The floating mana, such as ``"{U}{U}"``."""
        return cast("str", self._get("mana"))

    @property
    def lost(self) -> bool:
        """Whether the player has lost."""
        return cast("bool", self._get("lost"))

    @property
    def won(self) -> bool:
        """Whether the player has won."""
        return cast("bool", self._get("won"))

    def __repr__(self) -> str:
        return f"<Player {self._who}: {self.life} life, {len(self.hand)} in hand>"


def _check_who(who: object) -> None:
    if not isinstance(who, str) or who not in {"you", "opponent"}:
        raise Error(f'who must be "you" or "opponent", not {who!r}')
