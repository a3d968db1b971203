"""Reading an operation's JSON input: every field has its type, or the error names it.

A reader takes a JSON value and its path, and gives what the value means; it raises a `ValueError` that names the path.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from copartition.java.ints import MAX_INT, MAX_LONG, MIN_INT, MIN_LONG
from copartition.java.strings import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

T = TypeVar("T")
D = TypeVar("D")

JSON: TypeAlias = Any
"""A JSON document."""

Reader: TypeAlias = "Callable[[JSON, str], T]"
"""What a value means; the path says where it is."""

_DECIMAL: Final = re.compile(r"-?(0|[1-9][0-9]*)")
_BITS: Final = {"double": re.compile(r"0x[0-9a-f]{16}"), "float": re.compile(r"0x[0-9a-f]{8}")}
_TEXT: Final = frozenset({str})
_SHOWN: Final = 80
REQUIRED: Final[Any] = object()
"""The default of a field that an input must have."""


class Fields:
    """A JSON object whose fields are read one by one.

    Args:
        document: The object.
        path: Where it is, for messages.

    Raises:
        ValueError: It is something else.
    """

    __slots__ = ("document", "path")

    def __init__(self, document: JSON, path: str = "input") -> None:
        if not isinstance(document, dict):
            raise wrong(path, "an object", document)
        self.document = document
        self.path = path

    def __contains__(self, name: str) -> bool:
        return name in self.document

    def get(self, name: str, read: Reader[T], default: Any = REQUIRED) -> T:  # noqa: ANN401 - of the type that is read
        """A field, or the default where the object lacks it.

        Raises:
            ValueError: It is something else, or there is neither field nor default.
        """
        value = self.document.get(name, REQUIRED)
        if value is not REQUIRED:
            return read(value, f"{self.path}.{name}")
        if default is REQUIRED:
            raise ValueError(f"{self.path} has no field {name!r}")
        found: T = default
        return found

    def maybe(self, name: str, read: Reader[T], default: D) -> T | D:
        """A field, or the default where it is null or the object lacks it.

        Raises:
            ValueError: It is something else.
        """
        value = self.document.get(name)
        return default if value is None else read(value, f"{self.path}.{name}")


def wrong(path: str, wanted: str, value: JSON) -> ValueError:
    """The error that `value` isn't what was wanted at `path`; it is shown as JSON, as whoever wrote it knows it."""
    shown = json.dumps(value, default=ascii)
    return ValueError(f"{path} must be {wanted}, not {shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '…'}")


def number(value: JSON, path: str, low: int, high: int) -> int:
    """A whole JSON number from `low` to `high`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong(path, "a whole number", value)
    if not low <= value <= high:
        raise ValueError(f"{path} must be in {low}..{high}, not {value}")
    return int(value)


def int32(value: JSON, path: str) -> int:
    """A whole JSON number of 32 bits."""
    if type(value) is int and MIN_INT <= value <= MAX_INT:  # as most are
        return value
    return number(value, path, MIN_INT, MAX_INT)


def int16(value: JSON, path: str) -> int:
    """A whole JSON number of 16 bits."""
    return number(value, path, -(1 << 15), (1 << 15) - 1)


def decimal(value: JSON, path: str) -> int:
    """A decimal string of any size."""
    if not isinstance(value, str) or not _DECIMAL.fullmatch(value):
        raise wrong(path, "a decimal string", value)
    return int(value)


def int64(value: JSON, path: str) -> int:
    """A decimal string of 64 bits."""
    read = decimal(value, path)
    return read if MIN_LONG <= read <= MAX_LONG else number(read, path, MIN_LONG, MAX_LONG)


def boolean(value: JSON, path: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise wrong(path, "true or false", value)
    return value


def text(value: JSON, path: str) -> str:
    """A string; two halves of a surrogate pair become the character that they are in Java."""
    if not isinstance(value, str):
        raise wrong(path, "a string", value)
    return value if value.isascii() else joined(value)


def texts(value: JSON, path: str) -> tuple[str, ...]:
    """An array of strings, each as `text` gives it."""
    listed = items(value, path)
    if _TEXT.issuperset(map(type, listed)) and all(map(str.isascii, listed)):  # most are, and need no path
        return tuple(listed)
    return tuple(text(item, f"{path}[{place}]") for place, item in enumerate(listed))


def hexed(value: JSON, path: str) -> bytes:
    """Bytes in lower-case hex."""
    try:
        read = bytes.fromhex(value)
    except (TypeError, ValueError):
        read = None
    if read is None or read.hex() != value:  # with capitals, or spaces; a pattern takes longer by far
        raise wrong(path, "lower-case hex, two digits a byte", value)
    return read


def float_bits(value: JSON, path: str, kind: str) -> int:
    """The IEEE bits of a `double` or `float`, unsigned: "0x" and 16 or 8 lower-case hex digits."""
    if not isinstance(value, str) or not _BITS[kind].fullmatch(value):
        raise wrong(path, f"the IEEE bits of a {kind}, 0x and lower-case hex", value)
    return int(value, 16)


def items(value: JSON, path: str) -> list[JSON]:
    """An array."""
    if not isinstance(value, list):
        raise wrong(path, "an array", value)
    return value


def mapping(value: JSON, path: str) -> dict[str, JSON]:
    """An object."""
    if not isinstance(value, dict):
        raise wrong(path, "an object", value)
    return value


def anything(value: JSON, _path: str) -> JSON:
    """Any JSON value."""
    return value


def array(read: Reader[T]) -> Reader[list[T]]:
    """An array whose items `read` reads, each at once: what it gives doesn't know its path."""

    def listed(value: JSON, path: str) -> list[T]:
        found = items(value, path)
        try:
            return [read(item, path) for item in found]
        except ValueError:  # once more, to say at which place: a path for each of many items costs as much as they do
            return [read(item, f"{path}[{place}]") for place, item in enumerate(found)]

    return listed


def objects(value: JSON, path: str) -> list[Fields]:
    """An array of objects."""
    return [Fields(item, f"{path}[{place}]") for place, item in enumerate(items(value, path))]


def entry(what: str, *readers: Reader[Any]) -> Reader[tuple[Any, ...]]:
    """An array of so many items, each with a reader of its own; `what` names them for messages."""
    placed = [(reader, f"[{place}]") for place, reader in enumerate(readers)]

    def read(value: JSON, path: str) -> tuple[Any, ...]:
        if len(items(value, path)) != len(placed):
            raise wrong(path, what, value)
        # Histories have hundreds of pairs: a list is faster than a generator, and paths are for what is wrong.
        try:
            return tuple([reader(item, path) for reader, item in zip(readers, value, strict=True)])
        except ValueError:
            return tuple([reader(item, path + place) for (reader, place), item in zip(placed, value, strict=True)])

    return read


def nullable(read: Reader[T]) -> Reader[T | None]:
    """Null, or what `read` reads."""
    return lambda value, path: None if value is None else read(value, path)


def one_of(known: Mapping[str, T], what: str | None = None) -> Reader[T]:
    """What a string stands for; `what` names the strings for messages."""

    def read(value: JSON, path: str) -> T:
        try:
            return known[value]
        except (KeyError, TypeError):  # a TypeError for what can't be a key
            raise wrong(path, what or f"one of {', '.join(known)}", value) from None

    return read
