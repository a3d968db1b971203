"""Moving replicas with Kafka's reassignment tool: its JSON, a plan for more replicas, what moves, and the way back.

`plan_increase` is loaded on first use: it needs numpy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from copartition.kafka.reassign.execution import execution_text
from copartition.kafka.reassign.moves import BrokerTraffic, Move, moves, traffic
from copartition.kafka.reassign.plan import Plan
from copartition.kafka.reassign.throttles import Ongoing, PartitionMove, ProposedMoves, proposed_moves
from copartition.kafka.reassign.tool_input import Reassignment, parse_reassignment
from copartition.kafka.reassign.tool_text import reassignment_json, rollback_text, sorted_partitions

if TYPE_CHECKING:
    from copartition.kafka.reassign.increase import plan_increase

__all__ = [
    "BrokerTraffic",
    "Move",
    "Ongoing",
    "PartitionMove",
    "Plan",
    "ProposedMoves",
    "Reassignment",
    "execution_text",
    "moves",
    "parse_reassignment",
    "plan_increase",
    "proposed_moves",
    "reassignment_json",
    "rollback_text",
    "sorted_partitions",
    "traffic",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the module has under this name
    if name == "plan_increase":
        return importlib.import_module("copartition.kafka.reassign.increase").plan_increase
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
