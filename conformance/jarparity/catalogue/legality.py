"""Rules between the fields of one input, which JSON Schema can't say, such as digits within a DECIMAL."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jarparity.catalogue import groups, reassign, replicas, rescaling, states
from jarparity.utf16 import string_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

_ARGUMENTS = re.compile(r"(\w+)\((\d+)(?:,(\d+))?\)")
COMPACT_DECIMAL = 18
"""The most digits of a DECIMAL that fits into a slot of eight bytes."""
COMPACT_TIMESTAMP = 3
"""The finest precision of a TIMESTAMP that fits into a slot of eight bytes."""
_MASK = 0xFFFFFFFF


def problems(document: JSON) -> Iterator[tuple[str, str]]:
    """The path and the sentence of each broken rule in an input that fits its schema."""
    if "key" in document:
        yield from _key("input.key", document["key"])
    if "fields" in document:
        for i, field in enumerate(document["fields"]):
            yield from _sql_field(f"input.fields[{i}]", field)
    if document.keys() == {"steps"} and all(isinstance(step.get("key"), dict) for step in document["steps"]):
        yield from _map_keys("input.steps", document["steps"])
    for step_path, step in ((f"input.steps[{i}]", step) for i, step in enumerate(document.get("steps", ()))):
        if "keyType" in document and "key" in step:
            yield from _key(f"{step_path}.key", step["key"])
    yield from groups.problems(document)
    yield from rescaling.problems(document)
    yield from states.problems(document)
    yield from replicas.problems(document)
    yield from reassign.problems(document)


def _key(path: str, key: JSON) -> Iterator[tuple[str, str]]:
    value = key.get("value")
    match key["type"]:
        case "sql-timestamp" if "nanos" in key:
            millis, nanos = int(value), key["nanos"]
            if nanos // 1_000_000 != millis % 1000:
                yield (
                    f"{path}.nanos",
                    (
                        f"{nanos} names other milliseconds of the second than {millis}; "
                        f"write a number from {millis % 1000 * 1_000_000} on, less than a million more"
                    ),
                )
        case "tuple" | "list":
            for i, item in enumerate(value):
                yield from _key(f"{path}.value[{i}]", item)
        case "row":
            for i, item in enumerate(value["fields"]):
                yield from _key(f"{path}.value.fields[{i}]", item)
        case "row-data":
            for i, field in enumerate(value):
                yield from _sql_field(f"{path}.value[{i}]", field)


def _sql_field(path: str, field: JSON) -> Iterator[tuple[str, str]]:
    arguments = _ARGUMENTS.fullmatch(field["type"])
    if arguments is None:
        return
    name, precision, scale = arguments[1], int(arguments[2]), int(arguments[3] or 0)
    value = field["value"]
    if scale > precision:
        yield (
            f"{path}.type",
            f"{field['type']} has more decimals than digits; write a scale up to {precision}",
        )
    elif value is None:
        if precision > (COMPACT_DECIMAL if name == "DECIMAL" else COMPACT_TIMESTAMP):
            yield (
                f"{path}.value",
                f"NULL of {field['type']} has no agreed layout; write a value, or a smaller precision",
            )
    elif name == "DECIMAL":
        whole, _, fraction = value.removeprefix("-").partition(".")
        if len(fraction) > scale or len(whole.lstrip("0")) > precision - scale:
            yield (
                f"{path}.value",
                (
                    f"{value} does not fit {field['type']}; "
                    f"write up to {precision - scale} digits before the point and {scale} after it"
                ),
            )


def _map_keys(path: str, steps: JSON) -> Iterator[tuple[str, str]]:
    seen: dict[int, JSON] = {}
    types = {step["key"]["type"] for step in steps}
    if len(types) > 1:
        yield path, "mixes strings and topic-partitions; write keys of one type"
    for i, step in enumerate(steps):
        if step["key"]["type"] != "topic-partition":
            continue
        topic, partition = step["key"]["value"]
        code = 31 * (31 + partition) + string_hash(topic) & _MASK
        if seen.setdefault(code, [topic, partition]) != [topic, partition]:
            other = "-".join(map(str, seen[code]))
            problem = (
                f"{topic}-{partition} has the hash code of {other}, and a bin that is a tree orders such "
                "topic-partitions by identity; write ones with different hash codes"
            )
            yield f"{path}[{i}].key", problem
