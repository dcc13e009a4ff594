"""Where the data stand that the tests compare with, but that the repository does not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def shared(path: str) -> Path:
    """Find what stands in `shared`, beside the repository or one level up; skip the test where it is missing."""
    for parent in (ROOT.parent, ROOT.parent.parent):
        found = parent / "shared" / path
        if found.exists():
            return found
    pytest.skip(f"no ../shared/{path}")
