"""The operations `flink.watermark.*`: histories of watermarks and idleness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.flink.releases import parsed
from copartition.flink.watermarks import (
    IndexedCombinedWatermarkStatus,
    StatusWatermarkValve,
    WatermarkAggregator,
    WatermarkBroadcast,
    WatermarkOutputMultiplexer,
    WatermarkSampler,
)
from copartition.port.fields import Fields, boolean, int32, int64, text
from copartition.port.rows import FLINK, answer, history

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.port.fields import JSON
    from copartition.port.rows import Handler, Operation

_FIRST_WITH_LISTENERS = (1, 17, 0)


class _Recorder:
    """An output, and a listener, that record what they are notified of."""

    def __init__(self, recorded: list[JSON], *prefix: str, then: Callable[[], None] | None = None) -> None:
        self._recorded = recorded
        self._prefix = prefix
        self._then = then

    def emit_watermark(self, timestamp: int) -> None:
        self._add("watermark", str(timestamp))

    def mark_idle(self) -> None:
        self._add("idle")

    def emit_watermark_status(self, *, idle: bool) -> None:
        self._add("idle" if idle else "active")

    def on_watermark_update(self, timestamp: int) -> None:
        self._add("watermark", *self._prefix, str(timestamp))
        if self._then is not None:
            self._then()

    def on_idle_update(self, *, idle: bool) -> None:
        self._add("idle", *self._prefix, idle)

    def _add(self, *event: JSON) -> None:
        self._recorded.append(list(event))


def combined(document: Fields, version: str) -> JSON:
    """`flink.watermark.combined`."""
    status = IndexedCombinedWatermarkStatus(document.get("inputs", int32), version)

    def observe(make: Handler, step: Fields) -> JSON:
        return {"changed": make(step), "watermark": str(status.watermark), "idle": status.idle}

    handlers: dict[str, Handler] = {
        "watermark": lambda step: status.update_watermark(step.get("input", int32), step.get("timestamp", int64)),
        "idle": lambda step: status.update_status(step.get("input", int32), idle=True),
        "active": lambda step: status.update_status(step.get("input", int32), idle=False),
    }
    return history(document, handlers, observe)


def multiplexer(document: Fields, version: str) -> JSON:
    """`flink.watermark.multiplexer`."""
    emitted: list[JSON] = []
    heard: list[JSON] = []
    outputs = WatermarkOutputMultiplexer(_Recorder(emitted), version)
    listens = parsed(version) >= _FIRST_WITH_LISTENERS

    def observe(make: Handler, step: Fields) -> JSON:
        emitted.clear()
        heard.clear()
        returned = make(step)
        more = {} if returned is None else {"returned": returned}
        return {**more, "emitted": list(emitted), "listener": list(heard)}

    def register(step: Fields) -> None:
        name = step.get("output", text)
        idles = step.get("idles", boolean, default=False)
        listener = _Recorder(heard, name, then=(lambda: outputs.immediate_output(name).mark_idle()) if idles else None)
        outputs.register_new_output(name, listener if listens else None)

    def on_output(step: Fields) -> None:
        name = step.get("output", text)
        deferred = step.get("deferred", boolean, default=False)
        output = outputs.deferred_output(name) if deferred else outputs.immediate_output(name)
        match step.document["op"]:
            case "watermark":
                output.emit_watermark(step.get("timestamp", int64))
            case "idle":
                output.mark_idle()
            case _:
                output.mark_active()

    handlers: dict[str, Handler] = {
        "register": register,
        "unregister": lambda step: outputs.unregister_output(step.get("output", text)),
        **dict.fromkeys(("watermark", "idle", "active"), on_output),
        "periodic": lambda _: outputs.on_periodic_emit(),
    }
    return history(document, handlers, observe)


def valve(document: Fields, version: str) -> JSON:
    """`flink.watermark.valve`."""
    emitted: list[JSON] = []
    output = _Recorder(emitted)
    under_test = StatusWatermarkValve(document.get("channels", _channels), version)

    def observe(make: Handler, step: Fields) -> JSON:
        emitted.clear()
        make(step)
        return {"emitted": list(emitted)}

    def watermark(step: Fields) -> None:
        channel, timestamp = step.get("channel", int32), step.get("timestamp", int64)
        subpartition = step.get("subpartition", int32) if "subpartition" in step else None
        under_test.input_watermark(timestamp, channel, output, subpartition)

    handlers: dict[str, Handler] = {
        "watermark": watermark,
        "idle": lambda step: under_test.input_watermark_status(step.get("channel", int32), output, idle=True),
        "active": lambda step: under_test.input_watermark_status(step.get("channel", int32), output, idle=False),
    }
    return history(document, handlers, observe)


def _channels(value: JSON, path: str) -> int | list[range]:
    """How many channels there are, or the subpartitions of each one, both ends inclusive."""
    if not isinstance(value, list):
        return int32(value, path)
    channels = (Fields(channel, f"{path}[{i}]") for i, channel in enumerate(value))
    return [range(channel.get("first", int32), channel.get("last", int32) + 1) for channel in channels]


def broadcast(document: Fields) -> JSON:
    """`flink.watermark.broadcast`."""
    received: list[list[JSON]] = [[] for _ in range(document.get("channels", int32))]
    output = WatermarkBroadcast(map(_Recorder, received))

    def observe(make: Handler, step: Fields) -> JSON:
        for events in received:
            events.clear()
        make(step)
        return {"received": [list(events) for events in received]}

    handlers: dict[str, Handler] = {
        "watermark": lambda step: output.emit_watermark(step.get("timestamp", int64)),
        "idle": lambda _: output.mark_idle(),
        "active": lambda _: output.mark_active(),
    }
    return history(document, handlers, observe)


def alignment(document: Fields) -> JSON:
    """`flink.watermark.alignment`."""
    aggregator: WatermarkAggregator[str] = WatermarkAggregator()

    def report(step: Fields) -> JSON:
        changed = aggregator.aggregate(step.get("key", text), step.get("timestamp", int64))
        return {"changed": None if changed is None else str(changed), "watermark": str(aggregator.watermark)}

    return history(document, {"report": report})


def sampler(document: Fields) -> JSON:
    """`flink.watermark.sampler`."""
    samples = WatermarkSampler(document.get("capacity", int32))

    def observe(make: Handler, step: Fields) -> JSON:
        make(step)
        return {"latest": str(samples.latest), "oldest": str(samples.oldest_sample)}

    handlers: dict[str, Handler] = {
        "watermark": lambda step: samples.add_latest(step.get("timestamp", int64)),
        "sample": lambda _: samples.sample(),
    }
    return history(document, handlers, observe)


OPERATIONS: Final[Mapping[str, Operation]] = {
    "flink.watermark.combined": answer(combined, FLINK),
    "flink.watermark.multiplexer": answer(multiplexer, FLINK),
    "flink.watermark.broadcast": answer(broadcast),
    "flink.watermark.valve": answer(valve, FLINK),
    "flink.watermark.alignment": answer(alignment),
    "flink.watermark.sampler": answer(sampler),
}
