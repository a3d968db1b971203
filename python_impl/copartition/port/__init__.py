"""`copartition` as a port under test: operations by name, on JSON inputs.

`PORT` is what a conformance kit loads. It needs nothing of the kit: `PORT.operations` maps an operation's name to
a callable that takes the JSON input and returns the JSON answer, or raises an exception whose attribute `kind` is
the name of Java's exception. A document of another form raises a `ValueError` that names the field.
"""

from __future__ import annotations

from functools import partial
from importlib import metadata
from typing import TYPE_CHECKING, Any, Final

from copartition.port.table import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np

    from copartition.port.custom_assignors import CustomAssignorAdapter
    from copartition.port.rows import Operation

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
        operations: By name, a callable from JSON input to JSON answer; one with a parameter `line` gets the line, too.
        bulk: By name, a callable from kind, parameters, packed column (uint8) and number of rows to int32
            answers.
    """

    name: Final = "copartition"
    lines: Final = ("*",)
    messages: Final = True
    operations: Final[Mapping[str, Operation]] = OPERATIONS
    bulk: Final[Mapping[str, Callable[[str, Mapping[str, Any], np.ndarray, int], np.ndarray]]] = {
        operation: partial(_bulk, operation) for operation in _BULK
    }

    def custom_assignor(self, assignor: object) -> CustomAssignorAdapter:
        """The adapter of a user's custom assignor.

        Args:
            assignor: A subclass of `copartition.kafka.ConsumerPartitionAssignor`.

        Raises:
            TypeError: It is something else, or lacks a method.
        """
        from copartition.port.custom_assignors import CustomAssignorAdapter  # noqa: PLC0415 - when it is asked for

        return CustomAssignorAdapter(assignor)

    @property
    def version(self) -> str:
        """The version of the distribution that `copartition` came in."""
        try:
            return metadata.version("jarparity")
        except metadata.PackageNotFoundError:  # run from a bare source tree
            return "unknown"


PORT: Final = CopartitionPort()
"""The port object that `copartition.port:PORT` names."""
