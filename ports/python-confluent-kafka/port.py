"""librdkafka's partitioners, in the library that confluent-kafka brings: `jarparity check --port port:PORT` here.

A producer chooses one by its setting `partitioner`. `PORT` is `murmur2_random`, which is to equal Java; `DEFAULT` is
`consistent_random`, which producers have that set nothing, and which doesn't.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.append(str(Path(__file__).parents[1] / "python-common"))
from librdkafka import VERSION, partitioner

if TYPE_CHECKING:
    from collections.abc import Callable


def partition_for_key(name: str) -> Callable[[dict[str, Any]], int]:
    """The operation, by one of the partitioners."""
    of = partitioner(name)

    def partition(case: dict[str, Any]) -> int:
        if case["partitions"] <= 0:
            raise NotImplementedError("librdkafka is never asked for a topic without partitions")
        key = bytes.fromhex(case["bytes"])
        if not key and name != "murmur2_random":
            raise NotImplementedError("an empty key goes to a random partition")
        return of(key, case["partitions"])

    return partition


class Partitioner:
    """A port with the one operation."""

    lines = ("kafka-clients 4.4.0",)

    def __init__(self, name: str) -> None:
        self.name = f"librdkafka {name}"
        self.version = VERSION
        self.operations = {"kafka.partitioner.partition-for-key": partition_for_key(name)}


PORT = Partitioner("murmur2_random")
DEFAULT = Partitioner("consistent_random")
