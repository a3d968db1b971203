"""Streams of a query's aggregate, as a job of Flink 1.16.3 wrote them: types of rows are Java objects there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

_STREAMS: Final = Path(__file__).with_name("sql_streams.json")


def of_sql(operation: str) -> Iterator[tuple[str, JSON]]:
    """`SELECT c0, COUNT(*), SUM(…) … GROUP BY c0`: three keys, NULL among them, and the timers' state without any."""
    streams: list[JSON] = json.loads(_STREAMS.read_text("utf-8"))
    for stream in streams:
        if stream["operation"] == operation:
            fields = ("maxParallelism", "range", "stream", "offsets")
            yield f"read/{stream['id']}", {"direction": "decode", **{name: stream[name] for name in fields}}
