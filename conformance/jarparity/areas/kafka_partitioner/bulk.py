"""How columns of serialized keys are drawn, and how a key of a column is written as a single case has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from jarparity.answers import JSON
    from jarparity.columns import Kind


def partitions(random: np.random.Generator) -> dict[str, JSON]:
    """The number of partitions of a column of keys: a common one, or any."""
    return {"partitions": int(random.choice([1, 3, 10, 12, 50, 64, 1000, int(random.integers(1, 100_000))]))}


def hexadecimal(_kind: Kind, value: bytes) -> JSON:
    """A row of a column of serialized keys."""
    return value.hex()
