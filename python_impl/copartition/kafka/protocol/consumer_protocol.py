"""`internals.ConsumerProtocol`: subscriptions and assignments as bytes, versions 0 to 3, per release.

Until 2.3 there is version 0; 2.4 adds owned partitions (1), 3.4 the generation (2) and the rack (3). A version
above a release's highest is written and read as that one. Until 2.6 a schema describes the bytes, from 2.7 on
generated classes read them, which shows in what damaged bytes raise.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.errors import IllegalArgumentException, RuntimeException
from copartition.java.strings import utf16_key
from copartition.kafka.assignors.java_order import sorted_names
from copartition.kafka.assignors.members import DEFAULT_GENERATION, Assignment, Subscription
from copartition.kafka.assignors.versions import NEWEST, behaviour, parsed
from copartition.kafka.protocol.buffers import Buffer, SchemaException, int16_bytes, int32_bytes, string_bytes
from copartition.kafka.protocol.grouping import groups_bytes, in_order_of_appearance, in_order_of_hash_map
from copartition.kafka.protocol.readers import Reader, reader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from copartition.kafka.topic_partition import TopicPartition

_RELEASE: Final = "release"
_BYTES: Final = "write what a member sends, such as what an encode function gives"
_INT16: Final = range(-(1 << 15), 1 << 15)
_OWNED: Final = 1
_GENERATION: Final = 2
_RACK: Final = 3
_GENERATED: Final = (2, 7, 0)
"""From this release on, generated classes write and read; they refuse negative versions, too."""
_UNBOUNDED: Final = (
    ((2, 7, 0), (2, 8, 2)),
    ((3, 0, 0), (3, 0, 2)),
    ((3, 1, 0), (3, 1, 2)),
    ((3, 2, 0), (3, 2, 2)),
)
"""CVE-2022-34917: from which release on, until which, generated classes don't compare lengths with what is left."""
_UNWRAPPED: Final = (((2, 0, 0), (4, 2, 2)), ((4, 3, 0), (4, 4, 0)))
"""From which release on, until which, what reading throws doesn't become a SchemaException."""
_SORTED: Final = (2, 8, 1)
"""From this release on, subscriptions are sorted."""
_APPEARANCE: Final = (3, 0, 0)
"""From this release on, an assignment's topics stand where their first partition does."""


def highest_version(release: str = NEWEST) -> int:
    """The highest version of the protocol that a release speaks: 0, 1 (from 2.4 on) or 3 (from 3.4 on).

    Raises:
        WrongTypeError: `release` is no str.
        ValueError: The release isn't known.
    """
    known = behaviour(release, _RELEASE)
    if known.generation_field:
        return _RACK
    return _OWNED if known.owned_field else 0


def encode_subscription(subscription: Subscription, version: int, release: str = NEWEST) -> bytes:
    """`serializeSubscription(subscription, version)`; until 2.3 there is only version 0.

    Args:
        subscription: The subscription; fields that the version doesn't have are left out. A rack "" is written as
            an empty text, and None as null; both are read as None, as in Java.
        version: The version of the protocol, int16.
        release: The release of kafka-clients.

    Raises:
        SchemaException: `version` is negative, from 2.7 on; or a name takes more than 32767 bytes, until 2.6.
        RuntimeException: A name takes more than 32767 bytes, from 2.7 on.
        WrongTypeError: An argument has the wrong type.
        ValueError: `version` doesn't fit 16 bits, or isn't 0 until 2.3; or the release isn't known.
    """
    _arguments.instance("subscription", subscription, Subscription, 'write Subscription(("orders",))')
    written = _written_version("subscription", version, release)
    released = parsed(release, _RELEASE)
    topics: Sequence[str] = subscription.topics
    owned: Sequence[TopicPartition] = subscription.owned
    if released >= _SORTED:
        topics = sorted_names(topics)
        owned = sorted(owned, key=lambda partition: (utf16_key(partition.topic), partition.partition))
        groups = in_order_of_appearance(owned)
    else:
        groups = in_order_of_hash_map(owned)
    with _writing(release):
        parts = [
            int16_bytes(written),
            int32_bytes(len(topics)),
            *map(string_bytes, topics),
            _nullable(subscription.user_data),
        ]
        if written >= _OWNED:
            parts.append(groups_bytes(groups))
        if written >= _GENERATION:
            parts.append(int32_bytes(max(subscription.generation, DEFAULT_GENERATION)))
        if written >= _RACK:
            parts.append(int16_bytes(-1) if subscription.rack is None else string_bytes(subscription.rack))
    return b"".join(parts)


