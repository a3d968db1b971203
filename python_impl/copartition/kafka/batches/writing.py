"""Writes a batch record by record, as `MemoryRecordsBuilder` does."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Final

from copartition.errors import IllegalArgumentException
from copartition.java.crc32c import crc32c
from copartition.java.ints import MAX_INT, int32, int64
from copartition.java.utf8 import encoded
from copartition.kafka.batches.formats import (
    BATCH,
    BEHIND_THE_SIZE,
    CHECKED,
    CONTROL,
    DELETE_HORIZON,
    HEAD,
    TIMESTAMP_TYPE,
    TRANSACTIONAL,
)
from copartition.kafka.batches.records import (
    NO_PRODUCER_EPOCH,
    NO_PRODUCER_ID,
    NO_TIMESTAMP,
    TimestampType,
)
from copartition.kafka.batches.varints import varint, varlong

if TYPE_CHECKING:
    from copartition.kafka.batches.records import NewBatch, NewRecord

_ONE_BYTE: Final = 0x7F
_TWO_BYTES: Final = 0x7FF
_FIRST_HALVES: Final = range(0xD800, 0xDC00)


class Writing:
    """A batch that grows.

    Args:
        batch: What stands in front of the records.

    Raises:
        IllegalArgumentException: The format has no such batches.
    """

    def __init__(self, batch: NewBatch) -> None:
        _check_format(batch)
        self._batch = batch
        self._records = bytearray()
        self._count = 0
        self._last_offset: int | None = None
        self._max_timestamp = NO_TIMESTAMP
        self._base_timestamp = batch.delete_horizon if _has_horizon(batch) else None

    def append(self, record: NewRecord) -> None:
        """`append(Record)`.

        Raises:
            IllegalArgumentException: The record can't be part of this batch.
        """
        offset, timestamp = record.offset, record.timestamp
        if self._last_offset is not None and offset <= self._last_offset:
            raise IllegalArgumentException(
                f"Illegal offset {offset} following previous offset {self._last_offset} (Offsets must increase "
                "monotonically)."
            )
        if timestamp < 0 and timestamp != NO_TIMESTAMP:
            raise IllegalArgumentException(f"Invalid negative timestamp {timestamp}")
        if self._batch.magic < BATCH and record.headers:
            raise IllegalArgumentException(f"Magic v{self._batch.magic} does not support record headers")
        if self._base_timestamp is None:
            self._base_timestamp = timestamp
        if self._batch.magic == BATCH:
            body = _body(record, int32(offset - self._batch.base_offset), int64(timestamp - self._base_timestamp))
            self._records += varint(len(body) + _miscounted(record)) + body
        else:
            if self._batch.timestamp_type is TimestampType.LOG_APPEND_TIME:
                timestamp = self._batch.log_append_time
            self._records += _legacy(self._batch, record, timestamp)
        if int64(offset - self._batch.base_offset) > MAX_INT:
            raise IllegalArgumentException(
                f"Maximum offset delta exceeded, base offset: {self._batch.base_offset}, last offset: {offset}"
            )
        self._count += 1
        self._last_offset = offset
        self._max_timestamp = max(self._max_timestamp, timestamp)

    def built(self) -> bytes:
        """`build()`.

        Raises:
            IllegalArgumentException: The producer isn't told whole, or the format knows none.
        """
        batch = self._batch
        _check_producer(batch)
        if self._last_offset is None or self._base_timestamp is None:
            return b""
        if batch.magic < BATCH:
            return bytes(self._records)
        appended = batch.timestamp_type is TimestampType.LOG_APPEND_TIME
        checked = CHECKED.pack(
            _attributes(batch),
            int32(self._last_offset - batch.base_offset),
            self._base_timestamp,
            batch.log_append_time if appended else self._max_timestamp,
            batch.producer_id,
            batch.producer_epoch,
            batch.base_sequence,
            self._count,
        )
        checked += self._records
        size = BEHIND_THE_SIZE + len(checked)
        return HEAD.pack(batch.base_offset, size, batch.partition_leader_epoch, BATCH, crc32c(checked)) + checked


def _check_format(batch: NewBatch) -> None:
    if batch.magic > 0 and batch.timestamp_type is TimestampType.NONE:
        raise IllegalArgumentException("TimestampType must be set for magic >= 0")
    if batch.magic == BATCH:
        return
    if batch.transactional:
        raise IllegalArgumentException(f"Transactional records are not supported for magic {batch.magic}")
    if batch.control:
        raise IllegalArgumentException(f"Control records are not supported for magic {batch.magic}")
    if batch.delete_horizon != NO_TIMESTAMP:
        raise IllegalArgumentException(f"Delete horizon timestamp is not supported for magic {batch.magic}")


def _check_producer(batch: NewBatch) -> None:
    if batch.producer_id == NO_PRODUCER_ID:
        if batch.transactional:
            raise IllegalArgumentException("Cannot write transactional messages without a valid producer ID")
        return
    if batch.producer_epoch == NO_PRODUCER_EPOCH:
        raise IllegalArgumentException("Invalid negative producer epoch")
    if batch.base_sequence < 0 and not batch.control:
        raise IllegalArgumentException("Invalid negative sequence number used")
    if batch.magic < BATCH:
        raise IllegalArgumentException(f"Idempotent messages are not supported for magic {batch.magic}")


def _has_horizon(batch: NewBatch) -> bool:
    return batch.magic == BATCH and batch.delete_horizon >= 0


def _attributes(batch: NewBatch) -> int:
    return (
        (TIMESTAMP_TYPE if batch.timestamp_type is TimestampType.LOG_APPEND_TIME else 0)
        | (TRANSACTIONAL if batch.transactional else 0)
        | (CONTROL if batch.control else 0)
        | (DELETE_HORIZON if _has_horizon(batch) else 0)
    )


def _body(record: NewRecord, offset: int, timestamp: int) -> bytes:
    """A record of format 2, without its size: the first byte has no meaning yet."""
    body = b"\0" + varlong(timestamp) + varint(offset) + _sized(record.key) + _sized(record.value)
    headers = b"".join(_sized(encoded(header.key)) + _sized(header.value) for header in record.headers)
    return body + varint(len(record.headers)) + headers


def _miscounted(record: NewRecord) -> int:
    """By how much Kafka errs in a record's size: `Utils.utf8Length` takes half of a surrogate pair for a whole one.

    It is written as a question mark. Who reads the batch refuses it, with all records that are in it.
    """
    wrong = 0
    for header in record.headers:
        counted, written = _utf8_length(header.key), len(encoded(header.key))
        wrong += counted - written + len(varint(counted)) - len(varint(written))
    return wrong


def _utf8_length(text: str) -> int:
    if text.isascii():
        return len(text)
    units = text.encode("utf-16-be", "surrogatepass")
    length = place = 0
    while place < len(units):
        (unit,) = struct.unpack_from(">H", units, place)
        place += 2
        if unit <= _ONE_BYTE:
            length += 1
        elif unit <= _TWO_BYTES:
            length += 2
        elif unit in _FIRST_HALVES:
            length += 4
            place += 2  # whatever follows
        else:
            length += 3
    return length


def _sized(data: bytes | None) -> bytes:
    return varint(-1) if data is None else varint(len(data)) + data


def _legacy(batch: NewBatch, record: NewRecord, timestamp: int) -> bytes:
    """A record of format 0 or 1, with its offset and size in front."""
    if timestamp < 0 and timestamp != NO_TIMESTAMP:
        raise IllegalArgumentException(f"Invalid message timestamp {timestamp}")
    checked = bytes((batch.magic, _attributes(batch) if batch.magic else 0))
    if batch.magic:
        checked += struct.pack(">q", timestamp)
    for part in (record.key, record.value):
        checked += struct.pack(">i", -1) if part is None else struct.pack(">i", len(part)) + part
    return struct.pack(">qiI", record.offset, 4 + len(checked), zlib.crc32(checked)) + checked
