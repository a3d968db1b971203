"""The user data of Kafka's sticky assignors: the kit's own few lines, independent of the port that it judges.

Sticky: an array of topics and partitions, and from 2.3 on a generation. Cooperative, from 2.8.1 on: a generation.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def write(partitions: Iterable[tuple[str, int]], generation: int | None) -> bytes:
    """What a sticky assignor sends; without a generation as up to 2.2. Topics in the order of their first partition."""
    by_topic: dict[str, list[int]] = {}
    for topic, number in partitions:
        by_topic.setdefault(topic, []).append(number)
    parts = [struct.pack(">i", len(by_topic))]
    for topic, numbers in by_topic.items():
        name = topic.encode()
        parts.append(struct.pack(f">h{len(name)}si{len(numbers)}i", len(name), name, len(numbers), *numbers))
    return b"".join(parts) + (b"" if generation is None else struct.pack(">i", generation))


def write_generation(generation: int) -> bytes:
    """What a cooperative assignor sends."""
    return struct.pack(">i", generation)


def read(data: bytes) -> list[tuple[str, int]]:
    """The partitions in a sticky assignor's user data; none where it is damaged."""
    partitions: list[tuple[str, int]] = []
    try:
        (topics,), at = struct.unpack_from(">i", data), 4
        for _ in range(topics):
            (length,) = struct.unpack_from(">h", data, at)
            name = struct.unpack_from(f">{length}s", data, at + 2)[0].decode()
            (count,) = struct.unpack_from(">i", data, at + 2 + length)
            at += 6 + length
            numbers = struct.unpack_from(f">{count}i", data, at)
            at += 4 * count
            partitions += [(name, number) for number in numbers]
    except (struct.error, UnicodeDecodeError):
        return []
    return partitions
