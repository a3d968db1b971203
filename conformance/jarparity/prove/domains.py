"""Whole domains: every input of an operation, cut into numbered blocks in an order that any language can follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from jarparity import catalogue
from jarparity.lines import Line
from jarparity.prove import group_worlds, history_worlds
from jarparity.prove.integer_domains import AllHashes, ColumnDomain, EveryKeyGroup, EveryOperator
from jarparity.prove.worlds import World

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.prove.blocks import Block

Domain: TypeAlias = ColumnDomain | World

DOMAINS: dict[str, Domain] = {
    domain.operation: domain
    for domain in (AllHashes(), EveryKeyGroup(), EveryOperator(), *group_worlds.WORLDS, *history_worlds.WORLDS)
}


def varies(domain: Domain) -> bool:
    """Whether lines may answer otherwise, and so have digests of their own; else all lines share one."""
    return isinstance(domain, World)


def blocks_of(blocks: Iterable[Block], line: Line) -> list[Block]:
    """Those blocks whose inputs a line's API carries."""
    return [b for b in blocks if b.since is None or not line < Line(line.family, b.since)]


def lines_of(domain: Domain, lines: Iterable[Line]) -> list[Line]:
    """Those lines that have the domain's operation, oldest first."""
    operation = catalogue.operation(domain.operation)
    return sorted(line for line in lines if operation.has(line))
