from collections.abc import Callable
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

__version__: str
STREAM: int

def find(name: str) -> dict[str, Any]: ...
def resolve(names: list[str]) -> list[tuple[str | None, list[str]]]: ...
def parse_line(text: str, source: str) -> str: ...
def line_from_json(json: str) -> str: ...
def preset_names() -> list[str]: ...
def preset(name: str) -> str | None: ...
def parse_expr(text: str) -> Literal["bool", "int"]: ...

@final
class Plan:
    def __new__(
        cls,
        deck: list[tuple[str, int]],
        line: str | None,
        observe: list[tuple[str, str]],
        turns: int,
        unknown: list[str] = ...,
    ) -> Plan: ...
    @property
    def columns(self) -> list[tuple[str, Literal["bool", "int16"]]]: ...
    @property
    def warnings(self) -> list[str]: ...
    def run(
        self,
        seed: int,
        first_game: int,
        games: int,
        threads: int,
        columns: list[NDArray[np.int16] | NDArray[np.bool_]],
        win_turn: NDArray[np.int8],
        lose_turn: NDArray[np.int8],
        kept: NDArray[np.int8],
        mulligans: NDArray[np.int8],
        on_play: NDArray[np.bool_],
        tick: Callable[[int], object] | None = None,
    ) -> int: ...
    def trace(self, order: list[str], on_play: bool = False) -> dict[str, Any]: ...
