"""The pairs of a canonical savepoint as columns of bytes: as `SavepointReader.records`, a few megabytes at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from copartition._bulk.bytes_column import BytesColumn
from copartition._bulk.kernels import IN_A_GROUP, NO_GROUP
from copartition.flink.savepoint import canonical
from copartition.flink.savepoint.reading import refuse_no_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from copartition._bulk.kernels import Kernels
    from copartition.flink.savepoint.canonical import Record
    from copartition.flink.savepoint.files import FileInput

CHUNK: Final = 1 << 22
"""So many bytes of a stream are taken at once; a pair that is longer is taken alone."""

_SHORTEST: Final = 9
"""The fewest bytes of a pair: two lengths, and a key of one byte."""


@dataclass(frozen=True, slots=True, eq=False)
class RecordColumns:
    """Pairs of a canonical stream, in its order; see `copartition.flink.savepoint.canonical.Record`.

    Attributes:
        states: int32: the number of each pair's state, its place in the header.
        keys: Key group, key, namespace, and the user's key of a map state.
        values: The values.
    """

    states: NDArray[np.int32]
    keys: BytesColumn
    values: BytesColumn

    def __len__(self) -> int:
        return len(self.states)

    def key_groups(self, prefix: int) -> NDArray[np.int32]:
        """The key group of each pair.

        Args:
            prefix: How many bytes a key group takes: `prefix_length(max_parallelism)`.
        """
        first = self.keys.data[self.keys.offsets[:-1]].astype(np.int32)
        if prefix == 1:
            return first
        return first << np.int32(8) | self.keys.data[self.keys.offsets[:-1] + 1]


class ColumnReader:
    """Reads the pairs of a stream from where it is.

    Attributes:
        group: At which byte of the file the key group begins that is read.

    Args:
        source: The stream, behind its header.
        states: How many states there are.
        kernels: Who computes.
    """

    def __init__(self, source: FileInput, states: int, kernels: Kernels) -> None:
        self.group = source.place()
        self._input, self._states, self._kernels = source, states, kernels
        self._state: int | None = None

    def columns(self) -> Iterator[RecordColumns]:
        """All pairs.

        Raises:
            ArrayIndexOutOfBoundsException: A key has no bytes.
            EOFException: The bytes end within a pair or a key group; the message names the part and the offset.
            IllegalStateException: A pair has no state.
            NegativeArraySizeException: A length is negative.
        """
        while True:
            self._input.forget()
            self._input.has(CHUNK)
            if (found := self._whole(self._input.peek(CHUNK))) is not None:
                yield found
                continue
            if self._state is None:
                if not self._input.has(1):
                    return
                self.group = self._input.place()
                self._state = self._input.uint16("the number of a state")
            record, self._state = canonical.read_record(self._input, self._state)
            refuse_no_state(record.state, self._states)
            yield _alone(record)

    def _whole(self, data: bytes) -> RecordColumns | None:
        """The pairs that are whole in these bytes, and sound; None where not even the first one is."""
        most = len(data) // _SHORTEST
        states, (keys, values) = np.empty(most, np.int32), np.empty((2, len(data)), np.uint8)
        offsets = np.zeros((2, most + 1), np.int64)
        begin = IN_A_GROUP if self._state is not None else NO_GROUP
        rows, taken, group, state = self._kernels.records(
            np.frombuffer(data, np.uint8), begin, self._state or 0, self._states, states, offsets, keys, values
        )
        if not rows:
            return None
        if group != NO_GROUP:
            self.group = self._input.place(group)
        self._state = None if state < 0 else state
        self._input.skip(taken, "pairs")
        ends = offsets[:, : rows + 1].copy()
        return RecordColumns(
            states[:rows].copy(),
            BytesColumn(ends[0], keys[: ends[0, -1]].copy()),
            BytesColumn(ends[1], values[: ends[1, -1]].copy()),
        )


def _alone(record: Record) -> RecordColumns:
    return RecordColumns(np.array([record.state], np.int32), _row(record.key), _row(record.value))


def _row(data: bytes) -> BytesColumn:
    return BytesColumn(np.array([0, len(data)], np.int64), np.frombuffer(data, np.uint8))
