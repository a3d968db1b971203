"""`java.io.DataInputStream` and `DataOutputStream` over bytes: big endian, and texts in modified UTF-8.

Modified UTF-8 writes each UTF-16 unit alone, half of a surrogate pair too, and U+0000 in two bytes; the length stands
before it in two bytes. It is what Java's `writeUTF` makes, and no text that Python calls UTF-8.
"""

from __future__ import annotations

import struct
from typing import Final

from copartition import _arguments
from copartition.errors import EOFException, NegativeArraySizeException, UTFDataFormatException

_INT8: Final = struct.Struct(">b")
_INT16: Final = struct.Struct(">h")
_INT32: Final = struct.Struct(">i")
_INT64: Final = struct.Struct(">q")
_UINT16: Final = struct.Struct(">H")
_MAX_UTF: Final = (1 << 16) - 1
_ONE_BYTE, _TWO_BYTES, _THREE_BYTES = 0x80, 0xC0, 0xE0
_FOUR_BYTES: Final = 0xF0


def whole_bytes(data: bytes) -> bytes:
    """What a caller wants read, as bytes: of a view no part would be a value.

    Raises:
        WrongTypeError: They are no bytes.
    """
    if type(data) is bytes:
        return data
    return _arguments.bytes_like("data", data, "of hex digits write bytes.fromhex(…)")


class DataInput:
    """Reads the bytes from `start` to `end`. Errors name the field that is read, and its place in all of `data`.

    Args:
        data: The bytes.
        start: Where to begin.
        end: Where they end; None for the end of `data`.
    """

    __slots__ = ("_data", "_end", "position")

    def __init__(self, data: bytes, start: int = 0, end: int | None = None) -> None:
        self._data = data
        self._end = len(data) if end is None else end
        self.position = start

    @property
    def available(self) -> int:
        """How many bytes are left."""
        return self._end - self.position

    @property
    def offset(self) -> int:
        """Where the next byte stands in what is read."""
        return self.position

    def forget(self) -> None:
        """Lets go of the bytes before the next one, where they are held for this reader alone."""

    def uint8(self, field: str) -> int:
        """`readUnsignedByte()`.

        Raises:
            EOFException: There is none.
        """
        start = self.position
        self.skip(1, field)
        return self._data[start]

    def int8(self, field: str) -> int:
        """`readByte()`.

        Raises:
            EOFException: There is none.
        """
        return self._number(_INT8, field)

    def int16(self, field: str) -> int:
        """`readShort()`.

        Raises:
            EOFException: There are fewer than two bytes.
        """
        return self._number(_INT16, field)

    def uint16(self, field: str) -> int:
        """`readUnsignedShort()`, and `readChar()`.

        Raises:
            EOFException: There are fewer than two bytes.
        """
        return self._number(_UINT16, field)

    def raw(self, size: int, field: str) -> bytes:
        """`readFully(new byte[size])`.

        Raises:
            EOFException: There are fewer.
            NegativeArraySizeException: The size is negative.
        """
        if size < 0:
            raise NegativeArraySizeException(f"{field} takes {size} bytes")
        start = self.position
        self.skip(size, field)
        return self._data[start : self.position]

    def int32(self, field: str) -> int:
        """`readInt()`.

        Raises:
            EOFException: There are fewer than four bytes.
        """
        return self._number(_INT32, field)

    def size(self, field: str) -> int:
        """`readInt()` for the length of a new array.

        Raises:
            EOFException: There are fewer than four bytes.
            NegativeArraySizeException: It is negative.
        """
        size = self.int32(field)
        if size < 0:
            raise NegativeArraySizeException(f"{field} is {size}")
        return size

    def int64(self, field: str) -> int:
        """`readLong()`.

        Raises:
            EOFException: There are fewer than eight bytes.
        """
        return self._number(_INT64, field)

    def boolean(self, field: str) -> bool:
        """`readBoolean()`: every byte but 0 is true.

        Raises:
            EOFException: There is none.
        """
        start = self.position
        self.skip(1, field)
        return self._data[start] != 0

    def utf(self, field: str) -> str:
        """`readUTF()`. Halves of surrogate pairs become the character that they are.

        Raises:
            EOFException: Its length, or a part of it, is missing.
            UTFDataFormatException: It is no modified UTF-8.
        """
        size = self._number(_UINT16, f"{field}'s length")
        start = self.position
        self.skip(size, field)
        return _decoded(self._data[start : self.position], field, start)

    def skip(self, size: int, field: str) -> None:
        """Goes on by so many bytes.

        Raises:
            EOFException: There are fewer.
        """
        if self.available < size:
            raise EOFException(
                f"{field} takes {size} bytes from offset {self.position} on, and there are only {self.available}"
            )
        self.position += size

    def since(self, start: int) -> bytes:
        """The bytes from a former `position` on up to this one, of which none may be forgotten."""
        return self._data[start : self.position]

    def peek(self, size: int) -> bytes:
        """The next bytes, at most so many, which are read again."""
        return self._data[self.position : min(self.position + size, self._end)]

    def within(self, start: int, size: int) -> DataInput:
        """So many bytes from `start` on, to be read on their own."""
        return DataInput(self._data, start, start + size)

    def _number(self, layout: struct.Struct, field: str) -> int:
        start = self.position
        self.skip(layout.size, field)
        number: int = layout.unpack_from(self._data, start)[0]
        return number


