"""Batches of records, as far as Python's clients leave them to the harness that asks them."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

TIMESTAMP_TYPES = {None: "NoTimestampType", 0: "CreateTime", 1: "LogAppendTime"}
CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
DELETE_HORIZON = 0x40
NONE = -1
"""No timestamp, producer, epoch or sequence."""
ROOM = 1 << 30
"""The size of a batch that is never full."""
_LEADER_EPOCH = 12
"""Where it stands in a head of format 2."""


def check_that_producers_write_it(case: dict[str, Any]) -> None:
    """Declines what brokers alone write: the clients' producers count records, and know no time but the records'."""
    if case["control"] or "deleteHorizon" in case:
        raise NotImplementedError("brokers alone write such batches")
    if case["timestampType"] != ("CreateTime" if case["magic"] else "NoTimestampType"):
        raise NotImplementedError("it has no parameter for the type of timestamps")
    offsets = [int(each["offset"]) for each in case["records"]]
    first = first_offset(case)
    if offsets != list(range(first, first + len(offsets))):
        raise NotImplementedError("its builder counts the offsets")


def first_offset(case: dict[str, Any]) -> int:
    """The offset that the first record is to have: before format 2 each record has its own, and the batch has none."""
    own = case["magic"] < 2 and case["records"]  # noqa: PLR2004 - the format
    return int(case["records"][0]["offset"] if own else case["baseOffset"])


def appended(record: dict[str, Any]) -> tuple[int, bytes | None, bytes | None, list[tuple[str, bytes | None]]]:
    """A record as builders take it: its timestamp, key, value and headers."""
    headers = [(each["key"], _bytes(each["value"])) for each in record["headers"]]
    return int(record["timestamp"]), _bytes(record["key"]), _bytes(record["value"]), headers


def as_kept(case: dict[str, Any], written: bytearray) -> str:
    """What was written, as a broker keeps it: of format 2 it sets the first offset and the leader's epoch.

    Neither is under the checksum, and neither is a parameter of the libraries'.
    """
    if case["magic"] > 1:
        struct.pack_into(">q", written, 0, int(case["baseOffset"]))
        struct.pack_into(">i", written, _LEADER_EPOCH, case["partitionLeaderEpoch"])
    return written.hex()


def batch(read: Any, records: list[dict[str, Any]], **others: Any) -> dict[str, Any]:  # noqa: ANN401 - theirs
    """A batch of format 2; both clients' classes have these fields."""
    document = {
        "magic": read.magic,
        "baseOffset": str(read.base_offset),
        "lastOffset": str(read.next_offset - 1),
        "checksum": f"{read.crc:08x}",
        "compression": CODECS[read.compression_type],
        "timestampType": TIMESTAMP_TYPES[read.timestamp_type],
        "maxTimestamp": str(read.max_timestamp),
        "producerId": str(read.producer_id),
        "producerEpoch": read.producer_epoch,
        "baseSequence": read.base_sequence,
        "transactional": read.is_transactional,
        "control": read.is_control_batch,
        "records": records,
    }
    if read.attributes & DELETE_HORIZON:  # neither has a word for it; it stands in place of the first timestamp
        document["deleteHorizon"] = str(read.first_timestamp)
    return document | others


def legacy_batch(records: list[dict[str, Any]], **others: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """A batch of format 0 or 1: what the format lacks has one value, and it begins with its first record."""
    return {
        "baseOffset": records[0]["offset"] if records else others["lastOffset"],
        "producerId": str(NONE),
        "producerEpoch": NONE,
        "baseSequence": NONE,
        "lastSequence": NONE,
        "transactional": False,
        "control": False,
        "partitionLeaderEpoch": NONE,
        "records": records,
    } | others


def record(read: Any, sequence: int = NONE) -> dict[str, Any]:  # noqa: ANN401 - theirs
    """A record of a batch."""
    return consumed(read) | {"sequence": sequence}


def consumed(read: Any) -> dict[str, Any]:  # noqa: ANN401 - theirs
    """A record as a consumer gives it out; its timestamp may be None, which is Java's -1."""
    return {
        "offset": str(read.offset),
        "timestamp": str(NONE if read.timestamp is None else read.timestamp),
        "key": _hex(read.key),
        "value": _hex(read.value),
        "headers": _headers(read.headers),
    }


def check_that_it_holds_a_batch(data: bytes, records: Any) -> None:  # noqa: ANN401 - theirs
    """Declines a fetch without one whole batch.

    Both clients raise an error before they make what gives records out. So does Java's consumer, and what the operation
    asks gives nothing out there.
    """
    if data and not records.has_next():
        raise NotImplementedError("a fetch without a whole batch is refused before records are given out")


def polls(poll: Callable[[], Iterable[Any]], after: Callable[[], dict[str, Any]]) -> list[dict[str, Any]]:
    """What polls give, one after the other, until one gives nothing or fails; behind an error none is asked.

    Args:
        poll: Gives the library's records.
        after: Gives the position and the leader's epoch behind a poll.
    """
    answer: list[dict[str, Any]] = []
    more = True
    while more:
        given: dict[str, Any]
        try:
            given = {"records": [consumed(each) for each in poll()]}
            more = bool(given["records"])
        except Exception as error:  # noqa: BLE001 - whatever a library throws is its answer
            given, more = {"error": {"kind": type(error).__name__}}, False
        answer.append(given | after())
    return answer


def _headers(read: Iterable[tuple[str, bytes | None]]) -> list[dict[str, Any]]:
    return [{"key": key, "value": _hex(value)} for key, value in read]


def _bytes(digits: str | None) -> bytes | None:
    return None if digits is None else bytes.fromhex(digits)


def _hex(data: bytes | None) -> str | None:
    return None if data is None else data.hex()
