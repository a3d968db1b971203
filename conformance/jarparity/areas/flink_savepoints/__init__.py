"""Snapshots of keyed state: a heap backend's canonical savepoint and its own checkpoint, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area
from jarparity.areas.flink_savepoints.operations import OPERATIONS

AREA: Final = Area(
    name="flink_savepoints",
    summary="Snapshots of keyed state: a heap backend's canonical savepoint and its own checkpoint, byte for byte.",
    operations=OPERATIONS,
    place=5,
    folder=Path(__file__).parent,
    faults=(
        "jarparity.areas.flink_savepoints.faults",
        "jarparity.areas.flink_savepoints.timer_faults",
        "jarparity.areas.flink_savepoints.snappy_faults",
    ),
)
