"""The port on Spark's workers: opened once in each process, asked for whole columns, or for single inputs."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from jarparity.answers import Error, Fault, Reply, Skip, Value
from jarparity.ports import PortBulkError
from jarparity.ports.load import DEFAULT, open_port
from jarparity.ports.process import TIMEOUT
from jarparity.spark.packages import ship_packages

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from jarparity.ports import Port
    from jarparity.spark.blocks import Block
    from jarparity.spark.placements import Placement

_INT32: Final = np.iinfo(np.int32)


@dataclass(frozen=True, slots=True)
class Places:
    """Where a port puts the keys of a block.

    Attributes:
        answers: int32, one a key; 0 where it gave none.
        replies: By row, what it answered where that is not an int32.
    """

    answers: np.ndarray
    replies: dict[int, Reply]

    def reply(self, row: int) -> Reply:
        """The port's reply to a key."""
        return self.replies.get(row) or Value(int(self.answers[row]))


@dataclass(frozen=True, slots=True)
class WorkerPort:
    """A port by name; it travels to the workers and is opened there. Made by `WorkerPort.shipped`.

    Attributes:
        name: `module:attribute`; None for our own, or where there is a command.
        command: A program that is the port, or None.
        timeout: Seconds that the program has for a case.
        folder: Where the driver found the port's module, if the executors are on the driver's machine.
    """

    name: str | None = None
    command: str | None = None
    timeout: float = TIMEOUT
    folder: str | None = None

    def shipped(self, session: SparkSession) -> WorkerPort:
        """The same with the kit's and the port's packages on the way to the executors, where these are other machines.

        Raises:
            SparkPipelineError: A package can't be shipped.
        """
        ours = DEFAULT.partition(":")[0]
        module = (self.name or DEFAULT).partition(":")[0]
        return WorkerPort(self.name, self.command, self.timeout, ship_packages(session, ["jarparity", ours, module]))

    def open(self) -> Port:
        """The port, opened once in a process.

        Raises:
            PortError: It isn't there; on a cluster it may have to be shipped.
        """
        return _opened(self)

    def places(self, placement: Placement, block: Block) -> Places:
        """The port's answers to the keys of a block.

        A column that breaks the port is asked key by key: so one odd key spoils no other answer.
        """
        port = self.open()
        if block.is_packed:
            try:
                answers = port.bulk(placement.operation, placement.parameters, block.column_for(placement))
            except PortBulkError:
                answers = None
            if answers is not None:
                return Places(answers, {})
        answers = np.zeros(block.rows, np.int32)
        replies: dict[int, Reply] = {}
        asked = port.replies(placement.operation, placement.line, [*block.inputs(placement)])
        for row, reply in enumerate(asked):
            place = place_of(reply)
            if place is None:
                replies[row] = reply
            else:
                answers[row] = place
        return Places(answers, replies)


@cache
def _opened(port: WorkerPort) -> Port:
    if port.folder is not None and port.folder not in sys.path:
        sys.path.append(port.folder)
    return open_port(port.name, port.command, port.timeout)


def place_of(reply: Reply) -> int | None:
    """The place that a reply is; None where it is none."""
    match reply:
        case Value(int(place)) if not isinstance(place, bool) and _INT32.min <= place <= _INT32.max:
            return place
    return None


def described(reply: Reply) -> str:
    """A reply that is not a place, in a few words."""
    match reply:
        case Error(kind, message):
            return kind if message is None else f"{kind}: {message}"
        case Skip(reason):
            return f"skipped: {reason}"
        case Fault(reason, detail):
            return f"{reason}: {detail}" if detail else reason
        case Value(value):
            return f"answered {value!r}"
