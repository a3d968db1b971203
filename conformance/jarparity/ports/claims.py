"""What a port claims, against the catalogue."""

from __future__ import annotations

import difflib
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from jarparity import registry
from jarparity.originals import locked_lines
from jarparity.ports import PortError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.ports import PortInfo


def require_known(info: PortInfo) -> None:
    """A misspelt operation or release would be skipped for ever.

    Raises:
        PortError: The port claims something that is no operation, or no release; the message names the nearest.
    """
    _require_operations(info)
    lines = [str(line) for line in locked_lines()]
    for pattern in info.lines:
        if not any(fnmatchcase(line, pattern) for line in lines):
            raise PortError(f"{info.name} claims the releases {pattern!r}, which match none{nearest(pattern, lines)}")


def _require_operations(info: PortInfo) -> None:
    for pattern in info.operations:
        if not registry.select([pattern]):
            hint = nearest(pattern, registry.OPERATIONS)
            raise PortError(f"{info.name} claims {pattern!r}, which is no operation{hint}")


def nearest(pattern: str, known: Iterable[str]) -> str:
    """The end of a sentence on a name that is not known: which one may be meant."""
    near = difflib.get_close_matches(pattern, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else "; `jarparity list` shows all"
