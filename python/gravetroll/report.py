"""What the command line prints: tables for people, JSON for programs."""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gravetroll import stats
from gravetroll.formats.lookup import strangers
from gravetroll.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from rich.console import RenderableType

    from gravetroll.deck import Coverage, Deck
    from gravetroll.result import Run
    from gravetroll.versus import Opponent

CONFIDENCE = 0.95
_QUANTILES = (0.05, 0.5, 0.95)
_NAME_WIDTH = 30
_MOST_NOTES = 6


def run_json(run: Run) -> dict[str, Any]:
    """Give the figures of a run as plain data: what ``gravetroll run --json`` prints.

    Parameters
    ----------
    run : Run
        The run.

    Returns
    -------
    dict
        With the keys below. Lists by turn have `turns` entries; what is not known, such as the mean of no games, is
        None.

        ``deck`` : dict
            ``name`` (str or None), ``cards`` (int, those of the main deck) and ``main`` (names and counts).
        ``line`` : str or None
            The line as TOML; None is the plainest dredge.
        ``opponent`` : dict or None
            ``deck`` (as above), ``life`` (int), ``hand`` (int or names), ``battlefield``, ``graveyard`` and ``exile``
            (names); None is nobody.
        ``games, turns, seed, first_game`` : int
            As they were asked for.
        ``version`` : str; ``stream`` : int
            Of gravetroll, and of its random streams.
        ``confidence`` : float
            Of every interval.
        ``observables`` : dict
            For each name ``expression`` (str), ``type`` (``"bool"`` or ``"int16"``), ``mean`` (list by turn; of a bool
            the share that is true), ``interval`` (list by turn of low and high) and, for int16, ``quantiles`` (lists by
            turn under ``"0.05"``, ``"0.5"`` and ``"0.95"``).
        ``win_turn, lose_turn`` : list of int
            How many games were won or lost in turn 0 (not at all), 1, ... `turns`.
        ``kept, mulligans`` : list of int
            How many games had 0, 1, 2, ... cards in the kept hand, or as many mulligans.
        ``on_play`` : int
            In how many games you began.
        ``overflow`` : int
            Games that needed more objects than there are.
        ``warnings`` : list of str
            Names that are no card's, and what is not modelled of the cards.

    Examples
    --------
    >>> import gravetroll as gt
    >>> run = gt.simulate({"Stinkweed Imp": 60}, games=8, turns=2, observe={"n": "graveyard.count()"})
    >>> run_json(run)["observables"]["n"]["mean"]
    [1.0, 6.0]
    """
    observables = {}
    for name in run.names:
        values = run[name]
        entry = {
            "expression": run.observe[name],
            "type": str(values.dtype),
            "mean": _plain(run.mean(name)),
            "interval": _plain(run.interval(name, CONFIDENCE)),
        }
        if values.dtype != bool:
            entry["quantiles"] = {
                str(q): run.quantile(name, q).tolist() if run.games else [None] * run.turns for q in _QUANTILES
            }
        observables[name] = entry
    return {
        "deck": _deck(run.deck),
        "line": None if run.line is None else run.line.to_toml(),
        "opponent": None if run.opponent is None else _opponent(run.opponent),
        "games": run.games,
        "turns": run.turns,
        "seed": run.seed,
        "first_game": run.first_game,
        "version": run.version,
        "stream": run.stream,
        "confidence": CONFIDENCE,
        "observables": observables,
        "win_turn": np.bincount(run.win_turn, minlength=run.turns + 1).tolist(),
        "lose_turn": np.bincount(run.lose_turn, minlength=run.turns + 1).tolist(),
        "kept": np.bincount(run.kept, minlength=8).tolist(),
        "mulligans": np.bincount(run.mulligans, minlength=8).tolist(),
        "on_play": int(np.count_nonzero(run.on_play)),
        "overflow": run.overflow,
        "warnings": run.warnings,
    }


def run_text(run: Run, deck: str, line: str, width: int, *, colour: bool) -> str:
    """Lay out the figures of a run as tables.

    Parameters
    ----------
    run : Run
        The run.
    deck, line : str
        What to call them.
    width : int
        Columns to fill.
    colour : bool
        Whether to use a terminal's colours.

    Returns
    -------
    str
        Lines, each with its end.
    """
    parts: list[RenderableType] = [
        *_tables(_rows(run), run.turns, width),
        Text(f"\n{_legend(run)}", style="dim"),
    ]
    title = f"{deck}: {counted(len(run.deck), 'card')}, {line}\n"
    notes = notes_text(run.deck, run.warnings, width, overflow=run.overflow, colour=colour)
    return title + _render(parts, width, colour=colour) + notes


