"""The keyed state of one parallel operator, on the heap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, SupportsIndex, overload

from copartition import _arguments
from copartition.errors import (
    ClassCastException,
    IllegalArgumentException,
    StateMigrationException,
    UnsupportedOperationException,
    WrongTypeError,
)
from copartition.flink.key_group_range import KeyGroupRange
from copartition.flink.releases import NEWEST, parsed
from copartition.flink.state.key_context import KeyContext
from copartition.flink.state.namespaces import VOID, Namespace, VoidNamespace
from copartition.flink.state.serialized_keys import as_read
from copartition.flink.state.snapshot import KeyedStateSnapshot, StateSnapshot
from copartition.flink.state.state_table import EMPTY, StateTable
from copartition.flink.state.stored_keys import stored_class
from copartition.flink.state.value_state import Value, ValueState

if TYPE_CHECKING:
    from collections.abc import Iterable

    from copartition.flink.state.stored_keys import StoredKey
    from copartition.java.keys import Key

_CHECKS_GROUP: Final = (1, 17, 0)
"""FLINK-29430: a key outside the range is refused when it is set; before, when a state is asked."""
_SETS_GROUP: Final = (2, 0, 0)
"""`setCurrentKeyAndKeyGroup`."""


class Entry(NamedTuple):
    """A value of a state.

    Attributes:
        state: The state's name.
        namespace: The namespace, `VOID` for none.
        key: The key, as the map holds it (see `copartition.flink.state.stored_keys`).
        value: The value.
    """

    state: str
    namespace: Namespace
    key: StoredKey
    value: Any


class HeapKeyedStateBackend:
    """`org.apache.flink.runtime.state.heap.HeapKeyedStateBackend`: values by state, key group, key and namespace.

    >>> from copartition.flink import KeyGroupRange
    >>> backend = HeapKeyedStateBackend(128, KeyGroupRange(0, 63))
    >>> count = backend.value_state("count", default=0)
    >>> backend.set_current_key("user_123")
    >>> count.update(count.value() + 1)
    >>> backend.current_key_group, count.value()
    (37, 1)

    Args:
        max_parallelism: The number of key groups, 1 to 32768.
        key_group_range: Those that this backend is responsible for.
        restored: Snapshots from which it starts: of each what stands in the range, as in the original; where several
            have a key, the last one counts.
        version: The release of Flink whose behaviour it has.

    Raises:
        IllegalArgumentException: There are no key groups, or fewer than in the range.
        BackendBuildingException: A snapshot can't be read back (see `copartition.flink.state.serialized_keys`).
        WrongTypeError: An argument has the wrong type.
        ValueError: The version is unknown.
    """

    def __init__(
        self,
        max_parallelism: SupportsIndex,
        key_group_range: KeyGroupRange,
        restored: Iterable[KeyedStateSnapshot] = (),
        *,
        version: str = NEWEST,
    ) -> None:
        groups = _arguments.int32("max_parallelism", max_parallelism)
        _arguments.instance("key_group_range", key_group_range, KeyGroupRange, "write KeyGroupRange(0, 63)")
        snapshots = _arguments.tuple_of("restored", restored, KeyedStateSnapshot, ordered=True)
        release = parsed(version)
        self.version = version
        self._context = KeyContext(key_group_range, groups, checks_group=release >= _CHECKS_GROUP)
        self._sets_group = release >= _SETS_GROUP
        self._tables: dict[str, StateTable] = {}
        self._states: dict[str, ValueState[Any]] = {}
        for snapshot in snapshots:
            self._read(snapshot)
        if groups < 1:
            raise IllegalArgumentException("NumberOfKeyGroups must be a positive number")
        if groups < len(key_group_range):
            raise IllegalArgumentException(
                "The total number of key groups must be at least the number in the key group range assigned to this "
                f"backend. The total number of key groups: {groups}, the number in key groups in range: "
                f"{len(key_group_range)}"
            )

    @property
    def max_parallelism(self) -> int:
        """`getNumberOfKeyGroups()`."""
        return self._context.max_parallelism

    @property
    def key_group_range(self) -> KeyGroupRange:
        """`getKeyGroupRange()`."""
        return self._context.key_group_range

    @property
    def current_key(self) -> Key:
        """`getCurrentKey()`: the key as it was set, None before the first; also one that was refused."""
        return self._context.key

    @property
    def current_key_group(self) -> int:
        """`getCurrentKeyGroupIndex()`: 0 before the first key; after a refused key the group of the one before."""
        return self._context.key_group

    def set_current_key(self, key: Key) -> None:
        """`setCurrentKey(K)`: the key of the calls that follow, and its key group.

        From 1.17 on a key of another operator is refused here; the context is then half updated: the new key, the
        old group. Before, it is accepted, and each access to a state fails.

        Raises:
            NullPointerException: `key` is None; the current key is None from then on.
            IllegalArgumentException: The key's group isn't in the range (from 1.17 on).
            IdentityHashedKey: The key is bytes or an enum constant.
            TypeError: The key has no unambiguous Java type (a bare int: write `Integer(7)` or `Long(7)`).
        """
        self._context.set_key(key)

    def set_current_key_and_key_group(self, key: Key, key_group: SupportsIndex) -> None:
        """`setCurrentKeyAndKeyGroup(K, int)`, from 2.0 on: both as they are given.

        Only the group is checked, and against the range only: a value written under another group than the key's
        isn't found by `set_current_key`. With groups from `copartition.flink.key_groups` this is the fast way.

        Raises:
            IllegalArgumentException: The group isn't in the range; the key is the current one nevertheless.
            UnsupportedOperationException: This version has no such method.
        """
        if not self._sets_group:
            raise UnsupportedOperationException(
                f"Flink {self.version} has no setCurrentKeyAndKeyGroup: it came with 2.0; give another version"
            )
        group = key_group if type(key_group) is int else _arguments.int32("key_group", key_group)
        self._context.set_key_and_group(key, group)

    @overload
    def value_state(
        self, name: str, default: None = None, namespaces: type = VoidNamespace
    ) -> ValueState[Value | None]: ...

    @overload
    def value_state(self, name: str, default: Value, namespaces: type = VoidNamespace) -> ValueState[Value]: ...

    def value_state(self, name: str, default: object = None, namespaces: type = VoidNamespace) -> ValueState[Any]:
        """`getOrCreateKeyedState(…)` with a `ValueStateDescriptor`: the state of this name, registered once.

        Args:
            name: The state's name.
            default: What a key without a value has. A state that is there already keeps its own, which
                its type here doesn't know.
            namespaces: The class of its namespaces: `VoidNamespace` for none, `str`, `TimeWindow` or another one.

        Raises:
            StateMigrationException: A restored state of this name has namespaces of another class.
            WrongTypeError: The name is no str; or `namespaces` no class, or int, which has no Java type: write
                `Integer` or `Long`.
        """
        _arguments.text("name", name)
        _arguments.instance("namespaces", namespaces, type, "write str or TimeWindow, for example")
        if namespaces is int:
            raise WrongTypeError("namespaces must not be int, which has no Java type: write Integer or Long")
        known = self._states.get(name)
        if known is not None:
            return known
        table = self._tables.get(name)
        if table is None:
            table = self._tables[name] = StateTable(name, namespaces, self._context)
        elif table.namespaces is not namespaces:
            raise StateMigrationException(
                f"For heap backends, the new namespace serializer ({namespaces.__name__}) must be compatible with "
                f"the old namespace serializer ({table.namespaces.__name__})."
            )
        created = self._states[name] = ValueState(table, default, VOID if namespaces is VoidNamespace else None)
        return created

    def keys(self, state: str, namespace: Namespace | None = VOID) -> list[StoredKey]:
        """`getKeys(String, N)`: the keys that have a value, by key group; none of a state that isn't there."""
        table = self._tables.get(state)
        return [] if table is None else list(table.keys(namespace))

    def __len__(self) -> int:
        """`numKeyValueStateEntries()`: the values of all states."""
        return sum(map(len, self._tables.values()))

    def entries_in_namespace(self, namespace: Namespace | None) -> int:
        """`numKeyValueStateEntries(Object)`: the values of all states in a namespace.

        Raises:
            NullPointerException: There is no namespace, and a state has values.
        """
        return sum(table.size_of_namespace(namespace) for table in self._tables.values())

    def table(self, state: str) -> StateTable:
        """The table of a state.

        Raises:
            KeyError: The state isn't there.
        """
        return self._tables[state]

    def dump(self) -> dict[int, list[Entry]]:
        """Every value, by key group; groups without one are left out."""
        found: dict[int, list[Entry]] = {}
        for name, table in self._tables.items():
            for group, filled in enumerate(table.maps, table.offset):
                if filled:
                    entries = (Entry(name, namespace, key, value) for key, namespace, value in table.entries(group))
                    found.setdefault(group, []).extend(entries)
        return dict(sorted(found.items()))

    def snapshot(self) -> KeyedStateSnapshot:
        """`snapshot(…)`: what this backend holds now; it stays as it is.

        Raises:
            ClassCastException: A value stands in a namespace of another class than its state's.
        """
        for table in self._tables.values():
            _check_namespaces(table)
        states = {
            name: StateSnapshot(
                table.namespaces, tuple([entries.copy() if entries else EMPTY for entries in table.maps])
            )
            for name, table in self._tables.items()
        }
        return KeyedStateSnapshot(self.key_group_range, states)

    def _read(self, snapshot: KeyedStateSnapshot) -> None:
        for name, state in snapshot.states.items():
            table = self._tables.setdefault(name, StateTable(name, state.namespaces, self._context))
            for group, entries in zip(snapshot.key_group_range, state.maps, strict=True):
                if entries and group in self.key_group_range:
                    table.map_for_key_group(group).update(as_read(entries))


def _check_namespaces(table: StateTable) -> None:
    if not table.mixed:
        return
    kinds = table.namespaces, stored_class(table.namespaces)
    for entries in table.maps:
        for place in entries:
            namespace = place[1] if type(place) is tuple else VOID
            if not isinstance(namespace, kinds):
                raise ClassCastException(
                    f"state {table.name!r} has a value in the namespace {namespace!r}, which is no "
                    f"{table.namespaces.__name__}"
                )
