"""kafka-python's messages as bytes, and back: fields have Kafka's names here, and the library's there."""

from __future__ import annotations

import io
import struct
import uuid
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import partial
from typing import TYPE_CHECKING, Any

from kafka.protocol import admin, consumer, metadata, producer, sasl
from kafka.protocol.api_header import ApiHeader, RequestHeader, ResponseHeader
from kafka.protocol.api_message import ApiMessage
from kafka.protocol.schemas.fields.codecs import BitField

if TYPE_CHECKING:
    from collections.abc import Callable

UNKNOWN = "_unknownTaggedFields"
HEADERS = {each.__name__: each for each in (RequestHeader, ResponseHeader)}
PLACES = (admin, consumer, metadata, producer, sasl)
RENAMED = {
    ("metadata_response", "authorized_operations"): "clusterAuthorizedOperations",
    ("describe_cluster_response", "authorized_operations"): "clusterAuthorizedOperations",
    ("topics", "authorized_operations"): "topicAuthorizedOperations",
    ("txn_offset_commit_request", "GenerationId"): "generationIdOrMemberEpoch",
}
"""Fields that have other names than Kafka 4.4 gives them, by the names of the library's struct and field."""

FROM_JSON: dict[str, Callable[[Any], Any]] = {
    "int64": int,
    "float64": lambda bits: struct.unpack(">d", bytes.fromhex(bits))[0],
    "bytes": bytes.fromhex,
    "records": bytes.fromhex,
    "uuid": lambda text: uuid.UUID(bytes=urlsafe_b64decode(text + "==")),
    "bitfield": lambda number: BitField.decode(io.BytesIO(struct.pack(">i", number))),
}
TO_JSON: dict[str, Callable[[Any], Any]] = {
    "int64": str,
    "float64": lambda number: struct.pack(">d", number).hex(),
    "bytes": bytes.hex,
    "records": bytes.hex,
    # The library has None for the id of zeros, and for a set of bits that is the least number.
    "uuid": lambda id_: urlsafe_b64encode((id_ or uuid.UUID(int=0)).bytes).decode().rstrip("="),
    "bitfield": lambda bits: struct.unpack(">i", BitField.encode(bits))[0],
}


def message_bytes(case: dict[str, Any]) -> Any:  # noqa: ANN401 - hex digits, or fields
    """Writes a message without header or length, or reads one."""
    of, version = _class(case["message"]), case["version"]
    # Of requests and responses the library keeps versions that Kafka 4 has given up.
    first, last = (0 if issubclass(of, ApiMessage) else of._valid_versions[0]), of._valid_versions[1]  # noqa: SLF001
    if not first <= version <= last:
        raise NotImplementedError("it has no such version")
    if case["direction"] == "encode":
        return _encode(of, version, case["value"])
    return _document(of._struct, _decode(of, version, bytes.fromhex(case["bytes"])), version)  # noqa: SLF001


def _class(name: str) -> Any:  # noqa: ANN401 - theirs
    for place in PLACES:
        if hasattr(place, name):
            return getattr(place, name)
    if name not in HEADERS:
        raise NotImplementedError("it has no such message")
    return HEADERS[name]


def _encode(of: Any, version: int, value: dict[str, Any]) -> str:  # noqa: ANN401 - theirs
    values = _values(of._struct, value)  # noqa: SLF001
    if issubclass(of, ApiHeader):
        return bytes(of(**values).encode(flexible=_is_flexible(of, version))).hex()
    return bytes(of(version=version, **values).encode(header=False)).hex()


def _decode(of: Any, version: int, data: bytes) -> Any:  # noqa: ANN401 - theirs
    if issubclass(of, ApiHeader):
        return of.decode(io.BytesIO(data), flexible=_is_flexible(of, version))
    return of.decode(data, version=version, header=False)


def _is_flexible(header: Any, version: int) -> bool:  # noqa: ANN401 - theirs
    return bool(version >= header._flexible_versions[0])  # noqa: SLF001


def _name(of: Any, field: Any) -> str:  # noqa: ANN401 - theirs
    name: str = field._name  # noqa: SLF001
    return RENAMED.get((of.name, name), name[0].lower() + name[1:])


def _values(of: Any, value: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - theirs
    """A struct's fields as the library's classes take them: unknown tags by names such as `_150`."""
    fields = {_name(of, field): field for field in of.fields.values()}
    values = {f"_{each['tag']}": bytes.fromhex(each["data"]) for each in value.get(UNKNOWN, ())}
    for name, given in value.items():
        if name == UNKNOWN:
            continue
        if name not in fields:
            raise NotImplementedError(f"it has no field {name}")
        values[fields[name].name] = _each(fields[name], given, _value)
    return values


def _each(field: Any, given: Any, translate: Any) -> Any:  # noqa: ANN401 - theirs
    if given is None and field._type_str not in {"uuid", "bitfield"}:  # noqa: SLF001
        return None
    if field.is_array():
        return [None if item is None else translate(field.array_of, item) for item in given]
    return translate(field, given)


def _value(field: Any, given: Any) -> Any:  # noqa: ANN401 - theirs
    if field.is_struct():
        return field.data_class(**_values(field, given))
    translate = FROM_JSON.get(field._type_str)  # noqa: SLF001
    return translate(given) if translate else given


def _document(of: Any, read: Any, version: int) -> dict[str, Any]:  # noqa: ANN401 - theirs
    """All fields of a version that were read."""
    document = {
        _name(of, field): _read(field, getattr(read, field.name), version)
        for field in of.fields.values()
        if field.for_version_q(version)
    }
    tags = sorted((int(name[1:]), data) for name, data in (read.unknown_tags or {}).items())
    return document | ({UNKNOWN: [{"tag": tag, "data": data.hex()} for tag, data in tags]} if tags else {})


def _read(field: Any, read: Any, version: int) -> Any:  # noqa: ANN401 - theirs
    if field.is_struct() and read is None and not field.nullable_for_version_q(version):
        read = field.data_class()  # the library's None is a struct whose tag isn't there
    return _each(field, read, partial(_plain, version))


def _plain(version: int, field: Any, read: Any) -> Any:  # noqa: ANN401 - theirs
    if field.is_struct():
        return _document(field, read, version)
    translate = TO_JSON.get(field._type_str)  # noqa: SLF001
    return translate(read) if translate else read