def notes_text(deck: Deck, warnings: list[str], width: int, *, overflow: int = 0, colour: bool) -> str:
    """Lay out what is to be known of a run or of one of its games.

    Parameters
    ----------
    deck : Deck
        The deck.
    warnings : list of str
        As of the run: those about cards become a line for all cards of a kind.
    width : int
        Columns to fill.
    overflow : int, default 0
        Games that needed more objects than there are.
    colour : bool
        Whether to use a terminal's colours.

    Returns
    -------
    str
        Lines, each with its end.

    Examples
    --------
    >>> import gravetroll as gt
    >>> print(notes_text(gt.Deck({"Stasis": 60}), ["Stasis is inert: 1 static ability"], 80, colour=False), end="")
    note: 1 of 1 card only moves from zone to zone, see `gravetroll show`: Stasis
    """
    notes = _notes(deck, warnings, overflow)
    return _render([Text(f"note: {text}", style="yellow") for text in notes], width, colour=colour)


def deck_json(deck: Deck) -> dict[str, Any]:
    """Give a deck's lists and what is modelled of its cards as plain data: what ``gravetroll show --json`` prints.

    Parameters
    ----------
    deck : Deck
        The deck.

    Returns
    -------
    dict
        ``name`` (str or None), ``main`` and ``sideboard`` (names and counts), ``commander`` (list of names),
        ``coverage``: for each name ``status`` (``"full"``, ``"partial"`` or ``"inert"``) and ``missing`` (list of str),
        and ``warnings`` (list of str): names that are no card's, and what was guessed where the list was read.
    """
    return {
        "name": deck.name,
        "main": dict(deck.main),
        "sideboard": dict(deck.sideboard),
        "commander": list(deck.commander),
        "coverage": {
            name: {"status": coverage.status, "missing": list(coverage.missing)}
            for name, coverage in deck.coverage().items()
        },
        "warnings": strangers(deck.unknown) + deck.notes,
    }


def deck_text(deck: Deck, title: str, width: int, *, colour: bool) -> str:
    """Lay out a deck and what is modelled of its cards.

    Parameters
    ----------
    deck : Deck
        The deck.
    title : str
        What to call it.
    width : int
        Columns to fill.
    colour : bool
        Whether to use a terminal's colours.

    Returns
    -------
    str
        Lines, each with its end.
    """
    coverage = deck.coverage()
    commander = dict.fromkeys(deck.commander, 1)
    sections = {"commander": commander, "main": deck.main, "sideboard": deck.sideboard}
    parts: list[RenderableType] = []
    for section, cards in sections.items():
        if cards:
            parts += [Text(f"\n{section}, {counted(sum(cards.values()), 'card')}", style="bold")]
            parts += [_cards(cards, coverage)]
    names = list(dict.fromkeys(name for cards in sections.values() for name in cards))
    totals = [
        f"{sum(coverage[name].status == status for name in names)} {status}" for status in ("full", "partial", "inert")
    ]
    parts += [Text(f"\n{counted(len(names), 'different card')}: {', '.join(totals)}")]
    if any(coverage[name].status == "inert" for name in names):
        parts += [Text("inert: moves from zone to zone as any card does, but none of its abilities act", style="dim")]
    return f"{title}\n" + _render(parts, width, colour=colour)


def _cards(cards: dict[str, int], coverage: dict[str, Coverage]) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    for name, count in cards.items():
        status, missing = coverage[name].status, coverage[name].missing
        modelled = f"{status} (missing: {'; '.join(missing)})" if missing else status
        style = {"full": "green", "partial": "yellow"}.get(status, "dim")
        table.add_row(str(count), Text(name), Text(modelled, style=style))
    return table


def _rows(run: Run) -> list[tuple[str, list[tuple[str, str]]]]:
    """Make a row of cells (value, margin) for each observable, and for wins and losses where there are any."""
    rows = [(name, _cells(run[name])) for name in run.names]
    for name, turns in (("won by then", run.win_turn), ("lost by then", run.lose_turn)):
        counts = np.bincount(turns, minlength=run.turns + 1)[1:]
        if counts.any():
            by_turn = counts.cumsum()
            rows.append((name, _percent(by_turn / run.games, stats.wilson(by_turn, run.games, CONFIDENCE))))
    return rows


def _cells(values: NDArray[Any]) -> list[tuple[str, str]]:
    means, bounds = stats.mean(values), stats.interval(values, CONFIDENCE)
    if values.dtype == bool:
        return _percent(means, bounds)
    halves = (bounds[:, 1] - bounds[:, 0]) / 2
    digits = _digits(halves)
    return [
        (_number(value, digits), f"±{half:.{digits}f}" if half > 0 else "")
        for value, half in zip(means, halves, strict=True)
    ]


