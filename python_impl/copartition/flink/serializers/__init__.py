"""Values as the bytes that Flink's state holds: a serializer for each type, typed and without a JVM.

A serializer writes Python's twin of a Java value, and reads it back: `STRING.to_bytes("é")`, `LONG.from_bytes(data)`.
"""

from __future__ import annotations

from copartition.flink.serializers.arrays import (
    BOOLEAN_ARRAY,
    CHAR_ARRAY,
    DOUBLE_ARRAY,
    FLOAT_ARRAY,
    INT_ARRAY,
    LONG_ARRAY,
    SHORT_ARRAY,
    STRING_ARRAY,
    ArraySerializer,
)
from copartition.flink.serializers.composite_key import CompositeKey, CompositeKeySerializer
from copartition.flink.serializers.composites import (
    BinaryRowDataSerializer,
    ListSerializer,
    MapSerializer,
    RowSerializer,
    TupleSerializer,
)
from copartition.flink.serializers.key_group_prefix import key_group_of, prefix_bytes, prefix_length
from copartition.flink.serializers.pojos import EnumSerializer, PojoSerializer
from copartition.flink.serializers.rows import RowDataSerializer
from copartition.flink.serializers.scalars import (
    BIG_DECIMAL,
    BIG_INTEGER,
    BOOLEAN,
    BYTE,
    BYTES,
    CHAR,
    DOUBLE,
    FLOAT,
    GLOBAL_WINDOW_SERIALIZER,
    INSTANT,
    INT,
    LOCAL_DATE,
    LOCAL_DATE_TIME,
    LOCAL_TIME,
    LONG,
    SHORT,
    SQL_DATE,
    SQL_TIMESTAMP,
    STRING,
    TIME_WINDOW,
    VOID_NAMESPACE,
)
from copartition.flink.serializers.snapshots import read_snapshot, snapshot_bytes
from copartition.flink.serializers.ttl import TtlSerializer, TtlValue
from copartition.flink.serializers.type_serializer import Length, TypeSerializer

__all__ = [
    "BIG_DECIMAL",
    "BIG_INTEGER",
    "BOOLEAN",
    "BOOLEAN_ARRAY",
    "BYTE",
    "BYTES",
    "CHAR",
    "CHAR_ARRAY",
    "DOUBLE",
    "DOUBLE_ARRAY",
    "FLOAT",
    "FLOAT_ARRAY",
    "GLOBAL_WINDOW_SERIALIZER",
    "INSTANT",
    "INT",
    "INT_ARRAY",
    "LOCAL_DATE",
    "LOCAL_DATE_TIME",
    "LOCAL_TIME",
    "LONG",
    "LONG_ARRAY",
    "SHORT",
    "SHORT_ARRAY",
    "SQL_DATE",
    "SQL_TIMESTAMP",
    "STRING",
    "STRING_ARRAY",
    "TIME_WINDOW",
    "VOID_NAMESPACE",
    "ArraySerializer",
    "BinaryRowDataSerializer",
    "CompositeKey",
    "CompositeKeySerializer",
    "EnumSerializer",
    "Length",
    "ListSerializer",
    "MapSerializer",
    "PojoSerializer",
    "RowDataSerializer",
    "RowSerializer",
    "TtlSerializer",
    "TtlValue",
    "TupleSerializer",
    "TypeSerializer",
    "key_group_of",
    "prefix_bytes",
    "prefix_length",
    "read_snapshot",
    "snapshot_bytes",
]
