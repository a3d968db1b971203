"""Decoding SQL-typed fields, `{"type": "DECIMAL(10,2)", "value": "12.34"}`, to the fields of a `RowData`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.flink.sql_python_values import Moment, RawBits
from copartition.flink.sql_types import SqlType
from copartition.java.decimals import BigDecimal
from copartition.java.ints import MAX_INT, MIN_INT
from copartition.port import inputs

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.sql_python_values import SqlValue
    from copartition.port.inputs import JSON

_RANGES: Final = {
    "TINYINT": (-(1 << 7), (1 << 7) - 1),
    "SMALLINT": (-(1 << 15), (1 << 15) - 1),
    "INT": (MIN_INT, MAX_INT),
    "DATE": (MIN_INT, MAX_INT),
    "TIME": (MIN_INT, MAX_INT),
}


def sql_fields(document: JSON, path: str) -> list[tuple[SqlType | str, SqlValue]]:
    """The typed fields of an array of documents.

    Args:
        document: The array.
        path: Where it stands, for messages.

    Raises:
        ValueError: A field is none; the message names it.
    """
    return [_field(item, f"{path}[{place}]") for place, item in enumerate(inputs.checked_items(document, path))]


def _field(document: JSON, path: str) -> tuple[SqlType | str, SqlValue]:
    text = inputs.checked_text(inputs.field(document, "type", path), f"{path}.type")
    try:
        kind = SqlType.parse(text)
    except ValueError as unknown:
        raise ValueError(f"{path}.type: {unknown}") from None
    value = inputs.field(document, "value", path)
    return kind, None if value is None else _value(kind, value, document, path)


def _value(kind: SqlType, value: JSON, document: JSON, path: str) -> SqlValue:
    where = f"{path}.value"
    if kind.name in _RANGES:
        return inputs.checked_number(value, where, *_RANGES[kind.name])
    if kind.name in {"TIMESTAMP", "TIMESTAMP_LTZ"}:
        nanos = document.get("nanosOfMillisecond", 0)
        checked = inputs.checked_number(nanos, f"{path}.nanosOfMillisecond", 0, 999_999)
        return Moment(inputs.checked_decimal(value, where), checked)
    return _READERS[kind.name](value, where)


def _float(value: JSON, path: str) -> SqlValue:
    return RawBits(inputs.float_bits(value, path, "float"))


def _double(value: JSON, path: str) -> SqlValue:
    return RawBits(inputs.float_bits(value, path, "double"))


def _decimal(value: JSON, path: str) -> SqlValue:
    text = inputs.checked_text(value, path)
    try:
        return BigDecimal.parse(text)
    except ValueError as refused:
        raise ValueError(f"{path}: {refused}") from None


_READERS: Final[dict[str, Callable[[JSON, str], SqlValue]]] = {
    "BOOLEAN": inputs.checked_boolean,
    "BIGINT": inputs.checked_decimal,
    "FLOAT": _float,
    "DOUBLE": _double,
    "STRING": inputs.checked_text,
    "BYTES": inputs.checked_hex,
    "DECIMAL": _decimal,
}
