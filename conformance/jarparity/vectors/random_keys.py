"""Seeded keys of every type for the fixtures."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from jarparity.edges.keys import key
from jarparity.vectors.random_fields import field
from jarparity.vectors.random_times import date, date_time, instant, sql_timestamp, time
from jarparity.vectors.random_values import data, number, text

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from jarparity.answers import JSON

_KINDS = ("+I", "-U", "+U", "-D")


def _decimal(random: Random) -> str:
    unscaled, scale = number(random, random.choice((12, 40, 65, 130))), random.randrange(20)
    digits = f"{abs(unscaled):0{scale + 1}d}"
    # From here on BigDecimal.toString would use an exponent.
    if scale and len(str(abs(unscaled))) - scale < -5:  # noqa: PLR2004
        return str(unscaled)
    whole = f"{digits[:-scale]}.{digits[-scale:]}" if scale else digits
    return f"-{whole}" if unscaled < 0 else whole


def _double(random: Random) -> str:
    return f"0x{random.getrandbits(64):016x}"


SCALARS: dict[str, Callable[[Random], JSON]] = {
    "string": text,
    "long": lambda random: str(number(random, 64)),
    "integer": lambda random: str(number(random, 32)),
    "short": lambda random: str(number(random, 16)),
    "byte": lambda random: str(number(random, 8)),
    "char": lambda random: chr(random.getrandbits(16)),
    "double": _double,
    "float": lambda random: f"0x{random.getrandbits(32):08x}",
    "big-decimal": _decimal,
    "big-integer": lambda random: str(number(random, 200)),
    "local-date": date,
    "local-time": time,
    "local-date-time": date_time,
    "instant": instant,
    "uuid": lambda random: str(uuid.UUID(int=random.getrandbits(128))),
    "sql-date": lambda random: str(number(random, 64)),
    "sql-timestamp": sql_timestamp,
}
"""By type, what makes a value as `jarparity.edges.KEYS` holds it; a boolean has none, for both are edges."""

COMPOSITES = ("tuple", "list", "row", "row-data")


def make(random: Random, kind: str, depth: int = 2) -> JSON:
    """A key of one type; composites hold keys of any type, nested at most `depth` deep."""
    if kind in SCALARS:
        return key(kind, SCALARS[kind](random))
    if kind == "row-data":
        return key(kind, [field(random) for _ in range(1 + random.randrange(5))])
    size = random.randrange(1, 7)
    items = [_item(random, depth, in_row=kind == "row") for _ in range(size)]
    return key(kind, {"kind": _KINDS[random.randrange(4)], "fields": items} if kind == "row" else items)


def _item(random: Random, depth: int, *, in_row: bool) -> JSON:
    choice = random.randrange(12)
    if choice == 0:
        return key("null", None)
    if choice == 1 and in_row:
        return key("bytes", data(random, 16).hex())
    if choice in {2, 3} and depth > 0:
        return make(random, random.choice(("tuple", "list", "row")), depth - 1)
    return make(random, random.choice(tuple(SCALARS)))
