"""Known faults of timers: the order in which they fire, which are one, and what is left after a restore."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_TIMERS: Final = "flink.state.timers"
_queue: Final = partial(Fault.of, _TIMERS, "apache/flink:HeapPriorityQueue")
_set: Final = partial(Fault.of, _TIMERS, "apache/flink:HeapPriorityQueueSet")
_service: Final = partial(Fault.of, _TIMERS, "apache/flink:InternalTimerServiceImpl")
_QUEUE: Final = "copartition.flink.state.timer_queue:TimerQueue"
_SERVICE: Final = "copartition.flink.state.timer_service:TimerService"

FAULTS: Final = (
    _queue(
        "timers-in-order-of-registration",
        "fires timers of one time in the order in which they were registered",
        "They fire as a binary heap has them: the last one of the heap takes the place of the first one, and sinks.",
        Rewritten(
            f"{_QUEUE}.peek", "return self._heap[0].timer if", "return next(iter(self._elements.values())).timer if"
        ),
        Rewritten(f"{_QUEUE}.poll", "element = self._heap[0]", "element = next(iter(self._elements.values()))"),
        Rewritten(
            f"{_QUEUE}.add",
            "self._rise(element)",
            "self._rise(element)\n"
            "        self._elements = dict(sorted(self._elements.items(), key=lambda each: each[0][0]))",
        ),
    ),
    _queue(
        "timers-right-child-first",
        "lets the right one of two equal children rise",
        "The left child rises, unless the right one is before it.",
        Rewritten(f"{_QUEUE}._sink", "min(children, key=_timestamp)", "min(children[::-1], key=_timestamp)"),
    ),
    _queue(
        "timers-rise-above-equals",
        "lets a timer rise above one of its time",
        "It rises only above later ones.",
        Rewritten(f"{_QUEUE}._rise", "element.timer.timestamp >= parent", "element.timer.timestamp > parent"),
    ),
    _queue(
        "timers-sink-below-equals",
        "lets a timer sink below one of its time",
        "It sinks only below earlier ones.",
        Rewritten(f"{_QUEUE}._sink", "least.timer.timestamp >= element", "least.timer.timestamp > element"),
    ),
    _queue(
        "timers-never-rise-after-deletion",
        "only lets the timer sink that takes a deleted one's place",
        "It comes from the end of the heap, and may be before the parent of its new place: then it rises.",
        Rewritten(f"{_QUEUE}._take_out", "if last.index == element.index:", "if False:"),
    ),
    _set(
        "timers-registered-twice",
        "fires a timer as often as it was registered",
        "A timer of a key, a namespace and a time is there once.",
        Rewritten(f"{_QUEUE}.add", "if place in self._elements:", "place += (len(self._elements),)\n        if False:"),
        Rewritten(
            f"{_QUEUE}.remove",
            "self._elements.pop(self._place(timer), None)",
            "self._elements.pop(next((p for p in self._elements if p[:3] == self._place(timer)), None), None)",
        ),
        Rewritten(
            f"{_QUEUE}.poll",
            "del self._elements[self._place(element.timer)]",
            "self._elements = {p: e for p, e in self._elements.items() if e is not element}",
        ),
    ),
    _set(
        "timers-one-for-all-namespaces",
        "takes timers of one key and time for the same in all namespaces",
        "A window's timer is another one than that of the next window.",
        Rewritten(f"{_QUEUE}._place", ", stored_namespace(timer.namespace)", ", None"),
    ),
    _set(
        "timers-of-others-taken",
        "takes a timer whatever key group its key is in",
        "A timer of another subtask's key is refused: it would fire here, and the state of its key is elsewhere.",
        Rewritten(f"{_QUEUE}._place", "if group not in self._key_groups:", "if False:"),
    ),
    _service(
        "timers-fire-behind-the-watermark",
        "fires the timers before the watermark, and not those at it",
        "A timer fires as soon as the watermark has reached its time.",
        Rewritten(f"{_SERVICE}.advance_watermark", "timer.timestamp <= watermark", "timer.timestamp < watermark"),
    ),
    _service(
        "timers-fire-without-key",
        "fires timers without setting their key",
        "The key of a timer is the current one while it fires: what it registers is for that key.",
        Rewritten(f"{_SERVICE}.advance_watermark", "self._backend.set_current_key(timer.key)", "pass"),
        Rewritten(f"{_SERVICE}.advance_processing_time", "self._backend.set_current_key(timer.key)", "pass"),
    ),
    _service(
        "timers-removed-after-firing",
        "removes a timer when what it triggers is done",
        "It is gone before: registered again for its own time, it fires once more.",
        Rewritten(
            f"{_SERVICE}.advance_watermark",
            "self._target.on_event_time(self._event_time.poll())",
            "self._target.on_event_time(timer); self._event_time.remove(timer)",
        ),
        Rewritten(
            f"{_SERVICE}.advance_processing_time",
            "self._target.on_processing_time(self._processing_time.poll())",
            "self._target.on_processing_time(timer); self._processing_time.remove(timer)",
        ),
    ),
    _service(
        "timers-fire-at-the-end-of-time",
        "fires a timer of processing time at Long.MAX_VALUE that is alone",
        "The clock is not asked to call back for it: a new timer must be before Long.MAX_VALUE if it is the only one.",
        Rewritten(
            f"{_SERVICE}.register_processing_time_timer",
            "timer.timestamp < (MAX_LONG if head is None else head.timestamp)",
            "head is None or timer.timestamp < head.timestamp",
        ),
    ),
    _service(
        "timers-due-again-after-restore",
        "asks the clock for nothing when a job is restored",
        "The service asks for the first of the restored timers of processing time as it starts.",
        Rewritten(f"{_SERVICE}.__init__", "None if head is None else head.timestamp", "None"),
    ),
    Fault.of(
        _TIMERS,
        "apache/flink:HeapPriorityQueueSnapshotRestoreWrapper",
        "timers-restored-in-order-of-time",
        "restores the timers of a key group in the order of their times",
        "They come as they lay in the heap's array; among timers of one time this decides which fires first.",
        Rewritten(f"{_QUEUE}.by_key_group", "in self:", "in sorted(self, key=lambda each: each.timestamp):"),
    ),
)
