"""Rules between the fields of histories of the Kafka source: what a cluster can answer, and what Java repeats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values.hashing import may_share_tree, polynomial
from jarparity.values.ints import folded
from jarparity.values.utf16 import string_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem

_A_TREE: Final = 9
"""So many keys of a bin are a tree in a HashSet."""
_MANY: Final = 96
"""More splits than that may have a tree whatever their offsets are."""
_NO_STOP: Final = -(1 << 63)


def problems(document: JSON) -> Iterator[Problem]:
    """The broken rules of an input of `flink.kafka-source.enumerator`."""
    for i, (_, _, offset) in enumerate(document.get("committedOffsets", ())):
        if int(offset) < 0:
            yield f"input.committedOffsets[{i}][2]", f"is {offset}, and Kafka commits none below 0; write 0 or more"
    partitions, returned = _partitions(document), _returned(document)
    codes = {partition: polynomial((partition[1], string_hash(partition[0])), 1) for partition in partitions}
    splits = [
        polynomial((codes[topic, partition], folded(start), folded(stop)), 1)
        for topic, partition, start, stop in returned
    ]
    fresh = [polynomial((code, 0, 0), 1) for code in codes.values()]  # all from one offset on
    meet = len({*codes.values()}) < len(codes) or len({*splits}) < len(splits)
    tables = ([*codes.values()], fresh, splits)
    if any(may_share_tree(table, _A_TREE) for table in tables) or (meet and len(codes) + len(splits) > _MANY):
        yield "input.steps", "some splits of one hash code may share a tree of a hash table; write fewer partitions"


def _partitions(document: JSON) -> set[tuple[str, int]]:
    """All that are found, come back, or start because an initializer of the user's own says where."""
    found = {(topic, partition) for step in document["steps"] for topic, partition in step.get("partitions", ())}
    given = document["start"].get("offsets", ()) if document["start"]["type"] == "custom" else ()
    started = {(topic, partition) for topic, partition, _ in given}
    return found | started | {(topic, partition) for topic, partition, _, _ in _returned(document)}


def _returned(document: JSON) -> set[tuple[str, int, int, int]]:
    return {
        (topic, partition, int(start), _NO_STOP if stop is None else int(stop))
        for step in document["steps"]
        for topic, partition, start, stop in step.get("splits", ())
    }
