"""What is mutated: the placement logic. `scope.toml` lists what is not, each with its reason.

What no vector can judge is outside only as long as no vector reaches it; see `misplaced`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quality.mutation.code import Code, Module
    from quality.mutation.reach import Reach

_FILE: Final = Path(__file__).with_suffix(".toml")
_DOCUMENT: Final = tomllib.loads(_FILE.read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Outside:
    """Modules or functions that are not mutated.

    Attributes:
        names: Globs of their dotted names; a function's is behind its module's and a colon.
        reason: Why the golden vectors needn't judge them.
        passed: Whether vectors run them all the same, on their way.
    """

    names: tuple[str, ...]
    reason: str
    passed: bool = False


OUTSIDE: Final = tuple(Outside(tuple(one.pop("names")), **one) for one in _DOCUMENT["outside"])


def risk(module: str) -> int:
    """The module's place in the order in which modules are tried."""
    return next(place for place, glob in enumerate(_DOCUMENT["order"]["risk"]) if fnmatchcase(module, glob))


def reason_outside(name: str) -> str | None:
    """Why a module, or a function as `module:function`, isn't mutated; None where it is."""
    return next((out.reason for out in OUTSIDE if any(fnmatchcase(name, glob) for glob in out.names)), None)


def reason_of_line(module: Module, line: int) -> str | None:
    """Why a line of a mutated module isn't mutated; None where it is."""
    return reason_outside(f"{module.name}:{module.function(line)}")


def misplaced(code: Code, traced: Reach) -> Iterator[str]:
    """What is wrong with what is outside: it is gone, or vectors reach it and can judge it."""
    for out in OUTSIDE:
        for glob in out.names:
            found = dict(_matching(code, glob))
            if not found:
                yield f"{glob}: there is nothing of that name any more; delete it from {_FILE.name}"
            for name, lines in found.items():
                module = name.partition(":")[0]
                if not out.passed and traced.cases(module, lines[1:]):
                    yield f"{name}: vectors reach it, so it must be mutated; delete it from {_FILE.name}"


def _matching(code: Code, glob: str) -> Iterator[tuple[str, range]]:
    """The functions that a name in `OUTSIDE` is about, as `module:function`, with their lines; its modules' all."""
    name, _, function = glob.partition(":")
    for module in code.modules.values():
        if fnmatchcase(module.name, name):
            if not function:
                yield f"{module.name}:", range(0)  # a module of constants is there, too
            for qualified, one in module.functions.items():
                if function in {"", qualified}:
                    yield f"{module.name}:{qualified}", one.lines
