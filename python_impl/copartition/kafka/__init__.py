"""Kafka's placement: the partition of a serialized key, and which member of a group gets which partitions.

- `copartition.kafka.assignors`: the assignors that consumers run themselves; most of its names are here, too.
- `copartition.kafka.coordinator`: the group coordinator of Kafka 4, heartbeat by heartbeat.
- `copartition.kafka.group`: what it decides: server-side assignors, and how members get there.
- `copartition.kafka.streams_group`: the same for groups of Kafka Streams.
- `copartition.kafka.group_records`: the records in which it keeps its groups.
- `copartition.kafka.protocol`: subscriptions and assignments as bytes.
- `copartition.kafka.messages`: requests and responses as bytes.
- `copartition.kafka.batches`: batches of records as bytes.
- `copartition.kafka.replicas`: which brokers get the replicas of new partitions.
- `copartition.kafka.reassign`: the reassignment tool: its JSON, what moves, and the way back.
- `copartition.kafka.controller`: what a controller makes of partitions that are reassigned.

Loaded on first use: the functions over whole columns (`partitions`, `murmur2_hashes`), which need numpy, and what is
about consumer groups.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition._lazy import lazy
from copartition.kafka.keyless import LoadTable, RoundRobinPartitioner, load_table
from copartition.kafka.murmur import murmur2, to_positive
from copartition.kafka.partitioner import partition_for_key
from copartition.kafka.serializers import serialized
from copartition.kafka.topic_partition import TopicPartition
from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    from copartition.kafka.assignors import (
        AbstractPartitionAssignor,
        Assignment,
        Assignor,
        AssignorContractError,
        ClusterMetadata,
        Consumer,
        ConsumerPartitionAssignor,
        CooperativeStickyAssignor,
        GroupMetadata,
        GroupSubscription,
        Member,
        PartitionRacks,
        RackPreferringAssignor,
        RangeAssignor,
        Rebalance,
        RebalanceProtocol,
        RoundRobinAssignor,
        StickyAssignor,
        Subscription,
        Violation,
        WeightedAssignor,
        assign,
        custom_violations,
        rebalance,
    )
    from copartition.kafka.bulk import murmur2_hashes, partitions

__all__ = [
    "AbstractPartitionAssignor",
    "Assignment",
    "Assignor",
    "AssignorContractError",
    "ClusterMetadata",
    "Consumer",
    "ConsumerPartitionAssignor",
    "CooperativeStickyAssignor",
    "GroupMetadata",
    "GroupSubscription",
    "LoadTable",
    "Member",
    "PartitionRacks",
    "RackPreferringAssignor",
    "RangeAssignor",
    "Rebalance",
    "RebalanceProtocol",
    "RoundRobinAssignor",
    "RoundRobinPartitioner",
    "StickyAssignor",
    "Subscription",
    "TopicPartition",
    "Uuid",
    "Violation",
    "WeightedAssignor",
    "assign",
    "custom_violations",
    "load_table",
    "murmur2",
    "murmur2_hashes",
    "partition_for_key",
    "partitions",
    "rebalance",
    "serialized",
    "to_positive",
]

_COLUMNS = ("murmur2_hashes", "partitions")
_GROUPS = set(__all__).difference(globals(), _COLUMNS)

__getattr__, __dir__ = lazy(
    __name__, __all__, {"copartition.kafka.bulk": _COLUMNS, "copartition.kafka.assignors": _GROUPS}
)
