"""The operations on records without a key: `kafka.partitioner.round-robin` and `.load-table`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import ArithmeticException
from copartition.kafka.keyless import LoadTable, RoundRobinPartitioner, load_table
from copartition.port import inputs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from copartition.port.inputs import JSON


def _round_robin(document: JSON) -> JSON:
    topics = _leaders(inputs.field(document, "topics"), "input.topics")
    partitioner = RoundRobinPartitioner()
    observations: list[JSON] = []
    for i, step in enumerate(inputs.items(document, "steps")):
        path = f"input.steps[{i}]"
        match inputs.field(step, "op", path):
            case "record":
                topic = inputs.checked_text(inputs.field(step, "topic", path), f"{path}.topic")
                try:
                    observations.append(partitioner.partition(topic, topics.get(topic, ())))
                except ArithmeticException as error:
                    observations.append({"error": {"kind": error.kind}})
            case "topics":
                topics = _leaders(inputs.field(step, "topics", path), f"{path}.topics")
                observations.append(None)
            case other:
                raise inputs.wrong(f"{path}.op", "record or topics", other)
    return observations


def _leaders(value: JSON, path: str) -> dict[str, list[bool]]:
    if not isinstance(value, dict):
        raise inputs.wrong(path, "an object", value)
    return {
        topic: [
            inputs.checked_boolean(has, f"{path}.{topic}[{i}]")
            for i, has in enumerate(inputs.checked_items(leaders, f"{path}.{topic}"))
        ]
        for topic, leaders in value.items()
    }


def _load_table(document: JSON, line: str | None = None) -> JSON:
    sizes = inputs.field(document, "queueSizes")
    racks, rack = document.get("racks"), document.get("rack")
    for name, value in (("racks", racks), ("rack", rack)):
        if value is not None and not _knows_racks(line):
            raise ValueError(
                f"input.{name} must be absent: producers have racks from kafka-clients 4.4 on, not in {line}"
            )
    made = load_table(
        None if sizes is None else _numbers(sizes, "input.queueSizes"),
        _numbers(inputs.field(document, "partitions"), "input.partitions"),
        inputs.int32(document, "length"),
        None if racks is None else _names(racks),
        None if rack is None else inputs.checked_text(rack, "input.rack"),
    )
    if made is None:
        return None
    near = {} if rack is None or made.in_this_rack is None else {"inThisRack": _table(made.in_this_rack)}
    return {**_table(made), **near}


def _knows_racks(line: str | None) -> bool:
    return line is None or tuple(int(n) for n in line.split()[-1].split(".")[:2]) >= (4, 4)


def _table(made: LoadTable) -> dict[str, JSON]:
    return {"table": list(made.sums), "partitions": list(made.partitions), "length": made.length}


def _numbers(value: JSON, path: str) -> Sequence[int]:
    return [inputs.checked_int32(n, f"{path}[{i}]") for i, n in enumerate(inputs.checked_items(value, path))]


def _names(value: JSON) -> Sequence[str | None]:
    return [
        None if name is None else inputs.checked_text(name, f"input.racks[{i}]")
        for i, name in enumerate(inputs.checked_items(value, "input.racks"))
    ]


OPERATIONS: dict[str, Callable[..., JSON]] = {
    "kafka.partitioner.round-robin": _round_robin,
    "kafka.partitioner.load-table": _load_table,
}
