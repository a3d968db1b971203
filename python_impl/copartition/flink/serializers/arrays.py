"""Arrays: of objects, of strings, of primitive values. A Python tuple is an array."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition import _arguments
from copartition.errors import (
    IllegalArgumentException,
    NegativeArraySizeException,
    NullPointerException,
    WrongTypeError,
)
from copartition.flink.serializers import scalars
from copartition.flink.serializers.composites import (
    BinaryRowDataSerializer,
    ListSerializer,
    MapSerializer,
    RowSerializer,
    TupleSerializer,
)
from copartition.flink.serializers.parts import check_part
from copartition.flink.serializers.pojos import EnumSerializer, PojoSerializer
from copartition.flink.serializers.ttl import TtlSerializer
from copartition.flink.serializers.type_serializer import Length, TypeSerializer
from copartition.java.data_streams import int32_bytes

if TYPE_CHECKING:
    from copartition.java.data_streams import DataInput


class ArraySerializer(TypeSerializer["tuple[Any, ...]"]):
    """`org.apache.flink.api.common.typeutils.base.GenericArraySerializer`: how many elements in four bytes, then each.

    Before an element stands a byte that is 0 for null, and 1 otherwise.

    Args:
        element: Of the elements.
        component: The Java class of the elements, by default that of the serializer's values: it stands in the
            array's snapshot, and in no value's bytes.

    Raises:
        WrongTypeError: `element` is no serializer, or `component` no str.
    """

    length = Length.VARIABLE

    def __init__(self, element: TypeSerializer[Any], component: str | None = None) -> None:
        check_part("element", element)
        _arguments.optional_text("component", component)
        self.element = element
        self.component = class_name(element) if component is None else component

    def serialize(self, value: tuple[Any, ...] | None, target: bytearray) -> None:
        """See `TypeSerializer`."""
        if value is None:
            raise NullPointerException("GenericArraySerializer knows no null")
        _refuse_no_array("GenericArraySerializer", value)
        target += int32_bytes(len(value))
        for item in value:
            target.append(item is not None)
            if item is not None:
                self.element.serialize(item, target)

    def deserialize(self, source: DataInput) -> tuple[Any, ...]:
        """See `TypeSerializer`."""
        size = _size(source)
        return tuple(
            [self.element.deserialize(source) if source.boolean("whether it is there") else None for _ in range(size)]
        )


class PrimitiveArraySerializer(TypeSerializer["tuple[Any, ...]"]):
    """An array of primitive values, or of strings: how many elements in four bytes, then each, without flags.

    Args:
        name: The Java class, for messages.
        element: Of the elements; those of strings may be null.
    """

    length = Length.VARIABLE

    def __init__(self, name: str, element: TypeSerializer[Any]) -> None:
        self.element, self._name = element, name

    def __repr__(self) -> str:
        return self._name

    def serialize(self, value: tuple[Any, ...] | None, target: bytearray) -> None:
        """See `TypeSerializer`."""
        if value is None:
            raise IllegalArgumentException("The record must not be null.")
        _refuse_no_array(self._name, value)
        target += int32_bytes(len(value))
        for item in value:
            self.element.serialize(item, target)

    def deserialize(self, source: DataInput) -> tuple[Any, ...]:
        """See `TypeSerializer`."""
        return tuple([self.element.deserialize(source) for _ in range(_size(source))])


def _refuse_no_array(serializer: str, value: object) -> None:
    """Refuses what has elements, and is no array: a text, bytes, and what has no order."""
    if type(value) is not tuple and isinstance(value, _arguments.NO_SEQUENCES):
        raise WrongTypeError(f"{serializer} takes a tuple, not {type(value).__name__}")


def _size(source: DataInput) -> int:
    size = source.int32("an array's length")
    if size < 0:
        raise NegativeArraySizeException(str(size))
    return size


def _of(name: str, element: TypeSerializer[Any]) -> PrimitiveArraySerializer:
    return PrimitiveArraySerializer(f"{name}Serializer", element)


STRING_ARRAY: Final = _of("StringArray", scalars.STRING)
BOOLEAN_ARRAY: Final = _of("BooleanPrimitiveArray", scalars.BOOLEAN)
SHORT_ARRAY: Final = _of("ShortPrimitiveArray", scalars.SHORT)
INT_ARRAY: Final = _of("IntPrimitiveArray", scalars.INT)
LONG_ARRAY: Final = _of("LongPrimitiveArray", scalars.LONG)
FLOAT_ARRAY: Final = _of("FloatPrimitiveArray", scalars.FLOAT)
DOUBLE_ARRAY: Final = _of("DoublePrimitiveArray", scalars.DOUBLE)
CHAR_ARRAY: Final = _of("CharPrimitiveArray", scalars.CHAR)
PRIMITIVE_ARRAYS: Final = (
    STRING_ARRAY,
    BOOLEAN_ARRAY,
    SHORT_ARRAY,
    INT_ARRAY,
    LONG_ARRAY,
    FLOAT_ARRAY,
    DOUBLE_ARRAY,
    CHAR_ARRAY,
)

_CLASSES: Final = {
    id(serializer): name
    for serializer, name in (
        (scalars.STRING, "java.lang.String"),
        (scalars.LONG, "java.lang.Long"),
        (scalars.INT, "java.lang.Integer"),
        (scalars.SHORT, "java.lang.Short"),
        (scalars.BYTE, "java.lang.Byte"),
        (scalars.CHAR, "java.lang.Character"),
        (scalars.BOOLEAN, "java.lang.Boolean"),
        (scalars.DOUBLE, "java.lang.Double"),
        (scalars.FLOAT, "java.lang.Float"),
        (scalars.BIG_INTEGER, "java.math.BigInteger"),
        (scalars.BIG_DECIMAL, "java.math.BigDecimal"),
        (scalars.LOCAL_DATE, "java.time.LocalDate"),
        (scalars.LOCAL_TIME, "java.time.LocalTime"),
        (scalars.LOCAL_DATE_TIME, "java.time.LocalDateTime"),
        (scalars.INSTANT, "java.time.Instant"),
        (scalars.SQL_DATE, "java.sql.Date"),
        (scalars.SQL_TIMESTAMP, "java.sql.Timestamp"),
        (scalars.BYTES, "[B"),
        (scalars.VOID_NAMESPACE, "org.apache.flink.runtime.state.VoidNamespace"),
        (scalars.TIME_WINDOW, "org.apache.flink.streaming.api.windowing.windows.TimeWindow"),
        (scalars.GLOBAL_WINDOW_SERIALIZER, "org.apache.flink.streaming.api.windowing.windows.GlobalWindow"),
        (STRING_ARRAY, "[Ljava.lang.String;"),
        (BOOLEAN_ARRAY, "[Z"),
        (SHORT_ARRAY, "[S"),
        (INT_ARRAY, "[I"),
        (LONG_ARRAY, "[J"),
        (FLOAT_ARRAY, "[F"),
        (DOUBLE_ARRAY, "[D"),
        (CHAR_ARRAY, "[C"),
    )
}
_INTERFACES: Final = {
    ListSerializer: "java.util.List",
    MapSerializer: "java.util.Map",
    RowSerializer: "org.apache.flink.types.Row",
    BinaryRowDataSerializer: "org.apache.flink.table.data.binary.BinaryRowData",
    TtlSerializer: "org.apache.flink.runtime.state.ttl.TtlValue",
}


def class_name(serializer: TypeSerializer[Any]) -> str:
    """The Java class of a serializer's values, as `Class.getName()` has it.

    Raises:
        KeyError: The serializer is none of this package's.
    """
    match serializer:
        case EnumSerializer() | PojoSerializer():
            return serializer.name
        case TupleSerializer():
            return f"org.apache.flink.api.java.tuple.Tuple{len(serializer.fields)}"
        case ArraySerializer():
            of = serializer.component
            return f"[{of}" if of.startswith("[") else f"[L{of};"
    return _INTERFACES.get(type(serializer)) or _CLASSES[id(serializer)]
