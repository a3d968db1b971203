"""Domains: what is compared completely, cut into numbered blocks in an order that any language can follow.

A `ColumnDomain` is every input of an operation on integers. A `SmallScope` is every input of an operation on documents
up to bounds that are named. It is made of parts; a part is the product of some choices, in the order of nested loops:
the first choice is the outermost loop, the last one varies fastest. So every input has a number.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from jarparity.columns import row_input

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jarparity.answers import JSON
    from jarparity.columns import Column
    from jarparity.operations import BulkInput

ROWS_A_BLOCK = 4096
"""Inputs of a block at most: a second or two of an assignor, a megabyte of text."""


NUMBERED: Final = (
    "a part is a product of choices in the order of nested loops, the last one varying fastest; a block is up to 4096 "
    "inputs of a part, named by the number of its first; a digest is the SHA-256 of the answers as canonical JSON "
    '({"value":…} or {"error":{"kind":…}}, keys sorted, no spaces, ASCII), a line feed after each'
)
"""What every order of a small scope ends with."""


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


@dataclass(frozen=True, slots=True)
class Part:
    """A product of choices.

    Attributes:
        name: Stable and readable: `owned/3/t-1/u-2`.
        choices: Place by place, what may stand there.
        make: Takes what was chosen for each place, and gives the input.
        since: The first version whose API carries these inputs; None for all.
    """

    name: str
    choices: tuple[Sequence[Any], ...]
    make: Callable[..., JSON]
    since: str | None = None

    @property
    def size(self) -> int:
        """How many inputs."""
        return math.prod(map(len, self.choices))

    def document(self, number: int) -> JSON:
        """The input of a number from 0 to `size` - 1."""
        chosen: list[Any] = []
        for choice in reversed(self.choices):
            number, digit = divmod(number, len(choice))
            chosen.append(choice[digit])
        return self.make(*reversed(chosen))


@dataclass(frozen=True)
class SmallScope:
    """All inputs of one operation up to named bounds.

    Attributes:
        operation: The operation's name.
        order: The order of inputs, in words.
        parts: All parts, in order.
    """

    operation: str
    order: str
    parts: tuple[Part, ...] = field(repr=False)

    def blocks(self) -> Sequence[Block]:
        """All blocks, in order: each part in pieces of 4,096 inputs, named by the first's number."""
        return self._blocks

    def document(self, block: Block, row: int) -> JSON:
        """One input of a block."""
        part, first = block.arguments
        return self.parts[part].document(first + row)

    def documents(self, block: Block) -> Sequence[JSON]:
        """The inputs of a block, in order."""
        return [self.document(block, row) for row in range(block.rows)]

    @cached_property
    def _blocks(self) -> list[Block]:
        return [
            Block(f"{part.name}/{first}", min(ROWS_A_BLOCK, part.size - first), (number, first), part.since)
            for number, part in enumerate(self.parts)
            for first in range(0, part.size, ROWS_A_BLOCK)
        ]


class ColumnDomain(ABC):
    """Every input of an operation that takes columns and answers with int32 numbers.

    Attributes:
        operation: The operation's name.
        width: 32-bit integers in an answer.
        order: The order of inputs, in words that suffice to repeat it.
    """

    operation: str
    width: int
    order: str

    @abstractmethod
    def blocks(self) -> Sequence[Block]:
        """All blocks, in order."""

    @abstractmethod
    def column(self, block: Block) -> Column:
        """The inputs of a block."""

    @property
    def bulk(self) -> BulkInput:
        """How the operation takes a column.

        Raises:
            ValueError: It is declared without.
        """
        from jarparity import registry  # noqa: PLC0415 - areas declare domains, and the registry loads areas

        found = registry.operation(self.operation).bulk
        if found is None:
            raise ValueError(f"{self.operation} is declared without a bulk input")
        return found

    def document(self, block: Block, row: int) -> JSON:
        """One input of a block, as a single case has it."""
        return row_input(self.bulk, {}, self.column(block), row)

    def documents(self, block: Block) -> Sequence[JSON]:
        """The inputs of a block as single cases have them, in order."""
        bulk, column = self.bulk, self.column(block)
        return [row_input(bulk, {}, column, row) for row in range(block.rows)]


Domain: TypeAlias = ColumnDomain | SmallScope
