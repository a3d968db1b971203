"""Stored values, read as the originals read them: where each ends, and what it promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values.state_rules import ARRAYS

if TYPE_CHECKING:
    from jarparity.answers import JSON

MOST: Final = 1 << 16
"""So many elements or bytes may be promised."""
NULL_AS_READ: Final = 8
"""Bytes of a null `java.sql.Timestamp` that the originals read."""
NULL_AS_WRITTEN: Final = 12
"""Bytes of one that they write."""
FIXED_SIZES: Final = {
    "long": 8,
    "integer": 4,
    "short": 2,
    "byte": 1,
    "char": 2,
    "boolean": 1,
    "double": 8,
    "float": 4,
    "local-date": 6,
    "local-time": 7,
    "local-date-time": 13,
    "instant": 12,
    "sql-date": 8,
    "void-namespace": 1,
    "time-window": 16,
    "global-window": 1,
}
_NULL, _OF_THE_CLASS, _OTHER_CLASS = 1, 2, 4 | 8
"""Flags of an object."""
_NULL_MILLIS: Final = b"\x80" + bytes(7)


class TooMuchError(ValueError):
    """A number of elements beyond all reason, or an object of another class than the declared one."""


class EndError(ValueError):
    """The bytes end, or no original reads on."""


class Walk:
    """Reads as the originals do, and stops where they would.

    Attributes:
        at: How many bytes have been read.
        nulls: How many null timestamps were among them.
    """

    def __init__(self, data: bytes, null_timestamp: int = NULL_AS_READ) -> None:
        """Begins at the first byte.

        Args:
            data: All that there is.
            null_timestamp: Of so many bytes is a null `java.sql.Timestamp`.
        """
        self._data, self._behind_null = data, null_timestamp - len(_NULL_MILLIS)
        self.at = self.nulls = 0

    def values(self, kinds: list[JSON], *, lengths: int = 0) -> None:
        """Reads values of these types, one after the other; so many of them have their length behind them.

        Raises:
            EndError: The bytes end within one.
            TooMuchError: One promises more elements or bytes than `MOST`.
        """
        for place, kind in enumerate(kinds):
            before = self.at
            self.value(kind)
            if place < lengths:
                self.skip(max(1, -(-(self.at - before).bit_length() // 8)))

    def value(self, kind: JSON) -> None:
        """Reads a value of a type.

        Raises:
            EndError: The bytes end within it.
            TooMuchError: It promises more elements or bytes than `MOST`.
        """
        if isinstance(kind, str):
            self._scalar(kind)
            return
        match kind["type"]:
            case "tuple":
                for part in kind["fields"]:
                    self.value(part)
                self.skip(0 if kind["fields"] else 1)
            case "row":
                self._row(kind["fields"], 2 if kind.get("kinds", True) else 0)
            case "enum":
                self.skip(FIXED_SIZES["integer"])
            case "pojo":
                self._object(kind["fields"])
            case "row-data":
                self.skip(self._count())
            case "ttl":
                self.skip(FIXED_SIZES["long"])
                self.value(kind["value"])
            case _:
                for _ in range(self._count()):
                    self._element(kind)

    def _element(self, kind: JSON) -> None:
        if kind["type"] == "list":
            self.value(kind["element"])
            return
        if kind["type"] == "array":
            if self._read(1)[0]:
                self.value(kind["element"])
            return
        self.value(kind["key"])
        if not self._read(1)[0]:
            self.value(kind["value"])

    def skip(self, size: int) -> None:
        """Reads so many bytes; none, where that is negative.

        Raises:
            EndError: There are fewer.
        """
        self._read(max(0, size))

    def _scalar(self, kind: str) -> None:
        if kind in ARRAYS:
            for _ in range(self._count()):
                self._scalar(ARRAYS[kind])
        elif kind in FIXED_SIZES:
            self.skip(FIXED_SIZES[kind])
        elif kind == "sql-timestamp":
            null = self._read(8) == _NULL_MILLIS
            self.nulls += null
            self.skip(self._behind_null if null else 4)
        elif kind == "string":
            for _ in range(self._bounded(self._varying() - 1)):
                self._varying()
        elif kind == "bytes":
            self.skip(self._count())
        else:
            code = self._count()
            self.skip(code - 4)
            self.skip(4 if kind == "big-decimal" and code else 0)

    def _object(self, fields: list[JSON]) -> None:
        """An object: those of subclasses have another serializer's bytes, and without a flag releases differ."""
        flag = self._read(1)[0]
        if flag & _NULL:
            return
        if flag & _OTHER_CLASS or not flag & _OF_THE_CLASS:
            raise TooMuchError
        for field in fields:
            if not self._read(1)[0]:
                self.value(field["type"])

    def _row(self, parts: list[JSON], before: int) -> None:
        mask = self._read(-(-(before + len(parts)) // 8))
        for place, part in enumerate(parts, before):
            if not mask[place // 8] & 0x80 >> place % 8:
                self.value(part)

    def _count(self) -> int:
        return self._bounded(int.from_bytes(self._read(4), "big", signed=True))

    def _bounded(self, count: int) -> int:
        if count > MOST or count < -MOST:  # far below 0, differences end up far above it
            raise TooMuchError
        return count

    def _varying(self) -> int:
        number = shift = 0
        while (byte := self._read(1)[0]) & 0x80:
            number |= (byte & 0x7F) << shift
            shift += 7
        return number | byte << shift

    def _read(self, size: int) -> bytes:
        if self.at + size > len(self._data):
            raise EndError
        self.at += size
        return self._data[self.at - size : self.at]
