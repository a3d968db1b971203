"""How records are drawn: fields to be written, and bytes to be read, of which a third are damaged."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_group_records.record_fields import records
from jarparity.areas.kafka_group_records.wire import key_bytes, value_bytes, varint

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from jarparity.answers import JSON
    from jarparity.areas.kafka_group_records.record_fields import Field, RecordOf

_TEXTS: Final = ("", "g", "m1", "é", "😀", "\ud800", "\0", "a" * 126, "a" * 127, "a" * 128)
_ENDS: Final = {"int8": 8, "int16": 16, "uint16": 16, "int32": 32, "int64": 64}
_SCARCE: Final = 12
_BYTES: Final = (0, 1, 2, 3, 5, 0x7F, 0x80, 0xFF)


def record(random: Random) -> JSON:
    """An input of `kafka.group.record`."""
    of = random.choice([*records().values()])
    version = random.randrange(of.highest + 1)
    if random.randrange(3) == 0 or of.before is not None:
        if random.randrange(_SCARCE) == 0:
            version = random.choice((-32768, -1, of.highest + 1, 32767))
        return _decode(random, of, version)
    wrong = random.randrange(6) == 0
    value = None if random.randrange(_SCARCE) == 0 else _struct(random, of.value, wrong=wrong)
    return {
        "direction": "encode",
        "record": of.name,
        "version": version,
        "key": _struct(random, of.key, wrong=wrong and random.randrange(3) == 0),
        "value": value,
    }


def _struct(random: Random, fields: Iterable[Field], *, wrong: bool) -> JSON:
    """Fields of a struct, of which each may be left out, or be null where it may not."""
    values: JSON = {}
    for field in fields:
        if random.randrange(6):
            values[field.name] = _value(random, field, wrong=wrong)
    return values


def _value(random: Random, field: Field, *, wrong: bool) -> JSON:
    can_be_null = field.is_list or field.fields or field.type in {"string", "bytes"}
    if can_be_null and (field.nullable or (wrong and random.randrange(3) == 0)) and random.randrange(3) == 0:
        return None
    if random.randrange(_SCARCE) == 0:
        return field.default
    if not field.is_list:
        return _one(random, field, wrong=wrong)
    return [_one(random, field, wrong=wrong) for _ in range(random.choice((0, 1, 1, 2, 3)))]


def _one(random: Random, field: Field, *, wrong: bool) -> JSON:
    if field.fields:
        return _struct(random, field.fields, wrong=wrong)
    match field.type:
        case "string":
            return "é" * (1 << 14) if wrong and random.randrange(_SCARCE) == 0 else random.choice(_TEXTS)
        case "bytes":
            return random.randbytes(random.choice((0, 1, 2, 7, 130))).hex()
        case "uuid":
            return urlsafe_b64encode(random.randbytes(16)).decode().rstrip("=")
    bits = _ENDS[field.type]
    low, high = (0, (1 << bits) - 1) if field.type == "uint16" else (-(1 << bits - 1), (1 << bits - 1) - 1)
    number = random.choice((low, high, max(low, -1), 0, 1, 7, random.randint(low, high)))
    return str(number) if field.type == "int64" else number


def _decode(random: Random, of: RecordOf, version: int) -> JSON:
    key = bytearray(key_bytes(of, _struct(random, of.key, wrong=False)))
    unknown = [
        (random.choice((5, 9, 200)), random.randbytes(random.randrange(4))) for _ in range(random.choice((0, 0, 1, 2)))
    ]
    value = bytearray(value_bytes(of, _struct(random, of.value, wrong=random.randrange(3) == 0), version, unknown))
    if random.randrange(_SCARCE) == 0:
        return {"direction": "decode", "key": key.hex(), "value": None}
    if random.randrange(3) == 0:
        _damage(random, key if random.randrange(4) == 0 else value)
    return {"direction": "decode", "key": key.hex(), "value": value.hex()}


def _damage(random: Random, data: bytearray) -> None:
    match random.randrange(5):
        case 0:
            del data[random.randrange(len(data) + 1) :]
        case 1:
            data += random.randbytes(random.randrange(1, 4))
        case 2:
            data[random.randrange(2)] = random.choice((*_BYTES, 9, 15, 18, 24))
        case 3:
            place = random.randrange(len(data))
            data[place:place] = varint(random.choice((1 << 15, 1 << 31, (1 << 32) - 1, 1 << 35)))
        case 4:
            for _ in range(1 + random.randrange(3)):
                data[random.randrange(len(data))] = random.choice(_BYTES)
