"""The bytes of Kafka's consumer protocol: subscriptions, assignments, the assignors' user data."""

from __future__ import annotations

from copartition.errors import RuntimeException
from copartition.kafka.assignors.members import Assignment
from copartition.kafka.protocol.buffers import SchemaException
from copartition.kafka.protocol.consumer_protocol import (
    decode_assignment,
    decode_subscription,
    encode_assignment,
    encode_subscription,
    highest_version,
)
from copartition.kafka.protocol.user_data import (
    StickyUserData,
    decode_cooperative,
    decode_sticky,
    encode_cooperative,
    encode_sticky,
)

__all__ = [
    "Assignment",
    "RuntimeException",
    "SchemaException",
    "StickyUserData",
    "decode_assignment",
    "decode_cooperative",
    "decode_sticky",
    "decode_subscription",
    "encode_assignment",
    "encode_cooperative",
    "encode_sticky",
    "encode_subscription",
    "highest_version",
]
