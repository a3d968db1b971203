"""The operations `kafka.*`: the hash of a serialized key, and its partition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition import kafka
from copartition.port import inputs

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.port.inputs import JSON


def _murmur2(document: JSON) -> JSON:
    return kafka.murmur2(inputs.hex_bytes(document, "bytes"))


def _partition_for_key(document: JSON) -> JSON:
    return kafka.partition_for_key(inputs.hex_bytes(document, "bytes"), inputs.int32(document, "partitions"))


OPERATIONS: dict[str, Callable[[JSON], JSON]] = {
    "kafka.partitioner.murmur2": _murmur2,
    "kafka.partitioner.partition-for-key": _partition_for_key,
}