def _percent(shares: NDArray[np.float64], bounds: NDArray[np.float64]) -> list[tuple[str, str]]:
    digits = _digits((bounds[:, 1] - bounds[:, 0]) * 50)
    return [
        (
            _number(share * 100, digits) + ("" if math.isnan(share) else "%"),
            "" if math.isnan(low) else f"{low * 100:.{digits}f}–{high * 100:.{digits}f}",  # noqa: RUF001
        )
        for share, (low, high) in zip(shares, bounds, strict=True)
    ]


def _digits(halves: NDArray[np.float64]) -> int:
    """Choose decimals such that the widest margin shows two digits."""
    widest = halves.max(initial=0, where=halves > 0)
    return min(max(1 - math.floor(math.log10(widest)), 1), 5) if widest else 0


def _number(value: float, digits: int) -> str:
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def _tables(rows: list[tuple[str, list[tuple[str, str]]]], turns: int, width: int) -> Iterable[RenderableType]:
    """Cut the turns into tables that fit into the width."""
    if not rows:
        return
    first = min(max(len(name) for name, _ in rows), _NAME_WIDTH)
    cell = max([len(f"turn {turns}"), *(len(text) for _, cells in rows for pair in cells for text in pair)])
    each = max(1, (width - first) // (cell + 2))
    for start in range(0, turns, each):
        yield Text()
        table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2), header_style="bold")
        table.add_column(width=first, overflow="fold")
        for turn in range(start, min(start + each, turns)):
            table.add_column(f"turn {turn + 1}", justify="right", width=cell, no_wrap=True)
        for name, cells in rows:
            shown = cells[start : start + each]
            lines = [Text.assemble(value, ("\n" + margin, "dim")) if margin else Text(value) for value, margin in shown]
            table.add_row(Text(name), *lines)
        yield table


def _legend(run: Run) -> str:
    first = f" from game {run.first_game:,}" if run.first_game else ""
    about = (
        f"{counted(run.games, 'game')}{first}, seed {run.seed}, gravetroll {run.version} (random streams {run.stream})"
    )
    if run.games and run.names:
        about = f"means at the end of each turn with {CONFIDENCE:.0%} intervals\n{about}"
    if run.games and run.mulligans.any():
        kept = np.bincount(run.kept)
        hands = ", ".join(f"{kept[n] / run.games:.2%} {n}" for n in range(len(kept) - 1, -1, -1) if kept[n])
        about += f"\ncards in the hands kept: {hands}"
    return about


def _notes(deck: Deck, warnings: list[str], overflow: int) -> list[str]:
    """Condense the warnings: a line for all cards of a kind, and others as they are."""
    coverage = deck.coverage()
    cards = {name: coverage[name].status for name in deck.main}
    about_cards = tuple(f"{name} is {status}: " for name, status in cards.items())
    notes = []
    for status, one, more in (
        ("inert", "only moves from zone to zone", "only move from zone to zone"),
        ("partial", "is played in part", "are played in part"),
    ):
        names = [name for name in cards if cards[name] == status]
        if names:
            meaning = one if len(names) == 1 else more
            count = f"{len(names)} of {counted(len(cards), 'card')}"
            notes.append(f"{count} {meaning}, see `gravetroll show`: {_some(names)}")
    others = [text for text in warnings if not text.startswith(about_cards)]
    notes += others[:_MOST_NOTES]
    if len(others) > _MOST_NOTES:
        notes.append(f"and {len(others) - _MOST_NOTES} more, see --json")
    if overflow:
        notes.append(f"{counted(overflow, 'game')} needed more objects than there are and ended there")
    return notes


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:_MOST_NOTES])
    return shown if len(names) <= _MOST_NOTES else f"{shown} and {len(names) - _MOST_NOTES} more"


def _deck(deck: Deck) -> dict[str, Any]:
    return {"name": deck.name, "cards": len(deck), "main": dict(deck.main)}


def _opponent(opponent: Opponent) -> dict[str, Any]:
    return {"deck": _deck(opponent.deck), **opponent.parts()}


def _plain(values: NDArray[np.float64]) -> Any:
    """Give floats as nested lists with None for NaN, which JSON does not have."""
    return (
        [None if math.isnan(value) else float(value) for value in values]
        if values.ndim == 1
        else [_plain(row) for row in values]
    )


def _render(parts: list[RenderableType], width: int, *, colour: bool) -> str:
    out = io.StringIO()
    console = Console(
        file=out, width=width, force_terminal=colour, color_system="auto" if colour else None, highlight=False
    )
    for part in parts:
        console.print(part)
    return "".join(line.rstrip() + "\n" for line in out.getvalue().splitlines())
