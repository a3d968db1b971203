"""Reading an operation's JSON input: every field has its type, or the error names it."""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

from copartition.java.ints import MAX_INT, MAX_LONG, MIN_INT, MIN_LONG

JSON: TypeAlias = Any
"""A JSON document."""

_DECIMAL: Final = re.compile(r"-?(0|[1-9][0-9]*)")
_BITS: Final = {"double": re.compile(r"0x[0-9a-f]{16}"), "float": re.compile(r"0x[0-9a-f]{8}")}
_TEXT: Final = frozenset({str})
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")


def field(document: JSON, name: str, path: str = "input") -> JSON:
    """The field of this name.

    Raises:
        ValueError: The document is no object, or lacks it.
    """
    if not isinstance(document, dict):
        raise wrong(path, "an object", document)
    if name not in document:
        raise ValueError(f"{path} has no field {name!r}")
    return document[name]


def int32(document: JSON, name: str) -> int:
    """A field that is a JSON number of 32 bits.

    Raises:
        ValueError: It is missing, or something else.
    """
    return checked_int32(field(document, name), f"input.{name}")


def text(document: JSON, name: str) -> str:
    """A field that is a string.

    Raises:
        ValueError: It is missing, or something else.
    """
    return checked_text(field(document, name), f"input.{name}")


def hex_bytes(document: JSON, name: str) -> bytes:
    """A field that is bytes in lower-case hex.

    Raises:
        ValueError: It is missing, or something else.
    """
    return checked_hex(field(document, name), f"input.{name}")


def items(document: JSON, name: str) -> list[JSON]:
    """A field that is an array.

    Raises:
        ValueError: It is missing, or something else.
    """
    return checked_items(field(document, name), f"input.{name}")


def checked_number(value: JSON, path: str, low: int, high: int) -> int:
    """`value` if it is a whole JSON number from `low` to `high`.

    Raises:
        ValueError: It isn't.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong(path, "a whole number", value)
    number: int = value
    if not low <= number <= high:
        raise ValueError(f"{path} must be in {low}..{high}, not {number}")
    return number


def checked_int32(value: JSON, path: str) -> int:
    """`value` if it is a whole JSON number of 32 bits.

    Raises:
        ValueError: It isn't.
    """
    return checked_number(value, path, MIN_INT, MAX_INT)


def checked_decimal(value: JSON, path: str, low: int = MIN_LONG, high: int = MAX_LONG) -> int:
    """`value` as a number if it is a decimal string from `low` to `high`, by default of 64 bits.

    Raises:
        ValueError: It isn't.
    """
    return checked_number(checked_whole(value, path), path, low, high)


def checked_whole(value: JSON, path: str) -> int:
    """`value` as a number if it is a decimal string of any size.

    Raises:
        ValueError: It isn't.
    """
    if not isinstance(value, str) or not _DECIMAL.fullmatch(value):
        raise wrong(path, "a decimal string", value)
    number: int = int(value)
    return number


def checked_boolean(value: JSON, path: str) -> bool:
    """`value` if it is true or false.

    Raises:
        ValueError: It isn't.
    """
    if not isinstance(value, bool):
        raise wrong(path, "true or false", value)
    return value


def checked_text(value: JSON, path: str) -> str:
    """`value` if it is a string; two halves of a surrogate pair become the character that they are in Java.

    Raises:
        ValueError: It isn't.
    """
    if not isinstance(value, str):
        raise wrong(path, "a string", value)
    if value.isascii():
        return value
    return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def checked_texts(value: JSON, path: str) -> tuple[str, ...]:
    """An array of strings, each as `checked_text` gives it.

    Raises:
        ValueError: It is something else.
    """
    listed = checked_items(value, path)
    if _TEXT.issuperset(map(type, listed)) and all(map(str.isascii, listed)):  # most are, and need no path
        return tuple(listed)
    return tuple(checked_text(item, f"{path}[{place}]") for place, item in enumerate(listed))


def checked_hex(value: JSON, path: str) -> bytes:
    """`value` as bytes if it is lower-case hex.

    Raises:
        ValueError: It isn't.
    """
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise wrong(path, "lower-case hex, two digits a byte", value)
    return bytes.fromhex(value)


def float_bits(value: JSON, path: str, kind: str) -> int:
    """The IEEE bits of a `double` or `float`, unsigned.

    Raises:
        ValueError: `value` isn't "0x" and 16 or 8 lower-case hex digits.
    """
    if not isinstance(value, str) or not _BITS[kind].fullmatch(value):
        raise wrong(path, f"the IEEE bits of a {kind}, 0x and lower-case hex", value)
    return int(value, 16)


def checked_items(value: JSON, path: str) -> list[JSON]:
    """`value` if it is an array.

    Raises:
        ValueError: It isn't.
    """
    if not isinstance(value, list):
        raise wrong(path, "an array", value)
    return value


def wrong(path: str, wanted: str, value: JSON) -> ValueError:
    """The error that `value` isn't what was wanted at `path`."""
    shown = ascii(value)
    return ValueError(f"{path} must be {wanted}, not {shown if len(shown) <= 80 else shown[:80] + '…'}")  # noqa: PLR2004
