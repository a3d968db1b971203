"""Every key that has a hash code of its own in Java, as Python types.

Python's own types are accepted where they mean one Java type only:

| Python | Java |
|---|---|
| `str` | `String` |
| `bool` | `Boolean` |
| `float` | `Double` |
| `decimal.Decimal` | `BigDecimal` |
| `uuid.UUID` | `UUID` |
| `datetime.date` | `LocalDate` |
| `datetime.time`, naive | `LocalTime` |
| `datetime.datetime`, naive | `LocalDateTime` |
| `None` | `null` |

A bare `int` is refused: -1 as an Integer belongs to key group 80 of 128, as a Long to 94. A bare `tuple` or
`list` is refused, too: Flink's Tuple and Row and Java's List hash differently.
"""

from __future__ import annotations

import datetime
import decimal
import enum
import uuid
from typing import Protocol, TypeAlias, runtime_checkable

from copartition.java.boxed import Byte, Character, Double, Float, Integer, Long, Short
from copartition.java.composites import JavaList, Row, Tuple
from copartition.java.decimals import BigDecimal, BigInteger
from copartition.java.sql_times import SqlDate, SqlTimestamp
from copartition.java.times import Instant, LocalDate, LocalDateTime, LocalTime

NULL = None
"""Java's null as a key: a hash code of 0 as a field or in a map, a NullPointerException on its own."""


@runtime_checkable
class HasJavaHashCode(Protocol):
    """A key type of the user's own: the Python twin of a Java class with a `hashCode` of its own."""

    def java_hash_code(self) -> int:
        """What the Java twin's `hashCode()` returns, int32."""
        ...  # pragma: no cover - a protocol has no body


Key: TypeAlias = (
    str
    | bool
    | float
    | decimal.Decimal
    | uuid.UUID
    | datetime.date
    | datetime.time
    | bytes
    | bytearray
    | enum.Enum
    | Integer
    | Long
    | Short
    | Byte
    | Character
    | Float
    | Double
    | BigInteger
    | BigDecimal
    | LocalDate
    | LocalTime
    | LocalDateTime
    | Instant
    | SqlDate
    | SqlTimestamp
    | Tuple
    | JavaList
    | Row
    | HasJavaHashCode
    | None
)
"""What `hash_code` takes. `bytes`, `bytearray` and `Enum` are here because a Row may hold bytes and because
refusing them is part of the behaviour; on their own they raise `IdentityHashedKey`."""
