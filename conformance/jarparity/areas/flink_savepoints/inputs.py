"""How snapshots of keyed state are drawn: histories of entries, and streams to be read, some of them damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_savepoints.header_edits import any_edited
from jarparity.areas.flink_savepoints.snappy_cases import library_streams
from jarparity.values import numbers, texts
from jarparity.values import state_values as values
from jarparity.values.boundary.keys import key

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_GROUPS: Final = (1, 1, 1, 2, 3, 8, 128, 129)
_KINDS: Final = ("value", "value", "list", "map", "map", "reducing", "aggregating", "timers", "timers")
_TIMES: Final = ("0", "10", "10", "10", "-1", str(2**63 - 1), str(-(2**63)))
_NAMESPACES: Final = (
    "void-namespace",
    "void-namespace",
    "string",
    "time-window",
    "time-window",
    "global-window",
    "long",
)
_TIMERS: Final = ("_timer_state/event_t", "_timer_state/processing_t")
_NAMES: Final = (
    "count",
    "window-contents",
    "list",
    "value",
    "map",
    "é😀",
    "",
    "a\0b",
    "last",
    "buffer",
    "Aa",
    "BB",
    *_TIMERS,
)
_HEADS: Final = 18
"""Bytes of a Snappy stream's header and its first chunk's head."""
_MANY: Final = 3
"""Up to so many states are drawn, now and then more."""
_STREAMS: Final = Path(__file__).with_name("streams.json")


def savepoint(random: Random) -> JSON:
    """An input of `flink.state.savepoint`; a quarter of them streams to be read."""
    return _stored(random, "flink.state.savepoint") if random.randrange(4) == 0 else _history(random)


def checkpoint(random: Random) -> JSON:
    """An input of `flink.state.checkpoint`; a quarter of them streams to be read."""
    return _stored(random, "flink.state.checkpoint") if random.randrange(4) == 0 else _history(random)


def _history(random: Random) -> JSON:
    groups = random.choice(_GROUPS)
    start, end = 0, groups - 1
    if random.randrange(8) == 0:
        start = random.randrange(groups)
        end = random.randrange(start, groups)
    large = random.randrange(4) == 0
    key_type = random.choice(("string", "long", "integer")) if large else values.key_type(random)
    count = random.randrange(90, 330) if large else random.choice((0, 1, 2, 5, 12, 30))
    names = random.sample(_NAMES, random.randrange(1, len(_NAMES) if random.randrange(8) == 0 else _MANY + 1))
    states = [_state(random, name, small=large) for name in names]
    keys = [_key(random, key_type, large) for _ in range(1 + count)]
    nulls = 20 if random.randrange(8) == 0 else 0
    compressed: JSON = {"compression": True} if random.randrange(6) == 0 else {}
    return {
        **compressed,
        "maxParallelism": groups,
        "range": {"start": start, "end": end},
        "keyType": key_type,
        "states": states,
        "entries": [_entry(random, random.choice(keys), random.choice(states), nulls) for _ in range(count)],
    }


def _key(random: Random, kind: JSON, large: bool) -> JSON:  # noqa: FBT001 - of a history of many entries
    if large and kind == "string":
        return key(kind, f"user_{random.randrange(10_000)}")
    if large:
        return key(kind, str(random.randrange(-1000, 1000)))
    return values.value(random, kind)


def _state(random: Random, name: str, *, small: bool) -> JSON:
    kind = random.choice(_KINDS)
    of = random.choice(("long", "string")) if small else values.any_type(random, 1)
    if kind == "timers":
        of = "long"
    elif kind == "list":
        of = {"type": "list", "element": of}
    elif kind == "map":
        of = {"type": "map", "key": random.choice(values.KEY_SCALARS), "value": of}
    return {"name": name, "kind": kind, "namespaceType": random.choice(_NAMESPACES), "type": of}


def _entry(random: Random, of: JSON, state: JSON, nulls: int) -> JSON:
    entry: JSON = {"op": random.choice(("update",) * 8 + ("value", "clear")), "state": state["name"], "key": of}
    match state["namespaceType"]:
        case "void-namespace":
            pass
        case "time-window" if random.randrange(4):
            start = random.randrange(4) * 10
            entry["namespace"] = key("time-window", {"start": str(start), "end": str(start + 10)})
        case "string" if random.randrange(4):
            entry["namespace"] = key("string", random.choice("abc"))
        case "long":
            entry["namespace"] = key("long", str(numbers.mostly(random, 5)))
        case kind:
            entry["namespace"] = values.value(random, kind)
    if state["kind"] == "timers":
        time = random.choice(_TIMES) if random.randrange(4) else str(numbers.int64(random))
        return {**entry, "op": "clear" if random.randrange(6) == 0 else "update", "value": key("long", time)}
    if entry["op"] == "update":
        entry["value"] = _value(random, state, nulls)
    return entry


def _value(random: Random, state: JSON, nulls: int) -> JSON:
    value = values.value(random, state["type"], nulls)
    if value["type"] == "null" and state["kind"] != "value":
        return values.value(random, state["type"])
    if state["kind"] == "map" and not nulls:  # most values know no null, and then there is no savepoint
        return key("map", [[of, values.value(random, state["type"]["value"])] for of, _ in value["value"]])
    return value


def _stored(random: Random, operation: str) -> JSON:
    known = (*_streams(), *library_streams())
    stream = random.choice([each for each in known if each["operation"] == operation])
    document = {
        "direction": "decode",
        **{name: stream[name] for name in ("maxParallelism", "range", "stream", "offsets")},
    }
    groups = range(document["range"]["start"], document["range"]["end"] + 1)
    match random.randrange(7):
        case 0:
            document["stream"] = document["stream"][: 2 * random.randrange(len(document["stream"]) // 2)]
        case 1:
            start = random.choice(groups)
            document["range"] = {"start": start, "end": random.choice(range(start, groups.stop))}
            groups = range(start, document["range"]["end"] + 1)
            document["offsets"] = {str(group): document["offsets"][str(group)] for group in groups}
        case 2:
            one, other = random.choice(groups), random.choice(groups)
            offsets = document["offsets"]
            document["offsets"] = {**offsets, str(one): offsets[str(other)], str(other): offsets[str(one)]}
        case 3:
            document["stream"] += texts.data(random, 20).hex()
        case 4 if stream["id"].startswith(
            "snappy-"
        ):  # a byte of the first heads; one of the data may promise gigabytes
            data = bytearray.fromhex(document["stream"])
            begin = min(map(int, document["offsets"].values()))
            data[random.randrange(begin, begin + _HEADS)] = random.randrange(256)
            document["stream"] = data.hex()
        case 5:
            return any_edited(random, document)
    return document


def _streams() -> list[JSON]:
    streams: list[JSON] = json.loads(_STREAMS.read_text("utf-8"))
    return streams
