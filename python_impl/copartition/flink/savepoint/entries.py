"""Entries of keyed state, and how canonical streams write each of them: a key and a value as bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from copartition.errors import IOException, JavaError, NullPointerException
from copartition.flink.savepoint.states import KeyedState, StateKind
from copartition.flink.serializers.composite_key import CompositeKeySerializer
from copartition.flink.serializers.composites import ListSerializer, MapSerializer
from copartition.flink.serializers.key_group_prefix import read_key_group
from copartition.flink.serializers.timers import TimerSerializer
from copartition.java.boxed import Long
from copartition.java.composites import JavaList
from copartition.java.data_streams import DataInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from copartition.flink.serializers.type_serializer import TypeSerializer

_DELIMITER: Final = 0x2C
"""What stands between the elements of a list: `ListDelimitedSerializer.DELIMITER`, a comma."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of keyed state; of a map state one for each of the user's keys.

    Attributes:
        key_group: The key group.
        state: The state's name.
        key: The key.
        namespace: The namespace: a window, or `VOID`.
        value: The value; of a list state a `JavaList`, of timers the time as a `Long`.
        user_key: The key within a map state; None in other states.
    """

    key_group: int
    state: str
    key: Any
    namespace: Any
    value: Any
    user_key: Any = None


class EntryCodec:
    """Writes and reads the entries of one state, as `HeapKeyValueStateIterator` and RocksDB have them.

    Args:
        state: The state.
        key: The serializer of keys.
        max_parallelism: The number of key groups: it says how long the prefix of a key is.

    Raises:
        TypeError: The serializer of a list state is no `ListSerializer`, that of a map state no `MapSerializer`.
    """

    def __init__(self, state: KeyedState, key: TypeSerializer[Any], max_parallelism: int) -> None:
        self.state = state
        self._value = state.value
        self._element = element_serializer(state) if state.kind is StateKind.LIST else None
        self._map = map_serializer(state) if state.kind is StateKind.MAP else None
        user_key = None if self._map is None else self._map.key
        self._keys: CompositeKeySerializer[Any, Any] = CompositeKeySerializer(
            max_parallelism, key, state.namespace, user_key
        )

    def key_bytes(self, entry: Entry) -> bytes:
        """The bytes of an entry's key.

        Raises:
            NullPointerException: A part is None whose type knows no null.
            TypeError: A part is of another type.
        """
        return self._keys.unchecked(entry.key_group, entry.key, entry.namespace, entry.user_key)

    def value_bytes(self, value: Any) -> bytes:  # noqa: ANN401 - of the state's type
        """The bytes of a value; of a map state that of one of the user's keys.

        A value of null in a map is written behind its flag by its serializer, too: one that knows no null fails.

        Raises:
            NullPointerException: A value is None whose type knows no null.
            TypeError: The value is of another type.
        """
        if self._map is not None:
            return bytes((value is None,)) + self._map.value.to_bytes(value)
        if self._element is None:
            return self._value.to_bytes(value)
        return list_bytes(value.items, self._element)

    def read(self, key: bytes, value: bytes, *, checked: bool = True) -> Entry:
        """The entry of two runs of bytes.

        Args:
            key: The key's bytes.
            value: The value's bytes.
            checked: Whether bytes that are left behind the key are an error: it was read with another max parallelism
                than it was written with. Flink doesn't look at them.

        Raises:
            EOFException: One of them ends within a part; the message names it and the offset.
            IOException: Bytes are left behind the key.
        """
        if isinstance(self._value, TimerSerializer):
            source = DataInput(key)
            try:
                group = read_key_group(source, self._keys.max_parallelism)
                timer = self._value.deserialize(source)
            except JavaError as error:
                raise self._no_key(error) from error
            if checked and source.available:
                raise self._longer(source.available)
            return Entry(group, self.state.name, timer.key, timer.namespace, Long(timer.timestamp))
        try:
            parts = self._keys.from_bytes(key)
        except JavaError as error:
            raise self._no_key(error) from error
        # Behind a null of `java.sql.Timestamp` Flink leaves bytes: a user's key may be one.
        if checked and parts.left and (self._map is None or parts.user_key is not None):
            raise self._longer(parts.left)
        return Entry(
            parts.key_group, self.state.name, parts.key, parts.namespace, self.read_value(value), parts.user_key
        )

    def _no_key(self, error: JavaError) -> JavaError:
        return type(error)(
            f"{error}; max_parallelism is {self._keys.max_parallelism}: if the bytes are whole, write that of the "
            "operator that has the state"
        )

    def _longer(self, left: int) -> IOException:
        bytes_are = "byte is" if left == 1 else "bytes are"
        return IOException(
            f"{left} {bytes_are} left behind a key: max_parallelism is {self._keys.max_parallelism}; write that of the "
            "operator that has the state"
        )

    def read_value(self, data: bytes) -> Any:  # noqa: ANN401 - of the state's type
        """The value of some bytes; of a map state that of one of the user's keys.

        Raises:
            JavaError: They are no value; the message names the part and the offset.
        """
        if self._map is not None:
            source = DataInput(data)
            return None if source.boolean("whether a value is null") else self._map.value.deserialize(source)
        if self._element is None:
            return self._value.from_bytes(data)
        return JavaList(_read_list(DataInput(data), self._element))


def element_serializer(state: KeyedState) -> TypeSerializer[Any]:
    """The serializer of a list state's elements.

    Raises:
        TypeError: The state's serializer is no `ListSerializer`.
    """
    if not isinstance(state.value, ListSerializer):
        raise TypeError(f"the list state {state.name!r} must have a ListSerializer, not {type(state.value).__name__}")
    return state.value.element


def map_serializer(state: KeyedState) -> MapSerializer[Any, Any]:
    """The serializer of a map state.

    Raises:
        TypeError: The state's serializer is no `MapSerializer`.
    """
    if not isinstance(state.value, MapSerializer):
        raise TypeError(f"the map state {state.name!r} must have a MapSerializer, not {type(state.value).__name__}")
    return state.value


def list_bytes(items: Iterable[Any], element: TypeSerializer[Any]) -> bytes:
    """`ListDelimitedSerializer.serializeList(List, TypeSerializer)`: the elements, and a comma between them.

    Raises:
        NullPointerException: An element is None, whatever its type.
    """
    data = bytearray()
    for place, item in enumerate(items):
        if item is None:
            raise NullPointerException("You cannot have null elements in a list state.")
        if place:  # an element may have no bytes
            data.append(_DELIMITER)
        element.serialize(item, data)
    return bytes(data)


def _read_list(source: DataInput, element: TypeSerializer[Any]) -> Iterator[Any]:
    """`ListDelimitedSerializer.deserializeList`: what stands between two elements is stepped over."""
    while source.available:
        yield element.deserialize(source)
        if source.available:
            source.uint8("what stands between two elements")
