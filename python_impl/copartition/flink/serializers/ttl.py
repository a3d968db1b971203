"""Values with the time of their last access: what state with a time to live holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from copartition import _arguments
from copartition.errors import IllegalArgumentException, NullPointerException, noted
from copartition.flink.serializers.parts import check_part
from copartition.flink.serializers.type_serializer import Length, TypeSerializer
from copartition.java.boxed import check_field
from copartition.java.data_streams import int64_bytes
from copartition.java.ints import MAX_LONG, MIN_LONG

if TYPE_CHECKING:
    from copartition.java.data_streams import DataInput


@dataclass(frozen=True, slots=True)
class TtlValue:
    """`org.apache.flink.runtime.state.ttl.TtlValue`.

    Attributes:
        value: The user's value; None where the user's type knows null.
        timestamp: When it was last written, or read where reading counts: milliseconds, int64.

    Raises:
        TypeError: `timestamp` is no integer.
        ValueError: It doesn't fit 64 bits.
    """

    value: Any
    timestamp: int

    def __post_init__(self) -> None:
        check_field(self, "timestamp", MIN_LONG, MAX_LONG)


class TtlSerializer(TypeSerializer[TtlValue]):
    """`org.apache.flink.runtime.state.ttl.TtlStateFactory.TtlSerializer`: the time in eight bytes, then the value.

    That of a value state stands around the user's; in a list state around each element's, in a map state around each
    value's.

    Args:
        value: Of the user's values.

    Raises:
        IllegalArgumentException: It is one of these itself.
        WrongTypeError: It is no serializer.
    """

    def __init__(self, value: TypeSerializer[Any]) -> None:
        if isinstance(value, TtlSerializer):
            raise noted(IllegalArgumentException(), "value is a TtlSerializer: write the one of the user's values")
        check_part("value", value)
        self.value = value
        self.length = Length.VARIABLE if value.length is Length.VARIABLE else Length.FIXED

    def serialize(self, value: TtlValue | None, target: bytearray) -> None:
        """See `TypeSerializer`."""
        if value is None:
            raise NullPointerException("TtlSerializer knows no null")
        _arguments.instance("a value with a time to live", value, TtlValue)
        target += int64_bytes(value.timestamp)
        self.value.serialize(value.value, target)

    def deserialize(self, source: DataInput) -> TtlValue:
        """See `TypeSerializer`."""
        timestamp = source.int64("the time of the last access")
        return TtlValue(self.value.deserialize(source), timestamp)
