"""librdkafka's partitioners, in the library that confluent-kafka brings: `jarparity check --port port:PORT` here.

A producer chooses one by its setting `partitioner`. `PORT` is `murmur2_random`, which is to equal Java; `DEFAULT` is
`consistent_random`, which producers have that set nothing, and which doesn't.
"""

from __future__ import annotations

import ctypes
from importlib.metadata import files
from typing import TYPE_CHECKING, Any

import confluent_kafka

if TYPE_CHECKING:
    from collections.abc import Callable

DISTRIBUTION = "confluent-kafka"


def library() -> ctypes.CDLL:
    """The very librdkafka that confluent-kafka has loaded."""
    inside = [path for path in files(DISTRIBUTION) or () if path.name.startswith("librdkafka-")]
    if len(inside) != 1:
        raise ImportError(f"{DISTRIBUTION} has {len(inside)} files librdkafka-*; its wheels for Linux have one")
    return ctypes.CDLL(str(inside[0].locate()))


def partitioner(name: str) -> Callable[[dict[str, Any]], int]:
    """One of the partitioners that librdkafka exports; they look at the key and at the number of partitions alone."""
    function = getattr(LIBRARY, f"rd_kafka_msg_partitioner_{name}")
    function.restype = ctypes.c_int32
    function.argtypes = [
        ctypes.c_void_p,
        ctypes.c_char_p,
        ctypes.c_size_t,
        ctypes.c_int32,
        ctypes.c_void_p,
        ctypes.c_void_p,
    ]

    def partition_for_key(case: dict[str, Any]) -> int:
        if case["partitions"] <= 0:
            raise NotImplementedError("librdkafka is never asked for a topic without partitions")
        key = bytes.fromhex(case["bytes"])
        if not key and name != "murmur2_random":
            raise NotImplementedError("an empty key goes to a random partition")
        return function(None, key, len(key), case["partitions"], None, None)

    return partition_for_key


class Partitioner:
    """A port with the one operation."""

    lines = ("kafka-clients 4.4.0",)

    def __init__(self, name: str) -> None:
        self.name = f"librdkafka {name}"
        self.version = confluent_kafka.libversion()[0]
        self.operations = {"kafka.partitioner.partition-for-key": partitioner(name)}


LIBRARY = library()
PORT = Partitioner("murmur2_random")
DEFAULT = Partitioner("consistent_random")
