"""Columns whose type is of no key that is hashed in bulk: what the type is called, and what to do."""

from __future__ import annotations

from typing import Final

import numpy as np

GIVE: Final = "give a numpy array or an Arrow array, whose type says which Java type its rows are"

_UNSIGNED: Final = "Java has no unsigned integers: cast to the signed type that holds the values"
_HALF: Final = "Java has no half floats: cast to the type of the keys, float32 or float64"
_ONE_BY_ONE: Final = "place such keys one by one, with the functions that take a single key"
_NO_JAVA_TYPE: Final = "cast to the type that the keys have in Java"

_ARROW: Final = {
    "C": ("uint8", _UNSIGNED),
    "S": ("uint16", _UNSIGNED),
    "I": ("uint32", _UNSIGNED),
    "L": ("uint64", _UNSIGNED),
    "e": ("half float", _HALF),
    "d": ("decimal", _ONE_BY_ONE),
    "td": ("date", _ONE_BY_ONE),
    "tt": ("time", _ONE_BY_ONE),
    "ts": ("timestamp", _ONE_BY_ONE),
    "tD": ("duration", _NO_JAVA_TYPE),
    "ti": ("interval", _NO_JAVA_TYPE),
    "+r": ("run-end encoded", "give its values (`pyarrow.compute.run_end_decode`)"),
    "+m": ("map", _NO_JAVA_TYPE),
    "+s": ("struct", "give one of its columns"),
    "+u": ("union", _NO_JAVA_TYPE),
    "+": ("list", _ONE_BY_ONE),
}
"""By how Arrow's format string starts, longer starts before shorter ones: the type's name, and what to do."""

_NUMPY: Final = {
    "u": _UNSIGNED,
    "f": _HALF,
    "M": _ONE_BY_ONE,
    "m": _NO_JAVA_TYPE,
    "c": _NO_JAVA_TYPE,
}
"""By the kind of a numpy type: what to do. Floats are those that aren't of 32 or 64 bits."""


def of_arrow(form: str) -> TypeError:
    """The error for a column of this Arrow format string."""
    for start, (name, advice) in _ARROW.items():
        if form.startswith(start):
            return TypeError(f"an Arrow column of type {name} has no Java key type: {advice}")
    return TypeError(f"an Arrow column of format {form!r} has no Java key type: {GIVE}")


def of_numpy(dtype: np.dtype) -> TypeError:
    """The error for an array of this numpy type."""
    advice = _NUMPY.get(dtype.kind, GIVE)
    if dtype.kind == "f" and dtype.itemsize > np.dtype(np.float64).itemsize:
        advice = "cast to the type of the keys, float32 or float64"
    return TypeError(f"an array of {dtype} has no Java key type: {advice}")


def of_item(item: object) -> str:
    """What to do about an object array's row that is neither text nor bytes: of which types there are columns."""
    return GIVE if isinstance(item, int | float | str | bytes | np.generic) else _ONE_BY_ONE


def refuse_padded(start: int, keys: np.ndarray) -> None:
    """Of an `S` array nothing says where a key ends: numpy fills up with zero bytes, and gives none of those back.

    Texts have none, so theirs are the filling. Where a key has one before its last byte, the keys are binary.
    """
    zero = np.ascontiguousarray(keys).view(np.uint8).reshape(len(keys), -1) == 0
    last = zero[:, -1:].any(axis=1)
    if last.any() and (zero[:, :-1] & ~zero[:, 1:]).any():
        raise TypeError(
            f"row {start + int(last.argmax())} ends in a zero byte, as a key or because numpy fills up with them, and"
            " numpy forgets which: give bytes that may have zeros in an object array, as `V`, or in an Arrow array"
        )
