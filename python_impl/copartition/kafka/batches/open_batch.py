"""A batch of format 2, as `DefaultRecordBatch` reads it: its head and what the checksum is of, and its records."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from copartition.java.crc32c import crc32c
from copartition.java.ints import MAX_INT, int32, int64
from copartition.kafka.batches.bodies import Bodies
from copartition.kafka.batches.formats import (
    BATCH,
    CHECKED,
    CONTROL,
    DELETE_HORIZON,
    HEAD,
    TIMESTAMP_TYPE,
    TRANSACTIONAL,
    compression,
    corrupt,
)
from copartition.kafka.batches.records import NO_SEQUENCE, Batch, Record, TimestampType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from copartition.kafka.group.releases import Release

_CHECKED_FROM: Final = HEAD.size
_HORIZONS: Final = (3, 1)
"""The release from which on there is a delete horizon."""


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
        if self._head.checksum != computed:
            raise corrupt(
                f"Record is corrupt (stored crc = {self._head.checksum}, computed crc = {computed})", self._release
            )

    @property
    def leader_epoch(self) -> int:
        """Of the partition's leader that took it."""
        return self._head.leader_epoch

    @property
    def last_offset(self) -> int:
        """Also where compaction has taken its record."""
        return int64(self._head.base_offset + self._checked.last_delta)

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
            base_offset=self._head.base_offset,
            last_offset=self.last_offset,
            size=len(self._data),
            checksum=self._head.checksum,
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
        of, base_offset, appended = self._checked, self._head.base_offset, self._appended
        bodies = Bodies(self._data[_CHECKED_FROM + CHECKED.size :], self._release, self._behind)
        for time, delta, key, value, headers in bodies.read(of.records, zipped=self.zipped):
            yield Record(
                int64(base_offset + delta),
                of.max_timestamp if appended else int64(of.base_timestamp + time),
                next_sequence(of.base_sequence, delta) if of.base_sequence >= 0 else NO_SEQUENCE,
                key,
                value,
                headers,
            )

    @property
    def _appended(self) -> bool:
        return bool(self._checked.attributes & TIMESTAMP_TYPE)

    @cached_property
    def _head(self) -> _Head:
        return _Head(*HEAD.unpack_from(self._data))

    @cached_property
    def _checked(self) -> _Checked:
        return _Checked(*CHECKED.unpack_from(self._data, _CHECKED_FROM))


class _Head(NamedTuple):
    """What stands in front of what the checksum is of."""

    base_offset: int
    size: int
    leader_epoch: int
    magic: int
    checksum: int


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
