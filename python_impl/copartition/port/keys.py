"""Keys and SQL-typed fields: `{"type": T, "value": V}` as the value of `copartition` that it names."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING, Final, TypeVar

from copartition import java
from copartition.errors import IDENTITY_HASHED_BYTES, IDENTITY_HASHED_ENUM, IdentityHashedKey
from copartition.flink.binary_row import RowData
from copartition.flink.sql_python_values import Moment, RawBits
from copartition.flink.sql_types import SqlType
from copartition.java.composites import ROW_KINDS
from copartition.java.ints import MAX_INT, MIN_INT
from copartition.kafka.topic_partition import TopicPartition
from copartition.port.fields import (
    Fields,
    anything,
    array,
    boolean,
    decimal,
    entry,
    float_bits,
    hexed,
    int32,
    int64,
    number,
    one_of,
    text,
    wrong,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.flink.sql_python_values import SqlValue
    from copartition.java.keys import Key
    from copartition.port.fields import JSON, Reader

T = TypeVar("T")
_Part = TypeVar("_Part")

_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_RANGES: Final = {
    "TINYINT": (-(1 << 7), (1 << 7) - 1),
    "SMALLINT": (-(1 << 15), (1 << 15) - 1),
    "INT": (MIN_INT, MAX_INT),
    "DATE": (MIN_INT, MAX_INT),
    "TIME": (MIN_INT, MAX_INT),
}
_pair: Final = entry("a topic and a partition", text, int32)


def key(value: JSON, path: str) -> Key:
    """The key that the document means.

    Raises:
        IdentityHashedKey: It is, or contains outside of a row, a byte array or an enum constant.
        ValueError: It is something else; the message names the field.
    """
    return _key(value, path, _KINDS)


def topic_partition(value: JSON, path: str) -> TopicPartition:
    """`["topic", 0]`.

    Raises:
        ValueError: It is something else.
    """
    return TopicPartition(*_pair(value, path))


def map_key(value: JSON, path: str) -> str | TopicPartition:
    """A key of the hash maps and sets: a string or a topic partition.

    Raises:
        ValueError: It is neither; the message names the field.
    """
    fields = Fields(value, path)
    return fields.get("value", fields.get("type", _map_key))


_map_key: Final[Reader[Reader[str | TopicPartition]]] = one_of({"string": text, "topic-partition": topic_partition})


def map_key_document(key: str | TopicPartition) -> JSON:
    """The inverse of `map_key`."""
    if isinstance(key, str):
        return {"type": "string", "value": key}
    return {"type": "topic-partition", "value": [key.topic, key.partition]}


def _key(value: JSON, path: str, kinds: Mapping[str, Reader[Key]]) -> Key:
    fields = Fields(value, path)
    kind = fields.get("type", anything)
    read = kinds.get(kind) if isinstance(kind, str) else None
    if read is not None:
        return fields.get("value", read)
    if kind == "null":
        return None
    if kind == "sql-timestamp":
        return _sql_timestamp(fields)
    raise wrong(f"{path}.type", "a type of key", kind)


def _sql_timestamp(fields: Fields) -> Key:
    millis = fields.get("value", int64)
    if "nanos" not in fields:
        return java.SqlTimestamp.of_millis(millis)
    return fields.get("nanos", _made(lambda nanos: java.SqlTimestamp(millis, nanos), _within(0, 999_999_999)))


def _within(low: int, high: int) -> Reader[int]:
    return lambda value, path: number(value, path, low, high)


def _whole(make: Callable[[int], Key], bits: int) -> Reader[Key]:
    """Whole numbers of so many bits."""
    bound = 1 << (bits - 1)
    return lambda value, path: make(number(decimal(value, path), path, -bound, bound - 1))


def _bits(make: Callable[[int], T], kind: str) -> Reader[T]:
    """Floats by their IEEE bits."""
    return lambda value, path: make(float_bits(value, path, kind))


def _made(make: Callable[[_Part], T], read: Reader[_Part]) -> Reader[T]:
    """What `make` makes of what is read; its complaints get the path."""

    def made(value: JSON, path: str) -> T:
        part = read(value, path)
        try:
            return make(part)
        except (TypeError, ValueError) as refused:
            raise ValueError(f"{path}: {refused}") from None

    return made


def _enum(value: JSON, path: str) -> Key:
    text(value, path)
    raise IdentityHashedKey(IDENTITY_HASHED_ENUM)


def _uuid(text: str) -> uuid.UUID:
    if not _UUID.fullmatch(text):
        raise ValueError(f"{text!r} is not what Java's UUID.toString writes")
    return uuid.UUID(text)


def _bytes(value: JSON, path: str) -> Key:
    hexed(value, path)
    raise IdentityHashedKey(IDENTITY_HASHED_BYTES)


def _row(value: JSON, path: str) -> Key:
    fields = Fields(value, path)
    kind = fields.get("kind", row_kind)
    return java.Row(fields.get("fields", _keys_in_rows), kind)


sql_type: Final = _made(SqlType.parse, text)
"""A SQL type as SQL writes it: `DECIMAL(10,2)`."""


def _sql_field(value: JSON, path: str) -> tuple[SqlType | str, SqlValue]:
    fields = Fields(value, path)
    kind = fields.get("type", sql_type)
    if fields.get("value", anything) is None:
        return kind, None
    if kind.name not in {"TIMESTAMP", "TIMESTAMP_LTZ"}:
        return kind, fields.get("value", _SQL[kind.name])
    nanos = fields.get("nanosOfMillisecond", _within(0, 999_999), 0)
    return kind, Moment(fields.get("value", int64), nanos)


sql_fields: Final = array(_sql_field)
"""An array of documents such as `{"type": "DECIMAL(10,2)", "value": "12.34"}`: the typed fields of a row."""

_keys: Final = array(key)
_keys_in_rows: Final = array(lambda value, path: _key(value, path, _KINDS_IN_ROWS))
row_kind: Final = one_of({kind: kind for kind in ROW_KINDS})
"""A row's kind: `+I`, `-U`, `+U` or `-D`."""

