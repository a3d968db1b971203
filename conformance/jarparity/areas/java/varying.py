"""What of the originals is not the same in every JVM, or has no order to compare."""

from __future__ import annotations

from typing import Final

from jarparity.operations import Varying

EQUAL_KEYS: Final = Varying(
    "topic-partitions with one hash code in one history: not asked",
    "TopicPartition isn't Comparable: where a bin is a tree, HashMap orders such keys by System.identityHashCode",
)
