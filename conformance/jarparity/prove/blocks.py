"""A block: the part of a domain that has one digest."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a domain.

    Attributes:
        name: Stable and readable: `-2147483648` (its first hash), `max-128/parallelism-1-128`, `owned/3/t-1/u-2/0`.
        rows: How many inputs.
        arguments: What the domain needs to build it.
        since: The first version whose API carries its inputs; None for all.
    """

    name: str
    rows: int
    arguments: tuple[int, ...]
    since: str | None = None
