"""Lists of lines ``4 Stinkweed Imp``: what MTGO, Arena and hand-written lists have in common.

A format adds one thing, its rule for a list without a heading above its sideboard: what do the blank lines mean?
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from gravetroll.formats.headings import heading
from gravetroll.formats.listing import (
    COMMANDER_MAIN,
    MAX_COUNT,
    MAX_NAME,
    NO_NAME,
    Entry,
    Fault,
    Listing,
    Section,
    quote,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

Blanks = Literal["first", "guess"]

_COUNTED = re.compile(r"(?P<count>[0-9]+)(?P<times> ?[xX\u00d7])? (?P<name>.+)|(?P<glued>[0-9]+)(?P<rest>[^0-9 ].*)")
_COUNT_ALONE = re.compile(r"[0-9]+[xX\u00d7]?")
# A number that counts no cards: 3.5, 1/2, -1, 1e3. Names begin with none of these ("17-Year Cicadas", "+2 Mace").
_NO_COUNT = re.compile(
    r"(?P<number>-[0-9]+|[-+]?(?:[0-9]*[.,/][0-9]+|[0-9]+e[-+]?[0-9]+|[0-9]*[¼½¾]))[xX\u00d7]?(?![0-9])"
)
_PREFIX = re.compile(r"(?P<where>sb|sideboard|mb|main|maindeck|mainboard) ?: ?(?=[0-9])", re.IGNORECASE)
_BULLET = re.compile(r"[-*\u2022\u2013] +(?=[0-9])")
_COMMENT = re.compile(r"//|#")
_TRAILING_COMMENT = re.compile(r" #.*$")
_PRINTING = re.compile(r"(?P<name>.+?) \((?P<set>\w{2,7})\)(?: (?P<number>[\w★†*-]{1,10}))?")
_TRIPLE_SLASH = re.compile(r" ?/// ?")
_INVISIBLE = re.compile("[\ufeff\u200b\u2060\u00ad]")
_NAME_OF_DECK = re.compile(
    r"(?:name|nom|nombre|nome|название|имя|デッキ名|名前|이름|名称|名稱|名字)[ :]+(?P<name>.+)",
    re.IGNORECASE,
)

_COMMANDER_TOTAL = 100
_SIDEBOARD = 15
_CONSTRUCTED = 60
_USUAL = (60, 80)  # cards of a main deck, without and with a companion that asks for twenty more


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines numbered from 1, as an editor does; runs of spaces are one space, invisible characters go."""
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        yield number, " ".join(_INVISIBLE.sub("", line).split())


def counted(line: str) -> bool:
    """Say whether a line is a count and something after it."""
    return _COUNTED.fullmatch(line) is not None


def printing(line: str) -> bool:
    """Say whether a line ends like Arena's, with a set and a collector number: ``(GRN) 212``."""
    match = _PRINTING.fullmatch(line)
    return match is not None and match["number"] is not None


@dataclass(slots=True)
class _Block:
    """Entries of the main deck between blank lines.

    ``gap`` blank lines stand before it; ``titled``: a comment or a card type stands there too.
    """

    gap: int
    titled: bool = False
    entries: list[int] = field(default_factory=list)


def readings(name: str) -> tuple[str, ...]:
    """Give the card names that a text may mean, likeliest first: without its printing, then as it stands."""
    name = _TRIPLE_SLASH.sub(" // ", name)
    match = _PRINTING.fullmatch(name)
    if match is None:
        return (name,)
    # "Hazmat Suit (Used)" is a name; with a number after it the brackets are a set.
    return (match["name"],) if match["number"] else (match["name"], name)


def _entry(number: int, text: str, line: str, section: Section) -> Entry | Fault:
    if len(line) > MAX_NAME:
        return Fault(number, text, f"{quote(text)} is too long for a card name")
    if _COUNT_ALONE.fullmatch(line):
        line = f"{line} {NO_NAME}"
    wrong = _NO_COUNT.match(line)
    if wrong is not None:
        reason = f"the count in {quote(text)} must be a whole number from 1 to {MAX_COUNT}, not {wrong['number']}"
        return Fault(number, text, reason)
    match = _COUNTED.fullmatch(line)
    if match is None:
        reason = f'cannot read {quote(text)}: a line is a count and a card name, such as "4 Stinkweed Imp"'
        return Fault(number, text, reason, bare=readings(line)[0])
    digits = match["count"] or match["glued"]
    # int() refuses very long numbers with an error of its own.
    count = int(digits) if len(digits) <= len(str(MAX_COUNT)) else MAX_COUNT + 1
    if count == 0:
        return Fault(number, text, f"a count of 0 in {quote(text)}: leave the line out")
    if count > MAX_COUNT:
        return Fault(number, text, f"the count in {quote(text)} is too large: at most {MAX_COUNT} copies of a card")
    if match["count"]:
        names = readings(match["name"])
        if match["times"] and match["times"].startswith(" "):
            names += readings(f"{match['times'].strip()} {match['name']}")
    else:
        rest = match["rest"].strip()
        # "4xNarcomoeba" and "4Xantid Swarm".
        names = readings(rest)
        if rest[0] in "xX\u00d7" and len(rest) > 1:
            names = readings(rest[1:].strip()) + names if rest[1].isupper() else names + readings(rest[1:].strip())
    return Entry(section, count, names, number, text)


