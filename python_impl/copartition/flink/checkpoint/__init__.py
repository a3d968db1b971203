"""The file `_metadata` of a checkpoint or savepoint: operators, their subtasks, and where their state lies.

Where releases of Flink differ, `version` says which one is equalled.
"""

from __future__ import annotations

from copartition.flink.checkpoint.handles import (
    AnyChannelHandle,
    BytesHandle,
    ChangelogHandle,
    ChangesInFilesHandle,
    ChangesInMemoryHandle,
    ChannelHandle,
    EmptySegmentHandle,
    FileHandle,
    IncrementalHandle,
    KeyedHandle,
    KeyGroupsHandle,
    MergedChannelsHandle,
    OffsetAndHandle,
    PathAndHandle,
    RelativeFileHandle,
    SavepointHandle,
    SegmentHandle,
    StateChange,
    StreamHandle,
)
from copartition.flink.checkpoint.metadata import CheckpointMetadata, MasterState, OperatorState, SubtaskState
from copartition.flink.checkpoint.metadata_bytes import (
    MAGIC,
    decode_metadata,
    encode_metadata,
    newest_format,
    readable_metadata,
)
from copartition.flink.checkpoint.operator_handles import (
    MergedOperatorHandle,
    NamedStateOffsets,
    NonKeyedHandle,
    OperatorHandle,
)

__all__ = [
    "MAGIC",
    "AnyChannelHandle",
    "BytesHandle",
    "ChangelogHandle",
    "ChangesInFilesHandle",
    "ChangesInMemoryHandle",
    "ChannelHandle",
    "CheckpointMetadata",
    "EmptySegmentHandle",
    "FileHandle",
    "IncrementalHandle",
    "KeyGroupsHandle",
    "KeyedHandle",
    "MasterState",
    "MergedChannelsHandle",
    "MergedOperatorHandle",
    "NamedStateOffsets",
    "NonKeyedHandle",
    "OffsetAndHandle",
    "OperatorHandle",
    "OperatorState",
    "PathAndHandle",
    "RelativeFileHandle",
    "SavepointHandle",
    "SegmentHandle",
    "StateChange",
    "StreamHandle",
    "SubtaskState",
    "decode_metadata",
    "encode_metadata",
    "newest_format",
    "readable_metadata",
]
