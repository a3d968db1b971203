"""Keyed state: what an operator keeps for each key, equal to Flink's heap backend."""

from __future__ import annotations

from copartition.flink.state.group_aggregate import Aggregate, Change, CountAndSum, GroupAggregate
from copartition.flink.state.heap_backend import Entry, HeapKeyedStateBackend
from copartition.flink.state.keyed_operator import KeyedProcessFunction, KeyedProcessOperator
from copartition.flink.state.namespaces import GLOBAL_WINDOW, VOID, GlobalWindow, Namespace, TimeWindow, VoidNamespace
from copartition.flink.state.snapshot import KeyedStateSnapshot, StateSnapshot
from copartition.flink.state.timer_queue import Timer, TimerQueue
from copartition.flink.state.timer_service import TimerService, Triggerable
from copartition.flink.state.value_state import ValueState

__all__ = [
    "GLOBAL_WINDOW",
    "VOID",
    "Aggregate",
    "Change",
    "CountAndSum",
    "Entry",
    "GlobalWindow",
    "GroupAggregate",
    "HeapKeyedStateBackend",
    "KeyedProcessFunction",
    "KeyedProcessOperator",
    "KeyedStateSnapshot",
    "Namespace",
    "StateSnapshot",
    "TimeWindow",
    "Timer",
    "TimerQueue",
    "TimerService",
    "Triggerable",
    "ValueState",
    "VoidNamespace",
]
