"""The user data of the sticky assignors: what a member's assignor tells the leader's.

StickyAssignor sends the partitions that it was given, by topic (V0, no version before it); from 2.3 on the
generation follows (V1). CooperativeStickyAssignor sends its generation from 2.8.1 on.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from copartition.kafka.protocol.buffers import Buffer, BufferUnderflowException, SchemaException, int32_bytes
from copartition.kafka.protocol.grouping import groups_bytes, in_order_of_hash_map
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Iterable

NO_GENERATION: Final = -1

_LONGEST: Final = (1 << 15) - 1
_INT32: Final = struct.Struct(">i")

TopicGroup = tuple[str, tuple[int, ...]]
"""A topic's name and some of its partitions."""


@dataclass(frozen=True, slots=True)
class StickyUserData:
    """What StickyAssignor's user data says.

    Attributes:
        groups: The partitions, topic by topic, in the order of the bytes; a topic may occur twice.
        generation: The generation in which they were given, None in V0.
    """

    groups: tuple[TopicGroup, ...]
    generation: int | None

    @property
    def partitions(self) -> list[TopicPartition]:
        """The partitions in the order of the bytes."""
        return [TopicPartition(topic, partition) for topic, group in self.groups for partition in group]


UNREADABLE: Final = StickyUserData((), NO_GENERATION)
"""What the assignor makes of bytes that are neither V1 nor V0."""


def encode_sticky(
    partitions: Iterable[TopicPartition], generation: int | None, *, grouped_by_compute: bool = True
) -> bytes:
    """StickyAssignor's user data: V1, or V0 without a generation.

    Args:
        partitions: What the member was given.
        generation: In which generation, None before 2.3.
        grouped_by_compute: How the `HashMap` is filled that gives the topics their order; not by
            computeIfAbsent before 2.1.

    Raises:
        SchemaException: A topic's name takes more than 32767 bytes.
    """
    written = groups_bytes(in_order_of_hash_map(partitions, by_compute=grouped_by_compute))
    return written if generation is None else written + int32_bytes(generation)


def decode_sticky(data: Buffer) -> StickyUserData:
    """StickyAssignor's user data from 2.3 on: V1, else V0, else nothing with generation -1.

    Args:
        data: Read from its position; afterwards it stands where reading V1 got to, which is what a second
            reading of the same subscription sees.
    """
    start = data.position
    try:
        return StickyUserData(_read_groups(data), _read_generation(data))
    except SchemaException:
        try:
            return StickyUserData(_read_groups(Buffer(data.data, start)), None)
        except SchemaException:
            return UNREADABLE


def decode_sticky_v0(data: Buffer) -> StickyUserData:
    """StickyAssignor's user data before 2.3.

    Raises:
        SchemaException: The bytes aren't V0.
    """
    return StickyUserData(_read_groups(data), None)


def encode_cooperative(generation: int) -> bytes:
    """CooperativeStickyAssignor's user data from 2.8.1 on."""
    return int32_bytes(generation)


def decode_cooperative(data: Buffer | None) -> int | None:
    """The generation in CooperativeStickyAssignor's user data: None without any, -1 if it is damaged."""
    if data is None:
        return None
    try:
        return data.int32()
    except BufferUnderflowException:
        return NO_GENERATION


def _read_generation(data: Buffer) -> int:
    try:
        return data.int32()
    except BufferUnderflowException as error:
        raise SchemaException(f"Error reading field 'generation': {error}") from None


def _read_groups(data: Buffer) -> tuple[TopicGroup, ...]:
    """The groups: at once if they are sound, else piece by piece, to find out where they aren't."""
    sound = _sound_groups(data.data, data.position)
    if sound is not None:
        groups, data.position = sound
        return groups
    return _read_pieces(data)


def _sound_groups(data: bytes, at: int) -> tuple[tuple[TopicGroup, ...], int] | None:
    """The groups and where they end, None if anything is unusual."""
    groups: list[TopicGroup] = []
    size = len(data)
    if at + 4 > size:
        return None
    (count,) = _INT32.unpack_from(data, at)
    at += 4
    if count > size - at:
        return None
    for _ in range(count):
        start = at + 2
        length = int.from_bytes(data[at:start], "big")
        end = start + length
        at = end + 4
        if length > _LONGEST or at > size:
            return None
        (partitions,) = _INT32.unpack_from(data, end)
        numbers = at
        at += 4 * partitions
        if partitions < 0 or at > size:
            return None
        try:
            topic = data[start:end].decode()
        except UnicodeDecodeError:
            return None
        groups.append((topic, struct.unpack_from(f">{partitions}i", data, numbers)))
    return None if count < 0 else (tuple(groups), at)


def _read_pieces(data: Buffer) -> tuple[TopicGroup, ...]:
    groups: list[TopicGroup] = []
    path = ""
    try:
        for _ in range(data.array_size()):
            path = "Error reading field 'topic': "
            topic = data.string()
            path = "Error reading field 'partitions': "
            groups.append((topic, data.int32s()))
    except (SchemaException, BufferUnderflowException) as error:
        raise SchemaException(f"Error reading field 'previous_assignment': {path}{error}") from None
    return tuple(groups)
