"""aiokafka's messages as bytes, and back: fields have Kafka's names here, and the library's there."""

from __future__ import annotations

import json
import struct
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from aiokafka.protocol import api
from aiokafka.protocol.types import Array, Bytes, CompactBytes, Float64, Int64, Schema, TaggedFields

if TYPE_CHECKING:
    from collections.abc import Callable

UNKNOWN = "_unknownTaggedFields"
MODULES = ("admin", "commit", "coordination", "fetch", "group", "metadata", "offset", "produce", "transaction")
RENAMED = {"ListOffsets": "Offset", "ApiVersions": "ApiVersion", "SaslHandshake": "SaslHandShake"}
"""Messages that the library calls otherwise than Kafka does, without Request and Response."""
NAMES: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("names.json").read_bytes())
"""Kafka's names of fields by the library's, for each message; under "" are those of all messages."""
FROM_JSON: dict[Any, Callable[[Any], Any]] = {
    Int64: int,
    Float64: lambda bits: struct.unpack(">d", bytes.fromhex(bits))[0],
    Bytes: bytes.fromhex,
    CompactBytes: bytes.fromhex,
    TaggedFields: lambda tags: {each["tag"]: bytes.fromhex(each["data"]) for each in tags},
}
TO_JSON: dict[Any, Callable[[Any], Any]] = {
    Int64: str,
    Float64: lambda number: struct.pack(">d", number).hex(),
    Bytes: bytes.hex,
    CompactBytes: bytes.hex,
    TaggedFields: lambda tags: [{"tag": tag, "data": data.hex()} for tag, data in tags.items()],
}


def message_bytes(case: dict[str, Any]) -> Any:  # noqa: ANN401 - hex digits, or fields
    """Writes a message without header or length, or reads one."""
    name, of = case["message"], _class(case["message"], case["version"])
    if name == "CreatePartitionsRequest":
        raise NotImplementedError("its fields are in structs of their own")
    if case["direction"] == "decode":
        if name == "RequestHeader":
            raise NotImplementedError("it reads no requests")
        read = of.decode(bytes.fromhex(case["bytes"]))
        return _document(name, "", of.SCHEMA, [read.get_item(each) for each in of.SCHEMA.names])
    values = dict(zip(of.SCHEMA.names, _values(name, "", of.SCHEMA, case["value"]), strict=True))
    if name == "RequestHeader":
        request = SimpleNamespace(API_KEY=values.pop("api_key"), API_VERSION=values.pop("api_version"))
        return of(request, **values).encode().hex()
    return of(**values).encode().hex()


def _class(name: str, version: int) -> Any:  # noqa: ANN401 - theirs
    for kafkas, theirs in RENAMED.items():
        if name in {f"{kafkas}Request", f"{kafkas}Response"}:
            name = name.replace(kafkas, theirs)
    for place in (api, *(import_module(f"aiokafka.protocol.{each}") for each in MODULES)):
        if hasattr(place, f"{name}_v{version}"):
            return getattr(place, f"{name}_v{version}")
    raise NotImplementedError("it has no such message, or no such version")


def _name(message: str, parent: str, own: str) -> str:
    names = NAMES.get(message, {})
    first, *others = own.split("_")
    known = names.get(f"{parent}/{own}") or names.get(own) or NAMES[""].get(own)
    return known or first + "".join(each.title() for each in others)


def _values(message: str, parent: str, schema: Schema, value: dict[str, Any]) -> list[Any]:
    """A struct's fields in the order of the library's schema."""
    left = dict(value)
    values = []
    for own, of in zip(schema.names, schema.fields, strict=True):
        name = UNKNOWN if of is TaggedFields else _name(message, parent, own)
        if name not in left and of is not TaggedFields:
            raise NotImplementedError("its fields have no defaults")
        values.append(_value(message, own, of, left.pop(name, [] if of is TaggedFields else None)))
    if left:
        raise NotImplementedError("its class of this version has no such field")
    return values


def _value(message: str, own: str, of: Any, given: Any) -> Any:  # noqa: ANN401 - theirs
    if given is None:
        return None
    if isinstance(of, Array):
        return [_value(message, own, of.array_of, item) for item in given]
    if isinstance(of, Schema):
        return tuple(_values(message, own, of, given))
    if isinstance(given, dict):  # the only field of a struct is the struct to it
        (given,) = given.values()
    return FROM_JSON[of](given) if of in FROM_JSON else given


def _document(message: str, parent: str, schema: Schema, read: Any) -> dict[str, Any]:  # noqa: ANN401 - theirs
    document = {}
    for own, of, value in zip(schema.names, schema.fields, read, strict=True):
        if of is not TaggedFields:
            document[_name(message, parent, own)] = _plain(message, own, of, value)
        elif value:
            document[UNKNOWN] = TO_JSON[of](value)
    return document


def _plain(message: str, own: str, of: Any, read: Any) -> Any:  # noqa: ANN401 - theirs
    if read is None:
        return None
    if isinstance(of, Array):
        items = [_plain(message, own, of.array_of, item) for item in read]
        return [{"name": item} for item in items] if (message, own) == ("MetadataRequest", "topics") else items
    if isinstance(of, Schema):
        return _document(message, own, of, read)
    return TO_JSON[of](read) if of in TO_JSON else read
