"""Decoding a JSON key, `{"type": T, "value": V}`, to the key type of `copartition` that it names."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from copartition.errors import IDENTITY_HASHED_BYTES, IDENTITY_HASHED_ENUM, IdentityHashedKey
from copartition.flink.binary_row import RowData
from copartition.java import keys as java
from copartition.java.ints import MAX_INT, MIN_INT
from copartition.kafka.topic_partition import TopicPartition
from copartition.port import inputs
from copartition.port.sql import sql_fields

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.java.keys import Key
    from copartition.port.inputs import JSON

_Part = TypeVar("_Part")

_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def decoded(key: JSON, path: str = "input.key") -> Key:
    """The key that the document means.

    Args:
        key: The document.
        path: Where it stands, for messages.

    Raises:
        IdentityHashedKey: It is, or contains outside of a row, a byte array or an enum constant.
        ValueError: It is no key; the message names the field.
    """
    return _key(key, path, deep=False)


def map_key(key: JSON, path: str) -> str | TopicPartition:
    """A key of the hash maps and sets: a string or a topic partition.

    Raises:
        ValueError: It is neither; the message names the field.
    """
    kind, value = inputs.field(key, "type", path), inputs.field(key, "value", path)
    if kind == "string":
        return inputs.checked_text(value, f"{path}.value")
    if kind != "topic-partition":
        raise inputs.wrong(f"{path}.type", "string or topic-partition", kind)
    pair = inputs.checked_items(value, f"{path}.value")
    if len(pair) != 2:  # noqa: PLR2004 - topic and partition
        raise inputs.wrong(f"{path}.value", "a topic and a partition", value)
    topic = inputs.checked_text(pair[0], f"{path}.value[0]")
    return TopicPartition(topic, inputs.checked_number(pair[1], f"{path}.value[1]", MIN_INT, MAX_INT))


def map_key_document(key: str | TopicPartition) -> JSON:
    """The inverse of `map_key`."""
    if isinstance(key, str):
        return {"type": "string", "value": key}
    return {"type": "topic-partition", "value": [key.topic, key.partition]}


def _key(key: JSON, path: str, *, deep: bool) -> Key:
    """`deep`: whether the key stands where a Row hashes byte arrays by their content."""
    kind = inputs.field(key, "type", path)
    if kind == "null":
        return None
    if kind == "sql-timestamp":
        return _sql_timestamp(key, path)
    value, where = inputs.field(key, "value", path), f"{path}.value"
    if isinstance(kind, str) and kind in _SCALARS:
        return _SCALARS[kind](value, where)
    if isinstance(kind, str) and kind in _COMPOSITES:
        return _COMPOSITES[kind](value, where, deep)
    raise inputs.wrong(f"{path}.type", "a type of key", kind)


def _sql_timestamp(key: JSON, path: str) -> Key:
    millis = inputs.checked_decimal(inputs.field(key, "value", path), f"{path}.value")
    if "nanos" not in key:
        return java.SqlTimestamp.of_millis(millis)
    nanos = inputs.checked_number(key["nanos"], f"{path}.nanos", 0, 999_999_999)
    return _made(lambda n: java.SqlTimestamp(millis, n), nanos, f"{path}.nanos")


def _bytes(value: JSON, path: str, deep: bool) -> Key:  # noqa: FBT001 - one of the composites' three arguments
    data = inputs.checked_hex(value, path)
    if not deep:
        raise IdentityHashedKey(IDENTITY_HASHED_BYTES)
    return data


def _tuple(value: JSON, path: str, deep: bool) -> Key:  # noqa: FBT001 - as above
    del deep  # a tuple asks its fields for their own hash codes, also where it stands in a row
    return _made(java.Tuple, _items(value, path, deep=False), path)


def _list(value: JSON, path: str, deep: bool) -> Key:  # noqa: FBT001 - as above
    return java.JavaList(_items(value, path, deep=deep))


def _row(value: JSON, path: str, deep: bool) -> Key:  # noqa: FBT001 - as above
    del deep  # a row hashes what is in it by content, wherever it stands
    kind = inputs.field(value, "kind", path)
    if kind not in java.ROW_KINDS:
        raise inputs.wrong(f"{path}.kind", f"one of {', '.join(java.ROW_KINDS)}", kind)
    return java.Row(_items(inputs.field(value, "fields", path), f"{path}.fields", deep=True), kind)


def _row_data(value: JSON, path: str, deep: bool) -> Key:  # noqa: FBT001 - as above
    del deep  # its bytes are its content
    return _made(RowData, sql_fields(value, path), path)


def _items(value: JSON, path: str, *, deep: bool) -> list[Key]:
    return [_key(item, f"{path}[{place}]", deep=deep) for place, item in enumerate(inputs.checked_items(value, path))]


def _made(make: Callable[[_Part], Key], value: _Part, path: str) -> Key:
    """`make(value)`, whose complaints get the path."""
    try:
        return make(value)
    except (TypeError, ValueError) as refused:
        raise ValueError(f"{path}: {refused}") from None


@dataclass(frozen=True, slots=True)
class _Whole:
    """A boxed whole number, as a decimal string."""

    make: Callable[[int], Key]
    bits: int

    def __call__(self, value: JSON, path: str) -> Key:
        bound = 1 << (self.bits - 1)
        return self.make(inputs.checked_decimal(value, path, -bound, bound - 1))


@dataclass(frozen=True, slots=True)
class _Text:
    """What Java's `toString` of the class writes."""

    make: Callable[[str], Key]

    def __call__(self, value: JSON, path: str) -> Key:
        return _made(self.make, inputs.checked_text(value, path), path)


@dataclass(frozen=True, slots=True)
class _Bits:
    """A float by its IEEE bits."""

    kind: str
    make: Callable[[int], Key]

    def __call__(self, value: JSON, path: str) -> Key:
        return self.make(inputs.float_bits(value, path, self.kind))


def _big_integer(value: JSON, path: str) -> Key:
    return java.BigInteger(inputs.checked_whole(value, path))


def _enum(value: JSON, path: str) -> Key:
    inputs.checked_text(value, path)
    raise IdentityHashedKey(IDENTITY_HASHED_ENUM)


def _uuid(text: str) -> uuid.UUID:
    if not _UUID.fullmatch(text):
        raise ValueError(f"{text!r} is not what Java's UUID.toString writes")
    return uuid.UUID(text)


_SCALARS: Final[dict[str, Callable[[JSON, str], Key]]] = {
    "string": inputs.checked_text,
    "long": _Whole(java.Long, 64),
    "integer": _Whole(java.Integer, 32),
    "short": _Whole(java.Short, 16),
    "byte": _Whole(java.Byte, 8),
    "char": _Text(java.Character),
    "boolean": inputs.checked_boolean,
    "double": _Bits("double", java.Double.from_bits),
    "float": _Bits("float", java.Float.from_bits),
    "big-decimal": _Text(java.BigDecimal.parse),
    "big-integer": _big_integer,
    "local-date": _Text(java.LocalDate.parse),
    "local-time": _Text(java.LocalTime.parse),
    "local-date-time": _Text(java.LocalDateTime.parse),
    "instant": _Text(java.Instant.parse),
    "uuid": _Text(_uuid),
    "sql-date": lambda value, path: java.SqlDate(inputs.checked_decimal(value, path)),
    "enum": _enum,
}

_COMPOSITES: Final[dict[str, Callable[[JSON, str, bool], Key]]] = {
    "bytes": _bytes,
    "tuple": _tuple,
    "list": _list,
    "row": _row,
    "row-data": _row_data,
}
