"""The Kafka source of Flink: its splits and the state of its enumerator, and the bytes of both.

Where releases of the connector differ, `version` says which one is equalled.
"""

from __future__ import annotations

from copartition.flink.kafka_source.context import (
    Boundedness,
    KafkaCluster,
    KafkaSourceSettings,
    SplitEnumeratorContext,
)
from copartition.flink.kafka_source.enumerator import DEFAULT_DISCOVERY_INTERVAL_MS, KafkaSourceEnumerator
from copartition.flink.kafka_source.global_split_owner import GlobalSplitOwnerAssigner, dynamic_split_id
from copartition.flink.kafka_source.memory import PartitionChange
from copartition.flink.kafka_source.offsets import (
    AtTimestamp,
    Committed,
    Earliest,
    Latest,
    OffsetReset,
    OffsetsInitializer,
    PartitionOffsetsRetriever,
    SpecifiedOffsets,
)
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
    "DEFAULT_DISCOVERY_INTERVAL_MS",
    "EARLIEST_OFFSET",
    "LATEST_OFFSET",
    "MIGRATED",
    "NO_STOPPING_OFFSET",
    "SPLIT_VERSION",
    "AtTimestamp",
    "Boundedness",
    "Committed",
    "Earliest",
    "GlobalSplitOwnerAssigner",
    "KafkaCluster",
    "KafkaPartitionSplit",
    "KafkaSourceEnumState",
    "KafkaSourceEnumerator",
    "KafkaSourceSettings",
    "Latest",
    "OffsetReset",
    "OffsetsInitializer",
    "PartitionChange",
    "PartitionOffsetsRetriever",
    "SpecifiedOffsets",
    "SplitEnumeratorContext",
    "decode_split",
    "decode_state",
    "dynamic_split_id",
    "encode_split",
    "encode_state",
    "first_owner",
    "split_owner",
    "state_version",
]
