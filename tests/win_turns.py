"""The table of win turns: each shipped line on every list of its archetypes, a few games of one seed.

`tests/golden/win-turns.txt` holds it, with the seed, the version and the streams that it was made with. Nothing but a
change of a rule, a card, a line or the streams may change it: speed does not. Where one of these did, write it anew,
and read the difference:

    .venv/bin/python tests/win_turns.py
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import gravetroll as gt
from gravetroll import _core

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve().parent
DECKS = HERE / "decks"
# Lists of archetypes of which `decks` has none.
MADE_UP = HERE / "lists"
GOLDEN = HERE / "golden" / "win-turns.txt"
SEED = 7
TURNS = 9
GAMES = 50
# Who is milled; all other lines play against nobody.
OPPONENT = "modern-mill-1"
AGAINST = {"breach", "mill", "replicate"}
# A line and the archetypes that it is for, as `tests/decks/MANIFEST.tsv` calls them; or a list that is made up.
ARCHETYPES = {
    "bazaar-dredge": ("vintage-dredge",),
    "bazaar-hands": ("vintage-dredge",),
    "breach": ("vintage-breach", "premodern-brain-freeze"),
    "chill-dredge": ("modern-dredge", "pioneer-dredge"),
    "escape": ("legacy-uro", "modern-kroxa", "historic-uro-ramp"),
    "hogaak": ("legacy-hogaak-wight",),
    "led-dredge": ("legacy-led-dredge", "legacy-dredge"),
    "manaless-dredge": ("legacy-manaless-dredge",),
    "mill": ("modern-mill",),
    "oops": ("legacy-oops-all-spells", "vintage-oops-all-spells"),
    "pauper-dredge": ("pauper-dredge",),
    "replicate": ("stream-of-thought",),
    "self-mill": ("modern-selfmill", "pioneer-selfmill", "standard-selfmill", "legacy-reanimator-selfmill"),
}


def lists(line: str) -> list[str]:
    """Find the lists that a line is for."""
    with (DECKS / "MANIFEST.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    found = [Path(row["file"]).stem for row in rows if row["archetype"] in ARCHETYPES[line]]
    return found + [name for name in ARCHETYPES[line] if (MADE_UP / f"{name}.txt").exists()]


def read(deck: str) -> gt.Deck:
    """Read a list by its name."""
    path = DECKS / f"{deck}.txt"
    return gt.Deck.read(path if path.exists() else MADE_UP / path.name)


def pairs() -> Iterator[tuple[str, str]]:
    """Go through the lines with their lists."""
    for line in ARCHETYPES:
        for deck in lists(line):
            yield line, deck


def play(line: str, deck: str, *, threads: int) -> gt.Run:
    """Play the games of a row."""
    opponent = gt.Opponent(read(OPPONENT)) if line in AGAINST else None
    return gt.simulate(
        read(deck),
        line,
        games=GAMES,
        turns=TURNS,
        seed=SEED,
        opponent=opponent,
        threads=threads,
        progress=False,
    )


def row(line: str, deck: str, run: gt.Run) -> str:
    """Write a row: how each game ended, a character a game, then sums that hardly any other game would share."""
    ends = "".join(
        str(won) if won else chr(ord("a") + lost - 1) if lost else "."
        for won, lost in zip(run.win_turn.tolist(), run.lose_turn.tolist(), strict=True)
    )
    sums = [int(run[name].sum()) for name in ("graveyard", "hand", "milled", "opponent_milled", "opponent_life")]
    return "\t".join([line, deck, ends, *map(str, sums)])


def head() -> str:
    """Write what the table depends on besides rules, cards and lines."""
    return f"# gravetroll {gt.__version__}, streams {_core.STREAM}, seed {SEED}, {GAMES} games of {TURNS} turns"


LEGEND = """\
# Made by `python tests/win_turns.py`. For each game the turn of the win, the letter of the turn of a loss (a is 1), or
# a dot; then sums over all games and turns: graveyard, hand, milled, opponent_milled, opponent_life."""


def main() -> None:
    """Write the table anew."""
    rows = [row(line, deck, play(line, deck, threads=1)) for line, deck in pairs()]
    GOLDEN.write_text("\n".join([head(), LEGEND, *rows]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
