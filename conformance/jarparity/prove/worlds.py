"""Small worlds: all inputs of an operation on documents, up to bounds that are named.

A world is made of parts. A part is the product of some choices, in the order of nested loops: the first choice is the
outermost loop, the last one varies fastest. So every input has a number, and any language can make it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from jarparity.prove.blocks import Block

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jarparity.answers import JSON

ROWS_A_BLOCK = 4096
"""Inputs of a block at most: a second or two of an assignor, a megabyte of text."""


NUMBERED: Final = (
    "a part is a product of choices in the order of nested loops, the last one varying fastest; a block is up to 4096 "
    "inputs of a part, named by the number of its first; a digest is the SHA-256 of the answers as canonical JSON "
    '({"value":…} or {"error":{"kind":…}}, keys sorted, no spaces, ASCII), a line feed after each'
)
"""What every order of a world ends with."""


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
class World:
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
