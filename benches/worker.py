"""A contender in a process of its own: `worker.py MODULE` answers each line of JSON on stdin with one on stdout.

Interpreter start, imports and compilation lie outside what is timed, one contender's memory does not disturb another's,
and another interpreter may run it, with another build installed.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
import time
from dataclasses import asdict
from typing import Any

from outcome import Sample, summarise


def measure(module: Any, request: dict[str, Any]) -> Sample:
    """Play the request's games as often as it says, and time it."""
    work, games, repeats = request["work"], request["games"], request["repeats"]
    if hasattr(module, "sample"):
        sample: Sample = module.sample(work, games, repeats, request["seed"], request["threads"])
        return sample
    play = getattr(module, work)
    gc.collect()
    wall, cpu = time.perf_counter(), time.process_time()
    for repeat in range(repeats):
        outcome = play(games, request["seed"] + repeat, request["threads"])
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return summarise(outcome, games * repeats, wall, cpu)


def main() -> None:
    # What a contender prints must not get among the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    try:
        module = importlib.import_module(sys.argv[1])
    except ImportError as error:
        print(json.dumps({"error": str(error)}), file=answers, flush=True)
        return
    print(json.dumps({"version": str(getattr(module, "VERSION", ""))}), file=answers, flush=True)
    for line in sys.stdin:
        answer: dict[str, Any]
        try:
            answer = asdict(measure(module, json.loads(line)))
        except Exception as error:  # noqa: BLE001  (whatever it is, the asker must hear of it)
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
