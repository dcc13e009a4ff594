"""A deck: the cards that a game is played with."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from gravetroll import _core
from gravetroll.errors import DeckError, Error
from gravetroll.formats import Format, named, recognised
from gravetroll.formats import names as format_names
from gravetroll.formats.listing import COMMANDER_MAIN, MAX_COUNT, MAX_NAME, Fault, Listing, bad_lines, quote
from gravetroll.formats.lookup import Names, cards, faults, look_up
from gravetroll.plain import whole_of
from gravetroll.text import show, text_of

Unknown = Literal["error", "inert"]

_PATH = re.compile(r"[^\n]*[^\n\s]\.(?:txt|dec|dek|dck|cod|mwdeck|json|csv|o8d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a card the engine plays.

    Attributes
    ----------
    status : {"full", "partial", "inert"}
        Everything the card does; some of its abilities; none of them.
    missing : list of str
        What is not played, a clause each.
    """

    status: Literal["full", "partial", "inert"]
    missing: list[str] = field(default_factory=list)


class Deck:
    """A deck of Magic cards.

    A deck never changes; `replace` makes another. Two decks are equal if they hold the same cards in the same order
    (the order of a list decides between choices that a line leaves open); their names do not matter.

    Parameters
    ----------
    main : mapping of str to int
        Card names with their number of copies, at least 1 each. Names are read as in a list: either face, any case.
    sideboard : mapping of str to int, optional
        Likewise.
    commander : sequence of str, optional
        The commanders.
    name : str, optional
        What the deck is called.
    unknown : {"error", "inert"}, default "error"
        What to do with names that the catalogue does not know: an error with near names, or accept them as cards
        that do nothing. A line of a list that has only a count is then that many cards called ``(no name)``.

    Raises
    ------
    DeckError
        No main deck, an unknown name, or a count that is none.

    Notes
    -----
    A main deck of 98 cards or more with a sideboard of one card, or of two different ones, is a Commander deck: those
    are its commanders.

    Examples
    --------
    >>> import gravetroll as gt
    >>> deck = gt.Deck({"Stinkweed Imp": 4, "Island": 16}, name="small")
    >>> deck
    <Deck "small": 20 cards>
    >>> len(deck), deck.main
    (20, {'Stinkweed Imp': 4, 'Island': 16})
    >>> gt.Deck({"Stinkwed Imp": 4})
    Traceback (most recent call last):
    gravetroll.errors.DeckError: no card named "Stinkwed Imp": did you mean "Stinkweed Imp"?
    """

    __slots__ = ("_commander", "_main", "_name", "_notes", "_sideboard", "_unknown")

    _main: tuple[tuple[str, int], ...]
    _sideboard: tuple[tuple[str, int], ...]
    _commander: tuple[str, ...]
    _unknown: tuple[str, ...]
    _name: str | None
    _notes: tuple[str, ...]

    def __init__(
        self,
        main: Mapping[str, float],
        sideboard: Mapping[str, float] | None = None,
        commander: Sequence[str] = (),
        name: str | None = None,
        *,
        unknown: Unknown = "error",
    ) -> None:
        _check_unknown(unknown)
        sections = [
            _given("main", main),
            _given("sideboard", {} if sideboard is None else sideboard),
            [(card, 1) for card in _commanders(commander)],
        ]
        given = [card for section in sections for card, _ in section]
        strangers = _strangers(names := Names(), given, unknown)
        main_cards, side_cards, commanders = (
            [(names.found.get(card, card), count) for card, count in section] for section in sections
        )
        self._set(
            _added(main_cards),
            _added(side_cards),
            [card for card, _ in commanders],
            name=_deck_name(name),
            unknown=strangers,
        )

    def _set(
        self,
        main: dict[str, int],
        sideboard: dict[str, int],
        commander: list[str],
        *,
        name: str | None,
        unknown: list[str],
    ) -> None:
        # Two copies of one card are no commanders: each card of such a deck has another name (903.5b).
        alone = len(sideboard) in {1, 2} and all(count == 1 for count in sideboard.values())
        if alone and not commander and sum(main.values()) >= COMMANDER_MAIN:
            sideboard, commander = {}, list(sideboard)
        if not main:
            outside = sum(sideboard.values()) + len(commander)
            only = f", only {outside} outside it" if outside else ""
            raise DeckError(f"the deck has no card in its main deck{only}")
        self._main = tuple(main.items())
        self._sideboard = tuple(sideboard.items())
        self._commander = tuple(commander)
        self._name = name
        self._unknown = tuple(unknown)
        self._notes = ()

    @classmethod
    def read(cls, path: str | os.PathLike[str], format: str | None = None, *, unknown: Unknown = "error") -> Deck:  # noqa: A002
        r"""Read a deck from a file.

        Parameters
        ----------
        path : str or os.PathLike
            The file: UTF-8, UTF-16 with a byte order mark, or Windows-1252; at most 1 MB.
        format : str, optional
            One of `Deck.formats`; left out: recognised from the text.
        unknown : {"error", "inert"}, default "error"
            See `Deck`.

        Returns
        -------
        Deck
            Named as the list says, else as the file.

        Raises
        ------
        DeckError
            One error for all bad lines, each in ``.lines`` as (number from 1, text, near card names); or the file is
            missing, a directory, not readable, empty, no text, or too large.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "imps.txt"
        >>> _ = path.write_text("4 Stinkweed Imp\n16 Island\n\nSideboard\n1 Swamp\n")
        >>> Deck.read(path)
        <Deck "imps": 20 cards, sideboard 1>
        """
        from gravetroll.formats.files import read_text  # noqa: PLC0415  (like all that only a list needs)

        _check_unknown(unknown)
        form = None if format is None else named(format)
        text = read_text(path)
        return cls._from_text(text, form, unknown, source=show(os.fspath(path)), name=Path(path).stem)

    @classmethod
    def parse(cls, text: str, format: str | None = None, *, unknown: Unknown = "error") -> Deck:  # noqa: A002
        r"""Read a deck from a text.

        Parameters
        ----------
        text : str
            The list.
        format : str, optional
            One of `Deck.formats`; left out: recognised from the text.
        unknown : {"error", "inert"}, default "error"
            See `Deck`.

        Raises
        ------
        DeckError
            One error for all bad lines, each in ``.lines`` as (number from 1, text, near card names).

        Examples
        --------
        >>> Deck.parse("4x Stinkweed Imp\n16 island\nSB: 2 Swamp")
        <Deck: 20 cards, sideboard 2>
        """
        _check_unknown(unknown)
        text = text_of(text, DeckError, "a deck is parsed from")
        if _PATH.fullmatch(text):
            raise DeckError(f"{quote(text)} is a path, not a list: Deck.read reads files")
        return cls._from_text(text, None if format is None else named(format), unknown)

    @classmethod
    def _from_text(
        cls, text: str, form: Format | None, unknown: Unknown, *, source: str | None = None, name: str | None = None
    ) -> Deck:
        where = f"{source}: " if source else ""
        if not text.strip("\ufeff \t\r\n"):
            raise DeckError(f"{where}the deck list is empty")
        form = form or recognised(text)
        if form is None:
            known = ", ".join(format_names())
            raise DeckError(
                f"{where}markup or data, not a list of cards: the formats that are read are {known}, each a text export"
            )
        listing = form.read(text)
        bad: list[Fault] = []
        try:
            names = look_up(listing)
            bad = faults(listing, names, strict=unknown == "error")
            if not bad:
                return cls._of_listing(listing, names, name)
        except DeckError as error:
            raise DeckError(f"{where}{error}") from None
        raise bad_lines(source, bad)

    @classmethod
    def _of_listing(cls, listing: Listing, names: Names, name: str | None) -> Deck:
        sections: dict[str, list[tuple[str, int]]] = {"main": [], "sideboard": [], "commander": [], "companion": []}
        unknown: dict[str, None] = {}
        for entry in cards(listing):
            card = names.reading(entry.names)
            if card is None:
                card = entry.names[0]
                unknown[card] = None
            sections[entry.section].append((card, entry.count))
        # Arena lists the companion in the sideboard as well: it is one card.
        sideboard = _added(sections["sideboard"])
        outside = {card: count for card, count in _added(sections["companion"]).items() if card not in sideboard}
        deck = cls._made(
            _added(sections["main"]),
            outside | sideboard,
            [card for card, count in sections["commander"] for _ in range(count)],
            name=_deck_name(listing.name or name),
            unknown=list(unknown),
        )
        deck._notes = () if listing.guessed is None else (listing.guessed,)  # noqa: SLF001  (its own class)
        return deck

    @classmethod
    def _made(
        cls,
        main: dict[str, int],
        sideboard: dict[str, int],
        commander: list[str],
        *,
        name: str | None,
        unknown: list[str],
    ) -> Deck:
        self = cls.__new__(cls)
        self._set(main, sideboard, commander, name=name, unknown=unknown)
        return self

    @staticmethod
    def formats() -> list[str]:
        """Give the names of the formats that `read`, `parse` and `to_text` know.

        Examples
        --------
        >>> Deck.formats()
        ['mtgo', 'arena', 'plain']
        """
        return format_names()

    @property
    def main(self) -> dict[str, int]:
        """The main deck: canonical card names with their number of copies, in list order. A copy."""
        return dict(self._main)

    @property
    def sideboard(self) -> dict[str, int]:
        """The sideboard, likewise."""
        return dict(self._sideboard)

    @property
    def commander(self) -> list[str]:
        """The commanders: mostly none, else one or two names."""
        return list(self._commander)

    @property
    def name(self) -> str | None:
        """What the deck is called, if it has a name."""
        return self._name

    @property
    def unknown(self) -> list[str]:
        """The names that the catalogue does not know, accepted as cards that do nothing."""
        return list(self._unknown)

    @property
    def notes(self) -> list[str]:
        """What was guessed where this deck was read from a list, and how to say it there."""
        return list(self._notes)

    def __len__(self) -> int:
        """Count the cards of the main deck."""
        return sum(count for _, count in self._main)

    def replace(self, changes: Mapping[str, float], *, unknown: Unknown = "error") -> Deck:
        """Make another deck with other numbers of copies in its main deck.

        Parameters
        ----------
        changes : mapping of str to int
            What to add (or, below zero, to take away) of each card. New cards come last in the list.
        unknown : {"error", "inert"}, default "error"
            What to do with names that neither the catalogue nor this deck knows.

        Returns
        -------
        Deck
            With the sideboard, the commanders and the name of this one.

        Raises
        ------
        DeckError
            An unknown name, fewer than no copies of a card, or no card left.

        Examples
        --------
        >>> deck = Deck({"Stinkweed Imp": 4, "Island": 16})
        >>> deck.replace({"Island": -1, "Swamp": +1}).main
        {'Stinkweed Imp': 4, 'Island': 15, 'Swamp': 1}
        >>> len(deck)
        20
        """
        _check_unknown(unknown)
        if not isinstance(changes, Mapping):
            raise DeckError(f"changes are a mapping of card names to numbers, not {type(changes).__name__}")
        wanted = [(_card_name(card), _whole(card, change)) for card, change in changes.items()]
        names = Names(found={card: card for card in self._unknown})
        strangers = _strangers(names, [card for card, _ in wanted], unknown)
        had = self.main
        main = self.main
        for given, change in wanted:
            card = names.found.get(given, given)
            main[card] = main.get(card, 0) + change
        for card, count in main.items():
            if count < 0:
                before = had.get(card, 0)
                raise DeckError(f"cannot take away {before - count} of {quote(card)}: the main deck has {before}")
            if count > MAX_COUNT:
                raise _too_many(card, count)
        main = {card: count for card, count in main.items() if count}
        held = {*main, *self.sideboard, *self._commander}
        return self._made(
            main,
            self.sideboard,
            self.commander,
            name=self._name,
            unknown=[card for card in (*self._unknown, *strangers) if card in held],
        )

    def coverage(self) -> dict[str, Coverage]:
        """Say how much of each card the engine plays.

        Returns
        -------
        dict of str to Coverage
            For every card of the main deck, then the commanders, then the sideboard.

        Examples
        --------
        >>> Deck({"Gyruda, Doom of Depths": 1}).coverage()["Gyruda, Doom of Depths"]
        Coverage(status='partial', missing=['companion'])
        """
        unknown = set(self._unknown)
        out: dict[str, Coverage] = {}
        for name in dict.fromkeys((*self.main, *self._commander, *self.sideboard)):
            if name in unknown:
                out[name] = Coverage("inert", ["a card that the catalogue does not know"])
            else:
                card = _core.find(name)
                out[name] = Coverage(card["status"], list(card["missing"]))
        return out

    def to_text(self, format: str = "mtgo") -> str:  # noqa: A002
        r"""Write the deck as a list.

        Parameters
        ----------
        format : str, default "mtgo"
            One of `Deck.formats`.

        Returns
        -------
        str
            Lines that end in a line feed. Reading them gives an equal deck, with one exception: in MTGO's format a
            commander stands in the sideboard, and only in a deck of 98 cards or more it is known by that.

        Raises
        ------
        DeckError
            No such format.

        Examples
        --------
        >>> print(Deck({"Fire // Ice": 4, "Island": 16}, sideboard={"Swamp": 1}).to_text(), end="")
        4 Fire/Ice
        16 Island
        <BLANKLINE>
        Sideboard
        1 Swamp
        """
        return named(format).write(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deck):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self._main, self._sideboard, self._commander, frozenset(self._unknown)

    def __repr__(self) -> str:
        parts = [f"{len(self)} cards"]
        if self._sideboard:
            parts.append(f"sideboard {sum(count for _, count in self._sideboard)}")
        if self._commander:
            parts.append("commander " + " and ".join(self._commander))
        title = f' "{self._name}"' if self._name else ""
        return f"<Deck{title}: {', '.join(parts)}>"


