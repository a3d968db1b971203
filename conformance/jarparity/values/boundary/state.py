"""Composite types of state, each with a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values.boundary.keys import key

if TYPE_CHECKING:
    from jarparity.answers import JSON

_NULL: Final = key("null", None)
COMPOSITES: Final[dict[str, tuple[JSON, JSON]]] = {
    "tuple-0": ({"type": "tuple", "fields": []}, key("tuple", [])),
    "tuple": (
        {"type": "tuple", "fields": ["string", "integer"]},
        key("tuple", [key("string", "a"), key("integer", "1")]),
    ),
    "tuple-of-fixed": (
        {"type": "tuple", "fields": ["long", "integer"]},
        key("tuple", [key("long", "7"), key("integer", "1")]),
    ),
    "row": (
        {"type": "row", "fields": ["string", "long"]},
        key("row", {"kind": "+I", "fields": [key("string", "a"), key("long", "7")]}),
    ),
    "row-null": (
        {"type": "row", "fields": ["string", "long"]},
        key("row", {"kind": "+I", "fields": [key("string", "a"), _NULL]}),
    ),
    "list": ({"type": "list", "element": "string"}, key("list", [key("string", "a"), key("string", "bc")])),
    "empty-list": ({"type": "list", "element": "string"}, key("list", [])),
    "row-data": (
        {"type": "row-data", "fields": ["STRING", "BIGINT"]},
        key("row-data", [{"type": "STRING", "value": "user_1234567"}, {"type": "BIGINT", "value": "7"}]),
    ),
}
