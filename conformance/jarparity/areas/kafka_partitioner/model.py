"""Kafka's partition of a key: the kit's own model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values.ints import MASK, remainder
from jarparity.values.utf16 import signed

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON

_M: Final = 0x5BD1E995


def _murmur2(data: bytes) -> int:
    """`Utils.murmur2`."""
    code = 0x9747B28C ^ len(data)
    whole = len(data) & ~3
    for i in range(0, whole, 4):
        word = int.from_bytes(data[i : i + 4], "little") * _M & MASK
        word = (word ^ word >> 24) * _M & MASK
        code = (code * _M ^ word) & MASK
    if data[whole:]:
        code = (code ^ int.from_bytes(data[whole:], "little")) * _M & MASK
    code = (code ^ code >> 13) * _M & MASK
    return signed(code ^ code >> 15)


def _partition(document: JSON) -> int:
    """`BuiltInPartitioner.partitionForKey`."""
    return remainder(_murmur2(bytes.fromhex(document["bytes"])) & 0x7FFFFFFF, document["partitions"])


MODELS: Final[dict[str, Callable[[JSON], JSON]]] = {
    "kafka.partitioner.murmur2": lambda document: _murmur2(bytes.fromhex(document["bytes"])),
    "kafka.partitioner.partition-for-key": _partition,
}
