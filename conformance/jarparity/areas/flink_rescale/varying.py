"""What of the originals is not the same in every JVM, or has no order to compare."""

from __future__ import annotations

from typing import Final

from jarparity.operations import Varying

RESTORED_KEYS: Final = Varying(
    "the values that a new subtask finds", "the original's order is that of its hash tables at that moment"
)


STATE_HANDLES: Final = Varying(
    "the handles of a subtask",
    "the original keeps them in a hash table of their files, whose names are random in a real checkpoint",
)
