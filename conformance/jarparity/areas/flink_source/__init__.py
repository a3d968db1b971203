"""Flink's Kafka source: which reader reads which partition, and the bytes of its state."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area, WatchedClass
from jarparity.areas.flink_source.aspects import ASPECTS
from jarparity.areas.flink_source.operations import OPERATIONS

AREA: Final = Area(
    name="flink_source",
    summary="Flink's Kafka source: which reader reads which partition, and the bytes of its state.",
    operations=OPERATIONS,
    place=6,
    folder=Path(__file__).parent,
    watched=(
        WatchedClass(
            "org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumerator",
            "flink-connector-kafka",
            ("flink.kafka-source.*",),
        ),
    ),
    aspects=ASPECTS,
    domains="jarparity.areas.flink_source.domains",
    original_faults="jarparity.areas.flink_source.original_faults",
    faults=("jarparity.areas.flink_source.faults", "jarparity.areas.flink_source.global_owner_faults"),
)
