"""The registry: every area that is installed, and every operation that they declare.

Areas are found through the entry-point group `jarparity.areas`: the kit's own and those of other distributions alike.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Final

from jarparity.area import Area
from jarparity.errors import UserError
from jarparity.operations import reserve

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from importlib.metadata import EntryPoint

    from jarparity.operations import Operation

GROUP: Final = "jarparity.areas"


class AreaError(UserError, RuntimeError):
    """An area can't be used; the message names its entry point, the reason and the fix."""


def load(found: Iterable[EntryPoint]) -> tuple[Area, ...]:
    """The areas of these entry points, in the order in which lists show them.

    Raises:
        AreaError: One can't be imported, is no `Area`, or declares an area or operation that another one has.
    """
    areas: dict[str, Area] = {}
    owners: dict[str, str] = {}
    for point in sorted(found, key=lambda point: point.name):
        where = f"area {point.name} ({point.value})"
        try:
            area = point.load()
        except (ImportError, AttributeError) as error:
            raise AreaError(f"{where}: {error}; reinstall or remove the distribution that declares it") from error
        if not isinstance(area, Area):
            raise AreaError(f"{where}: {type(area).__name__} where jarparity.area.Area is expected")
        if area.name in areas:
            raise AreaError(f"{where}: another area is called {area.name}; rename one")
        areas[area.name] = area
        for operation in area.operations:
            if owners.setdefault(operation.name, point.name) != point.name:
                raise AreaError(f"{where}: area {owners[operation.name]} declares {operation.name} too; rename one")
    return tuple(sorted(areas.values(), key=lambda area: (area.place, area.name)))


AREAS: Final = load(entry_points(group=GROUP))

OPERATIONS: Final[dict[str, Operation]] = {operation.name: operation for area in AREAS for operation in area.operations}
reserve(OPERATIONS.values())


def operation(name: str) -> Operation:
    """The operation of this name.

    Raises:
        KeyError: There is none; the message names the nearest.
    """
    import difflib  # noqa: PLC0415 - only for the message

    if name in OPERATIONS:
        return OPERATIONS[name]
    near = difflib.get_close_matches(name, OPERATIONS, n=3)
    raise KeyError(
        f"no operation {name!r}" + (f"; did you mean {', '.join(near)}?" if near else "; see `jarparity list`")
    )


def select(patterns: Sequence[str]) -> list[Operation]:
    """The operations that match any of the globs (all, where there are none), in the registry's order."""
    return [o for o in OPERATIONS.values() if not patterns or o.matches(patterns)]


def area_of(operation: str) -> Area:
    """The area that declares an operation.

    Raises:
        KeyError: There is no such operation.
    """
    for area in AREAS:
        if any(one.name == operation for one in area.operations):
            return area
    raise KeyError(operation)
