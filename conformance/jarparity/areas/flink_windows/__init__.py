"""In which windows Flink puts an element."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area
from jarparity.areas.flink_windows import inputs
from jarparity.operations import Operation
from jarparity.values.shapes import record, ref

_INT64 = ref("int64")
_WINDOW = "org.apache.flink.streaming.api.windowing.windows.TimeWindow"

AREA: Final = Area(
    name="flink_windows",
    summary="In which windows Flink puts an element.",
    place=8,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.flink_windows.faults",),
    operations=(
        Operation(
            name="flink.window.start",
            summary="The start of the tumbling window that an element belongs to.",
            original=f"{_WINDOW}.getWindowStartWithOffset(long, long, long)",
            python="copartition.flink.windows.window_start",
            family="flink",
            input=record(timestamp=_INT64, offset=_INT64, size=_INT64),
            answer=_INT64,
            draw=inputs.start,
            cases=inputs.starts,
            volume_rows=10,
            notes="All are milliseconds. A difference beyond 64 bits wraps; a size of 0 is an ArithmeticException.",
        ),
    ),
)
