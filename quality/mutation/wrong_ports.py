"""Wrong ports with a name, the known faults: which of them the vectors alone tell from the originals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity import faults, registry
from jarparity.check.asking import PortReplies
from jarparity.ports.callables import CallablePort
from jarparity.verdicts import Differs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.faults import Fault
    from quality.mutation.vectors import Vectors


def rejected(vectors: Vectors, chosen: Iterable[Fault] | None = None) -> dict[str, int]:
    """By tag, how many of the fault's own operations have a vector that tells it from the originals."""
    chosen = faults.tagged_faults() if chosen is None else chosen
    return {fault.tag: sum(_differs(vectors, fault, operation) for operation in fault.operations) for fault in chosen}


def _differs(vectors: Vectors, fault: Fault, operation: str) -> bool:
    port = CallablePort(faults.wrong_port(fault.tag), fault.tag)
    truths = [vectors.truths[number] for number in vectors.ranges.get(operation, ())]
    verdicts = PortReplies(registry.operation(operation), port).verdicts(truths, "golden", every_line=False)
    return any(isinstance(verdict, Differs) for verdict in verdicts)
