"""Where the bytes of handles are on this machine."""

from __future__ import annotations

import io
import os
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, BinaryIO, Final

from copartition.flink.checkpoint import (
    BytesHandle,
    EmptySegmentHandle,
    FileHandle,
    KeyGroupsHandle,
    RelativeFileHandle,
    SegmentHandle,
)
from copartition.flink.checkpoint.paths import path_parts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from copartition.flink.checkpoint import StreamHandle

_LOCAL: Final = ("", "file")


@dataclass(frozen=True, slots=True)
class Place:
    """The bytes of a handle.

    Attributes:
        name: The file, or `the metadata`.
        size: How many bytes the metadata says there are; -1 if it doesn't.
        path: The file on this machine; None where the bytes are in the metadata, or elsewhere.
        data: The bytes that are in the metadata.
        start: Where in the file they begin.
        is_remote: Whether they are in a file system that is not looked into.
    """

    name: str
    size: int
    path: Path | None = None
    data: bytes | None = None
    start: int = 0
    is_remote: bool = False

    @property
    def there(self) -> int:
        """How many of the bytes there are; -1 where there is no such file."""
        if self.data is not None:
            return len(self.data)
        if self.path is None or not is_file(self.path):  # a device or a pipe might never end
            return -1
        behind = max(self.path.stat().st_size - self.start, 0)
        return behind if self.size < 0 else min(behind, self.size)

    @property
    def fault(self) -> str | None:
        """What is wrong with the file, as far as its size shows it."""
        if self.is_remote:
            return None
        there = self.there
        if there < 0:
            return "the file is not there"
        if there < self.size:
            return f"the file has {there:,} bytes of {self.size:,}"
        return None

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """The bytes as a file, whose place 0 is where they begin.

        Raises:
            OSError: The file can't be read.
        """
        if self.path is None:
            yield io.BytesIO(self.data or b"")
            return
        with self.path.open("rb") as file:
            yield file if self.start == 0 else _Behind(file, self.start)  # type: ignore[misc]


class _Behind:
    """A file from some byte on."""

    def __init__(self, file: BinaryIO, start: int) -> None:
        self._file, self._start = file, start
        file.seek(start)

    def seek(self, place: int) -> int:
        return self._file.seek(self._start + place) - self._start

    def read(self, size: int) -> bytes:
        return self._file.read(size)


def place_of(handle: StreamHandle, folder: Path) -> Place:
    """Where a handle's bytes are: in its file, or where a savepoint was moved, in one of its name beside the metadata.

    Args:
        handle: The handle.
        folder: That of the metadata.
    """
    match handle:
        case BytesHandle():
            return Place("the metadata", len(handle.data), data=handle.data)
        case EmptySegmentHandle():
            return Place("the metadata", 0, data=b"")
        case KeyGroupsHandle():
            return place_of(handle.state, folder)
        case RelativeFileHandle():
            return Place(handle.path, handle.size, folder / handle.path)
        case SegmentHandle():
            return _of_file(handle.path, handle.size, folder, handle.start)
    return _of_file(handle.path, handle.size, folder, 0)


def is_file(path: Path) -> bool:
    """Whether it is a file; no, where the name is too long, or has a character that no name has."""
    return os.path.isfile(path)  # noqa: PTH113 - `Path.is_file` raises for such names on Python before 3.14


def _of_file(name: str, size: int, folder: Path, start: int) -> Place:
    scheme, _, rest = path_parts(name)
    beside = folder / rest.rsplit("/", 1)[-1]
    if (scheme or "").lower() in _LOCAL:
        path = folder / rest
        return Place(name, size, beside if not is_file(path) and is_file(beside) else path, start=start)
    return Place(name, size, beside if is_file(beside) else None, start=start, is_remote=not is_file(beside))


def stream_handles(part: object) -> Iterator[StreamHandle]:
    """Every handle of bytes in a part of the metadata."""
    if isinstance(part, FileHandle | RelativeFileHandle | SegmentHandle | BytesHandle):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from stream_handles(one)
    elif is_dataclass(part):
        for field in fields(part):
            yield from stream_handles(getattr(part, field.name))
