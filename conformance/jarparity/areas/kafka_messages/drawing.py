"""How values of fields are drawn: of each type its ends, null, what is left out, and what may not be."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Final, NamedTuple

from jarparity.areas.kafka_messages.fields import UNKNOWN
from jarparity.areas.kafka_messages.wire import varint

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from jarparity.answers import JSON
    from jarparity.areas.kafka_messages.fields import Field

SCARCE: Final = 12
"""One in so many is odd."""
_TEXTS: Final = ("", "g", "m1", "é", "😀", "\ud800", "\0", "a" * 126, "a" * 127, "a" * 128)
_ENDS: Final = {"int8": 8, "int16": 16, "uint16": 16, "int32": 32, "int64": 64}
_CHOICES: Final[dict[str, tuple[JSON, ...]]] = {
    "bool": (False, True),
    "float64": ("0" * 16, "8" + "0" * 15, "3ff8000000000000", "7ff0000000000000", "7ff8000000000001", "f" * 16),
}
_BYTES: Final = (0, 1, 2, 3, 5, 0x7F, 0x80, 0xFF)


class Odd(NamedTuple):
    """What a struct may have that isn't plain.

    Attributes:
        wrong: Null in a field that may not be, and texts that are too long.
        lacking: Fields that the version lacks.
        tags: Tags that no release knows, in structs that are parts.
    """

    wrong: bool = False
    lacking: bool = False
    tags: bool = False


_PLAIN: Final = Odd()


def struct(random: Random, fields: Iterable[Field], version: int | None, odd: Odd = _PLAIN) -> JSON:
    """Fields of a struct, of which each may be left out.

    Args:
        random: Where it comes from.
        fields: The struct's.
        version: Which version they are for; None: all fields are drawn.
        odd: What it may have that isn't plain.
    """
    values: JSON = {}
    for field in fields:
        if version is not None and version not in field.versions and not (odd.lacking and random.randrange(4) == 0):
            continue
        if random.randrange(6):
            values[field.name] = _value(random, field, version, odd)
    return values


def _value(random: Random, field: Field, version: int | None, odd: Odd) -> JSON:
    nullable = bool(field.null_in)
    if nullable and version is not None and version not in field.null_in:
        nullable = random.randrange(2) == 0
    if field.can_be_null and (nullable or (odd.wrong and random.randrange(3) == 0)) and random.randrange(3) == 0:
        return None
    if random.randrange(SCARCE) == 0:
        return field.default
    if not field.is_list:
        return _one(random, field, version, odd)
    count = random.choice((0, 1, 1, 2, 3))
    return [_one(random, field, version, odd) for _ in range(count)]


def _one(random: Random, field: Field, version: int | None, odd: Odd) -> JSON:
    if field.fields:
        value = struct(random, field.fields, version, odd)
        return value | ({UNKNOWN: unknown_tags(random)} if odd.tags and random.randrange(3) == 0 else {})
    match field.type:
        case "string":
            return "é" * (1 << 14) if odd.wrong and random.randrange(SCARCE) == 0 else random.choice(_TEXTS)
        case "bytes" | "records":
            return random.randbytes(random.choice((0, 1, 2, 7, 130))).hex()
        case "uuid":
            return urlsafe_b64encode(random.randbytes(16)).decode().rstrip("=")
        case "bool" | "float64" as type_:
            return random.choice(_CHOICES[type_])
    bits = _ENDS[field.type]
    low, high = (0, (1 << bits) - 1) if field.type == "uint16" else (-(1 << bits - 1), (1 << bits - 1) - 1)
    number = random.choice((low, high, max(low, -1), 0, 1, 7, random.randint(low, high)))
    return str(number) if field.type == "int64" else number


def unknown_tags(random: Random) -> JSON:
    """None, one or two tags that no release knows."""
    return [
        {"tag": tag, "data": data.hex()}
        for tag, data in [
            (random.choice((5, 9, 200)), random.randbytes(random.randrange(4)))
            for _ in range(random.choice((0, 0, 1, 2)))
        ]
    ]


def damage(random: Random, data: bytearray, first: Iterable[int] = ()) -> None:
    """Cuts, lengthens or changes bytes.

    Args:
        random: Where it comes from.
        data: What is damaged.
        first: What one of the first two bytes may become, beside the usual ones.
    """
    match random.randrange(5):
        case 0:
            del data[random.randrange(len(data) + 1) :]
        case 1:
            data += random.randbytes(random.randrange(1, 4))
        case 2:
            data[random.randrange(2)] = random.choice((*_BYTES, *first))
        case 3:
            place = random.randrange(len(data))
            data[place:place] = varint(random.choice((1 << 15, 1 << 31, (1 << 32) - 1, 1 << 35)))
        case 4:
            for _ in range(1 + random.randrange(3)):
                data[random.randrange(len(data))] = random.choice(_BYTES)
