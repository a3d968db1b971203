"""How Flink hashes keys and rows, and its integer arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area, WatchedClass
from jarparity.areas.flink_keys.operations import OPERATIONS

AREA: Final = Area(
    name="flink_keys",
    summary="How Flink hashes keys and rows, and its integer arithmetic.",
    operations=OPERATIONS,
    place=1,
    folder=Path(__file__).parent,
    watched=(
        WatchedClass(
            "org.apache.flink.util.MathUtils",
            "flink",
            ("flink.math.*", "flink.key-group*", "flink.partitioner.channel", "flink.rescale.*"),
        ),
    ),
    domains="jarparity.areas.flink_keys.domains",
    faults=(
        "jarparity.areas.flink_keys.faults",
        "jarparity.areas.flink_keys.row_faults",
    ),
    models="jarparity.areas.flink_keys.model",
)
