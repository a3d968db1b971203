"""Keys for a real job: of every type that Flink has a serializer for, edges first, then seeded ones."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from jarparity.answers import canonical
from jarparity.areas.flink_state import inputs
from jarparity.values.boundary.keys import KEYS, key
from jarparity.values.keys import SCALARS

if TYPE_CHECKING:
    from jarparity.answers import JSON

KEY_TYPES: Final = (*inputs.SCALARS, "uuid", "tuple", "row")
"""As `KeyKind.java` has them; each is a keyed stream of its own.

Tuples and rows are of a string and a long, and a row's string may be null.
"""

_EACH: Final = 40
"""Keys of a type, if it has so many."""

_LONG_MIN: Final = -(2**63)
_SEED: Final = 20261121
_NULL_EACH: Final = 5
"""So many rows have one whose first field is null."""

_ROW_KINDS: Final = ("+I", "-U", "+U", "-D")
_NOT_A_NUMBER: Final = {"float": ("0x7f800000", "0x7fc00000"), "double": ("0x7ff0000000000000", "0x7ff8000000000000")}
"""Infinity, above which a float without its sign is no number; and the one of these that is left."""


def sample_keys() -> list[JSON]:
    """The keys: no two are equal in Java, so that each has a count of its own."""
    random = Random(_SEED)  # noqa: S311 - the same keys in every run
    found: dict[str, JSON] = {}
    for kind in KEY_TYPES:
        values = _composites(random, kind) if kind in {"tuple", "row"} else _scalars(random, kind)
        found |= {canonical(document): document for document in (key(kind, value) for value in values[:_EACH])}
    return list(found.values())


def _scalars(random: Random, kind: str) -> list[JSON]:
    make = SCALARS.get(kind)
    values = [*KEYS[kind].values(), *([make(random) for _ in range(_EACH)] if make else [])]
    return [value for value in values if not _another_nan(kind, value) and not _written_as_null(kind, value)]


def _composites(random: Random, kind: str) -> list[JSON]:
    fields = [[key(one, SCALARS[one](random)) for one in ("string", "long")] for _ in range(_EACH)]
    if kind == "tuple":
        return list(fields)
    nothing = key("null", None)
    rows = [[nothing if i % _NULL_EACH == 0 else text, number] for i, (text, number) in enumerate(fields)]
    return [{"kind": _ROW_KINDS[i % len(_ROW_KINDS)], "fields": row} for i, row in enumerate(rows)]


def _written_as_null(kind: str, value: JSON) -> bool:
    """Whether Flink's serializer writes this date as it writes null: a savepoint with such a key can't be restored."""
    return kind in {"sql-date", "sql-timestamp"} and str(_LONG_MIN) in value


def _another_nan(kind: str, value: JSON) -> bool:
    """Whether it is one of the many that are equal to NaN."""
    if kind not in _NOT_A_NUMBER:
        return False
    infinity, nan = (int(text, 16) for text in _NOT_A_NUMBER[kind])
    bits = int(value, 16)
    sign = 1 << (infinity.bit_length())
    return bits % sign > infinity and bits != nan
