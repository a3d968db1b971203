"""The shape of metadata in JSON, and since when a release carries it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values.shapes import HEX, INT32, STRING, by_number, either_direction, listing, record, ref, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

_INT64: Final = ref("int64")
_RANGE: Final = record(start=INT32, end=INT32)
_FLAG: Final = {"description": "true or false.", "type": "boolean"}


def _or_null(schema: JSON) -> JSON:
    return {"if": {"type": "null"}, "else": schema}


def _kinds(description: str, **forms: dict[str, JSON]) -> JSON:
    """Null, or an object whose `type` says which fields it has."""
    branches = [
        {"if": {"properties": {"type": {"const": name}}}, "then": record(type=STRING, **fields)}
        for name, fields in forms.items()
    ]
    of = {
        "description": description,
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"enum": list(forms)}},
        "allOf": branches,
    }
    return _or_null(of)


_ANY: Final = {"if": {"type": "null"}, "else": {"type": "object", "required": ["type"]}}
"""A handle inside a handle; its own form is looked at by who reads it."""

_NUMBERS: Final = listing(_INT64)
_ID: Final = _or_null(STRING)
_UUID: Final = {
    "description": "A UUID in lower-case hex.",
    "type": "string",
    "pattern": "^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$",
}
_GROUPS: Final = {"range": _RANGE, "offsets": _NUMBERS}

_STREAM: Final = _kinds(
    "Where a stream of bytes lies.",
    **{
        "bytes": {"name": STRING, "data": HEX},
        "file": {"path": STRING, "size": _INT64},
        "relative": {"path": STRING, "size": _INT64},
        "key-groups": {**_GROUPS, "handle": _ANY},
        "segment": {
            "path": STRING,
            "start": _INT64,
            "size": _INT64,
            "scope": {"description": "EXCLUSIVE or SHARED.", "enum": ["EXCLUSIVE", "SHARED"]},
            "logicalFile": STRING,
        },
        "empty-segment": {},
    },
)
_FILES: Final = listing(row("A path and a handle.", STRING, _STREAM))
_GROUP: Final = {"description": "A key group, or -1 for metadata.", "type": "integer", "minimum": -(2**31)}
_KEYED: Final = _kinds(
    "Where keyed state lies.",
    **{
        "key-groups": {**_GROUPS, "handle": _STREAM, "id": _ID},
        "savepoint": {**_GROUPS, "handle": _STREAM},
        "incremental": {
            "range": _RANGE,
            "checkpointId": _INT64,
            "backend": _UUID,
            "checkpointedSize": _INT64,
            "meta": _STREAM,
            "shared": _FILES,
            "private": _FILES,
            "id": _ID,
        },
        "changelog": {
            "range": _RANGE,
            "materialized": listing(_ANY),
            "changes": listing(_ANY),
            "checkpointId": _INT64,
            "materializationId": _INT64,
            "checkpointedSize": _INT64,
            "id": _ID,
        },
        "changes-in-memory": {
            "range": _RANGE,
            "from": _INT64,
            "to": _INT64,
            "changes": listing(row("A key group, and its changes.", _GROUP, HEX)),
            "id": _ID,
        },
        "changes-in-files": {
            "range": _RANGE,
            "handles": listing(row("An offset and a handle.", _INT64, _STREAM)),
            "size": _INT64,
            "checkpointedSize": _INT64,
            "storage": STRING,
            "id": _ID,
        },
    },
)
_MODE: Final = {
    "description": "SPLIT_DISTRIBUTE, UNION or BROADCAST.",
    "enum": ["SPLIT_DISTRIBUTE", "UNION", "BROADCAST"],
}
_STATES: Final = listing(record(name=STRING, mode=_MODE, offsets=_NUMBERS))
_OPERATOR_STATE: Final = _kinds(
    "Where operator state lies.",
    partitionable={"states": _STATES, "handle": _STREAM},
    merged={"states": _STATES, "taskOwned": STRING, "shared": STRING, "empty": _FLAG, "handle": _STREAM},
)
_CHANNELS: Final = listing(
    _kinds(
        "Where records in flight lie.",
        channel={
            "subtask": INT32,
            "info": row("A gate and its channel, or a partition and its subpartition.", INT32, INT32),
            "offsets": _NUMBERS,
            "size": _INT64,
            "handle": _STREAM,
        },
        merged={"subtask": INT32, "size": _INT64, "handle": _STREAM, "offsets": HEX},
    )
)
_SUBTASK: Final = record(
    managedOperator=_OPERATOR_STATE,
    rawOperator=_OPERATOR_STATE,
    managedKeyed=_KEYED,
    rawKeyed=_KEYED,
    inputChannels=_CHANNELS,
    outputChannels=_CHANNELS,
)
_OPERATOR: Final = record(
    name=_ID,
    uid=_ID,
    id={"description": "16 bytes in hex.", "type": "string", "pattern": "^[0-9a-f]{32}$"},
    parallelism=INT32,
    maxParallelism=INT32,
    coordinator=_STREAM,
    subtasks=_or_null(by_number(_or_null(_SUBTASK), "Subtasks by index.")),
)
_FIELDS: Final = {
    "checkpointId": _INT64,
    "master": listing(record(name=STRING, bytes=HEX, version=INT32)),
    "operators": listing(_OPERATOR),
    "properties": _or_null(HEX),
}

INPUT: Final = either_direction(
    record(direction={"const": "encode"}, version=INT32, **_FIELDS),
    record(direction={"const": "decode"}, bytes=HEX),
)
ANSWER: Final = {"if": {"type": "string"}, "then": HEX, "else": record(**_FIELDS)}

_SEGMENTS_AND_NO_META: Final = "1.20.5"
_NAMES_AND_MERGED_CHANNELS: Final = "2.1.3"


def first_of(document: JSON) -> str | None:
    """The first release that can carry what shall be written; None for all."""
    if document["direction"] == "decode":
        return None
    for operator in document["operators"]:
        if operator["name"] is not None or operator["uid"] is not None:
            return _NAMES_AND_MERGED_CHANNELS
        for subtask in (operator["subtasks"] or {}).values():
            channels = [] if subtask is None else [*subtask["inputChannels"], *subtask["outputChannels"]]
            if any(channel["type"] == "merged" for channel in channels):
                return _NAMES_AND_MERGED_CHANNELS
    return _SEGMENTS_AND_NO_META if any(map(_is_later, _handles(document["operators"]))) else None


_SINCE_SEGMENTS: Final = frozenset({"segment", "empty-segment", "merged"})


def _is_later(handle: JSON) -> bool:
    return handle["type"] in _SINCE_SEGMENTS or (handle["type"] == "incremental" and handle["meta"] is None)


def _handles(value: JSON) -> Iterator[JSON]:
    """All handles, those in handles, too."""
    if isinstance(value, dict):
        if "type" in value:
            yield value
        for part in value.values():
            yield from _handles(part)
    elif isinstance(value, list):
        for part in value:
            yield from _handles(part)