def decode_subscription(data: bytes | bytearray | memoryview, release: str = NEWEST) -> Subscription:
    """`deserializeSubscription(buffer)`; bytes behind the end are ignored.

    Raises:
        SchemaException: The bytes are no subscription.
        RuntimeException: The same, as generated classes say it, from 2.7 to 4.3.1, but for 4.2.2.
        IllegalArgumentException: The user data are longer than what is left, from 2.7 to 4.3.1, but for 4.2.2.
        WrongTypeError: `data` are no bytes, or `release` is no str.
        ValueError: The release isn't known.
    """
    data = _arguments.bytes_like("data", data, _BYTES)
    with _wrapping("subscription", release):
        read = _reader("subscription", data, release)
        version = min(read.version(), highest_version(release))
        topics = read.strings("topics")
        user_data = read.nullable_bytes("userData")
        owned = tuple(read.partitions("ownedPartitions")) if version >= _OWNED else ()
        generation = read.int32() if version >= _GENERATION else DEFAULT_GENERATION
        rack = read.nullable_string() if version >= _RACK else None
        return Subscription(tuple(topics), user_data, owned, max(generation, DEFAULT_GENERATION), rack or None)


def encode_assignment(assignment: Assignment, version: int, release: str = NEWEST) -> bytes:
    """`serializeAssignment(assignment, version)`; until 2.3 there is only version 0.

    Args:
        assignment: The assignment.
        version: The version of the protocol, int16.
        release: The release of kafka-clients.

    Raises:
        SchemaException: `version` is negative, from 2.7 on; or a name takes more than 32767 bytes, until 2.6.
        RuntimeException: A name takes more than 32767 bytes, from 2.7 on.
        WrongTypeError: An argument has the wrong type.
        ValueError: `version` doesn't fit 16 bits, or isn't 0 until 2.3; or the release isn't known.
    """
    _arguments.instance("assignment", assignment, Assignment, 'write Assignment((TopicPartition("orders", 0),))')
    written = _written_version("assignment", version, release)
    if parsed(release, _RELEASE) >= _APPEARANCE:
        groups = in_order_of_appearance(assignment.partitions)
    else:
        by_compute = behaviour(release, _RELEASE).grouped_by_compute
        groups = in_order_of_hash_map(assignment.partitions, by_compute=by_compute)
    with _writing(release):
        return int16_bytes(written) + groups_bytes(groups) + _nullable(assignment.user_data)


def decode_assignment(data: bytes | bytearray | memoryview, release: str = NEWEST) -> Assignment:
    """`deserializeAssignment(buffer)`; bytes behind the end are ignored.

    Raises:
        SchemaException: The bytes are no assignment.
        RuntimeException: The same, as generated classes say it, from 2.7 to 4.3.1, but for 4.2.2.
        IllegalArgumentException: The user data are longer than what is left, from 2.7 to 4.3.1, but for 4.2.2.
        WrongTypeError: `data` are no bytes, or `release` is no str.
        ValueError: The release isn't known.
    """
    data = _arguments.bytes_like("data", data, _BYTES)
    with _wrapping("assignment", release):
        read = _reader("assignment", data, release)
        read.version()
        partitions = tuple(read.partitions("assignedPartitions"))
        return Assignment(partitions, read.nullable_bytes("userData"))


def _reader(what: str, data: bytes, release: str) -> Reader:
    released = parsed(release, _RELEASE)
    bounded = not any(first <= released < fixed for first, fixed in _UNBOUNDED)
    return reader(what, Buffer(data), generated=released >= _GENERATED, bounded=bounded)


@contextmanager
def _wrapping(what: str, release: str) -> Iterator[None]:
    try:
        yield
    except (RuntimeException, IllegalArgumentException) as error:
        known = parsed(release, _RELEASE)
        if any(first <= known < last for first, last in _UNWRAPPED):
            raise
        raise SchemaException(f"Malformed consumer protocol {what}") from error


@contextmanager
def _writing(release: str) -> Iterator[None]:
    try:
        yield
    except SchemaException as error:
        if parsed(release, _RELEASE) < _GENERATED:
            raise
        raise RuntimeException(f"field is too long to be serialized: {error}") from error


def _written_version(what: str, version: int, release: str) -> int:
    version = _arguments.int32("version", version)
    if version not in _INT16:
        raise ValueError(f"version must be a 16-bit integer, not {version}")
    highest = highest_version(release)
    if not highest:
        if version:
            raise ValueError(f"version must be 0: kafka-clients {release} knows no other, so not {version}")
        return 0
    if version < 0:
        if parsed(release, _RELEASE) >= _GENERATED:
            raise SchemaException(f"Unsupported {what} version: {version}")
        return highest
    return min(version, highest)


def _nullable(data: bytes | None) -> bytes:
    return int32_bytes(-1) if data is None else int32_bytes(len(data)) + data
