"""Streams of keyed state, written and read without a JVM: canonical savepoints, and a heap backend's own checkpoints.

Each subtask of an operator has one such stream; `copartition.flink.checkpoint` says where they lie.
"""

from __future__ import annotations

from copartition.flink.savepoint.entries import Entry
from copartition.flink.savepoint.foreign import RawValues
from copartition.flink.savepoint.heap_states import HeapStates, KeyedStateStream
from copartition.flink.savepoint.reading import SavepointReader
from copartition.flink.savepoint.restored import add_checkpoint, restored_checkpoint, restored_savepoint
from copartition.flink.savepoint.states import KeyedState, StateKind, StreamHeader
from copartition.flink.savepoint.writing import write_checkpoint, write_savepoint

__all__ = [
    "Entry",
    "HeapStates",
    "KeyedState",
    "KeyedStateStream",
    "RawValues",
    "SavepointReader",
    "StateKind",
    "StreamHeader",
    "add_checkpoint",
    "restored_checkpoint",
    "restored_savepoint",
    "write_checkpoint",
    "write_savepoint",
]
