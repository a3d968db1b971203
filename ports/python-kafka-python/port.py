"""kafka-python's partitioner and assignors, as a port: `jarparity check --port port:PORT` in this folder."""

from __future__ import annotations

import logging
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple

from kafka.coordinator.assignors.cooperative_sticky import CooperativeStickyAssignor
from kafka.coordinator.assignors.range import RangePartitionAssignor
from kafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
from kafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor
from kafka.partitioner import DefaultPartitioner, murmur2
from kafka.protocol.consumer.metadata import ConsumerProtocolSubscription
from kafka_python_batches import batch_bytes
from kafka_python_fetched import batch_fetched
from kafka_python_messages import message_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

logging.getLogger("kafka").setLevel(logging.CRITICAL)  # it warns of every topic that isn't there


class Cluster:
    """As much of the client's metadata as assignors ask."""

    def __init__(self, topics: dict[str, Any]) -> None:
        self._numbers = {
            topic: range(each) if isinstance(each, int) else [of["partition"] for of in each]
            for topic, each in topics.items()
        }

    def partitions_for_topic(self, topic: str) -> set[int] | None:
        """The numbers of a topic's partitions."""
        return set(self._numbers[topic]) if topic in self._numbers else None

    available_partitions_for_topic = partitions_for_topic

    def topics(self) -> set[str]:
        """All topics."""
        return set(self._numbers)


class Member(NamedTuple):
    """What the leader knows of a member."""

    member_id: str
    group_instance_id: str | None
    metadata: Any


def signed(unsigned: int) -> int:
    """Java's int of the same 32 bits."""
    return (unsigned ^ 0x80000000) - 0x80000000


def partition_for_key(case: dict[str, Any]) -> int:
    """What the producer does with a key: `send` never asks for a topic without partitions."""
    if case["partitions"] <= 0:
        raise NotImplementedError("a topic has partitions")
    key = bytes.fromhex(case["bytes"])
    return DefaultPartitioner().partition("t", None, key, None, None, Cluster({"t": case["partitions"]}))


def by_topic(pairs: list[Any]) -> list[tuple[str, list[int]]]:
    """Partitions as the client's messages have them."""
    topics: dict[str, list[int]] = {}
    for topic, number in pairs:
        topics.setdefault(topic, []).append(number)
    return list(topics.items())


def assigning(assignor: Any, subscribe: Callable[[dict[str, Any]], Any]) -> Callable[[dict[str, Any]], Any]:  # noqa: ANN401
    """An operation of an assignor's class: each leader has an instance of its own."""

    def assign(case: dict[str, Any]) -> dict[str, Any]:
        members = [Member(each["id"], each.get("instance"), subscribe(each)) for each in case["members"]]
        given = assignor().assign(Cluster(case["topics"]), members)
        return {member: [[t, p] for t, ps in each.assigned_partitions for p in ps] for member, each in given.items()}

    return assign


def eager(member: dict[str, Any]) -> Any:  # noqa: ANN401 - theirs
    """A subscription with topics alone."""
    return ConsumerProtocolSubscription(0, member["topics"], b"")


def sticky(member: dict[str, Any]) -> Any:  # noqa: ANN401 - theirs
    """A subscription with the user data that a Java member sends."""
    return ConsumerProtocolSubscription(0, member["topics"], bytes.fromhex(member.get("userData") or ""))


def cooperative(member: dict[str, Any]) -> Any:  # noqa: ANN401 - theirs
    """A subscription with owned partitions and their generation."""
    owned = [
        ConsumerProtocolSubscription.TopicPartition(topic=topic, partitions=numbers)
        for topic, numbers in by_topic(member.get("owned") or [])
    ]
    generation = -1 if member.get("generation") is None else member["generation"]
    return ConsumerProtocolSubscription(
        version=3, topics=member["topics"], user_data=b"", owned_partitions=owned, generation_id=generation
    )


class PORT:
    """What kafka-python claims: the newest Java client."""

    name, version = "kafka-python", version("kafka-python")
    lines = ("kafka-clients 4.4.0",)
    operations = {  # noqa: RUF012 - read once
        "kafka.partitioner.murmur2": lambda case: signed(murmur2(bytes.fromhex(case["bytes"]))),
        "kafka.partitioner.partition-for-key": partition_for_key,
        "kafka.assignor.range": assigning(RangePartitionAssignor, eager),
        "kafka.assignor.round-robin": assigning(RoundRobinPartitionAssignor, eager),
        "kafka.assignor.sticky": assigning(StickyPartitionAssignor, sticky),
        "kafka.assignor.cooperative-sticky": assigning(CooperativeStickyAssignor, cooperative),
        "kafka.message.bytes": message_bytes,
        "kafka.batch.bytes": batch_bytes,
        "kafka.batch.fetched": batch_fetched,
    }
