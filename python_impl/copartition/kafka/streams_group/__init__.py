"""Kafka 4's group coordinator for Kafka Streams (KIP-1071): what the broker decides about groups that run tasks."""

from __future__ import annotations

from copartition.kafka.streams_group.sticky import StreamsMember, Subtopology, assign_sticky

__all__ = ["StreamsMember", "Subtopology", "assign_sticky"]
