"""Rules of types and values of state: values are of the declared type, and keys of maps have an equality."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values.rules import key_problems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem

_CONSTANTS: Final = ("0", "1", "10")
NO_KEYS: Final = ("bytes", "void-namespace", "time-window", "global-window", "map", "ttl")
"""Types that are no keys of a job: their hash code is their identity, or no job has them as one."""
_TTL: Final = "ttl"
_NO_MAP_KEYS: Final = (*NO_KEYS, "list", "tuple", "row", "row-data")


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
    """Whether keys of maps have an equality that all ports have, and no time to live is directly in another."""
    if isinstance(kind, str) or kind["type"] == "row-data":
        return
    if kind["type"] == "map" and name_of(kind["key"]) in _NO_MAP_KEYS:
        yield f"{path}.key", f"is {name_of(kind['key'])}; write a type of one value, such as string"
    if kind["type"] == _TTL and name_of(kind["value"]) == _TTL:
        yield f"{path}.value", "is ttl; write another type, as a value has one time of its last access"
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
        case "ttl":
            yield from of_type(f"{path}.value.value", value["value"]["value"], kind["value"])
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