def deck_of(deck: Any, what: str = "deck") -> Deck:
    """Return the deck that an argument means: a deck, a mapping of names to counts, or a path."""
    if isinstance(deck, Deck):
        return deck
    if isinstance(deck, Mapping):
        return Deck(deck)
    if isinstance(deck, str | os.PathLike):
        return Deck.read(deck)
    raise Error(f"{what} must be a Deck, a mapping of names to counts or a path, not {type(deck).__name__}")


def _check_unknown(unknown: object) -> None:
    if not isinstance(unknown, str) or unknown not in {"error", "inert"}:
        raise DeckError(f'unknown is "error" or "inert", not {quote(str(unknown))}')


def _card_name(card: object) -> str:
    if not isinstance(card, str):
        raise DeckError(f"a card name is text (str), not {type(card).__name__}")
    name = " ".join(card.split())
    if not name or not name.isprintable() or len(name) > MAX_NAME:
        raise DeckError(f"{quote(card)} cannot be a card name: a name is one line of at most {MAX_NAME} characters")
    return name


def _deck_name(name: object) -> str | None:
    if name is None:
        return None
    if not isinstance(name, str):
        raise DeckError(f"the name of a deck is text (str), not {type(name).__name__}")
    return " ".join("".join(char if char.isprintable() else " " for char in name).split()) or None


