"""The kit's known wrong ports, each judged by the golden vectors alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity import bugs, catalogue
from jarparity.check.judge import judge
from jarparity.ports.callables import CallablePort
from jarparity.verdicts import Differs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.bugs import Bug
    from quality.mutation.vectors import Vectors


def rejected(vectors: Vectors, chosen: Iterable[Bug] = bugs.BUGS) -> dict[str, int]:
    """By tag, how many of the bug's own operations have a vector that tells it from the originals."""
    return {bug.tag: sum(_differs(vectors, bug, operation) for operation in bug.operations) for bug in chosen}


def _differs(vectors: Vectors, bug: Bug, operation: str) -> bool:
    port = CallablePort(bugs.wrong_port(bug.tag), bug.tag)
    truths = [vectors.truths[number] for number in vectors.ranges.get(operation, ())]
    verdicts = judge(catalogue.operation(operation), port, truths, "golden", every_line=False)
    return any(isinstance(verdict, Differs) for verdict in verdicts)
