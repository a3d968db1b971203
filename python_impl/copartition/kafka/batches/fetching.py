"""What a consumer makes of a fetch: `org.apache.kafka.clients.consumer.internals.CompletedFetch`."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.errors import (
    CorruptRecordException,
    InvalidRecordException,
    JavaError,
    KafkaException,
    NullPointerException,
    RecordDeserializationException,
)
from copartition.java.ints import int64
from copartition.kafka.batches.legacy import Unread
from copartition.kafka.batches.open_batch import OpenBatch
from copartition.kafka.batches.reading import open_batches
from copartition.kafka.batches.records import NO_LEADER_EPOCH, NO_PRODUCER_ID
from copartition.kafka.group.releases import NEWEST, checked_release

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from copartition.kafka.batches.legacy import OpenRecord
    from copartition.kafka.batches.records import Record
    from copartition.kafka.group.releases import Release

_OLDEST: Final = (3, 5)
_PARTS_ARE_NOT_DESERIALIZED: Final = (3, 8)
"""The release from which on parts of a record that can't be are errors of their own (KIP-1036)."""
_ABORT: Final = 0
_MARKER: Final = struct.Struct(">hh")
"""A marker's key: version, type."""
_GIVES_WHAT_IT_HAS: Final = (
    KafkaException,
    CorruptRecordException,
    InvalidRecordException,
    RecordDeserializationException,
    NotImplementedError,
)
"""Errors before which a poll still gives the records that it has: Kafka's own, and what isn't read here."""


@dataclass(frozen=True, slots=True)
class AbortedTransaction:
    """A transaction of which a broker says, beside the batches, that it was aborted.

    Attributes:
        producer_id: Whose.
        first_offset: That of its first record.
    """

    producer_id: int
    first_offset: int

    def __post_init__(self) -> None:
        """Checks the numbers."""
        _arguments.int64("producer_id", self.producer_id)
        _arguments.int64("first_offset", self.first_offset)


