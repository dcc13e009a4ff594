#!/usr/bin/env python3
"""Build the table of card facts that gravetroll ships, from a card file that you name.

Usage: python src/catalogue/build.py CARDS OUTPUT

CARDS is Scryfall's "oracle cards" bulk file (a JSON array), the same as JSON lines (one card a line), or MTGJSON's
AtomicCards file; which of them is recognised. OUTPUT is the table, `src/catalogue/cards.txt.gz` for the shipped one.

The table holds facts only, never the text of an ability: names, costs, types, sizes, keywords with their numbers and
mana costs, and how many other abilities of which kind stand on each face. Its first line is `gravetroll cards 1`; each
other line is a card, its columns separated by tabs: name, layout, flags (`d`: facts of a face are missing), then seven
columns a face: name (empty where it is the card's), mana cost, type line, colours (empty where the mana cost says
them, `-` for none), size (`2/3`, `L4` loyalty, `D5` defense), keywords (`dredge 5;flashback {2}{R}`), and clauses
(`a` activated, `t` triggered, `s` static, `p` spell, each with its number).
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

HEADER = "gravetroll cards 1"
LIMIT = 1_500_000  # bytes, compressed: what the wheel can carry
NO_CARDS = {"token", "double_faced_token", "emblem", "art_series"}  # printed like cards, but in no deck

# The keyword abilities of rule 702 (and of digital-only and un-cards) that may stand alone in a paragraph.
PLAIN = """
absorb|afflict|afterlife|aftermath|amplify|annihilator|ascend|assist|augment|aura swap|awaken|backup|banding|
bands with other legendary creatures|bargain|battle cry|bestow|blitz|bloodthirst|bushido|buyback|cascade|casualty|
changeling|choose a background|cipher|cleave|commander ninjutsu|compleated|conspire|convoke|crew|cumulative upkeep|
cycling|dash|daybound|deathtouch|decayed|defender|delve|demonstrate|dethrone|devoid|devour|disguise|disturb|
doctor's companion|double strike|double team|dredge|echo|embalm|emerge|encore|enlist|entwine|epic|equip|escalate|escape|
eternalize|evoke|evolve|exalted|exploit|extort|fabricate|fading|fear|firebending|first strike|flanking|flash|flashback|
flying|for mirrodin!|foretell|fortify|freerunning|frenzy|fuse|graft|gravestorm|harmonize|haste|haunt|hexproof|
hidden agenda|hideaway|horsemanship|impending|improvise|increment|indestructible|infect|ingest|intimidate|job select|
jump-start|kicker|level up|lifelink|living metal|living weapon|madness|mayhem|megamorph|melee|menace|mentor|miracle|
mobilize|modular|more than meets the eye|morph|multikicker|mutate|myriad|nightbound|ninjutsu|offspring|outlast|overload|
paradigm|partner|persist|phasing|plot|poisonous|prowess|prowl|provoke|rampage|ravenous|reach|read ahead|rebound|
reconfigure|recover|reinforce|renown|replicate|retrace|riot|ripple|saddle|scavenge|shadow|shroud|skulk|sneak|soulbond|
soulshift|space sculptor|specialize|spectacle|split second|spree|squad|start your engines!|station|storm|sunburst|surge|
suspend|tiered|totem armor|toxic|training|trample|transfigure|transmute|tribute|umbra armor|undaunted|undying|unearth|
unleash|vanishing|vigilance|ward|warp|web-slinging|wither
"""
# Keywords followed by words that say which: the words stand before the number or the mana cost.
WITH_WORDS = """
affinity for|champion a|champion an|craft with|cumulative upkeep|devour|emerge from|enchant|equip|gift|hexproof from|
partner with|protection from|splice onto|trample over
"""
KEYWORDS = frozenset(PLAIN.replace("\n", "").split("|"))
WORDED = tuple(WITH_WORDS.replace("\n", "").split("|"))
WORDED_NAME = {
    "affinity for": "affinity",
    "champion a": "champion",
    "champion an": "champion",
    "craft with": "craft",
    "emerge from": "emerge",
    "hexproof from": "hexproof",
    "protection from": "protection",
    "splice onto": "splice",
    "trample over": "trample",
    "totem armor": "umbra armor",
}
# Keyword actions with a number: `keywords` of the input lists them too, but they are instructions (701).
ACTIONS = frozenset("bolster earthbend mill scry surveil".split())  # noqa: SIM905
# Keywords made of a type and a fixed word: islandwalk, basic landcycling, Goblin offering.
TYPED = re.compile(r"^(?:[a-z]+ )?[a-z-]*(?:walk|cycling)$|^[a-z]+ offering$")
# What stands before " — " and is no ability word, but makes the rest a triggered ability (714.2b, 719.3a, 717.5).
CHAPTER = re.compile(r"^(?:[IVX]+(?:, [IVX]+)*|To solve|Visit)$")

COST = r"(?:\{[^}]+\})+"
REMINDER = re.compile(r"\s*\([^()]*\)")
QUOTED = re.compile(r'"[^"]*"')
CONTINUES = re.compile(r"^(?:[•+] |\d+(?:[—\u2013-]\d+)? \|)")  # a mode, or a row of a table of die rolls
BAND = re.compile(r"^(?:LEVEL \d|STATION \d|\d+\+ \|)")  # a level or a station symbol opens a band of abilities
SIZE = re.compile(r"^[\d*]+/[\d*]+$")
LOYALTY = re.compile(r"^\[?[+\u2212\u2013-]?(?:\d+|X)\]?: ")
VERBS = """
blight|choose|collect|discard|exert|exile|forage|mill|move|pay|put|remove|reveal|return|roll|sacrifice|say|tap|turn|unattach|
untap|waterbend
"""
PAYS = re.compile(r"^(?:\{|(?:" + VERBS.replace("\n", "") + r")\b)", re.IGNORECASE)
NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
    )
}


class BuildError(Exception):
    """What is wrong with the input, in one line."""


class Face(NamedTuple):
    """The facts of one face, as they stand in a table."""

    name: str
    cost: str
    types: str
    colours: str
    size: str
    keywords: str
    clauses: str


class Card(NamedTuple):
    """The facts of one card; `doubtful`: the input lacks facts of a face."""

    name: str
    layout: str
    doubtful: bool
    faces: tuple[Face, ...]


def spell_out(name: str, number: str | None, cost: str | None) -> str:
    """Write a keyword as the table has it; X is no number."""
    parts = [name, number if number != "x" else None, cost and cost.upper()]
    return " ".join(part for part in parts if part)


def plain_keyword(text: str, known: frozenset[str]) -> list[str]:
    """Read `name`, `name number`, `name {cost}` or `name number—{cost}`."""
    if text in known or TYPED.match(text):
        return [WORDED_NAME.get(text, text)]
    if match := re.match(rf"^prototype ({COST}) — \d+/\d+$", text):
        return [spell_out("prototype", None, match[1])]
    if match := re.match(rf"^kicker ({COST}) and/or ({COST})$", text):  # 702.33b: two kickers
        return [spell_out("kicker", None, match[1]), spell_out("kicker", None, match[2])]
    match = re.match(rf"^(.+?)(?: (\d+|x))?(?:(?:—| )({COST}))?(?:, where x is .*)?$", text)
    if match and (match[1] in known or TYPED.match(match[1])):
        return [spell_out(match[1], match[2], match[3])]
    return []


def dashed_keyword(text: str) -> list[str]:
    """Read a keyword with a cost that is more than mana, or with the words of a partner or a companion."""
    match = re.match(r"^([a-z' -]+?)(?: (\d+|x))?(?:—| — )(.+)$", text)
    if not match:
        return []
    name, number, rest = match.groups()
    name = "splice" if name.startswith("splice onto ") else name
    if name not in KEYWORDS | {"splice", "companion"} and name not in WORDED and not TYPED.match(name):
        return []
    if name == "escape" and (exiled := re.search(r"exile (\w+) other", rest)):
        number = str(NUMBERS.get(exiled[1], "x"))
    cost = re.match(COST, rest)
    return [spell_out(name, number, cost and cost[0])]


def worded_keyword(text: str) -> list[str]:
    """Read a keyword that says in words which, such as protection and enchant; a sentence is none."""
    for start in WORDED if not text.endswith(".") else ():
        if match := re.match(rf"^{start} [^.{{]+?(?: (\d+))?(?: ?({COST}))?$", text):
            return [spell_out(WORDED_NAME.get(start, start), match[1], match[2])]
    return []


def keyword(item: str, own: frozenset[str] = frozenset()) -> list[str] | None:
    """Read one keyword, as `name`, `name number`, `name {cost}` or `name number {cost}`; None if it is none.

    `own` holds keywords that the input says the card has, so that new ones are known.
    """
    text = item.strip().lower()
    return plain_keyword(text, KEYWORDS | own) or dashed_keyword(text) or worded_keyword(text) or None


def keywords(paragraph: str, own: frozenset[str] = frozenset()) -> list[str] | None:
    """Read a paragraph that is nothing but keywords; None if it is something else."""
    if (whole := keyword(paragraph, own)) is not None:
        return whole
    found: list[str] = []
    for item in re.split(r"[,;] (?!(?:and )?from )", paragraph):
        if (one := keyword(item.removeprefix("and "), own)) is None:
            return None
        found += one
    return found


def kind(paragraph: str, *, spell: bool) -> str:
    """Tell which kind of ability a paragraph without reminder text is: `a`, `t`, `s` or `p`."""
    text = QUOTED.sub('""', paragraph)
    if match := re.match(r'^([^.{:"]{1,60}?) ?— ?(.+)$', text):  # an ability word, or a chapter
        if CHAPTER.match(match[1]):
            return "t"
        text = match[2]
    if LOYALTY.match(text):
        return "a"
    head, colon, _ = text.partition(": ")
    if colon and ". " not in head and PAYS.match(head):
        return "a"
    if re.match(r"^(?:When|Whenever|At)\b", text):
        # A delayed trigger (603.7) is part of what the spell does; other triggers are the card's own.
        delayed = spell and re.search(r"\b(?:this turn|this combat|next|target)\b", text.partition(", ")[0])
        return "p" if delayed else "t"
    return "p" if spell else "s"


def abilities(text: str, *, spell: bool, own: frozenset[str] = frozenset()) -> tuple[list[str], Counter[str]]:
    """Count what a face can do: its keywords in order, and its other abilities by kind."""
    names: list[str] = []
    counts: Counter[str] = Counter()
    banded = False
    for line in text.split("\n"):
        paragraph = REMINDER.sub("", line).strip()
        if not paragraph or CONTINUES.match(paragraph):
            continue
        if BAND.match(paragraph):  # 711.2, 721.2: one static ability grants what stands in the band
            banded = True
            counts["s"] += 1
        elif banded or SIZE.match(paragraph):
            continue
        elif (found := keywords(paragraph, own)) is not None:
            names += found
        else:
            counts[kind(paragraph, spell=spell)] += 1
    return names, counts


def implied_colours(cost: str) -> str:
    """Tell the colours of a mana cost, in the order W, U, B, R, G."""
    symbols = "".join(re.findall(r"\{([^}]*)\}", cost))
    return "".join(colour for colour in "WUBRG" if colour in symbols)


def true_colours(facts: dict[str, Any], types: str, given: list[str]) -> str:
    """Tell the colours of a card of one face, where the file lists none though a rule gives it some, or the reverse."""
    text = (facts.get("oracle_text") or "").split("\n")
    if f"{facts['name']} is all colors." in text:  # a characteristic-defining ability (604.3)
        return "WUBRG"
    if f"{facts['name']} is colorless." in text:
        return ""
    played = re.search(r"\b(?:instant|sorcery|creature)\b", types.lower()) and "Land" not in types
    if played and not given and not facts.get("mana_cost"):
        # Without a cost it has its colours from a colour indicator (204), which some files forget; its colour identity
        # holds that indicator (903.4), and for all such cards nothing else.
        given = facts.get("color_identity", [])
    return "".join(colour for colour in "WUBRG" if colour in given)


def face(facts: dict[str, Any], fallback: dict[str, Any]) -> Face:
    """Make the columns of one face in Scryfall's shape; `fallback` is the card where the face is the whole card."""
    cost = facts.get("mana_cost") or ""
    types = " ".join((facts.get("type_line") or "").split())
    given = facts.get("colors")
    colours = ""
    if given is not None:
        letters = true_colours(facts, types, given)
        colours = "" if letters == implied_colours(cost) else letters or "-"
    sizes = []
    if "power" in facts or "toughness" in facts:
        sizes.append(f"{facts.get('power', '')}/{facts.get('toughness', '')}")
    sizes += [mark + str(facts[key]) for key, mark in (("loyalty", "L"), ("defense", "D")) if facts.get(key)]
    spell = bool(re.search(r"\b(?:instant|sorcery)\b", types.lower()))
    own = frozenset(word.lower() for word in fallback.get("keywords", ())) - ACTIONS
    names, counts = abilities(facts.get("oracle_text") or "", spell=spell, own=own)
    clauses = "".join(f"{letter}{counts[letter]}" for letter in "atsp" if counts[letter])
    return Face(
        "" if facts is fallback else facts["name"], cost, types, colours, " ".join(sizes), ";".join(names), clauses
    )


