"""aiokafka without its extensions in C, as a port of batches: they alone have two readers and two builders."""

from __future__ import annotations

import os

os.environ["AIOKAFKA_NO_EXTENSIONS"] = "1"

from importlib.metadata import version

from aiokafka_batches import batch_bytes
from aiokafka_fetched import batch_fetched


class PORT:
    """What aiokafka claims: the newest Java client."""

    name, version = "aiokafka-no-extensions", version("aiokafka")
    lines = ("kafka-clients 4.4.0",)
    operations = {"kafka.batch.bytes": batch_bytes, "kafka.batch.fetched": batch_fetched}  # noqa: RUF012 - read once
