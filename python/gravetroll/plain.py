"""Plain data, as the engine reads it: dicts, lists, texts, whole numbers, True and False."""

from __future__ import annotations

import contextlib
import json
import math
import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING

from gravetroll.text import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from gravetroll.errors import Error


def plain_json(
    data: object, fault: type[Error], where: str = "", spelt: Callable[[object], object] = lambda value: value
) -> str:
    """Write plain data as JSON, and what is like it: mappings, tuples, numbers of numpy.

    `where` is what it stands in, for messages; `spelt` turns other objects into plain data.
    """

    def plain(value: object, path: str) -> object:
        value = spelt(value)
        match value:
            case None | bool():
                return value
            case str():
                return text_of(value, fault, f"{place(path)}it must be")
            case float() if math.isfinite(value):
                return value
            case Mapping():
                return {key(each, path): plain(one, f"{path}.{each}".lstrip(".")) for each, one in value.items()}
            case list() | tuple():
                return [plain(one, f"{path}[{at}]") for at, one in enumerate(value)]
        with contextlib.suppress(TypeError):
            return operator.index(value)  # type: ignore[arg-type]
        shown = f"{type(value).__name__} {value!r}"
        raise fault(f"{place(path)}{shown} is not understood: give dicts, lists, texts, whole numbers, True and False")

    def key(value: object, path: str) -> str:
        return text_of(value, fault, f"{place(path)}a key must be")

    def place(path: str) -> str:
        return "".join(f"{part}: " for part in (where, path) if part)

    try:
        return json.dumps(plain(data, ""))
    except RecursionError:
        raise fault(f"{place('')}nested far too deeply: does it hold itself?") from None
