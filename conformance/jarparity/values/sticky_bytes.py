"""The user data of Kafka's sticky assignors: the kit's own few lines, independent of the port that it judges.

Sticky: an array of topics and partitions, and from 2.3 on a generation. Cooperative, from 2.8.1 on: a generation.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON

_INT16: Final = struct.Struct(">h").unpack_from
_INT32: Final = struct.Struct(">i").unpack_from


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
    return read_with_rest(data)[0]


def read_with_rest(data: bytes) -> tuple[list[tuple[str, int]], bytes]:
    """The partitions in a sticky assignor's user data, and the bytes behind them; where it is damaged, neither."""
    partitions: list[tuple[str, int]] = []
    try:
        (topics,), at = _INT32(data), 4
        for _ in range(topics):
            (length,) = _INT16(data, at)
            (count,) = _INT32(data, at + 2 + length)
            if length < 0 or count < 0:
                return [], b""
            name, at = data[at + 2 : at + 2 + length].decode(), at + 6 + length
            partitions += [(name, _INT32(data, place)[0]) for place in range(at, at + 4 * count, 4)]
            at += 4 * count
    except (struct.error, UnicodeDecodeError):
        return [], b""
    return partitions, data[at:]


def claims(member: JSON) -> Iterator[tuple[str, int]]:
    """The partitions that a member says it owns, in the field or in a sticky assignor's user data."""
    yield from ((topic, number) for topic, number in member.get("owned") or ())
    if member.get("userData"):
        yield from read(bytes.fromhex(member["userData"]))
