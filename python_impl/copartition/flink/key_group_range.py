"""Ranges of key groups, and the offsets of their state in a snapshot."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, SupportsIndex

from copartition import _arguments
from copartition.errors import IllegalArgumentException, IndexOutOfBoundsException, noted
from copartition.java.boxed import checked_int
from copartition.java.ints import MAX_INT, MAX_LONG, MIN_LONG, int32

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class KeyGroupRange:
    """`org.apache.flink.runtime.state.KeyGroupRange`: key groups side by side, both ends inclusive.

    Attributes:
        start: The first key group, 0 or more.
        end: The last key group, `start` or more; -1 in `EMPTY` only.

    Raises:
        IllegalArgumentException: `start` is negative or above `end` (without a message, as the original), or
            the range holds more key groups than an int counts ("Potential overflow detected.").
        WrongTypeError: A number is no integer.
        ValueError: A number doesn't fit 32 bits.
    """

    EMPTY: ClassVar[KeyGroupRange]
    """`KeyGroupRange.EMPTY_KEY_GROUP_RANGE`: from 0 to -1."""

    start: int
    end: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", _arguments.int32("start", self.start))
        object.__setattr__(self, "end", _arguments.int32("end", self.end))
        if self.start < 0 or self.start > self.end:
            note = f"start is {self.start}, end {self.end}: write 0 or more, and an end that is no less than the start"
            raise noted(IllegalArgumentException(), note)
        if self.end - self.start >= MAX_INT:
            raise IllegalArgumentException("Potential overflow detected.")

    @classmethod
    def of(cls, start: SupportsIndex, end: SupportsIndex) -> KeyGroupRange:
        """`KeyGroupRange.of(int, int)`: as the constructor, but `EMPTY` where `start` is above `end`.

        Raises:
            IllegalArgumentException: As the constructor does.
            WrongTypeError: A number is no integer.
            ValueError: A number doesn't fit 32 bits.
        """
        start, end = _arguments.int32("start", start), _arguments.int32("end", end)
        return cls(start, end) if start <= end else cls.EMPTY

    def __len__(self) -> int:
        return self.end - self.start + 1

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.start, self.end + 1))

    def __contains__(self, key_group: object) -> bool:
        if type(key_group) is int:  # first: restoring state asks about every key group
            return self.start <= key_group <= self.end
        if isinstance(key_group, bool):
            return False
        try:
            number = operator.index(key_group)  # type: ignore[arg-type]
        except TypeError:
            return False
        return self.start <= number <= self.end

    def __str__(self) -> str:
        return f"KeyGroupRange{{startKeyGroup={self.start}, endKeyGroup={self.end}}}"

    def intersection(self, other: KeyGroupRange) -> KeyGroupRange:
        """`getIntersection(KeyGroupRange)`: the key groups in both; `EMPTY` where there are none.

        Raises:
            WrongTypeError: The other one is no `KeyGroupRange`.
        """
        _arguments.instance("other", other, KeyGroupRange, "write KeyGroupRange(0, 63)")
        return KeyGroupRange.of(max(self.start, other.start), min(self.end, other.end))

    def get_key_group_id(self, index: SupportsIndex) -> int:
        """`getKeyGroupId(int)`: the key group at a place, counted from 0.

        As in the original the place just behind the last is let through; behind 2**31 - 1 it overflows.

        Raises:
            IndexOutOfBoundsException: `index` is negative or larger than the number of key groups.
        """
        place = _arguments.int32("index", index)
        if not 0 <= place <= len(self):
            raise IndexOutOfBoundsException(f"Key group index out of bounds: {place}")
        return int32(self.start + place)


def _empty() -> KeyGroupRange:
    """The one range that the constructor refuses; Java makes it with a private constructor."""
    empty = object.__new__(KeyGroupRange)
    object.__setattr__(empty, "start", 0)
    object.__setattr__(empty, "end", -1)
    return empty


KeyGroupRange.EMPTY = _empty()


@dataclass(frozen=True, slots=True, init=False)
class KeyGroupRangeOffsets:
    """`org.apache.flink.runtime.state.KeyGroupRangeOffsets`: where each key group's state starts.

    Attributes:
        key_group_range: The key groups.
        offsets: An int64 for each of them.

    Raises:
        IllegalArgumentException: There isn't one offset per key group (without a message, as the original).
        WrongTypeError: The key groups are no `KeyGroupRange`, or the offsets nothing to iterate.
        ValueError: An offset doesn't fit 64 bits.
    """

    key_group_range: KeyGroupRange
    offsets: tuple[int, ...]

    def __init__(self, key_group_range: KeyGroupRange, offsets: Iterable[int]) -> None:
        _arguments.instance("key_group_range", key_group_range, KeyGroupRange, "write KeyGroupRange(0, 63)")
        checked = tuple(
            checked_int("KeyGroupRangeOffsets", f"offsets[{place}]", offset, MIN_LONG, MAX_LONG)
            for place, offset in enumerate(_arguments.iterated("offsets", offsets, ordered=True))
        )
        if len(checked) != len(key_group_range):
            note = f"there are {len(checked)} offsets: write one for each of {len(key_group_range)} key groups"
            raise noted(IllegalArgumentException(), note)
        object.__setattr__(self, "key_group_range", key_group_range)
        object.__setattr__(self, "offsets", checked)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self.key_group_range, self.offsets, strict=True)

    def get_key_group_offset(self, key_group: SupportsIndex) -> int:
        """`getKeyGroupOffset(int)`: the offset of one key group, int64.

        Raises:
            IllegalArgumentException: The key group isn't in the range: the error that unstable keys end in.
        """
        return self.offsets[self._index(_arguments.int32("key_group", key_group))]

    def intersection(self, key_group_range: KeyGroupRange) -> KeyGroupRangeOffsets:
        """`getIntersection(KeyGroupRange)`: the key groups in both, with their offsets."""
        shared = self.key_group_range.intersection(key_group_range)
        first = shared.start - self.key_group_range.start if len(shared) else 0
        return KeyGroupRangeOffsets(shared, self.offsets[first : first + len(shared)])

    def _index(self, key_group: int) -> int:
        if key_group not in self.key_group_range:
            raise illegal_key_group(key_group, self.key_group_range)
        return key_group - self.key_group_range.start


def illegal_key_group(key_group: int, key_group_range: KeyGroupRange) -> IllegalArgumentException:
    """`KeyGroupRangeOffsets.newIllegalKeyGroupException(int, KeyGroupRange)`: the famous sentence."""
    return IllegalArgumentException(
        f"Key group {key_group} is not in {key_group_range}. Unless you're directly using low level state "
        "access APIs, this is most likely caused by non-deterministic shuffle key (hashCode and equals "
        "implementation)."
    )