def without(names: str, name: str) -> str:
    """Take a keyword out of a column."""
    return ";".join(one for one in names.split(";") if one != name)


def card(facts: dict[str, Any]) -> Card:
    """Make the row of one card in Scryfall's shape."""
    name = facts["name"]
    parts = facts.get("card_faces")
    if facts["layout"] == "reversible_card" and parts and len({part["name"] for part in parts}) == 1:
        # One card printed on both sides: its name is not doubled in any deck.
        facts = {"keywords": facts.get("keywords", ()), "layout": "normal"} | parts[0]
        name, parts = facts["name"], None
    if not parts:
        return Card(name, facts["layout"], bool(facts.get("_incomplete")), (face(facts, facts),))
    shared = {"keywords": facts.get("keywords", ())}
    faces = [face(part, shared) for part in parts]
    if facts["layout"] == "split":
        # Each half has the word, but it is one ability, of the whole card (702.102a).
        faces[1:] = [half._replace(keywords=without(half.keywords, "fuse")) for half in faces[1:]]
    # Cards of more than two parts may come with two faces: the name tells the others.
    missing = [part for part in name.split(" // ") if part not in {entry["name"] for entry in parts}]
    faces += [Face(part, "", "", "", "", "", "") for part in missing]
    doubtful = bool(facts.get("_incomplete")) or any(not entry.types for entry in faces)
    return Card(name, facts["layout"], doubtful, tuple(faces))


