"""The watermarks of a source's splits as one output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, SupportsIndex

from copartition import _arguments
from copartition.errors import IllegalArgumentException, IllegalStateException
from copartition.flink.releases import NEWEST, parsed
from copartition.flink.watermarks.combined import CombinedWatermarkStatus, PartialWatermark

if TYPE_CHECKING:
    from collections.abc import Callable

_LISTENED: Final = (1, 17, 0)
"""From here on an output may have a listener."""
_LISTENED_IDLE: Final = (2, 1, 0)
"""From here on it hears of idleness, too."""
_IDLE_AFTER_EMIT: Final = (2, 2, 0)
"""From here on one update can emit a watermark and mark the output idle; before, the watermark comes alone."""


class WatermarkOutput(Protocol):
    """`org.apache.flink.api.common.eventtime.WatermarkOutput`: where the combined watermark goes."""

    def emit_watermark(self, timestamp: int) -> None:
        """`emitWatermark(Watermark)`."""

    def mark_idle(self) -> None:
        """`markIdle()`: may come again and again while all is idle."""


class WatermarkListener(Protocol):
    """`WatermarkOutputMultiplexer.WatermarkUpdateListener`: hears what one split's output does."""

    def on_watermark_update(self, timestamp: int) -> None:
        """`onWatermarkUpdate(long)`, from 1.17.0 on: a greater watermark came."""

    def on_idle_update(self, *, idle: bool) -> None:
        """`onIdleUpdate(boolean)`, from 2.1.0 on: at every change and every watermark, even if it stays as it was."""


class _Split(PartialWatermark):
    """A registered output."""

    __slots__ = ("hears_idle", "listener")

    def __init__(self, listener: WatermarkListener | None, *, hears_idle: bool) -> None:
        super().__init__()
        self.listener = listener
        self.hears_idle = hears_idle

    def set_watermark(self, timestamp: SupportsIndex) -> bool:
        timestamp = _arguments.int64("timestamp", timestamp)
        self.set_idle(idle=False)
        updated = timestamp > self.watermark
        if updated:
            if self.listener is not None:
                self.listener.on_watermark_update(timestamp)
            self.watermark = max(timestamp, self.watermark)  # a listener that emits, too, may have got further
        return updated

    def set_idle(self, *, idle: bool) -> None:
        self.idle = idle
        if self.listener is not None and self.hears_idle:
            self.listener.on_idle_update(idle=idle)


class _Output:
    """A split's own output; `update` is called where the combined watermark may have changed."""

    def __init__(self, split: _Split, combined: CombinedWatermarkStatus, update: Callable[[], None]) -> None:
        self._split, self._combined, self._update = split, combined, update

    def emit_watermark(self, timestamp: SupportsIndex) -> None:
        """`emitWatermark(Watermark)`: makes the split active; that alone emits nothing.

        Raises:
            WrongTypeError: The timestamp is no integer.
            ValueError: It doesn't fit 64 bits.
        """
        if type(timestamp) is not int:
            timestamp = _arguments.int64("timestamp", timestamp)
        if self._split.set_watermark(timestamp) and timestamp > self._combined.watermark:
            self._update()

    def mark_idle(self) -> None:
        """`markIdle()`."""
        self._split.set_idle(idle=True)
        self._update()

    def mark_active(self) -> None:
        """`markActive()`: emits nothing by itself."""
        self._split.set_idle(idle=False)
        self._update()


class WatermarkOutputMultiplexer:
    """`org.apache.flink.api.common.eventtime.WatermarkOutputMultiplexer`.

    After all splits were idle, a split that goes on below the combined watermark neither emits nor marks the output
    active (FLINK-40504, not fixed up to 2.3.0).

    Args:
        output: Where the combined watermark goes.
        version: The release of Flink, 1.15.0 or newer.

    Raises:
        WrongTypeError: The output lacks a method of `WatermarkOutput`.
    """

    def __init__(self, output: WatermarkOutput, version: str = NEWEST) -> None:
        release = parsed(version)
        _arguments.methods("output", output, "emit_watermark", "mark_idle")
        self._listened = release >= _LISTENED
        self._hears_idle = release >= _LISTENED_IDLE
        self._idle_after_emit = release >= _IDLE_AFTER_EMIT
        self._output = output
        self._combined = CombinedWatermarkStatus(version)
        self._splits: dict[str, _Split] = {}

    def register_new_output(self, output: str, listener: WatermarkListener | None = None) -> None:
        """`registerNewOutput(String, …)`: a split without a watermark, so it holds the combined one back.

        Raises:
            IllegalStateException: There is one of this id.
            WrongTypeError: The id is no str.
            ValueError: The release knows no listeners.
        """
        _arguments.text("output", output)
        if listener is not None and not self._listened:
            raise ValueError("listener must be None: outputs have listeners from 1.17.0 on")
        if output in self._splits:
            raise IllegalStateException(f"Already contains an output for ID {output}")
        self._splits[output] = split = _Split(listener, hears_idle=self._hears_idle)
        self._combined.partials.append(split)

    def unregister_output(self, output: str) -> bool:
        """`unregisterOutput(String)`: what it held back is emitted with the next update, not now.

        Returns:
            Whether there was one.
        """
        split = self._splits.pop(output, None)
        if split is None:
            return False
        self._combined.partials = [other for other in self._combined.partials if other is not split]
        return True

    def immediate_output(self, output: str) -> _Output:
        """`getImmediateOutput(String)`: a split's output that emits at once.

        Raises:
            IllegalArgumentException: There is none of this id.
        """
        return _Output(self._split(output), self._combined, self._update)

    def deferred_output(self, output: str) -> _Output:
        """`getDeferredOutput(String)`: a split's output that waits for `on_periodic_emit`.

        Raises:
            IllegalArgumentException: There is none of this id.
        """
        return _Output(self._split(output), self._combined, _later)

    def on_periodic_emit(self) -> None:
        """`onPeriodicEmit()`."""
        self._update()

    def _split(self, output: str) -> _Split:
        if output not in self._splits:
            raise IllegalArgumentException(f"no output registered under id {output}")
        return self._splits[output]

    def _update(self) -> None:
        rose = self._combined.update()
        if rose:
            self._output.emit_watermark(self._combined.watermark)
        if self._combined.idle and (self._idle_after_emit or not rose):
            self._output.mark_idle()


def _later() -> None:
    """What a deferred output does about the combined watermark."""
