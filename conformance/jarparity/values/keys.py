"""How keys of every type are drawn."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Final

from jarparity.values.boundary.keys import KEYS, key
from jarparity.values.fields import field
from jarparity.values.numbers import number
from jarparity.values.texts import data, text
from jarparity.values.times import date, date_time, instant, sql_timestamp, time

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
"""By type, what makes a value as `jarparity.values.boundary.KEYS` holds it; a boolean has none, for both are edges."""

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


_REFUSED: Final = ("null", "bytes", "enum")
"""Null, and keys that are hashed by their identity: the originals, or the kit, refuse them."""
_TYPES: Final = tuple(kind for kind in KEYS if kind not in _REFUSED)
_BOUNDARY: Final = {kind: tuple(key(kind, value) for value in values.values()) for kind, values in KEYS.items()}


def of_type(random: Random, kind: str) -> JSON:
    """A key of one type; one in three is at a boundary.

    Raises:
        KeyError: There is no such type.
    """
    if kind not in (*SCALARS, *COMPOSITES) or random.randrange(3) == 0:
        return random.choice(_BOUNDARY[kind])
    return make(random, kind)


def any_key(random: Random) -> JSON:
    """A key of any type; about one in twelve is null, or hashed by its identity, which is refused."""
    if random.randrange(12):
        return of_type(random, random.choice(_TYPES))
    refused = random.choice(_BOUNDARY[random.choice(_REFUSED)])
    if refused["type"] == "null" or random.randrange(2):
        return refused
    return key(random.choice(("tuple", "list")), [refused])
