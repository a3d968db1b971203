"""The two ways in which releases read the consumer protocol: by schemas (until 2.6), by generated classes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from copartition.errors import IllegalArgumentException, RuntimeException
from copartition.java.utf8 import decoded
from copartition.kafka.protocol.buffers import Buffer, BufferUnderflowException, SchemaException
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Iterator


class Reader(ABC):
    """Reads one message.

    Args:
        what: What it is, for messages.
        data: Its bytes.
    """

    def __init__(self, what: str, data: Buffer) -> None:
        self._what = what
        self._data = data

    def version(self) -> int:
        """The version before the message.

        Raises:
            SchemaException: It is missing, or negative.
        """
        try:
            version = self._data.int16()
        except BufferUnderflowException:
            raise SchemaException("Buffer underflow while parsing consumer protocol's header") from None
        if version < 0:
            raise SchemaException(f"Unsupported {self._what} version: {version}")
        return version

    def int32(self) -> int:
        """An INT32.

        Raises:
            SchemaException: It is missing.
        """
        try:
            return self._data.int32()
        except BufferUnderflowException:
            raise SchemaException(f"Buffer underflow while parsing consumer protocol's {self._what}") from None

    @abstractmethod
    def size(self, field: str) -> int:
        """The size of the array in a field."""

    @abstractmethod
    def string(self, field: str) -> str:
        """A string."""

    @abstractmethod
    def nullable_bytes(self, field: str) -> bytes | None:
        """Bytes after their length, None for a negative length."""

    @abstractmethod
    def nullable_string(self) -> str | None:
        """A string, None for a negative length."""

    def strings(self, field: str) -> list[str]:
        """An array of strings."""
        return [self.string(f"{field} element") for _ in range(self.size(field))]

    def partitions(self, field: str) -> Iterator[TopicPartition]:
        """An array of topics, each with an array of partitions."""
        for _ in range(self.size(field)):
            topic = self.string("topic")
            yield from [TopicPartition(topic, self.int32()) for _ in range(self.size("partitions"))]


class SchemaReader(Reader):
    """Reads by a schema: whatever is wrong is a SchemaException."""

    def size(self, field: str) -> int:
        """The size of an array.

        Raises:
            SchemaException: It is missing, negative, or more than the bytes that are left.
        """
        try:
            return self._data.array_size()
        except (SchemaException, BufferUnderflowException) as error:
            raise _in_field(field, error) from None

    def string(self, field: str) -> str:
        """A string.

        Raises:
            SchemaException: It is incomplete, or its length negative.
        """
        try:
            return self._data.string()
        except (SchemaException, BufferUnderflowException) as error:
            raise _in_field(field, error) from None

    def nullable_bytes(self, field: str) -> bytes | None:
        """Bytes after their length, None for a negative length.

        Raises:
            SchemaException: They are incomplete.
        """
        size = self.int32()
        if size < 0:
            return None
        if size > self._data.remaining:
            message = f"Error reading bytes of size {size}, only {self._data.remaining} bytes available"
            raise _in_field(field, SchemaException(message))
        return self._data.take(size)

    def nullable_string(self) -> str | None:
        """Releases that read by a schema have no such field.

        Raises:
            NotImplementedError: Always.
        """
        raise NotImplementedError("no schema of these releases has a nullable string")


class GeneratedReader(Reader):
    """Reads as generated classes do.

    Args:
        what: What it is, for messages.
        data: Its bytes.
        bounded: Lengths are compared with what is left before anything is read (CVE-2022-34917).
    """

    def __init__(self, what: str, data: Buffer, *, bounded: bool) -> None:
        super().__init__(what, data)
        self._bounded = bounded

    def size(self, field: str) -> int:
        """The size of an array.

        Raises:
            RuntimeException: It is negative, or more than the bytes that are left.
            SchemaException: It is missing.
        """
        size = self.int32()
        if size < 0:
            raise RuntimeException(f"non-nullable field {field} was serialized as null")
        if self._bounded and size > self._data.remaining:
            raise RuntimeException(
                f"Tried to allocate a collection of size {size}, but there are only "
                f"{self._data.remaining} bytes remaining."
            )
        return size

    def string(self, field: str) -> str:
        """A string.

        Raises:
            RuntimeException: Its length is negative, or more than what is left.
            SchemaException: It is incomplete.
        """
        length = self._length()
        if length < 0:
            raise RuntimeException(f"non-nullable field {field} was serialized as null")
        return self._text(length)

    def nullable_bytes(self, field: str) -> bytes | None:  # noqa: ARG002 - the other reader names it
        """Bytes after their length, None for a negative length.

        Raises:
            IllegalArgumentException: There are fewer.
            SchemaException: The length is missing.
        """
        size = self.int32()
        if size < 0:
            return None
        if size > self._data.remaining:
            raise IllegalArgumentException(f"newLimit > capacity: ({size} > {self._data.remaining})")
        return self._data.take(size)

    def nullable_string(self) -> str | None:
        """A string, None for a negative length.

        Raises:
            RuntimeException: Its length is more than what is left.
            SchemaException: The length is missing.
        """
        length = self._length()
        return None if length < 0 else self._text(length)

    def _length(self) -> int:
        try:
            return self._data.int16()
        except BufferUnderflowException:
            raise self._underflow() from None

    def _text(self, length: int) -> str:
        if length > self._data.remaining:
            if not self._bounded:
                raise self._underflow()
            raise RuntimeException(
                f"Error reading byte array of {length} byte(s): only {self._data.remaining} byte(s) available"
            )
        return decoded(self._data.take(length))

    def _underflow(self) -> SchemaException:
        return SchemaException(f"Buffer underflow while parsing consumer protocol's {self._what}")


def reader(what: str, data: Buffer, *, generated: bool, bounded: bool) -> Reader:
    """The reader of a release.

    Args:
        what: What is read, for messages.
        data: The bytes.
        generated: Generated classes read, as from 2.7 on.
        bounded: They compare lengths with what is left (CVE-2022-34917).
    """
    return GeneratedReader(what, data, bounded=bounded) if generated else SchemaReader(what, data)


def _in_field(field: str, error: Exception) -> SchemaException:
    return SchemaException(f"Error reading field '{field}': {error}")
