"""Flink's placement: key groups, the operators that own them, and the keys of every API.

- `copartition.flink.state`: keyed state, timers and a keyed operator, as on Flink's heap.
- `copartition.flink.savepoint`: streams of keyed state, written and read.
- `copartition.flink.checkpoint`: the file `_metadata`, which says where state lies.
- `copartition.flink.serializers`: values as the bytes that state holds.
- `copartition.flink.watermarks`: watermarks of splits, channels and sources as one.
- `copartition.flink.kafka_source`: the Kafka source's splits, and who reads them.
- `copartition.flink.prekeyed`: keyed state of a stream that its source has partitioned already.

The functions over whole columns (`key_groups`, `operator_indexes`, …) are loaded on first use: they need numpy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition._lazy import lazy
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
from copartition.flink.binary_row import RowData, row_hash
from copartition.flink.key_group_range import KeyGroupRange, KeyGroupRangeOffsets
from copartition.flink.math_utils import murmur_hash, round_up_to_power_of_two
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

__all__ = [
    "DEFAULT_LOWER_BOUND_MAX_PARALLELISM",
    "UPPER_BOUND_MAX_PARALLELISM",
    "KeyGroupRange",
    "KeyGroupRangeOffsets",
    "Moment",
    "OperatorStateHandle",
    "OperatorStateMode",
    "RawBits",
    "RowData",
    "SqlType",
    "StateOffsets",
    "SubtaskStateMapper",
    "check_parallelism",
    "default_max_parallelism",
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
    "pickled",
    "range_of_operator",
    "ranges_of_operators",
    "redistributed_ranges",
    "repartition_operator_state",
    "restored_keys",
    "round_up_to_power_of_two",
    "row_hash",
    "select_channel",
]

__getattr__, __dir__ = lazy(
    __name__,
    __all__,
    {
        "copartition.flink.bulk": (
            "key_groups",
            "key_groups_of_hashes",
            "murmur_hashes",
            "operator_indexes",
            "operators_of_key_groups",
            "ranges_of_operators",
        )
    },
)
