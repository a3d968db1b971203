"""Flink's placement: key groups, the operators that own them, and the keys of every API.

The functions over whole columns (`key_groups`, `operator_indexes`, …) and `rescale_plan` are loaded on first use: they
need numpy.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from copartition.flink.assignment import (
    DEFAULT_LOWER_BOUND_MAX_PARALLELISM,
    UPPER_BOUND_MAX_PARALLELISM,
    check_parallelism,
    default_max_parallelism,
    key_group,
    key_group_of_hash,
    operator_of_key,
    operator_of_key_group,
    range_of_operator,
)
from copartition.flink.balance import (
    RangeBalance,
    balanced_keys,
    even_max_parallelisms,
    even_parallelisms,
    fairest_max_parallelism,
    range_balance,
    skewed_defaults,
)
from copartition.flink.binary_row import RowData, row_hash
from copartition.flink.in_flight_gaps import InFlightGap, in_flight_gaps
from copartition.flink.key_group_range import KeyGroupRange, KeyGroupRangeOffsets
from copartition.flink.key_route import KeyRoute, route_of_key
from copartition.flink.math_utils import murmur_hash, round_up_to_power_of_two
from copartition.flink.misplaced_key_group import Misplacement, diagnose_key_group, parsed_message
from copartition.flink.partitioner import select_channel
from copartition.flink.pyflink import pickled
from copartition.flink.rescale_in_flight import SubtaskStateMapper
from copartition.flink.rescale_keyed_state import key_group_partitions, redistributed_ranges, restored_keys
from copartition.flink.rescale_operator_state import (
    OperatorStateHandle,
    OperatorStateMode,
    StateOffsets,
    repartition_operator_state,
)
from copartition.flink.sql_python_values import Moment, RawBits
from copartition.flink.sql_types import SqlType

if TYPE_CHECKING:
    from copartition.flink.bulk import (
        key_groups,
        key_groups_of_hashes,
        murmur_hashes,
        operator_indexes,
        operators_of_key_groups,
        ranges_of_operators,
    )
    from copartition.flink.rescaling import RescalePlan, Transfer, rescale_plan

__all__ = [
    "DEFAULT_LOWER_BOUND_MAX_PARALLELISM",
    "UPPER_BOUND_MAX_PARALLELISM",
    "InFlightGap",
    "KeyGroupRange",
    "KeyGroupRangeOffsets",
    "KeyRoute",
    "Misplacement",
    "Moment",
    "OperatorStateHandle",
    "OperatorStateMode",
    "RangeBalance",
    "RawBits",
    "RescalePlan",
    "RowData",
    "SqlType",
    "StateOffsets",
    "SubtaskStateMapper",
    "Transfer",
    "balanced_keys",
    "check_parallelism",
    "default_max_parallelism",
    "diagnose_key_group",
    "even_max_parallelisms",
    "even_parallelisms",
    "fairest_max_parallelism",
    "in_flight_gaps",
    "key_group",
    "key_group_of_hash",
    "key_group_partitions",
    "key_groups",
    "key_groups_of_hashes",
    "murmur_hash",
    "murmur_hashes",
    "operator_indexes",
    "operator_of_key",
    "operator_of_key_group",
    "operators_of_key_groups",
    "parsed_message",
    "pickled",
    "range_balance",
    "range_of_operator",
    "ranges_of_operators",
    "redistributed_ranges",
    "repartition_operator_state",
    "rescale_plan",
    "restored_keys",
    "round_up_to_power_of_two",
    "route_of_key",
    "row_hash",
    "select_channel",
    "skewed_defaults",
]

_BULK = frozenset(
    {
        "key_groups",
        "key_groups_of_hashes",
        "murmur_hashes",
        "operator_indexes",
        "operators_of_key_groups",
        "ranges_of_operators",
    }
)

_PLAN = frozenset({"RescalePlan", "Transfer", "rescale_plan"})


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the module has under this name
    if name in _BULK:
        return getattr(importlib.import_module("copartition.flink.bulk"), name)
    if name in _PLAN:
        return getattr(importlib.import_module("copartition.flink.rescaling"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
