"""Reads batches, as `MemoryRecords` and `DefaultRecordBatch` do."""

from __future__ import annotations

import struct
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

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
from copartition.kafka.batches.legacy import OpenRecord
from copartition.kafka.batches.records import NO_SEQUENCE, Batch, Header, Record, TimestampType
from copartition.kafka.batches.varints import read_varint, read_varlong
from copartition.kafka.protocol.buffers import BufferUnderflowException

if TYPE_CHECKING:
    from collections.abc import Iterator

    from copartition.kafka.group.releases import Release

_UP_TO_MAGIC: Final = 17
_CHECKED_FROM: Final = HEAD.size
_HORIZONS: Final = (3, 1)
"""The release from which on there is a delete horizon."""
_TEXTS_ARE_PARTS: Final = (2, 7)
"""The release from which on a header's key is a part of the buffer; before, it was read from the array behind it."""


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


def next_sequence(sequence: int, increment: int) -> int:
    """`DefaultRecordBatch.incrementSequence(int, int)`: behind the greatest number comes 0."""
    if sequence > int32(MAX_INT - increment):
        return int32(increment - (MAX_INT - sequence) - 1)
    return int32(sequence + increment)


class OpenBatch:
    """A batch of format 2: `DefaultRecordBatch`.

    Args:
        data: Its bytes.
        release: Whose errors are meant.
        behind: How many bytes follow it, in the same array.
    """

    def __init__(self, data: bytes, release: Release, behind: int) -> None:
        self._data, self._release, self._behind = data, release, behind

    def check(self) -> None:
        """`ensureValid()`: the size and the checksum.

        Raises:
            CorruptRecordException: One is wrong; up to 2.3 InvalidRecordException.
        """
        if len(self._data) < _CHECKED_FROM + CHECKED.size:
            raise corrupt(
                f"Record batch is corrupt (the size {len(self._data)} is smaller than the minimum allowed overhead "
                f"{_CHECKED_FROM + CHECKED.size})",
                self._release,
            )
        computed = crc32c(self._data[_CHECKED_FROM:])
        if self._checksum != computed:
            raise corrupt(
                f"Record is corrupt (stored crc = {self._checksum}, computed crc = {computed})", self._release
            )

    @property
    def leader_epoch(self) -> int:
        """Of the partition's leader that took it."""
        return int(HEAD.unpack_from(self._data)[2])

    @property
    def last_offset(self) -> int:
        """Also where compaction has taken its record."""
        return int64(self._base_offset + self._checked.last_delta)

    @property
    def producer_id(self) -> int:
        """Of an idempotent producer, or -1."""
        return self._checked.producer_id

    @property
    def transactional(self) -> bool:
        """Whether its records are part of a transaction."""
        return bool(self._checked.attributes & TRANSACTIONAL)

    @property
    def control(self) -> bool:
        """Whether its records are markers."""
        return bool(self._checked.attributes & CONTROL)

    @property
    def zipped(self) -> bool:
        """Whether its records are compressed.

        Raises:
            IllegalArgumentException: By something that no release knows.
        """
        return compression(self._checked.attributes) != "none"

    def read(self) -> Batch:
        """The batch, checked, with all of its records.

        Raises:
            JavaError: It is damaged.
        """
        self.check()
        of = self._checked
        return Batch(
            magic=BATCH,
            base_offset=self._base_offset,
            last_offset=self.last_offset,
            size=len(self._data),
            checksum=self._checksum,
            compression=compression(of.attributes),
            timestamp_type=TimestampType.LOG_APPEND_TIME if self._appended else TimestampType.CREATE_TIME,
            max_timestamp=of.max_timestamp,
            producer_id=of.producer_id,
            producer_epoch=of.producer_epoch,
            base_sequence=of.base_sequence,
            last_sequence=(
                NO_SEQUENCE if of.base_sequence == NO_SEQUENCE else next_sequence(of.base_sequence, of.last_delta)
            ),
            transactional=self.transactional,
            control=self.control,
            partition_leader_epoch=self.leader_epoch,
            delete_horizon=(
                of.base_timestamp if of.attributes & DELETE_HORIZON and self._release >= _HORIZONS else None
            ),
            records=tuple(self.records()),
        )

    def records(self) -> Iterator[Record]:
        """Its records, one after the other, as they are read.

        Raises:
            JavaError: The next one is damaged.
        """
        of, base_offset, appended = self._checked, self._base_offset, self._appended
        for time, delta, key, value, headers in self._records(of.records, zipped=self.zipped):
            yield Record(
                int64(base_offset + delta),
                of.max_timestamp if appended else int64(of.base_timestamp + time),
                next_sequence(of.base_sequence, delta) if of.base_sequence >= 0 else NO_SEQUENCE,
                key,
                value,
                headers,
            )

    @property
    def _base_offset(self) -> int:
        return int(HEAD.unpack_from(self._data)[0])

    @property
    def _checksum(self) -> int:
        return int(HEAD.unpack_from(self._data)[4])

    @property
    def _appended(self) -> bool:
        return bool(self._checked.attributes & TIMESTAMP_TYPE)

    @cached_property
    def _checked(self) -> _Checked:
        return _Checked(*CHECKED.unpack_from(self._data, _CHECKED_FROM))

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


class _Checked(NamedTuple):
    """What the checksum is of, and stands in front of the records."""

    attributes: int
    last_delta: int
    base_timestamp: int
    max_timestamp: int
    producer_id: int
    producer_epoch: int
    base_sequence: int
    records: int


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
