"""Reads batches, as `MemoryRecords` and `DefaultRecordBatch` do."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from copartition.errors import (
    CorruptRecordException,
    IllegalArgumentException,
    InvalidRecordException,
    NullPointerException,
    StringIndexOutOfBoundsException,
)
from copartition.java.crc32c import crc32c
from copartition.java.ints import MAX_INT, int32, int64
from copartition.java.utf8 import decoded
from copartition.kafka.batches.formats import (
    BATCH,
    CHECKED,
    CODEC,
    CONTROL,
    DELETE_HORIZON,
    HEAD,
    LEAST,
    OVERHEAD,
    TIMESTAMP_TYPE,
    TRANSACTIONAL,
    compression,
    corrupt,
    unzipped,
)
from copartition.kafka.batches.legacy import read_legacy
from copartition.kafka.batches.records import NO_SEQUENCE, Batch, Header, Record, TimestampType
from copartition.kafka.batches.varints import read_varint, read_varlong
from copartition.kafka.protocol.buffers import BufferUnderflowException

if TYPE_CHECKING:
    from collections.abc import Iterator

    from copartition.kafka.group.releases import Release

_UP_TO_MAGIC: Final = 17
_CHECKED_FROM: Final = HEAD.size
_TEXTS_ARE_PARTS: Final = (2, 7)
"""The release from which on a header's key is a part of the buffer; before, it was read from the array behind it."""


def read_batches(data: bytes, release: Release) -> tuple[Batch, ...]:
    """All batches; see `decode_batches`."""
    return tuple(_batches(data, release))


def _batches(data: bytes, release: Release) -> Iterator[Batch]:
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
        if magic == BATCH:
            yield _Reading(own, release, len(data) - end).batch()
        else:
            yield read_legacy(own, release)
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


def next_sequence(sequence: int, increment: int) -> int:
    """`DefaultRecordBatch.incrementSequence(int, int)`: behind the greatest number comes 0."""
    if sequence > int32(MAX_INT - increment):
        return int32(increment - (MAX_INT - sequence) - 1)
    return int32(sequence + increment)


