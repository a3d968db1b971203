"""Which domains there are, and which lines and blocks of one can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity import registry
from jarparity.domains import Domain, SmallScope
from jarparity.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.domains import Block

DOMAINS: dict[str, Domain] = {domain.operation: domain for area in registry.AREAS for domain in area.domains()}


def varies(domain: Domain) -> bool:
    """Whether lines may answer otherwise, and so have digests of their own; else all lines share one."""
    return isinstance(domain, SmallScope)


def blocks_of(blocks: Iterable[Block], line: Line) -> list[Block]:
    """Those blocks whose inputs a line's API carries."""
    return [b for b in blocks if b.since is None or not line < Line(line.family, b.since)]


def lines_of(domain: Domain, lines: Iterable[Line]) -> list[Line]:
    """Those lines that have the domain's operation, oldest first."""
    operation = registry.operation(domain.operation)
    return sorted(line for line in lines if operation.has(line))
