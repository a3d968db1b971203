"""Finds batches, as `ByteBufferLogInputStream` does, and reads them, as `MemoryRecords` does."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from copartition.errors import CorruptRecordException, IllegalArgumentException
from copartition.java.ints import int32
from copartition.kafka.batches.formats import BATCH, LEAST, OVERHEAD
from copartition.kafka.batches.legacy import OpenRecord
from copartition.kafka.batches.open_batch import OpenBatch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from copartition.kafka.batches.records import Batch
    from copartition.kafka.group.releases import Release

_UP_TO_MAGIC: Final = 17


def read_batches(data: bytes, release: Release) -> tuple[Batch, ...]:
    """All batches; see `decode_batches`."""
    return tuple(batch.read() for batch in open_batches(data, release))


def open_batches(data: bytes, release: Release) -> Iterator[OpenBatch | OpenRecord]:
    """All batches, of which nothing has been looked at but where they end.

    Raises:
        CorruptRecordException: A size or a format can't be.
        IllegalArgumentException: A size is near 2^31.
    """
    position = 0
    while len(data) - position >= OVERHEAD:
        size = size_of(data, position)
        if len(data) - position < _UP_TO_MAGIC:
            return
        magic = data[position + _UP_TO_MAGIC - 1]
        if magic > BATCH:
            raise CorruptRecordException(f"Invalid magic found in record: {magic - (magic >> 7 << 8)}")
        whole = int32(size + OVERHEAD)
        if whole < 0:
            raise IllegalArgumentException(f"newLimit < 0: ({whole} < 0)")
        end = position + whole
        if end > len(data):
            return
        own = data[position:end]
        yield OpenBatch(own, release, len(data) - end) if magic == BATCH else OpenRecord(own, release)
        position = end


def size_of(data: bytes, position: int) -> int:
    """The size of what begins there.

    Raises:
        CorruptRecordException: No record is so short.
    """
    (size,) = struct.unpack_from(">i", data, position + 8)
    if size < LEAST:
        raise CorruptRecordException(f"Record size {size} is less than the minimum record overhead ({LEAST})")
    return int(size)
