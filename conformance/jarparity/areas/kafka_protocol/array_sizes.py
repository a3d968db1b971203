"""How many elements bytes of the consumer protocol promise: some originals reserve memory for all of them at once."""

from __future__ import annotations

import struct
from typing import Literal, TypeAlias

Layout: TypeAlias = Literal["subscription", "assignment", "sticky-user-data"]

_MOST = 4096


def are_modest(data: bytes, layout: Layout) -> bool:
    """Whether no original that reads the bytes to their end, or to the first fault, reserves much memory."""
    return all(_Walk(data).follow(layout, clamp) for clamp in (0, 1, 3))


class _TooMuchError(ValueError):
    """A length beyond all reason."""


class _Walk:
    """Reads as the originals do, and stops where they would."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def follow(self, layout: Layout, highest: int) -> bool:
        try:
            if layout == "sticky-user-data":
                self._topics()
                return True
            version = min(self._number(">h"), highest)
            if layout == "assignment":
                self._topics()
                self._skip(self._number(">i"))
                return True
            for _ in range(self._count()):
                self._skip(self._number(">h"))
            self._skip(self._number(">i"))
            if version >= 1:
                self._topics()
        except _TooMuchError:
            return False
        except struct.error:
            return True
        return True

    def _topics(self) -> None:
        for _ in range(self._count()):
            self._skip(self._number(">h"))
            self._skip(4 * self._count())

    def _count(self) -> int:
        count = self._number(">i")
        if count > _MOST:
            raise _TooMuchError
        return count

    def _number(self, form: str) -> int:
        (number,) = struct.unpack_from(form, self._data, self._at)
        self._at += struct.calcsize(form)
        return int(number)

    def _skip(self, length: int) -> None:
        if length > _MOST * 4:
            raise _TooMuchError
        if self._at + length > len(self._data):
            raise struct.error
        self._at += max(0, length)
