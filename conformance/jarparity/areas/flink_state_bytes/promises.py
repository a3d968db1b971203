"""How many elements and bytes stored state promises: the originals ask for memory for all of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from jarparity.answers import JSON

MOST: Final = 1 << 16
"""So many elements or bytes may be promised."""
_SIZES: Final = {
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
_NULL_MILLIS: Final = b"\x80" + bytes(7)
_FIXED: Final = frozenset(_SIZES) | {"sql-timestamp"}


class _TooMuchError(ValueError):
    """A number of elements beyond all reason."""


class _EndError(ValueError):
    """The bytes end, or no original reads on."""


def are_modest(data: bytes, kinds: list[JSON], *, lengths: int = 0) -> bool:
    """Whether an original that reads values of these types, one after the other, is promised little.

    Args:
        data: The bytes, from the first value on.
        kinds: The types of the values.
        lengths: So many of the values have their length behind them.
    """
    walk = _Walk(data)
    try:
        for place, kind in enumerate(kinds):
            before = walk.at
            walk.value(kind)
            if place < lengths:
                walk.skip(max(1, -(-(walk.at - before).bit_length() // 8)))
    except _TooMuchError:
        return False
    except _EndError:
        return True
    return True


def is_variable(kind: JSON) -> bool:
    """Whether values of a type take different numbers of bytes, as its serializer says.

    That of void namespaces says 0, and so a tuple with one counts as variable.
    """
    if isinstance(kind, str):
        return kind not in _FIXED
    return kind["type"] != "tuple" or any(is_variable(part) or part == "void-namespace" for part in kind["fields"])


class _Walk:
    """Reads as the originals do, and stops where they would."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0

    def value(self, kind: JSON) -> None:
        if isinstance(kind, str):
            self._scalar(kind)
            return
        match kind["type"]:
            case "tuple":
                for part in kind["fields"]:
                    self.value(part)
                self.skip(0 if kind["fields"] else 1)
            case "row":
                self._row(kind["fields"])
            case "row-data":
                self.skip(self._count())
            case _:
                for _ in range(self._count()):
                    self._element(kind)

    def _element(self, kind: JSON) -> None:
        if kind["type"] == "list":
            self.value(kind["element"])
            return
        self.value(kind["key"])
        if not self._read(1)[0]:
            self.value(kind["value"])

    def skip(self, size: int) -> None:
        self._read(max(0, size))

    def _scalar(self, kind: str) -> None:
        if kind in _SIZES:
            self.skip(_SIZES[kind])
        elif kind == "sql-timestamp":
            self.skip(0 if self._read(8) == _NULL_MILLIS else 4)
        elif kind == "string":
            for _ in range(self._bounded(self._varying() - 1)):
                self._varying()
        elif kind == "bytes":
            self.skip(self._count())
        else:
            code = self._count()
            self.skip(code - 4)
            self.skip(4 if kind == "big-decimal" and code else 0)

    def _row(self, parts: list[JSON]) -> None:
        mask = self._read(-(-(2 + len(parts)) // 8))
        for place, part in enumerate(parts, 2):
            if not mask[place // 8] & 0x80 >> place % 8:
                self.value(part)

    def _count(self) -> int:
        return self._bounded(int.from_bytes(self._read(4), "big", signed=True))

    def _bounded(self, count: int) -> int:
        if count > MOST or count < -MOST:  # far below 0, differences end up far above it
            raise _TooMuchError
        return count

    def _varying(self) -> int:
        number = shift = 0
        while (byte := self._read(1)[0]) & 0x80:
            number |= (byte & 0x7F) << shift
            shift += 7
        return number | byte << shift

    def _read(self, size: int) -> bytes:
        if self.at + size > len(self._data):
            raise _EndError
        self.at += size
        return self._data[self.at - size : self.at]
