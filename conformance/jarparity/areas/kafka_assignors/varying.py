"""What of the originals is not the same in every JVM, or has no order to compare."""

from __future__ import annotations

from typing import Final

from jarparity.operations import Varying

EQUAL_PARTITIONS: Final = Varying(
    "groups with topic-partitions of one hash code that may share a tree: not asked before kafka-clients 3.0",
    "those assignors iterate over hash tables of topic-partitions, whose trees order equal codes by "
    "System.identityHashCode",
)
