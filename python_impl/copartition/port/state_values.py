"""Types and values of state in JSON: `{"type": "list", "element": "long"}`, `{"type": "list", "value": […]}`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from copartition import java
from copartition.flink import serializers
from copartition.flink.serializers import (
    ArraySerializer,
    BinaryRowDataSerializer,
    EnumSerializer,
    ListSerializer,
    MapSerializer,
    PojoSerializer,
    RowSerializer,
    TtlSerializer,
    TtlValue,
    TupleSerializer,
    TypeSerializer,
)
from copartition.flink.serializers.snapshots import read_stored_rows
from copartition.flink.serializers.stored_rows import StoredRowsSerializer
from copartition.flink.state import GLOBAL_WINDOW, VOID, TimeWindow
from copartition.flink.state.stored_keys import stored
from copartition.java.boxed import Double, Float
from copartition.java.data_streams import DataInput
from copartition.java.decimals import CONSTANTS
from copartition.port.fields import Fields, anything, array, boolean, entry, hexed, int32, int64, objects, one_of, text
from copartition.port.keys import key
from copartition.port.state_documents import order

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.port.fields import JSON, Reader


@dataclass(frozen=True, slots=True)
class StateType:
    """A type of state.

    Attributes:
        name: As documents have it: `long`.
        serializer: Writes and reads its values.
        read: From a value's document, which isn't null's.
        write: From a value, which isn't None, to the document's fields but `type`.
    """

    name: str
    serializer: TypeSerializer[Any]
    read: Reader[Any]
    write: Callable[[Any], JSON]

    def value(self, document: JSON, path: str) -> Any:  # noqa: ANN401 - of the type
        """The value that a document means; None for null.

        Raises:
            ValueError: It is something else; the message names the field.
        """
        if Fields(document, path).get("type", anything) == "null":
            return None
        return self.read(document, path)

    def document(self, value: Any) -> JSON:  # noqa: ANN401 - of the type
        """A value as a document."""
        if value is None:
            return {"type": "null", "value": None}
        return {"type": self.name, **self.write(value)}


def state_type(value: JSON, path: str) -> StateType:
    """A type: its name, or an object for what is made of others.

    Raises:
        ValueError: It is something else; the message names the field.
    """
    if isinstance(value, dict):
        fields = Fields(value, path)
        return fields.get("type", _composite)(fields)
    name: str = _name(value, path)
    return _SCALARS[name]


def _list(fields: Fields) -> StateType:
    element = fields.get("element", state_type)
    return StateType(
        "list",
        ListSerializer(element.serializer),
        lambda document, path: java.JavaList(Fields(document, path).get("value", array(element.value))),
        lambda value: {"value": [element.document(item) for item in value.items]},
    )


def _map(fields: Fields) -> StateType:
    keys, values = fields.get("key", state_type), fields.get("value", state_type)
    pairs = array(entry("a key and a value", keys.value, values.value))

    def read(document: JSON, path: str) -> Any:  # noqa: ANN401 - a map of any types
        return {stored(of): value for of, value in Fields(document, path).get("value", pairs)}

    def write(entries: Any) -> JSON:  # noqa: ANN401 - a map of any types
        documents = [[keys.document(of), values.document(value)] for of, value in entries.items()]
        return {"value": sorted(documents, key=order)}

    return StateType("map", MapSerializer(keys.serializer, values.serializer), read, write)


def _tuple(fields: Fields) -> StateType:
    parts = fields.get("fields", array(state_type))
    return StateType(
        "tuple",
        TupleSerializer([part.serializer for part in parts]),
        lambda document, path: java.Tuple(_parts(parts, Fields(document, path), "value")),
        lambda value: {"value": _documents(parts, value.fields)},
    )


def _row(fields: Fields) -> StateType:
    parts = fields.get("fields", array(state_type))

    def read(document: JSON, path: str) -> java.Row:
        row = Fields(document, path).get("value", Fields)
        return java.Row(_parts(parts, row, "fields"), row.get("kind", anything))

    return StateType(
        "row",
        RowSerializer([part.serializer for part in parts], kinds=fields.get("kinds", boolean, default=True)),
        read,
        lambda value: {"value": {"kind": value.kind, "fields": _documents(parts, value.fields)}},
    )


def _ttl(fields: Fields) -> StateType:
    of = fields.get("value", state_type)

    def read(document: JSON, path: str) -> TtlValue:
        value = Fields(document, path).get("value", Fields)
        return TtlValue(value.get("value", of.value), value.get("timestamp", int64))

    return StateType(
        "ttl",
        TtlSerializer(of.serializer),
        read,
        lambda held: {"value": {"timestamp": str(held.timestamp), "value": of.document(held.value)}},
    )


def _array(fields: Fields) -> StateType:
    element = fields.get("element", state_type)
    return _array_of("array", ArraySerializer(element.serializer), element)


def _array_of(name: str, serializer: TypeSerializer[Any], element: StateType) -> StateType:
    return StateType(
        name,
        serializer,
        lambda document, path: tuple(Fields(document, path).get("value", array(element.value))),
        lambda value: {"value": [element.document(item) for item in value]},
    )


def _enum(fields: Fields) -> StateType:
    serializer = EnumSerializer(fields.get("class", text), fields.get("constants", array(text)))
    read: Reader[str] = lambda document, path: Fields(document, path).get("value", text)  # noqa: E731 - of a field
    return StateType("enum", serializer, read, lambda constant: {"value": constant})


def _pojo(fields: Fields) -> StateType:
    """A field that is null may be left out of a value, and is left out of one that was read."""
    parts = {part.get("name", text): part.get("type", state_type) for part in fields.get("fields", objects)}

    def read(document: JSON, path: str) -> dict[str, Any]:
        value = Fields(document, path).get("value", Fields)
        return {name: value.get(name, part.value) if name in value else None for name, part in parts.items()}

    def write(value: dict[str, Any]) -> JSON:
        return {"value": {name: parts[name].document(of) for name, of in value.items() if of is not None}}

    serializers_of = {name: part.serializer for name, part in parts.items()}
    return StateType("pojo", PojoSerializer(fields.get("class", text), serializers_of), read, write)


def _row_data(fields: Fields) -> StateType:
    if "snapshot" in fields:
        stored_rows = read_stored_rows(DataInput(fields.get("snapshot", hexed)))
        return StateType("row-data", stored_rows, key, lambda row: {"value": bytes(row).hex()})
    arity = len(fields.get("fields", array(text))) if "fields" in fields else fields.get("arity", int32)
    return StateType("row-data", BinaryRowDataSerializer(arity), key, lambda data: {"value": data.hex()})


def _parts(kinds: list[StateType], document: Fields, name: str) -> tuple[Any, ...]:
    """The fields of a tuple or a row, each read as the type at its place says."""
    return document.get(name, entry(f"an array of {len(kinds)} values", *(kind.value for kind in kinds)))


def _documents(kinds: list[StateType], parts: tuple[Any, ...]) -> JSON:
    return [kind.document(part) for kind, part in zip(kinds, parts, strict=True)]


_composite: Final = one_of(
    {
        "list": _list,
        "map": _map,
        "tuple": _tuple,
        "row": _row,
        "row-data": _row_data,
        "ttl": _ttl,
        "array": _array,
        "enum": _enum,
        "pojo": _pojo,
    }
)


def _constant(default: bool) -> Callable[[JSON, str], Any]:  # noqa: FBT001 - the default of a field
    """A `BigInteger` or `BigDecimal`, whose field `constant` says whether it is held as the object of that number."""

    def read(document: JSON, path: str) -> Any:  # noqa: ANN401 - either
        number = key({"type": document["type"], "value": document.get("value")}, path)
        constant = Fields(document, path).get("constant", boolean, default)
        if isinstance(number, java.BigInteger):
            return java.BigInteger(number.value, constant=constant)
        return java.BigDecimal(number.unscaled, number.scale, constant=constant)  # type: ignore[union-attr]

    return read


def _of_number(digits: int, text: str, constant: bool) -> JSON:  # noqa: FBT001 - a field
    return {"value": text, "constant": constant} if digits in CONSTANTS else {"value": text}


def _window(document: JSON, path: str) -> TimeWindow:
    ends = Fields(document, path).get("value", Fields)
    return TimeWindow(ends.get("start", int64), ends.get("end", int64))


def _key_of(name: str, serializer: TypeSerializer[Any], write: Callable[[Any], JSON]) -> StateType:
    return StateType(name, serializer, key, lambda value: {"value": write(value)})


_SCALARS: dict[str, StateType] = {
    kind.name: kind
    for kind in (
        _key_of("string", serializers.STRING, str),
        _key_of("long", serializers.LONG, lambda number: str(number.value)),
        _key_of("integer", serializers.INT, lambda number: str(number.value)),
        _key_of("short", serializers.SHORT, lambda number: str(number.value)),
        _key_of("byte", serializers.BYTE, lambda number: str(number.value)),
        _key_of("char", serializers.CHAR, lambda unit: unit.value),
        _key_of("boolean", serializers.BOOLEAN, bool),
        _key_of("double", serializers.DOUBLE, lambda number: f"0x{Double.from_bits(number.bits).bits:016x}"),
        _key_of("float", serializers.FLOAT, lambda number: f"0x{Float.from_bits(number.bits).bits:08x}"),
        _key_of("local-date", serializers.LOCAL_DATE, str),
        _key_of("local-time", serializers.LOCAL_TIME, str),
        _key_of("local-date-time", serializers.LOCAL_DATE_TIME, str),
        _key_of("instant", serializers.INSTANT, str),
        _key_of("sql-date", serializers.SQL_DATE, lambda day: str(day.millis)),
        StateType(
            "sql-timestamp",
            serializers.SQL_TIMESTAMP,
            key,
            lambda moment: {"value": str(moment.millis), "nanos": moment.nanos},
        ),
        StateType(
            "big-integer",
            serializers.BIG_INTEGER,
            _constant(default=False),
            lambda number: _of_number(number.value, str(number.value), number.constant),
        ),
        StateType(
            "big-decimal",
            serializers.BIG_DECIMAL,
            _constant(default=True),
            lambda number: _of_number(number.unscaled, str(number), number.constant),
        ),
        StateType(
            "bytes",
            serializers.BYTES,
            lambda document, path: Fields(document, path).get("value", hexed),
            lambda data: {"value": data.hex()},
        ),
        StateType("void-namespace", serializers.VOID_NAMESPACE, lambda _, __: VOID, lambda _: {"value": None}),
        StateType(
            "global-window",
            serializers.GLOBAL_WINDOW_SERIALIZER,
            lambda _, __: GLOBAL_WINDOW,
            lambda _: {"value": None},
        ),
        StateType(
            "time-window",
            serializers.TIME_WINDOW,
            _window,
            lambda window: {"value": {"start": str(window.start), "end": str(window.end)}},
        ),
    )
}
_SCALARS |= {
    f"{name}-array": _array_of(f"{name}-array", serializer, _SCALARS[name])
    for name, serializer in {
        "string": serializers.STRING_ARRAY,
        "boolean": serializers.BOOLEAN_ARRAY,
        "short": serializers.SHORT_ARRAY,
        "integer": serializers.INT_ARRAY,
        "long": serializers.LONG_ARRAY,
        "float": serializers.FLOAT_ARRAY,
        "double": serializers.DOUBLE_ARRAY,
        "char": serializers.CHAR_ARRAY,
    }.items()
}
_name: Final = one_of({name: name for name in _SCALARS})


def type_document(serializer: TypeSerializer[Any]) -> JSON:  # noqa: PLR0911 - one for each type
    """The type of a serializer that was read; of rows of SQL the number of fields is known, or a snapshot's bytes."""
    match serializer:
        case ListSerializer():
            return {"type": "list", "element": type_document(serializer.element)}
        case MapSerializer():
            return {"type": "map", "key": type_document(serializer.key), "value": type_document(serializer.value)}
        case TupleSerializer():
            return {"type": "tuple", "fields": [type_document(field) for field in serializer.fields]}
        case RowSerializer():
            document: dict[str, Any] = {"type": "row", "fields": [type_document(field) for field in serializer.fields]}
            return document if serializer.kinds else {**document, "kinds": False}
        case ArraySerializer():
            return {"type": "array", "element": type_document(serializer.element)}
        case EnumSerializer():
            return {"type": "enum", "class": serializer.name, "constants": list(serializer.constants)}
        case PojoSerializer():
            fields = [
                {"name": None if name in serializer.missing else name, "type": type_document(field)}
                for name, field in serializer.fields.items()
            ]
            return {"type": "pojo", "class": serializer.name, "fields": fields}
        case BinaryRowDataSerializer():
            return _row_data_document(serializer)
        case TtlSerializer():
            return {"type": "ttl", "value": type_document(serializer.value)}
    return next(kind.name for kind in _SCALARS.values() if kind.serializer is serializer)


def _row_data_document(serializer: BinaryRowDataSerializer) -> JSON:
    if isinstance(serializer, StoredRowsSerializer):
        return {"type": "row-data", "snapshot": serializer.snapshot.hex()}
    return {"type": "row-data", "arity": serializer.arity}


def type_of(serializer: TypeSerializer[Any]) -> StateType:
    """The type of a serializer that was read: it writes documents of values that were read."""
    return state_type(type_document(serializer), "type")
