"""What all serializers of Flink's types share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from typing import Generic, TypeVar

from copartition.java.data_streams import DataInput, whole_bytes

T = TypeVar("T")


class Length(Enum):
    """What a serializer's `getLength()` says: only its sign decides anything.

    Attributes:
        FIXED: Positive: each value takes so many bytes.
        ZERO: 0, as `VoidNamespaceSerializer` says, though it writes a byte.
        VARIABLE: -1: values take different numbers of bytes.
    """

    FIXED = "fixed"
    ZERO = "zero"
    VARIABLE = "variable"


class TypeSerializer(ABC, Generic[T]):
    """A `org.apache.flink.api.common.typeutils.TypeSerializer`: values of one type as the bytes that state holds.

    Attributes:
        length: Whether each value takes as many bytes.
    """

    length: Length

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
            WrongTypeError: They are no bytes.
            EOFException: The bytes end within the value; the message names the field and the offset.
        """
        return self.deserialize(DataInput(whole_bytes(data)))
