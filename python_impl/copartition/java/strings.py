"""Java's view of a string: a sequence of UTF-16 code units.

Python counts and orders code points, Java counts, orders and hashes 16-bit units. Both agree below
U+10000; above it `len("😀")` is 1 here and 2 in Java, and "😀" sorts before "\uffee" in Java only. Lone
surrogates are legal in both worlds and pass through.
"""

from __future__ import annotations

import codecs
import sys
from typing import Final

from copartition.errors import WrongTypeError
from copartition.java.polynomials import fold_bytes, fold_units

_NATIVE_UTF_16: Final = "utf-16-le" if sys.byteorder == "little" else "utf-16-be"


def units(text: str) -> memoryview[int]:
    """The UTF-16 code units of `text`, as unsigned 16-bit integers; lone surrogates stand for themselves.

    Raises:
        WrongTypeError: `text` is no str.
    """
    try:
        return memoryview(text.encode(_NATIVE_UTF_16, "surrogatepass")).cast("H")
    except AttributeError:
        raise _no_text(text) from None


def joined(text: str) -> str:
    """The text as Java holds it: two halves of a surrogate pair are the character that they are; often `text` itself.

    Texts that are equal in Java are equal in Python then, and are one key of a dict.

    Raises:
        WrongTypeError: `text` is no str.
    """
    try:
        if text.isascii() or text.isprintable():  # surrogates are not printable
            return text
        return text.encode(_NATIVE_UTF_16, "surrogatepass").decode(_NATIVE_UTF_16, "surrogatepass")
    except (AttributeError, TypeError):
        raise _no_text(text) from None


def all_joined(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Each text as `joined` gives it; `texts` itself where that changes none."""
    if "".join(texts).isascii():
        return texts
    found = tuple(map(joined, texts))
    return texts if found == texts else found


def length(text: str) -> int:
    """`String.length()`: the number of UTF-16 code units, not of code points.

    Raises:
        WrongTypeError: `text` is no str.
    """
    return len(text) if type(text) is str and text.isascii() else len(units(text))


def string_hash(text: str) -> int:
    """`String.hashCode()`: s[0]*31^(n-1) + … + s[n-1] over UTF-16 code units, as int32.

    Args:
        text: any string; lone surrogates are allowed.

    Raises:
        WrongTypeError: `text` is no str.
    """
    try:
        total = fold_bytes(text.encode()) if text.isascii() else fold_units(utf16_key(text))
    except (AttributeError, TypeError):
        raise _no_text(text) from None
    return (total ^ 0x8000_0000) - 0x8000_0000


def compare_to(a: str, b: str) -> int:
    """`a.compareTo(b)`: the difference of the first differing code units, else the difference of lengths.

    Raises:
        WrongTypeError: One is no str.
    """
    left, right = units(a), units(b)
    for x, y in zip(left, right, strict=False):
        if x != y:
            return x - y
    return len(left) - len(right)


def compare(a: str, b: str) -> int:
    """The sign of `a.compareTo(b)`: -1, 0 or 1, by UTF-16 code units.

    Raises:
        WrongTypeError: One is no str.
    """
    try:
        if a.isascii() and b.isascii():  # code points are code units here
            return (a > b) - (a < b)
        x, y = utf16_key(a), utf16_key(b)
    except (AttributeError, TypeError):
        raise _no_text(a, b) from None
    return (x > y) - (x < y)


def utf16_key(text: str) -> bytes:
    """A key by which `sorted` puts texts into the order of `String.compareTo`: the UTF-16 code units, big-endian.

    Raises:
        WrongTypeError: `text` is no str.
    """
    try:
        # str.encode would look the codec up by name each time, which costs more than encoding a short key.
        return codecs.utf_16_be_encode(text, "surrogatepass")[0]
    except TypeError:
        raise _no_text(text) from None


def _no_text(*given: object) -> WrongTypeError:
    wrong = next(type(value) for value in given if not isinstance(value, str))
    return WrongTypeError(f"a string must be a str, not {wrong.__name__}")
