"""Rules between the fields of an input: values are of the declared type, and bytes promise no more than they may."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_state_bytes.promises import are_modest, is_variable
from jarparity.areas.flink_state_bytes.walk import MOST
from jarparity.values.rules import key_problems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem

_CONSTANTS: Final = ("0", "1", "10")
NO_KEYS: Final = ("bytes", "void-namespace", "time-window", "global-window", "map")
"""Types that are no keys of a job: their hash code is their identity, or nobody has them as one."""
_NO_MAP_KEYS: Final = (*NO_KEYS, "list", "tuple", "row", "row-data")
ONE_BYTE: Final = 128
"""The most key groups whose prefix is one byte."""


def of_value(document: JSON) -> Iterator[Problem]:
    """The broken rules of an input of `flink.state.serialized`."""
    yield from of_maps("input.type", document["type"])
    if "value" in document:
        yield from of_type("input.value", document["value"], document["type"])
    else:
        yield from _modest(bytes.fromhex(document["bytes"]), [document["type"]])


def of_composite_key(document: JSON) -> Iterator[Problem]:
    """The broken rules of an input of `flink.state.composite-key`."""
    for part in ("key", "namespace", "userKey"):
        if f"{part}Type" in document:
            yield from of_maps(f"input.{part}Type", document[f"{part}Type"])
            if part in document:
                yield from of_type(f"input.{part}", document[part], document[f"{part}Type"])
            elif "bytes" not in document:
                yield f"input.{part}", f"is missing; write it, as input.{part}Type is there"
        elif part in document:
            yield f"input.{part}Type", f"is missing; write it, as input.{part} is there"
    if "bytes" in document:
        kinds = [document[name] for name in ("keyType", "namespaceType", "userKeyType") if name in document]
        behind = bytes.fromhex(document["bytes"])[1 if document["maxParallelism"] <= ONE_BYTE else 2 :]
        yield from _modest(behind, kinds, 2 if all(map(is_variable, kinds[:2])) else 0)
    elif "keyGroup" not in document:
        for name in names(document["keyType"]):
            if name in NO_KEYS:
                yield "input.keyGroup", f"is missing; write it, as {name} in a key has no hash code of its own"


def _modest(data: bytes, kinds: list[JSON], lengths: int = 0) -> Iterator[Problem]:
    if not are_modest(data, kinds, lengths=lengths):
        yield "input.bytes", f"promise more than {MOST} elements or bytes; write smaller lengths"


def names(kind: JSON) -> Iterator[str]:
    """The names of a type, and of all in it."""
    if isinstance(kind, str):
        yield kind
        return
    yield kind["type"]
    if kind["type"] != "row-data":
        for part in (*kind.get("fields", ()), *(kind[name] for name in ("element", "key", "value") if name in kind)):
            yield from names(part)


def of_maps(path: str, kind: JSON) -> Iterator[Problem]:
    """Whether keys of maps have an equality that all ports have."""
    if isinstance(kind, str) or kind["type"] == "row-data":
        return
    if kind["type"] == "map" and name_of(kind["key"]) in _NO_MAP_KEYS:
        yield f"{path}.key", f"is {name_of(kind['key'])}; write a type of one value, such as string"
    for i, part in enumerate(kind.get("fields", ())):
        yield from of_maps(f"{path}.fields[{i}]", part)
    for name in ("element", "key", "value"):
        if name in kind:
            yield from of_maps(f"{path}.{name}", kind[name])


def name_of(kind: JSON) -> str:
    """The name of a type."""
    return kind if isinstance(kind, str) else str(kind["type"])


def of_type(path: str, value: JSON, kind: JSON) -> Iterator[Problem]:
    """Whether a value is null, or of the declared type all through."""
    name = name_of(kind)
    if value["type"] == "null":
        return
    if value["type"] != name:
        yield f"{path}.type", f"{value['type']} is not the declared type; write {name}, or null"
    elif isinstance(kind, str):
        yield from _of_scalar(path, value)
    else:
        yield from _of_composite(path, value, kind)


def _of_scalar(path: str, value: JSON) -> Iterator[Problem]:
    if value["type"] == "big-integer" and value.get("constant") and value["value"] not in _CONSTANTS:
        yield f"{path}.constant", f"{value['value']} is no constant of BigInteger; write it for 0, 1 or 10"
    yield from key_problems(path, value)


def _of_composite(path: str, value: JSON, kind: JSON) -> Iterator[Problem]:
    match kind["type"]:
        case "list":
            for i, item in enumerate(value["value"]):
                yield from of_type(f"{path}.value[{i}]", item, kind["element"])
        case "map":
            for i, (key, of) in enumerate(value["value"]):
                yield from of_type(f"{path}.value[{i}][0]", key, kind["key"])
                yield from of_type(f"{path}.value[{i}][1]", of, kind["value"])
        case "tuple":
            yield from _parts(f"{path}.value", value["value"], kind["fields"])
        case "row":
            yield from _parts(f"{path}.value.fields", value["value"]["fields"], kind["fields"])
        case _:
            types = [field["type"] for field in value["value"]]
            if types != kind["fields"]:
                yield f"{path}.value", f"its fields are of {types}; write fields of {kind['fields']}"
            yield from key_problems(path, value)


def _parts(path: str, parts: list[JSON], kinds: list[JSON]) -> Iterator[Problem]:
    if len(parts) != len(kinds):
        yield path, f"has {len(parts)} fields; write {len(kinds)}, as in the type"
        return
    for i, (part, kind) in enumerate(zip(parts, kinds, strict=True)):
        yield from of_type(f"{path}[{i}]", part, kind)