def from_mtgjson(name: str, faces: list[dict[str, Any]]) -> dict[str, Any]:
    """Bring one entry of MTGJSON's AtomicCards into Scryfall's shape."""
    renamed = {
        "manaCost": "mana_cost",
        "type": "type_line",
        "text": "oracle_text",
        "colors": "colors",
        "power": "power",
        "toughness": "toughness",
        "loyalty": "loyalty",
        "defense": "defense",
    }
    parts = [
        {new: part[old] for old, new in renamed.items() if old in part} | {"name": part.get("faceName") or name}
        for part in faces
    ]
    words = sorted({word for part in faces for word in part.get("keywords", ())})
    whole = {"name": name, "layout": faces[0]["layout"], "keywords": words}
    if len(parts) == 1:
        return parts[0] | whole
    return whole | {"card_faces": parts}


def text_of(path: Path) -> str:
    """Read a file that must be text."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        message = f"{path}: no text: byte {fault.start} is not UTF-8; give the unpacked JSON file"
        raise BuildError(message) from None
    except OSError as fault:
        message = f"{path}: cannot be read: {fault.strerror}"
        raise BuildError(message) from None
    if not text.strip():
        message = f"{path}: empty; give a Scryfall or MTGJSON card file"
        raise BuildError(message)
    return text


def read(path: Path) -> list[dict[str, Any]]:
    """Read a card file of any of the known shapes, as cards in Scryfall's shape."""
    text = text_of(path)
    try:
        data = json.loads(text)
    except json.JSONDecodeError:
        data = lines(path, text)
    if isinstance(data, dict) and isinstance(data.get("data"), dict):
        data = [entry for name, faces in data["data"].items() for entry in mtgjson_entries(path, name, faces)]
    elif isinstance(data, dict):
        data = [data]
    if not isinstance(data, list):
        message = f"{path}: neither a list of cards nor MTGJSON's AtomicCards"
        raise BuildError(message)
    for number, entry in enumerate(data, 1):
        check(path, number, entry)
    return data


