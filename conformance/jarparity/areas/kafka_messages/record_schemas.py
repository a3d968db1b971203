"""The JSON Schemas of records, made of their fields, and the first release that writes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_messages.record_types import records
from jarparity.values.shapes import HEX, INT32, STRING, either_direction, listing, record, ref

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.areas.kafka_messages.fields import Field

VERSION: Final = {"description": "A 16-bit integer.", "type": "integer", "minimum": -32768, "maximum": 32767}
_TYPES: Final[dict[str, JSON]] = {
    "int8": {"description": "An 8-bit integer.", "type": "integer", "minimum": -128, "maximum": 127},
    "int16": VERSION,
    "uint16": {"description": "A port.", "type": "integer", "minimum": 0, "maximum": 65535},
    "int32": INT32,
    "int64": ref("int64"),
    "string": STRING,
    "bytes": HEX,
    "uuid": ref("topic-id"),
}
_NEVER_NULL: Final = frozenset({"int8", "int16", "uint16", "int32", "int64", "uuid"})
_NULL: Final[JSON] = {"type": "null"}


def _struct(fields: Iterable[Field]) -> JSON:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {field.name: _field(field) for field in fields},
    }


def _field(field: Field) -> JSON:
    one = _struct(field.fields) if field.fields else _TYPES[field.type]
    if field.is_list:
        return {"anyOf": [listing(one), _NULL]}
    # Null for what may not be null, too: the original throws then.
    return one if field.type in _NEVER_NULL else {"anyOf": [one, _NULL]}


def _of_written() -> list[JSON]:
    return [
        {
            "if": {"properties": {"record": {"const": each.name}}},
            "then": {
                "properties": {
                    "version": {"minimum": 0, "maximum": each.highest},
                    "key": _struct(each.key),
                    "value": {"anyOf": [_struct(each.value), _NULL]},
                }
            },
        }
        for each in records().values()
    ]


def _of_read() -> list[JSON]:
    return [
        record(
            record={"const": each.name},
            key=_struct(each.key),
            version={"anyOf": [VERSION, _NULL]},
            value={"anyOf": [_struct(each.value), _NULL]},
        )
        for each in records().values()
    ]


INPUT: Final = either_direction(
    {
        **record(
            direction={"const": "encode"},
            record={
                "description": "The name of a type of record.",
                "enum": [name for name, each in records().items() if each.before is None],
            },
            version=VERSION,
            key={"type": "object"},
            value={"type": ["object", "null"]},
        ),
        "allOf": _of_written(),
    },
    record(direction={"const": "decode"}, key=HEX, value={"anyOf": [HEX, _NULL]}),
)
ANSWER: Final[JSON] = {
    "if": {"required": ["record"]},
    "then": {"anyOf": _of_read()},
    "else": record(key=HEX, value={"anyOf": [HEX, _NULL]}),
}


def first_of(document: JSON) -> str | None:
    """The first release that has the record and all fields that it is given; bytes are read by any."""
    if document["direction"] == "decode":
        return None
    of = records()[document["record"]]
    return max(
        (since for since in (of.since, *_since(of.value, document["value"])) if since is not None),
        key=lambda release: [int(number) for number in release.split(".")],
        default=None,
    )


def _since(fields: tuple[Field, ...], given: JSON) -> Iterator[str | None]:
    for field in fields:
        value = (given or {}).get(field.name)
        if field.name in (given or {}):
            yield field.since
        for item in value or () if field.is_list else [value]:
            if field.fields:
                yield from _since(field.fields, item)
