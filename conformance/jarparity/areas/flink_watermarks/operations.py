"""Flink: watermarks of splits, channels and sources, combined."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation
from jarparity.values.shapes import INT32, STRING, extended, listing, record, ref, row, step_answers, steps

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.flink_watermarks import cases, inputs
else:
    cases, inputs = lazy_modules(__package__, "cases", "inputs")

_EVENTTIME = "org.apache.flink.api.common.eventtime"
_TIMESTAMP = ref("int64")
_HISTORY_ROWS = 250
_DEFERRED = {"description": "true: through the deferred output, which emits nothing at once.", "type": "boolean"}
_IDLES = {"description": "true: its listener marks it idle at each watermark of which it hears.", "type": "boolean"}
_SUBPARTITION = {"type": "integer", "minimum": 0, "maximum": 1000, "description": "A subpartition, 0 to 1000."}
_CHANNELS = {
    "description": "A number of channels, up to 100000; or for each the first and last subpartition that it carries.",
    "if": {"type": "array"},
    "then": {"maxItems": 100, "items": record(first=_SUBPARTITION, last=_SUBPARTITION)},
    "else": {"type": "integer", "maximum": 100_000},
}
_EVENT = {
    "description": 'What was emitted: ["watermark", "5"], ["idle"] or ["active"].',
    "anyOf": [row("A watermark.", {"const": "watermark"}, _TIMESTAMP), row("A status.", {"enum": ["idle", "active"]})],
}
_HEARD = {
    "description": 'What a listener heard: ["watermark", "split", "5"] or ["idle", "split", true].',
    "anyOf": [
        row("A watermark.", {"const": "watermark"}, STRING, _TIMESTAMP),
        row("A status.", {"const": "idle"}, STRING, {"type": "boolean"}),
    ],
}
_OUTPUT = extended(record(output=STRING), deferred=_DEFERRED)
_operation = partial(
    Operation,
    family="flink",
    volume_rows=_HISTORY_ROWS,
)
SUBPARTITIONS = "1.19.0"
"""Channels of several subpartitions, and watermarks that name theirs."""
LISTENERS = "1.17.0"
"""What an output's listener does."""


def of_valve(document: JSON) -> str | None:
    """The first version that has such channels and watermarks; None for all."""
    shared = isinstance(document["channels"], list) or any("subpartition" in step for step in document["steps"])
    return SUBPARTITIONS if shared else None


def of_multiplexer(document: JSON) -> str | None:
    """The first version that has listeners, which some outputs need; None for all."""
    return LISTENERS if any("idles" in step for step in document["steps"]) else None


