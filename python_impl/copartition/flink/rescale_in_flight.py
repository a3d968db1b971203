"""Which old subtasks' in-flight records a new subtask reads, after an unaligned checkpoint is rescaled.

`org.apache.flink.runtime.io.network.api.writer.SubtaskStateMapper`, whose `RANGE` serves keyed exchanges. It counts
on a maximum parallelism of 32768, whatever the job's is, and so leaves old subtasks out at some maximum
parallelisms that are no powers of two: see docs/in-flight-gaps.md.
"""

from __future__ import annotations

from enum import Enum
from typing import SupportsIndex

from copartition import _arguments
from copartition.errors import NegativeArraySizeException, UnsupportedOperationException
from copartition.flink.assignment import (
    UPPER_BOUND_MAX_PARALLELISM,
    operator_of_key_group,
    range_of_operator,
)
from copartition.java.ints import divide, int32


class SubtaskStateMapper(Enum):
    """How in-flight records of old subtasks are given to new ones."""

    ARBITRARY = "as round robin"
    FIRST = "all to the first subtask"
    FULL = "all to every subtask, which filters them"
    RANGE = "by ranges of key groups; ends are read twice, and filtered"
    ROUND_ROBIN = "in turn"
    UNSUPPORTED = "a pointwise exchange, which can't be rescaled"

    @property
    def is_ambiguous(self) -> bool:
        """`isAmbiguous()`: an old subtask may be read by several new ones, which filter its records."""
        return self in (SubtaskStateMapper.FULL, SubtaskStateMapper.RANGE)

    def old_subtasks(
        self, new_index: SupportsIndex, old_parallelism: SupportsIndex, new_parallelism: SupportsIndex
    ) -> list[int]:
        """`getOldSubtasks(int, int, int)`: the old subtasks that a new one reads, ascending.

        Args:
            new_index: The new subtask, 0 to `new_parallelism - 1`.
            old_parallelism: The number of old subtasks.
            new_parallelism: The number of new subtasks.

        Raises:
            UnsupportedOperationException: The mapper is `UNSUPPORTED`.
            IllegalArgumentException: `RANGE` with a new parallelism outside 1 to 32768, or with no such subtask.
            ArithmeticException: "/ by zero": round robin with a new parallelism of 0.
            NegativeArraySizeException: Round robin with a negative old parallelism.
            ValueError: A number doesn't fit 32 bits; or round robin with a negative new parallelism, of
                which the original doesn't come back.
        """
        index = _arguments.int32("new_index", new_index)
        old = _arguments.int32("old_parallelism", old_parallelism)
        new = _arguments.int32("new_parallelism", new_parallelism)
        match self:
            case SubtaskStateMapper.FIRST:
                return list(range(old)) if index == 0 else []
            case SubtaskStateMapper.FULL:
                return list(range(old))
            case SubtaskStateMapper.RANGE:
                groups = range_of_operator(UPPER_BOUND_MAX_PARALLELISM, new, index)
                first = operator_of_key_group(UPPER_BOUND_MAX_PARALLELISM, old, groups.start)
                last = operator_of_key_group(UPPER_BOUND_MAX_PARALLELISM, old, groups.end)
                return list(range(first, last + 1))
            case SubtaskStateMapper.UNSUPPORTED:
                raise UnsupportedOperationException(
                    "Cannot rescale the given pointwise partitioner.\n"
                    "Did you change the partitioner to forward or rescale?\n"
                    "It may also help to add an explicit shuffle()."
                )
            case _:
                return _in_turn(index, old, new)


def _in_turn(index: int, old: int, new: int) -> list[int]:
    capacity = int32(divide(old, new) + 1)
    if capacity < 0:
        raise NegativeArraySizeException(str(capacity))
    if new < 0:
        raise ValueError(f"new_parallelism must not be negative, but is {new}: the original counts on without end")
    return list(range(index, old, new))
