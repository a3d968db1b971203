"""What a backend held at one moment, by key group: what a checkpoint keeps and a restored job gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.flink.key_group_range import KeyGroupRange
    from copartition.flink.state.stored_keys import StoredKey


@dataclass(frozen=True, slots=True)
class StateSnapshot:
    """The values of one state.

    Attributes:
        namespaces: The class of its namespaces.
        maps: Its map of each key group of the snapshot's range, in order.
    """

    namespaces: type
    maps: tuple[Mapping[StoredKey, Any], ...]


@dataclass(frozen=True, slots=True)
class KeyedStateSnapshot:
    """`org.apache.flink.runtime.state.KeyGroupsStateHandle`: the state of a range of key groups. It can be pickled.

    Attributes:
        key_group_range: The range.
        states: Each state's values.
    """

    key_group_range: KeyGroupRange
    states: Mapping[str, StateSnapshot]

    def intersection(self, key_group_range: KeyGroupRange) -> KeyedStateSnapshot | None:
        """`getIntersection(KeyGroupRange)`: what stands in the key groups of both; None where there are none."""
        shared = self.key_group_range.intersection(key_group_range)
        if not len(shared):
            return None
        first = shared.start - self.key_group_range.start
        states = {
            name: StateSnapshot(state.namespaces, state.maps[first : first + len(shared)])
            for name, state in self.states.items()
        }
        return KeyedStateSnapshot(shared, states)
