"""Kafka 4's group coordinator: what the broker decides about groups."""

from __future__ import annotations

from copartition.kafka.group.assignors import assign_range, assign_simple, assign_uniform
from copartition.kafka.group.members import GroupMember
from copartition.kafka.group.metadata_hash import TopicMetadata, group_hash, topic_hash
from copartition.kafka.group.partition import partition_for

__all__ = [
    "GroupMember",
    "TopicMetadata",
    "assign_range",
    "assign_simple",
    "assign_uniform",
    "group_hash",
    "partition_for",
    "topic_hash",
]
