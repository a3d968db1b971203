"""Reads records of formats 0 and 1, as `AbstractLegacyRecordBatch` and `LegacyRecord` do."""

from __future__ import annotations

import struct
import zlib
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from copartition.errors import (
    CorruptRecordException,
    IllegalArgumentException,
    IndexOutOfBoundsException,
    InvalidRecordException,
)
from copartition.java.ints import int64
from copartition.kafka.batches.formats import LEAST, OVERHEAD, TIMESTAMP_TYPE, compression, corrupt, unzipped
from copartition.kafka.batches.records import (
    NO_LEADER_EPOCH,
    NO_PRODUCER_ID,
    NO_SEQUENCE,
    NO_TIMESTAMP,
    Batch,
    Record,
    TimestampType,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from copartition.kafka.group.releases import Release

_CHECKED_FROM: Final = 4
_PARTS: Final = (6, 14)
"""By format, where the key's size stands."""


class OpenRecord:
    """A record with its offset and size in front, which counts as a batch; it may hold others, compressed.

    Args:
        data: Its bytes.
        release: Whose errors are meant.
    """

    leader_epoch = NO_LEADER_EPOCH
    producer_id = NO_PRODUCER_ID
    transactional = control = False

    def __init__(self, data: bytes, release: Release) -> None:
        (self.last_offset,) = struct.unpack_from(">q", data)
        self._size, self._release = len(data), release
        self._outer = _Legacy(data[OVERHEAD:], release)

    def read(self) -> Batch:
        """The batch, checked, with all of its records.

        Raises:
            JavaError: It is damaged.
        """
        outer, offset = self._outer, self.last_offset
        outer.check()
        records = [*_records(outer, offset, self._release)] if outer.compressed else None
        # What it says of itself is asked before its content.
        name, kind, timestamp = compression(outer.attributes), outer.timestamp_type, outer.timestamp
        read = [outer.record(offset)] if records is None else [inner.checked_record(of) for of, inner in records]
        return Batch(
            magic=outer.magic,
            base_offset=records[0][0] if records else offset,
            last_offset=offset,
            size=self._size,
            checksum=outer.checksum,
            compression=name,
            timestamp_type=kind,
            max_timestamp=timestamp,
            records=tuple(read),
        )

    def unread(self) -> Iterator[Unread]:
        """Its records, of which neither checksum nor content has been looked at.

        Raises:
            JavaError: What holds them is damaged.
        """
        if not self._outer.compressed:
            yield Unread(self.last_offset, self._outer.check, partial(self._outer.record, self.last_offset))
            return
        for offset, inner in _records(self._outer, self.last_offset, self._release):
            inner.refuse_compressed()
            yield Unread(offset, inner.check, partial(inner.record, offset))


class Unread(NamedTuple):
    """A record of which only the offset is known.

    Attributes:
        offset: Its offset.
        check: Compares its checksum.
        read: Reads it.
    """

    offset: int
    check: Callable[[], None]
    read: Callable[[], Record]


class _Legacy:
    """One record.

    Args:
        data: Its bytes, from the checksum on.
        release: Whose errors are meant.
        around: The record that holds it, if its format has timestamps.
    """

    def __init__(self, data: bytes, release: Release, around: _Legacy | None = None) -> None:
        self._data, self._release, self._around = data, release, around

    def check(self) -> None:
        """`ensureValid()`."""
        computed = zlib.crc32(self._data[_CHECKED_FROM:])
        if self.checksum != computed:
            raise corrupt(f"Record is corrupt (stored crc = {self.checksum}, computed crc = {computed})", self._release)

    @property
    def checksum(self) -> int:
        return self._number(">I", 0)

    @property
    def magic(self) -> int:
        return self._number("B", 4)

    @property
    def attributes(self) -> int:
        return self._number("B", 5)

    @property
    def compressed(self) -> bool:
        return compression(self.attributes) != "none"

    @property
    def timestamp_type(self) -> TimestampType:
        if self.magic == 0:
            return TimestampType.NONE
        if self._around is not None:
            return self._around.timestamp_type
        return TimestampType.LOG_APPEND_TIME if self.attributes & TIMESTAMP_TYPE else TimestampType.CREATE_TIME

    @property
    def timestamp(self) -> int:
        if self.magic == 0:
            return NO_TIMESTAMP
        if self._around is not None and self._around.timestamp_type is TimestampType.LOG_APPEND_TIME:
            return self._around.timestamp
        return self._number(">q", 6)

    @property
    def value(self) -> bytes | None:
        start = self._key_from
        return self._sized(start + 4 + max(0, self._number(">i", start)))

    def record(self, offset: int) -> Record:
        """What a consumer gets."""
        return Record(offset, self.timestamp, NO_SEQUENCE, self._sized(self._key_from), self.value)

    def checked_record(self, offset: int) -> Record:
        """The same of a record that is held by another one, whose checksum wasn't looked at."""
        self.refuse_compressed()
        self.check()
        return self.record(offset)

    def refuse_compressed(self) -> None:
        """What is held by a compressed record isn't compressed itself."""
        if self.compressed:
            raise InvalidRecordException("Inner messages must not be compressed")

    @property
    def _key_from(self) -> int:
        return _PARTS[min(self.magic, 1)]

    def _number(self, form: str, start: int) -> int:
        if start + struct.calcsize(form) > len(self._data):
            raise IndexOutOfBoundsException
        (number,) = struct.unpack_from(form, self._data, start)
        return int(number)

    def _sized(self, start: int) -> bytes | None:
        size = self._number(">i", start)
        if size < 0:
            return None
        if size > len(self._data) - start - 4:
            raise IllegalArgumentException(f"newLimit > capacity: ({size} > {len(self._data) - start - 4})")
        return self._data[start + 4 : start + 4 + size]


def _records(outer: _Legacy, last_offset: int, release: Release) -> list[tuple[int, _Legacy]]:
    """The records that another one holds, with their offsets; in format 1 theirs are counted from the first one."""
    value = outer.value
    if value is None:
        raise InvalidRecordException(f"Found invalid compressed record set with null value (magic = {outer.magic})")
    inner = [*_entries(unzipped(value), outer, release)]
    if not inner:
        raise InvalidRecordException("Found invalid compressed record set with no inner records")
    base = 0
    if outer.magic and last_offset:  # 0 is what some versions of librdkafka write
        last = inner[-1][0]
        if last_offset < last:
            raise InvalidRecordException(
                f"Found invalid wrapper offset in compressed v1 message set, wrapper offset '{last_offset}' is less "
                f"than the last inner message offset '{last}' and it is not zero."
            )
        base = last_offset - last
    return [(int64(base + offset), one) for offset, one in inner]


def _entries(data: bytes, outer: _Legacy, release: Release) -> Iterator[tuple[int, _Legacy]]:
    position = 0
    while len(data) - position >= OVERHEAD:
        offset, size = struct.unpack_from(">qi", data, position)
        if size < LEAST:
            raise CorruptRecordException(f"Record size is less than the minimum record overhead ({LEAST})")
        position += OVERHEAD
        if size > len(data) - position:
            return
        one = _Legacy(data[position : position + size], release)
        if one.magic == 1:
            one = _Legacy(data[position : position + size], release, outer)
        yield offset, one
        position += size
