"""The user data of the sticky assignors: what a member's assignor tells the leader's.

StickyAssignor sends the partitions that it was given, by topic (V0, no version before it); from 2.3 on the
generation follows (V1). CooperativeStickyAssignor sends its generation from 2.8.1 on.
"""

from __future__ import annotations

import struct
from itertools import chain, repeat
from typing import TYPE_CHECKING, Final, NamedTuple

from copartition import _arguments
from copartition.kafka.protocol.buffers import Buffer, BufferUnderflowException, SchemaException, int32_bytes
from copartition.kafka.protocol.grouping import groups_bytes, in_order_of_hash_map
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Iterable

NO_GENERATION: Final = -1

_INT16: Final = struct.Struct(">h")
_INT32_INT16: Final = struct.Struct(">ih")
_TWO_INT32: Final = struct.Struct(">ii")
_TWO_INT32_INT16: Final = struct.Struct(">iih")
_INT32: Final = struct.Struct(">i")

_ONE: Final = (1,)
_ONE_AS_INT32: Final = int32_bytes(1)
_AROUND_A_TOPIC: Final = struct.calcsize(">ihiii")
"""Bytes of V1 of one partition beside its topic: a count, a length, a count, a number and a generation."""

_Groups = tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]
"""Topics, sizes and numbers, as `StickyUserData` has them."""


class StickyUserData(NamedTuple):
    """What StickyAssignor's user data says.

    Attributes:
        topics: The groups' topics, in the order of the bytes; a topic may occur twice.
        sizes: How many partitions each group has.
        numbers: The partitions' numbers within their topics, one group's after the other's.
        generation: The generation in which they were given, None in V0.
    """

    topics: tuple[str, ...]
    sizes: tuple[int, ...]
    numbers: tuple[int, ...]
    generation: int | None

    @property
    def topic_of_each(self) -> tuple[str, ...]:
        """The topic of every partition."""
        if self.sizes.count(1) == len(self.sizes):
            return self.topics
        return tuple(chain.from_iterable(map(repeat, self.topics, self.sizes)))

    @property
    def partitions(self) -> list[TopicPartition]:
        """The partitions in the order of the bytes."""
        return list(map(TopicPartition, self.topic_of_each, self.numbers))


NOTHING: Final = StickyUserData((), (), (), None)
"""What the assignor makes of no bytes."""

UNREADABLE: Final = StickyUserData((), (), (), NO_GENERATION)
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
        WrongTypeError: `partitions` holds something else, or `generation` is neither an integer nor None.
        ValueError: `generation` doesn't fit 32 bits.
    """
    if generation is not None:
        generation = _arguments.int32("generation", generation)
    try:
        written = groups_bytes(in_order_of_hash_map(partitions, by_compute=grouped_by_compute))
    except (AttributeError, TypeError):  # looked through only then: groups have partitions by the million
        _arguments.tuple_of("partitions", partitions, TopicPartition)
        raise
    return written if generation is None else written + int32_bytes(generation)


def decode_sticky(data: Buffer | bytes | bytearray | memoryview) -> StickyUserData:
    """StickyAssignor's user data from 2.3 on: V1, else V0, else nothing with generation -1.

    Args:
        data: A buffer is read from its position; afterwards it stands where reading V1 got to, which is what a second
            reading of the same subscription sees.

    Raises:
        WrongTypeError: That are no bytes.
    """
    data = _buffer(data)
    one = _one_partition(data)
    if one is not None:
        return one
    start = data.position
    sound = _sound_groups(data.data, start)
    if sound is not None and sound[1] + 4 <= len(data.data):
        (topics, sizes, numbers), end = sound
        data.position = end + 4
        return StickyUserData(topics, sizes, numbers, _INT32.unpack_from(data.data, end)[0])
    try:
        return StickyUserData(*_read_groups(data), _read_generation(data))
    except SchemaException:
        try:
            return StickyUserData(*_read_groups(Buffer(data.data, start)), None)
        except SchemaException:
            return UNREADABLE


def decode_sticky_v0(data: Buffer) -> StickyUserData:
    """StickyAssignor's user data before 2.3.

    Raises:
        SchemaException: The bytes aren't V0.
    """
    return StickyUserData(*_read_groups(data), None)


def encode_cooperative(generation: int) -> bytes:
    """CooperativeStickyAssignor's user data from 2.8.1 on.

    Raises:
        WrongTypeError: `generation` is no integer.
        ValueError: It doesn't fit 32 bits.
    """
    return int32_bytes(_arguments.int32("generation", generation))


def decode_cooperative(data: Buffer | bytes | bytearray | memoryview | None) -> int | None:
    """The generation in CooperativeStickyAssignor's user data: None without any, -1 if it is damaged.

    Raises:
        WrongTypeError: That are neither bytes nor None.
    """
    if data is None:
        return None
    data = _buffer(data)
    try:
        return data.int32()
    except BufferUnderflowException:
        return NO_GENERATION


def _buffer(data: Buffer | bytes | bytearray | memoryview) -> Buffer:
    if isinstance(data, Buffer):
        return data
    return Buffer(_arguments.bytes_like("data", data, "write a subscription's user_data"))


def _read_generation(data: Buffer) -> int:
    try:
        return data.int32()
    except BufferUnderflowException as error:
        raise SchemaException(f"Error reading field 'generation': {error}") from None


def _read_groups(data: Buffer) -> _Groups:
    """The groups: at once if they are sound, else piece by piece, to find out where they aren't."""
    sound = _sound_groups(data.data, data.position)
    if sound is not None:
        groups, data.position = sound
        return groups
    return _read_pieces(data)


