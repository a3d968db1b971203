"""Reads messages field by field, as Kafka's generated classes do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.errors import (
    IllegalArgumentException,
    NegativeArraySizeException,
    RuntimeException,
    UnsupportedVersionException,
)
from copartition.java.ints import int32
from copartition.java.utf8 import decoded
from copartition.kafka.messages.fields import UNKNOWN, RawTaggedField, Struct, default_in, layout
from copartition.kafka.messages.writing import FLOAT64, LONGEST, NUMBERS, SEVEN_BITS
from copartition.kafka.protocol.buffers import BufferUnderflowException
from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    import struct
    from collections.abc import Mapping

    from copartition.kafka.messages.fields import Field, Value

_MOST_ITEMS: Final = 1_000_000
_MOST_TAGS: Final = 10_000


class Reading:
    """Reads bytes from the start on.

    Args:
        data: The bytes.
        limited: Whether lists of more than a million are an error, and tags of which there can't be so many; see
            `limits_what_it_reads`.
        whole: Whether fields with a tag that have their default are among those read, and tags that aren't known.
    """

    def __init__(self, data: bytes, *, limited: bool, whole: bool) -> None:
        self._data, self._limited, self._whole, self._position = data, limited, whole, 0

    def number(self, type_: str) -> int:
        """A number of a type such as `int16`.

        Raises:
            BufferUnderflowException: There are fewer bytes.
        """
        return int(self._unpacked(NUMBERS[type_]))

    def _unpacked(self, form: struct.Struct) -> Any:  # noqa: ANN401 - a number of the form
        if self._left < form.size:
            raise BufferUnderflowException
        (number,) = form.unpack_from(self._data, self._position)
        self._position += form.size
        return number

    def fields(self, of: Struct, version: int, *, flexible: bool) -> dict[str, Value]:
        """The fields of a version.

        Raises:
            JavaError: The bytes end within a field, or a length can't be.
        """
        here = layout(of, version)
        values = {field.name: self._field(field, version, flexible=flexible) for field in here.placed}
        if not flexible:
            return values
        read, unknown = self._tagged(here.by_tag, version)
        if self._whole:
            values |= {field.name: default_in(field, version) for field in here.tagged}
            if unknown:
                values[UNKNOWN] = unknown
        for field, value in read:
            values[field.name] = value
            if not self._whole and value == field.default:
                del values[field.name]
        return values

    def _tagged(
        self, by_tag: Mapping[int, Field], version: int
    ) -> tuple[list[tuple[Field, Value]], list[RawTaggedField]]:
        known, unknown = [], []
        for _ in range(self._tags()):
            tag, size = self._varint(), self._varint()
            field = by_tag.get(tag)
            if field is None:
                unknown.append(RawTaggedField(tag, self._bytes(size)))
                continue
            if version not in field.versions:
                raise RuntimeException(f"Tag {tag} is not valid for version {version}")
            known.append((field, self._field(field, version, flexible=True)))  # the size decides nothing
        return known, unknown

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
            return self._one(field, version, flexible=flexible)
        length = self._length(field, "int32", flexible=flexible)
        if length < 0:
            return _null(field.name, refused=version not in field.null_in)
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
        return self._plain(field, field.type, version, flexible=flexible, in_list=True)

    def _one(self, field: Field, version: int, *, flexible: bool) -> Value:
        if not isinstance(field.type, Struct):
            return self._plain(field, field.type, version, flexible=flexible)
        if version in field.null_in and not self._is_there(field):
            return None
        return self._struct(field, field.type, version, flexible=flexible)

    def _plain(self, field: Field, of: str, version: int, *, flexible: bool, in_list: bool = False) -> Value:
        match of:
            case "string" | "bytes" | "records":
                length = self._length(field, "int16" if of == "string" else "int32", flexible=flexible)
                return self._of_length(field, length, in_list=in_list, nullable=version in field.null_in)
            case "bool":
                return self.number("int8") != 0
            case "uuid":
                return Uuid(self.number("int64"), self.number("int64"))
            case "float64":
                return self._unpacked(FLOAT64)
        return self.number(of)

    def _of_length(self, field: Field, length: int, *, in_list: bool, nullable: bool) -> Value:
        name = f"{field.name} element" if in_list else field.name
        if length < 0:
            return _null(name, refused=in_list or not nullable)
        if field.type == "records" or field.zero_copy:
            return self._part(length)
        if field.type == "bytes":
            return self._bytes(length)
        if length > LONGEST:
            raise RuntimeException(f"string field {name} had invalid length {length}")
        return decoded(self._bytes(length))

    def _length(self, field: Field, type_: str, *, flexible: bool) -> int:
        return self._varint_less_one() if flexible and not field.inflexible else self.number(type_)

    def _struct(self, field: Field, of: Struct, version: int, *, flexible: bool) -> Value:
        if field.up_to is not None and version > field.up_to:
            raise UnsupportedVersionException(f"Can't read version {version} of {of.name}")
        return self.fields(of, version, flexible=flexible)

    def _is_there(self, field: Field) -> bool:
        """Whether a struct follows that may be null."""
        return self.number("int8") >= 0 if field.tag is None else self._varint() > 0

    def _part(self, size: int) -> bytes:
        """`ByteBufferAccessor.readByteBuffer`: as many bytes, as a part of the buffer."""
        if size > self._left:
            raise IllegalArgumentException(f"newLimit > capacity: ({size} > {self._left})")
        return self._bytes(size)

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


def _null(name: str, *, refused: bool) -> None:
    if refused:
        raise RuntimeException(f"non-nullable field {name} was serialized as null")
