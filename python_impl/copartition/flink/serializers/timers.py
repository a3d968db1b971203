"""Timers of a keyed operator as bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from copartition.errors import IOException, NullPointerException
from copartition.flink.serializers.parts import check_part
from copartition.flink.serializers.snapshots import composite_bytes, read_parts, read_snapshot
from copartition.flink.serializers.type_serializer import Length, TypeSerializer
from copartition.flink.state.timer_queue import Timer
from copartition.java.data_streams import int64_bytes

if TYPE_CHECKING:
    from copartition.java.data_streams import DataInput

BACKEND_KIND = 3
"""`BackendStateType.PRIORITY_QUEUE`."""
_SNAPSHOT = "org.apache.flink.streaming.api.operators.TimerSerializerSnapshot"
_VERSION = 2
_SIGN = -(1 << 63)


class TimerSerializer(TypeSerializer[Timer]):
    """`org.apache.flink.streaming.api.operators.TimerSerializer`: the time with its sign flipped, key, namespace.

    So the bytes are in the order of the times, negative ones first.

    Args:
        key: Of the keys.
        namespace: Of the namespaces.

    Raises:
        WrongTypeError: One of them is no serializer.
    """

    length = Length.VARIABLE

    def __init__(self, key: TypeSerializer[Any], namespace: TypeSerializer[Any]) -> None:
        check_part("key", key)
        check_part("namespace", namespace)
        self.key, self.namespace = key, namespace

    def serialize(self, value: Timer | None, target: bytearray) -> None:
        """See `TypeSerializer`."""
        if value is None:
            raise NullPointerException("TimerSerializer knows no null")
        target += int64_bytes(value.timestamp ^ _SIGN)
        self.key.serialize(value.key, target)
        self.namespace.serialize(value.namespace, target)

    def deserialize(self, source: DataInput) -> Timer:
        """See `TypeSerializer`."""
        timestamp = source.int64("a timer's time") ^ _SIGN
        key = self.key.deserialize(source)
        return Timer(timestamp, key, self.namespace.deserialize(source))


def timer_snapshot_bytes(serializer: TimerSerializer) -> bytes:
    """The snapshot of a serializer of timers: its class, and the snapshots of its parts.

    Raises:
        KeyError: The serializer of its keys or namespaces is none of this package's.

    Original: `org.apache.flink.streaming.api.operators.TimerSerializerSnapshot`.
    """
    return composite_bytes(_SNAPSHOT, _VERSION, b"", [serializer.key, serializer.namespace])


def read_timer_serializer(source: DataInput) -> TypeSerializer[Any]:
    """The serializer whose snapshot is read, of timers or of something else; the source is left behind it.

    Raises:
        EOFException: The bytes end within it.
        IOException: It is of a class that is not known, or of keys or namespaces of one.

    Original: `org.apache.flink.streaming.api.operators.TimerSerializerSnapshot`.
    """
    begin = source.position
    if source.utf("a snapshot's class") != _SNAPSHOT:
        source.position = begin
        return read_snapshot(source)
    parts = read_parts(source)
    if len(parts) != 2:  # noqa: PLR2004 - key and namespace
        raise IOException(f"timers have a key and a namespace, not {len(parts)} parts")
    return TimerSerializer(*parts)
