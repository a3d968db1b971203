"""How types and values of state are drawn, and bytes as serializers write them or might have."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from jarparity.values import fields, keys, numbers, texts
from jarparity.values.boundary.keys import key
from jarparity.values.state_rules import ARRAYS, ENUMS, POJO, POJO_FIELDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from jarparity.answers import JSON

KEY_SCALARS: Final = (
    "string",
    "long",
    "integer",
    "short",
    "byte",
    "char",
    "boolean",
    "double",
    "float",
    "big-decimal",
    "big-integer",
    "local-date",
    "local-time",
    "local-date-time",
    "instant",
    "sql-date",
    "sql-timestamp",
)
"""Types of one value that a job may have as a key, and a map, too."""
NAMESPACES: Final = ("void-namespace", "time-window", "string", "global-window", "long")
"""Types of namespaces: Flink's own, and others that a state descriptor may name."""
_SCALARS: Final = (*KEY_SCALARS, "bytes", "time-window", "void-namespace", "global-window", *ARRAYS)
_ROW_KINDS: Final = ("+I", "-U", "+U", "-D")
_SQL: Final = ("STRING", "INT", "BIGINT", "BOOLEAN", "DOUBLE", "BYTES")
_NULL: Final = key("null", None)


def key_type(random: Random) -> JSON:
    """A type of keys."""
    match random.randrange(8):
        case 0:
            return {"type": "tuple", "fields": [random.choice(KEY_SCALARS) for _ in range(random.randrange(4))]}
        case 1:
            return {"type": "row", "fields": [random.choice(KEY_SCALARS) for _ in range(1 + random.randrange(10))]}
        case 2:
            return {"type": "list", "element": random.choice(KEY_SCALARS)}
        case 3:
            return {"type": "row-data", "fields": [random.choice(_SQL) for _ in range(1 + random.randrange(3))]}
        case _:
            return random.choice(KEY_SCALARS)


def any_type(random: Random, depth: int = 2) -> JSON:  # noqa: C901, PLR0911 - one for each type
    """A type of values; composites hold any type, nested at most `depth` deep."""
    match random.randrange(14 if depth else 1):
        case 7:
            return _row(random, depth)
        case 8:
            element = any_type(random, depth - 1)
            return "string-array" if element == "string" else {"type": "array", "element": element}
        case 9:
            name = random.choice(tuple(ENUMS))
            return {"type": "enum", "class": name, "constants": ENUMS[name]}
        case 10:
            names = sorted(random.sample(POJO_FIELDS, random.randrange(1 + len(POJO_FIELDS))))
            fields = [{"name": name, "type": any_type(random, depth - 1)} for name in names]
            return {"type": "pojo", "class": POJO, "fields": fields}
        case 1:
            return {"type": "tuple", "fields": [any_type(random, depth - 1) for _ in range(random.randrange(5))]}
        case 2:
            return _row(random, depth)
        case 3:
            return {"type": "list", "element": any_type(random, depth - 1)}
        case 4:
            return {"type": "map", "key": random.choice(KEY_SCALARS), "value": any_type(random, depth - 1)}
        case 5:
            return {"type": "row-data", "fields": [random.choice(_SQL) for _ in range(random.randrange(4))]}
        case 6:
            return _with_time(any_type(random, depth - 1))
        case _:
            return random.choice(_SCALARS)


def _row(random: Random, depth: int) -> JSON:
    """Rows; one type in four has no kinds."""
    row: JSON = {"type": "row", "fields": [any_type(random, depth - 1) for _ in range(random.randrange(9))]}
    return row if random.randrange(4) else {**row, "kinds": False}


def _with_time(kind: JSON) -> JSON:
    """A type with a time to live; none is in another."""
    return kind if not isinstance(kind, str) and kind["type"] == "ttl" else {"type": "ttl", "value": kind}


def value(random: Random, kind: JSON, nulls: int = 0) -> JSON:
    """A value of a type.

    Args:
        random: Draws.
        kind: The type.
        nulls: One value in so many is null; none for 0. A row's fields may always be.
    """
    if nulls and random.randrange(nulls) == 0:
        return _NULL
    return _scalar(random, kind) if isinstance(kind, str) else _composite(random, kind, nulls)


