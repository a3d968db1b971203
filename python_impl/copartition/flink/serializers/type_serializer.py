"""What all serializers of Flink's types share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, Generic, TypeVar

from copartition.java.data_streams import DataInput

T = TypeVar("T")

VARIABLE: Final = -1
"""The length of a serializer whose values take different numbers of bytes."""


class TypeSerializer(ABC, Generic[T]):
    """A `org.apache.flink.api.common.typeutils.TypeSerializer`: values of one type as the bytes that state holds.

    Attributes:
        length: What `getLength()` returns: how many bytes a value takes, `VARIABLE` if that depends on the value.
            `VoidNamespaceSerializer` returns 0 though it writes a byte, and so does its twin.
    """

    length: int

    @abstractmethod
    def serialize(self, value: T | None, target: bytearray) -> None:
        """`serialize(value, target)`: appends the value's bytes.

        Raises:
            NullPointerException: The value is None, and the type knows no null.
            TypeError: The value is of another type.
        """

    @abstractmethod
    def deserialize(self, source: DataInput) -> T | None:
        """`deserialize(source)`: reads one value, and leaves the source behind it.

        Raises:
            EOFException: The bytes end within the value; the message names the field and the offset.
        """

    def to_bytes(self, value: T | None) -> bytes:
        """The bytes of one value.

        Raises:
            NullPointerException: The value is None, and the type knows no null.
            TypeError: The value is of another type.
        """
        target = bytearray()
        self.serialize(value, target)
        return bytes(target)

    def from_bytes(self, data: bytes) -> T | None:
        """The value at the beginning of some bytes; what comes behind it is not looked at, as in Flink.

        Raises:
            EOFException: The bytes end within the value; the message names the field and the offset.
        """
        return self.deserialize(DataInput(data))