def _whole(card: object, count: object) -> int:
    number = whole_of(count)
    if number is None:
        raise DeckError(f"the count of {quote(str(card))} is a whole number, not {count!r}")
    return number


def _too_many(card: str, count: int) -> DeckError:
    return DeckError(f"the count of {quote(card)} is too large ({count}): at most {MAX_COUNT} copies of a card")


def _given(section: str, counts: object) -> list[tuple[str, int]]:
    if not isinstance(counts, Mapping):
        hint = ": use Deck.parse for a list" if isinstance(counts, str) else ""
        raise DeckError(f"{section} is a mapping of card names to counts, not {type(counts).__name__}{hint}")
    out = []
    for card, count in counts.items():
        name, number = _card_name(card), _whole(card, count)
        if number < 1:
            raise DeckError(f"a count of {number} for {quote(name)}: at least 1, or leave the card out")
        out.append((name, number))
    return out


def _commanders(commander: object) -> list[str]:
    if isinstance(commander, str):
        return [_card_name(commander)]
    if not isinstance(commander, Sequence):
        raise DeckError(f"commander is a list of card names, not {type(commander).__name__}")
    return [_card_name(card) for card in commander]


def _strangers(names: Names, given: list[str], unknown: Unknown) -> list[str]:
    """Look up names; give those that are no card's, or raise if that is an error."""
    names.look_up(given)
    strangers = [card for card in dict.fromkeys(given) if card not in names.found]
    if strangers and unknown == "error":
        places = {card: place for place, card in reversed(list(enumerate(given, start=1)))}
        raise bad_lines(None, [names.fault(places[card], card, card) for card in strangers], noun="unknown name")
    return strangers


def _added(counts: list[tuple[str, int]]) -> dict[str, int]:
    """Add up the lines of a section: one card may stand on several, as other printings."""
    out: dict[str, int] = {}
    for card, count in counts:
        out[card] = out.get(card, 0) + count
        if out[card] > MAX_COUNT:
            raise _too_many(card, out[card])
    return out
