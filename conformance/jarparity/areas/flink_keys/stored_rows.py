"""Binary rows as bytes: how they are drawn, and what of them no original can be asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from jarparity.values import fields, numbers
from jarparity.values.rules import COMPACT_DECIMAL, COMPACT_TIMESTAMP, of_sql_field

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from jarparity.answers import JSON
    from jarparity.operations import Problem

MOST: Final = 1 << 16
"""So many bytes may a row say that it has."""
_KIND_BITS: Final = 8
_WORD: Final = 8
_WORD_BITS: Final = 64
_INLINE: Final = 0x80
_LONGEST_INLINE: Final = 7
_LENGTH: Final = 4
_KINDS: Final = 4
_DECIMAL_BYTES: Final = 16
_DAMAGED: Final = b"\xed\xa0\x80\xe2\x82a\xf0\x9f"
"""No UTF-8: half a surrogate pair, and characters that end too early."""
_TYPE: Final = re.compile(r"([A-Z_]+)(?:\((\d+)(?:,(\d+))?\))?")


def row_bytes(random: Random) -> JSON:
    """An input of `flink.table.row-bytes`; a third of them bytes to be read, of which some are cut or longer."""
    row = fields.row(random, 8)
    if random.randrange(3):
        nulled = [{**field, "value": None} if random.randrange(12) == 0 else field for field in row]
        kind = random.choice(("+I", "+I", "-U", "+U", "-D"))
        return {"kind": kind, "fields": [_without_nanos(field) for field in nulled]}
    while [*problems(read := _read(random, [field["type"] for field in row]))]:
        pass
    return read


def _read(random: Random, types: list[str]) -> JSON:
    data = _stored(random, types)
    match random.randrange(6):
        case 0:
            data = data[: random.randrange(len(data) + 1)]
        case 1:
            data += random.randbytes(1 + random.randrange(3))
    return {"direction": "decode", "types": types, "bytes": data.hex()}


def _without_nanos(field: JSON) -> JSON:
    return field if field["value"] is not None else {"type": field["type"], "value": None}


def _stored(random: Random, types: list[str]) -> bytes:
    """A row behind its length, each slot of it as its type may have it."""
    header = header_size(types)
    behind = b"".join(_word(random) for _ in range(random.randrange(6)))
    first = header + _WORD * len(types)
    kind = random.randrange(256) if random.randrange(20) == 0 else random.randrange(_KINDS)
    nulls = sum(1 << place for place in range(len(types)) if random.randrange(8) == 0)
    data = (kind | nulls << _KIND_BITS).to_bytes(header, "little")
    data += b"".join(_slot(random, sql, first, len(behind)) for sql in types) + behind
    return len(data).to_bytes(_LENGTH, "big") + data


def _word(random: Random) -> bytes:
    """A word behind the slots: a text, a small number, or anything."""
    return random.choice(
        (b"jar\xc3\xa9\x00ty", b"\xed\xa0\x80\xe2\x82a\xf0\x9f", random.randbytes(8), bytes(7) + b"\x01")
    )


def _slot(random: Random, sql: str, first: int, behind: int) -> bytes:
    name, precision, _ = parts(sql)
    if name in {"STRING", "BYTES"}:
        if random.randrange(2) or not behind:
            length = random.randrange(_LONGEST_INLINE + 1)
            return random.choice((b"abcdefg", random.randbytes(7))) + bytes([_INLINE | length])
        start = random.randrange(behind)
        return _pointer(first + start, random.randrange(behind - start + 1))
    if name == "DECIMAL" and precision > COMPACT_DECIMAL and behind:
        start = random.randrange(behind)
        return _pointer(first + start, 1 + random.randrange(min(_DECIMAL_BYTES, behind - start)))
    if name.startswith("TIMESTAMP") and precision > COMPACT_TIMESTAMP:
        nanos = numbers.number(random, 32) if random.randrange(8) == 0 else random.randrange(1_000_000)
        return _pointer(first + random.randrange(max(1, behind - _WORD)), nanos & 0xFFFFFFFF)
    return random.choice((numbers.number(random, 64).to_bytes(8, "little", signed=True), random.randbytes(8)))


def _pointer(start: int, low: int) -> bytes:
    return (start << 32 | low).to_bytes(_WORD, "little")


def header_size(types: list[str]) -> int:
    """The bytes before the first slot."""
    return -(-(len(types) + _KIND_BITS) // _WORD_BITS) * _WORD


def parts(sql: str) -> tuple[str, int, int]:
    """A type's name, precision and scale; 0 where it has none."""
    match = _TYPE.fullmatch(sql)
    if match is None:
        return sql, 0, 0
    return match[1], int(match[2] or 0), int(match[3] or 0)


def problems(document: JSON) -> Iterator[Problem]:
    """The broken rules of an input of `flink.table.row-bytes`."""
    for i, field in enumerate(document.get("fields", ())):
        yield from of_sql_field(f"input.fields[{i}]", field, null_of_any=True)
    types = document.get("types", ())
    for i, sql in enumerate(types):
        _, precision, scale = parts(sql)
        if scale > precision:
            yield f"input.types[{i}]", f"{sql} has more decimals than digits; write a scale up to {precision}"
    if "bytes" in document:
        yield from _of_bytes(bytes.fromhex(document["bytes"]), types)


def _of_bytes(data: bytes, types: list[str]) -> Iterator[Problem]:
    size = int.from_bytes(data[:_LENGTH], "big", signed=True)
    if len(data) >= _LENGTH and size > MOST:
        yield "input.bytes", f"say that the row has more than {MOST} bytes; write a smaller length"
    row = data[_LENGTH : _LENGTH + size]
    if size < 0 or len(row) < size:
        return  # no original looks into it
    first = header_size(types)
    nulls = int.from_bytes(row[:first], "little") >> _KIND_BITS
    for place, sql in enumerate(types):
        slot = row[first + _WORD * place :][:_WORD]
        if len(slot) == _WORD and not nulls >> place & 1 and not _stays_inside(sql, slot, size):
            yield (
                "input.bytes",
                f"the slot of field {place}, a {sql}, points outside of the row; write an offset and a length within "
                f"its {size} bytes: originals give whatever stands there",
            )


def _stays_inside(sql: str, slot: bytes, size: int) -> bool:
    name, precision, _ = parts(sql)
    start, low = int.from_bytes(slot[4:], "little", signed=True), int.from_bytes(slot[:4], "little", signed=True)
    if name in {"STRING", "BYTES"}:
        if slot[-1] & _INLINE:
            return slot[-1] & ~_INLINE <= _LONGEST_INLINE
        return low >= 0 and 0 <= start <= size - low
    if name == "DECIMAL" and precision > COMPACT_DECIMAL:
        return low > 0 and 0 <= start <= size - low
    return not (name.startswith("TIMESTAMP") and precision > COMPACT_TIMESTAMP) or 0 <= start <= size - _WORD
