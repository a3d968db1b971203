"""Flink's suites: the tests of key groups, of rescaling and of the heap backend that stand on them."""

from __future__ import annotations

from typing import Final

from jarparity.lines import Line
from jarparity.measures.upstream.suite import JavaTests, Suite

_RUNTIME: Final = "org.apache.flink.runtime"
_STREAMING: Final = "org.apache.flink.streaming.runtime"
_INTERSECTION: Final = "flink.key-group-range.intersection"
_OF_KEY: Final = "flink.key-group.of-key"
_RANGE: Final = "flink.key-group.range-of-operator"
_POWER: Final = "flink.math.round-up-to-power-of-two"
_OPERATOR_STATE: Final = "flink.rescale.operator-state"
_IN_FLIGHT: Final = "flink.rescale.in-flight"
_DEFAULT: Final = "flink.key-group.default-max-parallelism"

_CLASSES: Final = (
    JavaTests("org.apache.flink.util.MathUtilTest", (_POWER,)),
    JavaTests(f"{_RUNTIME}.state.KeyGroupRangeTest", (_INTERSECTION,)),
    JavaTests(f"{_RUNTIME}.state.KeyGroupRangeOffsetTest", (_INTERSECTION,)),
    JavaTests(f"{_RUNTIME}.state.KeyGroupsStateHandleTest", (_INTERSECTION,)),
    JavaTests(f"{_RUNTIME}.state.heap.InternalKeyContextImplTest"),
    JavaTests(f"{_RUNTIME}.state.heap.KeyGroupPartitionedPriorityQueueTest", (_OF_KEY,)),
    JavaTests(
        f"{_STREAMING}.partitioner.KeyGroupStreamPartitionerTest", (_OF_KEY, "flink.key-group.operator-of-group")
    ),
    JavaTests(f"{_RUNTIME}.io.network.api.writer.SubtaskStateMapperTest", (_IN_FLIGHT,)),
    JavaTests(
        f"{_RUNTIME}.checkpoint.StateAssignmentOperationTest",
        (_INTERSECTION, _DEFAULT, _RANGE, _IN_FLIGHT, _OPERATOR_STATE),
    ),
    JavaTests(f"{_RUNTIME}.checkpoint.CheckpointCoordinatorRestoringTest", (_INTERSECTION, _RANGE, _OPERATOR_STATE)),
    JavaTests(f"{_RUNTIME}.state.HashMapStateBackendTest", (_INTERSECTION, _OF_KEY, _RANGE, _POWER)),
)

# The tests look into the JDK's own classes: to copy keys with Kryo, and to see what was queued.
_OPENED: Final = tuple(
    f"--add-opens=java.base/{package}=ALL-UNNAMED"
    for package in ("java.lang", "java.util", "java.util.concurrent", "java.time")
)

SUITES: Final = tuple(
    Suite("flink", Line("flink", version), _CLASSES, "2g", _OPENED) for version in ("1.20.5", "2.3.0")
)

WRONG: Final = (
    "finish-masked",
    "finish-abs",
    "finish-missing",
    "finish-unsigned",
    "hash-unmixed",
    "avalanche-missing",
    "length-missing",
    "string-code-points",
    "long-as-integer",
    "integer-as-long",
    "index-modulo",
    "index-ceiling",
    "remainder-floors",
    "range-floor",
    "range-end-exclusive",
    "range-remainder-first",
    "range-unchecked",
    "range-disjoint-inverted",
    "default-lower-64",
    "default-upper-missing",
    "default-without-half",
    "power-above",
    "power-nearest",
    "in-flight-forgotten",
    "operator-state-backwards",
)
"""The wrong ports of `--mutants`."""
