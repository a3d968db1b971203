"""The operation `kafka.group.record`: a coordinator's records as bytes, their fields as Kafka's own JSON has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.kafka.group.releases import NEWEST
from copartition.kafka.group_records import decode_record, encode_record
from copartition.kafka.group_records.record_types import Struct, record_types
from copartition.kafka.uuid import Uuid
from copartition.port.fields import Fields, anything, array, hexed, int16, int64, mapping, nullable, one_of, text
from copartition.port.rows import codec, kafka_release

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.kafka.group.releases import Release
    from copartition.kafka.group_records.record_types import Field
    from copartition.port.fields import JSON, Reader
    from copartition.port.rows import Operation

_READERS: Final[Mapping[str, Reader[Any]]] = {
    "string": text,
    "bytes": hexed,
    "int64": int64,
    "uuid": lambda value, path: Uuid.parse(text(value, path)),
}
_WRITERS: Final[Mapping[str, Callable[[Any], JSON]]] = {"bytes": bytes.hex, "int64": str, "uuid": str}


def _encode(document: Fields, release: Release = NEWEST) -> JSON:
    types = record_types(release)
    name = document.get("record", one_of({each: each for each in types}, "a record of this release"))
    key = document.get("key", _reader(types[name].key))
    value = document.get("value", nullable(_reader(types[name].value)))
    written = encode_record(name, key, value, document.get("version", int16), release=release)
    return {"key": written.key.hex(), "value": None if written.value is None else written.value.hex()}


def _reader(of: Struct) -> Reader[dict[str, Any]]:
    fields = {field.name: field for field in (*of.fields, *of.tagged)}

    def read(value: JSON, path: str) -> dict[str, Any]:
        document = Fields(value, path)
        # A field that the release lacks is refused with all others in sight.
        return {
            name: document.get(name, _field(fields[name]) if name in fields else anything)
            for name in mapping(value, path)
        }

    return read


def _field(field: Field) -> Reader[Any]:
    of = field.type
    one = _reader(of) if isinstance(of, Struct) else _READERS.get(of, lambda value, _: value)
    return nullable(array(nullable(one))) if field.is_list else nullable(one)


def _decode(document: Fields, release: Release = NEWEST) -> JSON:
    read = decode_record(document.get("key", hexed), document.get("value", nullable(hexed)), release=release)
    of = record_types(release)[read.type]
    return {
        "record": read.type,
        "key": _written(of.key, read.key),
        "version": read.version,
        "value": None if read.value is None else _written(of.value, read.value),
    }


def _written(of: Struct, values: Mapping[str, Any]) -> JSON:
    fields = {field.name: field for field in (*of.fields, *of.tagged)}
    return {name: _document(fields[name], value) for name, value in values.items()}


def _document(field: Field, value: Any) -> JSON:  # noqa: ANN401 - of the field's type
    if value is None:
        return None
    if field.is_list:
        return [_of_type(field.type, item) for item in value]
    return _of_type(field.type, value)


def _of_type(of: str | Struct, value: Any) -> JSON:  # noqa: ANN401 - of the type
    if isinstance(of, Struct):
        return _written(of, value)
    write = _WRITERS.get(of)
    return value if write is None else write(value)


OPERATIONS: Final[Mapping[str, Operation]] = {"kafka.group.record": codec(_encode, _decode, kafka_release)}
