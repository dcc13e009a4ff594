"""Figures of `simulate` that are no ratio to a baseline: import time, peak memory, cost per game.

Each is taken in a fresh process: `figures.py import`, `figures.py memory GAMES`, `figures.py cost GAMES REPEATS`.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

SMALL, LARGE = 10_000, 10_000_000


def ask(*arguments: object, python: str | None = None) -> dict[str, float]:
    """Take a figure in a fresh process."""
    command = [python or sys.executable, str(Path(__file__).resolve()), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def import_seconds() -> dict[str, float]:
    """Time the import of gravetroll after numpy's."""
    import numpy as np  # noqa: F401, PLC0415

    start = time.perf_counter()
    import gravetroll  # noqa: F401, PLC0415

    return {"seconds": time.perf_counter() - start}


def peak() -> int:
    """Return the most bytes this process has had in memory."""
    # Linux counts in KiB, macOS in bytes.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def memory(games: int) -> dict[str, float]:
    """Run six turns with one integer observable, and compare the peak with the arrays."""
    from works import WORKS  # noqa: PLC0415

    import gravetroll as gt  # noqa: PLC0415

    work = WORKS["b1"]
    before = peak()
    run = gt.simulate(
        gt.Deck(work.deck), None, games=games, turns=6, seed=1, observe={"number": work.observe["number"]}, threads=1
    )
    per_game = (run.win_turn, run.lose_turn, run.kept, run.mulligans, run.on_play)
    arrays = run["number"].nbytes + sum(array.nbytes for array in per_game)
    return {"arrays": arrays, "peak": peak(), "before": before}


def cost(games: int, repeats: int) -> dict[str, float]:
    """Time B1 for one game in runs of so many."""
    import engine  # noqa: PLC0415

    engine.b1(SMALL, 0, 1)
    seconds = []
    for seed in range(repeats):
        start = time.process_time()
        engine.b1(games, seed, 1)
        seconds.append((time.process_time() - start) / games)
    return {"seconds": statistics.median(seconds)}


if __name__ == "__main__":
    what, numbers = sys.argv[1], [int(text) for text in sys.argv[2:]]
    print(json.dumps({"import": import_seconds, "memory": memory, "cost": cost}[what](*numbers)))
