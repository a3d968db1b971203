"""The JSON Schemas of batches, and the first release that can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values.shapes import HEX, INT32, STRING, either_direction, extended, listing, record, ref

if TYPE_CHECKING:
    from jarparity.answers import JSON

_DELETE_HORIZON: Final = "3.1.0"
"""The release with which batches say when their tombstones go (KAFKA-8522)."""

_INT64: Final = ref("int64")
_BYTES: Final = {"description": "Bytes as hex, or null.", "anyOf": [HEX, {"type": "null"}]}
_BOOL: Final = {"type": "boolean"}
_MAGIC: Final = {"description": "The format.", "type": "integer", "minimum": 0, "maximum": 2}
_EPOCH: Final = {"description": "A number of 16 bits.", "type": "integer", "minimum": -32768, "maximum": 32767}
_TIMESTAMP_TYPE: Final = {"enum": ["NoTimestampType", "CreateTime", "LogAppendTime"]}
_HEADERS: Final = listing(record(key=STRING, value=_BYTES))

INPUT: Final = either_direction(
    extended(
        record(
            direction={"const": "encode"},
            magic=_MAGIC,
            timestampType=_TIMESTAMP_TYPE,
            baseOffset=_INT64,
            logAppendTime=_INT64,
            producerId=_INT64,
            producerEpoch=_EPOCH,
            baseSequence=INT32,
            transactional=_BOOL,
            control=_BOOL,
            partitionLeaderEpoch=INT32,
            records=listing(record(offset=_INT64, timestamp=_INT64, key=_BYTES, value=_BYTES, headers=_HEADERS)),
        ),
        deleteHorizon=_INT64,
    ),
    record(direction={"const": "decode"}, bytes=HEX),
)
_BATCH: Final = extended(
    record(
        magic=_MAGIC,
        baseOffset=_INT64,
        lastOffset=_INT64,
        size=INT32,
        checksum={"description": "Its 32 bits as hex.", "type": "string", "pattern": "^[0-9a-f]{8}$"},
        compression={"enum": ["none", "gzip"]},
        timestampType=_TIMESTAMP_TYPE,
        maxTimestamp=_INT64,
        producerId=_INT64,
        producerEpoch=_EPOCH,
        baseSequence=INT32,
        lastSequence=INT32,
        transactional=_BOOL,
        control=_BOOL,
        partitionLeaderEpoch=INT32,
        records=listing(
            record(offset=_INT64, timestamp=_INT64, sequence=INT32, key=_BYTES, value=_BYTES, headers=_HEADERS)
        ),
    ),
    deleteHorizon=_INT64,
)
ANSWER: Final[JSON] = {"if": {"type": "string"}, "then": HEX, "else": listing(_BATCH)}

FETCHED_INPUT: Final = record(
    bytes=HEX,
    position={"description": "The offset from which was fetched.", **_INT64},
    isolationLevel={"enum": ["read_uncommitted", "read_committed"]},
    abortedTransactions=listing(record(producerId=_INT64, firstOffset=_INT64)),
    maxPollRecords={
        "description": "As many records as one poll gives.",
        "type": "integer",
        "minimum": 1,
        "maximum": 2147483647,
    },
)
_AFTER: Final = {
    "position": {"description": "The offset from which it fetches next.", **_INT64},
    "leaderEpoch": {
        "description": "Of the last batch that was looked at, or null.",
        "anyOf": [INT32, {"type": "null"}],
    },
}
_FETCHED: Final = record(offset=_INT64, timestamp=_INT64, key=_BYTES, value=_BYTES, headers=_HEADERS)
FETCHED_ANSWER: Final = listing(
    {
        "if": {"type": "object", "required": ["error"]},
        "then": record(error=ref("kind-of-error"), **_AFTER),
        "else": record(records=listing(_FETCHED), **_AFTER),
    }
)


def first_of(document: JSON) -> str | None:
    """The first version that can write such a batch; None: all can."""
    return _DELETE_HORIZON if "deleteHorizon" in document else None
