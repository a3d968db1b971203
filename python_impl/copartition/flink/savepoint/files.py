"""Files: where bytes come from, in pieces, as far as they are wanted, and where they go."""

from __future__ import annotations

from typing import Any, Final, Protocol

from copartition.errors import EOFException, WrongTypeError
from copartition.java.data_streams import DataInput

_CHUNK: Final = 1 << 16


class Source(Protocol):
    """Where bytes come from: a file that was opened for binary reading, or a `io.BytesIO`."""

    def read(self, size: int, /) -> bytes:
        """The next bytes, at most so many; none at the end."""


class Target(Protocol):
    """Where bytes go: a file that was opened for binary writing, or a `io.BytesIO`."""

    def write(self, data: bytes, /) -> Any:  # noqa: ANN401 - what it returns is not looked at
        """Appends the bytes."""


class FileInput(DataInput):
    """Reads a file in pieces. What a length promises is not asked for at once: memory follows the bytes that are there.

    Args:
        source: The file, from where reading is to begin.
        start: How many bytes of the file come before.

    Raises:
        WrongTypeError: The source is no file, such as a path; or, where bytes are wanted, it gives text.
    """

    __slots__ = ("_before", "_source")

    def __init__(self, source: Source, start: int = 0) -> None:
        if not hasattr(source, "read"):
            raise WrongTypeError(
                f"source must be a file opened for binary reading, not {type(source).__name__}: write {_hint(source)}"
            )
        super().__init__(b"")
        self._source = source
        self._before = start

    @property
    def offset(self) -> int:
        """How many bytes of the file have been read before the next one."""
        return self._before + self.position

    def place(self, ahead: int = 0) -> int:
        """At which byte of the file the byte stands that is so many ahead."""
        return self.offset + ahead

    def skip(self, size: int, field: str) -> None:
        """See `DataInput`."""
        if not self.has(size):
            raise EOFException(
                f"{field} takes {size} bytes from offset {self.offset} on, and there are only {self.available}"
            )
        self.position += size

    def has(self, size: int) -> bool:
        """Whether there are so many bytes more."""
        while self.available < size:
            more = self._source.read(min(size - self.available + _CHUNK, max(_CHUNK, len(self._data))))
            if not more:
                return False
            _refuse_text(more)
            self._data += more
            self._end = len(self._data)
        return True

    def peek(self, size: int) -> bytes:
        """See `DataInput`."""
        self.has(size)
        return super().peek(size)

    def forget(self) -> None:
        """See `DataInput`."""
        if self.position >= _CHUNK:
            self._before += self.position
            self._data = self._data[self.position :]
            self._end, self.position = len(self._data), 0


def _hint(source: object) -> str:
    return "io.BytesIO(data)" if isinstance(source, (bytes, bytearray, memoryview)) else 'open(path, "rb")'


def _refuse_text(more: object) -> None:
    if isinstance(more, str):
        raise WrongTypeError('source must be a file opened for binary reading, and it gives text: open it with "rb"')
