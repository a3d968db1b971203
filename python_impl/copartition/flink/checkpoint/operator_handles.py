"""Handles of an operator's state that is no keyed state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from copartition import _arguments
from copartition.flink.checkpoint.handles import present
from copartition.flink.checkpoint.paths import flink_path
from copartition.flink.rescale_operator_state import OperatorStateMode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from copartition.flink.checkpoint.handles import StreamHandle


MODES: Final = tuple(OperatorStateMode.__members__)
"""The names of the modes; their places are the bytes that stand for them."""


@dataclass(frozen=True, slots=True, init=False)
class NamedStateOffsets:
    """Where the parts of an operator's state lie, and how they are distributed.

    Attributes:
        name: The state's name.
        mode: `SPLIT_DISTRIBUTE`, `UNION` or `BROADCAST`: the name of an `OperatorStateMode`, which may be given itself.
        offsets: In the handle's stream.

    Raises:
        WrongTypeError: `mode` is neither a text nor an `OperatorStateMode`.
        ValueError: `mode` is the name of none.
    """

    name: str
    mode: str
    offsets: tuple[int, ...]

    def __init__(self, name: str, mode: str | OperatorStateMode, offsets: tuple[int, ...]) -> None:
        named = mode.name if isinstance(mode, OperatorStateMode) else mode
        _arguments.text("NamedStateOffsets.mode", named)
        if named not in MODES:
            raise ValueError(f"NamedStateOffsets.mode must be one of {', '.join(MODES)}, not {named!r}")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "mode", named)
        object.__setattr__(self, "offsets", offsets)


def _of_different_names(states: Iterable[NamedStateOffsets]) -> tuple[NamedStateOffsets, ...]:
    found = _arguments.tuple_of("states", states, NamedStateOffsets)
    names: set[str] = set()
    for state in found:
        if state.name in names:
            raise ValueError(f"states has {state.name!r} twice: write one NamedStateOffsets with all its offsets")
        names.add(state.name)
    return found


@dataclass(frozen=True, slots=True)
class OperatorHandle:
    """`OperatorStreamStateHandle`: the state of an operator that is no keyed state.

    Raises:
        NullPointerException: There is no stream.
        WrongTypeError: A state is no `NamedStateOffsets`.
        ValueError: Two states have one name: Flink would keep one of them.
    """

    states: tuple[NamedStateOffsets, ...]
    state: StreamHandle

    def __post_init__(self) -> None:
        object.__setattr__(self, "states", _of_different_names(self.states))
        present("state", self.state)


@dataclass(frozen=True, slots=True)
class MergedOperatorHandle:
    """`FileMergingOperatorStreamStateHandle`: the same in a shared file, known from Flink 1.20 on.

    Attributes:
        states: As in `OperatorHandle`.
        task_owned: The folder of the task.
        shared: The folder of shared files.
        empty: Whether it is an `EmptyFileMergingOperatorStreamStateHandle`.
        state: The part of the file.

    Raises:
        NullPointerException: There is no stream.
        WrongTypeError: A state is no `NamedStateOffsets`.
        ValueError: Two states have one name: Flink would keep one of them.
    """

    states: tuple[NamedStateOffsets, ...]
    task_owned: str
    shared: str
    empty: bool
    state: StreamHandle

    def __post_init__(self) -> None:
        object.__setattr__(self, "states", _of_different_names(self.states))
        for name in ("task_owned", "shared"):
            object.__setattr__(self, name, flink_path(getattr(self, name)))
        present("state", self.state)


NonKeyedHandle: TypeAlias = OperatorHandle | MergedOperatorHandle
"""Where the operator state of a subtask lies."""
