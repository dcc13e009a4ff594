"""A line as plain data, and its spelling as TOML for the engine."""

from __future__ import annotations

import json
from dataclasses import dataclass, field


@dataclass
class Line:
    """What a player does. The defaults are those of a line that says nothing."""

    on: str = "draw"
    keep: str | None = None
    mulligan_to: int = 1
    groups: dict[str, list[str]] = field(default_factory=dict)
    bottom: list[str] | None = None
    dredge: list[str] | None = None
    discard: list[str] | None = None
    serum_powder: bool = False
    dredge_when: str | None = None
    stop: str | None = None
    missing: str = "error"  # the model asks nobody whether the deck holds what the line names

    def to_toml(self) -> str:
        """Spell it as a line file. JSON's strings and lists of strings are TOML's too."""
        top = [
            f"on = {json.dumps(self.on)}",
            f"missing = {json.dumps(self.missing)}",
            f"mulligan_to = {self.mulligan_to}",
        ]
        top += [f"{key} = {json.dumps(text)}" for key in ("keep", "stop") if (text := getattr(self, key)) is not None]
        groups = [f"{name} = {json.dumps(cards)}" for name, cards in self.groups.items()]
        prefer = [
            f"{key} = {json.dumps(order)}"
            for key in ("bottom", "dredge", "discard")
            if (order := getattr(self, key)) is not None
        ]
        if self.serum_powder:
            prefer.append("serum_powder = true")
        when = [f"when = {json.dumps(self.dredge_when)}"] if self.dredge_when is not None else []
        tables = [("groups", groups), ("prefer", prefer), ("dredge", when)]
        return "\n".join(top + [row for name, rows in tables if rows for row in [f"[{name}]", *rows]]) + "\n"
