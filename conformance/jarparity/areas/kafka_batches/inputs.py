"""How batches are drawn: records to be written, and bytes to be read, of which many are wrong in some place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_batches import wire
from jarparity.areas.kafka_batches.wire import Head, Of

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_LONGEST: Final = (1 << 63) - 1
_MOST: Final = (1 << 31) - 1
_TIMES: Final = (0, 1, 1_700_000_000_000, -1)
_STEPS: Final = (0, 1, 63, 64, -1, -64, -65, 1 << 31, -(1 << 40))
_OFFSETS: Final = (0, 1, 63, 1 << 31, 1 << 40, _LONGEST - 5)
_DELTAS: Final = (0, 1, 2, 63, 64, 8191, 8192, _MOST, -1, -(1 << 31))
_PRODUCERS: Final = ((-1, -1, -1), (0, 0, 0), (7, 1, 5), (7, 1, _MOST), (7, 1, _MOST - 1), (1 << 40, 32767, 100))
_PARTS: Final = (None, b"", b"k", b"value", b"\0\xff", b"a" * 63, b"a" * 64, b"b" * 300)
_KEYS: Final = ("", "h", "é", "😀", "\ud800", "a" * 64)
_WRITTEN_KEYS: Final = (b"", b"h", "é".encode(), "😀".encode(), b"\xff", b"a\xe2\x82", b"\xed\xa0\x80", b"a" * 64)
_BITS: Final = (0, 0, 0, 0, wire.TIMESTAMP_TYPE, wire.TRANSACTIONAL, wire.TRANSACTIONAL | wire.CONTROL, 0x8000, 0x80)
_LARGE: Final = 1 << 20
_MAGIC: Final = 16
"""Where the format stands."""
_MANY: Final = 1000
"""More headers than there are: of many more some releases reserve memory for all."""


def batch(random: Random) -> JSON:
    """An input of `kafka.batch.bytes`."""
    if random.randrange(2):
        return _to_be_written(random)
    parts = [random.choice((_batch, _batch, _legacy))(random) for _ in range(random.choice((1, 1, 1, 2, 3)))]
    data = bytearray(b"".join(parts))
    match random.randrange(16):
        case 0:
            del data[random.randrange(len(data) + 1) :]
        case 1 if data:
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        case 2:
            data += random.randbytes(random.randrange(1, 14))
        case 3:
            data[8:12] = random.choice((-1, 0, 13, 14, 48, 49, _MOST)).to_bytes(4, "big", signed=True)
        case 4 if len(data) > _MAGIC:
            data[_MAGIC] = random.choice((0, 1, 2, 3, 0x7F, 0x80))
    return {"direction": "decode", "bytes": bytes(data).hex()}


def _to_be_written(random: Random) -> JSON:
    magic = random.choice((2, 2, 2, 1, 0))
    odd = random.randrange(3) == 0
    producer, epoch, sequence = random.choice(_PRODUCERS) if magic > 1 or odd else (-1, -1, -1)
    if odd and random.randrange(4) == 0:
        epoch, sequence = random.choice(((-1, 0), (0, -1), (-2, -2)))
    transactional = producer >= 0 and random.randrange(3) == 0 if not odd else random.randrange(4) == 0
    base = random.choice(_OFFSETS)
    offset, time, records = base, random.choice(_TIMES), []
    for _ in range(random.choice((0, 1, 1, 2, 3, 5))):
        records.append(
            {
                "offset": str(offset),
                "timestamp": str(time),
                "key": _hex(random),
                "value": _hex(random),
                "headers": _headers(random) if magic > 1 or (odd and random.randrange(4) == 0) else [],
            }
        )
        offset = _wrapped(offset + (random.choice((1, 2, 64, -1, 0, _MOST)) if odd else random.choice((1, 1, 2, 64))))
        time = _wrapped(time + random.choice(_STEPS)) if odd else max(0, time + random.choice(_STEPS))
    document = {
        "direction": "encode",
        "magic": magic,
        "timestampType": "NoTimestampType"
        if magic == 0 or (odd and random.randrange(8) == 0)
        else random.choice(("CreateTime", "CreateTime", "LogAppendTime")),
        "baseOffset": str(_wrapped(base + (random.choice((0, 0, 5, -1 - _MOST)) if odd else 0))),
        "logAppendTime": str(random.choice(_TIMES)),
        "producerId": str(producer),
        "producerEpoch": epoch,
        "baseSequence": sequence,
        "transactional": transactional,
        "control": random.randrange(6) == 0 and (magic > 1 or odd),
        "partitionLeaderEpoch": random.choice((-1, 0, 7, _MOST)),
        "records": records,
    }
    if random.randrange(6) == 0 and (magic > 1 or odd):
        document["deleteHorizon"] = str(random.choice((*_TIMES, -2)))
    return document


def _hex(random: Random) -> str | None:
    part = random.choice(_PARTS)
    return None if part is None else part.hex()


def _headers(random: Random) -> JSON:
    return [{"key": random.choice(_KEYS), "value": _hex(random)} for _ in range(random.choice((0, 0, 1, 2)))]


def _wrapped(number: int) -> int:
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def _batch(random: Random) -> bytes:
    """A batch of format 2; its records and its head may be wrong, its checksum is right."""
    records = [_record(random, place) for place in range(random.choice((0, 1, 1, 2, 3)))]
    producer, epoch, sequence = random.choice(_PRODUCERS)
    count, attributes = len(records), random.choice(_BITS)
    zipped = random.randrange(3) == 0
    if random.randrange(8) == 0:
        attributes |= wire.DELETE_HORIZON
    data = b"".join(map(wire.record, records))
    match random.randrange(16):
        case 0:
            count += random.choice((-1, 1))
        case 1:
            count = random.choice((-1, _MOST, 0))
        case 2:
            data += random.choice((b"\0", b"\x80", b"\x80" * 5, b"\xff" * 11))
        case 3:
            data = data[: random.randrange(len(data) + 1)]
        case 4 if data:
            place = random.randrange(len(data))
            data = data[:place] + wire.unsigned(random.choice((1 << 32, 1 << 63, 1 << 70))) + data[place:]
        case 5:
            attributes |= random.choice((5, 6, 7))
    if zipped and _are_modest(data):
        attributes |= wire.GZIP
    head = Head(
        base_offset=random.choice(_OFFSETS),
        leader_epoch=random.choice((-1, 0, 7)),
        attributes=attributes - (1 << 16 if attributes >> 15 else 0),
        last_delta=random.choice(_DELTAS) if random.randrange(4) == 0 else max(0, len(records) - 1),
        base_timestamp=random.choice((*_TIMES, _LONGEST)),
        max_timestamp=random.choice(_TIMES),
        producer_id=producer,
        producer_epoch=epoch,
        base_sequence=sequence,
        records=count,
    )
    return wire.batch(head, data)


def _are_modest(data: bytes) -> bool:
    """Whether no record says that it is large: of what is compressed Kafka reserves the memory before it reads."""
    position = 0
    while True:
        size = shift = 0
        while True:
            if position >= len(data) or shift > 4 * 7:
                return True
            size |= (data[position] & 0x7F) << shift
            position, shift = position + 1, shift + 7
            if data[position - 1] <= 0x7F:  # noqa: PLR2004 - its last byte
                break
        size = (size & 0xFFFFFFFF) >> 1
        if size > _LARGE:
            return False
        position += size


def _record(random: Random, place: int) -> Of:
    wrong = random.randrange(8)
    headers = tuple(
        (random.choice(_WRITTEN_KEYS), random.choice(_PARTS)) for _ in range(random.choice((0, 0, 0, 1, 2)))
    )
    return Of(
        time=random.choice(_STEPS) if random.randrange(2) else place,
        offset=random.choice(_DELTAS) if random.randrange(8) == 0 else place,
        key=random.choice(_PARTS),
        value=random.choice(_PARTS),
        headers=((None, b"v"), *headers) if wrong == 1 and random.randrange(2) else headers,
        size=random.choice((-1, 1, -200, 200)) if wrong == 2 else 0,  # noqa: PLR2004 - each its own
        more=random.choice((-1, 1, -3, _MANY)) if wrong == 3 and random.randrange(2) else 0,  # noqa: PLR2004
        attributes=random.choice((0, 0, 0, 0xFF)),
    )


def _legacy(random: Random) -> bytes:
    """A record of format 0 or 1, or some that are compressed within another one."""
    magic = random.choice((0, 1, 1))
    bits = wire.TIMESTAMP_TYPE if magic and random.randrange(2) else 0
    offset = random.choice(_OFFSETS)
    if random.randrange(2):
        if random.randrange(8) == 0:
            return wire.sealed(offset, bytes((magic, bits)) + random.randbytes(random.choice((8, 12, 16, 20))))
        bits |= random.choice((5, 6, 7)) if random.randrange(12) == 0 else 0
        return wire.legacy(offset, magic, bits, random.choice(_TIMES), (random.choice(_PARTS), random.choice(_PARTS)))
    inner = b""
    for place in range(random.choice((0, 1, 2, 2, 3, 3))):
        own = magic if random.randrange(8) else 1 - magic
        pair = (random.choice(_PARTS), random.choice(_PARTS))
        compressed = wire.GZIP if random.randrange(12) == 0 else 0
        inner += wire.legacy(place, own, compressed, random.choice(_TIMES), pair)
    match random.randrange(8):
        case 0:
            inner = inner[: random.randrange(len(inner) + 1)]
        case 1 if inner:
            place = random.randrange(12, len(inner))
            inner = inner[:place] + bytes((inner[place] ^ 1,)) + inner[place + 1 :]
    value = None if random.randrange(16) == 0 else wire.gzipped(inner)
    return wire.legacy(offset, magic, bits | wire.GZIP, random.choice(_TIMES), (None, value))
