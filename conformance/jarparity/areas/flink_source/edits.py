"""Smaller histories of a source, for shrinking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON


_LEAST: Final = {1: 4, 2: 5, 3: 9}
"""By version, the bytes of a state without splits: fewer only say that they can't be read."""


def edits(document: JSON) -> Iterator[JSON]:
    """A list left out, or half of it: a source has many offsets, of which most don't matter."""
    for name, value in document.items():
        if isinstance(value, list):
            middle = len(value) // 2
            yield from ({**document, name: part} for part in ([], value[:middle], value[middle:]))


def is_sensible(document: JSON) -> bool:
    """Whether there are subtasks, and whoever restores a source says both the bytes and their version, or neither."""
    restores = (step for step in document["steps"] if step["op"] == "restore")
    return document["parallelism"] > 0 and all(map(_is_written, restores))


def _is_written(restore: JSON) -> bool:
    if "state" not in restore or "version" not in restore:
        return "state" not in restore and "version" not in restore
    return len(restore["state"]) >= 2 * _LEAST.get(restore["version"], 0)
