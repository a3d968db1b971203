"""How operator state (lists, unions, broadcasts) is given to the subtasks of another parallelism.

`org.apache.flink.runtime.checkpoint.RoundRobinOperatorStateRepartitioner`. A snapshot of a subtask is a handle: a
file, and for each named state the offsets at which its elements start. New subtasks get handles of the same files
with some of the offsets.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Final, SupportsIndex, TypeAlias

from copartition import _arguments
from copartition.errors import IllegalArgumentException, IllegalStateException, WrongTypeError, noted
from copartition.flink.releases import NEWEST, parsed
from copartition.java.boxed import checked_int
from copartition.java.hash_map import HashMap
from copartition.java.ints import MAX_LONG, MIN_LONG
from copartition.java.strings import utf16_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_EXACT_COUNT: Final = (2, 2, 0)
"""From here on a broadcast state counts as partly reported by the parallelism (FLINK-38131)."""
_WORD: Final = 64
"""Bits of a `BitSet`'s word; before, the parallelism was rounded up to them."""


class OperatorStateMode(Enum):
    """`OperatorStateHandle.Mode`: who gets the elements of a state."""

    SPLIT_DISTRIBUTE = "each element goes to one subtask"
    UNION = "every subtask gets all elements"
    BROADCAST = "every subtask has the same elements, and gets one copy of them"


@dataclass(frozen=True, slots=True, init=False)
class StateOffsets:
    """`OperatorStateHandle.StateMetaInfo`: where the elements of one named state start.

    Attributes:
        mode: Who gets them.
        offsets: An int64 for each element.

    Raises:
        WrongTypeError: `mode` is no `OperatorStateMode`, or `offsets` nothing to iterate in an order of its own.
        TypeError: An offset is no integer.
        ValueError: An offset doesn't fit 64 bits.
    """

    mode: OperatorStateMode
    offsets: tuple[int, ...]

    def __init__(self, mode: OperatorStateMode, offsets: Iterable[int]) -> None:
        # A text equals no mode: its state would go to no subtask.
        _arguments.instance("StateOffsets.mode", mode, OperatorStateMode, "write OperatorStateMode.UNION, for example")
        object.__setattr__(self, "mode", mode)
        checked = (
            checked_int("StateOffsets", f"offsets[{place}]", offset, MIN_LONG, MAX_LONG)
            for place, offset in enumerate(_arguments.iterated("StateOffsets.offsets", offsets, ordered=True))
        )
        object.__setattr__(self, "offsets", tuple(checked))

    def __str__(self) -> str:
        return f"StateMetaInfo{{offsets=[{', '.join(map(str, self.offsets))}], distributionMode={self.mode.name}}}"


@dataclass(frozen=True, slots=True)
class OperatorStateHandle:
    """A part of one subtask's snapshot.

    Attributes:
        name: The file; handles of one name are one file.
        states: By the state's name, where its elements start.
        in_order: Whether `states` has the order of the checkpoint's own map, whatever its size and history; else that
            map is a HashMap into which they were put as they stand here.

    Raises:
        WrongTypeError: `name` is no str, or `states` no mapping from texts to `StateOffsets`.
    """

    name: str
    states: Mapping[str, StateOffsets] = field(default_factory=dict)
    in_order: bool = False

    def __post_init__(self) -> None:
        _arguments.text("OperatorStateHandle.name", self.name)
        _check_states(self.states)


def _check_states(states: object) -> None:
    if not isinstance(states, Mapping):
        given = type(states).__name__
        raise WrongTypeError(f"OperatorStateHandle.states must be a mapping from names to offsets, not {given}")
    for name, offsets in states.items():
        _arguments.text("a name in OperatorStateHandle.states", name)
        _arguments.instance(f"OperatorStateHandle.states[{name!r}]", offsets, StateOffsets)


Subtasks: TypeAlias = "Sequence[Sequence[OperatorStateHandle]]"
"""Per subtask its handles."""
_Entries: TypeAlias = "list[tuple[str, StateOffsets]]"
"""Where one named state is: files, and offsets in them."""
_States: TypeAlias = "list[tuple[str, _Entries]]"
_Merged: TypeAlias = "list[dict[str, dict[str, StateOffsets]]]"
"""Per new subtask, by file, by the state's name."""