_KINDS: Final[Mapping[str, Reader[Key]]] = {
    "string": text,
    "long": _whole(java.Long, 64),
    "integer": _whole(java.Integer, 32),
    "short": _whole(java.Short, 16),
    "byte": _whole(java.Byte, 8),
    "char": _made(java.Character, text),
    "boolean": boolean,
    "double": _bits(java.Double.from_bits, "double"),
    "float": _bits(java.Float.from_bits, "float"),
    "big-decimal": _made(java.BigDecimal.parse, text),
    "big-integer": lambda value, path: java.BigInteger(decimal(value, path)),
    "local-date": _made(java.LocalDate.parse, text),
    "local-time": _made(java.LocalTime.parse, text),
    "local-date-time": _made(java.LocalDateTime.parse, text),
    "instant": _made(java.Instant.parse, text),
    "uuid": _made(_uuid, text),
    "sql-date": lambda value, path: java.SqlDate(int64(value, path)),
    "enum": _enum,
    "bytes": _bytes,
    "tuple": _made(java.Tuple, _keys),  # it asks its fields for their own hash codes, also where it is in a row
    "list": lambda value, path: java.JavaList(_keys(value, path)),
    "row": _row,
    "row-data": _made(RowData, sql_fields),
}
_KINDS_IN_ROWS: Final[Mapping[str, Reader[Key]]] = {
    **_KINDS,
    "bytes": hexed,  # a row hashes by content, wherever it is
    "list": lambda value, path: java.JavaList(_keys_in_rows(value, path)),
}

_SQL: Final[dict[str, Reader[SqlValue]]] = {
    **{name: _within(*ends) for name, ends in _RANGES.items()},
    "BOOLEAN": boolean,
    "BIGINT": int64,
    "FLOAT": _bits(RawBits, "float"),
    "DOUBLE": _bits(RawBits, "double"),
    "STRING": text,
    "BYTES": hexed,
    "DECIMAL": _made(java.BigDecimal.parse, text),
}
