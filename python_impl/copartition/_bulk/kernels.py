"""Which kernels do the work: numba's where it is installed, else numpy's. Their answers are identical."""

from __future__ import annotations

import contextlib
import importlib
import os
from contextvars import ContextVar
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

Name: TypeAlias = Literal["numpy", "numba"]

VARIABLE = "COPARTITION_KERNELS"
"""The environment variable that chooses: `numpy` or `numba`."""

IN_A_GROUP = 0
NO_GROUP = -1
"""Where a part of a savepoint begins: in a key group, or before one. See `Kernels.records`."""

_chosen: ContextVar[str | None] = ContextVar("copartition kernels", default=None)


class Kernels(Protocol):
    """Loops over one block of rows.

    All inputs are C-contiguous; `out` and what is changed in place are int32.
    `offsets` (int32 or int64) holds where each row begins in the data, and where the last ends.
    """

    NAME: Name

    def long_hashes(self, values: np.ndarray, out: np.ndarray) -> None:
        """`Long.hashCode` of int64."""

    def double_hashes(self, values: np.ndarray, out: np.ndarray) -> None:
        """`Double.hashCode` of float64."""

    def float_hashes(self, values: np.ndarray, out: np.ndarray) -> None:
        """`Float.hashCode` of float32."""

    def boolean_hashes(self, values: np.ndarray, out: np.ndarray) -> None:
        """`Boolean.hashCode` of uint8, 0 or 1."""

    def utf16_hashes(self, offsets: np.ndarray, units: np.ndarray, out: np.ndarray) -> None:
        """`String.hashCode` of uint16 chars."""

    def utf8_hashes(self, offsets: np.ndarray, data: np.ndarray, out: np.ndarray) -> int:
        """`String.hashCode` of uint8 UTF-8; answers the first row that is not valid UTF-8, or -1."""

    def string_sizes(self, offsets: np.ndarray, units: np.ndarray, out: np.ndarray) -> None:
        """How many bytes Flink's `StringValue.writeString` makes of each row's chars (uint16).

        `out` is int64.
        """

    def string_bytes(self, offsets: np.ndarray, units: np.ndarray, begins: np.ndarray, out: np.ndarray) -> None:
        """These bytes, each row's from its int64 place in `begins` on; `out` is uint8."""

    def utf8_string_sizes(self, offsets: np.ndarray, data: np.ndarray, out: np.ndarray) -> None:
        """As `string_sizes`, of uint8 rows that are valid UTF-8."""

    def utf8_string_bytes(self, offsets: np.ndarray, data: np.ndarray, begins: np.ndarray, out: np.ndarray) -> None:
        """As `string_bytes`, of uint8 rows that are valid UTF-8."""

    def records(  # noqa: PLR0913 - a kernel's buffers
        self,
        data: np.ndarray,
        begin: int,
        state: int,
        limit: int,
        states: np.ndarray,
        offsets: np.ndarray,
        keys: np.ndarray,
        values: np.ndarray,
    ) -> tuple[int, int, int, int]:
        """The whole pairs at the front of a part of a canonical savepoint, up to the first one that is cut or damaged.

        Args:
            data: The part, uint8.
            begin: `IN_A_GROUP` where a pair of the state `state` comes first, `NO_GROUP` where a key group does.
            state: The number of the first pair's state.
            limit: How many states there are; a pair with a higher number is damaged.
            states: int32: gets the number of each pair's state.
            offsets: int64 of two rows: gets where each key and each value ends, behind the 0 that is there.
            keys: uint8: gets the keys, without the bit that says that one is its state's last.
            values: uint8: gets the values.

        Returns:
            How many pairs, and how many bytes of `data` they take; where in `data` the last key group begins, or
            `NO_GROUP`; the number of the next pair's state, or -1 where a key group comes next.
        """

    def murmur(self, hashes: np.ndarray) -> None:
        """Flink's `MathUtils.murmurHash`, in place."""

    def positive(self, hashes: np.ndarray) -> None:
        """Kafka's `Utils.toPositive`, in place."""

    def remainders(self, values: np.ndarray, divisor: int) -> None:
        """Java's `%` of values that are not negative, by any int32 but 0, in place."""

    def scale(self, values: np.ndarray, factor: int, divisor: int) -> None:
        """Java's `value * factor / divisor` with any int32s (the divisor is not 0), in place."""

    def murmur2(self, offsets: np.ndarray, data: np.ndarray, out: np.ndarray) -> None:
        """Kafka's `Utils.murmur2` of uint8 rows."""


def kernels(name: Name | None = None) -> Kernels:
    """The kernels of this name; without one, what `using` or the environment says, or the fastest.

    Raises:
        ValueError: The name is neither `numpy` nor `numba`.
        ModuleNotFoundError: numba is asked for by name and is not installed.
    """
    wanted = name or _chosen.get() or os.environ.get(VARIABLE) or _fastest()
    return _load(wanted)


@contextlib.contextmanager
def using(name: Name) -> Iterator[None]:
    """Within this context, `kernels()` are the ones of this name."""
    token = _chosen.set(name)
    try:
        yield
    finally:
        _chosen.reset(token)


@cache
def _fastest() -> Name:
    return "numba" if find_spec("numba") else "numpy"


@cache
def _load(name: str) -> Kernels:
    if name not in {"numpy", "numba"}:
        raise ValueError(f"kernels {name!r}: there are 'numpy' and 'numba' (see the environment variable {VARIABLE})")
    if name == "numba" and not find_spec("numba"):
        raise ModuleNotFoundError("numba is not installed: pip install 'jarparity[fast]'", name="numba")
    return cast("Kernels", importlib.import_module(f"copartition._bulk.{name}_kernels"))
