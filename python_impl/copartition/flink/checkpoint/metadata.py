"""What stands in the file `_metadata` of a checkpoint or savepoint."""

from __future__ import annotations

from dataclasses import dataclass, field
from string import hexdigits
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.errors import (
    IllegalArgumentException,
    IndexOutOfBoundsException,
    UnsupportedOperationException,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.flink.checkpoint.handles import AnyChannelHandle, BytesHandle, KeyedHandle
    from copartition.flink.checkpoint.operator_handles import NonKeyedHandle


_ID_DIGITS: Final = 32
_HEX: Final = frozenset(hexdigits)


@dataclass(frozen=True, slots=True)
class MasterState:
    """What a hook of the checkpoint coordinator wrote.

    Raises:
        WrongTypeError: The data are no bytes.
    """

    name: str
    data: bytes
    version: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", _arguments.bytes_like("data", self.data, "write what the hook wrote"))


@dataclass(frozen=True, slots=True)
class SubtaskState:
    """`OperatorSubtaskState`: where the state of one subtask lies."""

    managed_operator: NonKeyedHandle | None = None
    raw_operator: NonKeyedHandle | None = None
    managed_keyed: KeyedHandle | None = None
    raw_keyed: KeyedHandle | None = None
    input_channels: tuple[AnyChannelHandle, ...] = ()
    output_channels: tuple[AnyChannelHandle, ...] = ()


@dataclass(frozen=True, slots=True)
class OperatorState:
    """The state of one operator.

    Attributes:
        id: Its id, 32 hex digits, as `AbstractID.toHexString` has it: `operator_id(uid)` of an operator with a uid.
            Digits in upper case become lower ones.
        parallelism: How many subtasks it had.
        max_parallelism: How many key groups it has.
        subtasks: By index; a subtask that is None had finished. None instead of all is an operator that had finished.
        coordinator: What its coordinator wrote.
        name: Its name, from version 5 of the metadata on.
        uid: Its uid, from version 5 of the metadata on.

    Raises:
        IllegalArgumentException: The parallelism is negative, or above the maximum.
        IndexOutOfBoundsException: The operator has no subtask of an index.
        UnsupportedOperationException: An operator that had finished has a coordinator's state.
        WrongTypeError: The id is no str.
        ValueError: It has no 32 hex digits.
    """

    id: str
    parallelism: int
    max_parallelism: int
    subtasks: Mapping[int, SubtaskState | None] | None
    coordinator: BytesHandle | None = None
    name: str | None = None
    uid: str | None = None

    def __post_init__(self) -> None:
        _arguments.text("id", self.id)
        if len(self.id) != _ID_DIGITS or not _HEX.issuperset(self.id):
            raise ValueError(f"id must be 32 hex digits, not {self.id!r}: write operator_id(uid) of an operator's uid")
        object.__setattr__(self, "id", self.id.lower())
        if self.parallelism > self.max_parallelism or self.parallelism < 0:
            raise IllegalArgumentException(
                f"Parallelism {self.parallelism} is not smaller or equal to max parallelism {self.max_parallelism}."
            )
        if self.subtasks is None and self.coordinator is not None:
            raise UnsupportedOperationException("Could not set coordinator state to a fully finished operator state.")
        for index in self.subtasks or ():
            if not 0 <= index < self.parallelism:
                raise IndexOutOfBoundsException(
                    f"subtask {index} of an operator whose parallelism is {self.parallelism}"
                )


@dataclass(frozen=True, slots=True)
class CheckpointMetadata:
    """A checkpoint or savepoint.

    Attributes:
        checkpoint_id: Its id.
        operators: Its operators.
        master: What hooks of the coordinator wrote.
        properties: Its properties, serialized by Java, as they are; None where there are none, and before version 4.
    """

    checkpoint_id: int
    operators: tuple[OperatorState, ...]
    master: tuple[MasterState, ...] = ()
    properties: bytes | None = field(default=None, repr=False)
