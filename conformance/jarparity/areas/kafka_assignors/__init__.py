"""Which member of a consumer group gets which partitions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.area import Area, Watched
from jarparity.areas.kafka_assignors.aspects import ASPECTS
from jarparity.areas.kafka_assignors.operations import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.domains import Domain

_CONSUMER: Final = "org.apache.kafka.clients.consumer"
_ASSIGNORS: Final = ("kafka.assignor.*", "kafka.protocol.sticky-user-data")


def _domains() -> Sequence[Domain]:
    from jarparity.areas.kafka_assignors.domains import DOMAINS  # noqa: PLC0415 - only `prove` needs them

    return DOMAINS


AREA: Final = Area(
    name="kafka_assignors",
    summary="Which member of a consumer group gets which partitions.",
    operations=OPERATIONS,
    place=9,
    folder=Path(__file__).parent,
    watched=(
        Watched(f"{_CONSUMER}.internals.AbstractPartitionAssignor", "kafka-clients", _ASSIGNORS),
        Watched(f"{_CONSUMER}.RangeAssignor", "kafka-clients", _ASSIGNORS),
        Watched(f"{_CONSUMER}.RoundRobinAssignor", "kafka-clients", _ASSIGNORS),
        Watched(f"{_CONSUMER}.internals.AbstractStickyAssignor", "kafka-clients", _ASSIGNORS, "2.4"),
        Watched(f"{_CONSUMER}.StickyAssignor", "kafka-clients", _ASSIGNORS),
        Watched(f"{_CONSUMER}.CooperativeStickyAssignor", "kafka-clients", _ASSIGNORS, "2.4"),
    ),
    aspects=ASPECTS,
    domains=_domains,
    faults=(
        "jarparity.areas.kafka_assignors.faults",
        "jarparity.areas.kafka_assignors.faults_sticky",
    ),
)
