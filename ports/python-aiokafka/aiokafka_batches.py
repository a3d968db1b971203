"""aiokafka's batches of records as bytes, and back, as its producer writes them and its consumer reads them.

Its readers are in C, and with AIOKAFKA_NO_EXTENSIONS in Python. What they skip of a batch's head is read here.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import Any, NamedTuple

from aiokafka.errors import CorruptRecordException
from aiokafka.record.default_records import DefaultRecordBatch, DefaultRecordBatchBuilder
from aiokafka.record.legacy_records import LegacyRecordBatchBuilder
from aiokafka.record.memory_records import MemoryRecords

sys.path.append(str(Path(__file__).parents[1] / "python-common"))
from batches import (
    CODECS,
    NONE,
    ROOM,
    TIMESTAMP_TYPES,
    appended,
    as_kept,
    batch,
    check_that_producers_write_it,
    first_offset,
    legacy_batch,
    record,
)

LOG_OVERHEAD = 12


class Head(NamedTuple):
    """The first bytes of a batch: of format 2 `fourth` is the leader's epoch, before it is the checksum."""

    offset: int
    length: int
    fourth: int
    magic: int

    @classmethod
    def read(cls, data: bytes, position: int) -> Head:
        """The head at this position."""
        return cls(*struct.unpack_from(">qiib", data, position))

    @property
    def size(self) -> int:
        """All bytes of the batch."""
        return LOG_OVERHEAD + self.length


def batch_bytes(case: dict[str, Any]) -> Any:  # noqa: ANN401 - hex digits, or batches
    """Writes a batch, or reads all there are."""
    if case["direction"] == "encode":
        return _encode(case)
    data, position, read = bytes.fromhex(case["bytes"]), 0, []
    records = MemoryRecords(data)
    while records.has_next():
        each = records.next_batch()
        if not each.validate_crc():  # as its fetcher does by default, and of batches alone
            raise CorruptRecordException("the checksum is another one")
        head = Head.read(data, position)
        of = _batch if isinstance(each, DefaultRecordBatch) else _legacy_batch
        read.append(of(each, head, data[position : position + head.size]))
        position += head.size
    return read


def _encode(case: dict[str, Any]) -> str:
    check_that_producers_write_it(case)
    if case["magic"] > 1:
        builder = DefaultRecordBatchBuilder(
            magic=case["magic"],
            compression_type=0,
            is_transactional=case["transactional"],
            producer_id=int(case["producerId"]),
            producer_epoch=case["producerEpoch"],
            base_sequence=case["baseSequence"],
            batch_size=ROOM,
        )
    elif case["transactional"] or int(case["producerId"]) != NONE:
        raise NotImplementedError("its builder of this format knows no producers")
    else:
        builder = LegacyRecordBatchBuilder(magic=case["magic"], compression_type=0, batch_size=ROOM)
    offset = 0 if case["magic"] > 1 else first_offset(case)
    for place, each in enumerate(case["records"], offset):
        timestamp, key, value, headers = appended(each)
        builder.append(place, timestamp, key, value, headers)
    return as_kept(case, builder.build())


def _batch(read: Any, head: Head, _data: bytes) -> dict[str, Any]:  # noqa: ANN401 - theirs
    records = [record(each) for each in read]
    if read.base_sequence != NONE:
        raise NotImplementedError("it has no sequence numbers of records")
    return batch(read, records, size=head.size, lastSequence=NONE, partitionLeaderEpoch=head.fourth)


def _legacy_batch(read: Any, head: Head, data: bytes) -> dict[str, Any]:  # noqa: ANN401 - theirs
    each = list(read)
    (attributes,) = struct.unpack_from(">b", data, 17)
    timestamp = NONE if head.magic == 0 else struct.unpack_from(">q", data, 18)[0]
    type_ = each[0].timestamp_type if each else attributes >> 3 & 1 if head.magic else None  # it has the records' alone
    return legacy_batch(
        [record(one) for one in each],
        magic=head.magic,
        lastOffset=str(read.next_offset - 1),
        size=head.size,
        checksum=f"{head.fourth & 0xFFFFFFFF:08x}",
        compression=CODECS[attributes & 0x07],
        timestampType=TIMESTAMP_TYPES[type_],
        maxTimestamp=str(timestamp),
    )
