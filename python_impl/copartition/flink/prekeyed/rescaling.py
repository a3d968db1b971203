"""Where splits go when the parallelism changes: with their key groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from copartition import _arguments
from copartition.errors import IllegalStateException
from copartition.flink.assignment import operator_of_key_group, range_of_operator

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def redistribute_splits(
    mappings: Iterable[Mapping[str, int]], max_parallelism: SupportsIndex, parallelism: SupportsIndex
) -> list[dict[str, int]]:
    """The splits of each subtask after rescaling: a split keeps its key group, and follows it to its new owner.

    Flink moves state by key group, so a split that is read anywhere else doesn't find its state.

    Args:
        mappings: `SplitKeyGroups.mapping()` of every subtask in the snapshot.
        max_parallelism: The number of key groups, which can't change.
        parallelism: The new number of subtasks.

    Returns:
        By subtask, by split in the order of key groups: the `mapped` of its new `SplitKeyGroups`.

    Raises:
        IllegalArgumentException: As `range_of_operator`.
        IllegalStateException: Two subtasks have a split of one name, each in a key group of its own.
    """
    count = _arguments.int32("parallelism", parallelism)
    range_of_operator(max_parallelism, count, 0)  # checks both
    found: dict[str, int] = {}
    for mapping in mappings:
        for split, group in mapping.items():
            if split in found:
                raise IllegalStateException(
                    f"split {split!r} has the key groups {found[split]} and {group}: remove it from one subtask "
                    "before it is added to another"
                )
            found[split] = group
    moved: list[dict[str, int]] = [{} for _ in range(count)]
    for split, group in sorted(found.items(), key=lambda entry: entry[1]):
        moved[operator_of_key_group(max_parallelism, count, group)][split] = group
    return moved
