"""Kafka's reassignment tool: its JSON, what moves, and the way back. Plans are in `copartition.advice.reassign`."""

from __future__ import annotations

from copartition.kafka.reassign.execution import execution_text
from copartition.kafka.reassign.throttles import Ongoing, PartitionMove, ProposedMoves, proposed_moves
from copartition.kafka.reassign.tool_input import Reassignment, parse_reassignment
from copartition.kafka.reassign.tool_text import reassignment_json, rollback_text, sorted_partitions

__all__ = [
    "Ongoing",
    "PartitionMove",
    "ProposedMoves",
    "Reassignment",
    "execution_text",
    "parse_reassignment",
    "proposed_moves",
    "reassignment_json",
    "rollback_text",
    "sorted_partitions",
]
