"""The bytes that kafka-clients' own serializers make of a key: what the producer hashes."""

from __future__ import annotations

import struct
import uuid
from typing import TYPE_CHECKING, Final

from copartition.java.boxed import Double, Float, Integer, Long, Short

if TYPE_CHECKING:
    from copartition.java.keys import Key

_BIG_ENDIAN: Final[dict[type, str]] = {Long: ">q", Integer: ">i", Short: ">h", Double: ">d", Float: ">f"}


def serialized(key: Key | bytes) -> bytes:
    """The bytes of a key by the serializer of `org.apache.kafka.common.serialization` for its type.

    Args:
        key: A string (UTF-8), `Long`, `Integer`, `Short`, `Double`, `Float` (big-endian), a boolean, a UUID (its text),
            or bytes, which stay as they are.

    Raises:
        TypeError: kafka-clients has no serializer for this type.
    """
    match key:
        case bytes():
            return key
        case bool():
            return bytes([key])
        case str():
            joined = key.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
            return joined.encode("utf-8", "replace")  # a lone surrogate becomes a question mark, as in Java
        case uuid.UUID():
            return str(key).encode()
        case Long() | Integer() | Short() | Double() | Float():
            return struct.pack(_BIG_ENDIAN[type(key)], key.value)
    raise TypeError(f"kafka-clients has no serializer for a key of type {type(key).__name__}")
