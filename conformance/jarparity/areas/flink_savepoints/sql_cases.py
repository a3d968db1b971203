"""State of a query's aggregate; streams as a job of Flink 1.16.3 wrote them. Types of rows are Java objects there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jarparity.values.boundary.keys import key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

_FILE: Final = Path(__file__).with_name("sql_streams.json")
_STATE: Final = "accState"
_VOID: Final = "void-namespace"
_HELD: Final = (("user_1", "3", "-7"), ("a longer key", "1", None), (None, "2", "0"), ("", "4", "9223372036854775807"))
"""Keys, counts and sums."""


def of_sql(operation: str) -> Iterator[tuple[str, JSON]]:
    """`SELECT c0, COUNT(*), SUM(…) … GROUP BY c0`, with the types that the job's own streams have."""
    file: Any = json.loads(_FILE.read_text("utf-8"))
    for stream in file["streams"]:
        if stream["operation"] == operation:
            fields = ("maxParallelism", "range", "stream", "offsets")
            yield f"read/{stream['id']}", {"direction": "decode", **{name: stream[name] for name in fields}}
    rows, accumulators = ({"type": "row-data", "snapshot": file["types"][name]} for name in ("key", "value"))
    state = {"name": _STATE, "kind": "value", "namespaceType": _VOID, "type": accumulators}
    timers = {"name": "_timer_state/event_user-timers", "kind": "timers", "namespaceType": _VOID, "type": "long"}
    document = {"maxParallelism": 128, "range": {"start": 0, "end": 127}, "keyType": rows, "states": [state]}
    entries = [_entry(*held) for held in _HELD]
    yield "sql/one-key", {**document, "entries": entries[:1]}
    yield "sql/aggregate", {**document, "entries": entries}
    yield "sql/two-bytes-of-key-group", {**document, "maxParallelism": 129, "entries": entries}
    yield "sql/cleared", {**document, "entries": [*entries, {"op": "clear", "state": _STATE, "key": entries[0]["key"]}]}
    at = {"op": "update", "state": timers["name"], "key": entries[0]["key"], "value": key("long", "25")}
    yield "sql/timer", {**document, "states": [timers], "entries": [at]}


def _entry(text: str | None, count: str, total: str | None) -> JSON:
    return {
        "op": "update",
        "state": _STATE,
        "key": key("row-data", [{"type": "STRING", "value": text}]),
        "value": key("row-data", [{"type": "BIGINT", "value": count}, {"type": "BIGINT", "value": total}]),
    }
