"""What a caller hands to the writers of keyed state must be: errors that name the argument, before anything is kept."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from copartition import _arguments
from copartition.errors import IDENTITY_HASHED_ENUM, IdentityHashedKey, WrongTypeError
from copartition.flink.assignment import checked_max_parallelism
from copartition.flink.key_group_range import KeyGroupRange
from copartition.flink.savepoint.entries import Entry
from copartition.flink.savepoint.states import KeyedState, StateKind, StreamHeader
from copartition.flink.serializers.composites import ListSerializer, MapSerializer
from copartition.flink.serializers.identity_hashes import has_enum
from copartition.flink.serializers.type_serializer import TypeSerializer
from copartition.java.composites import JavaList

if TYPE_CHECKING:
    from collections.abc import Collection

    from copartition.flink.savepoint.files import Target

_SERIALIZERS: Final[dict[StateKind, type[TypeSerializer[Any]]]] = {
    StateKind.LIST: ListSerializer,
    StateKind.MAP: MapSerializer,
}
_VALUES: Final[dict[StateKind, tuple[type, str]]] = {
    StateKind.LIST: (JavaList, "a list state takes a JavaList"),
    StateKind.MAP: (Mapping, "a map state takes a mapping"),
}


def checked_states(
    max_parallelism: int, key_groups: KeyGroupRange, key: TypeSerializer[Any], states: Iterable[KeyedState]
) -> tuple[KeyedState, ...]:
    """The states of a backend.

    Raises:
        IdentityHashedKey: The keys are enum constants, or have some.
        WrongTypeError: An argument has the wrong type, or a list or a map state a serializer of something else.
        ValueError: The max parallelism isn't 1 to 32768, or a key group isn't below it; or two states have one name.
    """
    groups = checked_max_parallelism(max_parallelism)
    _arguments.instance("key_groups", key_groups, KeyGroupRange, "write KeyGroupRange(0, 127)")
    if key_groups.end >= groups:
        raise ValueError(f"key_groups ends with {key_groups.end}: of {groups} key groups the last is {groups - 1}")
    _arguments.instance("key", key, TypeSerializer, "write a serializer, such as copartition.flink.serializers.STRING")
    if has_enum(key):
        raise IdentityHashedKey(IDENTITY_HASHED_ENUM)
    found = _arguments.tuple_of("states", states, KeyedState)
    refuse_same_names(found)
    for state in found:
        wanted = _SERIALIZERS.get(state.kind)
        if wanted is not None and not isinstance(state.value, wanted):
            raise WrongTypeError(
                f"the {state.kind.value} state {state.name!r} needs a {wanted.__name__}, not {state.value!r}"
            )
    return found


def check_stream(target: Target, header: StreamHeader, key_groups: KeyGroupRange, entries: Iterable[Entry]) -> None:
    """Passes what a stream is written of.

    Raises:
        WrongTypeError: The target is no file, such as a path, or was opened for text; or another argument has the wrong
            type.
    """
    file: object = target
    if not hasattr(file, "write"):
        given = type(file).__name__
        raise WrongTypeError(f'target must be a file opened for binary writing, not {given}: write open(path, "wb")')
    if isinstance(file, io.TextIOBase):
        raise WrongTypeError('target must be a file opened for binary writing, and it takes text: open it with "wb"')
    _arguments.instance("header", header, StreamHeader, "write StreamHeader(key, states)")
    _arguments.instance("key_groups", key_groups, KeyGroupRange, "write KeyGroupRange(0, 127)")
    if not isinstance(entries, Iterable):
        raise WrongTypeError(f"entries must be an iterable of Entry values, not {type(entries).__name__}")


def check_entry(entry: Entry, states: Collection[str]) -> None:
    """Passes an entry of a state that is there.

    Args:
        entry: The entry.
        states: The names of the header's states.

    Raises:
        KeyError: The header has no such state.
        WrongTypeError: It is no `Entry`.
    """
    if not isinstance(entry, Entry):
        raise WrongTypeError(f"entries must hold Entry values, not {type(entry).__name__}")
    if entry.state not in states:
        raise KeyError(f"the header has no state {entry.state!r}, only {', '.join(map(repr, states)) or 'none'}")


def refuse_same_names(states: Iterable[KeyedState]) -> None:
    """Refuses states of one name: what is written of one would be read as the other's.

    Raises:
        ValueError: Two states have one name.
    """
    names: set[str] = set()
    for state in states:
        if state.name in names:
            raise ValueError(f"two states have the name {state.name!r}")
        names.add(state.name)


def check_value(kind: StateKind, state: str, value: object) -> None:
    """Refuses what a state of a kind doesn't take as its value.

    Raises:
        WrongTypeError: It is no `JavaList` of a list state, or no mapping of a map state.
    """
    wanted, sentence = _VALUES.get(kind, (object, ""))
    if not isinstance(value, wanted):
        raise WrongTypeError(f"the state {state!r}: {sentence}, not {type(value).__name__}")
