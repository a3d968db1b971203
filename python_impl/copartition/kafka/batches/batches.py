"""The two ways between batches and their bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import WrongTypeError
from copartition.kafka.batches.reading import read_batches
from copartition.kafka.batches.writing import Writing
from copartition.kafka.group.releases import NEWEST, checked_release

if TYPE_CHECKING:
    from collections.abc import Iterable

    from copartition.kafka.batches.records import Batch, NewBatch, NewRecord
    from copartition.kafka.group.releases import Release


def encode_batch(batch: NewBatch, records: Iterable[NewRecord]) -> bytes:
    """The bytes of a batch, which isn't compressed: `MemoryRecordsBuilder.append(Record)`, `build()`.

    Args:
        batch: What stands in front of the records.
        records: They, in the order of their offsets; without any there are no bytes.

    Returns:
        The batch; of formats 0 and 1 each record by itself.

    Raises:
        IllegalArgumentException: Kafka refuses it: an offset that isn't beyond the last one, a negative timestamp, a
            producer without an epoch, what the format hasn't.
    """
    writing = Writing(batch)
    for record in records:
        writing.append(record)
    return writing.built()


def decode_batches(data: bytes, *, release: Release | str = NEWEST) -> tuple[Batch, ...]:
    """The batches in some bytes: `MemoryRecords.batches()`, `ensureValid()`, and all of their records.

    What is cut at the end is left out, as it is where a fetch ends within a batch.

    Args:
        data: What a broker sent, or a segment of a log.
        release: The release of kafka-clients whose errors are meant.

    Raises:
        CorruptRecordException: A size or a checksum is wrong; up to 2.3 InvalidRecordException.
        InvalidRecordException: The checksum is right, and the records aren't.
        KafkaException: What is compressed can't be decompressed.
        IllegalArgumentException: No release knows such a compression; or a number of more bytes than it may have.
        JavaError: Of releases before 3.6: another error that they meet in damaged records.
        ValueError: The release is none that is known.
        NotImplementedError: It is compressed by Snappy, LZ4 or Zstandard.
    """
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise WrongTypeError(f"data must be bytes, not {type(data).__name__}")
    return read_batches(bytes(data), checked_release(release))
