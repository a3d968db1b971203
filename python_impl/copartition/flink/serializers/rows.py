"""The serializer of rows of Table and SQL, whose types are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import IllegalArgumentException, NullPointerException
from copartition.flink.binary_row import binary_row_bytes
from copartition.flink.binary_row_fields import GenericRowData, row_of_bytes
from copartition.flink.serializers.composites import BinaryRowDataSerializer
from copartition.flink.serializers.type_serializer import Length, TypeSerializer
from copartition.flink.sql_types import SqlType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from copartition.java.data_streams import DataInput


class RowDataSerializer(TypeSerializer[GenericRowData]):
    """`org.apache.flink.table.runtime.typeutils.RowDataSerializer`: how many bytes in four, then a binary row.

    A NULL is a bit here, and takes no room behind the slots: a row with a NULL of `DECIMAL(38,18)` has other bytes in
    state than as a key (`copartition.flink.RowData`).

    Args:
        types: The SQL types of the fields, or how SQL writes them.

    Raises:
        ValueError: There is no such type.
    """

    length = Length.VARIABLE

    def __init__(self, types: Iterable[SqlType | str]) -> None:
        self.types = tuple(SqlType.parse(sql) if isinstance(sql, str) else sql for sql in types)
        self._binary = BinaryRowDataSerializer(len(self.types))

    def serialize(self, value: GenericRowData | None, target: bytearray) -> None:
        """See `TypeSerializer`."""
        if value is None:
            raise NullPointerException("RowDataSerializer knows no null")
        if len(value.values) != len(self.types):
            raise IllegalArgumentException(f"the rows have {len(self.types)} fields, and this one {len(value.values)}")
        fields = zip(self.types, value.values, strict=True)
        self._binary.serialize(binary_row_bytes(fields, value.kind, room_for_null=False), target)

    def deserialize(self, source: DataInput) -> GenericRowData:
        """See `TypeSerializer`; of a row's fields see `row_of_bytes`."""
        return row_of_bytes(self._binary.deserialize(source), self.types)
