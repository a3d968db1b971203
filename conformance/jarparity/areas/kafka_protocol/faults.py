"""Known faults of the bytes in which members of a group and their leader talk."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from jarparity.faults.fault import Fault, Replaced, Rewritten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_SUBSCRIPTION: Final = "kafka.protocol.subscription"
_ASSIGNMENT: Final = "kafka.protocol.assignment"
_USER_DATA: Final = "kafka.protocol.sticky-user-data"
_HISTORY: Final = "kafka.assignor.rebalances"
_both: Final = partial(Fault.of, (_SUBSCRIPTION, _ASSIGNMENT))
_subscription: Final = partial(Fault.of, _SUBSCRIPTION)
_assignment: Final = partial(Fault.of, _ASSIGNMENT)
_sticky: Final = partial(Fault.of, (_USER_DATA, _HISTORY))
_PACKAGE: Final = "copartition.kafka.protocol"
_PROTOCOL: Final = f"{_PACKAGE}.consumer_protocol"
_WRITES: Final = f"{_PROTOCOL}:encode_subscription"
_READS: Final = f"{_PROTOCOL}:decode_subscription"
_STRING_BYTES: Final = f"{_PACKAGE}.buffers:string_bytes"
_READER: Final = f"{_PACKAGE}.readers:GeneratedReader.nullable_bytes"
_DECODE_STICKY: Final = f"{_PACKAGE}.user_data:decode_sticky"
_REFUSED: Final = """read.version()
        if version > highest_version(release):
            raise SchemaException("a version that this client doesn't know")"""


class _Runs(list[tuple[str, list[int]]]):
    """Groups of which one topic may have several."""

    def items(self) -> Iterable[tuple[str, list[int]]]:
        return self


def _runs(original: Callable[..., Any], partitions: Iterable[Any]) -> _Runs:
    del original
    runs = groupby(partitions, key=lambda partition: partition.topic)
    return _Runs((topic, [partition.partition for partition in run]) for topic, run in runs)


def _by_appearance(original: Callable[..., Any], partitions: Iterable[Any], **by: object) -> dict[str, list[int]]:
    del original, by
    groups: dict[str, list[int]] = {}
    for partition in partitions:
        groups.setdefault(partition.topic, []).append(partition.partition)
    return groups


FAULTS: Final = (
    Fault.of(
        (_SUBSCRIPTION, _ASSIGNMENT, _USER_DATA, _HISTORY),
        "apache/kafka:Type.STRING",
        "protocol-lengths-in-characters",
        "writes a text's length in characters",
        "The length is that of the text's UTF-8, in bytes. ASCII hides it.",
        Rewritten(_STRING_BYTES, "_INT16.pack(len(data))", "_INT16.pack(len(text))"),
    ),
    _both(
        "IBM/sarama:consumer_group_members.go",
        "protocol-version-as-given",
        "writes a version that it doesn't know as it is given",
        "A version above the highest that a release speaks is written as that one.",
        Rewritten(f"{_PROTOCOL}:_written_version", "min(version, highest)", "version"),
    ),
    _both(
        "tulios/kafkajs:src/consumer/assignerProtocol.js",
        "protocol-no-user-data-as-empty",
        "writes and reads missing user data as empty ones",
        "No user data have the length -1; 0 is that of empty ones.",
        Rewritten(f"{_PROTOCOL}:_nullable", "int32_bytes(-1)", "int32_bytes(0)"),
        Rewritten(_READER, "return None", 'return b""'),
    ),
    _both(
        "apache/kafka:ConsumerProtocol.deserializeVersion",
        "protocol-newer-version-refused",
        "refuses bytes of a version above its own",
        "Versions add fields at the end, so what is newer is read as the highest version that is known.",
        Rewritten(_READS, "min(read.version(), highest_version(release))", _REFUSED),
        Rewritten(f"{_PROTOCOL}:decode_assignment", "read.version()", f"version = {_REFUSED}"),
    ),
    _subscription(
        ("tulios/kafkajs:src/consumer/assignerProtocol.js", "IBM/sarama:consumer_group_members.go"),
        "subscription-only-first-fields",
        "writes the version that is asked for, and the fields of version 0 alone",
        "Version 1 has owned partitions, 2 a generation, 3 a rack: whoever names a version sends all its fields.",
        Rewritten(_WRITES, "if written >= _OWNED", "if False"),
        Rewritten(_WRITES, "if written >= _GENERATION", "if False"),
        Rewritten(_WRITES, "if written >= _RACK", "if False"),
    ),
    _subscription(
        "apache/kafka#12748",
        "subscription-generation-unsent",
        "sends the generation -1 with its owned partitions",
        "From version 2 on a subscription has the generation in which its member got what it owns.",
        Rewritten(_WRITES, "max(subscription.generation, DEFAULT_GENERATION)", "DEFAULT_GENERATION"),
    ),
    _subscription(
        "KAFKA-12898",
        "subscription-owned-as-given",
        "writes owned partitions in the order in which they are given",
        "They are sorted by topic and number, so that a member's bytes change only with what it owns.",
        Rewritten(
            _WRITES,
            "sorted(owned, key=lambda partition: (utf16_key(partition.topic), partition.partition))",
            "list(owned)",
        ),
    ),
    _subscription(
        "KAFKA-12898",
        "subscription-topics-as-given",
        "writes topics in the order in which they are given",
        "From 2.8.1 on they are sorted.",
        Rewritten(_WRITES, "sorted_names(topics)", "list(topics)"),
        once_right=True,
    ),
    _assignment(
        "openjdk/jdk:java.lang.String.compareTo",
        "assignment-topics-sorted",
        "writes an assignment's topics by name",
        "From 3.0 on a topic stands where its first partition does.",
        Rewritten(
            f"{_PROTOCOL}:encode_assignment",
            "in_order_of_appearance(assignment.partitions)",
            "dict(sorted(in_order_of_appearance(assignment.partitions).items()))",
        ),
    ),
    _assignment(
        "python/cpython:itertools.groupby",
        "assignment-topic-in-runs",
        "writes a topic anew behind partitions of others (itertools.groupby without sorting)",
        "A topic stands in an assignment once, with all of its partitions.",
        Replaced(f"{_PACKAGE}.grouping:in_order_of_appearance", _runs),
    ),
    _sticky(
        "apache/kafka#5291",
        "sticky-generation-left-out",
        "writes the sticky assignor's user data as up to 2.2, without a generation",
        "From 2.3 on the generation follows the partitions; -1 is written, too.",
        Rewritten(
            f"{_PACKAGE}.user_data:encode_sticky",
            "written if generation is None else written + int32_bytes(generation)",
            "written",
        ),
        once_right=True,
    ),
    Fault.of(
        (_USER_DATA, "kafka.assignor.sticky"),
        "apache/kafka#5291",
        "sticky-oldest-data-unread",
        "takes user data without a generation for damaged",
        "Bytes that are not those of 2.3 may be those of before: partitions without a generation.",
        Rewritten(
            _DECODE_STICKY, "return StickyUserData(*_read_groups(Buffer(data.data, start)), None)", "return UNREADABLE"
        ),
    ),
    _sticky(
        "dpkp/kafka-python:kafka/coordinator/assignors/sticky/sticky_assignor.py",
        "sticky-topics-by-appearance",
        "writes topics in the order in which they were assigned",
        "They stand in the order of a HashMap. Whoever reads them gets the same partitions.",
        Replaced(f"{_PACKAGE}.grouping:in_order_of_hash_map", _by_appearance),
    ),
)
