"""Copies of a coordinator's maps of counts, in which one entry is one less and another one more."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from copartition.java import HashMap
from copartition.kafka.assignors.java_order import hash_of_name
from copartition.kafka.group.orders import put_name_order, room_for

if TYPE_CHECKING:
    from copartition.kafka.coordinator.timeline import TimelineMap

Counts: TypeAlias = "HashMap[str, int] | TimelineMap[str, int] | dict[str, int]"


def counted(counts: TimelineMap[str, int], less: str | None, more: str | None) -> Counts:
    """`new HashMap<>(counts)`, then `compute` for each of the two that isn't empty.

    Most often nothing changes: with one entry, or none, each map has the same order, and entries that stay in place
    have the order in which they were copied.
    """
    if less == more and len(counts) <= 1:
        return counts
    if less == more and (not less or counts[less] > 1):
        return {name: counts[name] for name in put_name_order([*counts], room_for(len(counts)))}
    capacity = room_for(len(counts)) if counts else None
    copy: HashMap[str, int] = HashMap(capacity, hash_code=hash_of_name)
    for key, count in counts.items():
        copy.put(key, count)
    for name, change in ((less, -1), (more, 1)):
        if not name:
            continue
        count = (copy.get(name) or 0) + change
        if count <= 0:
            copy.remove(name)
        elif copy.get(name) is None:
            copy.compute_if_absent(name, {name: count}.get)  # a new key goes to the front of its bin
        else:
            copy.put(name, count)
    return copy
