"""What the header of a stream of keyed state says: the key's serializer, and the states."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from copartition import _arguments
from copartition.flink.serializers.parts import check_part
from copartition.flink.serializers.type_serializer import TypeSerializer

VERSION: Final = 6
"""`KeyedBackendSerializationProxy.VERSION`, since Flink 1.7."""


class StateKind(Enum):
    """`org.apache.flink.api.common.state.StateDescriptor.Type`: the kinds of keyed state; and timers."""

    VALUE = "value"
    LIST = "list"
    REDUCING = "reducing"
    AGGREGATING = "aggregating"
    MAP = "map"
    TIMERS = "timers"


@dataclass(frozen=True, slots=True)
class KeyedState:
    """`org.apache.flink.runtime.state.RegisteredKeyValueStateBackendMetaInfo`: a state of a backend.

    Attributes:
        name: The state's name.
        kind: Its kind.
        namespace: The serializer of its namespaces.
        value: The serializer of its values: a `ListSerializer` of a list state, a `MapSerializer` of a map state, a
            `TimerSerializer` of timers.

    Raises:
        WrongTypeError: One of them has another type.
    """

    name: str
    kind: StateKind
    namespace: TypeSerializer[Any]
    value: TypeSerializer[Any]

    def __post_init__(self) -> None:
        _arguments.text("name", self.name)
        _arguments.instance("kind", self.kind, StateKind, "write StateKind.VALUE, for example")
        _arguments.instance(
            "namespace", self.namespace, TypeSerializer, "write VOID_NAMESPACE where the state has no namespaces"
        )
        check_part("value", self.value)


@dataclass(frozen=True, slots=True)
class StreamHeader:
    """`org.apache.flink.runtime.state.KeyedBackendSerializationProxy`: what stands before the key groups.

    Attributes:
        key: The serializer of keys.
        states: The states, each at its number.
        compressed: Whether each key group is compressed with Snappy.

    Raises:
        WrongTypeError: `key` is no serializer, or `states` no list of states.
    """

    key: TypeSerializer[Any]
    states: tuple[KeyedState, ...]
    compressed: bool = False

    def __post_init__(self) -> None:
        check_part("key", self.key)
        object.__setattr__(self, "states", _arguments.tuple_of("states", self.states, KeyedState, ordered=True))
