"""Consumer groups in JSON: topics, subscriptions and partitions; and `kafka.assignor.*` for one rebalance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.java.ints import MAX_INT, MIN_INT
from copartition.kafka.assignors import ASSIGNORS, Member, PartitionRacks, Subscription
from copartition.kafka.topic_partition import TopicPartition
from copartition.port.fields import Fields, hexed, int32, items, mapping, number, objects, text, texts, wrong
from copartition.port.rows import answer, assignors

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.assignors.members import Topics
    from copartition.port.fields import JSON
    from copartition.port.rows import Operation

_TEXT: Final = frozenset({str})


def topics(value: JSON, path: str) -> Topics:
    """By name a number of partitions, or an array of partitions and their racks."""
    return {
        text(topic, path): _partitions(known, f"{path}[{topic!r}]") for topic, known in mapping(value, path).items()
    }


def partition_documents(partitions: Sequence[TopicPartition]) -> JSON:
    """Partitions as `["topic", 0]`."""
    return [[partition.topic, partition.partition] for partition in partitions]


def hex_or_null(data: bytes | None) -> str | None:
    """Bytes as lower-case hex, None for None."""
    return None if data is None else data.hex()


def partitions(value: JSON, path: str) -> tuple[TopicPartition, ...]:
    """An array of `["topic", 0]`.

    Raises:
        ValueError: It is something else.
    """
    found: list[TopicPartition] = []
    for place, item in enumerate(items(value, path)):
        if not isinstance(item, list) or len(item) != 2:  # noqa: PLR2004 - a topic and a partition
            raise wrong(f"{path}[{place}]", "a topic and a partition", item)
        topic, partition = item
        # The path is put into words only for a message: there are partitions by the million.
        if type(topic) is not str or not topic.isascii():
            topic = text(topic, f"{path}[{place}][0]")
        if type(partition) is not int or not MIN_INT <= partition <= MAX_INT:
            int32(partition, f"{path}[{place}][1]")
        found.append(TopicPartition(topic, partition))
    return tuple(found)


def subscription(fields: Fields) -> Subscription:
    """A subscription's fields; what is null is as good as absent."""
    return Subscription(
        topics=fields.get("topics", texts),
        user_data=fields.maybe("userData", hexed, None),
        owned=fields.maybe("owned", partitions, ()),
        generation=fields.maybe("generation", int32, -1),
        rack=fields.maybe("rack", text, None),
        instance=fields.maybe("instance", text, None),
    )


def distinct(value: JSON, path: str) -> tuple[str, ...]:
    """The topics of one consumer's subscription.

    Raises:
        ValueError: It is something else, or one topic is there twice.
    """
    found = texts(value, path)
    if len(set(found)) < len(found):
        raise ValueError(f"{path} must be different: a consumer subscribes to a set")
    return found


def _partitions(known: JSON, path: str) -> int | PartitionRacks:
    if type(known) is int and 0 <= known <= MAX_INT:
        return known
    if not isinstance(known, list):
        return number(known, path, 0, MAX_INT)
    racks: dict[int, frozenset[str]] = {}
    # Partitions by the million have few different lists of racks: each list is checked, and kept, once.
    checked: dict[tuple[str, ...], frozenset[str]] = {}
    for place, item in enumerate(known):
        partition = _number(item, len(known), path, place)
        if partition in racks:
            raise ValueError(f"{path}[{place}].partition must be listed once, not again: {partition}")
        names = item.get("racks")
        are_texts = type(names) is list and _TEXT.issuperset(map(type, names))
        found = checked.get(tuple(names)) if are_texts else None
        if found is None:
            found = frozenset(() if names is None else texts(names, f"{path}[{place}].racks"))
        if are_texts:
            checked[tuple(names)] = found
        racks[partition] = found
    if not any(racks.values()):
        return len(known)
    return PartitionRacks(tuple(racks[partition] for partition in range(len(known))))


def _number(item: JSON, count: int, path: str, place: int) -> int:
    """The partition's number; the path is put into words only for a message."""
    if type(item) is dict:
        partition = item.get("partition")
        if type(partition) is int and 0 <= partition < count:
            return partition
    return Fields(item, f"{path}[{place}]").get("partition", lambda value, at: number(value, at, 0, count - 1))


def _operation(name: str) -> Operation:
    def assign(document: Fields, version: str) -> JSON:
        assigned = ASSIGNORS[name](version).assign(
            document.get("topics", topics),
            [Member(member.get("id", text), subscription(member)) for member in document.get("members", objects)],
        )
        return {member: partition_documents(partitions) for member, partitions in assigned.items()}

    return answer(assign, assignors)


OPERATIONS: Final[Mapping[str, Operation]] = {f"kafka.assignor.{name}": _operation(name) for name in ASSIGNORS}
