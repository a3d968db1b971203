"""Reads keys and values of records, field by field, as Kafka's generated classes do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.errors import (
    IllegalArgumentException,
    JavaError,
    NegativeArraySizeException,
    RuntimeException,
)
from copartition.java.ints import int32
from copartition.java.utf8 import decoded
from copartition.kafka.group_records.record_types import ALWAYS, Struct
from copartition.kafka.group_records.writing import LONGEST, NUMBERS, SEVEN_BITS
from copartition.kafka.protocol.buffers import BufferUnderflowException
from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    from copartition.kafka.group_records.record_types import Field, Value

_MOST_ITEMS: Final = 1_000_000
_MOST_TAGS: Final = 10_000


class UnknownRecordTypeException(JavaError, ValueError):  # noqa: N818 - Java's own name, compared with the original's
    """`Deserializer.UnknownRecordTypeException`: a key begins with the number of no type that the release knows."""


class UnknownRecordVersionException(JavaError, ValueError):  # noqa: N818 - as above
    """`Deserializer.UnknownRecordVersionException`: a value begins with a version that the release doesn't know."""


class UnsupportedVersionException(JavaError, ValueError):  # noqa: N818 - as above
    """`org.apache.kafka.common.errors.UnsupportedVersionException`: a struct that a version hasn't."""


class Reading:
    """Reads bytes from the start on.

    Args:
        data: The bytes.
        limited: Whether lists of more than a million are an error, and tags of which there can't be so many; see
            `limits_what_it_reads`.
    """

    def __init__(self, data: bytes, *, limited: bool) -> None:
        self._data, self._limited, self._position = data, limited, 0

    def number(self, type_: str) -> int:
        """A number of a type such as `int16`.

        Raises:
            BufferUnderflowException: There are fewer bytes.
        """
        layout = NUMBERS[type_]
        if self._left < layout.size:
            raise BufferUnderflowException
        (number,) = layout.unpack_from(self._data, self._position)
        self._position += layout.size
        return int(number)

    def fields(self, of: Struct, version: int, *, flexible: bool) -> dict[str, Value]:
        """The fields of a version. One that is written by its tag is left out where it has its default.

        Raises:
            JavaError: The bytes end within a field, or a length can't be.
        """
        values = {
            field.name: self._field(field, version, flexible=flexible)
            for field in of.fields
            if field.versions is ALWAYS or version in field.versions
        }
        if flexible:
            known = {field.tag: field for field in of.tagged}
            for _ in range(self._tags()):
                field, size = known.get(self._varint()), self._varint()
                if field is None:
                    self._bytes(size)
                    continue
                value = self._field(field, version, flexible=flexible)  # the size decides nothing
                values.pop(field.name, None)
                if value != field.default:
                    values[field.name] = value
        return values

    def _tags(self) -> int:
        """How many tags follow; where nothing is limited, fewer than none are none."""
        count = self._varint()
        if self._limited:
            if count < 0:
                raise RuntimeException(f"Invalid negative number of tagged fields {count}")
            if count > self._left:
                raise RuntimeException(
                    f"Tried to read {count} tagged fields, but there are only {self._left} bytes remaining."
                )
            if count > _MOST_TAGS:
                raise RuntimeException(
                    f"Tried to read {count} tagged fields, which exceeds the maximum allowed count of {_MOST_TAGS}."
                )
        return count

    @property
    def _left(self) -> int:
        return len(self._data) - self._position

    def _field(self, field: Field, version: int, *, flexible: bool) -> Value:
        if not field.is_list:
            return self._one(field, field.name, version, flexible=flexible)
        length = self._varint_less_one() if flexible else self.number("int32")
        if length < 0:
            return _null(field, field.name)
        if length > self._left:
            raise RuntimeException(
                f"Tried to allocate a collection of size {length}, but there are only {self._left} bytes remaining."
            )
        if self._limited and length > _MOST_ITEMS:
            raise RuntimeException(
                f"Tried to read a collection of size {length}, which exceeds the maximum allowed size of {_MOST_ITEMS}."
            )
        return [self._item(field, version, flexible=flexible) for _ in range(length)]

    def _item(self, field: Field, version: int, *, flexible: bool) -> Value:
        if isinstance(field.type, Struct):
            return self._struct(field, field.type, version, flexible=flexible)
        return self._one(field, f"{field.name} element", version, flexible=flexible)

    def _one(self, field: Field, name: str, version: int, *, flexible: bool) -> Value:
        of = field.type
        if isinstance(of, Struct):
            return self._struct(field, of, version, flexible=flexible) if self._is_there(field) else None
        if of in NUMBERS:
            return self.number(of)
        if of == "uuid":
            return Uuid(self.number("int64"), self.number("int64"))
        prefix = "int16" if of == "string" else "int32"
        length = self._varint_less_one() if flexible else self.number(prefix)
        if length < 0:
            return _null(field, name)
        if of == "bytes":
            return self._bytes(length)
        if length > LONGEST:
            raise RuntimeException(f"string field {name} had invalid length {length}")
        return decoded(self._bytes(length))

    def _struct(self, field: Field, of: Struct, version: int, *, flexible: bool) -> Value:
        if field.up_to is not None and version > field.up_to:
            raise UnsupportedVersionException(f"Can't read version {version} of {of.name}")
        return self.fields(of, version, flexible=flexible)

    def _is_there(self, field: Field) -> bool:
        """Whether a struct follows; each that isn't in a list may be null."""
        return self.number("int8") >= 0 if field.tag is None else self._varint() > 0

    def _bytes(self, size: int) -> bytes:
        if size > self._left:
            raise RuntimeException(f"Error reading byte array of {size} byte(s): only {self._left} byte(s) available")
        if size < 0:
            raise NegativeArraySizeException(str(size))
        start = self._position
        self._position += size
        return self._data[start : self._position]

    def _varint_less_one(self) -> int:
        return int32(self._varint() - 1)

    def _varint(self) -> int:
        """`ByteUtils.readUnsignedVarint`: an int32, so that five bytes may be a negative one."""
        number = 0
        for shift in (0, 7, 14, 21, 28):
            byte = self.number("int8")
            number |= (byte & SEVEN_BITS) << shift
            if byte >= 0:
                return int32(number)
        raise IllegalArgumentException(
            "Varint is too long, the most significant bit in the 5th byte is set, converted value: "
            f"{number & 0xFFFFFFFF:x}"
        )


def _null(field: Field, name: str) -> Any:  # noqa: ANN401 - None of any type
    if not field.nullable:
        raise RuntimeException(f"non-nullable field {name} was serialized as null")
    return None
