"""Kafka 4's group coordinator: what the broker decides about groups."""

from __future__ import annotations

from copartition.kafka.group.metadata_hash import TopicMetadata, group_hash, topic_hash
from copartition.kafka.group.partition import partition_for

__all__ = ["TopicMetadata", "group_hash", "partition_for", "topic_hash"]
