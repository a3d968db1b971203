"""The heap backend's map of one key group: entries in the order in which Flink's snapshots have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from copartition.flink.math_utils import bit_mix, long_to_int_with_bit_mixing
from copartition.flink.state.namespaces import GLOBAL_WINDOW, VOID, TimeWindow
from copartition.flink.state.stored_keys import stored, stored_namespace
from copartition.java.hash_codes import hash_code
from copartition.java.ints import int64

if TYPE_CHECKING:
    from collections.abc import Iterator

    from copartition.flink.state.namespaces import Namespace
    from copartition.java.keys import Key

V = TypeVar("V")

_CAPACITY: Final = 128
"""`DEFAULT_CAPACITY`: how many bins a map has at first."""
_TRANSFERRED: Final = 4
"""`MIN_TRANSFERRED_PER_INCREMENTAL_REHASH`: so many entries at least move with each access while a map grows."""
_VOID_HASH: Final = 99
_MASK_32: Final = (1 << 32) - 1


class StateMapEntry(Generic[V]):
    """An entry.

    Attributes:
        key: The key, as it was first put.
        namespace: The namespace, as it was first put.
        value: The value that was put last.
        code: What decides about its bin.
    """

    __slots__ = ("code", "key", "namespace", "value")

    def __init__(self, key: Key, namespace: Namespace, value: V, code: int) -> None:
        self.key, self.namespace, self.value, self.code = key, namespace, value, code


class CopyOnWriteStateMap(Generic[V]):
    """`org.apache.flink.runtime.state.heap.CopyOnWriteStateMap`: values by key and namespace, in bins.

    A new entry comes first in its bin. A map that has more entries than three quarters of its bins gets a second table
    with twice as many, and from then on each access, reading too, moves bins until four entries have moved; moving
    turns the order of a bin around. A map never shrinks. So the order depends on the map's whole history.

    Iterating gives the entries in the order of a snapshot.
    """

    __slots__ = ("_by_place", "_moved", "_new", "_old")

    def __init__(self) -> None:
        self._by_place: dict[Any, StateMapEntry[V]] = {}
        # The first entry of a bin is the last one of its list; a bin without entries may have none.
        self._old: list[list[StateMapEntry[V]] | None] = [None] * _CAPACITY
        self._new: list[list[StateMapEntry[V]] | None] | None = None
        self._moved = 0

    def __len__(self) -> int:
        return len(self._by_place)

    def __iter__(self) -> Iterator[StateMapEntry[V]]:
        """What `snapshotMapArrays()` copies: bins that have not moved, then those that have, by halves."""
        bins = self._old[self._moved :]
        if self._new is not None:
            half = len(self._old)
            bins += self._new[: self._moved] + self._new[half : half + self._moved]
        return (entry for each in bins if each for entry in reversed(each))

    def get(self, key: Key, namespace: Namespace) -> V | None:
        """`get(K, N)`; None where there is none."""
        self._move()
        entry = self._by_place.get((stored(key), stored_namespace(namespace)))
        return None if entry is None else entry.value

    def put(self, key: Key, namespace: Namespace, value: V) -> None:
        """`put(K, N, S)`; an entry that is there keeps its key, its namespace and its place."""
        self._move()
        place = (stored(key), stored_namespace(namespace))
        entry = self._by_place.get(place)
        if entry is not None:
            entry.value = value
            return
        entry = StateMapEntry(key, namespace, value, composite_hash(key, namespace))
        in_bin = self._bin(entry)
        if self._new is None and len(self._by_place) > len(self._old) * 3 // 4:
            self._new = [None] * (2 * len(self._old))
        in_bin.append(entry)
        self._by_place[place] = entry

    def remove(self, key: Key, namespace: Namespace) -> None:
        """`remove(K, N)`."""
        self._move()
        entry = self._by_place.pop((stored(key), stored_namespace(namespace)), None)
        if entry is not None:
            self._bin(entry).remove(entry)

    def _bin(self, entry: StateMapEntry[V]) -> list[StateMapEntry[V]]:
        place = entry.code & len(self._old) - 1
        if self._new is None or place >= self._moved:
            return _bin_at(self._old, place)
        return _bin_at(self._new, entry.code & len(self._new) - 1)

    def _move(self) -> None:
        """`incrementalRehash()`: bins of the old table move to the new one until four entries have."""
        if self._new is None:
            return
        moved = 0
        mask = len(self._new) - 1
        while moved < _TRANSFERRED:
            in_bin, self._old[self._moved] = self._old[self._moved] or [], None
            for entry in reversed(in_bin):
                _bin_at(self._new, entry.code & mask).append(entry)
            moved += len(in_bin)
            self._moved += 1
            if self._moved == len(self._old):
                self._old, self._new, self._moved = self._new, None, 0
                return


def _bin_at(bins: list[list[StateMapEntry[V]] | None], place: int) -> list[StateMapEntry[V]]:
    found = bins[place]
    if found is None:
        found = bins[place] = []
    return found


def composite_hash(key: Key, namespace: Namespace) -> int:
    """`compositeHash(Object, Object)`: the bits of key and namespace, mixed.

    Raises:
        IdentityHashedKey: The key's hash code is its identity.
    """
    return bit_mix((hash_code(key) ^ namespace_hash(namespace)) & _MASK_32)


def namespace_hash(namespace: Namespace) -> int:
    """`namespace.hashCode()`, int32."""
    if namespace is VOID:
        return _VOID_HASH
    if namespace is GLOBAL_WINDOW:
        return 0
    if isinstance(namespace, TimeWindow):
        return long_to_int_with_bit_mixing(int64(namespace.start + namespace.end))
    return hash_code(namespace)  # type: ignore[arg-type]
