"""Keyed state on the heap, in the order in which Flink's snapshots have it, and these snapshots."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from copartition.errors import IdentityOrderedKeys
from copartition.flink.assignment import key_group
from copartition.flink.key_group_range import illegal_key_group
from copartition.flink.savepoint.arguments import check_value, checked_states
from copartition.flink.savepoint.entries import Entry
from copartition.flink.savepoint.states import KeyedState, StateKind, StreamHeader
from copartition.flink.savepoint.writing import write_checkpoint, write_savepoint
from copartition.flink.state.copy_on_write_map import CopyOnWriteStateMap
from copartition.flink.state.namespaces import VOID
from copartition.flink.state.timer_queue import TimerQueue
from copartition.java.boxed import Long
from copartition.java.hash_codes import hash_code_or_zero
from copartition.java.hash_map import HashMap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from copartition.flink.key_group_range import KeyGroupRange, KeyGroupRangeOffsets
    from copartition.flink.serializers.type_serializer import TypeSerializer
    from copartition.flink.state.namespaces import Namespace
    from copartition.java.keys import Key


@dataclass(frozen=True, slots=True)
class KeyedStateStream:
    """`org.apache.flink.runtime.state.KeyGroupsStateHandle`: a stream of keyed state in memory.

    Attributes:
        data: The bytes.
        offsets: Where each key group begins.
    """

    data: bytes
    offsets: KeyGroupRangeOffsets


class HeapStates:
    """States of a `HeapKeyedStateBackend` as its snapshots have them, byte for byte.

    The states of a key group stand in the order of their numbers. In the original this is the order of a `HashMap` in
    which an enum's identity hash has its part: another JVM may have another one, and every reader takes each.

    Args:
        max_parallelism: The number of key groups, 1 to 32768.
        key_groups: Those of the backend.
        key: The serializer of keys.
        states: The states, in the order in which they are registered. Those that have timers come behind all others.
        compressed: Whether key groups are compressed with Snappy. No block of ours is shorter than its data: where the
            original's is, its bytes are the library's choice.

    Attributes:
        header: What the streams begin with.
        key_groups: The key groups of the backend.
        max_parallelism: The number of key groups.

    Raises:
        IdentityHashedKey: The keys are enum constants, or have some.
        WrongTypeError: An argument has the wrong type, or a list or a map state a serializer of something else.
        ValueError: Two states have one name, the max parallelism is none, or a key group isn't below it.
    """

    def __init__(
        self,
        max_parallelism: int,
        key_groups: KeyGroupRange,
        key: TypeSerializer[Any],
        states: Iterable[KeyedState],
        *,
        compressed: bool = False,
    ) -> None:
        states = checked_states(max_parallelism, key_groups, key, states)
        self.max_parallelism, self.key_groups = max_parallelism, key_groups
        registered: HashMap[str, KeyedState] = HashMap()
        with_timers: HashMap[str, KeyedState] = HashMap()
        for state in states:
            (with_timers if state.kind is StateKind.TIMERS else registered).put(state.name, state)
        self._maps: dict[str, dict[int, CopyOnWriteStateMap[Any]]] = {name: {} for name in registered}
        self._timers = {name: TimerQueue(max_parallelism, key_groups) for name in with_timers}
        self._states = {state.name: state for state in (*registered.values(), *with_timers.values())}
        self.header = StreamHeader(key, tuple(self._states.values()), compressed)

    def timers(self, state: str) -> TimerQueue:
        """The timers of a state.

        Raises:
            KeyError: There is no such state, or it has no timers.
        """
        return self._timers[state]

    def value(self, state: str, key: Key, namespace: Namespace = VOID) -> Any:  # noqa: ANN401 - what was put there
        """The value of a key; None where there is none. A map that is growing grows on as it is read.

        Raises:
            IllegalArgumentException: The key's group is not in the range.
            KeyError: There is no such state, or it has timers.
        """
        return self.of_group(state, key_group(key, self.max_parallelism)).get(key, namespace)

    def update(self, state: str, key: Key, value: Any, namespace: Namespace = VOID) -> None:  # noqa: ANN401 - of any type
        """Gives a key a value; of a map state the pairs are put beside those that are there, all of them or none.

        Args:
            state: The state's name.
            key: The key.
            value: The value: a `JavaList` of a list state, a mapping of a map state. None clears a value state.
            namespace: The namespace.

        Raises:
            IllegalArgumentException: The key's group is not in the range.
            IdentityHashedKey: A key of a map is bytes or an enum constant.
            KeyError: There is no such state.
            TypeError: A key of a map has no unambiguous Java type (a bare int: write `Integer(7)` or `Long(7)`).
            WrongTypeError: It is no `JavaList` of a list state, or no mapping of a map state.
        """
        kind = self._state(state).kind
        check_value(kind, state, value)
        entries = self.of_group(state, key_group(key, self.max_parallelism))
        if kind is StateKind.MAP:
            _put_all(entries, key, namespace, value)
        elif value is None and kind is StateKind.VALUE:
            entries.remove(key, namespace)
        else:
            entries.put(key, namespace, value)

    def clear(self, state: str, key: Key, namespace: Namespace = VOID) -> None:
        """Forgets the value of a key.

        Raises:
            IllegalArgumentException: The key's group is not in the range.
            KeyError: There is no such state.
        """
        self.of_group(state, key_group(key, self.max_parallelism)).remove(key, namespace)

    def entries(self) -> Iterator[Entry]:
        """All entries by key group and the number of the state; of a map state one for each key, with the whole map.

        Timers come as they lie in their heap.
        """
        timers = {name: queue.by_key_group() for name, queue in self._timers.items()}
        for group in self.key_groups:
            for state in self.header.states:
                if state.kind is StateKind.TIMERS:
                    for timer in timers[state.name].get(group, ()):
                        yield Entry(group, state.name, timer.key, timer.namespace, Long(timer.timestamp))
                    continue
                for entry in self._maps[state.name].get(group, ()):
                    yield Entry(group, state.name, entry.key, entry.namespace, entry.value)

    def savepoint(self) -> KeyedStateStream | None:
        """The canonical savepoint; None where there are no states.

        Raises:
            NullPointerException: A value is None whose type knows no null: also one in a map state (FLINK-39909).
            TypeError: A value is of another type than its state's.

        Original: `HeapKeyedStateBackend.savepoint()` and `SavepointSnapshotStrategy`.
        """
        if not self._states:
            return None
        target = io.BytesIO()
        entries = self._with_user_keys()
        offsets = write_savepoint(target, self.header, self.key_groups, self.max_parallelism, entries, checked=False)
        return KeyedStateStream(target.getvalue(), offsets)

    def checkpoint(self) -> KeyedStateStream | None:
        """The heap backend's own checkpoint; None where there are no states.

        Raises:
            NullPointerException: A value is None whose type knows no null.
            TypeError: A value is of another type than its state's.

        Original: `HeapKeyedStateBackend.snapshot(…)` and `HeapSnapshotStrategy`.
        """
        if not self._states:
            return None
        target = io.BytesIO()
        offsets = write_checkpoint(target, self.header, self.key_groups, self.entries())
        return KeyedStateStream(target.getvalue(), offsets)

    def _with_user_keys(self) -> Iterator[Entry]:
        for entry in self.entries():
            if self._states[entry.state].kind is StateKind.MAP:
                for user_key, value in entry.value.items():
                    yield Entry(entry.key_group, entry.state, entry.key, entry.namespace, value, user_key)
            else:
                yield entry

    def _state(self, name: str) -> KeyedState:
        if name not in self._states:
            raise KeyError(f"there is no state {name!r}, only {', '.join(map(repr, self._states)) or 'none'}")
        return self._states[name]

    def of_group(self, state: str, group: int) -> CopyOnWriteStateMap[Any]:
        """The map of a key group: `getMapForKeyGroup(int)`.

        Raises:
            IllegalArgumentException: The key group is not in the range.
            KeyError: There is no such state.
        """
        if group not in self.key_groups:
            raise illegal_key_group(group, self.key_groups)
        maps = self._maps[self._state(state).name]
        if group not in maps:
            maps[group] = CopyOnWriteStateMap()
        return maps[group]

    def takes(self, other: HeapStates, state: str, group: int) -> bool:
        """Takes the map of a key group from another backend, which is not used any more.

        Returns:
            False where there is a map already: then nothing changes.
        """
        if group in self._maps[state]:
            return False
        self._maps[state][group] = other.of_group(state, group)
        return True


def as_hash_map(entries: Mapping[Any, Any]) -> Mapping[Any, Any] | HashMap[Any, Any]:
    """A dict that was read as the `HashMap` that `MapSerializer` makes of it, of as many bins as its entries need.

    So it is from Flink 1.19 on; before, crowded bins may have another order. Another mapping stays as it is; so does a
    dict whose keys Java would order by identity.
    """
    if not isinstance(entries, dict):
        return entries
    size = len(entries)
    made: HashMap[Any, Any] = HashMap(-(-4 * size // 3) if size > 2 else size + 1)  # noqa: PLR2004 - as the original
    try:
        for key, value in entries.items():
            made.put(key, value)
    except IdentityOrderedKeys:
        return entries
    return made


def _put_all(entries: CopyOnWriteStateMap[Any], key: Key, namespace: Namespace, pairs: Mapping[Any, Any]) -> None:
    """`HeapMapState.put(UK, UV)` of each pair, `putAll` of none: it makes an empty map."""
    for user_key in pairs:
        hash_code_or_zero(user_key)  # what has no hash code is refused before anything is put
    if not pairs:
        _user_map(entries, key, namespace)
    for user_key, value in pairs.items():
        _user_map(entries, key, namespace).put(user_key, value)


def _user_map(entries: CopyOnWriteStateMap[Any], key: Key, namespace: Namespace) -> HashMap[Any, Any]:
    found: HashMap[Any, Any] | None = entries.get(key, namespace)
    if found is None:
        found = HashMap()
        entries.put(key, namespace, found)
    return found
