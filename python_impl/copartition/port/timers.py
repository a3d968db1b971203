"""The operation `flink.state.timers`: timers are registered and deleted, time goes on, the job is rescaled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.flink.binary_row import RowBytes, RowData
from copartition.flink.savepoint import HeapStates, KeyedState, StateKind, add_checkpoint
from copartition.flink.serializers.timers import TimerSerializer
from copartition.flink.state import HeapKeyedStateBackend, TimerService
from copartition.flink.state.timer_service import EVENT_TIME, PROCESSING_TIME
from copartition.port.fields import Fields, array, int32, int64, objects, one_of, text
from copartition.port.flink_values import key_groups
from copartition.port.rows import FLINK, answer, failed, history
from copartition.port.state_values import state_type

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.flink.key_group_range import KeyGroupRange
    from copartition.flink.savepoint import KeyedStateStream
    from copartition.flink.state import Timer
    from copartition.port.fields import JSON
    from copartition.port.rows import Handler, Operation

_NAME: Final = "timers"
_CALLS: Final[dict[str, Callable[[TimerService, Any, int], None]]] = {
    "registerEventTimeTimer": TimerService.register_event_time_timer,
    "deleteEventTimeTimer": TimerService.delete_event_time_timer,
    "registerProcessingTimeTimer": TimerService.register_processing_time_timer,
    "deleteProcessingTimeTimer": TimerService.delete_processing_time_timer,
}


class _History:
    """A timer service, and those that are restored from its snapshots; it is what its timers trigger."""

    def __init__(self, document: Fields, version: str) -> None:
        self._version = version
        self._max_parallelism = document.get("maxParallelism", int32)
        self._key = document.get("keyType", state_type)
        self._namespace = document.get("namespaceType", state_type)
        self._snapshots: dict[str, KeyedStateStream] = {}
        self._fired: list[JSON] = []
        self._on_timer: list[list[Fields]] = []
        self._open(document.get("range", key_groups), [])

    def _open(self, groups: KeyGroupRange, restored: list[KeyedStateStream]) -> None:
        serializer = TimerSerializer(self._key.serializer, self._namespace.serializer)
        names = [f"{prefix}{_NAME}" for prefix in (EVENT_TIME, PROCESSING_TIME)]
        states = [KeyedState(name, StateKind.TIMERS, serializer.namespace, serializer) for name in names]
        filled = HeapStates(self._max_parallelism, groups, serializer.key, states)
        for stream in restored:
            add_checkpoint(filled, stream, checked=False)
        self.backend = HeapKeyedStateBackend(self._max_parallelism, groups, version=self._version)
        self._states = filled
        event_time, processing_time = map(filled.timers, names)
        self.service = TimerService(self.backend, event_time, processing_time, self)

    def on_event_time(self, timer: Timer) -> None:
        """A timer has fired: it is written down, and what is to be done then is done."""
        self._fired.append(
            {
                "key": self._key.document(timer.key),
                "namespace": self._namespace.document(timer.namespace),
                "timestamp": str(timer.timestamp),
            }
        )
        for call in self._on_timer.pop(0) if self._on_timer else ():
            self.call(call)

    on_processing_time = on_event_time

    def set_current_key(self, step: Fields) -> None:
        key = step.get("key", self._key.value)
        self.backend.set_current_key(RowBytes(key.data) if isinstance(key, RowData) else key)

    def call(self, step: Fields) -> None:
        namespace, timestamp = step.get("namespace", self._namespace.value), step.get("timestamp", int64)
        step.get("op", one_of(_CALLS))(self.service, namespace, timestamp)

    def advance_watermark(self, step: Fields) -> None:
        self._on_timer = step.get("onTimer", array(objects), [])
        self.service.advance_watermark(step.get("timestamp", int64))

    def advance_processing_time(self, step: Fields) -> None:
        self._on_timer = step.get("onTimer", array(objects), [])
        self.service.advance_processing_time(step.get("timestamp", int64))

    def snapshot(self, step: Fields) -> None:
        name = step.get("name", text)
        self._snapshots.pop(name, None)
        taken = self._states.checkpoint()
        if taken is not None:  # pragma: no branch - there are always two states
            self._snapshots[name] = taken

    def restore(self, step: Fields) -> None:
        groups = step.get("range", key_groups)
        names = step.get("from", array(text))
        self._open(groups, [self._snapshots[name] for name in names if name in self._snapshots])

    def observed(self, make: Handler, step: Fields) -> JSON:
        """What a step shows: the timers that fired, how many there are, the watermark, and what was thrown."""
        self._fired = []
        thrown: dict[str, JSON] = {}
        try:
            make(step)
        except Exception as error:  # noqa: BLE001 - `failed` raises again what isn't the original's
            thrown = failed(error)
        return {
            **thrown,
            "fired": self._fired,
            "eventTime": self.service.num_event_time_timers(),
            "processingTime": self.service.num_processing_time_timers(),
            "watermark": str(self.service.current_watermark),
        }


def timers(document: Fields, version: str) -> JSON:
    """The observations of a history of timers.

    Raises:
        ValueError: A field is missing or of another type; the message names it.
    """
    job = _History(document, version)
    handlers: dict[str, Handler] = {
        **dict.fromkeys(_CALLS, job.call),
        "setCurrentKey": job.set_current_key,
        "advanceWatermark": job.advance_watermark,
        "advanceProcessingTime": job.advance_processing_time,
        "snapshot": job.snapshot,
        "restore": job.restore,
    }
    return history(document, handlers, job.observed)


OPERATIONS: Final[Mapping[str, Operation]] = {
    "flink.state.timers": answer(timers, FLINK),
}
