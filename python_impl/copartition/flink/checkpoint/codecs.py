"""Layouts of `_metadata`, each written once for both directions: from bytes, and to bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from copartition.errors import IllegalArgumentException, NegativeArraySizeException
from copartition.java.data_streams import DataInput, int32_bytes, int64_bytes, utf_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.releases import Release

T = TypeVar("T")

END = -1
"""What `InputStream.read()` gives where no byte is left."""


class Source(DataInput):
    """Bytes that know where in the metadata a reader is.

    Args:
        data: The bytes.
        release: The release whose reading is equalled.
    """

    __slots__ = ("path", "release")

    def __init__(self, data: bytes, release: Release) -> None:
        super().__init__(data)
        self.release = release
        self.path: list[str] = []

    @property
    def field(self) -> str:
        """The field that is being read; after an error the one that couldn't be."""
        return "".join(self.path).removeprefix(".")

    def byte(self) -> int:
        """`readByte()`.

        Raises:
            EOFException: There is none.
        """
        return self.int8(self.part)

    def byte_or_end(self) -> int:
        """`read()`."""
        return self.uint8(self.part) if self.available else END

    def take(self, size: int) -> bytes:
        """So many bytes.

        Raises:
            EOFException: There are fewer.
        """
        start = self.position
        self.skip(size, self.part)
        return self._data[start : self.position]

    @property
    def part(self) -> str:
        """The last part of `field`."""
        return self.path[-1].removeprefix(".") if self.path else "it"


class Codec(NamedTuple, Generic[T]):
    """How one thing stands in bytes.

    Attributes:
        read: From the bytes of a source.
        write: To bytes.
    """

    read: Callable[[Source], T]
    write: Callable[[T], bytes]


def _number(read: Callable[[DataInput, str], T]) -> Callable[[Source], T]:
    return lambda source: read(source, source.part)


INT: Codec[int] = Codec(_number(DataInput.int32), int32_bytes)
LONG: Codec[int] = Codec(_number(DataInput.int64), int64_bytes)
BOOLEAN: Codec[bool] = Codec(_number(DataInput.boolean), lambda value: bytes([value]))
UTF: Codec[str] = Codec(_number(DataInput.utf), lambda text: utf_bytes(text, "a text"))


def array_size(source: Source) -> int:
    """The size of a Java array.

    Raises:
        NegativeArraySizeException: It is negative.
        EOFException: It isn't there.
    """
    size = INT.read(source)
    if size < 0:
        raise NegativeArraySizeException(str(size))
    return size


def list_size(source: Source) -> int:
    """The size of a Java list.

    Raises:
        IllegalArgumentException: It is negative.
        EOFException: It isn't there.
    """
    size = INT.read(source)
    if size < 0:
        raise IllegalArgumentException(f"Illegal Capacity: {size}")
    return size


BYTES: Codec[bytes] = Codec(lambda source: source.take(array_size(source)), lambda data: int32_bytes(len(data)) + data)


def repeated(read: Callable[[Source], T], source: Source, count: int) -> tuple[T, ...]:
    """So many of one kind: only as much memory as there are."""
    found: list[T] = []
    for place in range(count):
        source.path.append(f"[{place}]")
        found.append(read(source))
        source.path.pop()
    return tuple(found)


def listed(of: Codec[T], size: Callable[[Source], int] = list_size) -> Codec[tuple[T, ...]]:
    """A count, and so many."""
    return Codec(
        lambda source: repeated(of.read, source, size(source)),
        lambda values: int32_bytes(len(values)) + b"".join(map(of.write, values)),
    )


def struct(make: Callable[..., T], **fields: Codec[Any]) -> Codec[T]:
    """The fields of an object, one after the other, under the names of its attributes."""

    def read(source: Source) -> T:
        values: dict[str, Any] = {}
        for name, codec in fields.items():
            source.path.append(f".{name}")
            values[name] = codec.read(source)
            source.path.pop()
        return make(**values)

    def write(value: T) -> bytes:
        return b"".join([codec.write(getattr(value, name)) for name, codec in fields.items()])

    return Codec(read, write)
