"""Known faults of the coordinator's partition and of its metadata hash."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_partition: Final = partial(Fault.of, "kafka.group.partition-for", "apache/kafka:Utils.abs")
_hash: Final = partial(Fault.of, "kafka.group.metadata-hash", "apache/kafka#17444")
_PARTITION_FOR: Final = "copartition.kafka.group.partition:partition_for"
_HASH: Final = "copartition.kafka.group.metadata_hash"
_TOPIC_HASH: Final = f"{_HASH}:topic_hash"
_ABS: Final = "_ABS_OF_MIN_INT if code == MIN_INT else abs(code)"

FAULTS: Final = (
    _partition(
        "group-partition-abs-of-min-value",
        "takes 2147483648 as the absolute value of the smallest hash code",
        "Kafka's abs makes 0 of it.",
        Rewritten(_PARTITION_FOR, _ABS, "abs(code)"),
    ),
    _partition(
        "group-partition-abs-stays-negative",
        "takes Math.abs of the hash code, which leaves the smallest one negative",
        "Kafka's own Utils.abs makes 0 of it; so no partition is negative.",
        Rewritten(_PARTITION_FOR, _ABS, "code if code == MIN_INT else abs(code)"),
    ),
    _partition(
        "group-partition-sign-masked",
        "clears the sign bit, as producers do with murmur2",
        "The coordinator takes the absolute value of a negative hash code.",
        Rewritten(_PARTITION_FOR, _ABS, "code & 0x7FFF_FFFF"),
    ),
    Fault.of(
        "kafka.group.partition-for",
        "streamnative/kop#1698",
        "group-partition-by-murmur",
        "hashes the id with murmur2, as if it were a record's key",
        "The coordinator's partition comes from String.hashCode.",
        Rewritten(
            _PARTITION_FOR,
            "string_hash(name)",
            "__import__('copartition.kafka.murmur').kafka.murmur.murmur2(name.encode('utf-8', 'replace'))",
        ),
    ),
    _hash(
        "metadata-hash-racks-unsorted",
        "hashes racks in the order of the replicas",
        "The racks of a partition are sorted: an election is no change.",
        Rewritten(_TOPIC_HASH, "sorted_names(racks)", "racks"),
    ),
    _hash(
        "metadata-hash-racks-by-code-point",
        "sorts racks by code points",
        "Java compares UTF-16 units: an emoji comes before U+FF61.",
        Rewritten(_TOPIC_HASH, "sorted_names(racks)", "sorted(racks)"),
    ),
    Fault.of(
        "kafka.group.metadata-hash",
        "redpanda-data/redpanda#31579",
        "metadata-hash-of-utf-8",
        "hashes texts as UTF-8",
        "hash4j writes the UTF-16 units of a text, then how many there are.",
        Rewritten(f"{_HASH}:_text", '"utf-16-le"', '"utf-8"'),
    ),
    _hash(
        "metadata-hash-topics-unsorted",
        "hashes the topics of a group in the order in which they come",
        "The topics of a group are sorted by name.",
        Rewritten(f"{_HASH}:group_hash", "sorted_names(topics)", "topics"),
    ),
)
