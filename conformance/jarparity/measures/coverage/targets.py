"""The originals' classes whose branches are counted, and which operations are there to reach them."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from jarparity import registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.area import Watched
    from jarparity.lines import Line
    from jarparity.operations import Operation


LEAST: Final = 95.0
"""Percent of a target's branches that can be taken at all which recorded cases have to take."""


TARGETS: Final = tuple(target for area in registry.AREAS for target in area.watched)


def targets_of(line: Line, patterns: Sequence[str] = ()) -> list[Watched]:
    """The targets that a line has and any of the globs names, with or without package; all without globs.

    A line that is there for one operation has those that this operation reaches.
    """
    return [
        target
        for target in TARGETS
        if target.on(line)
        and operations_for([target], line)
        and (not patterns or any(fnmatchcase(name, p) for p in patterns for name in (target.name, target.simple_name)))
    ]


def operations_for(targets: Iterable[Watched], line: Line, patterns: Sequence[str] = ()) -> list[Operation]:
    """The operations of a line that are to reach any of the targets and match any of the globs, in their order."""
    globs = [glob for target in targets for glob in target.operations]
    return [
        operation
        for operation in registry.select(patterns)
        if operation.has(line) and globs and operation.matches(globs)
    ]


def newest_lines(lines: Iterable[Line], patterns: Sequence[str] = ()) -> list[Line]:
    """Of each family that has targets the newest line."""
    newest = {line.family: line for line in sorted(lines) if targets_of(line, patterns)}
    return sorted(newest.values())
