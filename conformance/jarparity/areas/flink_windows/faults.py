"""Known faults of windows."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_start: Final = partial(Fault.of, "flink.window.start")
_START: Final = "copartition.flink.windows:window_start"

FAULTS: Final = (
    _start(
        "FLINK-4282",
        "window-offset-ignored",
        "puts windows at multiples of their size, whatever the offset",
        "A window starts at the offset plus a multiple of the size.",
        Rewritten(_START, "int64(timestamp - offset)", "int64(timestamp)"),
    ),
    _start(
        "FLINK-26334",
        "window-of-negative-time",
        "adds the size once before it takes the remainder: more than a window before the offset is not enough",
        "A negative remainder belongs to the window before, however far it is from the offset.",
        Rewritten(_START, "if rest < 0:", "if rest < 0 and distance >= -size:"),
    ),
)
