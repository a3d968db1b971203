"""Bytes of the Kafka source's splits and state: the kit's own few lines, independent of the port that it judges."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from jarparity.values.utf16 import write_utf

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.answers import JSON

NO_STOP: Final = -(2**63)
"""What stands in the bytes of a split without an end; also the start of one whose offset is unknown."""

_MOST: Final = 4096


def write_split(split: Sequence[JSON]) -> bytes:
    """A split `[topic, partition, start, stop or null]`."""
    topic, partition, start, stop = split
    return write_utf(topic) + struct.pack(">iqq", partition, int(start), NO_STOP if stop is None else int(stop))


def write_state(version: int, splits: Sequence[tuple[Sequence[JSON], int]], *, finished: int = 1) -> bytes:
    """State of a version, of splits and their statuses; in version 0 the status is the reader."""
    count = struct.pack(">i", len(splits))
    if version == 0:
        by_reader: dict[int, list[Sequence[JSON]]] = {}
        for split, reader in splits:
            by_reader.setdefault(reader, []).append(split)
        return write_readers(by_reader.items())
    partitions = [write_utf(split[0]) + struct.pack(">i", split[1]) for split, _ in splits]
    if version == 1:
        return count + b"".join(partitions)
    statuses = [struct.pack(">i", status) for _, status in splits]
    if version == 3:  # noqa: PLR2004 - the version
        count += struct.pack(">i", 0)
        partitions = [_sized(write_split(split)) for split, _ in splits]
    pairs = [part for pair in zip(partitions, statuses, strict=True) for part in pair]
    return b"".join([count, *pairs, bytes([finished])])


def write_readers(readers: Iterable[tuple[int, Sequence[Sequence[JSON]]]]) -> bytes:
    """State of version 0: readers and their splits. A reader may stand there twice."""
    listed = list(readers)
    parts = [struct.pack(">ii", len(listed), 0)]
    for reader, splits in listed:
        parts += [struct.pack(">ii", reader, len(splits)), *(_sized(write_split(split)) for split in splits)]
    return b"".join(parts)


def _sized(data: bytes) -> bytes:
    return struct.pack(">i", len(data)) + data


def are_modest(version: int, data: bytes) -> bool:
    """Whether no original that reads the state reserves much memory: it sizes tables by what the bytes promise."""
    if len(data) < 4:  # noqa: PLR2004 - bytes of a number
        return True
    (count,) = struct.unpack_from(">i", data)
    if count > _MOST:
        return False
    return version != 0 or _readers_are_modest(data, count)


def _readers_are_modest(data: bytes, readers: int) -> bool:
    """Version 0 counts each reader's splits, and reserves each split's bytes before it reads them."""
    at = 8
    try:
        for _ in range(readers):
            (count,) = struct.unpack_from(">i", data, at + 4)
            at += 8
            if count > _MOST:
                return False
            for _ in range(count):
                (size,) = struct.unpack_from(">i", data, at)
                if size > _MOST:
                    return False
                at += 4 + max(0, size)
    except struct.error:
        return True
    return True
