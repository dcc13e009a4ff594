"""Plain data, as the engine reads it: dicts, lists, texts, whole numbers, True and False."""

from __future__ import annotations

import contextlib
import json
import math
import numbers
import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from gravetroll.text import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from gravetroll.errors import Error


# What JSON's readers take for whole.
_LEAST, _MOST = -(2**63), 2**64 - 1


def whole_of(value: object) -> int | None:
    """Return the whole number that a value is, as a float or a number of numpy too; None where it is none.

    Examples
    --------
    >>> whole_of(60), whole_of(60.0), whole_of(1.5), whole_of("60"), whole_of(True)
    (60, 60, None, None, None)
    """
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        pass
    number = _finite(value)
    return int(number) if number is not None and number.is_integer() else None


def _finite(value: object) -> float | None:
    with contextlib.suppress(OverflowError):
        number = float(value) if isinstance(value, numbers.Real) else math.nan
        return number if math.isfinite(number) else None
    return None


def _number(value: object, fault: type[Error], place: str) -> float | None:
    whole = whole_of(value)
    if whole is None:
        return None if isinstance(value, np.bool_) else _finite(value)
    if not _LEAST <= whole <= _MOST:
        raise fault(f"{place}{value} is far too {'large' if whole > 0 else 'small'}")
    return whole


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
            case Mapping():
                return {key(each, path): plain(one, f"{path}.{each}".lstrip(".")) for each, one in value.items()}
            case list() | tuple():
                return [plain(one, f"{path}[{at}]") for at, one in enumerate(value)]
        number = _number(value, fault, place(path))
        if number is not None:
            return number
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
