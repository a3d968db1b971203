"""Dates and times of `java.time` and `java.sql`, as Flink's serializers write them: all have a null of their own."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final, TypeVar

from copartition.errors import ArithmeticException, DateTimeException, IllegalArgumentException, IOException
from copartition.java.data_streams import int64_bytes
from copartition.java.ints import MAX_LONG, MIN_INT, MIN_LONG, int64
from copartition.java.sql_times import SqlDate, SqlTimestamp
from copartition.java.times import Instant, LocalDate, LocalDateTime, LocalTime

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.java.data_streams import DataInput

_DATE: Final = struct.Struct(">iBB")
_TIME: Final = struct.Struct(">BBBi")
_SECONDS_AND_NANOS: Final = struct.Struct(">qi")
_NULL_HOUR: Final = -128
_NANOS: Final = 10**9
_NANOS_PER_MILLI: Final = 10**6

NULL_DATE: Final = struct.pack(">ih", MIN_INT, -(2**15))
"""A `LocalDate` that is null: the smallest year, and two bytes."""
NULL_TIME: Final = struct.pack(">bhi", _NULL_HOUR, -(2**15), MIN_INT)
"""A `LocalTime` that is null: the hour -128, and six bytes."""
NULL_INSTANT: Final = struct.pack(">qi", MIN_LONG, MIN_INT)
"""An `Instant` that is null."""
NULL_SQL_DATE: Final = struct.pack(">q", MIN_LONG)
"""A `java.sql.Date` that is null: so are the milliseconds `Long.MIN_VALUE` when they are read."""
NULL_SQL_TIMESTAMP: Final = struct.pack(">qi", MIN_LONG, 0)
"""A `java.sql.Timestamp` that is null. Reading it stops after eight of these twelve bytes: see `read_sql_timestamp`."""

T = TypeVar("T")


def local_date_bytes(day: LocalDate) -> bytes:
    """`LocalDateSerializer`: the year in four bytes, month and day in one each."""
    return _DATE.pack(day.year, day.month, day.day)


def read_local_date(source: DataInput) -> LocalDate | None:
    """`LocalDateSerializer.deserialize`; None for null.

    Raises:
        DateTimeException: There is no such day.
        EOFException: The bytes end within it.
    """
    year = source.int32("a date's year")
    if year == MIN_INT:
        source.int16("a null date's rest")
        return None
    month, day = source.int8("a date's month"), source.int8("a date's day")
    return _checked(lambda: LocalDate(year, month, day))


def local_time_bytes(time: LocalTime) -> bytes:
    """`LocalTimeSerializer`: hour, minute and second in one byte each, nanoseconds in four."""
    return _TIME.pack(time.hour, time.minute, time.second, time.nano)


def read_local_time(source: DataInput) -> LocalTime | None:
    """`LocalTimeSerializer.deserialize`; None for null.

    Raises:
        DateTimeException: There is no such time.
        EOFException: The bytes end within it.
    """
    hour = source.int8("a time's hour")
    if hour == _NULL_HOUR:
        source.int16("a null time's rest")
        source.int32("a null time's rest")
        return None
    minute, second, nano = (
        source.int8("a time's minute"),
        source.int8("a time's second"),
        source.int32("a time's nanos"),
    )
    return _checked(lambda: LocalTime(hour, minute, second, nano))


def local_date_time_bytes(moment: LocalDateTime) -> bytes:
    """`LocalDateTimeSerializer`: a date, then a time."""
    return local_date_bytes(moment.date) + local_time_bytes(moment.time)


def read_local_date_time(source: DataInput) -> LocalDateTime | None:
    """`LocalDateTimeSerializer.deserialize`; None for null.

    Raises:
        DateTimeException: There is no such day or time.
        EOFException: The bytes end within it.
        IOException: One of date and time is null.
    """
    day, time = read_local_date(source), read_local_time(source)
    if day is None and time is None:
        return None
    if day is None or time is None:
        raise IOException("Exactly one of LocalDate and LocalTime is null.")
    return LocalDateTime(day, time)


def instant_bytes(moment: Instant) -> bytes:
    """`InstantSerializer`: seconds since 1970 in eight bytes, nanoseconds in four."""
    return _SECONDS_AND_NANOS.pack(moment.seconds, moment.nanos)


def read_instant(source: DataInput) -> Instant | None:
    """`InstantSerializer.deserialize`; None for null. Nanoseconds beyond a second are carried.

    Raises:
        ArithmeticException: The seconds don't fit a long once nanoseconds are carried.
        DateTimeException: Java has no such instant.
        EOFException: The bytes end within it.
    """
    seconds, nanos = source.int64("an instant's seconds"), source.int32("an instant's nanos")
    if seconds == MIN_LONG and nanos == MIN_INT:
        return None
    carried, rest = divmod(nanos, _NANOS)
    if not MIN_LONG <= seconds + carried <= MAX_LONG:
        raise ArithmeticException("long overflow")
    return _checked(lambda: Instant(seconds + carried, rest))


def sql_date_bytes(day: SqlDate) -> bytes:
    """`SqlDateSerializer`: milliseconds since 1970 in eight bytes."""
    return int64_bytes(day.millis)


def read_sql_date(source: DataInput) -> SqlDate | None:
    """`SqlDateSerializer.deserialize`; None for null, and for the milliseconds that stand for it.

    Raises:
        EOFException: The bytes end within it.
    """
    millis = source.int64("a date's milliseconds")
    return None if millis == MIN_LONG else SqlDate(millis)


def sql_timestamp_bytes(moment: SqlTimestamp) -> bytes:
    """`SqlTimestampSerializer`: milliseconds since 1970 in eight bytes, nanoseconds of the second in four."""
    return _SECONDS_AND_NANOS.pack(moment.millis, moment.nanos)


def read_sql_timestamp(source: DataInput) -> SqlTimestamp | None:
    """`SqlTimestampSerializer.deserialize`; None for null.

    A fault of the original, kept: of the twelve bytes of null only eight are read. What comes next is read from four
    bytes too early.

    Raises:
        EOFException: The bytes end within it.
        IllegalArgumentException: The nanoseconds are no part of a second.
    """
    millis = source.int64("a timestamp's milliseconds")
    if millis == MIN_LONG:
        return None
    nanos = source.int32("a timestamp's nanos")
    if not 0 <= nanos < _NANOS:
        raise IllegalArgumentException("nanos > 999999999 or < 0")
    # `setNanos` takes the milliseconds of the second from the nanoseconds; those of the first second go around.
    return SqlTimestamp(int64(millis // 1000 * 1000 + nanos // _NANOS_PER_MILLI), nanos)


def _checked(make: Callable[[], T]) -> T:
    try:
        return make()
    except ValueError as refused:
        raise DateTimeException(str(refused)) from None
