"""The minimum of several watermarks, of which idle ones don't count."""

from __future__ import annotations

from typing import Final, SupportsIndex

from copartition import _arguments
from copartition.errors import ArrayIndexOutOfBoundsException, IllegalArgumentException, noted
from copartition.flink.releases import NEWEST, parsed
from copartition.java.ints import MIN_LONG

MIN_TIMESTAMP: Final = MIN_LONG
"""The watermark of what has had none: `Long.MIN_VALUE`."""

_FLUSHED: Final = (2, 2, 0)
"""FLINK-38454: when all are idle, the combined watermark becomes the greatest of them."""


class PartialWatermark:
    """`CombinedWatermarkStatus.PartialWatermark`: one of the watermarks.

    Attributes:
        watermark: The greatest timestamp so far.
        idle: Whether it is left out.
    """

    __slots__ = ("idle", "watermark")

    def __init__(self) -> None:
        self.watermark = MIN_TIMESTAMP
        self.idle = False

    def set_watermark(self, timestamp: SupportsIndex) -> bool:
        """`setWatermark(long)`: a watermark came, so it isn't idle any more, even if the watermark is an old one.

        Returns:
            Whether the timestamp is greater than all before.

        Raises:
            WrongTypeError: The timestamp is no integer.
            ValueError: It doesn't fit 64 bits.
        """
        timestamp = _arguments.int64("timestamp", timestamp)
        self.idle = False
        updated = timestamp > self.watermark
        if updated:
            self.watermark = timestamp
        return updated


class CombinedWatermarkStatus:
    """`CombinedWatermarkStatus`: a combined watermark that never goes back.

    Attributes:
        partials: What is combined. A change here counts from the next `update` on.
        watermark: The combined watermark.
        idle: Whether all were idle at the last `update` that had any.

    Args:
        version: The release of Flink, 1.15.0 or newer.
    """

    def __init__(self, version: str = NEWEST) -> None:
        self._flushes = parsed(version) >= _FLUSHED
        self.partials: list[PartialWatermark] = []
        self.watermark = MIN_TIMESTAMP
        self.idle = False

    def update(self) -> bool:
        """`updateCombinedWatermark()`; O(n).

        Without partials nothing changes, `idle` neither (FLINK-39586, not fixed up to 2.3.0).

        Returns:
            Whether the combined watermark rose.
        """
        if not self.partials:
            return False
        active = [partial.watermark for partial in self.partials if not partial.idle]
        self.idle = not active
        if active:
            combined = min(active)
        elif self._flushes:
            combined = max(partial.watermark for partial in self.partials)
        else:
            return False
        if combined <= self.watermark:
            return False
        self.watermark = combined
        return True


class IndexedCombinedWatermarkStatus:
    """`org.apache.flink.api.common.eventtime.IndexedCombinedWatermarkStatus`: a fixed number of inputs.

    Args:
        inputs: How many; none if negative, as in the original.
        version: The release of Flink, 1.15.0 or newer.

    Raises:
        WrongTypeError: The number of inputs is no integer.
        ValueError: It doesn't fit 32 bits.
    """

    def __init__(self, inputs: SupportsIndex, version: str = NEWEST) -> None:
        self._combined = CombinedWatermarkStatus(version)
        self._combined.partials = [PartialWatermark() for _ in range(_arguments.int32("inputs", inputs))]

    @property
    def watermark(self) -> int:
        """`getCombinedWatermark()`."""
        return self._combined.watermark

    @property
    def idle(self) -> bool:
        """`isIdle()`."""
        return self._combined.idle

    def update_watermark(self, index: SupportsIndex, timestamp: SupportsIndex) -> bool:
        """`updateWatermark(int, long)`: an input's watermark, which makes it active.

        Returns:
            Whether the combined watermark rose.

        Raises:
            IllegalArgumentException: There is no such input (without a message, as the original).
            ArrayIndexOutOfBoundsException: The index is negative.
            WrongTypeError: A number is no integer.
            ValueError: It doesn't fit 64 bits.
        """
        self._input(index).set_watermark(timestamp)
        return self._combined.update()

    def update_status(self, index: SupportsIndex, *, idle: bool) -> bool:
        """`updateStatus(int, boolean)`: an input becomes idle, or active.

        Returns:
            Whether the combined watermark rose.

        Raises:
            IllegalArgumentException: There is no such input (without a message, as the original).
            ArrayIndexOutOfBoundsException: The index is negative.
            WrongTypeError: The index is no integer, or `idle` no bool.
        """
        idle = _arguments.boolean("idle", idle)
        self._input(index).idle = idle
        return self._combined.update()

    def _input(self, index: SupportsIndex) -> PartialWatermark:
        if type(index) is not int:
            index = _arguments.int32("index", index)
        inputs = self._combined.partials
        if index >= len(inputs):
            raise noted(IllegalArgumentException(), f"index is {index}: write 0 to {len(inputs) - 1}")
        if index < 0:
            raise ArrayIndexOutOfBoundsException(f"Index {index} out of bounds for length {len(inputs)}")
        return inputs[index]
