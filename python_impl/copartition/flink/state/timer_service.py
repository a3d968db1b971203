"""The timers of a keyed operator: registered and deleted for the current key, and fired as time goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, SupportsIndex

from copartition import _arguments
from copartition.flink.state.timer_queue import Timer, TimerQueue
from copartition.java.ints import MAX_LONG, MIN_LONG

if TYPE_CHECKING:
    from copartition.flink.state.heap_backend import HeapKeyedStateBackend
    from copartition.flink.state.namespaces import Namespace

PROCESSING_TIME: Final = "_timer_state/processing_"
"""`InternalTimeServiceManagerImpl.PROCESSING_TIMER_PREFIX`: before a service's name, that of its state in snapshots."""
EVENT_TIME: Final = "_timer_state/event_"
"""`InternalTimeServiceManagerImpl.EVENT_TIMER_PREFIX`."""


class Triggerable(Protocol):
    """`org.apache.flink.streaming.api.operators.Triggerable`: what happens when a timer fires.

    The timer's key is the current one, and the timer is no longer there. Timers may be registered and deleted.
    """

    def on_event_time(self, timer: Timer) -> None:
        """A timer of event time fires."""
        ...  # pragma: no cover - a protocol has no body

    def on_processing_time(self, timer: Timer) -> None:
        """A timer of processing time fires."""
        ...  # pragma: no cover - a protocol has no body


class TimerService:
    """`org.apache.flink.streaming.api.operators.InternalTimerServiceImpl` on the heap.

    Timers are those of the backend's current key. Those of a key in a namespace are there once for each time.

    Args:
        backend: Has the current key. Up to Flink 1.16 it takes another operator's key, and a timer of it is refused.
        event_time: The timers of event time: new, or as they were restored.
        processing_time: Those of processing time.
        target: What happens when a timer fires.

    Raises:
        WrongTypeError: The timers of event time, or those of processing time, are no `TimerQueue`.

    Attributes:
        current_watermark: The last one; `Long.MIN_VALUE` at first, after a restore, too.
    """

    def __init__(
        self,
        backend: HeapKeyedStateBackend,
        event_time: TimerQueue,
        processing_time: TimerQueue,
        target: Triggerable,
    ) -> None:
        _arguments.instance("event_time", event_time, TimerQueue)
        _arguments.instance("processing_time", processing_time, TimerQueue)
        self._backend, self._target = backend, target
        self._event_time, self._processing_time = event_time, processing_time
        self.current_watermark = MIN_LONG
        head = processing_time.peek()
        self._next = None if head is None else head.timestamp
        """`nextTimer`: for when the clock was asked to call back."""

    def num_event_time_timers(self) -> int:
        """`numEventTimeTimers()`."""
        return len(self._event_time)

    def num_processing_time_timers(self) -> int:
        """`numProcessingTimeTimers()`."""
        return len(self._processing_time)

    def register_event_time_timer(self, namespace: Namespace, time: SupportsIndex) -> None:
        """`registerEventTimeTimer(N, long)`: it fires with the next watermark that has reached its time.

        Args:
            namespace: A window, or `VOID`.
            time: In milliseconds, int64.

        Raises:
            IllegalArgumentException: The current key's group is another operator's.
            NullPointerException: There is no current key, or no namespace.
            ValueError: The time doesn't fit 64 bits.
        """
        self._event_time.add(self._timer(namespace, time))

    def delete_event_time_timer(self, namespace: Namespace, time: SupportsIndex) -> None:
        """`deleteEventTimeTimer(N, long)`: nothing happens where there is none. As `register_event_time_timer`."""
        self._event_time.remove(self._timer(namespace, time))

    def register_processing_time_timer(self, namespace: Namespace, time: SupportsIndex) -> None:
        """`registerProcessingTimeTimer(N, long)`; as `register_event_time_timer`.

        The clock is asked to call back only where the new timer is before all others: so one at `Long.MAX_VALUE` never
        fires, unless there is another one.
        """
        head = self._processing_time.peek()
        timer = self._timer(namespace, time)
        self._processing_time.add(timer)
        if timer.timestamp < (MAX_LONG if head is None else head.timestamp):
            self._next = timer.timestamp

    def delete_processing_time_timer(self, namespace: Namespace, time: SupportsIndex) -> None:
        """`deleteProcessingTimeTimer(N, long)`; as `delete_event_time_timer`."""
        self._processing_time.remove(self._timer(namespace, time))

    def advance_watermark(self, time: SupportsIndex) -> None:
        """`advanceWatermark(long)`: the timers of event time up to the watermark fire, also those registered meanwhile.

        The key of the last one is the current key from then on. A watermark below the last one is taken, too.

        Raises:
            ValueError: The time doesn't fit 64 bits.
        """
        self.current_watermark = watermark = _arguments.int64("time", time)
        while (timer := self._event_time.peek()) is not None and timer.timestamp <= watermark:
            self._backend.set_current_key(timer.key)
            self._target.on_event_time(self._event_time.poll())

    def advance_processing_time(self, time: SupportsIndex) -> None:
        """`onProcessingTime(long)`, each time that the clock calls back until it shows this time.

        Raises:
            ValueError: The time doesn't fit 64 bits.
        """
        now = _arguments.int64("time", time)
        while (due := self._next) is not None and due <= now:
            self._next = None
            while (timer := self._processing_time.peek()) is not None and timer.timestamp <= due:
                self._backend.set_current_key(timer.key)
                self._target.on_processing_time(self._processing_time.poll())
            if timer is not None and self._next is None:
                self._next = timer.timestamp

    def _timer(self, namespace: Namespace, time: SupportsIndex) -> Timer:
        return Timer(_arguments.int64("time", time), self._backend.current_key, namespace)
