"""Handles: where state lies. `None` stands where Flink has none.

A handle has an `id` that is None where a file has none: Flink drew one at random when it read it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from copartition import _arguments
from copartition.errors import IllegalArgumentException, NullPointerException, noted
from copartition.flink.checkpoint.paths import flink_path
from copartition.java.ints import int64

if TYPE_CHECKING:
    from copartition.flink.key_group_range import KeyGroupRange, KeyGroupRangeOffsets


SCOPES: Final = ("EXCLUSIVE", "SHARED")
"""`CheckpointedStateScope`, in the order of its constants."""


def present(name: str, value: object) -> None:
    """Passes what is there.

    Raises:
        NullPointerException: It is None.
    """
    if value is None:
        raise noted(NullPointerException(), f"{name} is None: write the handle that is meant")


@dataclass(frozen=True, slots=True)
class BytesHandle:
    """`ByteStreamStateHandle`: state that stands in the metadata itself.

    Raises:
        WrongTypeError: The data are no bytes.
    """

    name: str
    data: bytes

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", _arguments.bytes_like("data", self.data, "write the state itself"))

    @property
    def state_size(self) -> int:
        """In bytes."""
        return len(self.data)


@dataclass(frozen=True, slots=True)
class FileHandle:
    """`FileStateHandle`: a file of `size` bytes; -1 if it isn't known how many.

    Raises:
        IllegalArgumentException: The size is below -1, or the path is no URI.
    """

    path: str
    size: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", flink_path(self.path))
        if self.size < -1:
            raise noted(IllegalArgumentException(), f"size is {self.size}: write 0 or more, or -1 if it isn't known")

    @property
    def state_size(self) -> int:
        """In bytes."""
        return self.size


@dataclass(frozen=True, slots=True)
class RelativeFileHandle:
    """`RelativeFileStateHandle`: a file beside the metadata, as savepoints have, so that they can be moved.

    Raises:
        IllegalArgumentException: The size is below -1.
    """

    path: str
    size: int

    def __post_init__(self) -> None:
        if self.size < -1:
            raise noted(IllegalArgumentException(), f"size is {self.size}: write 0 or more, or -1 if it isn't known")

    @property
    def state_size(self) -> int:
        """In bytes."""
        return self.size


@dataclass(frozen=True, slots=True)
class SegmentHandle:
    """`SegmentFileStateHandle`: a part of a file that several states share, known from Flink 1.20 on.

    Attributes:
        path: The file.
        start: Where the part begins.
        size: How many bytes it has.
        scope: `EXCLUSIVE` or `SHARED`.
        logical_file: The id of the part.

    Raises:
        ValueError: `scope` is neither.
    """

    path: str
    start: int
    size: int
    scope: str
    logical_file: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", flink_path(self.path))
        if self.scope not in SCOPES:
            raise ValueError(f"scope must be one of {', '.join(SCOPES)}, not {self.scope!r}")

    @property
    def state_size(self) -> int:
        """In bytes."""
        return self.size


@dataclass(frozen=True, slots=True)
class EmptySegmentHandle:
    """`EmptySegmentFileStateHandle`: no part of any file."""

    state_size: ClassVar[int] = 0


@dataclass(frozen=True, slots=True)
class KeyGroupsHandle:
    """`KeyGroupsStateHandle`: key groups, each at an offset of one stream.

    Raises:
        NullPointerException: There is no stream.
    """

    groups: KeyGroupRangeOffsets
    state: StreamHandle
    id: str | None = None

    def __post_init__(self) -> None:
        present("state", self.state)

    @property
    def state_size(self) -> int:
        """In bytes."""
        return self.state.state_size


@dataclass(frozen=True, slots=True)
class SavepointHandle:
    """`KeyGroupsSavepointStateHandle`: key groups of a canonical savepoint.

    Raises:
        NullPointerException: There is no stream.
    """

    groups: KeyGroupRangeOffsets
    state: StreamHandle

    def __post_init__(self) -> None:
        present("state", self.state)

    @property
    def state_size(self) -> int:
        """In bytes."""
        return self.state.state_size


@dataclass(frozen=True, slots=True)
class PathAndHandle:
    """`HandleAndLocalPath`: a file of RocksDB.

    Raises:
        NullPointerException: There is no stream.
    """

    path: str
    state: StreamHandle

    def __post_init__(self) -> None:
        present("state", self.state)


@dataclass(frozen=True, slots=True)
class IncrementalHandle:
    """`IncrementalRemoteKeyedStateHandle`: files of RocksDB, some shared with other checkpoints.

    Attributes:
        range: The key groups.
        checkpoint_id: The checkpoint that made it.
        backend: The UUID of the state backend.
        meta: What the backend wrote about its states; None only from Flink 1.19 on.
        shared: Files that other checkpoints may have, too.
        private: Files of this checkpoint alone.
        checkpointed_size: Bytes that this checkpoint added; -1 becomes the size of all files.
        id: The handle's.
    """

    range: KeyGroupRange
    checkpoint_id: int
    backend: str
    meta: StreamHandle | None
    shared: tuple[PathAndHandle, ...]
    private: tuple[PathAndHandle, ...]
    checkpointed_size: int = -1
    id: str | None = None

    def __post_init__(self) -> None:
        if self.checkpointed_size == -1:
            object.__setattr__(self, "checkpointed_size", self.state_size)

    @property
    def state_size(self) -> int:
        """In bytes, as an int64 that overflows."""
        files = sum(pair.state.state_size for pair in (*self.shared, *self.private))
        return int64(files + (0 if self.meta is None else self.meta.state_size))


@dataclass(frozen=True, slots=True)
class StateChange:
    """Changes of one key group, or of the backend's metadata, whose `key_group` is -1.

    Raises:
        WrongTypeError: The change is no bytes.
    """

    key_group: int
    change: bytes

    def __post_init__(self) -> None:
        object.__setattr__(self, "change", _arguments.bytes_like("change", self.change, "write the change itself"))


@dataclass(frozen=True, slots=True)
class ChangesInMemoryHandle:
    """`InMemoryChangelogStateHandle`: changes since a materialization, in the metadata itself.

    Raises:
        IllegalArgumentException: A sequence number is negative.
    """

    range: KeyGroupRange
    start: int
    end: int
    changes: tuple[StateChange, ...]
    id: str | None = None

    def __post_init__(self) -> None:
        if min(self.start, self.end) < 0:
            raise noted(IllegalArgumentException(), f"start is {self.start}, end {self.end}: write 0 or more")


@dataclass(frozen=True, slots=True)
class OffsetAndHandle:
    """A stream of changes, and where in it they begin."""

    offset: int
    state: StreamHandle | None


@dataclass(frozen=True, slots=True)
class ChangesInFilesHandle:
    """`ChangelogStateHandleStreamImpl`: changes since a materialization, in files."""

    range: KeyGroupRange
    handles: tuple[OffsetAndHandle, ...]
    size: int
    checkpointed_size: int
    id: str | None = None
    storage: str = "filesystem"


@dataclass(frozen=True, slots=True)
class ChangelogHandle:
    """`ChangelogStateBackendHandle`: a materialization, and the changes since.

    Attributes:
        range: The key groups; not empty.
        materialized: Handles of the materialization.
        changes: Handles of changes.
        materialization_id: Of which materialization.
        checkpoint_id: Of which checkpoint; that of the materialization where a file doesn't say it.
        checkpointed_size: Bytes that this checkpoint added.
        id: The handle's.
    """

    range: KeyGroupRange
    checkpointed_size: int
    materialized: tuple[KeyedHandle, ...]
    changes: tuple[ChangesInMemoryHandle | ChangesInFilesHandle, ...]
    materialization_id: int
    checkpoint_id: int
    id: str | None = None

    def __post_init__(self) -> None:
        if not len(self.range):
            raise noted(IllegalArgumentException(), "range is empty: write a range of at least one key group")
        for change in self.changes:
            present("each of changes", change)


@dataclass(frozen=True, slots=True)
class ChannelHandle:
    """`InputChannelStateHandle` or `ResultSubpartitionStateHandle`: records in flight of one channel.

    Attributes:
        subtask: The subtask.
        info: An input gate and its channel, or a result partition and its subpartition.
        offsets: In the stream.
        size: In bytes.
        state: The stream.
    """

    subtask: int
    info: tuple[int, int]
    offsets: tuple[int, ...]
    size: int
    state: StreamHandle

    def __post_init__(self) -> None:
        present("state", self.state)


@dataclass(frozen=True, slots=True)
class MergedChannelsHandle:
    """`MergedInputChannelStateHandle` or `MergedResultSubpartitionStateHandle`: several channels, of Flink 2.1 on."""

    subtask: int
    size: int
    state: StreamHandle | None
    offsets: bytes = field(repr=False)


StreamHandle: TypeAlias = (
    BytesHandle | FileHandle | RelativeFileHandle | SegmentHandle | EmptySegmentHandle | KeyGroupsHandle
)
"""Where a stream of bytes lies."""

KeyedHandle: TypeAlias = (
    KeyGroupsHandle
    | SavepointHandle
    | IncrementalHandle
    | ChangelogHandle
    | ChangesInMemoryHandle
    | ChangesInFilesHandle
)
"""Where the keyed state of a subtask lies."""

AnyChannelHandle: TypeAlias = ChannelHandle | MergedChannelsHandle
"""Where records in flight lie."""
