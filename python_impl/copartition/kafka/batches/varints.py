"""`org.apache.kafka.common.utils.ByteUtils`: numbers of as few bytes as they need, in zigzag."""

from __future__ import annotations

from typing import Final

from copartition.errors import IllegalArgumentException
from copartition.java.ints import int32, int64
from copartition.kafka.protocol.buffers import BufferUnderflowException

_SEVEN_BITS: Final = 0x7F
_MORE: Final = 0x80
_VARINT: Final = 5
_VARLONG: Final = 10


def varint(number: int) -> bytes:
    """`writeVarint(int, …)`."""
    return _written((number << 1 ^ number >> 31) & 0xFFFF_FFFF)


def varlong(number: int) -> bytes:
    """`writeVarlong(long, …)`."""
    return _written((number << 1 ^ number >> 63) & 0xFFFF_FFFF_FFFF_FFFF)


def read_varint(data: bytes, position: int) -> tuple[int, int]:
    """`readVarint(ByteBuffer)`: the number, and where it ends.

    Raises:
        BufferUnderflowException: The bytes end within it.
        IllegalArgumentException: It has more than five bytes.
    """
    number, end = _read(data, position, _VARINT, "Varint is too long, the most significant bit in the 5th byte is set")
    number &= 0xFFFF_FFFF
    return int32(number >> 1 ^ -(number & 1)), end


def read_varlong(data: bytes, position: int) -> tuple[int, int]:
    """`readVarlong(ByteBuffer)`: the number, and where it ends.

    Raises:
        BufferUnderflowException: The bytes end within it.
        IllegalArgumentException: It has more than ten bytes.
    """
    number, end = _read(data, position, _VARLONG, "Varlong is too long, most significant bit in the 10th byte is set")
    number &= 0xFFFF_FFFF_FFFF_FFFF
    return int64(number >> 1 ^ -(number & 1)), end


def _written(number: int) -> bytes:
    data = bytearray()
    while number > _SEVEN_BITS:
        data.append(number & _SEVEN_BITS | _MORE)
        number >>= 7
    data.append(number)
    return bytes(data)


def _read(data: bytes, position: int, longest: int, too_long: str) -> tuple[int, int]:
    number = 0
    for place in range(longest):
        if position + place >= len(data):
            raise BufferUnderflowException
        byte = data[position + place]
        number |= (byte & _SEVEN_BITS) << 7 * place
        if byte < _MORE:
            return number, position + place + 1
    raise IllegalArgumentException(f"{too_long}, converted value: {number:x}")
