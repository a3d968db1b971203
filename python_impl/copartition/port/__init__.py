"""`copartition` as a port under test: operations by name, on JSON inputs.

`PORT` is what a conformance kit loads. It needs nothing of the kit: `PORT.operations` maps an operation's name to
a callable that takes the JSON input and returns the JSON answer, or raises an exception whose attribute `kind` is
the name of Java's exception. What is no input of the operation raises a `ValueError` that names the field.
"""

from __future__ import annotations

from functools import partial
from importlib import metadata
from typing import TYPE_CHECKING, Any, Final

from copartition.port import (
    assignor_operations,
    flink_operations,
    java_operations,
    kafka_operations,
    kafka_source_bytes,
    kafka_source_enumerator,
    kafka_source_operations,
    own_assignors,
    prekeyed_operations,
    producer_operations,
    protocol_operations,
    reassign_operations,
    replica_operations,
    rescale_operations,
    state_operations,
    watermark_operations,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np

    from copartition.port.inputs import JSON

__all__ = ["PORT", "CopartitionPort"]

_BULK: Final = (
    "flink.math.murmur-hash",
    "flink.key-group.of-hash",
    "flink.key-group.of-key",
    "flink.key-group.operator-of-key",
    "flink.key-group.operator-of-group",
    "flink.key-group.range-of-operator",
    "kafka.partitioner.murmur2",
    "kafka.partitioner.partition-for-key",
)


def _bulk(operation: str, kind: str, parameters: Mapping[str, Any], data: np.ndarray, rows: int) -> np.ndarray:
    from copartition._bulk import port_bulk  # noqa: PLC0415 - numpy is loaded when a column comes, not before

    return port_bulk(operation, kind, parameters, data, rows)


class CopartitionPort:
    """The port: what it implements, and how it calls itself.

    Attributes:
        name: The port's name.
        lines: The versions of the originals that it equals: all.
        messages: It gives the originals' error messages, too.
        forks: It keeps no state, so that a forked copy of the process may ask it, too.
        operations: By name, a callable from JSON input to JSON answer; one with a parameter `line` is told the line.
        bulk: By name, a callable from kind, parameters, packed column (uint8) and number of rows to int32
            answers.
    """

    name: Final = "copartition"
    lines: Final = ("*",)
    messages: Final = True
    forks: Final = True
    operations: Final[Mapping[str, Callable[..., JSON]]] = {
        **java_operations.OPERATIONS,
        **flink_operations.OPERATIONS,
        **rescale_operations.OPERATIONS,
        **watermark_operations.OPERATIONS,
        **prekeyed_operations.OPERATIONS,
        **kafka_source_operations.OPERATIONS,
        **kafka_source_bytes.OPERATIONS,
        **kafka_source_enumerator.OPERATIONS,
        **state_operations.OPERATIONS,
        **kafka_operations.OPERATIONS,
        **assignor_operations.OPERATIONS,
        **own_assignors.OPERATIONS,
        **protocol_operations.OPERATIONS,
        **producer_operations.OPERATIONS,
        **replica_operations.OPERATIONS,
        **reassign_operations.OPERATIONS,
    }
    bulk: Final[Mapping[str, Callable[[str, Mapping[str, Any], np.ndarray, int], np.ndarray]]] = {
        operation: partial(_bulk, operation) for operation in _BULK
    }

    def own_assignor(self, assignor: object) -> own_assignors.OwnAssignorDoor:
        """The door to a user's own assignor.

        Args:
            assignor: A subclass of `copartition.kafka.ConsumerPartitionAssignor`.

        Raises:
            TypeError: It is none.
        """
        return own_assignors.OwnAssignorDoor(assignor)

    @property
    def advice(self) -> Mapping[str, Callable[[JSON], JSON]]:
        """By name, a callable from a JSON question to its answer; see `copartition.port.advice`."""
        from copartition.port.advice import ADVICE  # noqa: PLC0415 - a check asks none

        return ADVICE

    @property
    def version(self) -> str:
        """The version of the distribution that `copartition` came in."""
        try:
            return metadata.version("jarparity")
        except metadata.PackageNotFoundError:  # run from a bare source tree
            return "unknown"


PORT: Final = CopartitionPort()
"""The port object that `copartition.port:PORT` names."""
