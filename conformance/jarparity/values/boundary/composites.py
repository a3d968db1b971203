"""Tuples, lists, rows and binary rows at which ports go wrong: empty, nested, with null, with bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values.boundary.sql import FIELDS

if TYPE_CHECKING:
    from jarparity.answers import JSON

_NULL: dict[str, JSON] = {"type": "null", "value": None}


def _of(kind: str, value: JSON) -> dict[str, JSON]:
    return {"type": kind, "value": value}


_A = _of("string", "a")
_B = _of("string", "b")
_ONE = _of("integer", "1")
_LONG = _of("long", "-1")
_BYTES = _of("bytes", "61ff80")

PICKLES: dict[str, str] = {
    "user-1-protocol-2": "80025806000000757365725f3171002e",
    "user-1-protocol-3": "80035806000000757365725f3171002e",
    "user-1-protocol-4": "8004950a000000000000008c06757365725f31942e",
    "user-1-protocol-5": "8005950a000000000000008c06757365725f31942e",
    "one-protocol-5": "80054b012e",
    "one-point-zero-protocol-5": "8005950a00000000000000473ff00000000000002e",
    "true-protocol-5": "8005882e",
    "one-string-twice-protocol-4": "8004950a000000000000008c02616294680086942e",
    "two-equal-strings-protocol-4": "8004950d000000000000008c026162948c0261629486942e",
}
"""What `pickle.dumps` gives for PyFlink's default keys, which then are the bytes of a Row."""


def _row(*fields: JSON, kind: str = "+I") -> JSON:
    return {"kind": kind, "fields": list(fields)}


TUPLES: dict[str, JSON] = {
    "empty": [],
    "one-string": [_A],
    "string-and-integer": [_A, _ONE],
    "integer-and-string": [_ONE, _A],
    "one-null": [_NULL],
    "null-and-string": [_NULL, _A],
    "string-and-null": [_A, _NULL],
    "nested": [_of("tuple", [_A]), _of("tuple", [_B, _LONG])],
    "with-list": [_of("list", [_A, _B]), _ONE],
    "with-row": [_of("row", _row(_A)), _ONE],
    "with-bytes-in-row": [_of("row", _row(_BYTES))],
    "with-minus-zero": [_of("double", "0x8000000000000000")],
    "minus-ones": [_of("integer", "-1"), _LONG, _of("short", "-1"), _of("byte", "-1")],
    "twenty-five": [_of("integer", str(i)) for i in range(25)],
    "bytes": [_BYTES],
    "enum": [_of("enum", "DAYS")],
}

LISTS: dict[str, JSON] = {
    "empty": [],
    "one-string": [_A],
    "two-strings": [_A, _B],
    "two-strings-reversed": [_B, _A],
    "one-null": [_NULL],
    "nulls": [_NULL, _NULL],
    "nested-empty": [_of("list", [])],
    "nested": [_of("list", [_A]), _of("list", [_B, _ONE])],
    "with-tuple": [_of("tuple", [_A, _ONE])],
    "with-row": [_of("row", _row(_A, _NULL))],
    "many-longs": [_of("long", str(-i)) for i in range(40)],
    "bytes": [_A, _BYTES],
    "enum": [_of("enum", "DAYS")],
}

ROWS: dict[str, JSON] = {
    "empty": _row(),
    "one-string": _row(_A),
    "update-before": _row(_A, kind="-U"),
    "update-after": _row(_A, kind="+U"),
    "delete": _row(_A, kind="-D"),
    "empty-delete": _row(kind="-D"),
    "one-long": _row(_of("long", "1")),
    "one-null": _row(_NULL),
    "null-and-string": _row(_NULL, _A),
    "string-and-integer": _row(_A, _ONE),
    "nested": _row(_of("row", _row(_A)), _ONE),
    "nested-delete": _row(_of("row", _row(_A, kind="-D"))),
    "with-list": _row(_of("list", [_A, _B])),
    "with-empty-list": _row(_of("list", [])),
    "with-tuple": _row(_of("tuple", [_A, _ONE])),
    "with-minus-zero": _row(_of("double", "0x8000000000000000"), _of("float", "0x80000000")),
    "with-empty-bytes": _row(_of("bytes", "")),
    "with-signed-bytes": _row(_BYTES),
    "with-bytes-and-string": _row(_BYTES, _A),
    "with-list-of-bytes": _row(_of("list", [_BYTES, _A])),
    "with-tuple-of-bytes": _row(_of("tuple", [_BYTES])),
    "with-enum": _row(_of("enum", "DAYS")),
    "with-nested-bytes": _row(_of("row", _row(_BYTES))),
    **{f"pickled-{label}": _row(_of("bytes", text)) for label, text in PICKLES.items()},
}

ROW_DATA: dict[str, JSON] = {
    "empty": [],
    **{label: [field] for label, field in FIELDS.items()},
    "string-and-bigint": [{"type": "STRING", "value": "a"}, {"type": "BIGINT", "value": "7"}],
    "bigint-and-string": [{"type": "BIGINT", "value": "7"}, {"type": "STRING", "value": "a"}],
    "two-long-strings": [
        {"type": "STRING", "value": "user_1234567"},
        {"type": "STRING", "value": "abcdefgh"},
    ],
    "true-and-double": [
        {"type": "BOOLEAN", "value": True},
        {"type": "DOUBLE", "value": "0x3ff8000000000000"},
    ],
    "nulls": [
        {"type": "INT", "value": None},
        {"type": "STRING", "value": None},
        {"type": "BIGINT", "value": "1"},
    ],
    "fifty-seven-nulls": [{"type": "INT", "value": None if i % 2 else i} for i in range(57)],
    "fifty-six-fields": [{"type": "TINYINT", "value": None if i == 55 else -i} for i in range(56)],  # noqa: PLR2004
    "every-width": [
        {"type": "TINYINT", "value": -1},
        {"type": "SMALLINT", "value": -1},
        {"type": "INT", "value": -1},
        {"type": "BIGINT", "value": "-1"},
    ],
}