class CompletedFetch:
    """What a broker has sent of a partition, given out poll by poll.

    Markers of transactions, records below the position and, where only committed ones are read, those of aborted
    transactions are left out. Checksums are compared, of formats 0 and 1 only of records that are given out.

    Args:
        data: The batches; what is cut at the end is left out.
        position: The offset from which was fetched.
        committed: Whether only committed records are read: `isolation.level=read_committed`.
        aborted: The aborted transactions that the broker names.
        release: The release of kafka-clients that is meant, 3.5.0 or later.

    Attributes:
        position: The offset from which to fetch next.
        leader_epoch: Of the batch that was looked at last; None before the first one, and in formats 0 and 1.
        is_consumed: Whether there is nothing left.

    Raises:
        ValueError: The release is none that is known, or older.
    """

    def __init__(
        self,
        data: bytes,
        position: int,
        *,
        committed: bool = False,
        aborted: Iterable[AbortedTransaction] = (),
        release: Release | str = NEWEST,
    ) -> None:
        whole = _arguments.bytes_like("data", data, "what a broker has sent of the partition")
        known = checked_release(release)
        if known < _OLDEST:
            raise ValueError(f"release must be 3.5.0 or later, not {'.'.join(map(str, known))}")
        self._release = known
        self.position = _arguments.int64("position", position)
        self.leader_epoch: int | None = None
        self.is_consumed = False
        self._committed = committed
        of = _arguments.tuple_of("aborted", aborted, AbortedTransaction, ordered=True)
        self._ahead = sorted(of, key=attrgetter("first_offset"), reverse=True)
        self._aborted = set[int]()
        self._batches = open_batches(whole, known)
        self._batch: OpenBatch | OpenRecord | None = None
        self._records: Iterator[Unread | Record] = iter(())
        self._failure: JavaError | NotImplementedError | None = None

    def poll(self, max_records: int = 500) -> tuple[Record, ...]:
        """The next records: `fetchRecords(FetchConfig, Deserializers, int)`.

        Args:
            max_records: How many at most: `max.poll.records`.

        Returns:
            Those before the first one that can't be read, or as many as were asked for; none at the end.

        Raises:
            ValueError: So many are none.
            JavaError: The next record can't be read; so it is from then on. The position says where it is.
            NotImplementedError: The next one is compressed by Snappy, LZ4 or Zstandard; from then on, too.
        """
        if _arguments.int32("max_records", max_records) < 1:
            raise ValueError(f"max_records must be 1 or more, not {max_records}")
        if self._failure is not None:
            raise self._failure
        found: list[Record] = []
        try:
            while len(found) < max_records and (record := self._next()) is not None:
                found.append(record)
                self.position = int64(record.offset + 1)
        except (JavaError, NotImplementedError) as failure:
            self._failure = failure
            if not found or not isinstance(failure, _GIVES_WHAT_IT_HAS):
                raise
        return tuple(found)

    def _next(self) -> Record | None:
        while not self.is_consumed:
            found = next(self._records, None)
            if found is None:
                self._go_on()
            elif found.offset >= self.position:
                record = self._read(found) if isinstance(found, Unread) else found
                if self._batch is None or not self._batch.control:
                    return record
                self.position = int64(record.offset + 1)
        return None

    def _read(self, unread: Unread) -> Record:
        """A record of format 0 or 1 whose parts can't be is met only here: up to 3.7 as one that isn't deserialized."""
        _checked(unread.check, "Record")
        try:
            return unread.read()
        except JavaError as damaged:
            if self._release >= _PARTS_ARE_NOT_DESERIALIZED:
                raise
            raise RecordDeserializationException(f"the record at offset {unread.offset} can't be read") from damaged

    def _go_on(self) -> None:
        """Begins with the next batch, or ends behind the last one, whose last records compaction may have taken."""
        before, self._batch = self._batch, next(self._batches, None)
        batch = self._batch
        if batch is None:
            self.is_consumed = True
            if before is not None:
                self.position = int64(before.last_offset + 1)
            return
        self.leader_epoch = None if batch.leader_epoch == NO_LEADER_EPOCH else batch.leader_epoch
        if not isinstance(batch, OpenBatch):
            self._records = batch.unread()
            return
        _checked(batch.check, "Record batch")
        if self._committed and batch.producer_id > NO_PRODUCER_ID:
            self._abort_up_to(batch.last_offset)
            if _is_abort_marker(batch):
                self._aborted.discard(batch.producer_id)
            elif batch.transactional and batch.producer_id in self._aborted:
                self.position = int64(batch.last_offset + 1)
                return
        self._records = batch.records()

    def _abort_up_to(self, offset: int) -> None:
        while self._ahead and self._ahead[-1].first_offset <= offset:
            self._aborted.add(self._ahead.pop().producer_id)


def _checked(check: Callable[[], None], what: str) -> None:
    """Checks; a wrong checksum is no more than a KafkaException to a consumer."""
    try:
        check()
    except CorruptRecordException as wrong:
        raise KafkaException(f"{what} is invalid, cause: {wrong}") from wrong


def _is_abort_marker(batch: OpenBatch) -> bool:
    """Whether a transaction ends here that was aborted; compaction may have left a marker's batch without it."""
    if not batch.control:
        return False
    records = batch.records()
    # Compressed ones are all read for it.
    first = next(iter([*records]) if batch.zipped else records, None)
    if first is None:
        return False
    if first.key is None:
        raise NullPointerException
    if len(first.key) < _MARKER.size:
        raise InvalidRecordException(f"a marker's key has {_MARKER.size} bytes or more, not {len(first.key)}")
    version, kind = _MARKER.unpack_from(first.key)
    if version < 0:
        raise InvalidRecordException(f"Invalid version found for control record: {version}")
    return bool(kind == _ABORT)
