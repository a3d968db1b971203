"""Values with the time of their last access: what state with a time to live holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from copartition.errors import IllegalArgumentException, NullPointerException
from copartition.flink.serializers.type_serializer import Length, TypeSerializer
from copartition.java.data_streams import int64_bytes

if TYPE_CHECKING:
    from copartition.java.data_streams import DataInput


@dataclass(frozen=True, slots=True)
class TtlValue:
    """`org.apache.flink.runtime.state.ttl.TtlValue`.

    Attributes:
        value: The user's value; None where the user's type knows null.
        timestamp: When it was last written, or read where reading counts: milliseconds, int64.
    """

    value: Any
    timestamp: int


class TtlSerializer(TypeSerializer[TtlValue]):
    """`org.apache.flink.runtime.state.ttl.TtlStateFactory.TtlSerializer`: the time in eight bytes, then the value.

    That of a value state stands around the user's; in a list state around each element's, in a map state around each
    value's.

    Args:
        value: Of the user's values.

    Raises:
        IllegalArgumentException: It is one of these itself.
    """

    def __init__(self, value: TypeSerializer[Any]) -> None:
        if isinstance(value, TtlSerializer):
            raise IllegalArgumentException
        self.value = value
        self.length = Length.VARIABLE if value.length is Length.VARIABLE else Length.FIXED

    def serialize(self, value: TtlValue | None, target: bytearray) -> None:
        """See `TypeSerializer`."""
        if value is None:
            raise NullPointerException("TtlSerializer knows no null")
        target += int64_bytes(value.timestamp)
        self.value.serialize(value.value, target)

    def deserialize(self, source: DataInput) -> TtlValue:
        """See `TypeSerializer`."""
        timestamp = source.int64("the time of the last access")
        return TtlValue(self.value.deserialize(source), timestamp)
