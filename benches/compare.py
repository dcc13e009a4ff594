"""Games per second of gravetroll and of its baselines, side by side, and the ratios that are owed.

    python benches/compare.py [--quick] [--json] [--check] [--only NAMES] [--works NAMES] [--wheel PYTHON]

Every contender has a process of its own and is asked in turn, round after round, with one seed a round; ratios are
taken within a round, and their median is what counts. One-thread figures are of processor time, which other work on the
machine disturbs least; what two threads gain is by the wall. No ratio is printed before all contenders agree on what
they played. `--quick` is done within 90 seconds (without phase-python, memory and cost per game). `--check` exits 1
where something owed is missed, `--wheel` adds the gravetroll that another interpreter has installed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
from collections import defaultdict
from dataclasses import asdict, dataclass, field
from typing import Any

import figures
import owed
from agreement import Agreement, agree
from contender import Contender, UnavailableError
from outcome import Sample
from works import WORKS

BUSY = 1.15  # wall over processor time of one thread, beyond which the machine is doing something else


@dataclass
class Figure:
    """Something owed, and what it is."""

    name: str
    value: float
    low: float
    high: float
    owed: str
    met: bool
    aim: float | None = None


@dataclass
class Report:
    """All that is printed."""

    gravetroll: str
    quick: bool
    machine: dict[str, Any]
    rates: dict[str, dict[str, float]] = field(default_factory=dict)
    figures: list[Figure] = field(default_factory=list)
    agreement: dict[str, Agreement] = field(default_factory=dict)
    unavailable: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)


@dataclass
class Plan:
    """How much is measured."""

    rounds: int
    seconds: float  # a sample
    threads: bool = True


Rounds = dict[tuple[str, str, int], list[Sample]]  # by work, contender and threads


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--quick", action="store_true", help="each owed ratio, within 90 seconds")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of tables")
    parser.add_argument("--check", action="store_true", help="exit 1 where something owed is missed")
    parser.add_argument("--works", default=",".join(WORKS), help="which works, by name (default: all)")
    parser.add_argument("--only", default=",".join(owed.TITLES), help=f"which contenders: {', '.join(owed.TITLES)}")
    parser.add_argument("--wheel", metavar="PYTHON", help="an interpreter in which another build is installed")
    return parser.parse_args()


def start(names: list[str], wheel: str | None, report: Report) -> dict[str, Contender]:
    """Start the workers; who cannot be started is named in the report."""
    contenders = {}
    for name in names:
        try:
            contenders[name] = Contender("engine", wheel) if name == "other" else Contender(name)
        except UnavailableError as error:
            report.unavailable[owed.TITLES[name]] = str(error)
    if "engine" in contenders:
        report.gravetroll = contenders["engine"].version
    return contenders


def measure(works: list[str], contenders: dict[str, Contender], plan: Plan, report: Report) -> Rounds:
    """Ask everyone in turn, round after round."""
    slots: list[tuple[str, str, int, int]] = []
    for work in works:
        for name in list(contenders):
            if name not in [*owed.PLAYED_BY[work], "other"]:
                continue
            try:
                games = contenders[name].games_in(work, plan.seconds)
            except UnavailableError as error:
                report.unavailable[f"{owed.TITLES[name]}, {work}"] = str(error)
                continue
            slots.append((work, name, 1, games))
            if name in {"engine", "limit"} and plan.threads:
                slots.append((work, name, 2, 2 * games))
    rounds: Rounds = defaultdict(list)
    for turn in range(plan.rounds):
        # Every other round backwards: nobody always follows the same neighbour.
        for work, name, threads, games in slots if turn % 2 == 0 else reversed(slots):
            sample = contenders[name].measure(work, games, seed=1 + 1000 * turn, threads=threads)
            rounds[work, name, threads].append(sample)
    return rounds


def figure(name: str, values: list[float], *, least: float, aim: float | None = None) -> Figure:
    """Return a ratio that must not be below `least`, from one value a round."""
    value = statistics.median(values)
    return Figure(name, value, min(values), max(values), f">= {least:g}", value >= least, aim)


def over(above: list[float], below: list[float]) -> list[float]:
    """Return the ratio of each round; none where one side was not measured."""
    return [a / b for a, b in zip(above, below, strict=True)] if above and below else []


def ratios(rounds: Rounds, works: list[str]) -> list[Figure]:
    """Return the owed ratios for which both sides were measured."""

    def rates(work: str, name: str) -> list[float]:
        return [sample.games / sample.cpu for sample in rounds.get((work, name, 1), [])]

    def gains(work: str, name: str) -> list[float]:
        pairs = zip(rounds.get((work, name, 2), []), rounds.get((work, name, 1), []), strict=False)
        return [(two.games / two.wall) / (one.games / one.wall) for two, one in pairs]

    found: list[Figure] = []

    def owe(title: str, values: list[float], *, least: float, aim: float | None = None) -> None:
        if values:
            found.append(figure(title, values, least=least, aim=aim))

    for each in owed.RATIOS:
        values = over(rates(each.work, "engine"), rates(each.work, each.against))
        owe(f"{each.work} / {owed.TITLES[each.against]}", values, least=each.least, aim=each.aim)
    for work, least in owed.OVER_B1.items():
        owe(f"{work} / b1, both gravetroll", over(rates(work, "engine"), rates("b1", "engine")), least=least)
    for work in works:
        values = over(rates(work, "engine"), rates(work, "other"))
        owe(f"{work} / {owed.TITLES['other']}", values, least=owed.OTHER_BUILD)
        # The bare kernel does not play every work; what two copies of it gain does not hang on what they play.
        values = over(gains(work, "engine"), gains(work, "limit") or gains("b1", "limit"))
        owe(f"{work}: gain of two threads / that of two bare kernels", values, least=owed.TWO_THREADS)
    return found


def single_figures(*, quick: bool) -> list[Figure]:
    """Return what is owed besides ratios to baselines."""
    found = []
    seconds = sorted(figures.ask("import")["seconds"] for _ in range(5 if quick else 11))
    middle, limit = statistics.median(seconds), owed.IMPORT_SECONDS
    title = "import gravetroll after numpy, seconds"
    found.append(Figure(title, middle, seconds[0], seconds[-1], f"<= {limit:g}", middle <= limit))
    if quick:
        return found
    taken = figures.ask("memory", figures.LARGE)
    room = taken["arrays"] * owed.MEMORY_FACTOR + owed.MEMORY_ROOM
    value, text = taken["peak"] / 1e6, f"<= {room / 1e6:.0f}"
    title = f"peak memory of 10 M games, MB ({taken['before'] / 1e6:.0f} before, arrays {taken['arrays'] / 1e6:.0f})"
    found.append(Figure(title, value, value, value, text, taken["peak"] <= room))
    growth = []
    for _ in range(3):
        small = figures.ask("cost", figures.SMALL, 201)["seconds"]
        growth.append(figures.ask("cost", figures.LARGE, 1)["seconds"] / small)
    middle, limit = statistics.median(growth), owed.COST_GROWTH
    title = "cost per game, 10 M games / 10 k"
    found.append(Figure(title, middle, min(growth), max(growth), f"<= {limit:g}", middle <= limit))
    return found


def fill(report: Report, rounds: Rounds, works: list[str]) -> None:
    """Put rates, agreement and warnings into the report."""
    for (work, name, threads), samples in rounds.items():
        if threads == 1:
            rate = statistics.median(sample.games / sample.cpu for sample in samples)
            report.rates.setdefault(work, {})[owed.TITLES[name]] = rate
        else:
            rate = statistics.median(sample.games / sample.wall for sample in samples)
            report.rates.setdefault(work, {})[f"{owed.TITLES[name]}, {threads} threads"] = rate
    for work in works:
        played = {owed.TITLES[key[1]]: rounds[key] for key in rounds if key[0] == work and key[2] == 1}
        if played:
            report.agreement[work] = agree(played, WORKS[work].exact)
    waits = [sample.wall / sample.cpu for key, samples in rounds.items() if key[2] == 1 for sample in samples]
    busy = statistics.median(waits)
    if busy > BUSY:
        report.warnings.append(
            f"the machine is busy (a second of work took {busy:.2f} s): what two threads gain says little; "
            "run again when it is idle"
        )


def print_tables(report: Report) -> None:
    for work, rates in report.rates.items():
        print(f"\n{WORKS[work].title}, M games/s (median)")
        for name, rate in rates.items():
            print(f"  {name:<28} {rate / 1e6:12.6f}")
        agreement = report.agreement[work]
        says = "all agree" if not agreement.faults else "NOT THE SAME GAME"
        if agreement.compared:
            print(f"  {says}: {agreement.compared} means, largest difference {agreement.largest:.1f} standard errors")
        else:
            print("  nobody else plays it: nothing to agree with")
        for fault in agreement.faults:
            print(f"    {fault}")
    if report.figures:
        print(f"\n{'owed':<64} {'is':>9} {'(rounds)':>19}")
    for each in report.figures:
        spread = f"({each.low:.3g}-{each.high:.3g})"
        aim = f", aim {each.aim:g}" if each.aim is not None else ""
        print(f"{each.name:<64} {each.value:9.3g} {spread:>19}  {each.owed}{aim}: {'met' if each.met else 'MISSED'}")
    for name, why in report.unavailable.items():
        print(f"unavailable: {name}: {why}")
    for warning in report.warnings:
        print(f"note: {warning}")


def main() -> int:
    arguments = read_arguments()
    works = arguments.works.split(",")
    names = [name for name in arguments.only.split(",") if name != "other"]
    unknown = [name for name in works if name not in WORKS] + [name for name in names if name not in owed.TITLES]
    if unknown:
        print(f"compare.py: {unknown[0]!r} is neither a work nor a contender", file=sys.stderr)
        return 2
    if arguments.quick:
        names = [name for name in names if name != "full_engine"]
    if arguments.wheel:
        names.insert(1, "other")
    plan = Plan(rounds=7, seconds=0.2) if arguments.quick else Plan(rounds=21, seconds=0.4)
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "machine": platform.machine()}
    report = Report(gravetroll="", quick=arguments.quick, machine=machine)

    contenders = start(names, arguments.wheel, report)
    try:
        rounds = measure(works, contenders, plan, report)
    finally:
        for contender in contenders.values():
            contender.close()
    fill(report, rounds, works)
    agreed = not any(agreement.faults for agreement in report.agreement.values())
    if agreed:
        report.figures += ratios(rounds, works)
        if "engine" in contenders:
            report.figures += single_figures(quick=arguments.quick)
    if arguments.json:
        print(json.dumps(asdict(report), indent=2))
    else:
        print_tables(report)
    if not agreed or ("engine" in names and "engine" not in contenders):
        return 1
    return 1 if arguments.check and not all(each.met for each in report.figures) else 0


if __name__ == "__main__":
    sys.exit(main())
