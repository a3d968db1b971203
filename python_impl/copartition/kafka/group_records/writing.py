"""Writes keys and values of records, field by field, as Kafka's generated classes do."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.errors import NullPointerException, RuntimeException, WrongTypeError
from copartition.java.utf8 import encoded
from copartition.kafka.group_records.record_types import ALWAYS, Struct
from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.kafka.group_records.record_types import Field, Value

NUMBERS: Final = {
    "int8": struct.Struct(">b"),
    "int16": struct.Struct(">h"),
    "uint16": struct.Struct(">H"),
    "int32": struct.Struct(">i"),
    "int64": struct.Struct(">q"),
}
"""How numbers are written, by their types."""
BYTES_HINT: Final = "of hex digits write bytes.fromhex(…)"
LONGEST: Final = (1 << 15) - 1
"""So many bytes a string may have."""
SEVEN_BITS: Final = 0x7F
"""What a byte of a varint has of the number."""
_THERE, _NULL = b"\1", b"\xff"
_NULL_BY_TAG: Final = b"\0"
"""Where a struct is written by its tag its null is another one."""


def unsigned_varint(number: int) -> bytes:
    """`ByteUtils.writeUnsignedVarint`: seven bits a byte, the lowest first; the highest bit says that more follow."""
    data = bytearray()
    while number > SEVEN_BITS:
        data.append(number & SEVEN_BITS | SEVEN_BITS + 1)
        number >>= 7
    data.append(number)
    return bytes(data)


def struct_bytes(of: Struct, values: Mapping[str, Value], version: int, *, flexible: bool) -> bytes:
    """The fields of a version: those without tags in their order, then, where it is flexible, those with tags.

    Raises:
        NullPointerException: A field is null that may not be.
        RuntimeException: A string takes more than 32767 bytes.
        WrongTypeError: A field's value has another type.
        ValueError: There is no such field, or a number doesn't fit.
    """
    _refuse_others(of, values)
    written = _Writing(version, flexible=flexible)
    data = [written.field(field, values.get(field.name, field.default)) for field in of.fields if written.has(field)]
    if flexible:
        tagged = [
            (field.tag or 0, own)
            for field in of.tagged
            if written.has(field)
            and (own := written.field(field, values.get(field.name, field.default)))
            != written.field(field, field.default)
        ]
        data.append(unsigned_varint(len(tagged)))
        for tag, own in tagged:
            data += [unsigned_varint(tag), unsigned_varint(len(own)), own]
    return b"".join(data)


def _refuse_others(of: Struct, values: Mapping[str, Value]) -> None:
    _arguments.mapping(of.name, values, "a field's name to its value")
    names = [field.name for field in (*of.fields, *of.tagged)]
    for name in values:
        if name not in names:
            raise ValueError(f"{of.name} has no field {name!r} in this release: it has {', '.join(names)}")


class _Writing:
    """Writes the fields of one version.

    Args:
        version: The version of the key or value.
        flexible: Whether lengths are varints, one more than they are.
    """

    def __init__(self, version: int, *, flexible: bool) -> None:
        self._version, self._flexible = version, flexible

    def has(self, field: Field) -> bool:
        return field.versions is ALWAYS or self._version in field.versions

    def field(self, field: Field, value: Value) -> bytes:
        if not field.is_list:
            return self._one(field, value)
        if value is None:
            return self._null(field, "int32")
        if not isinstance(value, list | tuple):
            raise WrongTypeError(f"{field.name} must be a list, not {type(value).__name__}")
        return self._length(len(value), "int32") + b"".join([self._item(field, item) for item in value])

    def _item(self, field: Field, item: Value) -> bytes:
        if item is None:
            raise NullPointerException(f"{field.name} has null as an element")
        return self._one(field, item, in_list=True)

    def _one(self, field: Field, value: Value, *, in_list: bool = False) -> bytes:
        of = field.type
        if isinstance(of, Struct):
            return self._struct(field, of, value, in_list=in_list)
        if of in NUMBERS:
            return _number(field.name, of, value)
        if of == "uuid":
            _arguments.instance(field.name, value, Uuid)
            return NUMBERS["int64"].pack(value.most) + NUMBERS["int64"].pack(value.least)
        if value is None:
            return self._null(field, "int16" if of == "string" else "int32")
        if of == "bytes":
            data = _arguments.bytes_like(field.name, value, BYTES_HINT)
            return self._length(len(data), "int32") + data
        _arguments.text(field.name, value)
        data = encoded(value)
        if len(data) > LONGEST:
            raise RuntimeException(f"'{field.name}' field is too long to be serialized")
        return self._length(len(data), "int16") + data

    def _struct(self, field: Field, of: Struct, value: Value, *, in_list: bool) -> bytes:
        if value is None:  # each that isn't in a list may be
            return _NULL if field.tag is None else _NULL_BY_TAG
        data = struct_bytes(of, value, self._version, flexible=self._flexible)
        return data if in_list else _THERE + data

    def _null(self, field: Field, length: str) -> bytes:
        if not field.nullable:
            raise NullPointerException(f"{field.name} is null")
        return b"\0" if self._flexible else NUMBERS[length].pack(-1)

    def _length(self, length: int, type_: str) -> bytes:
        return unsigned_varint(length + 1) if self._flexible else NUMBERS[type_].pack(length)


def _number(name: str, type_: str, value: Value) -> bytes:
    number = _arguments.int64(name, value)
    try:
        return NUMBERS[type_].pack(number)
    except struct.error:
        raise ValueError(f"{name} must be of {type_}, and {number} isn't") from None
