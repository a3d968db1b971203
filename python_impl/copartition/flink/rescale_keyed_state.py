"""What becomes of keyed state when the parallelism changes: each new subtask reads pieces of old snapshots.

`org.apache.flink.runtime.checkpoint.StateAssignmentOperation` cuts the key groups into one range per new
subtask, and intersects that range with the range of every old subtask's snapshot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from copartition import _arguments
from copartition.errors import IllegalArgumentException, WrongTypeError, noted
from copartition.flink.assignment import key_group, range_of_operator
from copartition.flink.state.stored_keys import stored

if TYPE_CHECKING:
    from collections.abc import Iterable

    from copartition.flink.key_group_range import KeyGroupRange
    from copartition.java.keys import Key


def key_group_partitions(max_parallelism: SupportsIndex, parallelism: SupportsIndex) -> list[KeyGroupRange]:
    """`createKeyGroupPartitions(int, int)`: the key groups of every subtask.

    Args:
        max_parallelism: The number of key groups, 1 to 32768.
        parallelism: The number of subtasks, 1 to `max_parallelism`; 0 gives no range, as in the original.

    Raises:
        IllegalArgumentException: There are more subtasks than key groups (without a message, as the original),
            fewer than none, or more key groups than 32768.
        ValueError: A number doesn't fit 32 bits.
    """
    groups = _arguments.int32("max_parallelism", max_parallelism)
    subtasks = _arguments.int32("parallelism", parallelism)
    if groups < subtasks:
        raise noted(IllegalArgumentException(), f"parallelism is {subtasks}: write 0 to {groups}, the maximum")
    if subtasks < 0:
        raise IllegalArgumentException(f"Illegal Capacity: {subtasks}")  # of the list that the original makes
    return [range_of_operator(groups, subtasks, index) for index in range(subtasks)]


def redistributed_ranges(
    max_parallelism: SupportsIndex,
    old_parallelism: SupportsIndex,
    new_parallelism: SupportsIndex,
    finished: Iterable[int] = (),
) -> list[list[KeyGroupRange]]:
    """`getManagedKeyedStateHandles(OperatorState, KeyGroupRange)`: what each new subtask reads of the old snapshots.

    Args:
        max_parallelism: The number of key groups, 1 to 32768.
        old_parallelism: The number of subtasks that made the snapshots.
        new_parallelism: The number of subtasks that restore them.
        finished: Old subtasks that reported no state; no subtask gets their key groups.

    Returns:
        Per new subtask the ranges that it shares with old ones, in the order of the old subtasks. A disjoint
        snapshot isn't among them.

    Raises:
        IllegalArgumentException: As `key_group_partitions`, for the old parallelism first.
        WrongTypeError: `finished` is nothing to iterate, or a number is no integer.
        ValueError: A number doesn't fit 32 bits, or `finished` names no old subtask.
    """
    written = key_group_partitions(max_parallelism, old_parallelism)
    # Read once: of an iterator, the check would leave nothing to leave out.
    finished = {_arguments.int32("each of finished", subtask) for subtask in _arguments.iterated("finished", finished)}
    for subtask in finished:
        if not 0 <= subtask < len(written):
            raise ValueError(f"finished must name old subtasks, 0 to {len(written) - 1}, not {subtask}")
    handles = [groups for subtask, groups in enumerate(written) if subtask not in finished]
    wanted = key_group_partitions(max_parallelism, new_parallelism)
    # Both lists ascend, so what a range shares with the handles starts where the last one's share ended.
    answer: list[list[KeyGroupRange]] = []
    first = 0
    for groups in wanted:
        while first < len(handles) and handles[first].end < groups.start:
            first += 1
        shared = []
        at = first
        while at < len(handles) and handles[at].start <= groups.end:
            shared.append(handles[at].intersection(groups))
            at += 1
        answer.append(shared)
    return answer


def restored_keys(
    keys: Iterable[Key],
    max_parallelism: SupportsIndex,
    old_parallelism: SupportsIndex,
    new_parallelism: SupportsIndex,
    finished: Iterable[int] = (),
) -> list[list[int]]:
    """Which keys each new subtask finds in the state that it has restored.

    Args:
        keys: The keys that the old subtasks had written. Of equal keys the last one's value is there.
        max_parallelism: The number of key groups, 1 to 32768.
        old_parallelism: The number of subtasks that made the snapshots.
        new_parallelism: The number of subtasks that restore them.
        finished: Old subtasks that reported no state; their keys are gone.

    Returns:
        Per new subtask the places of its keys in `keys`, ascending.

    Raises:
        IllegalArgumentException: As `redistributed_ranges`.
        WrongTypeError: As `redistributed_ranges`; or the keys are a text, or have no order, as in a set.
        NullPointerException: "Assigned key must not be null!"
        TypeError: A key has no unambiguous Java type.
        ValueError: A number doesn't fit 32 bits, or `finished` names no old subtask.
    """
    if isinstance(keys, _arguments.NO_SEQUENCES):
        raise WrongTypeError(f"keys must be a list or tuple of keys, not {type(keys).__name__}")
    ranges = redistributed_ranges(max_parallelism, old_parallelism, new_parallelism, finished)
    if not ranges:
        return []  # none is looked for, and without key groups there would be nothing to divide by
    last = {stored(key): (place, key_group(key, max_parallelism)) for place, key in enumerate(keys)}
    found: list[list[int]] = [[] for _ in ranges]
    reader = {group: subtask for subtask, pieces in enumerate(ranges) for piece in pieces for group in piece}
    for place, group in last.values():
        subtask = reader.get(group)
        if subtask is not None:
            found[subtask].append(place)
    return [sorted(places) for places in found]