class _Reader:
    """One pass over the lines."""

    def __init__(self) -> None:
        self.listing = Listing()
        self.section: Section = "main"
        self.blocks: list[_Block] = []
        self.gap = 0
        self.titled = False
        self.filled = False  # the section has cards
        self.marked = False  # a heading or a prefix says where the sideboard is
        self.about = False

    def line(self, number: int, line: str) -> None:
        if not line:
            self.gap += 1
            self.about = False
            return
        if not _COUNT_ALONE.fullmatch(line) and not counted(line):
            kind = heading(line)
            if kind is not None:
                self.open(kind)
                return
            if _COMMENT.match(line):
                self.titled = True
                return
        if self.about and self.listing.name is None:
            match = _NAME_OF_DECK.fullmatch(line)
            if match is not None or not counted(line):
                self.listing.name = match["name"] if match else line
                return
        self.entry(number, line)

    def open(self, kind: str) -> None:
        if kind == "kind":
            self.titled = True
            return
        self.gap = 0
        self.filled = False
        self.about = kind == "about"
        for section in ("main", "sideboard", "commander", "companion", "maybeboard"):
            if kind == section:
                self.section = section
                self.marked = self.marked or section == "sideboard"

    def entry(self, number: int, text: str) -> None:
        self.about = False
        if self.gap and self.filled and self.section in ("commander", "companion"):
            # A list that names its commander and then, after a blank line, goes on without a heading.
            self.section, self.gap = "main", 0
        line = _TRAILING_COMMENT.sub("", _BULLET.sub("", text, count=1))
        section = self.section
        prefix = _PREFIX.match(line)
        if prefix is not None:
            line = line[prefix.end() :]
            section = "sideboard" if prefix["where"].lower().startswith("s") else "main"
            self.marked = True
        item = _entry(number, text, line, section)
        if isinstance(item, Fault):
            self.listing.faults.append(item)
            return
        if section == "main":
            if self.gap or not self.blocks:
                self.blocks.append(_Block(self.gap, self.titled))
            self.blocks[-1].entries.append(len(self.listing.entries))
        self.gap, self.titled, self.filled = 0, False, True
        self.listing.entries.append(item)

    def move(self, blocks: list[_Block], section: Section) -> None:
        entries = self.listing.entries
        for block in blocks:
            for index in block.entries:
                entries[index] = replace(entries[index], section=section)

    def size(self, blocks: list[_Block]) -> int:
        return sum(self.listing.entries[index].count for block in blocks for index in block.entries)


def _merged(blocks: list[_Block]) -> list[_Block]:
    """Undo double spacing: where each card stands alone, only a wider gap means anything."""
    if len(blocks) < 3 or any(len(block.entries) > 1 for block in blocks):
        return blocks
    usual = min(block.gap for block in blocks[1:])
    merged = [_Block(0)]
    for block in blocks:
        if block.gap > usual and merged[-1].entries:
            merged.append(_Block(block.gap, block.titled))
        merged[-1].entries += block.entries
    return merged


def read(text: str, blanks: Blanks) -> Listing:
    """Read a list of lines.

    Parameters
    ----------
    text : str
        The whole text.
    blanks : {"first", "guess"}
        What blank lines mean where no heading shows the sideboard: the ``"first"`` starts it, or ``"guess"``: that is
        so if there is only one gap; of several the last does if sixty cards or more stand before it, fifteen or
        fewer after it, and all together are no Commander deck. Otherwise they only set kinds of cards apart,
        as they also may where comments or card types stand as titles over the blocks.
    """
    reader = _Reader()
    for number, line in lines(text):
        reader.line(number, line)
    blocks = _merged(reader.blocks)
    if reader.marked or len(blocks) < 2:
        return reader.listing
    has_commander = any(entry.section == "commander" for entry in reader.listing.entries)
    titled = any(block.titled for block in blocks[1:])
    head, tail, total = reader.size(blocks[:1]), reader.size(blocks[-1:]), reader.size(blocks)
    if head <= 2 and total - head >= COMMANDER_MAIN and not has_commander:
        reader.move(blocks[:1], "commander")
    elif not titled and (blanks == "first" or (len(blocks) == 2 and not has_commander)):
        reader.move(blocks[1:], "sideboard")
    elif total - tail >= _CONSTRUCTED and tail <= _SIDEBOARD and abs(total - _COMMANDER_TOTAL) > 2:
        reader.move(blocks[-1:], "sideboard")
    if blanks == "guess" and not titled and not has_commander:
        reader.listing.guessed = _doubt(reader, blocks)
    return reader.listing


def _doubt(reader: _Reader, blocks: list[_Block]) -> str | None:
    """Say how a list was parted, where another of its blank lines stands after just as many cards as a deck has."""
    counts = Counter[Section]()
    for entry in reader.listing.entries:
        counts[entry.section] += entry.count
    main, side = counts["main"], counts["sideboard"]
    before = itertools.accumulate(reader.size([block]) for block in blocks[:-1])
    if not any(size in _USUAL and size < main for size in before):
        return None
    outside = f"and {side} in its sideboard" if side else "and no sideboard"
    return (
        f"read as a list of {main} cards in the main deck {outside}, with blank lines at other places too: "
        'write a line "Sideboard" where it begins'
    )
