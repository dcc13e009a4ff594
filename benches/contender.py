"""A contender: a worker process that is asked for one measurement after another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from outcome import Sample

HERE = Path(__file__).resolve().parent
# Games of one call: enough to hide what a call costs, few enough that arrays stay small.
CALL = 1_000_000
PILOT_SECONDS = 0.02


class UnavailableError(Exception):
    """A contender that cannot be run here, and why."""


class Contender:
    """The worker of one module, in this interpreter or another."""

    def __init__(self, module: str, python: str | None = None) -> None:
        environment = dict(os.environ)
        if python is not None:
            # What another interpreter has installed is what is meant, not what this one was pointed at.
            environment.pop("PYTHONPATH", None)
        self.module = module
        self.process = subprocess.Popen(
            [python or sys.executable, str(HERE / "worker.py"), module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.version: str = self._answer()["version"]

    def _answer(self) -> dict[str, Any]:
        line = self.process.stdout.readline() if self.process.stdout else ""
        answer: dict[str, Any] = json.loads(line) if line else {"error": "its process ended"}
        if "error" in answer:
            raise UnavailableError(answer["error"])
        return answer

    def measure(self, work: str, games: int, seed: int, threads: int = 1) -> Sample:
        """Play about so many games, in calls of at most a million."""
        repeats = max(1, round(games / CALL))
        request = {"work": work, "games": games // repeats, "repeats": repeats, "seed": seed, "threads": threads}
        if self.process.stdin:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        return Sample(**self._answer())

    def games_in(self, work: str, seconds: float) -> int:
        """Return how many games take so long; what is compiled or read at the first call is done by this."""
        games = 1
        while True:
            self.measure(work, games, seed=0)
            sample = self.measure(work, games, seed=0)
            # By processor time: a pause on a busy machine is no measure of a game.
            if sample.cpu >= PILOT_SECONDS or games >= CALL:
                return max(1, round(seconds * sample.games / sample.wall))
            games = min(CALL, max(games * 2, round(games * 1.5 * PILOT_SECONDS / max(sample.cpu, 1e-6))))

    def close(self) -> None:
        """End the worker."""
        if self.process.stdin:
            self.process.stdin.close()
        self.process.wait(timeout=60)
