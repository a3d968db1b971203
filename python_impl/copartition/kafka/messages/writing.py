"""Writes messages field by field, as Kafka's generated classes do."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.errors import (
    JavaError,
    NullPointerException,
    RuntimeException,
    UnsupportedVersionException,
    WrongTypeError,
)
from copartition.java.utf8 import encoded
from copartition.kafka.messages.fields import UNKNOWN, RawTaggedField, Struct, layout
from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from copartition.kafka.messages.fields import Field, Value

NUMBERS: Final = {
    "int8": struct.Struct(">b"),
    "int16": struct.Struct(">h"),
    "uint16": struct.Struct(">H"),
    "int32": struct.Struct(">i"),
    "int64": struct.Struct(">q"),
}
"""How numbers are written, by their types."""
FLOAT64: Final = struct.Struct(">d")
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


def message_bytes(of: Struct, values: Mapping[str, Value], version: int, *, flexible: bool) -> bytes:
    """A message: its fields without tags in their order, then, where it is flexible, those with tags.

    Raises:
        NullPointerException: A field is null that may not be.
        RuntimeException: A string takes more than 32767 bytes, or unknown tags aren't in their order.
        UnsupportedVersionException: The version lacks a field that has another value than its default, and isn't
            ignorable; or it has no tags, and there are unknown ones.
        WrongTypeError: A field's value has another type.
        ValueError: There is no such field, or a number doesn't fit.
    """
    written = _Writing(version, flexible=flexible)
    data = written.struct(of, values)
    written.raise_later_error()
    return data


class _Writing:
    """Writes the fields of one version.

    The original goes over a message twice: for its size, where null and long strings are met, then to write it.

    Args:
        version: The version of the message.
        flexible: Whether lengths are varints, one more than they are.
    """

    def __init__(self, version: int, *, flexible: bool) -> None:
        self._version, self._flexible = version, flexible
        self._later: JavaError | None = None

    def raise_later_error(self) -> None:
        """Raises the first error that the original meets when it knows the size."""
        if self._later is not None:
            raise self._later

    def struct(self, of: Struct, values: Mapping[str, Value]) -> bytes:
        """The fields of a struct."""
        here = layout(of, self._version)
        _refuse_others(of, here.names, values)
        data, tags = [], {}
        for field, is_there in here.in_order:
            value = values.get(field.name, field.default)
            if not is_there:
                self._left_out(field, value)
            elif field.tag is None:
                data.append(self._field(field, value))
            elif not _is_default(field, value):
                tags[field.tag] = self._for_later(field, value)
        unknown = _unknown(values[UNKNOWN]) if UNKNOWN in values else ()
        if self._flexible:
            data.append(unsigned_varint(len(tags) + len(unknown)))
            for tag, (own, error) in sorted(tags.items()):
                data += [unsigned_varint(tag), unsigned_varint(len(own)), own]
                if error is not None:
                    self._refuse(error)
            for tag, own in unknown:
                data += [unsigned_varint(tag), unsigned_varint(len(own)), own]
            self._check_order(unknown)
        elif unknown:
            raise UnsupportedVersionException(
                f"Tagged fields were set, but version {self._version} of this message does not support them."
            )
        return b"".join(data)

    def _for_later(self, field: Field, value: Value) -> tuple[bytes, JavaError | None]:
        """A field with a tag: its size is asked in its place, but it is written behind all that have none."""
        before, self._later = self._later, None
        own = self._field(field, value)
        met, self._later = self._later, before
        return own, met

    def _left_out(self, field: Field, value: Value) -> None:
        try:
            if _is_default(field, value):
                return
            said = f"Attempted to write a non-default {field.name} at version {self._version}"
            self._refuse(UnsupportedVersionException(said))
        except NullPointerException as error:
            self._refuse(error)

    def _refuse(self, error: JavaError) -> None:
        """What the original meets once it knows the size: the first of these counts."""
        self._later = self._later or error

    def _check_order(self, unknown: Iterable[RawTaggedField]) -> None:
        before = -1
        for tag, _ in unknown:
            if tag <= before:
                said = f"Invalid raw tag field list: tag {tag} comes after tag {before}, but is not higher than it."
                self._refuse(RuntimeException(said))
            before = tag

    def _field(self, field: Field, value: Value) -> bytes:
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
        match of:
            case "string" | "bytes" | "records":
                return self._with_length(field, value, "int16" if of == "string" else "int32")
            case "bool":
                return b"\1" if _arguments.boolean(field.name, value) else b"\0"
            case "uuid":
                _arguments.instance(field.name, value, Uuid)
                return NUMBERS["int64"].pack(value.most) + NUMBERS["int64"].pack(value.least)
            case "float64":
                _arguments.instance(field.name, value, float)
                return FLOAT64.pack(value)
        return _number(field.name, of, value)

    def _with_length(self, field: Field, value: Value, length: str) -> bytes:
        if value is None:
            return self._null(field, length)
        if field.type == "string":
            _arguments.text(field.name, value)
            data = encoded(value)
            if len(data) > LONGEST:
                raise RuntimeException(f"'{field.name}' field is too long to be serialized")
        else:
            data = _arguments.bytes_like(field.name, value, BYTES_HINT)
        return (NUMBERS[length].pack(len(data)) if field.inflexible else self._length(len(data), length)) + data

    def _struct(self, field: Field, of: Struct, value: Value, *, in_list: bool) -> bytes:
        if value is None:
            self._check_null(field)
            return _NULL if field.tag is None else _NULL_BY_TAG
        data = self.struct(of, value)
        return _THERE + data if self._version in field.null_in and not in_list else data

    def _null(self, field: Field, length: str) -> bytes:
        self._check_null(field)
        return b"\0" if self._flexible and not field.inflexible else NUMBERS[length].pack(-1)

    def _check_null(self, field: Field) -> None:
        """What is null in no version is met at once, what is null in others when it is written."""
        if self._version not in field.null_in:
            error = NullPointerException(f"{field.name} is null")
            if not field.nullable:
                raise error
            self._refuse(error)

    def _length(self, length: int, type_: str) -> bytes:
        return unsigned_varint(length + 1) if self._flexible else NUMBERS[type_].pack(length)


def _refuse_others(of: Struct, names: frozenset[str], values: Mapping[str, Value]) -> None:
    _arguments.mapping(of.name, values, "a field's name to its value")
    for name in values:
        if name not in names and name != UNKNOWN:
            known = ", ".join(field.name for field in of.fields)
            raise ValueError(f"{of.name} has no field {name!r} in this release: it has {known}")


def _unknown(said: Value) -> tuple[RawTaggedField, ...]:
    return _arguments.tuple_of(UNKNOWN, said, RawTaggedField, ordered=True)


def _is_default(field: Field, value: Value) -> bool:
    """Whether a field has its default, a struct in all that it has.

    Raises:
        NullPointerException: It is null, and may not be in any version.
    """
    if value is None:
        if field.default is not None and not field.nullable:
            raise NullPointerException(f"{field.name} is null")
        return field.default is None
    if field.is_list:
        return field.default is not None and not value
    if isinstance(field.type, Struct) and field.default is not None:
        return not value.get(UNKNOWN) and all(
            _is_default(each, value.get(each.name, each.default)) for each in field.type.fields
        )
    return bool(value == field.default)


def _number(name: str, type_: str, value: Value) -> bytes:
    number = _arguments.int64(name, value)
    try:
        return NUMBERS[type_].pack(number)
    except struct.error:
        raise ValueError(f"{name} must be of {type_}, and {number} isn't") from None
