"""What of the originals is not the same in every JVM, or has no order to compare."""

from __future__ import annotations

from typing import Final

from jarparity.operations import Assumed, Varying

UNKNOWN_PARTITIONS: Final = Varying(
    "more than one proposed partition without replicas: not asked",
    "the error names the one that the original's hash map has first",
)


REASSIGNMENTS: Final = Varying("partitions, moves and brokers", "the original gives them as hash maps and hash sets")


DIGITS_OF_THROTTLES: Final = Assumed(
    "digits of the default locale",
    "0 to 9",
    "the tool writes throttled replicas by String.format, in those digits; brokers take no others than 0 to 9",
)


LINE_ENDS: Final = Assumed("line.separator", "\\n", "the tool prints by println and %n, which end lines so")
