"""The serializer of rows of Table and SQL as savepoints have it: its types stand there as Java objects.

Those are kept as they are, and written again: Flink takes a state only where they are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.flink.serializers.composites import BinaryRowDataSerializer
from copartition.java.data_streams import DataInput, int32_bytes, utf_bytes
from copartition.java.object_streams import skip_object

if TYPE_CHECKING:
    from collections.abc import Callable

_TYPES: Final = "org.apache.flink.table.runtime.typeutils"
STORED_ROWS: Final = f"{_TYPES}.RowDataSerializer$RowDataSerializerSnapshot"
FIELDS: Final[dict[str, tuple[int, Callable[[DataInput, str], object], tuple[str, ...]]]] = {
    f"{_TYPES}.TimestampDataSerializer$TimestampDataSerializerSnapshot": (
        1,
        DataInput.int32,
        ("a timestamp's precision",),
    ),
    f"{_TYPES}.DecimalDataSerializer$DecimalSerializerSnapshot": (
        3,
        DataInput.int32,
        ("a decimal's precision", "a decimal's scale"),
    ),
    f"{_TYPES}.ArrayDataSerializer$ArrayDataSerializerSnapshot": (
        3,
        skip_object,
        ("the elements' type", "the elements' serializer"),
    ),
    f"{_TYPES}.MapDataSerializer$MapDataSerializerSnapshot": (
        3,
        skip_object,
        ("the keys' type", "the values' type", "the keys' serializer", "the values' serializer"),
    ),
}
"""Of the snapshots of fields' serializers: the version, and what is behind it, numbers or Java objects."""

STRING: Final = f"{_TYPES}.StringDataSerializer$StringDataSerializerSnapshot"
RAW: Final = f"{_TYPES}.RawValueDataSerializer$RawValueDataSerializerSnapshot"
RAW_VERSION: Final = 0
"""Of what is its own: nothing."""


class StoredRowsSerializer(BinaryRowDataSerializer):
    """`org.apache.flink.table.runtime.typeutils.RowDataSerializer`, whose types are known by their bytes alone.

    A row is read as its bytes; `row_of_bytes` and the types of the query give its fields.

    Attributes:
        types: What its snapshot has behind the number of types.

    Args:
        arity: How many fields the rows have.
        types: As above.
    """

    def __init__(self, arity: int, types: bytes) -> None:
        super().__init__(arity)
        self.types = types

    @property
    def snapshot(self) -> bytes:
        """What its snapshot has behind class and version."""
        return int32_bytes(self.arity) + self.types


def field_bytes(name: str, source: DataInput) -> bytes:
    """The snapshot of a field's serializer, as it is written again: in today's version.

    Args:
        name: Its class, of `FIELDS`.
        source: The bytes behind the class.

    Raises:
        EOFException: The bytes end within it.
        StreamCorruptedException: No Java object is where one must be.
    """
    version, read, parts = FIELDS[name]
    source.int32("a snapshot's version")  # the original takes each
    begin = source.position
    for part in parts:
        read(source, part)
    return utf_bytes(name, "a snapshot's class") + int32_bytes(version) + source.since(begin)
