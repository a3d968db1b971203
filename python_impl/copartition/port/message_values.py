"""Fields of messages and records as JSON: numbers of 64 bits are decimal strings, bytes hex, ids base64url."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.kafka.messages.fields import UNKNOWN, RawTaggedField, Struct
from copartition.kafka.messages.writing import FLOAT64
from copartition.kafka.uuid import Uuid
from copartition.port.fields import Fields, anything, array, hexed, int32, int64, mapping, nullable, text, wrong

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.kafka.messages.fields import Field
    from copartition.port.fields import JSON, Reader


def _float(value: JSON, path: str) -> float:
    data = hexed(value, path)
    if len(data) != FLOAT64.size:
        raise wrong(path, "the 16 hex digits of a float64", value)
    (number,) = FLOAT64.unpack(data)
    return float(number)


def _tag(value: JSON, path: str) -> RawTaggedField:
    of = Fields(value, path)
    return RawTaggedField(of.get("tag", int32), of.get("data", hexed))


_READERS: Final[Mapping[str, Reader[Any]]] = {
    "bytes": hexed,
    "float64": _float,
    "int64": int64,
    "records": hexed,
    "string": text,
    "uuid": lambda value, path: Uuid.parse(text(value, path)),
}
_WRITERS: Final[Mapping[str, Callable[[Any], JSON]]] = {
    "bytes": bytes.hex,
    "float64": lambda number: FLOAT64.pack(number).hex(),
    "int64": str,
    "records": bytes.hex,
    "uuid": str,
}


def values_of(of: Struct) -> Reader[dict[str, Any]]:
    """Reads a struct's fields."""
    fields = {field.name: field for field in of.fields}

    def read(value: JSON, path: str) -> dict[str, Any]:
        document = Fields(value, path)
        # A field that the release lacks is refused with all others in sight.
        return {name: document.get(name, _reader(name, fields)) for name in mapping(value, path)}

    return read


def _reader(name: str, fields: Mapping[str, Field]) -> Reader[Any]:
    if name == UNKNOWN:
        return array(_tag)
    return _field(fields[name]) if name in fields else anything


def _field(field: Field) -> Reader[Any]:
    of = field.type
    one = values_of(of) if isinstance(of, Struct) else _READERS.get(of, lambda value, _: value)
    return nullable(array(nullable(one))) if field.is_list else nullable(one)


def document_of(of: Struct, values: Mapping[str, Any]) -> JSON:
    """A struct's fields as JSON."""
    fields = {field.name: field for field in of.fields}
    return {
        name: [{"tag": tag, "data": data.hex()} for tag, data in value]
        if name == UNKNOWN
        else _document(fields[name], value)
        for name, value in values.items()
    }


def _document(field: Field, value: Any) -> JSON:  # noqa: ANN401 - of the field's type
    if value is None:
        return None
    if field.is_list:
        return [_of_type(field.type, item) for item in value]
    return _of_type(field.type, value)


def _of_type(of: str | Struct, value: Any) -> JSON:  # noqa: ANN401 - of the type
    if isinstance(of, Struct):
        return document_of(of, value)
    write = _WRITERS.get(of)
    return value if write is None else write(value)
