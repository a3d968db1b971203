"""Known faults of timers in streams of keyed state: where their state stands, and what a timer's bytes are."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_SAVEPOINT: Final = "flink.state.savepoint"
_CHECKPOINT: Final = "flink.state.checkpoint"
_BOTH: Final = (_SAVEPOINT, _CHECKPOINT)
_SERIALIZER: Final = "copartition.flink.serializers.timers:TimerSerializer"
_TIMERS: Final = "copartition.flink.savepoint.timers"
_bytes: Final = partial(Fault.of, _BOTH, "apache/flink:TimerSerializer")
_header: Final = partial(Fault.of, _BOTH, "apache/flink:RegisteredPriorityQueueStateBackendMetaInfo")

FAULTS: Final = (
    _bytes(
        "timer-time-as-it-is",
        "writes a timer's time as it is",
        "Its sign is flipped, so that the bytes have the order of the times: RocksDB keeps timers sorted.",
        Rewritten(f"{_SERIALIZER}.serialize", "value.timestamp ^ _SIGN", "value.timestamp"),
        Rewritten(f"{_SERIALIZER}.deserialize", 'source.int64("a timer\'s time") ^ _SIGN', 'source.int64("its time")'),
    ),
    _bytes(
        "timer-namespace-before-key",
        "writes a timer's namespace before its key",
        "The key stands behind the time, and the namespace comes last; in a state's entry of a checkpoint it is first.",
        Rewritten(f"{_SERIALIZER}.serialize", "self.key.serialize(value.key, target)", "pass"),
        Rewritten(
            f"{_SERIALIZER}.serialize",
            "self.namespace.serialize(value.namespace, target)",
            "self.namespace.serialize(value.namespace, target); self.key.serialize(value.key, target)",
        ),
    ),
    _header(
        "timers-as-a-value-state",
        "writes the state of timers as one of the kind key and value",
        "Timers are of the backend's kind 3: readers restore a queue.",
        Rewritten(f"{_TIMERS}:timers_header_bytes", "int32_bytes(BACKEND_KIND)", "int32_bytes(0)"),
    ),
    _header(
        "timers-before-the-states",
        "numbers the states of timers before all others",
        "States of keys and values come first, then those of timers, each kind in the order of its own HashMap.",
        Rewritten(
            "copartition.flink.savepoint.heap_states:HeapStates.__init__",
            "(*registered.values(), *with_timers.values())",
            "(*with_timers.values(), *registered.values())",
        ),
    ),
    Fault.of(
        _SAVEPOINT,
        "apache/flink:HeapKeyValueStateIterator.QueueIterator",
        "savepoint-timer-has-its-time-as-value",
        "writes a timer's time as the value of its pair",
        "A timer is a pair's key, all of it; the value is empty.",
        Rewritten(
            f"{_TIMERS}:_TimerCodec.value_bytes", 'return b""', 'return value.value.to_bytes(8, "big", signed=True)'
        ),
    ),
    Fault.of(
        _CHECKPOINT,
        "apache/flink:KeyGroupPartitioner",
        "checkpoint-timers-without-count",
        "writes the timers of a key group without their number",
        "As before a state's entries, their number stands before them.",
        Rewritten(f"{_TIMERS}:state_bytes", "data += int32_bytes(len(entries))", "pass"),
    ),
)
