"""Checks of what Java's own types would make impossible."""

from __future__ import annotations

import decimal
import operator
from collections.abc import Collection, Iterable, Mapping
from typing import Final, SupportsIndex, TypeVar

from copartition.errors import WrongTypeError
from copartition.java.ints import MAX_INT, MAX_LONG, MIN_INT, MIN_LONG

T = TypeVar("T")

UNORDERED: Final = (set, frozenset, Mapping)
"""What has no order to rely on: a set of strings has another in each process, and of a mapping only the keys count."""

NO_SEQUENCES: Final = (str, bytes, bytearray, memoryview, *UNORDERED)
"""What can be iterated, and yet is no list of values: letters and bytes are none either."""


_NUMPY_BOOLS: Final = ("bool", "bool_")
"""What numpy calls its bool, from 2.0 on and before; its name is enough, for numpy is slow to load."""

_LONGEST: Final = 60
"""So many characters of a value stand in a message."""


def shown(value: object) -> str:
    """A number or a text as messages have it: of a long one the beginning, and how long it is."""
    # Python writes no int of more than 4300 digits.
    text = str(decimal.Decimal(value) if isinstance(value, int) and not isinstance(value, bool) else value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text)} characters)"


def int16(name: str, value: SupportsIndex) -> int:
    """`value` as a plain int of 16 bits.

    Raises:
        WrongTypeError: It is no integer (a bool is none).
        ValueError: It has more bits.
    """
    return _within(name, value, -(1 << 15), (1 << 15) - 1, bits=16)


def int32(name: str, value: SupportsIndex) -> int:
    """`value` as a plain int of 32 bits.

    Args:
        name: What the caller calls it, for messages.
        value: The number; numpy's integers and `copartition.java.Integer` are welcome.

    Raises:
        WrongTypeError: It is no integer (a bool is none).
        ValueError: It doesn't fit Java's int.
    """
    if type(value) is int and MIN_INT <= value <= MAX_INT:
        return value
    return _within(name, value, MIN_INT, MAX_INT, bits=32)


def int64(name: str, value: SupportsIndex) -> int:
    """`value` as a plain int of 64 bits.

    Args:
        name: What the caller calls it, for messages.
        value: The number; numpy's integers and `copartition.java.Long` are welcome.

    Raises:
        WrongTypeError: It is no integer (a bool is none).
        ValueError: It doesn't fit Java's long.
    """
    if type(value) is int and MIN_LONG <= value <= MAX_LONG:
        return value
    return _within(name, value, MIN_LONG, MAX_LONG, bits=64)


def _within(name: str, value: SupportsIndex, low: int, high: int, *, bits: int) -> int:
    if isinstance(value, bool):
        raise WrongTypeError(f"{name} must be an integer, not {value}")
    try:
        number = operator.index(value)
    except TypeError:
        raise WrongTypeError(f"{name} must be an integer, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} must be a {bits}-bit integer, not {shown(number)}")
    return number


def count(name: str, value: SupportsIndex) -> int:
    """`value` as a plain int, 0 to 2147483647.

    Raises:
        WrongTypeError: It is no integer (a bool is none).
        ValueError: It is negative, or doesn't fit Java's int.
    """
    number = int32(name, value)
    if number < 0:
        raise ValueError(f"{name} is {number}: write 0 or more")
    return number


def text(name: str, value: object) -> None:
    """Passes a str.

    Raises:
        WrongTypeError: It is none.
    """
    if not isinstance(value, str):
        raise WrongTypeError(f"{name} must be a str, not {type(value).__name__}")


def optional_text(name: str, value: object) -> None:
    """Passes a str, and None.

    Raises:
        WrongTypeError: It is neither.
    """
    if value is not None and not isinstance(value, str):
        raise WrongTypeError(f"{name} must be a str or None, not {type(value).__name__}")


def instance(name: str, value: object, kind: type, hint: str = "") -> None:
    """Passes a value of a class.

    Args:
        name: What the caller calls it, for messages.
        value: The value.
        kind: The class.
        hint: What to write in its place, where that isn't plain.

    Raises:
        WrongTypeError: It is of another class.
    """
    if not isinstance(value, kind):
        wanted = f"{'an' if kind.__name__[0] in 'AEIOaeio' else 'a'} {kind.__name__}"  # a Uuid, but an Assignment
        raise WrongTypeError(f"{name} must be {wanted}, not {type(value).__name__}{hint and f': {hint}'}")


