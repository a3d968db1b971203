"""Keys as a backend's observations show them, and what a serializer makes of them: the model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jarparity.bugs import binary_rows
from jarparity.bugs.rules import RowRules

if TYPE_CHECKING:
    from jarparity.answers import JSON

_TRUE = RowRules()
_LEAST = str(-(2**63))
_MILLION = 1_000_000
_EXPONENT = {"double": 0x7FF0 << 48, "float": 0x7F80 << 16}
_NAN = {"double": "0x7ff8000000000000", "float": "0x7fc00000"}


def held(key: JSON) -> JSON:
    """The key with what its document leaves open: nanoseconds, which NaN, and the bytes of a row of SQL."""
    kind, value = key["type"], key.get("value")
    match kind:
        case "sql-timestamp":
            return {"type": kind, "value": value, "nanos": key.get("nanos", int(value) % 1000 * _MILLION)}
        case "double" | "float":
            magnitude = int(value, 16) & (_EXPONENT[kind] | _EXPONENT[kind] - 1)
            return {"type": kind, "value": _NAN[kind] if magnitude > _EXPONENT[kind] else value}
        case "row-data":
            return {"type": kind, "value": binary_rows.row_bytes(value, _TRUE).hex()}
        case "tuple" | "list":
            return {"type": kind, "value": [held(part) for part in value]}
        case "row":
            return {"type": kind, "value": {**value, "fields": [held(part) for part in value["fields"]]}}
        case _:
            return key


def comes_back(key: JSON) -> bool:
    """Whether a restored backend can read the key: java.sql's serializers write null as the least milliseconds."""
    return not (key["type"] in ("sql-date", "sql-timestamp") and key["value"] == _LEAST)


def order(document: JSON) -> Any:  # noqa: ANN401 - nested lists, which compare
    """The order of what is listed: null, booleans, numbers, texts by UTF-16 units, arrays, objects by sorted fields."""
    if document is None:
        return [0]
    if isinstance(document, bool):
        return [1, document]
    if isinstance(document, int):
        return [2, document]
    if isinstance(document, str):
        return [3, document.encode("utf-16-be", "surrogatepass")]
    if isinstance(document, list):
        return [4, *map(order, document)]
    return [5, *(order(part) for name in sorted(document) for part in (name, document[name]))]
