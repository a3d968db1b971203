"""Key sets made of a seed: any row of any of them can be had without the rows before it."""

from __future__ import annotations

from jarparity.keysets.key_set import KINDS, TYPES, KeySet, KeySetError

__all__ = ["KINDS", "TYPES", "KeySet", "KeySetError"]
