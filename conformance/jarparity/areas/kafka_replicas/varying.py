"""What of the originals is not the same in every JVM, or has no order to compare."""

from __future__ import annotations

from typing import Final

from jarparity.operations import Varying

EQUAL_RACKS: Final = Varying(
    "more than eight racks of which two have one hash code: not asked",
    "racks are keys of a HashMap as Optional, which isn't Comparable: a tree orders equal codes by "
    "System.identityHashCode",
)


RANDOM_START: Final = Varying(
    "a negative start index with more than one broker: not asked",
    "the original then draws one from a java.util.Random whose seed is the clock's",
)
