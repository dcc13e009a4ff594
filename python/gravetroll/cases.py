"""Rules cases: small positions, what is done in them, and what must be true afterwards, as TOML files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gravetroll import _core
from gravetroll.errors import CaseError
from gravetroll.progress import meter
from gravetroll.text import path_of, show, toml_text

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

__all__ = ["Result", "check"]

# No file of cases is longer; a device or an archive by mistake is.
_MOST_BYTES = 10_000_000


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a rules case.

    Attributes
    ----------
    id : str
        The name of the case.
    passed : bool
        Whether everything was as the case says.
    message : str
        One line: the step or the end at which something differed, what was expected, and what was found; empty where
        the case passed.
    stretch : bool
        Whether the case asks for more than the engine promises: a failure is told, but not counted.
    """

    id: str
    passed: bool
    message: str
    stretch: bool = False


def check(path: str | os.PathLike[str]) -> list[Result]:
    r"""Play the rules cases of a file.

    Parameters
    ----------
    path : str or path-like
        A TOML file with one ``[[case]]`` or more.

    Returns
    -------
    list of Result
        One for each case, in the order of the file.

    Raises
    ------
    CaseError
        There is no such file, it cannot be read, or it is no file of cases; the message says where (``file:line``),
        which case and key, and what would mend it.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import gravetroll as gt
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "imp.toml"
    >>> _ = path.write_text('''
    ... [[case]]
    ... id = "dredge-needs-n-cards"
    ... title = "Too few cards in the library: the draw cannot be dredged"
    ... rules = ["702.52b"]
    ... you = { library = 4, graveyard = ["Stinkweed Imp"] }
    ... steps = [{ draw = 1, dredge = ["Stinkweed Imp"], illegal = true }, { draw = 1 }]
    ... expect.you = { hand = ["Filler"], library_size = 4 }
    ... ''')
    >>> for result in gt.check(path):
    ...     print(result.id, result.passed, result.message)
    dredge-needs-n-cards False end: your library_size: expected 4, found 3
    """
    return [_played(case) for case in _cases([path])]


def check_all(paths: Sequence[str | os.PathLike[str]]) -> list[Result]:
    """Play the rules cases of several files as `check` does, with a bar where that takes long; no two share an id."""
    cases = _cases(paths)
    results = []
    with meter(None, len(cases), "cases") as tick:
        for case in cases:
            results.append(_played(case))
            if tick is not None:
                tick(len(results))
    return results


def _cases(paths: Sequence[str | os.PathLike[str]]) -> list[_core.Case]:
    names = [path_of(path, CaseError, "rules cases are read from") for path in paths]
    return _core.read_cases([(_text_of(name), show(name)) for name in names])


def _played(case: _core.Case) -> Result:
    passed, message = case.run()
    return Result(case.id, passed, message, case.stretch)


def _text_of(path: str) -> str:
    return toml_text(path, _MOST_BYTES, CaseError, "rules cases are TOML files", "there is no such file")
