"""Rules between the fields of an input: states and entries belong together, and values are of the declared types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values.state_rules import NO_KEYS, name_of, names, of_maps, of_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem

MOST_GROUPS: Final = 1 << 15
NAMESPACES: Final = ("void-namespace", "string", "time-window", "global-window", "long")
"""Types of namespaces whose hash code is not their identity."""
_VERSION: Final = 8
"""Hex digits of a stream's version."""
_OLDER: Final = tuple(f"{version:08x}" for version in range(1, 6))
_VOID: Final = "void-namespace"
_COMPOSITES: Final = ("list", "map")
_TIMERS: Final = "timers"
_TIME: Final = "long"


def problems(document: JSON) -> Iterator[Problem]:
    """The broken rules of an input of `flink.state.savepoint` or `flink.state.checkpoint`."""
    groups, bounds = document["maxParallelism"], document["range"]
    if not 1 <= groups <= MOST_GROUPS:
        yield "input.maxParallelism", f"is {groups}; write 1 to {MOST_GROUPS}"
    if not 0 <= bounds["start"] <= bounds["end"] < groups:
        yield "input.range", f"is {bounds['start']} to {bounds['end']}; write a range within 0 to {groups - 1}"
    elif "stream" in document:
        for group in range(bounds["start"], bounds["end"] + 1):
            offset = document["offsets"].get(str(group))
            if offset is None:
                yield f"input.offsets.{group}", "is missing; write where the key group begins"
            elif int(offset) < 0:
                yield f"input.offsets.{group}", f"is {offset}; write 0 or more"
        if document["stream"][:_VERSION] in _OLDER:
            yield "input.stream", "is of a format of Flink 1.6 and before, which only some releases read; write another"
    if "stream" not in document:
        yield from _states(document)
        yield from _entries(document)


def _states(document: JSON) -> Iterator[Problem]:
    yield from of_maps("input.keyType", document["keyType"])
    for name in names(document["keyType"]):
        if name in NO_KEYS:
            yield "input.keyType", f"has {name} in it, which has no hash code of its own; write a type of keys"
    seen: set[str] = set()
    for i, state in enumerate(document["states"]):
        path = f"input.states[{i}]"
        if state["name"] in seen:
            yield f"{path}.name", f"{state['name']!r} stands there twice; write different ones"
        seen.add(state["name"])
        yield from of_maps(f"{path}.type", state["type"])
        if state["namespaceType"] not in NAMESPACES:
            yield f"{path}.namespaceType", f"is none of {', '.join(NAMESPACES)}; write one of them"
        if state["kind"] == _TIMERS and state["type"] != _TIME:
            yield f"{path}.type", f"is {name_of(state['type'])}; write {_TIME}, which the times of timers are"
        if state["kind"] in _COMPOSITES and name_of(state["type"]) != state["kind"]:
            yield f"{path}.type", f"is {name_of(state['type'])}; write a {state['kind']}, as the state is one"


def _entries(document: JSON) -> Iterator[Problem]:
    states = {state["name"]: state for state in document["states"]}
    for i, entry in enumerate(document["entries"]):
        path = f"input.entries[{i}]"
        state = states.get(entry["state"])
        if state is None:
            yield f"{path}.state", f"{entry['state']!r} is not declared; write one of input.states"
            continue
        if entry["key"]["type"] == "null":
            yield f"{path}.key", "is null; write a key"
        yield from of_type(f"{path}.key", entry["key"], document["keyType"])
        namespace = entry.get("namespace", {"type": _VOID, "value": None})
        if namespace["type"] != state["namespaceType"]:
            yield f"{path}.namespace", f"is {namespace['type']}; write a {state['namespaceType']}"
        if state["kind"] == _TIMERS:
            yield from _timer(path, entry)
        elif (entry["op"] == "update") != ("value" in entry):
            yield f"{path}.value", "goes with update; write it there, and there only"
        elif "value" in entry:
            yield from of_type(f"{path}.value", entry["value"], state["type"])
            if entry["value"]["type"] == "null" and state["kind"] != "value":
                yield f"{path}.value", f"is null; a {state['kind']} state is cleared with the op clear"


def _timer(path: str, entry: JSON) -> Iterator[Problem]:
    if entry["op"] == "value":
        yield f"{path}.op", "is value; timers are registered with update, and deleted with clear"
    if entry.get("value", {"type": _TIME})["type"] != _TIME or "value" not in entry:
        yield f"{path}.value", f"is no {_TIME}; write the time of a timer"
