"""Serializers of which a snapshot says no more than a class and a version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.flink.serializers import scalars
from copartition.flink.serializers.arrays import PRIMITIVE_ARRAYS
from copartition.flink.serializers.composites import TupleSerializer

if TYPE_CHECKING:
    from copartition.flink.serializers.type_serializer import TypeSerializer

BASE: Final = "org.apache.flink.api.common.typeutils.base"
RUNTIME: Final = "org.apache.flink.api.java.typeutils.runtime"
_WINDOWS: Final = "org.apache.flink.streaming.api.windowing.windows"

_OF_BASE: Final[dict[str, TypeSerializer[Any]]] = {
    "StringSerializer": scalars.STRING,
    "LongSerializer": scalars.LONG,
    "IntSerializer": scalars.INT,
    "ShortSerializer": scalars.SHORT,
    "ByteSerializer": scalars.BYTE,
    "CharSerializer": scalars.CHAR,
    "BooleanSerializer": scalars.BOOLEAN,
    "DoubleSerializer": scalars.DOUBLE,
    "FloatSerializer": scalars.FLOAT,
    "BigIntSerializer": scalars.BIG_INTEGER,
    "BigDecSerializer": scalars.BIG_DECIMAL,
    "LocalDateSerializer": scalars.LOCAL_DATE,
    "LocalTimeSerializer": scalars.LOCAL_TIME,
    "LocalDateTimeSerializer": scalars.LOCAL_DATE_TIME,
    "InstantSerializer": scalars.INSTANT,
    "SqlDateSerializer": scalars.SQL_DATE,
    "SqlTimestampSerializer": scalars.SQL_TIMESTAMP,
}
SIMPLE: Final[dict[str, TypeSerializer[Any]]] = {
    **{f"{BASE}.{name}${name}Snapshot": serializer for name, serializer in _OF_BASE.items()},
    f"{BASE}.array.BytePrimitiveArraySerializer$BytePrimitiveArraySerializerSnapshot": scalars.BYTES,
    **{f"{BASE}.array.{array!r}${array!r}Snapshot": array for array in PRIMITIVE_ARRAYS},
    "org.apache.flink.runtime.state.VoidNamespaceSerializer$VoidNamespaceSerializerSnapshot": scalars.VOID_NAMESPACE,
    f"{_WINDOWS}.TimeWindow$Serializer$TimeWindowSerializerSnapshot": scalars.TIME_WINDOW,
    f"{_WINDOWS}.GlobalWindow$Serializer$GlobalWindowSerializerSnapshot": scalars.GLOBAL_WINDOW_SERIALIZER,
    f"{RUNTIME}.Tuple0SerializerSnapshot": TupleSerializer([]),
}
"""By the class of its snapshot, a serializer that is all that this says."""
NAMES: Final = {id(serializer): name for name, serializer in SIMPLE.items()}
"""And the way back."""
