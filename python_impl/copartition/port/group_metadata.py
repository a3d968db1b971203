"""What the operations of Kafka's group coordinator read: ids, topics, and what is known of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from copartition.kafka.coordinator.cluster import Cluster
from copartition.kafka.group import TopicMetadata, group_hash, partition_for, topic_hash
from copartition.kafka.uuid import Uuid
from copartition.port.fields import Fields, array, int32, mapping, number, text, texts
from copartition.port.rows import Field, call

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.port.fields import JSON
    from copartition.port.rows import Operation


_count: Final = partial(number, low=0, high=2**31 - 1)


def uuid(value: JSON, path: str) -> Uuid:
    """An id as Kafka prints it."""
    try:
        return Uuid.parse(text(value, path))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def topic_metadata(value: JSON, path: str) -> TopicMetadata:
    """A topic with the racks of its partitions."""
    topic = Fields(value, path)
    return TopicMetadata(topic.get("name", text), topic.get("id", uuid), topic.get("partitions", array(texts)))


def cluster_of(value: JSON, path: str, version: int = 1) -> Cluster:
    """A cluster: by name a topic's id and how many partitions it has."""
    topics = []
    for name, described in mapping(value, path).items():
        topic = Fields(described, f"{path}.{name}")
        topics.append(TopicMetadata(name, topic.get("id", uuid), [()] * topic.get("partitions", _count)))
    return Cluster.of(topics, version)


def hashed(topics: Sequence[TopicMetadata]) -> JSON:
    """The hashes of topics, and of the group that subscribes to them."""
    hashes = {topic.name: topic_hash(topic) for topic in topics}
    return {"topics": {name: str(code) for name, code in hashes.items()}, "group": str(group_hash(hashes))}


OPERATIONS: Final[Mapping[str, Operation]] = {
    "kafka.group.partition-for": call(partition_for, Field("id", text), Field("partitions", int32)),
    "kafka.group.metadata-hash": call(hashed, Field("topics", array(topic_metadata))),
}
