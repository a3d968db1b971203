"""What of the originals is not the same in every JVM, or has no order to compare."""

from __future__ import annotations

from typing import Final

from jarparity.operations import Varying

STATE_ENTRIES: Final = Varying(
    "the entries of `dump`, the keys of `keys`",
    "the original's order is that of its hash tables at that moment",
)
