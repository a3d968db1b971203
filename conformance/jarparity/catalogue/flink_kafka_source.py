"""Flink's Kafka source: which reader reads which partition, from which offset."""

from __future__ import annotations

from jarparity.catalogue.shapes import INT32, STRING, record
from jarparity.operations import Operation

_ENUMERATOR = "org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumerator"
_FAMILY = "flink-connector-kafka"

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="flink.kafka-source.split-owner",
        summary="The subtask that reads a partition of a topic.",
        original=f"{_ENUMERATOR}.getSplitOwner(TopicPartition, int)",
        python="copartition.flink.kafka_source.split_owner",
        family=_FAMILY,
        input=record(topic=STRING, partition=INT32, readers=INT32),
        answer=INT32,
        strategy="jarparity.strategies.kafka_source:split_owner",
        vectors="jarparity.vectors.kafka_source:split_owner",
        notes="The sum of a topic's first reader and the partition is an int: near 2^31 owners are negative.",
    ),
)
