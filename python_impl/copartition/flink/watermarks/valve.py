"""The watermarks of a receiver's channels as one."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, SupportsIndex

from copartition import _arguments
from copartition.errors import (
    ArrayIndexOutOfBoundsException,
    IllegalArgumentException,
    IllegalStateException,
    IndexOutOfBoundsException,
    NegativeArraySizeException,
    NullPointerException,
    noted,
)
from copartition.flink.releases import NEWEST, parsed
from copartition.flink.watermarks.combined import MIN_TIMESTAMP
from copartition.java.ints import MIN_INT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.flink.releases import Release

_HEAP_FAULT: Final = (1, 17, 0)
"""FLINK-31628, of this release alone."""
_SUBPARTITIONS: Final = (1, 19, 0)
"""From here on the valve keeps subpartitions in a list; it takes no channels, too, and checks every index."""


class ValveOutput(Protocol):
    """The part of `PushingAsyncDataInput.DataOutput` that a valve calls."""

    def emit_watermark(self, timestamp: int) -> None:
        """`emitWatermark(Watermark)`."""

    def emit_watermark_status(self, *, idle: bool) -> None:
        """`emitWatermarkStatus(WatermarkStatus)`."""


@dataclass(slots=True)
class _Channel:
    """What came over a channel, or of one of the subpartitions that share it.

    Aligned ones have caught up with what the valve emitted, and make the minimum.
    """

    watermark: int = MIN_TIMESTAMP
    idle: bool = False
    aligned: bool = True
    queued: bool = True


class _Subpartitions:
    """Where the subpartitions of channels stand among those of all channels."""

    def __init__(self, channels: Sequence[range]) -> None:
        self._places: list[dict[int, int]] = []
        self.total = 0
        for number, subpartitions in enumerate(channels):
            if not subpartitions or subpartitions[0] < 0:
                note = f"channels[{number}] is {subpartitions}: write at least one subpartition, each 0 or more"
                raise noted(IllegalArgumentException(), note)
            self._places.append({index: self.total + place for place, index in enumerate(subpartitions)})
            self.total += len(subpartitions)
        self.several = any(len(subpartitions) > 1 for subpartitions in channels)

    def of(self, channel: int) -> Mapping[int, int]:
        if not 0 <= channel < len(self._places):
            raise IndexOutOfBoundsException(f"Index {channel} out of bounds for length {len(self._places)}")
        return self._places[channel]


class StatusWatermarkValve:
    """`org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve`.

    A watermark costs O(log n) in the channels, amortised. A channel that becomes active doesn't move the minimum
    (FLINK-40475, not fixed up to 2.3.0): if it is the only one that counts, its watermark waits for a greater one. If
    the last channel to become idle is behind, the greatest watermark of all isn't emitted.

    From 1.19 on a channel may carry several subpartitions, as it does in batch jobs: each has its own watermark, and
    none becomes idle.

    Args:
        channels: How many input channels there are, each with a subpartition 0; or the subpartitions of each one.
        version: The release of Flink, 1.15.0 or newer.

    Raises:
        IllegalArgumentException: Up to 1.18: there are no channels. From 1.19 on: a channel has no subpartitions, or
            negative ones. (Without a message, as the original.)
        NegativeArraySizeException: From 1.19 on: `channels` is negative.
        WrongTypeError: `channels` is no integer, and no list of ranges.
        ValueError: Up to 1.18: channels with subpartitions. Or their number doesn't fit 32 bits.
    """

    def __init__(self, channels: SupportsIndex | Iterable[range], version: str = NEWEST) -> None:
        self._release: Release = parsed(version)
        self._shares: _Subpartitions | None = None
        if isinstance(channels, Iterable):
            if self._release < _SUBPARTITIONS:
                raise ValueError(f"channels of Flink {version} have no subpartitions: they came with 1.19")
            self._shares = _Subpartitions(_arguments.tuple_of("channels", channels, range))
            channels = self._shares.total
        channels = _arguments.int32("channels", channels)
        if channels <= 0 and self._release < _SUBPARTITIONS:
            raise noted(IllegalArgumentException(), f"channels is {channels}: write 1 or more")
        if channels < 0:
            raise NegativeArraySizeException(str(channels))
        self._channels = [_Channel() for _ in range(channels)]
        # An entry for each aligned channel, and perhaps for others. Its watermark may be an older, lesser one of the
        # channel: that is put right when it comes to the front.
        self._heap = [(MIN_TIMESTAMP, index) for index in range(channels)]
        self._active = channels
        self._emitted = MIN_TIMESTAMP
        self._idle = False

    def input_watermark(
        self,
        timestamp: SupportsIndex,
        channel: SupportsIndex,
        output: ValveOutput,
        subpartition: SupportsIndex | None = None,
    ) -> None:
        """`inputWatermark(Watermark, int, DataOutput)`: ignored from an idle channel, and while the valve is idle.

        Args:
            timestamp: The watermark.
            channel: Over which channel it came.
            output: What is behind the valve.
            subpartition: Of which subpartition it is: what `InternalWatermark` says, from 1.19 on.

        Raises:
            ArrayIndexOutOfBoundsException: Up to 1.18: there is no such channel (not noticed while the valve is idle).
            IndexOutOfBoundsException: From 1.19 on: there is no such channel.
            NullPointerException: The channel has no such subpartition, or several, and none is named (not noticed while
                the valve is idle).
            WrongTypeError: A number is no integer.
            ValueError: The timestamp doesn't fit 64 bits.
        """
        timestamp = _arguments.int64("timestamp", timestamp)
        if type(channel) is not int:
            channel = _arguments.int32("channel", channel)
        if subpartition is not None and type(subpartition) is not int:
            subpartition = _arguments.int32("subpartition", subpartition)
        if self._idle and self._release < _SUBPARTITIONS:
            return
        place = self._place(channel, subpartition)
        if self._idle:
            return
        if place is None:
            has = ", ".join(map(str, self._shares.of(channel))) if self._shares is not None else "0"
            raise noted(NullPointerException(), f"subpartition is {subpartition}: write one of the channel's, {has}")
        status = self._channels[place]
        if status.idle or timestamp <= status.watermark:
            return
        status.watermark = timestamp
        if status.aligned or timestamp >= self._emitted:
            self._align(place)
        self._emit_minimum(output)

    def input_watermark_status(self, channel: SupportsIndex, output: ValveOutput, *, idle: bool) -> None:
        """`inputWatermarkStatus(WatermarkStatus, int, DataOutput)`: counts only where it changes the channel's.

        Raises:
            ArrayIndexOutOfBoundsException: Up to 1.18: there is no such channel. In 1.17.0 also where an active channel
                that hasn't caught up becomes idle (FLINK-31628); it is idle then, but no subtask behind it hears so.
            IndexOutOfBoundsException: From 1.19 on: there is no such channel.
            IllegalStateException: A channel of this valve, whichever, carries several subpartitions (without a
                message, as the original).
            WrongTypeError: The channel is no integer, or `idle` no bool.
        """
        idle = _arguments.boolean("idle", idle)
        if type(channel) is not int:
            channel = _arguments.int32("channel", channel)
        if self._shares is not None:
            if self._shares.several:
                raise noted(IllegalStateException(), "a channel carries several subpartitions, which never become idle")
            (channel,) = self._shares.of(channel).values()
        status = self._channel(channel)
        if idle and not status.idle:
            self._becomes_idle(status, output)
        elif not idle and status.idle:
            status.idle = False
            self._active += 1
            if status.watermark >= self._emitted:
                self._align(channel)
            if self._idle:
                self._idle = False
                output.emit_watermark_status(idle=False)

    def _becomes_idle(self, status: _Channel, output: ValveOutput) -> None:
        was_aligned = status.aligned
        status.idle, status.aligned = True, False
        self._active -= 1
        if not was_aligned and self._release == _HEAP_FAULT:
            raise ArrayIndexOutOfBoundsException(f"Index {MIN_INT} out of bounds for length {len(self._channels) + 1}")
        if not self._active:
            if status.watermark == self._emitted:
                self._emit(max(other.watermark for other in self._channels), output)
            self._idle = True
            output.emit_watermark_status(idle=True)
        elif status.watermark == self._emitted:
            self._emit_minimum(output)

    def _align(self, channel: int) -> None:
        status = self._channels[channel]
        status.aligned = True
        if not status.queued:
            status.queued = True
            heapq.heappush(self._heap, (status.watermark, channel))

    def _emit_minimum(self, output: ValveOutput) -> None:
        while self._heap:
            watermark, channel = self._heap[0]
            status = self._channels[channel]
            if not status.aligned:
                heapq.heappop(self._heap)
                status.queued = False
            elif status.watermark != watermark:
                heapq.heapreplace(self._heap, (status.watermark, channel))
            else:
                self._emit(watermark, output)
                return

    def _emit(self, watermark: int, output: ValveOutput) -> None:
        if watermark > self._emitted:
            self._emitted = watermark
            output.emit_watermark(watermark)

    def _place(self, channel: int, subpartition: int | None) -> int | None:
        """Where a subpartition stands; None where the channel hasn't it, or has several and none is named."""
        if self._shares is None:
            self._channel(channel)
            return None if subpartition else channel
        places = self._shares.of(channel)
        if subpartition is None and len(places) == 1:
            (place,) = places.values()
            return place
        return None if subpartition is None else places.get(subpartition)

    def _channel(self, channel: int) -> _Channel:
        if not 0 <= channel < len(self._channels):
            refused = ArrayIndexOutOfBoundsException if self._release < _SUBPARTITIONS else IndexOutOfBoundsException
            raise refused(f"Index {channel} out of bounds for length {len(self._channels)}")
        return self._channels[channel]