def _one_partition(buffer: Buffer) -> StickyUserData | None:
    """V1 of one partition, as members of a large group have; None, and nothing is read, if it is anything else."""
    data, at = buffer.data, buffer.position
    length = len(data) - at - _AROUND_A_TOPIC
    if length < 0:
        return None
    groups, told, name, size, number, generation = struct.unpack_from(f">4sh{length}s4sii", data, at)
    if told != length or not groups == size == _ONE_AS_INT32:
        return None
    try:
        topic = name.decode()
    except UnicodeDecodeError:
        return None
    buffer.position = len(data)
    return StickyUserData((topic,), _ONE, (number,), generation)


def _sound_groups(data: bytes, at: int) -> tuple[_Groups, int] | None:
    """The groups and where they end, None if anything is unusual."""
    topics: list[str] = []
    sizes: list[int] = []
    numbers: list[int] = []
    try:
        append_topic, append_size, append_number = topics.append, sizes.append, numbers.append
        # Without a group there is nothing behind V0's count, which needs the slow way.
        count, length = _INT32_INT16.unpack_from(data, at)
        at += 4
        if not 0 <= count <= len(data) - at:
            return None
        for left in range(count - 1, -1, -1):
            start = at + 2
            end = start + length
            if left:
                # Two bytes behind a group of one partition are the length of the next topic: one reading for both.
                size, first, following = _TWO_INT32_INT16.unpack_from(data, end)
            else:
                # Whatever is behind the last group of V1, there are four bytes; V0's may need the slow way.
                size, first = _TWO_INT32.unpack_from(data, end)
            if length < 0 or size < 0:
                return None
            append_topic(data[start:end].decode())
            append_size(size)
            at = end + 4 + 4 * size
            if size == 1:
                append_number(first)
                length = following if left else 0
            else:
                numbers += struct.unpack_from(f">{size}i", data, end + 4)
                length = _INT16.unpack_from(data, at)[0] if left else 0
    except (struct.error, UnicodeDecodeError):
        return None
    return (tuple(topics), tuple(sizes), tuple(numbers)), at


def _read_pieces(data: Buffer) -> _Groups:
    topics: list[str] = []
    sizes: list[int] = []
    numbers: list[int] = []
    path = ""
    try:
        for _ in range(data.array_size()):
            path = "Error reading field 'topic': "
            topic = data.string()
            path = "Error reading field 'partitions': "
            group = data.int32s()
            topics.append(topic)
            sizes.append(len(group))
            numbers += group
    except (SchemaException, BufferUnderflowException) as error:
        raise SchemaException(f"Error reading field 'previous_assignment': {path}{error}") from None
    return tuple(topics), tuple(sizes), tuple(numbers)
