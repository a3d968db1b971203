"""aiokafka's partitioner and assignors, as a port: `jarparity check --port port:PORT` in this folder."""

from __future__ import annotations

import logging
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from aiokafka.coordinator.assignors.range import RangePartitionAssignor
from aiokafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
from aiokafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor
from aiokafka.coordinator.protocol import ConsumerProtocolMemberMetadata
from aiokafka.partitioner import DefaultPartitioner, murmur2
from aiokafka_batches import batch_bytes
from aiokafka_fetched import batch_fetched
from aiokafka_messages import message_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

logging.getLogger("aiokafka").setLevel(logging.CRITICAL)  # it warns of every topic that isn't there


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

    def topics(self) -> set[str]:
        """All topics."""
        return set(self._numbers)


def signed(unsigned: int) -> int:
    """Java's int of the same 32 bits."""
    return (unsigned ^ 0x80000000) - 0x80000000


def partition_for_key(case: dict[str, Any]) -> int:
    """What the producer does with a key: `send` never asks for a topic without partitions."""
    if case["partitions"] <= 0:
        raise NotImplementedError("a topic has partitions")
    choices = list(range(case["partitions"]))
    return DefaultPartitioner()(bytes.fromhex(case["bytes"]), choices, choices)


def assigning(assignor: Any) -> Callable[[dict[str, Any]], Any]:  # noqa: ANN401 - a class of theirs
    """An operation of an assignor's class; instance ids have no place in what its `assign` takes."""

    def assign(case: dict[str, Any]) -> dict[str, Any]:
        # What a member remembers is the class's: a process is one member.
        its = type("Own", (assignor,), {})
        members = {
            each["id"]: ConsumerProtocolMemberMetadata(0, each["topics"], bytes.fromhex(each.get("userData") or ""))
            for each in case["members"]
        }
        given = its.assign(Cluster(case["topics"]), members)
        return {member: [[t, p] for t, ps in each.assignment for p in ps] for member, each in given.items()}

    return assign


class PORT:
    """What aiokafka claims: the newest Java client."""

    name, version = "aiokafka", version("aiokafka")
    lines = ("kafka-clients 4.4.0",)
    operations = {  # noqa: RUF012 - read once
        "kafka.partitioner.murmur2": lambda case: signed(murmur2(bytes.fromhex(case["bytes"]))),
        "kafka.partitioner.partition-for-key": partition_for_key,
        "kafka.assignor.range": assigning(RangePartitionAssignor),
        "kafka.assignor.round-robin": assigning(RoundRobinPartitionAssignor),
        "kafka.assignor.sticky": assigning(StickyPartitionAssignor),
        "kafka.message.bytes": message_bytes,
        "kafka.batch.bytes": batch_bytes,
        "kafka.batch.fetched": batch_fetched,
    }
