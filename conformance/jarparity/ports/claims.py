"""What a port claims, against the catalogue."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from jarparity import registry
from jarparity.catalogue import nearest
from jarparity.originals import locked_lines
from jarparity.ports import PortError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.ports import Port, PortInfo


def require_known(info: PortInfo) -> None:
    """A misspelt operation or release would be skipped for ever; a glob may be for releases that are still to come.

    Raises:
        PortError: The port claims something that is no operation, or no release; the message names the nearest.
    """
    _require_operations(info)
    lines = [str(line) for line in locked_lines()]
    for pattern in info.lines:
        if not any(fnmatchcase(line, pattern) for line in lines) and not _is_to_come(pattern, lines):
            raise PortError(f"{info.name} claims the releases {pattern!r}, which match none{nearest(pattern, lines)}")


def _is_to_come(pattern: str, lines: Iterable[str]) -> bool:
    """Whether it may stand for later releases of a product that is known, such as `flink 3.*`."""
    product, _, version = pattern.partition(" ")
    return "*" in version and any(line.partition(" ")[0] == product for line in lines)


def _require_operations(info: PortInfo) -> None:
    for pattern in info.operations:
        if not registry.select([pattern]):
            hint = nearest(pattern, registry.OPERATIONS)
            raise PortError(f"{info.name} claims {pattern!r}, which is no operation{hint}")


def operation_is_claimed(port: Port, operation: Operation) -> bool:
    """Whether the port says that it implements the operation."""
    return operation.matches(port.info.operations)


def line_is_claimed(port: Port, line: Line) -> bool:
    """Whether the port says that it equals the line."""
    return any(fnmatchcase(str(line), glob) for glob in port.info.lines)
