"""What key sets there are."""

from __future__ import annotations

from typing import Final

from jarparity.errors import UserError

KINDS: Final = ("uniform", "zipf", "sequential", "uuid", "unicode", "adversarial")
"""How keys are spread."""

CAPACITY: Final = {
    "string": 2**63,
    "long": 2**63,
    "integer": 2**31,
    "short": 2**15,
    "byte": 2**7,
    "double": 2**53,
    "float": 2**24,
    "boolean": 2,
    "bytes": 2**63,
}
"""By Java type of the keys, how many ids from 0 on it tells apart."""

TYPES: Final = tuple(CAPACITY)
"""Java's types of keys."""


class KeySetError(UserError, ValueError):
    """There is no such key set; the message names the field and the fix."""
