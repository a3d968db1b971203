"""The Kafka source of Flink: its splits and the state of its enumerator, and the bytes of both.

Where releases of the connector differ, `version` says which one is equalled.
"""

from __future__ import annotations

from copartition.flink.kafka_source.split import (
    COMMITTED_OFFSET,
    EARLIEST_OFFSET,
    LATEST_OFFSET,
    MIGRATED,
    NO_STOPPING_OFFSET,
    KafkaPartitionSplit,
)
from copartition.flink.kafka_source.split_bytes import SPLIT_VERSION, decode_split, encode_split
from copartition.flink.kafka_source.split_owner import first_owner, split_owner
from copartition.flink.kafka_source.state_bytes import (
    KafkaSourceEnumState,
    decode_state,
    encode_state,
    state_version,
)

__all__ = [
    "COMMITTED_OFFSET",
    "EARLIEST_OFFSET",
    "LATEST_OFFSET",
    "MIGRATED",
    "NO_STOPPING_OFFSET",
    "SPLIT_VERSION",
    "KafkaPartitionSplit",
    "KafkaSourceEnumState",
    "decode_split",
    "decode_state",
    "encode_split",
    "encode_state",
    "first_owner",
    "split_owner",
    "state_version",
]
