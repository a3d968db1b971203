"""librdkafka's partitioners, in the library that the installed confluent-kafka has loaded."""

from __future__ import annotations

import ctypes
from importlib.metadata import files
from typing import TYPE_CHECKING

import confluent_kafka

if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = confluent_kafka.libversion()[0]


def partitioner(name: str) -> Callable[[bytes, int], int]:
    """One of the partitioners that librdkafka exports: of a key and a number of partitions, all that they look at."""
    function = getattr(_LIBRARY, f"rd_kafka_msg_partitioner_{name}")
    pointer = ctypes.c_void_p
    function.restype = ctypes.c_int32
    function.argtypes = [pointer, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int32, pointer, pointer]
    return lambda key, partitions: int(function(None, key, len(key), partitions, None, None))


def _library() -> ctypes.CDLL:
    inside = [path for path in files("confluent-kafka") or () if path.name.startswith("librdkafka-")]
    if len(inside) != 1:
        raise ImportError(f"confluent-kafka has {len(inside)} files librdkafka-*; its wheels for Linux have one")
    return ctypes.CDLL(str(inside[0].locate()))


_LIBRARY = _library()
