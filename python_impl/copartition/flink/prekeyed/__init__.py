"""Keyed state of a stream that its source has partitioned already: one key group a split, no shuffle.

Flink never shipped this. It is the option of a proposal that lets the source operator map splits to key groups while
the job runs; `docs/pre-keyed-streams.md` says what the proposal leaves open, and what was decided here.
"""

from __future__ import annotations

from copartition.flink.prekeyed.operator import KeyedBackend, PreKeyedOperator
from copartition.flink.prekeyed.rescaling import redistribute_splits
from copartition.flink.prekeyed.split_key_groups import SplitKeyGroups

__all__ = ["KeyedBackend", "PreKeyedOperator", "SplitKeyGroups", "redistribute_splits"]
