"""The operations `flink.watermark.*`: histories of watermarks and idleness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.flink.watermarks import (
    IndexedCombinedWatermarkStatus,
    StatusWatermarkValve,
    WatermarkAggregator,
    WatermarkBroadcast,
    WatermarkOutputMultiplexer,
    WatermarkSampler,
)
from copartition.port import inputs
from copartition.port.rescale_operations import release

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.port.inputs import JSON

_FIRST_WITH_LISTENERS = (1, 17)


class _Recorder:
    """An output, and a listener, that write down what they are told."""

    def __init__(self, recorded: list[JSON], *prefix: str) -> None:
        self._recorded = recorded
        self._prefix = prefix

    def emit_watermark(self, timestamp: int) -> None:
        self._add("watermark", str(timestamp))

    def mark_idle(self) -> None:
        self._add("idle")

    def emit_watermark_status(self, *, idle: bool) -> None:
        self._add("idle" if idle else "active")

    def on_watermark_update(self, timestamp: int) -> None:
        self._add("watermark", *self._prefix, str(timestamp))

    def on_idle_update(self, *, idle: bool) -> None:
        self._add("idle", *self._prefix, idle)

    def _add(self, *event: JSON) -> None:
        self._recorded.append(list(event))


def _combined(document: JSON, line: str | None = None) -> JSON:
    combined = IndexedCombinedWatermarkStatus(inputs.int32(document, "inputs"), release(line))

    def update(changed: bool) -> JSON:  # noqa: FBT001 - the answer of the call
        return {"changed": changed, "watermark": str(combined.watermark), "idle": combined.idle}

    def step(fields: _Fields) -> JSON:
        index = fields.int32("input")
        if fields.op == "watermark":
            return update(combined.update_watermark(index, fields.int64("timestamp")))
        return update(combined.update_status(index, idle=fields.op == "idle"))

    return _played(document, ("watermark", "idle", "active"), step)


def _multiplexer(document: JSON, line: str | None = None) -> JSON:
    emitted: list[JSON] = []
    heard: list[JSON] = []
    version = release(line)
    multiplexer = WatermarkOutputMultiplexer(_Recorder(emitted), version)
    listens = tuple(int(n) for n in version.split(".")[:2]) >= _FIRST_WITH_LISTENERS

    def step(fields: _Fields) -> JSON:
        emitted.clear()
        heard.clear()
        returned = _on_multiplexer(multiplexer, fields, heard if listens else None)
        return {**returned, "emitted": list(emitted), "listener": list(heard)}

    return _played(document, ("register", "unregister", "watermark", "idle", "active", "periodic"), step)


def _on_multiplexer(multiplexer: WatermarkOutputMultiplexer, fields: _Fields, heard: list[JSON] | None) -> JSON:
    """Makes a step; `heard` is what listeners write to, where there are any."""
    if fields.op == "periodic":
        multiplexer.on_periodic_emit()
        return {}
    name = fields.text("output")
    if fields.op == "register":
        multiplexer.register_new_output(name, None if heard is None else _Recorder(heard, name))
        return {}
    if fields.op == "unregister":
        return {"returned": multiplexer.unregister_output(name)}
    output = multiplexer.deferred_output(name) if fields.flag("deferred") else multiplexer.immediate_output(name)
    if fields.op == "watermark":
        output.emit_watermark(fields.int64("timestamp"))
    elif fields.op == "idle":
        output.mark_idle()
    else:
        output.mark_active()
    return {}


def _valve(document: JSON, line: str | None = None) -> JSON:
    emitted: list[JSON] = []
    output = _Recorder(emitted)
    valve = StatusWatermarkValve(_channels(inputs.field(document, "channels")), release(line))

    def step(fields: _Fields) -> JSON:
        emitted.clear()
        channel = fields.int32("channel")
        if fields.op == "watermark":
            valve.input_watermark(fields.int64("timestamp"), channel, output, fields.optional_int32("subpartition"))
        else:
            valve.input_watermark_status(channel, output, idle=fields.op == "idle")
        return {"emitted": list(emitted)}

    return _played(document, ("watermark", "idle", "active"), step)


def _channels(document: JSON) -> int | list[range]:
    """How many channels there are, or the subpartitions of each one, both ends inclusive."""
    if not isinstance(document, list):
        return inputs.checked_int32(document, "input.channels")
    channels = []
    for i, channel in enumerate(document):
        path = f"input.channels[{i}]"
        first, last = (
            inputs.checked_int32(inputs.field(channel, end, path), f"{path}.{end}") for end in ("first", "last")
        )
        channels.append(range(first, last + 1))
    return channels


def _broadcast(document: JSON) -> JSON:
    received: list[list[JSON]] = [[] for _ in range(inputs.int32(document, "channels"))]
    output = WatermarkBroadcast(map(_Recorder, received))

    def step(fields: _Fields) -> JSON:
        for events in received:
            events.clear()
        if fields.op == "watermark":
            output.emit_watermark(fields.int64("timestamp"))
        elif fields.op == "idle":
            output.mark_idle()
        else:
            output.mark_active()
        return {"received": [list(events) for events in received]}

    return _played(document, ("watermark", "idle", "active"), step)


def _alignment(document: JSON) -> JSON:
    aggregator: WatermarkAggregator[str] = WatermarkAggregator()

    def step(fields: _Fields) -> JSON:
        changed = aggregator.aggregate(fields.text("key"), fields.int64("timestamp"))
        return {"changed": None if changed is None else str(changed), "watermark": str(aggregator.watermark)}

    return _played(document, ("report",), step)


def _sampler(document: JSON) -> JSON:
    sampler = WatermarkSampler(inputs.int32(document, "capacity"))

    def step(fields: _Fields) -> JSON:
        if fields.op == "watermark":
            sampler.add_latest(fields.int64("timestamp"))
        else:
            sampler.sample()
        return {"latest": str(sampler.latest), "oldest": str(sampler.oldest_sample)}

    return _played(document, ("watermark", "sample"), step)


class _Fields:
    """A step's fields, each of which must be of its kind."""

    def __init__(self, step: JSON, path: str) -> None:
        self._step, self._path = step, path
        self.op = inputs.field(step, "op", path)

    def int32(self, name: str) -> int:
        return inputs.checked_int32(*self._field(name))

    def optional_int32(self, name: str) -> int | None:
        return self.int32(name) if name in self._step else None

    def int64(self, name: str) -> int:
        return inputs.checked_decimal(*self._field(name))

    def text(self, name: str) -> str:
        return inputs.checked_text(*self._field(name))

    def flag(self, name: str) -> bool:
        return inputs.checked_boolean(self._step.get(name, False), f"{self._path}.{name}")

    def _field(self, name: str) -> tuple[JSON, str]:
        return inputs.field(self._step, name, self._path), f"{self._path}.{name}"


def _played(document: JSON, operations: tuple[str, ...], make: Callable[[_Fields], JSON]) -> JSON:
    """One observation a step: what it gives, or the kind of the original's exception."""
    observations: list[JSON] = []
    for i, step in enumerate(inputs.items(document, "steps")):
        path = f"input.steps[{i}]"
        fields = _Fields(step, path)
        if fields.op not in operations:
            raise inputs.wrong(f"{path}.op", " or ".join(operations), fields.op)
        try:
            observations.append(make(fields))
        except (ValueError, TypeError, RuntimeError, LookupError) as error:
            kind = getattr(error, "kind", None)
            if kind is None:
                raise
            observations.append({"error": {"kind": kind}})
    return observations


OPERATIONS: Mapping[str, Callable[..., JSON]] = {
    "flink.watermark.combined": _combined,
    "flink.watermark.multiplexer": _multiplexer,
    "flink.watermark.broadcast": _broadcast,
    "flink.watermark.valve": _valve,
    "flink.watermark.alignment": _alignment,
    "flink.watermark.sampler": _sampler,
}