class _Reading:
    """Reads one batch of format 2.

    Args:
        data: Its bytes.
        release: Whose errors are meant.
        behind: How many bytes follow it, in the same array.
    """

    def __init__(self, data: bytes, release: Release, behind: int) -> None:
        self._data, self._release, self._behind = data, release, behind

    def batch(self) -> Batch:
        """The batch, with its records.

        Raises:
            JavaError: It is damaged.
        """
        if len(self._data) < _CHECKED_FROM + CHECKED.size:
            raise corrupt(
                f"Record batch is corrupt (the size {len(self._data)} is smaller than the minimum allowed overhead "
                f"{_CHECKED_FROM + CHECKED.size})",
                self._release,
            )
        base_offset, _, leader_epoch, _, checksum = HEAD.unpack_from(self._data)
        computed = crc32c(self._data[_CHECKED_FROM:])
        if checksum != computed:
            raise corrupt(f"Record is corrupt (stored crc = {checksum}, computed crc = {computed})", self._release)
        attributes, last_delta, base_timestamp, max_timestamp, producer, epoch, sequence, count = CHECKED.unpack_from(
            self._data, _CHECKED_FROM
        )
        appended = bool(attributes & TIMESTAMP_TYPE)
        return Batch(
            magic=BATCH,
            base_offset=base_offset,
            last_offset=int64(base_offset + last_delta),
            size=len(self._data),
            checksum=checksum,
            compression=compression(attributes),
            timestamp_type=TimestampType.LOG_APPEND_TIME if appended else TimestampType.CREATE_TIME,
            max_timestamp=max_timestamp,
            producer_id=producer,
            producer_epoch=epoch,
            base_sequence=sequence,
            last_sequence=NO_SEQUENCE if sequence == NO_SEQUENCE else next_sequence(sequence, last_delta),
            transactional=bool(attributes & TRANSACTIONAL),
            control=bool(attributes & CONTROL),
            partition_leader_epoch=leader_epoch,
            delete_horizon=base_timestamp if attributes & DELETE_HORIZON and self._release >= (3, 1) else None,
            records=tuple(
                Record(
                    int64(base_offset + delta),
                    max_timestamp if appended else int64(base_timestamp + time),
                    next_sequence(sequence, delta) if sequence >= 0 else NO_SEQUENCE,
                    key,
                    value,
                    headers,
                )
                for time, delta, key, value, headers in self._records(count, zipped=bool(attributes & CODEC))
            ),
        )

    def _records(self, count: int, *, zipped: bool) -> Iterator[_Body]:
        if count < 0:
            raise InvalidRecordException(f"Found invalid record count {count} in magic v{BATCH} batch")
        data, position = self._data[_CHECKED_FROM + CHECKED.size :], 0
        if zipped and count:
            data = unzipped(data)
        for number in range(1, count + 1):
            body, position = self._zipped(data, position) if zipped else self._plain(data, position)
            if number == count and position < len(data):
                raise InvalidRecordException("Incorrect declared batch size, records still remaining in file")
            if body is None:
                raise NullPointerException
            yield body

    def _plain(self, data: bytes, position: int) -> tuple[_Body | None, int]:
        try:
            size, position = read_varint(data, position)
        except BufferUnderflowException:
            raise InvalidRecordException("Incorrect declared batch size, premature EOF reached") from None
        left = len(data) - position
        if left < size:
            if self._release < (3, 0, 1):
                return None, position
            raise InvalidRecordException(
                f"Invalid record size: expected {size} bytes in record payload, but instead the buffer has only {left} "
                "remaining bytes."
            )
        return self._record(data, position, size, self._behind)

    def _zipped(self, data: bytes, position: int) -> tuple[_Body, int]:
        try:
            size, position = read_varint(data, position)
            if size < 0:
                raise IllegalArgumentException(f"capacity < 0: ({size} < 0)")  # noqa: TRY301 - as of a too long one
        except BufferUnderflowException:
            raise InvalidRecordException("Incorrect declared batch size, premature EOF reached") from None
        except IllegalArgumentException:
            if self._release < (3, 6):
                raise
            raise InvalidRecordException("Incorrect declared batch size, premature EOF reached") from None
        if len(data) - position < size:
            raise InvalidRecordException(
                f"Invalid record size: expected {size} bytes in record payload, but the record payload reached EOF."
            )
        end = position + size
        body, _ = self._record(data[position:end], 0, size, 0)
        return body, end

    def _record(self, data: bytes, start: int, size: int, behind: int) -> tuple[_Body, int]:
        try:
            body, position = self._body(data, start, behind)
        except (BufferUnderflowException, IllegalArgumentException):
            raise InvalidRecordException("Found invalid record structure") from None
        if position - start != size:
            raise InvalidRecordException(
                f"Invalid record size: expected to read {size} bytes in record payload, but instead read "
                f"{position - start}"
            )
        return body, position

    def _body(self, data: bytes, position: int, behind: int) -> tuple[_Body, int]:
        if position >= len(data):
            raise BufferUnderflowException
        time, position = read_varlong(data, position + 1)
        delta, position = read_varint(data, position)
        key, position = _sized(data, position)
        value, position = _sized(data, position)
        count, position = read_varint(data, position)
        if count < 0:
            raise InvalidRecordException(f"Found invalid number of record headers {count}")
        if count > len(data) - position and self._release >= _TEXTS_ARE_PARTS:
            # Releases up to 2.8.1 find the same when there are no more bytes.
            raise InvalidRecordException(
                f"Found invalid number of record headers. {count} is larger than the remaining size of the buffer"
            )
        headers = []
        for _ in range(count):
            header, position = self._header(data, position, behind)
            headers.append(header)
        return (time, delta, key, value, tuple(headers)), position

    def _header(self, data: bytes, position: int, behind: int) -> tuple[Header, int]:
        size, position = read_varint(data, position)
        if size < 0:
            raise InvalidRecordException(f"Invalid negative header key size {size}")
        if self._release < _TEXTS_ARE_PARTS and size > len(data) - position + behind:
            # The text is taken from the array before the buffer is asked whether it has so many bytes.
            raise StringIndexOutOfBoundsException(f"offset {position}, count {size}, length {len(data) + behind}")
        key, position = _part(data, position, size)
        value, position = _sized(data, position)
        return Header(decoded(key), value), position


_Body = tuple[int, int, bytes | None, bytes | None, tuple[Header, ...]]
"""Timestamp and offset less the batch's, key, value, headers."""


def _sized(data: bytes, position: int) -> tuple[bytes | None, int]:
    size, position = read_varint(data, position)
    return (None, position) if size < 0 else _part(data, position, size)


def _part(data: bytes, position: int, size: int) -> tuple[bytes, int]:
    end = position + size
    if end > len(data):
        raise IllegalArgumentException(f"newLimit > capacity: ({size} > {len(data) - position})")
    return data[position:end], end
