"""On which brokers the replicas of a new topic are placed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area, WatchedClass
from jarparity.areas.kafka_replicas.operations import OPERATIONS

AREA: Final = Area(
    name="kafka_replicas",
    summary="On which brokers the replicas of a new topic are placed.",
    operations=OPERATIONS,
    place=11,
    folder=Path(__file__).parent,
    watched=(
        WatchedClass("kafka.admin.AdminUtils", "kafka_2.13", ("kafka.replicas.assign",)),
        WatchedClass("org.apache.kafka.admin.AdminUtils", "kafka-server-common", ("kafka.replicas.assign",)),
    ),
    faults=("jarparity.areas.kafka_replicas.faults",),
)
