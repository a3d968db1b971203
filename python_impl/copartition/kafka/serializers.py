"""The bytes that kafka-clients' own serializers make of a key: what the producer hashes."""

from __future__ import annotations

import enum
import struct
import uuid
from typing import TYPE_CHECKING, Final, TypeAlias

from copartition.java.boxed import Double, Float, Integer, Long, Short
from copartition.java.strings import joined

if TYPE_CHECKING:
    from copartition.java.keys import Key

_Number: TypeAlias = Long | Integer | Short | Double | Float
_BIG_ENDIAN: Final[tuple[tuple[type[_Number], str], ...]] = (
    (Long, ">q"), (Integer, ">i"), (Short, ">h"), (Double, ">d"), (Float, ">f"),
)  # fmt: skip


def serialized(key: Key | memoryview) -> bytes:
    """The bytes of a key by the serializer of `org.apache.kafka.common.serialization` for its type.

    Args:
        key: A string (UTF-8), `Long`, `Integer`, `Short`, `Double` or a float, `Float` (big-endian), a boolean, a UUID
            (its text), or bytes, which stay as they are.

    Raises:
        TypeError: kafka-clients has no serializer for this type. A bare int is none: a Long has eight bytes, an Integer
            four. Nor is an enum constant, even one that is a str.
    """
    match key:
        case enum.Enum():
            pass
        case bytes() | bytearray() | memoryview():
            return bytes(key)
        case bool():
            return bytes([key])
        case str():
            return joined(key).encode("utf-8", "replace")  # a lone surrogate becomes a question mark, as in Java
        case uuid.UUID():
            return str(key).encode()
        case Long() | Integer() | Short() | Double() | Float():
            return _packed(key)
        case float():
            return _packed(Double(key))
        case int():
            raise TypeError(
                f"a bare int has no Java type, and the type decides the bytes: write Long({key}) or Integer({key})"
            )
    raise TypeError(f"kafka-clients has no serializer for a key of type {type(key).__name__}")


def _packed(key: _Number) -> bytes:
    # A class derived from one of these has the serializer of its base.
    return next(struct.pack(form, key.value) for kind, form in _BIG_ENDIAN if isinstance(key, kind))
