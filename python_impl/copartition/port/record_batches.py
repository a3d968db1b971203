"""The operations `kafka.batch.*`: batches of records as bytes, and back; what a consumer makes of a fetch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.errors import JavaError
from copartition.kafka.batches import (
    AbortedTransaction,
    CompletedFetch,
    Header,
    NewBatch,
    NewRecord,
    TimestampType,
    decode_batches,
    encode_batch,
)
from copartition.kafka.batches.records import NO_TIMESTAMP
from copartition.kafka.group.releases import NEWEST
from copartition.port.fields import (
    boolean,
    hexed,
    int16,
    int32,
    int64,
    nullable,
    objects,
    one_of,
    text,
)
from copartition.port.rows import answer, codec, failed, kafka_release

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.kafka.batches import Batch, Record
    from copartition.kafka.group.releases import Release
    from copartition.port.fields import JSON, Fields
    from copartition.port.rows import Operation

_COMMITTED: Final = {"read_uncommitted": False, "read_committed": True}
_TYPES: Final = {kind.value: kind for kind in TimestampType}


def _encode(document: Fields, **_: Release) -> JSON:
    batch = NewBatch(
        magic=document.get("magic", int32),
        timestamp_type=document.get("timestampType", one_of(_TYPES)),
        base_offset=document.get("baseOffset", int64),
        log_append_time=document.get("logAppendTime", int64),
        producer_id=document.get("producerId", int64),
        producer_epoch=document.get("producerEpoch", int16),
        base_sequence=document.get("baseSequence", int32),
        transactional=document.get("transactional", boolean),
        control=document.get("control", boolean),
        partition_leader_epoch=document.get("partitionLeaderEpoch", int32),
        delete_horizon=document.get("deleteHorizon", int64, NO_TIMESTAMP),
    )
    return encode_batch(batch, map(_new_record, document.get("records", objects))).hex()


def _new_record(of: Fields) -> NewRecord:
    return NewRecord(
        of.get("offset", int64),
        of.get("timestamp", int64),
        of.get("key", nullable(hexed)),
        of.get("value", nullable(hexed)),
        tuple(
            Header(header.get("key", text), header.get("value", nullable(hexed)))
            for header in of.get("headers", objects)
        ),
    )


def _decode(document: Fields, release: Release = NEWEST) -> JSON:
    return [_batch(batch) for batch in decode_batches(document.get("bytes", hexed), release=release)]


def _batch(batch: Batch) -> JSON:
    horizon = {} if batch.delete_horizon is None else {"deleteHorizon": str(batch.delete_horizon)}
    return {
        "magic": batch.magic,
        "baseOffset": str(batch.base_offset),
        "lastOffset": str(batch.last_offset),
        "size": batch.size,
        "checksum": f"{batch.checksum:08x}",
        "compression": batch.compression,
        "timestampType": batch.timestamp_type.value,
        "maxTimestamp": str(batch.max_timestamp),
        "producerId": str(batch.producer_id),
        "producerEpoch": batch.producer_epoch,
        "baseSequence": batch.base_sequence,
        "lastSequence": batch.last_sequence,
        "transactional": batch.transactional,
        "control": batch.control,
        "partitionLeaderEpoch": batch.partition_leader_epoch,
        **horizon,
        "records": [_record(record) for record in batch.records],
    }


def _record(record: Record) -> JSON:
    return {**_fetched_record(record), "sequence": record.sequence}


def _fetched(document: Fields, release: Release = NEWEST) -> JSON:
    fetch = CompletedFetch(
        document.get("bytes", hexed),
        document.get("position", int64),
        committed=document.get("isolationLevel", one_of(_COMMITTED)),
        aborted=[
            AbortedTransaction(of.get("producerId", int64), of.get("firstOffset", int64))
            for of in document.get("abortedTransactions", objects)
        ],
        release=release,
    )
    most = document.get("maxPollRecords", int32)
    polls: list[JSON] = []
    more = True
    while more:
        poll: JSON
        try:
            poll = {"records": [_fetched_record(record) for record in fetch.poll(most)]}
            more = bool(poll["records"])
        except JavaError as error:
            poll, more = failed(error), False
        polls.append(poll | {"position": str(fetch.position), "leaderEpoch": fetch.leader_epoch})
    return polls


def _fetched_record(record: Record) -> JSON:
    return {
        "offset": str(record.offset),
        "timestamp": str(record.timestamp),
        "key": _hex(record.key),
        "value": _hex(record.value),
        "headers": [{"key": header.key, "value": _hex(header.value)} for header in record.headers],
    }


def _hex(data: bytes | None) -> str | None:
    return None if data is None else data.hex()


OPERATIONS: Final[Mapping[str, Operation]] = {
    "kafka.batch.bytes": codec(_encode, _decode, kafka_release),
    "kafka.batch.fetched": answer(_fetched, kafka_release),
}
