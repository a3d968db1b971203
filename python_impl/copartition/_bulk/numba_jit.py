"""How the kernels in numba are compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numba

if TYPE_CHECKING:
    from collections.abc import Callable

_F = TypeVar("_F", bound="Callable[..., Any]")


def jit(function: _F) -> _F:
    """Compiles without holding the interpreter's lock; keeps the machine code where a cache can be."""
    try:
        compiled: _F = numba.njit(function, nogil=True, cache=True)
    except RuntimeError:  # numba found no place for a cache: a read-only installation with no home
        compiled = numba.njit(function, nogil=True)
    return compiled
