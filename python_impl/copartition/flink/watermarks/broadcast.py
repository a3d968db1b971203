"""What a subtask says of time, to all channels downstream."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from copartition import _arguments
from copartition.flink.watermarks.combined import MIN_TIMESTAMP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from copartition.flink.watermarks.valve import ValveOutput


class WatermarkBroadcast:
    """`WatermarkToDataOutput` on a `RecordWriterOutput`: news only, and to every channel the same.

    It stands behind a `WatermarkOutputMultiplexer`, which repeats itself: what isn't greater, and what doesn't change
    the status, is dropped. A watermark that is passed on makes the output active first; one that isn't does not, so
    that an idle output stays idle.

    Args:
        channels: All channels downstream, each told everything, in this order; what comes over one goes into the
            receiver's `StatusWatermarkValve`.

    Raises:
        WrongTypeError: They are nothing to iterate, or have no order, as in a set.
    """

    def __init__(self, channels: Iterable[ValveOutput]) -> None:
        self._channels = _arguments.iterated("channels", channels, ordered=True)
        self._watermark = MIN_TIMESTAMP
        self._idle = False

    @property
    def watermark(self) -> int:
        """The last watermark that was passed on, int64; `MIN_TIMESTAMP` before the first."""
        return self._watermark

    @property
    def idle(self) -> bool:
        """Whether the channels were told last that this subtask is idle."""
        return self._idle

    def emit_watermark(self, timestamp: SupportsIndex) -> None:
        """`emitWatermark(Watermark)`: does nothing unless it is greater than all before.

        Raises:
            WrongTypeError: The timestamp is no integer.
            ValueError: It doesn't fit 64 bits.
        """
        timestamp = _arguments.int64("timestamp", timestamp)
        if timestamp <= self._watermark:
            return
        self._watermark = timestamp
        self._become(idle=False)
        self._tell(lambda channel: channel.emit_watermark(timestamp))

    def mark_idle(self) -> None:
        """`markIdle()`."""
        self._become(idle=True)

    def mark_active(self) -> None:
        """`markActive()`."""
        self._become(idle=False)

    def _become(self, *, idle: bool) -> None:
        if idle != self._idle:
            self._idle = idle
            self._tell(lambda channel: channel.emit_watermark_status(idle=idle))

    def _tell(self, tell: Callable[[ValveOutput], None]) -> None:
        for channel in self._channels:
            tell(channel)