def check(path: Path, number: int, entry: object) -> None:
    """Refuse what is no card in Scryfall's shape."""
    facts = entry if isinstance(entry, dict) else {}
    missing = [key for key in ("name", "layout") if not facts.get(key)]
    if missing:
        message = f"{path}: card {number} has no {' and no '.join(missing)}; is this a Scryfall or MTGJSON card file?"
        raise BuildError(message)
    for part in facts.get("card_faces") or ():
        if not isinstance(part, dict) or not part.get("name"):
            message = f"{path}: card {number} (`{facts['name']}`) has a face without a name"
            raise BuildError(message)


def mtgjson_entries(path: Path, name: str, faces: object) -> list[dict[str, Any]]:
    """Bring one name of AtomicCards into Scryfall's shape: one card, or more where several share the name."""
    entries = faces if isinstance(faces, list) else []
    if not entries or not all(isinstance(part, dict) and "layout" in part for part in entries):
        message = f"{path}: `{name}` is no list of faces; give MTGJSON's AtomicCards.json"
        raise BuildError(message)
    if any("faceName" in part for part in entries):
        return [from_mtgjson(name, sorted(entries, key=lambda part: part.get("side", "")))]
    return [from_mtgjson(name, [part]) for part in entries]


def lines(path: Path, text: str) -> list[dict[str, Any]]:
    """Read JSON lines."""
    data = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                data.append(json.loads(line))
            except json.JSONDecodeError as fault:
                message = f"{path}:{number}: no JSON: {fault.msg} at column {fault.colno}"
                raise BuildError(message) from None
    return data


