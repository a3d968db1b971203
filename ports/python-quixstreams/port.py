"""quixstreams' keys, as a port: its producer's partitioner, in the librdkafka that comes along."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from quixstreams.kafka.producer import Producer

sys.path.append(str(Path(__file__).parents[1] / "python-common"))
from librdkafka import partitioner
from protocol import Declined, serve

# That of a producer that is told nothing but its brokers; it connects to none before it is asked to write.
PARTITIONER = partitioner(Producer("127.0.0.1:9092")._producer_config["partitioner"])  # noqa: SLF001 - no other way to it


def partition_for_key(case: dict[str, Any]) -> int:
    """What the producer does with a key."""
    if case["partitions"] <= 0:
        raise Declined("librdkafka is never asked for a topic without partitions")
    return PARTITIONER(bytes.fromhex(case["bytes"]), case["partitions"])


serve("quixstreams", version("quixstreams"), {"kafka.partitioner.partition-for-key": partition_for_key})
