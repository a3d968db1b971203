"""The serializer of rows of Table and SQL as savepoints have it: its types stand there as Java objects.

Those are kept as they are, and written again: Flink takes a state only where they are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.errors import EOFException, IOException
from copartition.flink.serializers.composites import BinaryRowDataSerializer
from copartition.java.data_streams import DataInput, int32_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.serializers.type_serializer import TypeSerializer

_TYPES: Final = "org.apache.flink.table.runtime.typeutils"
STORED_ROWS: Final = f"{_TYPES}.RowDataSerializer$RowDataSerializerSnapshot"
_INT: Final = 4
_OWN_BYTES: Final = {
    f"{_TYPES}.StringDataSerializer$StringDataSerializerSnapshot": 0,
    f"{_TYPES}.TimestampDataSerializer$TimestampDataSerializerSnapshot": _INT,
    f"{_TYPES}.DecimalDataSerializer$DecimalSerializerSnapshot": 2 * _INT,
}
"""How many bytes the snapshots of fields' serializers have behind their version: precision, and scale."""

_LONGEST: Final = 1 << 20
"""So many bytes are looked through for the end of the types."""


class StoredRowsSerializer(BinaryRowDataSerializer):
    """`org.apache.flink.table.runtime.typeutils.RowDataSerializer`, whose types are known by their bytes alone.

    A row is read as its bytes; `row_of_bytes` and the types of the query give its fields.

    Attributes:
        snapshot: What its snapshot has behind class and version.

    Args:
        snapshot: As above.

    Raises:
        EOFException: It ends too early.
        IOException: It has no end, or a field's serializer is not known.
    """

    def __init__(self, snapshot: bytes) -> None:
        super().__init__(DataInput(snapshot).int32("how many types"))
        self.snapshot = snapshot


def read_stored_rows(
    source: DataInput, read_snapshot: Callable[[DataInput], TypeSerializer[Any]], nested: bytes
) -> StoredRowsSerializer:
    """`RowDataSerializerSnapshot.readSnapshot`; the source is left behind it.

    A type is a Java object, of any length. Behind the last stand the snapshots of the fields' serializers.

    Args:
        source: The bytes behind class and version.
        read_snapshot: Reads the snapshot of another serializer.
        nested: What the snapshots of parts begin with.

    Raises:
        EOFException: The bytes end within it.
        IOException: The types have no end, or a field's serializer is not known.
    """
    begin = source.position
    count = source.int32("how many types")
    ahead = source.peek(_LONGEST)
    parts = nested + int32_bytes(count)
    types = ahead.find(parts)
    if types < 0:
        if len(ahead) < _LONGEST:
            raise EOFException(f"the {count} types of a row take more than the {len(ahead)} bytes that are left")
        raise IOException(f"the {count} types of a row have no end within {_LONGEST} bytes")
    source.skip(types + len(parts), "a row's types")
    for _ in range(count):
        _skip_field(source, read_snapshot)
    size = source.position - begin
    source.position = begin
    return StoredRowsSerializer(source.raw(size, "a row's types"))


def _skip_field(source: DataInput, read_snapshot: Callable[[DataInput], TypeSerializer[Any]]) -> None:
    begin = source.position
    name = source.utf("a snapshot's class")
    own = _OWN_BYTES.get(name)
    if own is None:
        source.position = begin
        read_snapshot(source)
        return
    source.int32("a snapshot's version")
    source.skip(own, "a snapshot's own bytes")