def boolean(name: str, value: object) -> bool:
    """`value` as a plain bool.

    Args:
        name: What the caller calls it, for messages.
        value: The bool; numpy's is welcome.

    Raises:
        WrongTypeError: It is none: a text such as "false" would count as true.
    """
    if isinstance(value, bool):
        return value
    kind = type(value)
    if kind.__module__ == "numpy" and kind.__name__ in _NUMPY_BOOLS:
        return bool(value)
    raise WrongTypeError(f"{name} must be a bool, not {kind.__name__}: write True or False")


def methods(name: str, value: object, *wanted: str) -> None:
    """Passes an object of any class that has what is called.

    Args:
        name: What the caller calls it, for messages.
        value: The object.
        wanted: The methods that are called.

    Raises:
        WrongTypeError: It lacks one of them.
    """
    for method in wanted:
        if not callable(getattr(value, method, None)):
            raise WrongTypeError(f"{name} must have a method {method}, and {type(value).__name__} has none")


def mapping(name: str, value: object, of: str) -> None:
    """Passes a mapping.

    Args:
        name: What the caller calls it, for messages.
        value: The value.
        of: What it maps, such as "from topics to partitions".

    Raises:
        WrongTypeError: It is none.
    """
    if not isinstance(value, Mapping):
        raise WrongTypeError(f"{name} must be a mapping {of}, not {type(value).__name__}")


def bytes_like(name: str, value: bytes | bytearray | memoryview, hint: str) -> bytes:
    """A file's content as bytes.

    Args:
        name: What the caller calls it, for messages.
        value: The content.
        hint: What to write in place of a path or an open file.

    Raises:
        WrongTypeError: It is something else.
    """
    try:
        view = memoryview(value)
    except TypeError:
        view = None
    if view is None or (view.itemsize != 1 and not isinstance(value, memoryview)):
        raise WrongTypeError(f"{name} must be bytes, not {type(value).__name__}: {hint}")
    return view.tobytes()


def tuple_of(name: str, values: Iterable[T], kind: type, *, ordered: bool = False) -> tuple[T, ...]:
    """The values as a tuple, each of a class. A str is refused: its letters are never meant.

    Args:
        name: What the caller calls it, for messages.
        values: Of them.
        kind: The class.
        ordered: As for `iterated`.

    Raises:
        WrongTypeError: There is nothing to iterate, or a value is of another class; and as `iterated`.
    """
    if isinstance(values, str):
        raise WrongTypeError(f"{name} must hold {kind.__name__} values, not be a str")
    checked = iterated(name, values, ordered=ordered)
    if checked and set(map(type, checked)) != {kind}:
        for value in checked:
            if not isinstance(value, kind):
                raise WrongTypeError(f"{name} must hold {kind.__name__} values, not {type(value).__name__}")
    return checked


def iterated(name: str, values: Iterable[T], *, ordered: bool = False) -> tuple[T, ...]:
    """The values as a tuple; a tuple is itself.

    Args:
        name: What the caller calls it, for messages.
        values: Of them.
        ordered: Whether their order counts, so that sets and mappings are refused.

    Raises:
        WrongTypeError: There is nothing to iterate, or no order that counts.
    """
    if type(values) is tuple:
        return values  # the same one: members of a process share theirs
    if ordered and type(values) is not list and isinstance(values, UNORDERED):
        raise WrongTypeError(f"{name} must be a list or tuple, not {type(values).__name__}: the order counts")
    try:
        iterator = iter(values)
    except TypeError:
        raise WrongTypeError(f"{name} must be a sequence, not {type(values).__name__}") from None
    # Outside the `try`: what a generator itself raises is another error.
    return tuple(iterator)


def collection_of(name: str, values: object, kind: type, hint: str = "") -> None:
    """Passes a collection that can be walked more than once, of values of a class.

    Raises:
        WrongTypeError: It is no such collection, or a str, or a value is of another class.
    """
    if isinstance(values, str) or not isinstance(values, Collection):
        given = type(values).__name__
        raise WrongTypeError(f"{name} must be a list of {kind.__name__} values, not {given}{hint and f': {hint}'}")
    for value in values:
        if not isinstance(value, kind):
            raise WrongTypeError(f"{name} must hold {kind.__name__} values, not {type(value).__name__}")