def table(cards: list[Card]) -> bytes:
    """Write the table, packed, the same bytes for the same cards."""
    rows = [HEADER]
    for entry in cards:
        columns = [entry.name, entry.layout, "d" if entry.doubtful else ""]
        columns += [column for part in entry.faces for column in part]
        if any("\t" in column or "\n" in column for column in columns):
            message = f"{entry.name!r}: a tab or a line break in a fact"
            raise BuildError(message)
        rows.append("\t".join(columns))
    packed = gzip.compress(("\n".join(rows) + "\n").encode(), compresslevel=9, mtime=0)
    if len(packed) > LIMIT:
        message = f"the table has {len(packed)} bytes, more than {LIMIT}"
        raise BuildError(message)
    return packed


def build(source: Path, target: Path) -> str:
    """Build the table and say in a few lines what became of each card of the input."""
    entries = read(source)
    left_out = Counter(entry["layout"] for entry in entries if entry["layout"] in NO_CARDS)
    cards: dict[str, Card] = {}
    repeated = []
    for entry in entries:
        if entry["layout"] in NO_CARDS:
            continue
        facts = card(entry)
        if facts.name in cards:
            repeated.append(facts.name)
        else:
            cards[facts.name] = facts
    packed = table([cards[name] for name in sorted(cards)])
    try:
        target.write_bytes(packed)
    except OSError as fault:
        message = f"{target}: cannot be written: {fault.strerror}"
        raise BuildError(message) from None
    doubtful = sum(entry.doubtful for entry in cards.values())
    report = [f"{len(cards)} cards, {doubtful} of them with a face whose facts are missing; {len(packed)} bytes"]
    report += [f"left out: {count} of layout {layout} (in no deck)" for layout, count in sorted(left_out.items())]
    if repeated:
        report.append(f"left out: {len(repeated)} that repeat a name: {', '.join(repeated)}")
    return "\n".join(report)


def main(arguments: list[str]) -> int:
    """Run the script."""
    if len(arguments) != 2:
        print("usage: python src/catalogue/build.py CARDS OUTPUT", file=sys.stderr)
        return 2
    try:
        print(build(Path(arguments[0]), Path(arguments[1])))
    except BuildError as fault:
        print(f"build.py: {fault}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
