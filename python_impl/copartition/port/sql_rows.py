"""`flink.table.row-bytes`: rows of Table and SQL as state holds them, from JSON and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.flink.binary_row_fields import GenericRowData
from copartition.flink.serializers.rows import RowDataSerializer
from copartition.flink.sql_python_values import Moment, RawBits, float_bits
from copartition.java.data_streams import DataInput
from copartition.java.decimals import BigDecimal
from copartition.port.fields import array, hexed
from copartition.port.keys import row_kind, sql_fields, sql_type
from copartition.port.rows import codec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.flink.sql_python_values import SqlValue
    from copartition.flink.sql_types import SqlType
    from copartition.port.fields import JSON, Fields
    from copartition.port.rows import Operation


def _encoded(document: Fields) -> JSON:
    fields = document.get("fields", sql_fields)
    row = GenericRowData(tuple(value for _, value in fields), document.get("kind", row_kind))
    return RowDataSerializer(sql for sql, _ in fields).to_bytes(row).hex()


def _decoded(document: Fields) -> JSON:
    types = document.get("types", array(sql_type))
    source = DataInput(document.get("bytes", hexed))
    row = RowDataSerializer(types).deserialize(source)
    fields = [{"type": str(sql), **_written(sql, value)} for sql, value in zip(types, row.values, strict=True)]
    return {"kind": row.kind, "fields": fields, "left": source.available}


def _written(sql: SqlType, value: SqlValue) -> dict[str, JSON]:
    match value:
        case Moment(millis, nanos):
            return {"value": str(millis), "nanosOfMillisecond": nanos}
        case float() | RawBits():
            return {"value": f"0x{float_bits(sql, value):0{8 if sql.name == 'FLOAT' else 16}x}"}
        case BigDecimal():
            return {"value": str(value)}
        case bytes():
            return {"value": value.hex()}
        case int() if sql.name == "BIGINT":
            return {"value": str(value)}
        case _:
            return {"value": value}


OPERATIONS: Final[Mapping[str, Operation]] = {"flink.table.row-bytes": codec(_encoded, _decoded, unnamed=True)}
