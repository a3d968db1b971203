"""faust-streaming's keys, as a port: the partitioner of an app that is configured with none."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import faust

sys.path.append(str(Path(__file__).parents[1] / "python-common"))
from protocol import Declined, serve

# It connects to nothing before it is started.
PRODUCER = faust.App("keys", broker="kafka://127.0.0.1:9092", store="memory://").producer


def partition_for_key(case: dict[str, Any]) -> int:
    """What the producer does with a key."""
    if case["partitions"] <= 0:
        raise Declined("a topic has partitions")
    choices = list(range(case["partitions"]))
    found: int = PRODUCER.partitioner(bytes.fromhex(case["bytes"]), choices, choices)
    return found


serve("faust", version("faust-streaming"), {"kafka.partitioner.partition-for-key": partition_for_key})
