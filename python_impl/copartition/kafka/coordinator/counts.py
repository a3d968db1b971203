"""Copies of a coordinator's maps of counts, in which one entry is one less and another one more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.java import HashMap

if TYPE_CHECKING:
    from copartition.kafka.coordinator.timeline import TimelineMap


def counted(counts: TimelineMap[int], less: str | None, more: str | None) -> HashMap[str, int]:
    """`new HashMap<>(counts)`, then `compute` for each of the two that isn't empty."""
    copy: HashMap[str, int] = HashMap(int(len(counts) / 0.75 + 1) if counts else None)
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
