"""How the kernels in numba are compiled, and how they take eight bytes at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numba
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

_P = np.uint64
HIGH_BITS = _P(0x8080808080808080)
"""Of eight bytes: one is set where a byte is not ASCII."""

_F = TypeVar("_F", bound="Callable[..., Any]")


def jit(function: _F) -> _F:
    """Compiles without holding the interpreter's lock; keeps the machine code where a cache can be."""
    try:
        compiled: _F = numba.njit(function, nogil=True, cache=True)
    except RuntimeError:  # numba found no place for a cache: a read-only installation with no home
        compiled = numba.njit(function, nogil=True)
    return compiled


@jit
def word(data: np.ndarray, j: np.uint64) -> np.uint64:
    """The eight bytes from byte j on; the compiler makes one load of them, as the indexes are unsigned."""
    return (
        _P(data[j])
        | (_P(data[j + _P(1)]) << _P(8))
        | (_P(data[j + _P(2)]) << _P(16))
        | (_P(data[j + _P(3)]) << _P(24))
        | (_P(data[j + _P(4)]) << _P(32))
        | (_P(data[j + _P(5)]) << _P(40))
        | (_P(data[j + _P(6)]) << _P(48))
        | (_P(data[j + _P(7)]) << _P(56))
    )
