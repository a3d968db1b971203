"""Reading and writing of Kafka's non-flexible wire types: big endian, lengths before contents."""

from __future__ import annotations

import struct
from typing import Final

from copartition.errors import JavaError
from copartition.java.utf8 import decoded, encoded

_INT16: Final = struct.Struct(">h")
_INT32: Final = struct.Struct(">i")
_MAX_INT16: Final = (1 << 15) - 1


class SchemaException(JavaError, ValueError):  # noqa: N818 - Java's own name, compared with the original's
    """`org.apache.kafka.common.protocol.types.SchemaException`: bytes that don't follow the schema."""


class BufferUnderflowException(JavaError, ValueError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.nio.BufferUnderflowException`: fewer bytes than a number has."""

    def __str__(self) -> str:
        return "java.nio.BufferUnderflowException"


class Buffer:
    """Bytes and a position, as a `ByteBuffer` has: a failed read leaves the position where it got to.

    Args:
        data: The bytes.
        position: Where to begin.
    """

    __slots__ = ("data", "position")

    def __init__(self, data: bytes, position: int = 0) -> None:
        self.data = data
        self.position = position

    @property
    def remaining(self) -> int:
        """How many bytes are left."""
        return len(self.data) - self.position

    def int16(self) -> int:
        """`getShort()`.

        Raises:
            BufferUnderflowException: There are fewer than two bytes; none is taken.
        """
        return self._number(_INT16)

    def int32(self) -> int:
        """`getInt()`.

        Raises:
            BufferUnderflowException: There are fewer than four bytes; none is taken.
        """
        return self._number(_INT32)

    def take(self, size: int) -> bytes:
        """The next `size` bytes; the caller knows that they are there."""
        start = self.position
        self.position = start + size
        return self.data[start : self.position]

    def string(self) -> str:
        """`Type.STRING.read`.

        Raises:
            BufferUnderflowException: The length is missing.
            SchemaException: The length is negative, or more than what is left.
        """
        length = self.int16()
        if length < 0:
            raise SchemaException(f"String length {length} cannot be negative")
        if length > self.remaining:
            raise SchemaException(f"Error reading string of length {length}, only {self.remaining} bytes available")
        return decoded(self.take(length))

    def array_size(self) -> int:
        """The size before the elements of an `ArrayOf`.

        Raises:
            BufferUnderflowException: The size is missing.
            SchemaException: It is negative, or more than the bytes that are left.
        """
        size = self.int32()
        if size < 0:
            raise SchemaException(f"Array size {size} cannot be negative")
        if size > self.remaining:
            raise SchemaException(f"Error reading array of size {size}, only {self.remaining} bytes available")
        return size

    def int32s(self) -> tuple[int, ...]:
        """`ArrayOf(INT32).read`.

        Raises:
            BufferUnderflowException: A number is missing; those before it are taken.
            SchemaException: The size is negative, or more than the bytes that are left.
        """
        size = self.array_size()
        whole = min(size, self.remaining // 4)
        numbers = struct.unpack_from(f">{whole}i", self.data, self.position)
        self.position += 4 * whole
        if whole < size:
            raise BufferUnderflowException
        return numbers

    def _number(self, layout: struct.Struct) -> int:
        if self.remaining < layout.size:
            raise BufferUnderflowException
        number: int = layout.unpack_from(self.data, self.position)[0]
        self.position += layout.size
        return number


def int16_bytes(number: int) -> bytes:
    """An INT16."""
    return _INT16.pack(number)


def int32_bytes(number: int) -> bytes:
    """An INT32."""
    return _INT32.pack(number)


def string_bytes(text: str) -> bytes:
    """A STRING: int16 length and UTF-8.

    Raises:
        SchemaException: It takes more than 32767 bytes.
    """
    data = encoded(text)
    if len(data) > _MAX_INT16:
        raise SchemaException(f"String length {len(data)} is larger than the maximum string length.")
    return _INT16.pack(len(data)) + data


def int32s_bytes(numbers: list[int] | tuple[int, ...]) -> bytes:
    """An ARRAY of INT32."""
    return struct.pack(f">{len(numbers) + 1}i", len(numbers), *numbers)
