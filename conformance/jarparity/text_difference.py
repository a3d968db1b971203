"""Where a text that is made anew first differs from the one before."""

from __future__ import annotations

import os
from itertools import zip_longest
from typing import Final

_BEFORE: Final = 40
"""Characters that are shown before the difference."""
_SHOWN: Final = 120


def first_difference(was: str, now: str) -> str | None:
    """The first line that differs, in words; None where the texts are the same."""
    for number, (old, new) in enumerate(zip_longest(was.split("\n"), now.split("\n")), 1):
        if old == new:
            continue
        if old is None or new is None:
            return f"line {number}: {'is new' if old is None else 'is gone'}"
        start = max(len(os.path.commonprefix([old, new])) - _BEFORE, 0)
        return f"line {number}, column {start + 1}: was {old[start:][:_SHOWN]}, now {new[start:][:_SHOWN]}"
    return None
