"""Rules of types and values of state: values are of the declared type, and keys of maps have an equality."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values.rules import key_problems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem

_CONSTANTS: Final = ("0", "1", "10")
ARRAYS: Final[dict[str, str]] = {
    f"{name}-array": name for name in ("string", "boolean", "short", "integer", "long", "float", "double", "char")
}
"""Types of arrays without null flags, each with that of its elements."""
NO_KEYS: Final = (
    "bytes",
    "void-namespace",
    "time-window",
    "global-window",
    "map",
    "ttl",
    "array",
    "enum",
    "pojo",
    *ARRAYS,
)
"""Types that are no keys of a job: their hash code is their identity, or no job has them as one."""
ENUMS: Final[dict[str, list[str]]] = {
    "io.jarparity.flink.Colour": ["RED", "GREEN", "BLUE"],
    "io.jarparity.flink.Size": ["SMALL", "LARGE"],
}
"""The enums that the bridge has, with their constants."""
POJO: Final = "io.jarparity.flink.Bean"
POJO_FIELDS: Final = ("a", "b", "c", "d", "e")
"""The class of objects that the bridge has, whose fields may be of any type."""
_TTL: Final = "ttl"
_NO_MAP_KEYS: Final = (*NO_KEYS, "list", "tuple", "row", "row-data")


def names(kind: JSON) -> Iterator[str]:
    """The names of a type, and of all in it."""
    if isinstance(kind, str):
        yield kind
        return
    yield kind["type"]
    for part in parts_of(kind):
        yield from names(part)


def parts_of(kind: JSON) -> Iterator[JSON]:
    """The types that a composite type is made of."""
    if kind["type"] == "pojo":
        yield from (field["type"] for field in kind["fields"])
    elif kind["type"] != "row-data":
        yield from kind.get("fields", ())
        yield from (kind[name] for name in ("element", "key", "value") if name in kind)


def of_maps(path: str, kind: JSON) -> Iterator[Problem]:
    """Whether keys of maps have an equality that all ports have, and no time to live is directly in another."""
    if isinstance(kind, str) or kind["type"] == "row-data":
        return
    if kind["type"] == "map" and name_of(kind["key"]) in _NO_MAP_KEYS:
        yield f"{path}.key", f"is {name_of(kind['key'])}; write a type of one value, such as string"
    yield from _of_classes(path, kind)
    if kind["type"] == "array" and kind["element"] == "string":
        yield f"{path}.element", "is string; write the type string-array, as Flink has a serializer of its own for it"
    if kind["type"] == _TTL and name_of(kind["value"]) == _TTL:
        yield f"{path}.value", "is ttl; write another type, as a value has one time of its last access"
    for i, part in enumerate(kind.get("fields", ())):
        in_pojo = kind["type"] == "pojo"
        yield from of_maps(f"{path}.fields[{i}]{'.type' if in_pojo else ''}", part["type"] if in_pojo else part)
    for name in ("element", "key", "value"):
        if name in kind:
            yield from of_maps(f"{path}.{name}", kind[name])


def _of_classes(path: str, kind: JSON) -> Iterator[Problem]:
    """Whether an enum or the class of an object is one that the bridge has: an original looks for it."""
    if kind["type"] == "enum" and ENUMS.get(kind["class"]) != kind["constants"]:
        yield path, f"is another enum than {' or '.join(ENUMS)}, or has other constants; write one of them"
    if kind["type"] == "pojo":
        if kind["class"] != POJO:
            yield f"{path}.class", f"is {kind['class']}; write {POJO}"
        fields = [field["name"] for field in kind["fields"]]
        if len({*fields}) < len(fields) or not {*fields} <= {*POJO_FIELDS}:
            yield f"{path}.fields", f"are named {', '.join(fields)}; write some of {', '.join(POJO_FIELDS)}, each once"


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
    elif name in ARRAYS:
        yield from _of_array(path, value, ARRAYS[name])
    elif isinstance(kind, str):
        yield from _of_scalar(path, value)
    else:
        yield from _of_composite(path, value, kind)


def _of_scalar(path: str, value: JSON) -> Iterator[Problem]:
    if value["type"] == "big-integer" and value.get("constant") and value["value"] not in _CONSTANTS:
        yield f"{path}.constant", f"{value['value']} is no constant of BigInteger; write it for 0, 1 or 10"
    yield from key_problems(path, value)


def _of_array(path: str, value: JSON, element: str) -> Iterator[Problem]:
    for i, item in enumerate(value["value"]):
        if item["type"] == "null" and element != "string":
            yield f"{path}.value[{i}]", f"is null; write a {element}"
        yield from of_type(f"{path}.value[{i}]", item, element)


def _of_object(path: str, value: JSON, kind: JSON) -> Iterator[Problem]:
    types = {field["name"]: field["type"] for field in kind["fields"]}
    for name, of in value["value"].items():
        if name in types:
            yield from of_type(f"{path}.value.{name}", of, types[name])
        else:
            yield f"{path}.value", f"has the field {name}; write those of the type"


def _of_composite(path: str, value: JSON, kind: JSON) -> Iterator[Problem]:  # noqa: C901 - one for each type
    match kind["type"]:
        case "enum":
            if value["value"] not in kind["constants"]:
                yield f"{path}.value", f"is {value['value']}; write one of {', '.join(kind['constants'])}"
        case "pojo":
            yield from _of_object(path, value, kind)
        case "list" | "array":
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
            if types != kind.get("fields", types):
                yield f"{path}.value", f"its fields are of {types}; write fields of {kind['fields']}"
            yield from key_problems(path, value)


def _parts(path: str, parts: list[JSON], kinds: list[JSON]) -> Iterator[Problem]:
    if len(parts) != len(kinds):
        yield path, f"has {len(parts)} fields; write {len(kinds)}, as in the type"
        return
    for i, (part, kind) in enumerate(zip(parts, kinds, strict=True)):
        yield from of_type(f"{path}[{i}]", part, kind)