def int32_bytes(number: int) -> bytes:
    """`writeInt`."""
    return _INT32.pack(number)


def int64_bytes(number: int) -> bytes:
    """`writeLong`."""
    return _INT64.pack(number)


def utf_bytes(text: str, field: str) -> bytes:
    """`writeUTF`.

    Args:
        text: The text.
        field: What it is, for messages.

    Raises:
        UTFDataFormatException: It takes more than 65535 bytes.
    """
    data = text.encode() if text.isascii() and "\0" not in text else _encoded(text)
    if len(data) > _MAX_UTF:
        raise UTFDataFormatException(f"{field} takes {len(data)} bytes as modified UTF-8, and may take {_MAX_UTF}")
    return _UINT16.pack(len(data)) + data


def _encoded(text: str) -> bytes:
    if max(text, default="") > "\uffff":  # each half of a pair alone
        pairs = text.encode("utf-16-be", "surrogatepass")
        text = "".join(map(chr, struct.unpack(f">{len(pairs) // 2}H", pairs)))
    return text.encode("utf-8", "surrogatepass").replace(b"\0", b"\xc0\x80")


def _decoded(data: bytes, field: str, start: int) -> str:
    if max(data, default=0) < _FOUR_BYTES:  # Java takes no sequence of four bytes
        try:
            return data.decode()
        except UnicodeDecodeError:
            pass  # halves of pairs, and more bytes than needed, are no UTF-8, but may be Java's
    units = _Units(data, field, start).all()
    return struct.pack(f">{len(units)}H", *units).decode("utf-16-be", "surrogatepass")


class _Units:
    """The UTF-16 units of modified UTF-8, read as Java reads them: sequences that are too long for a unit will do."""

    def __init__(self, data: bytes, field: str, start: int) -> None:
        self._data, self._field, self._start = data, field, start

    def all(self) -> list[int]:
        units: list[int] = []
        at = 0
        while at < len(self._data):
            first = self._data[at]
            if first < _ONE_BYTE:
                units.append(first)
                at += 1
            elif _TWO_BYTES <= first < _THREE_BYTES:
                units.append((first & 0x1F) << 6 | self._continued(at, 1, of=2))
                at += 2
            elif _THREE_BYTES <= first < _FOUR_BYTES:
                units.append((first & 0x0F) << 12 | self._continued(at, 1, of=3) << 6 | self._continued(at, 2, of=3))
                at += 3
            else:
                raise self._malformed(at, "no character begins with this byte")
        return units

    def _continued(self, at: int, place: int, *, of: int) -> int:
        if at + of > len(self._data):
            raise self._malformed(at, f"only {len(self._data) - at} of a character's {of} bytes are there")
        byte = self._data[at + place]
        if byte & 0xC0 != _ONE_BYTE:
            raise self._malformed(at + place, "the byte does not go on with a character")
        return byte & 0x3F

    def _malformed(self, at: int, why: str) -> UTFDataFormatException:
        return UTFDataFormatException(
            f"{self._field} is no modified UTF-8: at offset {self._start + at} is 0x{self._data[at]:02x}; {why}"
        )
