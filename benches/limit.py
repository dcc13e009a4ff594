"""The bare kernel: builds it where needed, and asks it."""

from __future__ import annotations

import json
import math
import subprocess
from functools import cache
from pathlib import Path

from outcome import Sample

ROOT = Path(__file__).resolve().parent.parent


@cache
def binary() -> Path:
    """Build the kernel for the wheel's own target (the repo's cargo configuration); cargo knows if that is done."""
    # From the root, where .cargo/config.toml is found.
    command = ["cargo", "build", "--release", "--quiet", "--target-dir", "target", "--manifest-path"]
    subprocess.run([*command, "benches/bare/Cargo.toml"], cwd=ROOT, check=True)
    return ROOT / "target" / "release" / "bare"


def sample(work: str, games: int, repeats: int, seed: int, threads: int) -> Sample:
    """Measure `repeats` runs in a fresh process, after one that is not counted."""
    options = {"games": games, "repeats": repeats, "seed": seed, "threads": threads}
    arguments = [text for name, value in options.items() for text in (f"--{name}", str(value))]
    done = subprocess.run([binary(), work, *arguments], capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    columns = {"number": answer["number"], "truth": answer["truth"], "kept": [answer["kept"]]}
    deviations = {
        "number": answer["number_sd"],
        "truth": [math.sqrt(mean * (1 - mean)) for mean in answer["truth"]],
        "kept": [answer["kept_sd"]],
    }
    return Sample(
        games * repeats, sum(answer["wall"]), sum(answer["cpu"]), games, by_turn(columns), by_turn(deviations)
    )


def by_turn(columns: dict[str, list[float]]) -> dict[str, float]:
    return {f"{name} {turn}": value for name, values in columns.items() for turn, value in enumerate(values, start=1)}