OPERATIONS: tuple[Operation, ...] = (
    _operation(
        name="flink.watermark.combined",
        summary="The minimum of the watermarks of inputs that aren't idle.",
        original=f"{_EVENTTIME}.IndexedCombinedWatermarkStatus.updateWatermark(int, long), updateStatus(int, boolean)",
        python="copartition.flink.watermarks.IndexedCombinedWatermarkStatus",
        input=record(
            inputs={"description": "A number of inputs, up to 100000.", "type": "integer", "maximum": 100_000},
            steps=steps(
                watermark=record(input=INT32, timestamp=_TIMESTAMP),
                idle=record(input=INT32),
                active=record(input=INT32),
            ),
        ),
        answer=step_answers(record(changed={"type": "boolean"}, watermark=_TIMESTAMP, idle={"type": "boolean"})),
        draw=inputs.combined,
        cases=partial(cases.hand_written, "flink.watermark.combined"),
        enough=256,
        varies=True,
        notes="A step gives {'changed', 'watermark', 'idle'} or {'error': {'kind'}}.",
    ),
    _operation(
        name="flink.watermark.multiplexer",
        summary="What a subtask emits while the outputs of its splits come, go, move on and idle.",
        original=f"{_EVENTTIME}.WatermarkOutputMultiplexer",
        python="copartition.flink.watermarks.WatermarkOutputMultiplexer",
        input=record(
            steps=steps(
                register=extended(record(output=STRING), idles=_IDLES),
                unregister=record(output=STRING),
                watermark=extended(record(output=STRING, timestamp=_TIMESTAMP), deferred=_DEFERRED),
                idle=_OUTPUT,
                active=_OUTPUT,
                periodic=record(),
            )
        ),
        answer=step_answers(
            extended(record(emitted=listing(_EVENT), listener=listing(_HEARD)), returned={"type": "boolean"})
        ),
        min_version=of_multiplexer,
        draw=inputs.multiplexer,
        cases=partial(cases.hand_written, "flink.watermark.multiplexer"),
        enough=256,
        varies=True,
        notes=(
            "A step gives {'emitted', 'listener'}, unregister also 'returned', or {'error': {'kind'}}. 'listener' is "
            "what the split's own listener heard: there is none before 1.17, and it hears of idleness from 2.1 on."
        ),
    ),
    _operation(
        name="flink.watermark.broadcast",
        summary="What the channels downstream receive of a source's watermarks and idleness.",
        original=(
            "org.apache.flink.streaming.api.operators.source.WatermarkToDataOutput, on "
            "org.apache.flink.streaming.runtime.io.RecordWriterOutput"
        ),
        python="copartition.flink.watermarks.WatermarkBroadcast",
        input=record(
            channels={
                "description": "A number of channels, 0 to 1000.",
                "type": "integer",
                "minimum": 0,
                "maximum": 1000,
            },
            steps=steps(watermark=record(timestamp=_TIMESTAMP), idle=record(), active=record()),
        ),
        answer=step_answers(record(received=listing(listing(_EVENT)))),
        draw=inputs.broadcast,
        cases=partial(cases.hand_written, "flink.watermark.broadcast"),
        enough=256,
        notes="A step gives {'received'}: by channel, what came over it, read from the bytes that were sent.",
    ),
    _operation(
        name="flink.watermark.valve",
        summary="What a receiver makes of the watermarks and the idleness of its channels.",
        original="org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve",
        python="copartition.flink.watermarks.StatusWatermarkValve",
        input=record(
            channels=_CHANNELS,
            steps=steps(
                watermark=extended(record(channel=INT32, timestamp=_TIMESTAMP), subpartition=INT32),
                idle=record(channel=INT32),
                active=record(channel=INT32),
            ),
        ),
        min_version=of_valve,
        answer=step_answers(record(emitted=listing(_EVENT))),
        draw=inputs.valve,
        cases=partial(cases.hand_written, "flink.watermark.valve"),
        enough=256,
        only_lines=("flink 1.17.0",),
        varies=True,
        notes=(
            "A step gives {'emitted'} or {'error': {'kind'}}. Flink 1.17.0 is a line for this operation alone: its "
            "valve fails where an active channel that hasn't caught up becomes idle (FLINK-31628). From 1.19 on "
            "'channels' may be a list: the first and last subpartition that each channel carries, as in batch jobs; "
            "a watermark then names its 'subpartition'."
        ),
    ),
    _operation(
        name="flink.watermark.alignment",
        summary="The watermark that the sources of an alignment group wait for.",
        original="org.apache.flink.runtime.source.coordinator.SourceCoordinator$WatermarkAggregator.aggregate(…)",
        python="copartition.flink.watermarks.WatermarkAggregator",
        input=record(steps=steps(report=record(key=STRING, timestamp=_TIMESTAMP))),
        answer=step_answers(record(watermark=_TIMESTAMP, changed={"anyOf": [{"type": "null"}, _TIMESTAMP]})),
        draw=inputs.alignment,
        cases=partial(cases.hand_written, "flink.watermark.alignment"),
        enough=256,
        notes="A report of a subtask, or of a source, gives {'changed', 'watermark'}; changed is null if it stays.",
    ),
    _operation(
        name="flink.watermark.sampler",
        summary="The sampled watermark on which a source operator decides whether to pause.",
        original="org.apache.flink.streaming.api.operators.source.WatermarkSampler",
        python="copartition.flink.watermarks.WatermarkSampler",
        input=record(
            capacity={"description": "A number of samples, up to 1000.", "type": "integer", "maximum": 1000},
            steps=steps(watermark=record(timestamp=_TIMESTAMP), sample=record()),
        ),
        answer=step_answers(record(latest=_TIMESTAMP, oldest=_TIMESTAMP)),
        draw=inputs.sampler,
        cases=partial(cases.hand_written, "flink.watermark.sampler"),
        enough=256,
        since="2.3.0",
        notes="A step gives {'latest', 'oldest'} or {'error': {'kind'}}.",
    ),
)