def _composite(random: Random, kind: JSON, nulls: int) -> JSON:  # noqa: PLR0911 - one for each type
    match kind["type"]:
        case "list":
            return key("list", [value(random, kind["element"], nulls) for _ in range(random.randrange(4))])
        case "array":
            return key("array", [value(random, kind["element"], 4) for _ in range(random.randrange(4))])
        case "enum":
            return key("enum", random.choice(kind["constants"]))
        case "pojo":
            return key("pojo", {field["name"]: value(random, field["type"], 4) for field in kind["fields"]})
        case "map":
            pairs = [[value(random, kind["key"]), value(random, kind["value"], 4)] for _ in range(random.randrange(4))]
            return key("map", pairs)
        case "tuple":
            return key("tuple", [value(random, part, nulls) for part in kind["fields"]])
        case "row":
            parts = [value(random, part, 5) for part in kind["fields"]]
            return key("row", {"kind": random.choice(_ROW_KINDS), "fields": parts})
        case "ttl":
            return key("ttl", {"timestamp": str(numbers.int64(random)), "value": value(random, kind["value"], nulls)})
    return key("row-data", [fields.field(random, part) for part in kind["fields"]])


def _scalar(random: Random, kind: str) -> JSON:
    if kind in ARRAYS:
        nulls = 4 if kind == "string-array" else 0
        return key(kind, [value(random, ARRAYS[kind], nulls) for _ in range(random.randrange(5))])
    match kind:
        case "bytes":
            return key(kind, texts.data(random, 20).hex())
        case "void-namespace" | "global-window":
            return key(kind, None)
        case "time-window":
            return key(kind, {"start": str(numbers.int64(random)), "end": str(numbers.int64(random))})
        case "big-integer" | "big-decimal" if random.randrange(4) == 0:
            number = random.choice(("0", "1", "10"))
            of = number if kind == "big-integer" else random.choice((number, f"{number[:-1] or '0'}.{number[-1]}"))
            return {**key(kind, of), **({"constant": random.randrange(2) == 0} if random.randrange(3) else {})}
    return keys.of_type(random, kind)


