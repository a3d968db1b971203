"""Rules between the fields of one input, which JSON Schema can't say, such as digits within a DECIMAL."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem

_ARGUMENTS = re.compile(r"(\w+)\((\d+)(?:,(\d+))?\)")
COMPACT_DECIMAL = 18
"""The most digits of a DECIMAL that fits into a slot of eight bytes."""
COMPACT_TIMESTAMP = 3
"""The finest precision of a TIMESTAMP that fits into a slot of eight bytes."""


def of_key(document: JSON) -> Iterator[Problem]:
    """The broken rules of an input with a `key`."""
    yield from key_problems("input.key", document["key"])


def of_fields(document: JSON) -> Iterator[Problem]:
    """The broken rules of an input with `fields` of Table/SQL."""
    for i, field in enumerate(document["fields"]):
        yield from of_sql_field(f"input.fields[{i}]", field)


def of_keyed_steps(document: JSON) -> Iterator[Problem]:
    """The broken rules of the keys in a history's steps."""
    for i, step in enumerate(document["steps"]):
        if "key" in step:
            yield from key_problems(f"input.steps[{i}].key", step["key"])


def key_problems(path: str, key: JSON) -> Iterator[Problem]:
    """The broken rules of one key."""
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
                yield from key_problems(f"{path}.value[{i}]", item)
        case "row":
            for i, item in enumerate(value["fields"]):
                yield from key_problems(f"{path}.value.fields[{i}]", item)
        case "row-data":
            for i, field in enumerate(value):
                yield from of_sql_field(f"{path}.value[{i}]", field)


def of_sql_field(path: str, field: JSON, *, null_of_any: bool = False) -> Iterator[Problem]:
    """The broken rules of a field of a row.

    Args:
        path: Where it is.
        field: Its document.
        null_of_any: Whether NULL of every type has one layout, as it has in state, though not in a key.
    """
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
        if not null_of_any and precision > (COMPACT_DECIMAL if name == "DECIMAL" else COMPACT_TIMESTAMP):
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