def repartition_operator_state(
    subtasks: Subtasks, old_parallelism: SupportsIndex, new_parallelism: SupportsIndex, *, version: str = NEWEST
) -> list[list[OperatorStateHandle]]:
    """`repartitionState(List, int, int)`: the handles that each new subtask restores.

    At an equal parallelism all stays as it is, but for union states, and for broadcast states that some subtasks
    did not report because they had finished: those are given to all anew. Up to 2.1 that second test compares
    with the parallelism rounded up to a multiple of 64, and so mostly holds where all have reported, too.

    Args:
        subtasks: The handles of each old subtask; those of one that finished are none.
        old_parallelism: The number of old subtasks.
        new_parallelism: The number of new subtasks, 1 or more.
        version: The release of Flink to behave like.

    Returns:
        Per new subtask its handles, sorted by name: the original's order is that of a hash table of files.

    Raises:
        IllegalArgumentException: The new parallelism isn't positive (without a message, as the original), or the
            old one isn't the number of subtasks.
        IllegalStateException: A union or partly reported broadcast state, an equal parallelism, and a subtask
            with two handles of one name ("Duplicate key …").
        WrongTypeError: `subtasks` is no list of lists of `OperatorStateHandle`, or a parallelism no integer.
        ValueError: A parallelism doesn't fit 32 bits, or `version` is no known release.
    """
    release = parsed(version)
    # Handles are read once for each mode: of an iterator, nothing would be left for the second.
    _arguments.instance("subtasks", subtasks, Collection, "write a list that has a list of handles for each subtask")
    for index, handles in enumerate(subtasks):
        _arguments.collection_of(f"subtasks[{index}]", handles, OperatorStateHandle)
    old = _arguments.int32("old_parallelism", old_parallelism)
    new = _arguments.int32("new_parallelism", new_parallelism)
    if new <= 0:
        raise noted(IllegalArgumentException(), f"new_parallelism is {new}: write 1 or more")
    if len(subtasks) != old:
        raise IllegalArgumentException("This method still depends on the order of the new and old operators")
    if new != old:
        merged: _Merged = [{} for _ in range(new)]
        _split(_collected(subtasks, OperatorStateMode.SPLIT_DISTRIBUTE), merged)
        _unite(_collected(subtasks, OperatorStateMode.UNION), merged)
        _broadcast(_collected(subtasks, OperatorStateMode.BROADCAST), merged)
        return _handles(merged)
    enough = old if release >= _EXACT_COUNT else -(-old // _WORD) * _WORD
    unions = _collected(subtasks, OperatorStateMode.UNION)
    broadcasts = _collected(subtasks, OperatorStateMode.BROADCAST, below=enough)
    if not unions and not broadcasts:
        return [sorted(handles, key=lambda handle: utf16_key(handle.name)) for handles in subtasks]
    merged = [_by_file(handles) for handles in subtasks]
    _unite(unions, merged)
    _broadcast(broadcasts, merged)
    return _handles(merged)


def _collected(subtasks: Subtasks, mode: OperatorStateMode, below: int | None = None) -> _States:
    """The states of one mode, in the order of Java's HashMap; only those that fewer than `below` subtasks reported."""
    order: HashMap[str, bool] = HashMap()
    entries: dict[str, _Entries] = {}
    reported: dict[str, set[int]] = {}
    for index, handles in enumerate(subtasks):
        for handle in handles:
            if all(offsets.mode is not mode for offsets in handle.states.values()):
                continue
            for name, offsets in _in_java_order(handle):
                if offsets.mode is mode:
                    order.compute_if_absent(name, lambda _: True)  # asked each time: a known name, too, may resize
                    entries.setdefault(name, []).append((handle.name, offsets))
                    reported.setdefault(name, set()).add(index)
    return [(name, entries[name]) for name in order if below is None or len(reported[name]) < below]


def _in_java_order(handle: OperatorStateHandle) -> Iterable[tuple[str, StateOffsets]]:
    if handle.in_order:
        return handle.states.items()
    return [(name, handle.states[name]) for name in _java_order(tuple(handle.states))]


@lru_cache(maxsize=1024)
def _java_order(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names in the order of a HashMap; a job's subtasks mostly report the same ones."""
    ordered: HashMap[str, None] = HashMap()
    for name in names:
        ordered.put(name, None)
    return tuple(ordered)


def _by_file(handles: Sequence[OperatorStateHandle]) -> dict[str, dict[str, StateOffsets]]:
    files: dict[str, OperatorStateHandle] = {}
    for handle in handles:
        if handle.name in files:
            pair = f"{_shown(files[handle.name])} and {_shown(handle)}"
            raise IllegalStateException(f"Duplicate key {_file(handle)} (attempted merging values {pair})")
        files[handle.name] = handle
    return {name: dict(handle.states) for name, handle in files.items()}


def _split(states: _States, merged: _Merged) -> None:
    """Gives each subtask a run of elements; the odd ones go round, state by state."""
    count = len(merged)
    start = 0
    for name, entries in states:
        each, odd = divmod(sum(len(offsets.offsets) for _, offsets in entries), count)
        at = taken = 0
        for turn in range(count):
            target = merged[(start + turn) % count]
            wanted = each + (turn < odd)
            while wanted > 0:
                file, offsets = entries[at]
                piece = offsets.offsets[taken : taken + wanted]
                # An entry without elements is given, too; and of one file only the last piece stays.
                target.setdefault(file, {})[name] = StateOffsets(offsets.mode, piece)
                wanted -= len(piece)
                taken += len(piece)
                if taken == len(offsets.offsets):
                    at, taken = at + 1, 0
        start = (start + odd) % count


def _unite(states: _States, merged: _Merged) -> None:
    for target in merged:
        for name, entries in states:
            for file, offsets in entries:
                target.setdefault(file, {})[name] = offsets


def _broadcast(states: _States, merged: _Merged) -> None:
    for index, target in enumerate(merged):
        for name, entries in states:
            file, offsets = entries[index % len(entries)]
            target.setdefault(file, {})[name] = offsets


def _handles(merged: _Merged) -> list[list[OperatorStateHandle]]:
    return [[OperatorStateHandle(name, files[name]) for name in sorted(files, key=utf16_key)] for files in merged]


def _file(handle: OperatorStateHandle) -> str:
    return f"ByteStreamStateHandle{{handleName='{handle.name}', dataBytes=0}}"


def _shown(handle: OperatorStateHandle) -> str:
    """As `OperatorStreamStateHandle.toString()` has it."""
    states = ", ".join(f"{name}={offsets}" for name, offsets in _in_java_order(handle))
    return f"OperatorStateHandle{{stateNameToPartitionOffsets={{{states}}}, delegateStateHandle={_file(handle)}}}"