def stored(random: Random, kind: JSON) -> bytes:  # noqa: C901, PLR0911 - one for each type
    """Bytes that the type's serializer might read: as it writes them, and some that no serializer writes."""
    if isinstance(kind, str):
        return _counted(random, _STORED[ARRAYS[kind]], random) if kind in ARRAYS else _STORED[kind](random)
    match kind["type"]:
        case "list":
            return _counted(random, lambda: stored(random, kind["element"]))
        case "array":
            return _counted(random, lambda: _present(random, kind["element"], absent=b"\0"))
        case "enum":
            return struct.pack(">i", random.randrange(-1, len(kind["constants"]) + 1))
        case "pojo":
            if random.randrange(8) == 0:
                return random.choice((b"\1", b"\3", b"\xf1"))
            flag = random.choice((b"\2", b"\2", b"\2", b"\x12"))
            return flag + b"".join(_present(random, field["type"], absent=b"\1") for field in kind["fields"])
        case "map":
            return _counted(random, lambda: stored(random, kind["key"]) + _entry(random, kind["value"]))
        case "tuple":
            return b"".join(stored(random, part) for part in kind["fields"]) or b"*"
        case "row":
            before = 2 if kind.get("kinds", True) else 0
            size = -(-(before + len(kind["fields"])) // 8)
            mask = random.getrandbits(8 * size) & random.getrandbits(8 * size)
            bits = [mask >> 8 * size - 1 - before - place & 1 for place in range(len(kind["fields"]))]
            parts = [stored(random, part) for part, null in zip(kind["fields"], bits, strict=True) if not null]
            return mask.to_bytes(size, "big") + b"".join(parts)
        case "ttl":
            return random.randbytes(8) + stored(random, kind["value"])
    return _sized(texts.data(random, 24))


def _counted(random: Random, item: Callable[..., bytes], *given: Random) -> bytes:
    if random.randrange(20) == 0:
        return struct.pack(">i", random.choice((-1, -2)))
    count = random.randrange(4)
    return struct.pack(">i", count) + b"".join(item(*given) for _ in range(count))


def _present(random: Random, kind: JSON, absent: bytes) -> bytes:
    """A value behind a flag that says that it is there, or a flag that says that it isn't."""
    return absent if random.randrange(4) == 0 else bytes((absent[0] ^ 1,)) + stored(random, kind)


def _entry(random: Random, kind: JSON) -> bytes:
    return b"\1" if random.randrange(4) == 0 else b"\0" + stored(random, kind)


def _sized(data: bytes, added: int = 0) -> bytes:
    return struct.pack(">i", len(data) + added) + data


def _varying(random: Random, number: int) -> bytes:
    """A number with seven bits a byte; now and then in more bytes than it takes."""
    data = bytearray()
    while number >= 0x80:  # noqa: PLR2004 - what fits into seven bits
        data.append(number & 0x7F | 0x80)
        number >>= 7
    if random.randrange(16) == 0:
        data += bytes((number | 0x80, 0))
    else:
        data.append(number)
    return bytes(data)


def _string(random: Random) -> bytes:
    if random.randrange(8) == 0:
        return b"\0"
    units = texts.java_string(random, 12).encode("utf-16-le", "surrogatepass")
    shorts = struct.unpack(f"<{len(units) // 2}H", units)
    return b"".join(_varying(random, number) for number in (len(shorts) + 1, *shorts))


def _number(random: Random) -> bytes:
    code = random.randrange(8)
    if code < 4:  # noqa: PLR2004 - null and the constants
        return struct.pack(">i", code)
    return _sized(random.randbytes(random.choice((0, 1, 1, 2, 9))), 4)


def _decimal(random: Random) -> bytes:
    digits = _number(random)
    return digits if digits == bytes(4) else digits + struct.pack(">i", numbers.number(random, 8))


def _date(random: Random) -> bytes:
    if random.randrange(8) == 0:
        return bytes.fromhex("800000008000")
    return struct.pack(">ibb", numbers.number(random, 31), random.randrange(14), random.randrange(33))


def _time(random: Random) -> bytes:
    if random.randrange(8) == 0:
        return bytes.fromhex("80800080000000")
    nano = random.choice((0, random.randrange(1000) * 10**6, random.randrange(10**9), 10**9, -1))
    return struct.pack(">bbbi", random.randrange(25), random.randrange(61), random.randrange(61), nano)


def _instant(random: Random) -> bytes:
    if random.randrange(8) == 0:
        return struct.pack(">qi", -(2**63), -(2**31))
    return struct.pack(">qi", numbers.number(random, random.choice((40, 60))), numbers.number(random, 32))


def _timestamp(random: Random) -> bytes:
    if random.randrange(8) == 0:
        return struct.pack(">q", -(2**63))  # of null's twelve bytes the original reads eight
    nanos = random.choice((0, random.randrange(10**9), 10**9, -1))
    return struct.pack(">qi", numbers.number(random, 60), nanos)


_STORED: Final[dict[str, Callable[[Random], bytes]]] = {
    "string": _string,
    "long": lambda random: random.randbytes(8),
    "integer": lambda random: random.randbytes(4),
    "short": lambda random: random.randbytes(2),
    "byte": lambda random: random.randbytes(1),
    "char": lambda random: random.randbytes(2),
    "boolean": lambda random: random.choice((b"\0", b"\1", random.randbytes(1))),
    "double": lambda random: random.choice((random.randbytes(8), struct.pack(">Q", 0x7FF0_0000_0000_0001))),
    "float": lambda random: random.choice((random.randbytes(4), struct.pack(">I", 0xFFC0_0001))),
    "big-integer": _number,
    "big-decimal": _decimal,
    "local-date": _date,
    "local-time": _time,
    "local-date-time": lambda random: _date(random) + _time(random),
    "instant": _instant,
    "sql-date": lambda random: random.choice((random.randbytes(8), struct.pack(">q", -(2**63)))),
    "sql-timestamp": _timestamp,
    "bytes": lambda random: _sized(texts.data(random, 20)),
    "void-namespace": lambda random: random.randbytes(1),
    "time-window": lambda random: random.randbytes(16),
    "global-window": lambda random: random.randbytes(1),
}
