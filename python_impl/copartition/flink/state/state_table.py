"""A state's values: one map a key group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.errors import NullPointerException, noted
from copartition.flink.key_group_range import illegal_key_group
from copartition.flink.state.namespaces import VOID
from copartition.flink.state.stored_keys import stored_namespace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from copartition.flink.state.key_context import KeyContext
    from copartition.flink.state.namespaces import Namespace
    from copartition.flink.state.stored_keys import StoredKey

EMPTY: Final[dict[Any, Any]] = {}
"""The map of every key group that has had no value yet. It is never written into."""


class StateTable:
    """`org.apache.flink.runtime.state.heap.StateTable`: the values of one state, by key group, key and namespace.

    A map's keys are the stored keys themselves where the namespace is `VOID`, else pairs of stored key and
    namespace (a bare tuple is no key): so an entry costs what it costs in a plain dict. Both are as `stored` and
    `stored_namespace` give them: `ValueState` asks that once for each current namespace, and not each access.

    Attributes:
        name: The state's name.
        namespaces: The class of its namespaces, such as `VoidNamespace`, `str` or `TimeWindow`.
        maps: A map for each key group of the range, to be read only; the first one is that of `offset`.
        offset: The first key group of the range.
        mixed: Namespaces of another class were used.
    """

    __slots__ = ("_context", "maps", "mixed", "name", "namespaces", "offset")

    def __init__(self, name: str, namespaces: type, context: KeyContext) -> None:
        self.name = name
        self.namespaces = namespaces
        self.maps: list[dict[StoredKey, Any]] = [EMPTY] * len(context.key_group_range)
        self.offset = context.key_group_range.start
        self.mixed = False
        self._context = context

    def __len__(self) -> int:
        return sum(map(len, self.maps))

    def get(self, namespace: Namespace | None) -> Any:  # noqa: ANN401 - what was put there
        """The value of the current key in a namespace, None where there is none.

        Raises:
            NullPointerException: There is no current key, or no namespace.
            IllegalArgumentException: The current key group isn't in the range.
        """
        context = self._context
        key = context.stored_key
        place = context.key_group - self.offset
        if key is None or namespace is None or not 0 <= place < len(self.maps):
            raise self._refused(namespace)
        return self.maps[place].get(key if namespace is VOID else (key, namespace))

    def put(self, namespace: Namespace | None, value: object) -> None:
        """Keep a value of the current key in a namespace.

        Raises:
            NullPointerException: There is no current key, or no namespace.
            IllegalArgumentException: The current key group isn't in the range.
        """
        context = self._context
        key = context.stored_key
        place = context.key_group - self.offset
        if key is None or namespace is None or not 0 <= place < len(self.maps):
            raise self._refused(namespace)
        self._writable(place)[key if namespace is VOID else (key, namespace)] = value

    def remove(self, namespace: Namespace | None) -> None:
        """Forget the value of the current key in a namespace.

        Raises:
            NullPointerException: There is no current key, or no namespace.
            IllegalArgumentException: The current key group isn't in the range.
        """
        context = self._context
        key = context.stored_key
        place = context.key_group - self.offset
        if key is None or namespace is None or not 0 <= place < len(self.maps):
            raise self._refused(namespace)
        self.maps[place].pop(key if namespace is VOID else (key, namespace), None)

    def map_for_key_group(self, key_group: int) -> dict[StoredKey, Any]:
        """`getMapForKeyGroup(int)`.

        Raises:
            IllegalArgumentException: The key group isn't in the range.
        """
        place = key_group - self.offset
        if not 0 <= place < len(self.maps):
            raise illegal_key_group(key_group, self._context.key_group_range)
        return self._writable(place)

    def entries(self, key_group: int) -> Iterator[tuple[StoredKey, Namespace, Any]]:
        """Stored key, namespace and value of each entry of one key group of the range, oldest first."""
        for place, value in self.maps[key_group - self.offset].items():
            key, namespace = place if type(place) is tuple else (place, VOID)
            yield key, namespace, value

    def keys(self, namespace: Namespace | None) -> Iterator[StoredKey]:
        """`getKeys(N)`: the stored keys that have a value in a namespace.

        Raises:
            WrongTypeError: The namespace is a bare int.
        """
        if namespace is None:
            return
        wanted = stored_namespace(namespace)
        for entries in self.maps:
            for place in entries:
                key, under = place if type(place) is tuple else (place, VOID)
                if under == wanted:
                    yield key

    def size_of_namespace(self, namespace: Namespace | None) -> int:
        """`sizeOfNamespace(Object)`: how many keys have a value in a namespace.

        Raises:
            NullPointerException: There is no namespace, and the table isn't empty.
        """
        if namespace is None and len(self):
            raise noted(NullPointerException(), "namespace is None: write VOID for state without namespaces")
        return sum(1 for _ in self.keys(namespace))

    def transform_all(self, transformation: Callable[[Any], Any]) -> None:
        """`transformAll(T, StateTransformationFunction)`: each value is put through the function."""
        for entries in self.maps:
            for place, value in entries.items():
                entries[place] = transformation(value)

    def visit(self, is_expired: Callable[[Any], bool]) -> Iterator[tuple[StoredKey, Namespace, Any]]:
        """`getStateIncrementalVisitor(int)`: every entry, key group by key group; expired ones are removed.

        Between two entries the table must stay as it is.
        """
        for entries in self.maps:
            for place, value in list(entries.items()):
                if is_expired(value):
                    del entries[place]
                key, namespace = place if type(place) is tuple else (place, VOID)
                yield key, namespace, value

    def _writable(self, place: int) -> dict[StoredKey, Any]:
        entries = self.maps[place]
        if entries is EMPTY:  # a range may have thousands of key groups, of which few have a value
            entries = self.maps[place] = {}
        return entries

    def _refused(self, namespace: Namespace | None) -> Exception:
        """Why the current key has no place here; the checks come in the original's order."""
        if self._context.stored_key is None:
            return NullPointerException("No key set. This method should not be called outside of a keyed context.")
        if namespace is None:
            return NullPointerException("Provided namespace is null.")
        return illegal_key_group(self._context.key_group, self._context.key_group_range)
