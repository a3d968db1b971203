"""Strings, and the iteration order of HashMap: the kit's own model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.java.map_order import order
from jarparity.values.utf16 import string_hash, units

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON


def _compared(document: JSON) -> int:
    a, b = units(document["a"]), units(document["b"])
    return (a > b) - (a < b)


MODELS: Final[dict[str, Callable[[JSON], JSON]]] = {
    "java.string.hash": lambda document: string_hash(document["a"]),
    "java.string.compare": _compared,
    "java.hash-map.order": lambda document: order(document["steps"]),
    "java.hash-set.order": lambda document: order(document["steps"]),
}
