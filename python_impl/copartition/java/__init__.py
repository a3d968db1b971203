"""What Java does with keys, in Python: UTF-16 strings, hash codes, int arithmetic, the order of a HashMap."""

from __future__ import annotations

from copartition.java.boxed import Byte, Character, Double, Float, Integer, Long, Short
from copartition.java.composites import JavaList, Row, Tuple
from copartition.java.decimals import BigDecimal, BigInteger
from copartition.java.hash_codes import hash_code
from copartition.java.hash_map import HashMap, HashSet
from copartition.java.ints import divide, int32, int64, remainder
from copartition.java.keys import NULL, HasJavaHashCode, Key
from copartition.java.sql_times import SqlDate, SqlTimestamp
from copartition.java.strings import compare, compare_to, length, string_hash, units
from copartition.java.times import Instant, LocalDate, LocalDateTime, LocalTime

__all__ = [
    "NULL",
    "BigDecimal",
    "BigInteger",
    "Byte",
    "Character",
    "Double",
    "Float",
    "HasJavaHashCode",
    "HashMap",
    "HashSet",
    "Instant",
    "Integer",
    "JavaList",
    "Key",
    "LocalDate",
    "LocalDateTime",
    "LocalTime",
    "Long",
    "Row",
    "Short",
    "SqlDate",
    "SqlTimestamp",
    "Tuple",
    "compare",
    "compare_to",
    "divide",
    "hash_code",
    "int32",
    "int64",
    "length",
    "remainder",
    "string_hash",
    "units",
]
