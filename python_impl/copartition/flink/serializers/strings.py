"""Strings as `org.apache.flink.types.StringValue` writes them.

First the length and 1 more, 0 for null; then each UTF-16 unit. Each of these numbers takes 7 bits a byte, the lowest
first, and all but its last byte have the highest bit. It is no UTF-8: an emoji is two units of three bytes each.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from copartition.errors import StringIndexOutOfBoundsException
from copartition.java.ints import int32

if TYPE_CHECKING:
    from copartition.java.data_streams import DataInput

_MORE: Final = 0x80
_BITS: Final = 0x7F
_SHIFTS: Final = 31
"""Java shifts an int by the lowest five bits of the distance."""
_MASK_16: Final = 0xFFFF
NULL_STRING: Final = b"\0"
"""A string that is null; one without characters is `b"\\1"`."""


def string_bytes(text: str) -> bytes:
    """`StringValue.writeString(text, out)`.

    Args:
        text: Halves of surrogate pairs are written alone, as Java holds them.
    """
    if text.isascii():
        return _number(len(text) + 1) + text.encode()
    data = text.encode("utf-16-le", "surrogatepass")
    units = struct.unpack(f"<{len(data) // 2}H", data)
    return b"".join([_number(len(units) + 1), *map(_number, units)])


def read_string(source: DataInput) -> str | None:
    """`StringValue.readString(in)`; None for null.

    Raises:
        EOFException: The bytes end within the string.
        StringIndexOutOfBoundsException: The length is negative: no serializer writes that.
    """
    first = source.uint8("a string's length")
    if first == 0:
        return None
    length = int32(_read_number(first, source, "a string's length") - 1)
    if length < 0:
        raise StringIndexOutOfBoundsException(f"a string's length is {length}")
    field = "a string's unit"
    units = [_read_number(source.uint8(field), source, field) & _MASK_16 for _ in range(length)]
    return struct.pack(f"<{length}H", *units).decode("utf-16-le", "surrogatepass")


def _number(number: int) -> bytes:
    if number < _MORE:
        return bytes((number,))
    data = bytearray()
    while number >= _MORE:
        data.append(number & _BITS | _MORE)
        number >>= 7
    data.append(number)
    return bytes(data)


def _read_number(byte: int, source: DataInput, field: str) -> int:
    number, shift = byte & _BITS, 7
    while byte >= _MORE:
        byte = source.uint8(field)
        number |= (byte & _BITS) << (shift & _SHIFTS)
        shift += 7
    return number
