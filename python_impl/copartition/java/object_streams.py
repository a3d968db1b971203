"""Java objects as `java.io.ObjectOutputStream` writes them: where one ends. Nothing in it is kept.

A class is described where it is first named: the types of its fields, in the order in which objects have their values,
and its superclass, whose values stand before its own. Later it is named by a handle. Each class, object and text has
one, in the order in which they begin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from copartition.errors import NullPointerException, StreamCorruptedException

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.java.data_streams import DataInput

_HEADER: Final = bytes.fromhex("aced0005")
_FIRST_HANDLE: Final = 0x7E0000
_NULL: Final = 0x70
_REFERENCE: Final = 0x71
_DESCRIPTION: Final = 0x72
_END: Final = 0x78
_WRITES_MORE: Final = 1
"""The flag of classes with a `writeObject`: what it writes stands behind the fields, up to `_END`."""

_SIZES: Final = {"B": 1, "Z": 1, "C": 2, "S": 2, "I": 4, "F": 4, "J": 8, "D": 8}
"""Of primitive values by the first letter of their type; other values are objects."""


class _Class(NamedTuple):
    name: str
    fields: str  # the first letter of each one's type
    flags: int
    parent: _Class | None


def skip_object(source: DataInput, field: str) -> None:
    """`new ObjectInputStream(source).readObject()`; the source is left behind the object.

    Args:
        source: The bytes.
        field: What the object is, for errors.

    Raises:
        EOFException: The bytes end within it.
        NegativeArraySizeException: An array has less than no elements.
        NullPointerException: An object has no class.
        StreamCorruptedException: It is no Java object, or has a proxy, an externalizable class or a text of more than
            65,535 bytes in it, which are not known here.
        UTFDataFormatException: A name or a text is no modified UTF-8.
    """
    header = source.raw(len(_HEADER), field)
    if header != _HEADER:
        raise StreamCorruptedException(f"{field}: invalid stream header: {header.hex().upper()}")
    _Objects(source).skip()


class _Objects:
    def __init__(self, source: DataInput) -> None:
        self._source = source
        self._handles: list[_Class | None] = []  # None: no class
        self._skips: dict[int, Callable[[], object]] = {
            _NULL: lambda: None,
            _REFERENCE: self._referred,
            0x73: self._object,
            0x74: self._text,
            0x75: self._array,
            0x76: self._named,  # a class
            0x77: lambda: source.skip(source.uint8("a block's length"), "a block"),
            _END: lambda: None,
            0x7E: self._enum_constant,
        }

    def skip(self) -> int:
        """Skips what is next; gives its kind."""
        kind = self._source.uint8("the kind of a Java object")
        if kind not in self._skips:
            raise StreamCorruptedException(f"invalid type code: {kind:02X}")
        self._skips[kind]()
        return kind

    def _referred(self) -> _Class | None:
        handle = self._source.int32("a handle")
        if not 0 <= handle - _FIRST_HANDLE < len(self._handles):
            raise StreamCorruptedException(f"invalid handle value: {handle & 0xFFFFFFFF:08X}")
        return self._handles[handle - _FIRST_HANDLE]

    def _object(self) -> None:
        self._values(self._named())

    def _text(self) -> None:
        self._handles.append(None)
        self._source.utf("a text")

    def _array(self) -> None:
        of = self._named()
        for _ in range(self._source.size("an array's length")):
            self._value(of.name[1:])

    def _enum_constant(self) -> None:
        self._named()
        self.skip()

    def _named(self) -> _Class:
        """The class of what gets the next handle."""
        of = self._class()
        if of is None:
            raise NullPointerException("a Java object has no class")
        self._handles.append(None)
        return of

    def _class(self) -> _Class | None:
        kind = self._source.uint8("the kind of a class")
        if kind == _NULL:
            return None
        if kind == _REFERENCE:
            return self._referred()
        if kind != _DESCRIPTION:
            raise StreamCorruptedException(f"invalid type code: {kind:02X}")
        return self._described()

    def _described(self) -> _Class:
        source, handle = self._source, len(self._handles)
        name = source.utf("a class's name")
        source.int64("a class's version")
        self._handles.append(None)
        flags = source.uint8("a class's flags")
        fields = "".join([self._field() for _ in range(source.uint16("a class's number of fields"))])
        while self.skip() != _END:
            pass
        self._handles[handle] = described = _Class(name, fields, flags, self._class())
        return described

    def _field(self) -> str:
        letter = chr(self._source.uint8("a field's type"))
        self._source.utf("a field's name")
        if letter not in _SIZES:
            self.skip()  # the name of its class
        return letter

    def _values(self, of: _Class | None) -> None:
        if of is None:
            return
        self._values(of.parent)
        for letter in of.fields:
            self._value(letter)
        if of.flags & _WRITES_MORE:
            while self.skip() != _END:
                pass

    def _value(self, letter: str) -> None:
        if letter in _SIZES:
            self._source.skip(_SIZES[letter], "a value")
        else:
            self.skip()
