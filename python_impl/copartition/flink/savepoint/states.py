"""What the header of a stream of keyed state says: the key's serializer, and the states."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
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
    """

    name: str
    kind: StateKind
    namespace: TypeSerializer[Any]
    value: TypeSerializer[Any]


@dataclass(frozen=True, slots=True)
class StreamHeader:
    """`org.apache.flink.runtime.state.KeyedBackendSerializationProxy`: what stands before the key groups.

    Attributes:
        key: The serializer of keys.
        states: The states, each at its number.
        compressed: Whether each key group is compressed with Snappy.
    """

    key: TypeSerializer[Any]
    states: tuple[KeyedState, ...]
    compressed: bool = False
