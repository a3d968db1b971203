"""Strings and serialized keys at which ports go wrong."""

from __future__ import annotations

import itertools

from jarparity.values.boundary.values_file import values_of

STRINGS: dict[str, str] = values_of("string")

COLLIDING: tuple[str, ...] = tuple("".join(parts) for parts in itertools.product(("Aa", "BB"), repeat=4))
"""Sixteen strings with one hash code, in the order of `compareTo`."""

_TEXTS = ("hello", "user", "uuid", "umlauts", "euro", "emoji-in-text", "chinese", "nul-inside", "long-ascii")

SERIALIZED: dict[str, bytes] = {
    **{label: bytes.fromhex(data) for label, data in values_of("serialized").items()},
    **{f"text-{name}": STRINGS[name].encode() for name in _TEXTS},
}
