"""What is in a savepoint, a checkpoint or a subtask's stream of keyed state, without a JVM."""

from __future__ import annotations

from copartition.advice.savepoint.explaining import explain_savepoint
from copartition.advice.savepoint.reports import Damage, KeyedFile, OperatorReport, Restorable, SavepointReport
from copartition.advice.savepoint.tally import Count, Entries, Large

__all__ = [
    "Count",
    "Damage",
    "Entries",
    "KeyedFile",
    "Large",
    "OperatorReport",
    "Restorable",
    "SavepointReport",
    "explain_savepoint",
]
