"""How SQL-typed fields of binary rows are drawn: every type with values that its writer takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values import boundary
from jarparity.values.boundary.sql import at_precision
from jarparity.values.numbers import number
from jarparity.values.rules import COMPACT_DECIMAL, COMPACT_TIMESTAMP
from jarparity.values.texts import data, text

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from jarparity.answers import JSON

_SIMPLE: dict[str, Callable[[Random], JSON]] = {
    "BOOLEAN": lambda random: bool(random.randrange(2)),
    "TINYINT": lambda random: number(random, 8),
    "SMALLINT": lambda random: number(random, 16),
    "INT": lambda random: number(random, 32),
    "BIGINT": lambda random: str(number(random, 64)),
    "FLOAT": lambda random: f"0x{random.getrandbits(32):08x}",
    "DOUBLE": lambda random: f"0x{random.getrandbits(64):016x}",
    "STRING": text,
    "BYTES": lambda random: data(random, 24).hex(),
    "DATE": lambda random: number(random, 32),
    "TIME": lambda random: random.randrange(86_400_000),
}

TYPES = (*_SIMPLE, "DECIMAL", "TIMESTAMP", "TIMESTAMP_LTZ")
"""What `field` makes; precisions and scales are drawn."""

_BOUNDARY: Final = tuple(boundary.FIELDS.values())


def any_field(random: Random) -> JSON:
    """A field of any type; one in four is at a boundary."""
    return random.choice(_BOUNDARY) if random.randrange(4) == 0 else field(random)


def row(random: Random, longest: int = 6) -> list[JSON]:
    """Fields of a row; now and then more than 56, so that the NULL bits fill a second word."""
    if random.randrange(8) == 0:
        return [{"type": "INT", "value": random.choice((None, 1))} for _ in range(55 + random.randrange(6))]
    return [any_field(random) for _ in range(random.randrange(longest + 1))]


def field(random: Random, kind: str | None = None) -> JSON:
    """A field of one of `TYPES`; about one in ten is NULL where NULL has a layout."""
    name = random.choice(TYPES) if kind is None else kind
    null = random.randrange(10) == 0
    if name in _SIMPLE:
        return {"type": name, "value": None if null else _SIMPLE[name](random)}
    if name == "DECIMAL":
        precision = 1 + random.randrange(38)
        scale = random.randrange(precision + 1)
        value = None if null and precision <= COMPACT_DECIMAL else _decimal(random, precision, scale)
        return {"type": f"DECIMAL({precision},{scale})", "value": value}
    precision = random.randrange(10)
    if null and precision <= COMPACT_TIMESTAMP:
        return {"type": f"{name}({precision})", "value": None}
    millis, nanos = at_precision(number(random, random.choice((42, 60))), random.randrange(1_000_000), precision)
    return {"type": f"{name}({precision})", "value": str(millis), "nanosOfMillisecond": nanos}


def _decimal(random: Random, precision: int, scale: int) -> str:
    unscaled = random.randrange(10 ** (1 + random.randrange(precision)))
    digits = f"{unscaled:0{scale + 1}d}"
    whole = f"{digits[:-scale]}.{digits[-scale:]}" if scale else digits
    return f"-{whole}" if unscaled and random.randrange(2) else whole
