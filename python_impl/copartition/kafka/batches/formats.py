"""What all formats have in common: where fields stand, bits of attributes, compression, and wrong checksums."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Final

from copartition.errors import (
    CorruptRecordException,
    IllegalArgumentException,
    InvalidRecordException,
    KafkaException,
)

if TYPE_CHECKING:
    from copartition.kafka.group.releases import Release

BATCH: Final = 2
"""The format in which records have a common head."""
HEAD: Final = struct.Struct(">qiibI")
"""Base offset, size, leader epoch, magic, checksum."""
CHECKED: Final = struct.Struct(">hiqqqhii")
"""What the checksum is of: attributes, last delta, first and latest timestamp, producer, epoch, sequence, count."""
BEHIND_THE_SIZE: Final = 9
"""Bytes that the size counts and the checksum doesn't."""
OVERHEAD: Final = 12
"""Bytes of an offset and a size, which the size doesn't count."""
LEAST: Final = 14
"""Bytes behind the size of the shortest record there is: of format 0, without key and value."""
TIMESTAMP_TYPE: Final = 0x08
TRANSACTIONAL: Final = 0x10
CONTROL: Final = 0x20
DELETE_HORIZON: Final = 0x40
CODEC: Final = 0x07
_COMPRESSIONS: Final = ("none", "gzip", "snappy", "lz4", "zstd")
_READ: Final = 2
"""Compressions that are read here: the first ones."""


def corrupt(message: str, release: Release) -> CorruptRecordException | InvalidRecordException:
    """What a wrong checksum is: up to 2.3 it is no `CorruptRecordException`."""
    return CorruptRecordException(message) if release >= (2, 4) else InvalidRecordException(message)


def compression(attributes: int) -> str:
    """The name of a compression.

    Raises:
        IllegalArgumentException: There is none with this number.
        NotImplementedError: It isn't read here.
    """
    codec = attributes & CODEC
    if codec >= len(_COMPRESSIONS):
        raise IllegalArgumentException(f"Unknown compression type id: {codec}")
    if codec >= _READ:
        raise NotImplementedError(f"records that are compressed by {_COMPRESSIONS[codec]}: none and gzip are read")
    return _COMPRESSIONS[codec]


def unzipped(data: bytes) -> bytes:
    """What a gzip stream holds.

    Raises:
        KafkaException: It is damaged.
    """
    try:
        return zlib.decompress(data, wbits=31)
    except zlib.error as damaged:
        raise KafkaException("Failed to decompress record stream") from damaged
