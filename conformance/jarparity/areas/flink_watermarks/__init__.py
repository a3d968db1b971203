"""How watermarks of splits, channels and subtasks are combined."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area, WatchedClass
from jarparity.areas.flink_watermarks.operations import OPERATIONS

AREA: Final = Area(
    name="flink_watermarks",
    summary="How watermarks of splits, channels and subtasks are combined.",
    operations=OPERATIONS,
    place=7,
    folder=Path(__file__).parent,
    watched=(
        WatchedClass(
            "org.apache.flink.api.common.eventtime.WatermarkOutputMultiplexer",
            "flink",
            ("flink.watermark.multiplexer",),
        ),
        WatchedClass(
            "org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve",
            "flink",
            ("flink.watermark.valve",),
        ),
    ),
    faults=("jarparity.areas.flink_watermarks.faults",),
)
