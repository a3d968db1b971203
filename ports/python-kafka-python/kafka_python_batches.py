"""kafka-python's batches of records as bytes, and back, as its producer writes them and its consumer reads them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from kafka.errors import CorruptRecordError
from kafka.record import MemoryRecords, MemoryRecordsBuilder

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


def batch_bytes(case: dict[str, Any]) -> Any:  # noqa: ANN401 - hex digits, or batches
    """Writes a batch, or reads all there are."""
    if case["direction"] == "encode":
        return _encode(case)
    read, records = [], MemoryRecords(bytes.fromhex(case["bytes"]))
    while (each := records.next_batch()) is not None:
        _check(each)
        read.append(_batch(each) if each.magic > 1 else _legacy_batch(each))
    return read


def _encode(case: dict[str, Any]) -> str:
    check_that_producers_write_it(case)
    builder = MemoryRecordsBuilder(
        case["magic"],
        0,
        ROOM,
        offset=first_offset(case) if case["magic"] < 2 else 0,  # noqa: PLR2004 - its producer counts from 0
        transactional=case["transactional"],
        producer_id=int(case["producerId"]),
        producer_epoch=case["producerEpoch"],
        base_sequence=case["baseSequence"],
    )
    for each in case["records"]:
        builder.append(*appended(each))
    builder.close()
    return as_kept(case, builder.buffer())


def _check(read: Any) -> None:  # noqa: ANN401 - theirs
    """As its fetcher does, by whose default checksums are checked: of batches, and of the records in them."""
    if not read.validate_crc():
        raise CorruptRecordError("the checksum is another one")


def _batch(read: Any) -> dict[str, Any]:  # noqa: ANN401 - theirs
    records = []
    for each in read:
        _check(each)
        sequence = NONE
        if read.has_sequence:  # of records it has none; but how one goes on it knows, for the batch's last
            sequence = read._increment_sequence(read.base_sequence, each.offset - read.base_offset)  # noqa: SLF001
        records.append(record(each, sequence))
    return batch(
        read,
        records,
        size=read.size_in_bytes,
        lastSequence=read.last_sequence,
        partitionLeaderEpoch=read.leader_epoch,
    )


def _legacy_batch(read: Any) -> dict[str, Any]:  # noqa: ANN401 - theirs
    records = []
    for each in read:
        _check(each)
        records.append(record(each))
    return legacy_batch(
        records,
        magic=read.magic,
        lastOffset=str(read.base_offset),  # as it calls the offset of the outer record
        size=read.size_in_bytes,
        checksum=f"{read._crc:08x}",  # noqa: SLF001
        compression=CODECS[read.compression_type],
        timestampType=TIMESTAMP_TYPES[read.timestamp_type],
        maxTimestamp=str(NONE if read._timestamp is None else read._timestamp),  # noqa: SLF001
    )
