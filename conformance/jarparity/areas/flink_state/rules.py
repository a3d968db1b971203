"""Rules between the fields of histories of keyed state: keys of the declared type, states and snapshots that exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values.rules import of_keyed_steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

Problem = tuple[str, str]


def is_sensible(document: JSON) -> bool:
    """Whether the subtask of a history is one of its job, with key groups that the job has."""
    groups = document["maxParallelism"]
    if "range" in document:
        return bool(0 <= document["range"]["start"] <= document["range"]["end"] < groups)
    return bool(0 <= document["operator"] < document["parallelism"] <= groups)


def problems(document: JSON) -> Iterator[Problem]:
    """The path and the sentence of each broken rule in a history that fits its schema."""
    yield from of_keyed_steps(document)
    yield from _registered(document.get("states", []))
    states = {state["name"] for state in document.get("states", [])}
    snapshots: set[str] = set()
    for i, step in enumerate(document["steps"]):
        path = f"input.steps[{i}]"
        if "key" in step and step["key"]["type"] != "null":
            yield from _of_type(f"{path}.key", step["key"], document["keyType"])
        if step["op"] in ("value", "update", "clear") and step["state"] not in states:
            yield f"{path}.state", f"{step['state']!r} is not registered; write one of input.states"
        if step["op"] == "snapshot":
            snapshots.add(step.get("name", ""))
        for place, name in enumerate(step.get("from", ())):
            if name not in snapshots:
                yield f"{path}.from[{place}]", f"there is no snapshot {name!r} yet; take it in a step before"


def _registered(states: list[JSON]) -> Iterator[Problem]:
    seen: set[str] = set()
    for i, state in enumerate(states):
        if state["name"] in seen:
            yield f"input.states[{i}].name", f"{state['name']!r} stands there twice; write different ones"
        seen.add(state["name"])


def _of_type(path: str, key: JSON, kind: JSON) -> Iterator[Problem]:
    """Whether a key is of the declared type, all through."""
    name = kind if isinstance(kind, str) else kind["type"]
    if key["type"] != name:
        yield f"{path}.type", f"{key['type']} is not the type of this history's keys; write {name}"
    elif name == "list":
        yield from _parts(f"{path}.value", key["value"], [kind["element"]] * len(key["value"]), nulls=False)
    elif name == "tuple":
        yield from _parts(f"{path}.value", key["value"], kind["fields"], nulls=False)
    elif name == "row":
        yield from _parts(f"{path}.value.fields", key["value"]["fields"], kind["fields"], nulls=True)
    elif name == "row-data":
        types = [field["type"] for field in key["value"]]
        if types != kind["fields"]:
            yield f"{path}.value", f"its fields are of {types}; write fields of {kind['fields']}"


def _parts(path: str, parts: list[JSON], kinds: list[JSON], *, nulls: bool) -> Iterator[Problem]:
    if len(parts) != len(kinds):
        yield path, f"has {len(parts)} fields; write {len(kinds)}, as in the key type"
        return
    for i, (part, kind) in enumerate(zip(parts, kinds, strict=True)):
        if part["type"] != "null":
            yield from _of_type(f"{path}[{i}]", part, kind)
        elif not nulls:
            yield f"{path}[{i}]", "is null, which Flink's serializer refuses here; write a key"
