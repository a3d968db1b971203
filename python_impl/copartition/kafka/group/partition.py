"""The partition of a coordinator's topic in which a group, or a transaction, is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.java.ints import MIN_INT, remainder
from copartition.java.strings import string_hash

if TYPE_CHECKING:
    from typing import SupportsIndex

_ABS_OF_MIN_INT: Final = 0
"""`org.apache.kafka.common.utils.Utils.abs`, unlike `Math.abs`, makes 0 of the smallest integer."""


def partition_for(name: str, partitions: SupportsIndex) -> int:
    """`GroupCoordinatorService.partitionFor(String)`; for transactions `TransactionStateManager.partitionFor`.

    Args:
        name: The group's id, or the transactional id.
        partitions: How many partitions the topic `__consumer_offsets` or `__transaction_state` has, int32.

    Returns:
        0 to `partitions - 1`: the leader of this partition is the coordinator.

    Raises:
        ArithmeticException: "/ by zero": there are 0 partitions.
        ValueError: `partitions` doesn't fit 32 bits.
    """
    code = string_hash(name)
    return remainder(_ABS_OF_MIN_INT if code == MIN_INT else abs(code), _arguments.int32("partitions", partitions))
