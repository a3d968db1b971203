"""iterabledata's reader of Flink checkpoints, as a port: what it takes from a file `_metadata`."""

from __future__ import annotations

import io
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from iterable.datatypes.flink import FlinkIterable

sys.path.append(str(Path(__file__).parents[1] / "python-common"))
from protocol import Declined, serve


def metadata(case: dict[str, Any]) -> dict[str, Any] | None:
    """The first record that it finds, or None; the checkpoint's id is all that it shares with Flink's metadata."""
    if case.get("direction") != "decode":
        raise Declined("only reading is asked: what it writes has no operators")
    try:
        record = FlinkIterable(stream=io.BytesIO(bytes.fromhex(case["bytes"]))).read()
    except StopIteration:
        return None
    return {"checkpointId": str(record.pop("checkpoint_id")), **record}


serve("iterabledata", version("iterabledata"), {"flink.checkpoint.metadata": metadata}, "flink 2.3.0")
