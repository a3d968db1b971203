"""Ways to combine watermarks wrongly: data comes late, or windows never close."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from jarparity.faults.fault import Fault, Replaced, Rewritten

if TYPE_CHECKING:
    from collections.abc import Callable

_combined: Final = partial(Fault.of, ("flink.watermark.combined", "flink.watermark.multiplexer"))
_multiplexer: Final = partial(Fault.of, "flink.watermark.multiplexer")
_broadcast: Final = partial(Fault.of, "flink.watermark.broadcast")
_valve: Final = partial(Fault.of, "flink.watermark.valve")
_alignment: Final = partial(
    Fault.of, "flink.watermark.alignment", "apache/flink:SourceCoordinator.WatermarkAggregator.aggregate"
)

_SET: Final = "copartition.flink.watermarks.combined:PartialWatermark.set_watermark"
_SET_SPLIT: Final = "copartition.flink.watermarks.multiplexer:_Split.set_watermark"
_UPDATE: Final = "copartition.flink.watermarks.combined:CombinedWatermarkStatus.update"
_MULTIPLEXER: Final = "copartition.flink.watermarks.multiplexer:WatermarkOutputMultiplexer"
_CHANNELS: Final = "copartition.flink.watermarks.broadcast:WatermarkBroadcast"
_EMIT: Final = f"{_CHANNELS}.emit_watermark"
_WATERMARK: Final = "copartition.flink.watermarks.valve:StatusWatermarkValve.input_watermark"
_STATUS: Final = "copartition.flink.watermarks.valve:StatusWatermarkValve.input_watermark_status"
_IDLE: Final = "copartition.flink.watermarks.valve:StatusWatermarkValve._becomes_idle"
_SHARES: Final = "copartition.flink.watermarks.valve:_Subpartitions.__init__"
_AGGREGATE: Final = "copartition.flink.watermarks.alignment:WatermarkAggregator.aggregate"
_OLDEST: Final = "copartition.flink.watermarks.alignment:WatermarkSampler.oldest_sample"


def _then_update(original: Callable[..., bool], multiplexer: Any, output: str) -> bool:  # noqa: ANN401 - the port's own
    removed = original(multiplexer, output)
    multiplexer.on_periodic_emit()
    return removed


def _saying_active(original: Callable[..., None], multiplexer: Any) -> None:  # noqa: ANN401 - the port's own
    was_idle = multiplexer._combined.idle  # noqa: SLF001
    original(multiplexer)
    if was_idle and not multiplexer._combined.idle:  # noqa: SLF001
        multiplexer._output.emit_watermark_status(idle=False)  # noqa: SLF001


FAULTS: Final = (
    _combined(
        "apache/flink:CombinedWatermarkStatus.updateCombinedWatermark",
        "idle-counted",
        "lets idle splits hold the watermark back",
        "Idle ones are left out of the minimum; that is what idleness is for.",
        Rewritten(_UPDATE, "if not partial.idle]", "]"),
        Rewritten(_UPDATE, "not active", "all(partial.idle for partial in self.partials)"),
    ),
    _combined(
        "apache/flink:CombinedWatermarkStatus.updateCombinedWatermark",
        "all-idle-end-of-time",
        "emits the end of time when all splits are idle, for that is the minimum of nothing",
        "From 2.2 on the greatest watermark of all is emitted then (FLINK-38454); up to 2.1 nothing was.",
        Rewritten(_UPDATE, "max(partial.watermark for partial in self.partials)", "(1 << 63) - 1"),
    ),
    _combined(
        "apache/flink:CombinedWatermarkStatus.updateCombinedWatermark",
        "watermark-goes-back",
        "lets the combined watermark go back",
        "What was emitted stands: a late or new split changes nothing until it has caught up.",
        Rewritten(_UPDATE, "combined <= self.watermark", "combined == self.watermark"),
    ),
    _combined(
        "apache/flink:CombinedWatermarkStatus.PartialWatermark.setWatermark",
        "watermark-of-split-goes-back",
        "takes a split's lesser watermark for its new one",
        "A split's watermark is the greatest that it sent.",
        Rewritten(_SET, "if updated", "if True"),
        Rewritten(_SET_SPLIT, "if updated:", "self.watermark = timestamp\n        if updated:"),
    ),
    _combined(
        "apache/flink:CombinedWatermarkStatus.PartialWatermark.setWatermark",
        "watermark-leaves-idle",
        "leaves an idle input idle when a watermark comes",
        "Every watermark makes its input active.",
        Rewritten(_SET, "self.idle = False", "pass"),
        Rewritten(_SET_SPLIT, "self.set_idle(idle=False)", "pass"),
    ),
    _combined(
        "apache/flink:CombinedWatermarkStatus.PartialWatermark.setWatermark",
        "old-watermark-leaves-idle",
        "leaves a split idle whose watermark doesn't rise",
        "Every watermark makes its split active, an old one, too.",
        Rewritten(_SET, "self.idle = False", "self.idle &= timestamp <= self.watermark"),
        Rewritten(
            _SET_SPLIT,
            "self.set_idle(idle=False)",
            "was = self.idle; self.set_idle(idle=False); self.idle = was and timestamp <= self.watermark",
        ),
    ),
    _multiplexer(
        "apache/flink:CombinedWatermarkStatus.PartialWatermark.setWatermark",
        "listener-idles-in-vain",
        "makes a split active after its listener has heard of the watermark",
        "It is active before: a listener that marks the split idle has the last word.",
        Rewritten(_SET_SPLIT, "self.watermark = max", "self.idle = False; self.watermark = max"),
    ),
    _multiplexer(
        "apache/flink:WatermarkOutputMultiplexer.registerNewOutput",
        "late-split-ignored",
        "starts a new split at the combined watermark",
        "A new split has none, and holds the combined watermark back until it sends one.",
        Rewritten(
            f"{_MULTIPLEXER}.register_new_output",
            "self._combined.partials",
            "split.watermark = self._combined.watermark; self._combined.partials",
        ),
    ),
    _multiplexer(
        "apache/flink:WatermarkOutputMultiplexer.unregisterOutput",
        "unregister-emits",
        "emits at once what a removed split held back",
        "It is emitted with the next update.",
        Replaced(f"{_MULTIPLEXER}.unregister_output", _then_update),
    ),
    _multiplexer(
        "apache/flink:WatermarkOutputMultiplexer.DeferredOutput",
        "deferred-at-once",
        "emits watermarks of the deferred output at once",
        "They wait for the periodic emit.",
        Rewritten(f"{_MULTIPLEXER}.deferred_output", "_later", "self._update"),
    ),
    _multiplexer(
        "apache/flink:WatermarkOutputMultiplexer.updateCombinedWatermark",
        "reactivation-said",
        "marks the output active when a split wakes",
        "Up to 2.3.0 the multiplexer never does (FLINK-40504, open): downstream hears of it by the next watermark.",
        Replaced(f"{_MULTIPLEXER}._update", _saying_active),
    ),
    _broadcast(
        "apache/flink:WatermarkToDataOutput",
        "broadcast-repeats",
        "passes on watermarks that aren't greater, and statuses that are no news",
        "Only a greater watermark and a changed status go downstream: the multiplexer repeats itself.",
        Rewritten(
            _EMIT,
            "if timestamp <= self._watermark:\n            return",
            "wakes = timestamp > self._watermark and self._idle",
        ),
        Rewritten(_EMIT, "self._become(idle=False)", "wakes and self._become(idle=False)"),
        Rewritten(f"{_CHANNELS}._become", "if idle != self._idle", "if True"),
    ),
    _broadcast(
        "apache/flink:WatermarkToDataOutput.emitWatermark",
        "broadcast-wakes-by-any",
        "becomes active with any watermark",
        "One that isn't greater is dropped whole, and leaves an idle output idle.",
        Rewritten(_EMIT, "if timestamp <=", "self._become(idle=False)\n        if timestamp <="),
    ),
    _broadcast(
        "apache/flink:WatermarkToDataOutput.emitWatermark",
        "broadcast-never-wakes",
        "sends a watermark over channels that are idle",
        "The status goes first: a receiver drops watermarks of idle channels.",
        Rewritten(_EMIT, "self._become(idle=False)", "pass"),
    ),
    _broadcast(
        "apache/flink:RecordWriterOutput.emitWatermark",
        "broadcast-to-one",
        "sends watermarks over one channel, as records",
        "Every channel gets every watermark: a receiver waits for all its channels.",
        Rewritten(f"{_CHANNELS}._tell", "in self._channels", "in self._channels[:1]"),
    ),
    _valve(
        "apache/flink:StatusWatermarkValve.inputWatermarkStatus",
        "valve-realigns-at-once",
        "counts a channel again as soon as it is active",
        "A channel behind the emitted watermark counts when it has caught up.",
        Rewritten(_STATUS, "status.watermark >= self._emitted", "True"),
    ),
    _valve(
        "apache/flink:StatusWatermarkValve.inputWatermark",
        "valve-takes-idle",
        "takes watermarks from idle channels",
        "They are ignored until the channel says that it is active.",
        Rewritten(_WATERMARK, "if self._idle:\n            return\n", "pass\n"),
        Rewritten(_WATERMARK, "status.idle or timestamp", "timestamp"),
    ),
    _valve(
        "apache/flink:StatusWatermarkValve.inputWatermarkStatus",
        "valve-flushes-always",
        "emits the greatest watermark whenever all channels are idle",
        "Only if the last one to become idle stood at the emitted watermark.",
        Rewritten(_IDLE, "    if status.watermark == self._emitted", "    if True"),
    ),
    _valve(
        "apache/flink:StatusWatermarkValve.inputWatermarkStatus",
        "valve-flushes-never",
        "emits nothing when all channels are idle",
        "If the last one stood at the emitted watermark, the greatest of all is emitted.",
        Rewritten(_IDLE, "    if status.watermark == self._emitted", "    if False"),
    ),
    _valve(
        "apache/flink:StatusWatermarkValve.inputWatermark",
        "valve-by-channel",
        "keeps one watermark a channel that carries several subpartitions",
        "Each subpartition has its own: the least of all is emitted.",
        Rewritten(
            _SHARES,
            "self.total + place for place, index in enumerate(subpartitions)",
            "self.total for index in subpartitions",
        ),
        Rewritten(_SHARES, "self.total += len(subpartitions)", "self.total += 1"),
    ),
    _alignment(
        "report-greatest",
        "keeps a subtask's greatest report",
        "The last report counts: an idle subtask reports the end of time, and comes back.",
        Rewritten(
            _AGGREGATE,
            "self._reports += 1",
            "self._reports += 1; timestamp = max(timestamp, self._reported.get(key, (timestamp,))[0])",
        ),
    ),
    _alignment(
        "report-never-back",
        "never lets the aggregate go back",
        "Unlike a combined watermark it is the least of the last reports, whatever it was.",
        Rewritten(_AGGREGATE, "self._reports += 1", "self._reports += 1; timestamp = max(timestamp, self.watermark)"),
    ),
    Fault.of(
        "flink.watermark.sampler",
        "apache/flink:WatermarkSampler.getOldestSample",
        "sample-newest",
        "compares the newest sample",
        "The oldest one is compared, and until there are enough it is the least timestamp.",
        Rewritten(_OLDEST, "self._samples[0]", "self._samples[-1]"),
    ),
)
