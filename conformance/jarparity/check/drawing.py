"""Cases in chunks, each drawn from a seed of its own: the same whichever process draws them, in whatever order."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.operations import Operation

MOST: Final = 500
"""Inputs of a chunk, where they cost least: a task then ends every few seconds, and another takes over."""

ROWS: Final = 50_000
"""As many rows of a column as a chunk of dearer inputs counts (`Operation.volume_rows`)."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some inputs of an operation.

    Attributes:
        operation: The operation.
        number: Its place among the operation's chunks, from 0; with the seed it settles what is drawn.
        size: How many inputs.
    """

    operation: Operation
    number: int
    size: int

    def draw(self, seed: int) -> list[JSON]:
        """The inputs. Cost: 10 to 300 µs each."""
        random = Random(f"{seed}/{self.operation.name}/{self.number}")  # noqa: S311 - reproducible, not secret
        return [self.operation.draw(random) for _ in range(self.size)]


def chunks(operations: Sequence[Operation], cases: int) -> Iterator[Chunk]:
    """The chunks that hold so many cases of each operation; neighbours are of different operations.

    So a run of neighbours, which is what a task gets, costs about as much as any other of its length.
    """
    left = {operation.name: cases for operation in operations}
    for number in count():
        wanting = [operation for operation in operations if left[operation.name]]
        if not wanting:
            return
        for operation in wanting:
            size = min(_size(operation), left[operation.name])
            yield Chunk(operation, number, size)
            left[operation.name] -= size


def _size(operation: Operation) -> int:
    return max(1, min(MOST, ROWS // operation.volume_rows))
