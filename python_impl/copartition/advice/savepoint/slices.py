"""Where the key groups of a stream lie in its file, and which of two formats they have."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from copartition.errors import JavaError
from copartition.flink.savepoint import canonical
from copartition.flink.savepoint.files import FileInput
from copartition.flink.savepoint.snappy import UnpackedInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from copartition.flink.key_group_range import KeyGroupRangeOffsets

NUMBER: Final = 4
"""Bytes of the number with which a key group of a heap's checkpoint begins."""


class GroupSlice(NamedTuple):
    """A key group in a stream.

    Attributes:
        group: The key group; None where nothing says it: then there may be several.
        begin: Its first byte.
        end: The byte behind it.
    """

    group: int | None
    begin: int
    end: int


class FilePart:
    """A file up to some byte, read from its present place on.

    Args:
        file: The file.
        size: How many bytes there are to read; -1 for all.
    """

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file, self._left = file, size

    def read(self, size: int) -> bytes:
        """The next bytes, at most so many; none at the end."""
        data = self._file.read(size if self._left < 0 else min(size, self._left))
        self._left -= len(data) if self._left >= 0 else 0
        return data


def what_follows(source: FileInput, end: int) -> str:
    """That a key group ends, and how much follows up to its slice's end."""
    follow = "more follows" if isinstance(source, UnpackedInput) else f"{end - source.offset} bytes follow"
    return f"the key group ends here, and {follow}"


def group_slices(offsets: KeyGroupRangeOffsets, size: int) -> Iterator[GroupSlice]:
    """Each key group that is there, in the order of the file.

    Args:
        offsets: Where they begin.
        size: How many bytes the stream has.
    """
    there = sorted((offset, group) for group, offset in offsets if offset != 0)
    for (begin, group), (end, _) in pairwise([*there, (max(size, there[-1][0]) if there else 0, -1)]):
        yield GroupSlice(group, begin, end)


def is_heap_format(
    file: BinaryIO,
    size: int,
    offsets: KeyGroupRangeOffsets,
    slices: Sequence[GroupSlice],
    *,
    compressed: bool,
) -> bool:
    """Whether a stream is a heap backend's own, and not a canonical one.

    A heap's key groups are all there, and each begins with its number; others begin with a state's, or, where they are
    compressed, with a Snappy stream. Of the key group 0 alone both may be the same bytes: then it is a heap's if it
    can't be read as a canonical one.

    Args:
        file: The stream.
        size: How many bytes it has.
        offsets: Where its key groups begin.
        slices: These, as far as they are there.
        compressed: Whether its key groups are.
    """
    there = [each for each in slices if each.begin + NUMBER <= size]
    if not there or any(offset == 0 for _, offset in offsets):
        return False
    group, begin, end = there[-1]
    file.seek(max(begin, 0))
    if group is None or file.read(NUMBER) != group.to_bytes(NUMBER, "big"):
        return False
    if group or compressed:
        return True
    file.seek(begin)
    source = FileInput(FilePart(file, end - begin), begin)
    try:
        for _ in canonical.read_group(source):
            source.forget()
    except JavaError:
        return True
    return False
