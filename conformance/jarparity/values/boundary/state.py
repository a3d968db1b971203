"""Composite types of state, each with a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values.boundary.keys import key
from jarparity.values.state_rules import ENUMS, POJO

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

_COLOUR, _SIZE = ENUMS
_COLOURS: Final = {"type": "enum", "class": _COLOUR, "constants": ENUMS[_COLOUR]}
_SIZES: Final = {"type": "enum", "class": _SIZE, "constants": ENUMS[_SIZE]}
_LONGS: Final = {"type": "array", "element": "long"}


def _pojo(**types: JSON) -> JSON:
    return {"type": "pojo", "class": POJO, "fields": [{"name": name, "type": of} for name, of in types.items()]}


OBJECTS: Final[dict[str, tuple[JSON, JSON]]] = {
    "row-without-kind": (
        {"type": "row", "fields": ["string", "long"], "kinds": False},
        key("row", {"kind": "+I", "fields": [key("string", "a"), key("long", "7")]}),
    ),
    "row-without-kind-deleted": (
        {"type": "row", "fields": ["byte"] * 9, "kinds": False},
        key("row", {"kind": "-D", "fields": [_NULL, *[key("byte", "1")] * 7, _NULL]}),
    ),
    "row-without-kind-of-no-fields": (
        {"type": "row", "fields": [], "kinds": False},
        key("row", {"kind": "+U", "fields": []}),
    ),
    "array": (_LONGS, key("array", [key("long", "7"), _NULL, key("long", "-1")])),
    "empty-array": (_LONGS, key("array", [])),
    "array-of-arrays": (
        {"type": "array", "element": _LONGS},
        key("array", [key("array", [key("long", "7")]), _NULL, key("array", [])]),
    ),
    "array-of-long-arrays": ({"type": "array", "element": "long-array"}, key("array", [key("long-array", [])])),
    "array-of-bytes": ({"type": "array", "element": "bytes"}, key("array", [key("bytes", "0102")])),
    **{
        f"array-of-{name}": ({"type": "array", "element": kind}, key("array", [of, _NULL]))
        for name, (kind, of) in COMPOSITES.items()
    },
    "string-array": ("string-array", key("string-array", [key("string", "a"), _NULL, key("string", "é😀")])),
    "boolean-array": (
        "boolean-array",
        key("boolean-array", [{"type": "boolean", "value": i == 0} for i in range(2)]),
    ),
    "short-array": ("short-array", key("short-array", [key("short", "-2"), key("short", "300")])),
    "integer-array": ("integer-array", key("integer-array", [key("integer", "-2"), key("integer", "70000")])),
    "long-array": ("long-array", key("long-array", [key("long", "-2"), key("long", str(2**40))])),
    "float-array": ("float-array", key("float-array", [key("float", "0x7fc00001"), key("float", "0x3f800000")])),
    "double-array": (
        "double-array",
        key("double-array", [key("double", "0x7ff8000000000001"), key("double", "0x8000000000000000")]),
    ),
    "char-array": ("char-array", key("char-array", [key("char", "a"), key("char", "\ud800")])),
    "empty-string-array": ("string-array", key("string-array", [])),
    "enum": (_COLOURS, key("enum", "BLUE")),
    "enum-first": (_COLOURS, key("enum", "RED")),
    "enum-with-a-body": (_SIZES, key("enum", "LARGE")),
    "pojo": (
        _pojo(a="string", b="long", c={"type": "list", "element": "string"}),
        key("pojo", {"a": key("string", "a"), "b": key("long", "7"), "c": key("list", [key("string", "b")])}),
    ),
    "pojo-with-nulls": (_pojo(a="string", b="long", d=_LONGS), key("pojo", {"b": key("long", "7")})),
    "pojo-of-no-fields": (_pojo(), key("pojo", {})),
    "pojo-not-sorted": (_pojo(b="byte", a="byte"), key("pojo", {"a": key("byte", "1"), "b": key("byte", "2")})),
    "pojo-in-pojo": (
        _pojo(a=_pojo(e=_COLOURS), b={"type": "map", "key": "string", "value": _pojo(a="long")}),
        key(
            "pojo",
            {
                "a": key("pojo", {"e": key("enum", "GREEN")}),
                "b": key("map", [[key("string", "k"), key("pojo", {"a": key("long", "1")})]]),
            },
        ),
    ),
    "array-of-pojos": (
        {"type": "array", "element": _pojo(a="long")},
        key("array", [key("pojo", {"a": key("long", "7")}), _NULL, key("pojo", {})]),
    ),
    "array-of-enums": (
        {"type": "array", "element": _COLOURS},
        key("array", [key("enum", "RED"), _NULL, key("enum", "BLUE")]),
    ),
}
"""Types that no key has, each with a value: arrays, constants, objects, and rows whose bytes have no kind."""
