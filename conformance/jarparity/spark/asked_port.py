"""The port's side on the executors: whole columns where it has a form for them, single inputs where not."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from jarparity.answers import Error, Fault, Reply, Skip, Value
from jarparity.columns import Column
from jarparity.ports import PortBulkError
from jarparity.ports.load import open_port
from jarparity.spark.key_types import KAFKA

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.ports import Port
    from jarparity.spark.blocks import Block
    from jarparity.spark.placements import Placement

_BIG_ENDIAN: Final = {"long": ">i8", "integer": ">i4", "double": ">f8"}
"""How the serializers of kafka-clients write numbers."""

_INT32: Final = np.iinfo(np.int32)


@dataclass(frozen=True, slots=True)
class Said:
    """What a port said to a block.

    Attributes:
        answers: int32, one a key; 0 where it gave none.
        replies: By row, what it said where that was no int.
    """

    answers: np.ndarray
    replies: dict[int, Reply]


@cache
def port_of_worker(name: str | None, folder: str | None = None) -> Port:
    """The port, loaded once for each of Spark's Python processes.

    Args:
        name: `module:attribute`; by default our own.
        folder: Where the driver found its module, if the executors are on the driver's machine.

    Raises:
        PortError: It isn't there; on a cluster it may have to be shipped.
    """
    if folder is not None and folder not in sys.path:
        sys.path.append(folder)
    return open_port(name)


def ask_port(port: Port, placement: Placement, block: Block) -> Said:
    """The port's answers to the keys of a block.

    A column that breaks the port is asked key by key: so one odd key spoils no other answer.
    """
    if block.is_packed:
        column = _serialized(block.column) if placement.family == KAFKA else block.column
        try:
            answers = port.bulk(placement.operation, placement.parameters, column)
        except PortBulkError:
            answers = None
        if answers is not None:
            return Said(answers, {})
    answers = np.zeros(block.rows, np.int32)
    replies: dict[int, Reply] = {}
    asked = port.replies(placement.operation, placement.line, [*inputs(placement, block)])
    for row, reply in enumerate(asked):
        match reply:
            case Value(int(place)) if not isinstance(place, bool) and _INT32.min <= place <= _INT32.max:
                answers[row] = place
            case _:
                replies[row] = reply
    return Said(answers, replies)


def inputs(placement: Placement, block: Block) -> Iterable[JSON]:
    """The keys of a block as inputs of the placement's operation."""
    if placement.family == KAFKA:
        offsets, data = _serialized(block.column).split()
        keys: Iterable[JSON] = (data[a:b].tobytes().hex() for a, b in pairwise(offsets))
    else:
        keys = block.documents()
    return ({placement.field: key, **placement.parameters} for key in keys)


def described(reply: Reply) -> str:
    """A reply that is no place, in a few words."""
    match reply:
        case Error(kind, message):
            return kind if message is None else f"{kind}: {message}"
        case Skip(reason):
            return f"skipped: {reason}"
        case Fault(reason, detail):
            return f"{reason}: {detail}" if detail else reason
        case Value(value):
            return f"answered {value!r}"


def _serialized(column: Column) -> Column:
    """The bytes that a producer makes of keys: texts and bytes as they are."""
    if column.kind not in _BIG_ENDIAN:
        return column
    values = column.array().astype(_BIG_ENDIAN[column.kind])
    offsets = np.arange(column.rows + 1, dtype="<i4") * values.dtype.itemsize
    return Column.of_packed("binary", offsets, values.view(np.uint8))
