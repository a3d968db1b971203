"""Kafka's placement: the partition of a serialized key, and which member of a group gets which partitions.

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
