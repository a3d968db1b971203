"""A golden run on two cores: a forked copy of this process takes the second half of the operations.

What comes out is the same, verdict by verdict. Wherever the copy can't be had, or doesn't come to its end, this
process does the work itself, and so meets the same failure.
"""

from __future__ import annotations

import marshal
import os
import pickle
import sys
import threading
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from jarparity.answers import Error, Value
from jarparity.cases import Case
from jarparity.verdicts import Agrees

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from jarparity.answers import Answer
    from jarparity.check.run import Event
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references.golden import GoldenReference

WORTH: Final = 2_000_000
"""Bytes of fixtures from which on a second process pays."""


@dataclass(slots=True)
class SecondProcess:
    """The forked copy, and what it found.

    Attributes:
        operations: Those that it has taken.
    """

    operations: frozenset[str]
    _pid: int
    _pipe: int
    _found: dict[str, list[Any]] | None = field(default=None, repr=False)

    @classmethod
    def start(
        cls,
        operations: Sequence[Operation],
        port: Port,
        vectors: GoldenReference,
        work: Callable[[Operation], Iterable[Event]],
    ) -> SecondProcess | None:
        """Forks, where that is sound and worth it; None where not.

        Args:
            operations: Of the whole run, in order.
            port: Is asked in both processes, so it must say that this does no harm (`PortInfo.forks`).
            vectors: What is recorded; its files tell the operations' shares of the work.
            work: The events of an operation.
        """
        taken = _second_half(operations, vectors)
        if not (taken and port.info.forks and _forking_is_sound()):
            return None
        reading, writing = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():
            # The threads that Python sees are ours alone; numpy's wait for work, and know of forking.
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
        if pid == 0:
            os.close(reading)
            _run_and_leave(taken, work, writing)
        os.close(writing)
        return cls(frozenset(operation.name for operation in taken), pid, reading)

    def events(self, operation: Operation) -> Iterator[Event] | None:
        """The events of an operation that it has taken; None where it didn't come to its end."""
        if self._found is None:
            self._found = self._read()
        rows = self._found.get(operation.name)
        return None if rows is None else (_event(operation.name, row) for row in rows)

    def close(self) -> None:
        """Ends the process, if it still runs."""
        if self._pid:
            os.close(self._pipe)  # a copy that still writes ends by this
            if not self._found:
                os.kill(self._pid, 9)  # who has told everything is leaving
            os.waitpid(self._pid, 0)
            self._pid = 0

    def _read(self) -> dict[str, list[Any]]:
        with os.fdopen(os.dup(self._pipe), "rb") as pipe:
            data = pipe.read()
        try:
            found: dict[str, list[Any]] = marshal.loads(data)  # noqa: S302 - our own process's
        except (EOFError, ValueError, TypeError):  # it ended too early
            return {}
        return found


def _second_half(operations: Sequence[Operation], vectors: GoldenReference) -> list[Operation]:
    """The last operations that are worth half of the work."""
    sizes = [vectors.size(operation.name) for operation in operations]
    total = sum(sizes)
    if total < WORTH:
        return []
    before, first = 0, 0
    while before < total / 2:
        before += sizes[first]
        first += 1
    return list(operations[first:])


def _forking_is_sound() -> bool:
    if sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1 or threading.active_count() > 1:
        return False
    jpype = sys.modules.get("jpype")
    return jpype is None or not jpype.isJVMStarted()  # a JVM doesn't survive a fork


def _run_and_leave(operations: Sequence[Operation], work: Callable[[Operation], Iterable[Event]], pipe: int) -> None:
    """What the copy does. It leaves without any of the endings of the process that it was copied from."""
    status = 1
    try:
        data = marshal.dumps({operation.name: [_row(event) for event in work(operation)] for operation in operations})
        with os.fdopen(pipe, "wb") as target:
            target.write(data)
        sys.stdout.flush()
        sys.stderr.flush()
        status = 0
    finally:
        os._exit(status)


def _row(event: Event) -> Any:  # noqa: ANN401 - what marshal writes: ten times as fast as pickle
    if not isinstance(event, Agrees):
        return pickle.dumps(event)
    case = event.case
    match event.answer:
        case Value(value):
            answer: tuple[Any, ...] = (value,)
        case Error(kind, message):
            answer = (kind, message)
    return (case.id, case.input, case.tags, case.source, event.lines, event.reference, answer)


def _event(operation: str, row: Any) -> Event:  # noqa: ANN401 - what `_row` made
    if isinstance(row, bytes):
        event: Event = pickle.loads(row)  # noqa: S301 - our own process's
        return event
    name, document, tags, source, lines, reference, said = row
    answer: Answer = Value(*said) if len(said) == 1 else Error(*said)
    return Agrees(Case(operation, name, document, tags, source), lines, reference, answer)
