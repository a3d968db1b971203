"""`org.apache.kafka.common.utils.Utils`: the hash of Kafka's partitioner."""

from __future__ import annotations

import struct
from typing import Final, SupportsIndex

from copartition import _arguments
from copartition.errors import NullPointerException
from copartition.java.ints import MASK_32, int32

_SEED: Final = 0x9747B28C
_FACTOR: Final = 0x5BD1E995


def murmur2(data: bytes | bytearray | memoryview) -> int:
    """`Utils.murmur2(byte[])`: 32-bit MurmurHash2 of a serialized key.

    Args:
        data: The key's bytes, as the serializer made them: UTF-8 for `StringSerializer`, big endian for
            `LongSerializer`.

    Returns:
        int32.

    Raises:
        NullPointerException: `data` is None. (A producer spreads records without a key by itself.)
        TypeError: `data` isn't bytes; a str has to be encoded first.
    """
    if data is None:
        raise NullPointerException("data must not be null: a producer spreads records without a key by itself")
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"murmur2 takes the serialized key's bytes, not {type(data).__name__}: encode it first")
    key = bytes(data)
    size = len(key)
    mixed = _SEED ^ size & MASK_32
    for (word,) in struct.iter_unpack("<I", key[: size & ~3]):
        scrambled = word * _FACTOR & MASK_32
        mixed = mixed * _FACTOR & MASK_32 ^ (scrambled ^ scrambled >> 24) * _FACTOR & MASK_32
    if size & 3:
        mixed = (mixed ^ int.from_bytes(key[size & ~3 :], "little")) * _FACTOR & MASK_32
    mixed = (mixed ^ mixed >> 13) * _FACTOR & MASK_32
    return int32(mixed ^ mixed >> 15)


def to_positive(number: SupportsIndex) -> int:
    """`Utils.toPositive(int)`: the sign bit cut off; not the absolute value.

    Args:
        number: int32.

    Returns:
        0 to 2**31 - 1.

    Raises:
        WrongTypeError: It is no integer.
        ValueError: It doesn't fit 32 bits.
    """
    number = _arguments.int32("number", number)
    return number & 0x7FFF_FFFF
