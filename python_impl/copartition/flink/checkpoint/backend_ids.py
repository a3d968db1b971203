"""The UUID of a state backend, as a release reads it from text."""

from __future__ import annotations

import re
from hashlib import md5
from typing import Final
from uuid import UUID

from copartition.java.ints import MAX_LONG

_PARTS: Final = re.compile("-".join([r"([+]?[0-9A-Fa-f]+)"] * 5))
_BITS: Final = (32, 16, 16, 16, 48)
_LONGEST: Final = 36


def backend_id(text: str) -> str:
    """`UUID.fromString(text)`, which takes short parts; the UUID made of the text's bytes where it refuses."""
    parts = _PARTS.fullmatch(text)
    if parts is not None and len(text) <= _LONGEST:
        numbers = [int(part, 16) for part in parts.groups()]
        if max(numbers) <= MAX_LONG:
            whole = 0
            for number, bits in zip(numbers, _BITS, strict=True):
                whole = whole << bits | number & (1 << bits) - 1
            return str(UUID(int=whole))
    digest = md5(text.encode("utf-8", "replace"), usedforsecurity=False).digest()
    return str(UUID(bytes=digest, version=3))
