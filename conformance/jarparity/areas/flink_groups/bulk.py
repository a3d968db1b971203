"""How columns of the key-group arithmetic are drawn, and how a key of a column is written as a single case has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from jarparity.values.numbers import UPPER_BOUND

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.columns import Kind

_MAX_PARALLELISMS: Final = (1, 2, 7, 100, 127, 128, 720, 4096, 32767, 32768)


def max_parallelism(random: np.random.Generator) -> dict[str, JSON]:
    """The max parallelism of a column of keys or hash codes: a common one, an odd one, or any."""
    return {"maxParallelism": _maximum(random)}


def both_parallelisms(random: np.random.Generator) -> dict[str, JSON]:
    """The same, and a parallelism that it allows."""
    maximum = _maximum(random)
    return {"maxParallelism": maximum, "parallelism": int(random.integers(1, maximum + 1))}


def groups(random: np.random.Generator, rows: int) -> np.ndarray:
    """Rows of a key group that is there, the max parallelism, and the parallelism."""
    maximum, parallelism = _parallelisms(random, rows)
    return np.stack([random.integers(0, 2**31, rows) % maximum, maximum, parallelism], axis=1)


def operators(random: np.random.Generator, rows: int) -> np.ndarray:
    """Rows of the max parallelism, the parallelism, and an operator that is there."""
    maximum, parallelism = _parallelisms(random, rows)
    return np.stack([maximum, parallelism, random.integers(0, 2**31, rows) % parallelism], axis=1)


def typed_key(kind: Kind, value: Any) -> JSON:  # noqa: ANN401 - numpy's number, or bytes
    """A row of a column of keys, with its Java type."""
    match kind:
        case "utf8":
            return {"type": "string", "value": value.decode("utf-8", "replace")}
        case "double":
            return {"type": "double", "value": f"0x{int(value.view(np.uint64)):016x}"}
        case "boolean":
            return {"type": "boolean", "value": bool(value)}
        case _:
            return {"type": kind, "value": str(int(value))}


def _maximum(random: np.random.Generator) -> int:
    return int(random.choice([*_MAX_PARALLELISMS, int(random.integers(1, UPPER_BOUND + 1))]))


def _parallelisms(random: np.random.Generator, rows: int) -> tuple[np.ndarray, np.ndarray]:
    maximum = random.integers(1, UPPER_BOUND + 1, rows)
    return maximum, 1 + random.integers(0, 2**31, rows) % maximum
