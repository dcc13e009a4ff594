"""The command ``gravetroll``.

Exit codes: 0 done; 1 a rules case failed; 2 bad input, with one line on standard error that says what is wrong, where,
and what would mend it; 130 interrupted by Ctrl-C; 141 whoever read standard output has gone; 70 a fault of gravetroll
itself.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import difflib
import itertools
import json
import os
import re
import shutil
import sys
import textwrap
import time
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from gravetroll import __version__, _core, _early
from gravetroll.cases import check_all
from gravetroll.deck import Deck
from gravetroll.errors import DeckError, Error
from gravetroll.formats.lookup import strangers
from gravetroll.line import Line
from gravetroll.output import same_file
from gravetroll.progress import on_terminal
from gravetroll.replay import replay
from gravetroll.run import GAMES, MOST_THREADS, MOST_TURNS, SEEDS, simulate, whole
from gravetroll.text import counted
from gravetroll.versus import Opponent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gravetroll.result import Run

_FAILED = 1
_BAD_INPUT = 2
_FAULT = 70  # sysexits.h: EX_SOFTWARE
_INTERRUPTED = 130
_BROKEN_PIPE = 141
_WIDTH = 100  # of tables that go to a file or a pipe
_NARROWEST = 50  # a table that is cut off would show other numbers
_MOST_DIGITS = 30
_NUMBER = re.compile(r"[-+]?[0-9]+(?:_[0-9]+)*(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?")


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line like all others."""

    def error(self, message: str) -> NoReturn:
        raise Error(f"{message}: see `{self.prog} --help`")

    def _print_message(self, message: str, file: object = None) -> None:  # noqa: ARG002  (help goes nowhere else)
        _print(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        What follows the command's name. Left out: ``sys.argv[1:]``.

    Returns
    -------
    int
        The exit code. No exception leaves this function, except that ``--help`` and ``--version`` exit at once.

    Examples
    --------
    >>> main(["lines", "no such line"])
    2
    """
    try:
        _early.release()
        # A table must not fail on a terminal that lacks a dash.
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace" if stream is sys.stdout else "backslashreplace")
        options = _parser().parse_args(arguments)
        code: int = options.run(options) or 0
    except SystemExit:
        raise
    except BrokenPipeError:
        _abandon_output()
        return _BROKEN_PIPE
    except BaseException as error:  # noqa: BLE001  (a panic of the core is no Exception)
        code, message = _verdict(error)
        line = "".join(character if character.isprintable() else " " for character in message)
        _tell(line)
        return code
    return code


def _verdict(error: BaseException) -> tuple[int, str]:
    """Choose the exit code and the message for whatever went wrong."""
    match error:
        case Error():
            return _BAD_INPUT, str(error)
        case OSError():
            place = f"{error.filename}: " if error.filename else ""
            return _BAD_INPUT, f"{place}{error.strerror or error}"
        case UnicodeEncodeError():
            return _BAD_INPUT, f"{error.object!a} is no text in UTF-8: write it in UTF-8"
        case MemoryError():
            return _BAD_INPUT, "out of memory: ask for fewer games, turns or observables"
        case KeyboardInterrupt():
            return _INTERRUPTED, "interrupted"
    return _FAULT, f"a fault of gravetroll, please report it: {type(error).__name__}: {error}"


def _abandon_output() -> None:
    """Keep Python from flushing standard output once more at exit, and from complaining when that fails again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> _Parser:
    parser = _Parser(
        prog="gravetroll",
        description="Bulk simulation of Magic: The Gathering decks that play out of the library and the graveyard.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"gravetroll {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    run = commands.add_parser("run", help="play many games and print what was seen in them", allow_abbrev=False)
    run.add_argument("deck", metavar="DECK", help="a deck list")
    run.add_argument("--line", metavar="NAME|FILE", help="a shipped line or a TOML file (default: the plainest dredge)")
    run.add_argument("--games", metavar="N", default="1e6", help="such as 1e6 or 1_000_000 (default: 1e6)")
    run.add_argument("--turns", metavar="N", default="6", help="turns of yours in each game (default: 6)")
    run.add_argument("--seed", metavar="N", default="0", help="0 to 2**64 - 1 (default: 0)")
    run.add_argument(
        "--observe",
        metavar="NAME=EXPR",
        action="append",
        help="what to observe at the end of each turn instead of the defaults; may be repeated",
    )
    run.add_argument("--opponent", metavar="DECK", help="a deck list: the other player's (default: nobody)")
    run.add_argument("--threads", metavar="N", help="default: one for each processor")
    run.add_argument("--first-game", metavar="N", default="0", help="the number of the first game (default: 0)")
    run.add_argument("--out", metavar="FILE.npz", help="save the arrays of all games")
    run.add_argument("--json", action="store_true", help="print JSON instead of tables")
    run.set_defaults(run=_run)

    replay = commands.add_parser(
        "replay", help="print one game of a run, every event with its rule", allow_abbrev=False
    )
    replay.add_argument("deck", metavar="DECK", help="a deck list")
    replay.add_argument("--line", metavar="NAME|FILE", help="as in run (default: the plainest dredge)")
    replay.add_argument("--seed", metavar="N", default="0", help="of the run (default: 0)")
    replay.add_argument("--game", metavar="N", default="0", help="its number in the run (default: 0)")
    replay.add_argument("--turns", metavar="N", default="6", help="turns of yours (default: 6)")
    replay.add_argument("--opponent", metavar="DECK", help="as in run")
    replay.add_argument("--json", action="store_true", help="print JSON instead of lines")
    replay.set_defaults(run=_replay)

    show = commands.add_parser("show", help="print a deck and what is modelled of its cards", allow_abbrev=False)
    show.add_argument("deck", metavar="DECK", help="a deck list")
    show.add_argument("--json", action="store_true", help="print JSON instead of tables")
    show.set_defaults(run=_show)

    check = commands.add_parser(
        "check",
        help="play rules cases and print what differed",
        description="Plays rules cases: prints one line for each that failed, then `N passed, M failed`. "
        "The exit code is 1 where any failed, except those marked `stretch`.",
        allow_abbrev=False,
    )
    check.add_argument("files", metavar="FILE.toml", nargs="+", help="a file of rules cases")
    check.add_argument("--json", action="store_true", help="print JSON instead of lines")
    check.set_defaults(run=_check)

    lines = commands.add_parser("lines", help="print the shipped lines, or one of them as TOML", allow_abbrev=False)
    lines.add_argument("name", metavar="NAME", nargs="?", help="a shipped line")
    lines.set_defaults(run=_lines)
    return parser


def _run(options: argparse.Namespace) -> None:
    games = _whole("--games", options.games, 0, GAMES)
    turns = _whole("--turns", options.turns, 1, MOST_TURNS)
    seed = _whole("--seed", options.seed, 0, SEEDS - 1)
    threads = None if options.threads is None else _whole("--threads", options.threads, 1, MOST_THREADS)
    first_game = _whole("--first-game", options.first_game, 0, GAMES)
    observe = None if options.observe is None else _observe(options.observe)
    if options.out is not None:
        _check_writable(options.out, {"the deck": options.deck, "--line": options.line, "--opponent": options.opponent})
    deck = _deck(options.deck)
    opponent = _opponent(options.opponent)
    start = time.perf_counter()
    with _named(options.deck):
        run = simulate(
            deck,
            options.line,
            games=games,
            turns=turns,
            seed=seed,
            observe=observe,
            opponent=opponent,
            threads=threads,
            first_game=first_game,
        )
    _print_time(run, time.perf_counter() - start)
    _tell_at_once(run.warnings)
    if options.out is not None:
        run.save(options.out)

    from gravetroll import report  # noqa: PLC0415  (what draws tables is slow to load, and an error needs none)

    if options.json:
        _print(json.dumps(report.run_json(run), indent=2) + "\n")
        return
    line = "the plainest dredge" if options.line is None else f"line {options.line}"
    if options.opponent is not None:
        line += f", against {options.opponent}"
    _print(report.run_text(run, options.deck, line, _width(), colour=on_terminal(sys.stdout)))


def _replay(options: argparse.Namespace) -> None:
    deck = _deck(options.deck)
    with _named(options.deck):
        game = replay(
            deck,
            options.line,
            seed=_whole("--seed", options.seed, 0, SEEDS - 1),
            game=_whole("--game", options.game, 0, GAMES - 1),
            turns=_whole("--turns", options.turns, 1, MOST_TURNS),
            opponent=_opponent(options.opponent),
        )
    _tell_at_once(game.warnings)
    if options.json:
        told = dataclasses.asdict(game)
        told.pop("text")
        _print(json.dumps(told, indent=2) + "\n")
        return
    from gravetroll import report  # noqa: PLC0415

    notes = report.notes_text(deck, game.warnings, _width(), colour=on_terminal(sys.stdout))
    _print(f"{game}\n{notes}" if notes else str(game))


def _show(options: argparse.Namespace) -> None:
    deck = _deck(options.deck)
    from gravetroll import report  # noqa: PLC0415

    if options.json:
        _print(json.dumps(report.deck_json(deck), indent=2) + "\n")
        return
    _print(report.deck_text(deck, options.deck, _width(), colour=on_terminal(sys.stdout)))


def _check(options: argparse.Namespace) -> int:
    results = check_all(options.files)
    failed = [result for result in results if not result.passed]
    counted = [result for result in failed if not result.stretch]
    passed = len(results) - len(failed)
    if options.json:
        cases = [dataclasses.asdict(result) for result in results]
        _print(json.dumps({"passed": passed, "failed": len(counted), "cases": cases}, indent=2) + "\n")
    else:
        for result in failed:
            _print(f"{result.id}: {result.message}{' (stretch)' if result.stretch else ''}\n")
        _print(f"{passed} passed, {len(counted)} failed\n")
    return _FAILED if counted else 0


def _deck(path: str) -> Deck:
    """Read a deck; what was guessed of it is told, and names that are no card's: those cards do nothing."""
    deck = Deck.read(path, unknown="inert")
    if set(deck.main) <= set(deck.unknown):
        Deck.read(path)  # raises: where not one name is known, this is hardly a deck
    for text in strangers(deck.unknown) + deck.notes:
        _tell(f"warning: {path}: {text}")
    return deck


def _opponent(path: str | None) -> Opponent | None:
    if path is None:
        return None
    deck = _deck(path)
    with _named(path):
        return Opponent(deck)


@contextlib.contextmanager
def _named(path: str) -> Iterator[None]:
    """Say of which list something is wrong that was found in none of its lines."""
    try:
        yield
    except DeckError as error:
        raise DeckError(f"{path}: {error}") from None


def _tell_at_once(warnings: list[str]) -> None:
    """Say that a line does not fit, or that a commander is left out: such games mean little, and no table shows it."""
    for text in warnings:
        if text.startswith(("the line ", "the commander")):
            _tell(f"warning: {text}")


def _lines(options: argparse.Namespace) -> None:
    names = Line.presets()
    if options.name is None:
        indent = max(map(len, names), default=0) + 2
        for name in names:
            about = _first_sentence(_core.preset(name) or "")
            _print(textwrap.fill(f"{name:{indent}}{about}", _width(), subsequent_indent=" " * indent) + "\n")
        return
    text = _core.preset(options.name)
    if text is None:
        near = difflib.get_close_matches(options.name, names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
        raise Error(f"no shipped line is called {options.name!r}: {hint}")
    _print(text.rstrip() + "\n")


def _first_sentence(text: str) -> str:
    """Give the first sentence of the comment at the head of a line's TOML."""
    head = itertools.takewhile(lambda row: row.startswith("#"), text.splitlines())
    comment = " ".join(row.lstrip("# ") for row in head)
    sentence, stop, _ = comment.partition(". ")
    return sentence + stop.rstrip()


def _number(option: str, text: str) -> int:
    """Read a whole number in any of the ways in which people write large ones."""
    if _NUMBER.fullmatch(text.strip()):
        try:
            number = Decimal(text.replace("_", ""))
        except InvalidOperation:  # an exponent beyond all bounds
            number = Decimal("inf")
        # A glance at the size first: 1e999999999 is a number too.
        if number.adjusted() >= _MOST_DIGITS or not number.is_finite():
            raise Error(f"{option} is far too large: {text}")
        if number == number.to_integral_value():
            return int(number)
    raise Error(f"{option} must be a whole number such as 100, 1e6 or 1_000_000, not {text!r}")


def _whole(option: str, text: str, low: int, high: int) -> int:
    return whole(option, _number(option, text), low, high)


def _observe(pairs: list[str]) -> dict[str, str]:
    observe = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        name, text = name.strip(), text.strip()
        # `graveyard.count() >= 3` alone holds an equals sign too: what stands before it shows that no name was meant.
        if not equals or not name or not text or text.startswith("=") or name[-1] in "<>!":
            raise Error(f"--observe must be NAME=EXPR, such as \"dredgers=graveyard.count('dredge')\", not {pair!r}")
        if name in observe:
            raise Error(f"--observe gives {name!r} twice: choose another name for one of them")
        observe[name] = text
    return observe


def _check_writable(out: str, read: dict[str, str | None]) -> None:
    """Find out before the games are played whether they can be saved, over nothing that they are played from."""
    if not out:
        raise Error("--out names no file: give one, such as run.npz")
    path = Path(out)
    if path.is_dir():
        raise Error(f"--out {path}: is a directory: give a file, such as {path / 'run.npz'}")
    for what, given in read.items():
        if given is not None and not (what == "--line" and given in Line.presets()) and same_file(path, given):
            raise Error(f"--out {path}: is the file of {what}, which would be lost: give another, such as run.npz")
    folder = path.parent
    if not folder.is_dir():
        raise Error(f"--out {path}: there is no directory {folder}: make it first")
    # What is no regular file is written to as it is, and others are replaced: that is up to their directory.
    there = path if path.exists() and not path.is_file() else Path(os.path.realpath(path)).parent
    if not os.access(there, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise Error(f"--out {path}: cannot be written: choose a place where you may write")


def _print_time(run: Run, seconds: float) -> None:
    """Report the speed on standard error: standard output does not depend on the machine."""
    rate = run.games / seconds if seconds > 0 else 0.0
    _note(f"{counted(run.games, 'game')} in {seconds:.2f} s ({rate:,.0f} games/s)")


def _print(text: str) -> None:
    """Write on standard output, unless whoever started this closed it, and see that it arrives."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _abandon_output()
        reason = error.strerror or error
        raise Error(f"standard output: {reason}: what is printed is cut off; make room, or send it elsewhere") from None


def _tell(text: str) -> None:
    """Write a line on standard error that names the program."""
    _note(f"gravetroll: {text}")


def _note(line: str) -> None:
    """Write a line on standard error, if there is one: print would take standard output instead."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):  # nobody is left who could be told
            print(line, file=sys.stderr, flush=True)


def _width() -> int:
    if not on_terminal(sys.stdout):
        return _WIDTH
    return max(shutil.get_terminal_size((_WIDTH, 24)).columns, _NARROWEST)
