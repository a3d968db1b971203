"""Where records without a key go: round by round, or rather to partitions whose queues are short.

`RoundRobinPartitioner` has a counter a topic; `load_table` makes the weights by which the built-in partitioner
prefers partitions of brokers that keep up.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, SupportsIndex, TypeVar

from copartition import _arguments
from copartition.errors import ArrayIndexOutOfBoundsException, NullPointerException
from copartition.java.ints import int32, remainder
from copartition.java.strings import joined

if TYPE_CHECKING:
    from collections.abc import Sequence

_T = TypeVar("_T")
_POSITIVE: Final = 0x7FFFFFFF
_TOO_FEW: Final = 2


class RoundRobinPartitioner:
    """`org.apache.kafka.clients.producer.RoundRobinPartitioner`, from 2.4 on."""

    def __init__(self) -> None:
        self._placed: Counter[str] = Counter()

    def partition(self, topic: str, available: Sequence[bool]) -> int:
        """The partition of the topic's next record.

        Args:
            topic: The topic's name; each has a count of its own, whatever becomes of its partitions.
            available: For each partition of the topic, whether it has a leader.

        Returns:
            The next of those with a leader; of all, if none has one.

        Raises:
            ArithmeticException: "/ by zero": the topic has no partitions.
            WrongTypeError: `topic` is no str, or `available` no list.
        """
        _arguments.text("topic", topic)
        leaders = _arguments.iterated("available", available, ordered=True)
        topic = joined(topic)
        number = self._placed[topic] & _POSITIVE
        self._placed[topic] += 1
        leading = [partition for partition, has_leader in enumerate(leaders) if has_leader]
        return leading[number % len(leading)] if leading else remainder(number, len(leaders))


@dataclass(frozen=True, slots=True)
class LoadTable:
    """The weights of partitions, summed up.

    A random number below the last sum that takes part falls to the first partition whose sum is greater.

    Attributes:
        sums: The running sums of the first `length` weights, then what stood in the array of queue sizes.
        partitions: The partitions' numbers.
        length: How many of them take part.
        in_this_rack: The table of the partitions whose leaders are in the producer's rack; None without a rack.
    """

    sums: tuple[int, ...]
    partitions: tuple[int, ...]
    length: int
    in_this_rack: LoadTable | None = None


def load_table(
    queue_sizes: Sequence[SupportsIndex] | None,
    partitions: Sequence[SupportsIndex],
    length: SupportsIndex,
    racks: Sequence[str | None] | None = None,
    rack: str | None = None,
) -> LoadTable | None:
    """`BuiltInPartitioner.updatePartitionLoadStats(…)`, from 3.3 on; with racks from 4.4 on.

    Args:
        queue_sizes: How many batches wait for each partition, int32; None where that is not known.
        partitions: The partitions' numbers, int32.
        length: How many of them take part; the others' brokers are too slow.
        racks: The rack of each partition's leader.
        rack: The producer's rack, if it prefers it.

    Returns:
        The table, or None where partitions are chosen evenly: fewer than two, none that takes part, or all take
        part with equal queues.

    Raises:
        ArrayIndexOutOfBoundsException: More take part than there are.
        NullPointerException: There is a rack, but `racks` is None.
        WrongTypeError: A number is no integer.
        ValueError: A number doesn't fit 32 bits.
    """
    count = _arguments.int32("length", length)
    if queue_sizes is None or count < 1 or len(queue_sizes) < _TOO_FEW:
        return None
    queues = [_arguments.int32("queue_sizes", size) for size in queue_sizes]
    numbers = tuple(_arguments.int32("partitions", number) for number in partitions)
    sizes = [_at(queues, i) for i in range(count)]
    if count == len(queues) and len(set(sizes)) == 1:
        return None
    near = None if rack is None else _near(sizes, numbers, racks, rack)
    sums = _summed(sizes, int32(max(sizes) + 1), count)
    return LoadTable((*sums, *queues[count:]), numbers, count, near)


def _near(sizes: Sequence[int], partitions: Sequence[int], racks: Sequence[str | None] | None, rack: str) -> LoadTable:
    if racks is None:
        raise NullPointerException('Cannot load from object array because "partitionLeaderRacks" is null')
    length = len(sizes)
    found = [(size, _at(partitions, i)) for i, size in enumerate(sizes) if _at(racks, i) == rack]
    most = max([-1, *(size for size, _ in found)])
    rest = [0] * (length - len(found))
    sums = _summed([*(size for size, _ in found), *rest], int32(most + 1), len(found))
    return LoadTable(tuple(sums), (*(number for _, number in found), *rest), len(found))


def _summed(sizes: list[int], above: int, count: int) -> list[int]:
    """Each of the first sizes taken from a number above all, and summed up; the first one in any case."""
    sums = list(sizes)
    sums[0] = int32(above - sizes[0])
    for i in range(1, count):
        sums[i] = int32(above - sizes[i] + sums[i - 1])
    return sums


def _at(array: Sequence[_T], index: int) -> _T:
    if index >= len(array):
        raise ArrayIndexOutOfBoundsException(f"Index {index} out of bounds for length {len(array)}")
    return array[index]
