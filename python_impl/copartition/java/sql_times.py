"""Key types of `java.sql`: Date and Timestamp, both moments in milliseconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from copartition.java.boxed import check_field, checked_int
from copartition.java.ints import MAX_LONG, MIN_LONG

_NANOS_PER_MILLI = 1_000_000
_LONGS = 1 << 64
_FIRST_AROUND = MIN_LONG // 1000 * 1000 + _LONGS
"""From here on stand milliseconds of the first second that went around."""
_LAST_AROUND = (MAX_LONG // 1000 + 1) * 1000 - _LONGS
"""Below stand those of the last second."""


@dataclass(frozen=True, slots=True, order=True)
class SqlDate:
    """A `java.sql.Date`.

    Attributes:
        millis: milliseconds since 1970-01-01T00:00:00Z, int64.
    """

    millis: int

    def __post_init__(self) -> None:
        check_field(self, "millis", MIN_LONG, MAX_LONG)


@dataclass(frozen=True, slots=True, order=True)
class SqlTimestamp:
    """A `java.sql.Timestamp`. Its hash code sees the milliseconds only, `equals` the nanoseconds as well.

    Attributes:
        millis: what `getTime()` returns: milliseconds since 1970-01-01T00:00:00Z, int64.
        nanos: what `getNanos()` returns: nanoseconds within the second, whose leading three digits are
            those of `millis`. The seconds in which Java's longs begin and end are not whole: there `setNanos` goes
            around, and `millis` are at the other end.
    """

    millis: int
    nanos: int

    def __post_init__(self) -> None:
        check_field(self, "millis", MIN_LONG, MAX_LONG)
        check_field(self, "nanos", 0, 999_999_999)
        of_second = self.nanos // _NANOS_PER_MILLI
        around = -_LONGS if self.millis >= _FIRST_AROUND else _LONGS if self.millis < _LAST_AROUND else 0
        if of_second not in (self.millis % 1000, (self.millis + around) % 1000):
            raise ValueError(
                f"SqlTimestamp.nanos {self.nanos} contradicts millis {self.millis}: "
                f"in Java its first three digits of nine are {self.millis % 1000:03d}"
            )

    @classmethod
    def of_millis(cls, millis: int) -> Self:
        """`new Timestamp(millis)`: no more than milliseconds are known.

        Raises:
            ValueError: `millis` doesn't fit into a long.
        """
        number = checked_int("SqlTimestamp", "millis", millis, MIN_LONG, MAX_LONG)
        return cls(number, number % 1000 * _NANOS_PER_MILLI)
