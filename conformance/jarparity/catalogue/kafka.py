"""Kafka: where the producer puts a record, who of a consumer group gets which partitions, and where replicas are."""

from __future__ import annotations

from jarparity.catalogue.kafka_groups import OPERATIONS as GROUPS
from jarparity.catalogue.kafka_groups import PRODUCER
from jarparity.catalogue.kafka_reassign import OPERATIONS as REASSIGN
from jarparity.catalogue.kafka_replicas import OPERATIONS as REPLICAS
from jarparity.catalogue.shapes import HEX, INT32, record, ref
from jarparity.operations import BulkInput, Operation

_KEYED: tuple[Operation, ...] = (
    Operation(
        name="kafka.partitioner.murmur2",
        summary="Kafka's murmur2 of a serialized key, as a signed 32-bit integer.",
        original="org.apache.kafka.common.utils.Utils.murmur2(byte[])",
        python="copartition.kafka.murmur2",
        family="kafka-clients",
        input=record(bytes=HEX),
        answer=INT32,
        strategy="jarparity.strategies.inputs:murmur2",
        vectors="jarparity.vectors.kafka_partitioner:hashes",
        bulk=BulkInput(column="bytes", kinds=("utf8", "binary")),
    ),
    Operation(
        name="kafka.partitioner.partition-for-key",
        summary="The partition of a serialized key among so many partitions.",
        original=(
            "org.apache.kafka.clients.producer.internals.BuiltInPartitioner.partitionForKey(byte[], int); "
            "before 3.3 org.apache.kafka.clients.producer.internals.DefaultPartitioner.partition(…)"
        ),
        python="copartition.kafka.partition_for_key",
        family="kafka-clients",
        input=record(bytes=HEX, partitions=ref("count")),
        answer=INT32,
        strategy="jarparity.strategies.inputs:partition_for_key",
        vectors="jarparity.vectors.kafka_partitioner:partitions",
        bulk=BulkInput(column="bytes", kinds=("utf8", "binary")),
        notes="Partitions are at least 0: before 3.3 no negative number of them can be asked for.",
    ),
)

OPERATIONS = _KEYED + PRODUCER + GROUPS + REPLICAS + REASSIGN
