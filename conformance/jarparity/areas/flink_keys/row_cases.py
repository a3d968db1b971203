"""Hand-written cases of rows of SQL in state: every type at its edges, NULL of each, cut and damaged bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_keys.stored_rows import header_size
from jarparity.case_collector import Cases
from jarparity.values import boundary as edges

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.cases import Case

_NEIGHBOUR: Final = {"type": "STRING", "value": "user_1234567"}
_OF_EACH_TYPE: Final = (
    "BOOLEAN",
    "TINYINT",
    "SMALLINT",
    "INT",
    "BIGINT",
    "FLOAT",
    "DOUBLE",
    "STRING",
    "BYTES",
    "DATE",
    "TIME",
    "DECIMAL(18,2)",
    "DECIMAL(19,2)",
    "DECIMAL(38,18)",
    "TIMESTAMP(3)",
    "TIMESTAMP(4)",
    "TIMESTAMP(9)",
    "TIMESTAMP_LTZ(3)",
    "TIMESTAMP_LTZ(9)",
)
_ONES: Final = "ff" * 8
_SIGNS: Final = "80" * 8


def stored() -> Iterable[Case]:
    """Cases of `flink.table.row-bytes`."""
    cases = Cases("flink.table.row-bytes")
    for name, document in (*_written(), *_numbers(), *_texts(), *_wide(), *_headers(), *_damaged()):
        cases.add(name, document)
    return cases


def _written() -> Iterator[tuple[str, JSON]]:
    for sql in _OF_EACH_TYPE:
        fields = [{"type": sql, "value": None}, _NEIGHBOUR]
        yield f"null/{_slug(sql)}", {"kind": "+I", "fields": fields}
    for kind, name in (("+I", "insert"), ("-U", "update-before"), ("+U", "update-after"), ("-D", "delete")):
        yield f"kind/{name}", {"kind": kind, "fields": [{"type": "INT", "value": 7}]}
        yield f"kind/{name}/empty", {"kind": kind, "fields": []}
    for label, field in edges.FIELDS.items():
        yield f"before-string/{label}", {"kind": "+U", "fields": [field, _NEIGHBOUR]}
    for count in (55, 56, 57, 119, 120, 121):
        yield f"nulls/{count}", {"kind": "-D", "fields": [{"type": "INT", "value": None}] * count}
        yield f"last-null/{count}", {"kind": "+I", "fields": [*[{"type": "INT", "value": 1}] * count, *_NULL_LONG]}


_NULL_LONG: Final = [{"type": "BIGINT", "value": None}]


def _decode(types: list[str], row: bytes, more: str = "") -> JSON:
    data = f"{len(row).to_bytes(4, 'big').hex()}{row.hex()}{more}"
    return {"direction": "decode", "types": types, "bytes": data}


def _row(types: list[str], slots: list[bytes], behind: bytes = b"", *, kind: int = 0, nulls: int = 0) -> bytes:
    return (kind | nulls << 8).to_bytes(header_size(types), "little") + b"".join(slots) + behind


def _slot(start: int, low: int) -> bytes:
    return (start << 32 | low).to_bytes(8, "little")


def _numbers() -> Iterator[tuple[str, JSON]]:
    for sql in ("BOOLEAN", "TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DATE", "TIME", "DECIMAL(18,2)"):
        for name, word in (("ones", _ONES), ("signs", _SIGNS), ("second-byte", "0001" + "00" * 6), ("zero", "00" * 8)):
            yield f"decode/{_slug(sql)}/{name}", _decode([sql], _row([sql], [bytes.fromhex(word)]))
    for sql in ("FLOAT", "DOUBLE"):
        for name, word in (("signalling", "0100807f010000f07f"), ("one", "0000803f0000f03f")):
            yield f"decode/{_slug(sql)}/{name}", _decode([sql], _row([sql], [bytes.fromhex(word)[:8].ljust(8, b"\0")]))


def _texts() -> Iterator[tuple[str, JSON]]:
    for sql in ("STRING", "BYTES"):
        for length in range(8):
            slot = b"abc\xc3\xa9fg" + bytes([0x80 | length])
            yield f"decode/{_slug(sql)}/inline-{length}", _decode([sql], _row([sql], [slot]))
        for length in (0, 1, 7, 8):
            data = _row([sql], [_slot(24 - length, length)], b"jar\xc3\xa9\x00ty")
            yield f"decode/{_slug(sql)}/behind-{length}", _decode([sql], data)
        twice = _row([sql, sql], [_slot(24, 8), _slot(26, 4)], b"shared00")
        yield f"decode/{_slug(sql)}/shared", _decode([sql, sql], twice)
    for name, text in _DAMAGED_TEXTS.items():
        data = _row(["STRING"], [_slot(16, len(text))], text.ljust(8, b"\0"))
        yield f"decode/string/damaged-{name}", _decode(["STRING"], data)


def _wide() -> Iterator[tuple[str, JSON]]:
    for size in (1, 8, 9, 16):
        for digit in (b"\x7f", b"\x80", b"\xff", b"\x00"):
            data = _row(["DECIMAL(19,2)"], [_slot(16, size)], digit * 16)
            yield f"decode/decimal/{size}-times-{digit.hex()}", _decode(["DECIMAL(19,2)"], data)
    for sign, digits in (("most", 10**19 - 1), ("one-more", 10**19), ("least", 1 - 10**19), ("one-less", -(10**19))):
        data = _row(["DECIMAL(19,2)"], [_slot(16, 16)], digits.to_bytes(16, "big", signed=True))
        yield f"decode/decimal/digits-{sign}", _decode(["DECIMAL(19,2)"], data)
    for name, nanos in (
        ("none", 0),
        ("most", 999_999),
        ("one-more", 1_000_000),
        ("of-a-fourth-byte", 1 << 24),
        ("negative", 0xFFFFFFFF),
    ):
        for sql in ("TIMESTAMP(4)", "TIMESTAMP_LTZ(9)"):
            data = _row([sql], [_slot(16, nanos)], bytes.fromhex("01000000000000ff"))
            yield f"decode/{_slug(sql)}/nanos-{name}", _decode([sql], data)


def _headers() -> Iterator[tuple[str, JSON]]:
    for place in (0, 55, 56, 57):
        types = ["INT"] * 58
        data = _row(types, [b"\1" + bytes(7)] * 58, nulls=1 << place)
        yield f"decode/null-at/{place}", _decode(types, data)
    nulls = _row(list(_OF_EACH_TYPE), [b"\xff" * 8] * len(_OF_EACH_TYPE), nulls=(1 << len(_OF_EACH_TYPE)) - 1)
    yield "decode/nulls-of-each-type", _decode(list(_OF_EACH_TYPE), nulls)
    for kind in (0, 1, 2, 3, 4, 127, 128, 255):
        yield f"decode/kind/{kind}", _decode(["INT"], _row(["INT"], [_slot(0, 7)], kind=kind))


_DAMAGED_TEXTS: Final = {
    "surrogate": b"a\xed\xa0\x80b",
    "half-surrogate": b"a\xed\xa0b",
    "half-surrogate-at-end": b"a\xed\xbf",
    "pair": b"\xed\xa0\xbd\xed\xb8\x80",
    "overlong": b"\xc0\x80\xe0\x80\x80",
    "cut-three": b"ab\xe2\x82",
    "cut-four": b"ab\xf0\x9f\x98",
    "beyond": b"\xf4\x90\x80\x80a",
    "no-starts": b"\x80\xbf\xfe\xff",
    "whole": b"\xf0\x9f\x98\x80\xc3\xa9a\x00",
}


def _damaged() -> Iterator[tuple[str, JSON]]:
    types = ["INT", "STRING"]
    whole = _row(types, [_slot(0, 7), _slot(24, 8)], b"user_123")
    data = _decode(types, whole)["bytes"]
    for length in range(0, len(data) // 2, 3):
        yield f"decode/first-{length}", {"direction": "decode", "types": types, "bytes": data[: 2 * length]}
    yield "decode/longer", _decode(types, whole, "0405")
    for size in (0, 7, 8, 15):
        yield f"decode/row-of-{size}-bytes", _decode(["INT"], _row(["INT"], [_slot(0, 7)])[:size])
        yield f"decode/row-of-{size}-bytes/without-fields", _decode([], bytes(size))
    yield "decode/row-of-1-byte/without-fields", _decode([], b"\3")
    yield "decode/negative-length", {"direction": "decode", "types": [], "bytes": "ffffffff"}


def _slug(sql: str) -> str:
    return sql.lower().replace("(", "-").replace(",", "-").replace(")", "").replace("_", "-")
