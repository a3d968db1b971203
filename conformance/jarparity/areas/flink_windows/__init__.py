"""In which windows Flink puts an element."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.area import Area, WatchedClass
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation, Varying
from jarparity.values.shapes import listing, record, ref, row

if TYPE_CHECKING:
    from jarparity.areas.flink_windows import inputs
else:
    (inputs,) = lazy_modules(__package__, "inputs")

_INT64 = ref("int64")
_PAIR = row('A start and an end, such as ["0", "10"].', _INT64, _INT64)
_WINDOW = "org.apache.flink.streaming.api.windowing.windows.TimeWindow"

AREA: Final = Area(
    name="flink_windows",
    summary="In which windows Flink puts an element.",
    place=8,
    folder=Path(__file__).parent,
    # A window is a namespace of keyed state, too.
    watched=(WatchedClass(_WINDOW, "flink", ("flink.window.*", "flink.state.*", "flink.rescale.restored-keys")),),
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
        Operation(
            name="flink.window.merge",
            summary="Which session windows become one, and which windows it is made of.",
            original=f"{_WINDOW}.mergeWindows(Collection, MergeCallback)",
            python="copartition.flink.windows.merge_windows",
            family="flink",
            input=record(windows=listing(_PAIR)),
            answer=listing(record(merged=_PAIR, of=listing(_PAIR))),
            draw=inputs.merge,
            cases=inputs.merges,
            volume_rows=10,
            problems=inputs.problems,
            excluded=(
                Varying(
                    "windows of one hash code that may share a tree: not asked",
                    "TimeWindow isn't Comparable: a tree orders equal codes by System.identityHashCode",
                ),
            ),
            notes="A window that merges with no other is not reported. 'of' has the order of the original's HashSet.",
        ),
    ),
)
