"""The catalogue: every operation, declared once. One file a family; a new operation is one entry there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.catalogue import flink, java, kafka

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.operations import Operation

OPERATIONS: dict[str, Operation] = {
    operation.name: operation
    for family in (java.OPERATIONS, flink.OPERATIONS, kafka.OPERATIONS)
    for operation in family
}


def operation(name: str) -> Operation:
    """The operation of this name.

    Raises:
        KeyError: There is none; the message names the nearest.
    """
    import difflib  # noqa: PLC0415 - only for the message

    if name in OPERATIONS:
        return OPERATIONS[name]
    near = difflib.get_close_matches(name, OPERATIONS, n=3)
    raise KeyError(
        f"no operation {name!r}" + (f"; did you mean {', '.join(near)}?" if near else "; see `jarparity list`")
    )


def select(patterns: Sequence[str]) -> list[Operation]:
    """The operations that match any of the globs (all, where there are none), in the catalogue's order."""
    return [o for o in OPERATIONS.values() if not patterns or o.matches(patterns)]
