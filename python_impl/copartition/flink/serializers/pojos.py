"""Objects of a user's classes as Flink's own serializers write them: POJOs, and constants of enums."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from copartition import _arguments
from copartition.errors import (
    ArrayIndexOutOfBoundsException,
    IllegalArgumentException,
    IOException,
    NullPointerException,
    RuntimeException,
    WrongTypeError,
)
from copartition.flink.serializers.parts import check_part
from copartition.flink.serializers.type_serializer import Length, TypeSerializer
from copartition.java.data_streams import int32_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from copartition.java.data_streams import DataInput

_NULL, _OF_THE_CLASS, _OTHER_CLASS = 1, 2, 4 | 8


class EnumSerializer(TypeSerializer[str]):
    """`org.apache.flink.api.common.typeutils.base.EnumSerializer`: a constant's number in four bytes.

    A constant is its name.

    Args:
        name: The Java class.
        constants: The names of its constants, each at its number.

    Raises:
        IllegalArgumentException: There are none.
        WrongTypeError: They are no names, or have no order, as in a set.
        ValueError: Two have one name.
    """

    length = Length.FIXED

    def __init__(self, name: str, constants: Sequence[str]) -> None:
        if isinstance(constants, _arguments.NO_SEQUENCES):
            given = type(constants).__name__
            raise WrongTypeError(f"constants must be a list of names, each at its number, not {given}")
        names = _arguments.tuple_of("constants", constants, str)
        if not names:
            raise IllegalArgumentException("cannot use an empty enum")
        for place, constant in enumerate(names):
            if constant in names[:place]:
                raise ValueError(f"constants has {constant!r} twice: each has a name of its own")
        _arguments.text("name", name)
        self.name, self.constants = name, names

    @classmethod
    def restored(cls, name: str, constants: Sequence[str]) -> EnumSerializer:
        """`EnumSerializerSnapshot.restoreSerializer()`: a constant may have two numbers, of which the last is written.

        Raises:
            IllegalArgumentException: There are no constants.
        """
        serializer = cls(name, list(dict.fromkeys(constants)))
        serializer.constants = tuple(constants)
        return serializer

    def serialize(self, value: str | None, target: bytearray) -> None:
        """See `TypeSerializer`.

        Raises:
            ValueError: There is no such constant.
        """
        if value is None:
            raise NullPointerException("EnumSerializer knows no null")
        if value not in self.constants:
            raise ValueError(f"{self.name} has no constant {value!r}")
        numbers = {constant: number for number, constant in enumerate(self.constants)}
        target += int32_bytes(numbers[value])

    def deserialize(self, source: DataInput) -> str:
        """See `TypeSerializer`."""
        number = source.int32("a constant's number")
        if not 0 <= number < len(self.constants):
            raise ArrayIndexOutOfBoundsException(f"Index {number} out of bounds for length {len(self.constants)}")
        return self.constants[number]


class PojoSerializer(TypeSerializer["Mapping[str, Any]"]):
    """`org.apache.flink.api.java.typeutils.runtime.PojoSerializer`: a flag, then each field behind one for null.

    An object is a mapping from its fields' names to their values. Objects of subclasses are neither written nor read:
    their bytes are those of another serializer.

    Args:
        name: The Java class.
        fields: By name those that are written, in the order of their bytes: Flink sorts them by name.
        missing: The names of those that the class no longer has, of a serializer that a snapshot restored: objects
            don't have them, their bytes are read, and null is written.

    Raises:
        WrongTypeError: `fields` is no mapping, or one is no serializer.
    """

    length = Length.VARIABLE

    def __init__(self, name: str, fields: Mapping[str, TypeSerializer[Any]], missing: Iterable[str] = ()) -> None:
        _arguments.text("name", name)
        _arguments.instance("fields", fields, Mapping, 'write {"field": STRING}, for example')
        for field, part in fields.items():
            check_part(f"fields[{field!r}]", part)
        self.name, self.fields, self.missing = name, dict(fields), frozenset(missing)

    def serialize(self, value: Mapping[str, Any] | None, target: bytearray) -> None:
        """See `TypeSerializer`.

        Raises:
            ValueError: The object has other fields.
        """
        if value is None:
            target.append(_NULL)
            return
        if not isinstance(value, Mapping):
            raise WrongTypeError(f"{self.name} takes a mapping of its fields, not {type(value).__name__}")
        if value.keys() != self.fields.keys() - self.missing:
            there = [name for name in self.fields if name not in self.missing]
            raise ValueError(f"{self.name} has the fields {there}, not {list(value)}")
        target.append(_OF_THE_CLASS)
        for name, field in self.fields.items():
            of = value.get(name)
            target.append(of is None)
            if of is not None:
                field.serialize(of, target)

    def deserialize(self, source: DataInput) -> dict[str, Any] | None:
        """See `TypeSerializer`.

        Raises:
            IOException: The object is of a subclass.
            RuntimeException: The flag says nothing of the object, as no release writes it.
        """
        flags = source.uint8(f"the flag of a {self.name}")
        if flags & _NULL:
            return None
        if flags & _OTHER_CLASS:
            raise IOException(f"an object of a subclass of {self.name} is not read")
        if not flags & _OF_THE_CLASS:
            raise RuntimeException(f"the flag of a {self.name} is {flags}")
        read = {
            name: None if source.boolean(f"whether {name} is null") else field.deserialize(source)
            for name, field in self.fields.items()
        }
        return {name: of for name, of in read.items() if name not in self.missing} if self.missing else read
