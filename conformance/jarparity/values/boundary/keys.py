"""Keys of every type at which ports go wrong: `KEYS[type][label]` is the key's JSON value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values.boundary.integers import BIG_INTEGERS, INT8, INT16, INT32, INT64
from jarparity.values.boundary.sql import FIELDS
from jarparity.values.boundary.values_file import values_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON


def _texts(numbers: dict[str, int]) -> dict[str, JSON]:
    return {label: str(number) for label, number in numbers.items()}


def _row_data() -> dict[str, JSON]:
    """The empty row, one of each field, and rows of several."""
    rows = values_of("row-data")
    return {"empty": rows.pop("empty"), **{label: [field] for label, field in FIELDS.items()}, **rows}


KEYS: dict[str, dict[str, JSON]] = {
    "string": values_of("string"),
    "long": _texts(INT64),
    "integer": _texts(INT32),
    "short": _texts(INT16),
    "byte": _texts(INT8),
    "char": values_of("char"),
    "boolean": {"true": True, "false": False},
    "double": values_of("double"),
    "float": values_of("float"),
    "big-decimal": values_of("big-decimal"),
    "big-integer": _texts(BIG_INTEGERS),
    **{kind: values_of(kind) for kind in ("local-date", "local-time", "local-date-time", "instant", "uuid")},
    "sql-date": _texts(INT64),
    **{kind: values_of(kind) for kind in ("sql-timestamp", "tuple", "list", "row")},
    "row-data": _row_data(),
    "null": {"null": None},
    "bytes": {"empty": "", "ab": "6162", "high": "80ff"},
    "enum": {"constant": "DAYS"},
}
"""By type and label. `sql-timestamp` holds `[milliseconds, nanos or None]`; see `key`."""


def key(kind: str, value: JSON) -> dict[str, JSON]:
    """The key document of a type and one of its values in `KEYS`."""
    if kind == "sql-timestamp":
        millis, nanos = value
        return {"type": kind, "value": millis} | ({} if nanos is None else {"nanos": nanos})
    return {"type": kind, "value": value}


def labelled(kinds: Iterable[str] = tuple(KEYS)) -> Iterator[tuple[str, JSON]]:
    """Every key of these types, by the part of an id that names it: `long/minus-one`."""
    for kind in kinds:
        for label, value in KEYS[kind].items():
            yield f"{kind}/{label}", key(kind, value)
