"""`java.util.zip.CRC32C`: the checksum by Castagnoli's polynomial."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np

_POLYNOMIAL: Final = 0x82F63B78
_ALL: Final = 0xFFFFFFFF
_BYTE: Final = 0xFF
_LANE: Final = 256
"""Bytes whose checksums are computed side by side, in runs of so many."""


def crc32c(data: bytes) -> int:
    """The checksum of some bytes, from 0 on, as an unsigned number of 32 bits."""
    lanes = len(data) // _LANE
    crc = _ALL
    for own in _of_lanes(data, lanes):
        crc = _shifted(crc) ^ own
    table = _table()
    for byte in data[lanes * _LANE :]:
        crc = table[(crc ^ byte) & _BYTE] ^ crc >> 8
    return crc ^ _ALL


@cache
def _table() -> tuple[int, ...]:
    """What each byte makes of a checksum of 0."""
    table = []
    for byte in range(_BYTE + 1):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ (_POLYNOMIAL if crc & 1 else 0)
        table.append(crc)
    return tuple(table)


def _of_lanes(data: bytes, lanes: int) -> list[int]:
    """The checksum of each run of bytes alone, begun with 0 and not turned around."""
    if not lanes:
        return []
    import numpy as np  # noqa: PLC0415 - a tenth of a second, for long bytes alone

    columns = np.frombuffer(data, np.uint8, lanes * _LANE).reshape(lanes, _LANE).T
    crcs: list[int] = _fed(np.zeros(lanes, np.uint32), np.ascontiguousarray(columns)).tolist()
    return crcs


def _fed(crcs: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Checksums after one byte of each column's row more, row by row."""
    import numpy as np  # noqa: PLC0415 - a tenth of a second, for long bytes alone

    table = np.array(_table(), np.uint32)
    for row in columns:
        crcs = table[(crcs ^ row) & _BYTE] ^ crcs >> np.uint32(8)
    return crcs


@cache
def _of_bits() -> tuple[int, ...]:
    """By bit of a checksum, what is left of it behind as many zero bytes as a lane has."""
    import numpy as np  # noqa: PLC0415 - a tenth of a second, for long bytes alone

    bits = np.uint32(1) << np.arange(32, dtype=np.uint32)
    return tuple(_fed(bits, np.zeros((_LANE, 1), np.uint8)).tolist())


def _shifted(crc: int) -> int:
    """A checksum behind as many zero bytes as a lane has: each bit goes its own way."""
    shifted = 0
    for bit, own in enumerate(_of_bits()):
        if crc >> bit & 1:
            shifted ^= own
    return shifted
