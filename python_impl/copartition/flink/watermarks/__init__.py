"""What time it is: watermarks combined over splits, over channels, and over the sources of an alignment group.

A source's splits are combined to the minimum in each subtask (`WatermarkOutputMultiplexer`), which sends it to all
channels downstream (`WatermarkBroadcast`); the receiver combines its channels again (`StatusWatermarkValve`).
Timestamps are int64; `MIN_TIMESTAMP` is before every time. Where releases differ, `version` says which one is equalled.
"""

from __future__ import annotations

from copartition.flink.watermarks.alignment import WatermarkAggregator, WatermarkSampler
from copartition.flink.watermarks.broadcast import WatermarkBroadcast
from copartition.flink.watermarks.combined import MIN_TIMESTAMP, IndexedCombinedWatermarkStatus
from copartition.flink.watermarks.multiplexer import WatermarkListener, WatermarkOutput, WatermarkOutputMultiplexer
from copartition.flink.watermarks.valve import StatusWatermarkValve

__all__ = [
    "MIN_TIMESTAMP",
    "IndexedCombinedWatermarkStatus",
    "StatusWatermarkValve",
    "WatermarkAggregator",
    "WatermarkBroadcast",
    "WatermarkListener",
    "WatermarkOutput",
    "WatermarkOutputMultiplexer",
    "WatermarkSampler",
]
