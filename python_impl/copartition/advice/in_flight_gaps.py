"""Where `SubtaskStateMapper.RANGE` and the key groups disagree: in-flight records that their owner does not read.

After an unaligned checkpoint is rescaled, a new subtask reads the in-flight records of those old subtasks that `RANGE`
names, and keeps the records whose key groups it owns. `RANGE` works out both ranges with a maximum parallelism of
32768. For a job whose maximum parallelism is no power of two, rounding then differs once `old * new` is above
32768: a new subtask owns key groups of an old subtask that it does not read. See docs/in-flight-gaps.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex

from copartition.advice._parallelisms import checked
from copartition.flink.assignment import operator_of_key_group, range_of_operator
from copartition.flink.rescale_in_flight import SubtaskStateMapper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from copartition.flink.key_group_range import KeyGroupRange


@dataclass(frozen=True, slots=True)
class InFlightGap:
    """An old subtask whose records of some key groups the new owner doesn't read.

    Attributes:
        new_subtask: The new owner.
        key_groups: All key groups of the new owner.
        reads: The old subtasks that `RANGE` lets it read.
        missed: The old subtask that it doesn't read, though it had some of the key groups.
        lost: Those key groups.
        read_by: The new subtasks that do read `missed`; they own none of the lost key groups and drop the records.
    """

    new_subtask: int
    key_groups: KeyGroupRange
    reads: tuple[int, ...]
    missed: int
    lost: KeyGroupRange
    read_by: tuple[int, ...]


def in_flight_gaps(
    max_parallelism: SupportsIndex, old_parallelism: SupportsIndex, new_parallelism: SupportsIndex
) -> list[InFlightGap]:
    """The old subtasks that `RANGE` leaves out, by new subtask; none where `old * new` is 32768 or less.

    Args:
        max_parallelism: The job's number of key groups, 1 to 32768.
        old_parallelism: The number of subtasks that made the unaligned checkpoint, 1 to `max_parallelism`.
        new_parallelism: The number of subtasks that restore it, 1 to `max_parallelism`.

    Raises:
        IllegalArgumentException: A parallelism is out of bounds, or greater than `max_parallelism`.
        ValueError: A number doesn't fit 32 bits.
    """
    return list(_gaps(*checked(max_parallelism, old_parallelism=old_parallelism, new_parallelism=new_parallelism)))


def _gaps(groups: int, old: int, new: int) -> Iterator[InFlightGap]:
    reads_of = [SubtaskStateMapper.RANGE.old_subtasks(index, old, new) for index in range(new)]
    readers_of: list[list[int]] = [[] for _ in range(old)]
    for index, reads in enumerate(reads_of):
        for read in reads:
            readers_of[read].append(index)
    for index, reads in enumerate(reads_of):
        owned = range_of_operator(groups, new, index)
        first, last = (operator_of_key_group(groups, old, end) for end in (owned.start, owned.end))
        for missed in range(first, last + 1):
            if missed not in reads:
                had = range_of_operator(groups, old, missed)
                yield InFlightGap(
                    index, owned, tuple(reads), missed, owned.intersection(had), tuple(readers_of[missed])
                )
