"""Writes batches for a reader to read: of any content, sound or not, with the checksum that they should have."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

GZIP: Final = 1
TIMESTAMP_TYPE: Final = 8
TRANSACTIONAL: Final = 16
CONTROL: Final = 32
DELETE_HORIZON: Final = 64
ABORT: Final = b"\0\0\0\0"
"""The key of a marker that ends an aborted transaction."""
COMMIT: Final = b"\0\0\0\1"
_POLYNOMIAL: Final = 0x82F63B78
_MASK: Final = 0xFFFFFFFF


class Head(NamedTuple):
    """What stands in front of the records of a batch of format 2."""

    base_offset: int = 0
    leader_epoch: int = 0
    attributes: int = 0
    last_delta: int = 0
    base_timestamp: int = 0
    max_timestamp: int = 0
    producer_id: int = -1
    producer_epoch: int = -1
    base_sequence: int = -1
    records: int = 0


def batch(head: Head, records: bytes, *, as_it_is: bool = False) -> bytes:
    """A batch of format 2, compressed if its head says so, unless the records are as they shall be."""
    body = struct.pack(
        ">hiqqqhii",
        head.attributes,
        head.last_delta,
        head.base_timestamp,
        head.max_timestamp,
        head.producer_id,
        head.producer_epoch,
        head.base_sequence,
        head.records,
    )
    body += gzipped(records) if head.attributes & 7 == GZIP and not as_it_is else records
    return struct.pack(">qiibI", head.base_offset, 9 + len(body), head.leader_epoch, 2, crc32c(body)) + body


class Of(NamedTuple):
    """A record of format 2, and what is wrong with it.

    Attributes:
        time: Its timestamp, less the batch's.
        offset: Its offset, less the batch's.
        key: Its key.
        value: Its value.
        headers: Its headers; a key of None has a size of -1.
        size: How much more than its bytes it says that it has.
        more: How many headers more than it has it says it has.
        attributes: Bits that mean nothing.
    """

    time: int = 0
    offset: int = 0
    key: bytes | None = None
    value: bytes | None = None
    headers: tuple[tuple[bytes | None, bytes | None], ...] = ()
    size: int = 0
    more: int = 0
    attributes: int = 0


def record(of: Of) -> bytes:
    """A record of format 2."""
    body = struct.pack("B", of.attributes) + varint(of.time) + varint(of.offset) + sized(of.key) + sized(of.value)
    body += varint(len(of.headers) + of.more) + b"".join(sized(key) + sized(value) for key, value in of.headers)
    return varint(len(body) + of.size) + body


def legacy(offset: int, magic: int, attributes: int, timestamp: int, pair: tuple[bytes | None, bytes | None]) -> bytes:
    """A record of format 0 or 1."""
    body = struct.pack(">bb", magic, attributes) + (struct.pack(">q", timestamp) if magic else b"")
    body += b"".join(struct.pack(">i", -1) if part is None else struct.pack(">i", len(part)) + part for part in pair)
    return sealed(offset, body)


def with_a_key_beyond(offset: int, magic: int) -> bytes:
    """A record of format 0 or 1 whose key is longer than the record, with the checksum that it should have."""
    return sealed(offset, bytes((magic, 0)) + bytes(8 * magic) + b"\0\0\1\0" + bytes(4))


def sealed(offset: int, body: bytes) -> bytes:
    """Whatever a record of format 0 or 1 holds, with its offset, size and checksum."""
    return struct.pack(">qiI", offset, 4 + len(body), zlib.crc32(body)) + body


def sized(data: bytes | None) -> bytes:
    """Bytes behind their number; -1 is null."""
    return varint(-1) if data is None else varint(len(data)) + data


def varint(number: int) -> bytes:
    """A number of up to 64 bits, in zigzag."""
    return unsigned(number << 1 if number >= 0 else (-number << 1) - 1)


def unsigned(number: int) -> bytes:
    """A number, seven bits a byte."""
    return bytes((number,)) if number < 1 << 7 else bytes((number & 0x7F | 0x80,)) + unsigned(number >> 7)


def gzipped(data: bytes) -> bytes:
    """As a gzip stream that is stored as it is: compressors differ."""
    blocks = [data[start : start + 0xFFFF] for start in range(0, len(data), 0xFFFF)] or [b""]
    stored = b"".join(_block(block, last=number == len(blocks)) for number, block in enumerate(blocks, 1))
    return b"\x1f\x8b\x08\0\0\0\0\0\0\0" + stored + struct.pack("<II", zlib.crc32(data), len(data) & _MASK)


def _block(data: bytes, *, last: bool) -> bytes:
    return struct.pack("<BHH", last, len(data), 0xFFFF - len(data)) + data


def crc32c(data: Iterable[int]) -> int:
    """The checksum of a batch."""
    crc, table = _MASK, _table()
    for byte in data:
        crc = table[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ _MASK


@cache
def _table() -> list[int]:
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ (_POLYNOMIAL if crc & 1 else 0)
        table.append(crc)
    return table
