"""A check by several processes, each of which takes one operation after the other, with a JVM of its own."""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final, TypeVar

from jarparity.check import process
from jarparity.check.one_operation import failing
from jarparity.check.plan import Stage, Stages
from jarparity.check.run import claimed, run, run_live, until_failure
from jarparity.check.shares import Shares, in_turns, parts
from jarparity.ports.claims import operation_is_claimed
from jarparity.verdicts import Errored

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from concurrent.futures import Future
    from multiprocessing.context import BaseContext

    from jarparity.check.plan import Event, Plan, Recordings
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references import LiveReference
    from jarparity.references.golden import GoldenReference

T = TypeVar("T")

MOST: Final = 4
"""Processes at most: more would wait for the dearest operation."""

MOST_LIVE: Final = 2
"""Processes at most where originals are asked: each has a JVM of up to a gigabyte, which asks releases at once."""

WORTH: Final = 16
"""Operations from which on it pays: a process takes a third of a second to start."""

_ENDED: Final = (
    "by os._exit, a signal or a crash of C code, while it was asked this operation: check it as a program, with "
    "--port-cmd 'jarparity serve port --port MODULE:ATTR', which says on which input"
)


@dataclass(frozen=True, slots=True)
class Processes:
    """Some processes beside this one, for runs whose originals, if any, are asked through JPype.

    Attributes:
        port: The port's `module:attribute`, by which each process loads it; None for `copartition`.
        count: How many.
        live: The originals, as this process asks them; each other one opens the same lines in a JVM of its own.
    """

    port: str | None
    count: int
    live: Sequence[LiveReference] = ()

    @classmethod
    def of(cls, plan: Plan, port: str | None, live: Sequence[LiveReference] = ()) -> Processes | None:
        """As many as are worth it for a plan; None: this process alone does as well."""
        count = min(MOST_LIVE if live else MOST, os.cpu_count() or 1)
        alone = plan.only or plan.divergences.entries or len(plan.operations) < WORTH or count == 1
        elsewhere = any(reference.name != process.ROUTE for reference in live) or len(live) > 1
        return None if alone or elsewhere else cls(port, count, live)

    @contextmanager
    def begun(self, plan: Plan, vectors: GoldenReference) -> Iterator[Apart]:
        """The processes at work, until the context ends.

        Args:
            plan: What; without known divergences and globs of cases (see `of`).
            vectors: The recorded cases; processes read those of `GoldenReference.default`.
        """
        context = self.context()
        theirs, ours = context.Pipe(duplex=False)
        lines = [line for reference in self.live for line in reference.lines]
        copied = ours if context.get_start_method() == "fork" else None
        operations = plan.operations
        costs = [cost(operation) for operation in operations]
        shared = parts(costs, self.count) if self.live else []
        begin = (theirs, copied, self.port, replace(plan, operations=()), lines, Shares.of(context, shared))
        pool = ProcessPoolExecutor(self.count, context, process.begin, begin)
        alone = _Alone(lambda: ProcessPoolExecutor(1, context, process.begin, begin))
        try:
            # The dearest first: what comes last is then short, and no process waits long for another one.
            dearest = sorted([operation.name for operation in operations], key=vectors.size, reverse=True)
            recorded = {name: pool.submit(process.recorded, name) for name in dearest}
            names = [operation.name for operation in operations]

            def ask(failed: Mapping[str, AbstractSet[str]]) -> list[Future[tuple[int, list[Event] | None]]]:
                return [pool.submit(process.next_live, names, failed) for _ in names]

            yield Apart(self.live, recorded, ask, in_turns(costs, shared), alone)
        finally:
            ours.close()  # ends the processes, whatever they do
            # Python 3.11's own end of a pool that is still closing writes to a closed pipe now and then.
            pool.shutdown(cancel_futures=True)
            alone.close()

    def context(self) -> BaseContext:
        """How a process begins: as a copy of this one, which takes no time, where this one has nothing to share.

        A port may have something open, a JVM has threads, and no other system than Linux copies processes soundly.
        """
        copies = sys.platform == "linux" and self.port is None and not self.live and threading.active_count() == 1
        return get_context("fork" if copies else "spawn")


class _Alone:
    """A process that is asked one thing at a time, once one of several has ended: so it is known at what it ends.

    Args:
        begun: Begins it; called anew when it has ended.
    """

    def __init__(self, begun: Callable[[], ProcessPoolExecutor]) -> None:
        self._begun = begun
        self._pool: ProcessPoolExecutor | None = None

    def result(self, task: Callable[..., list[Event]], *arguments: object) -> list[Event] | None:
        """As `_result`, of a task that the process does now.

        Raises:
            BrokenExecutor: The process has ended.
        """
        self._pool = self._pool or self._begun()
        try:
            return _result(self._pool.submit(task, *arguments))
        except BrokenExecutor:
            self.close()
            raise

    def close(self) -> None:
        """No more is asked."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


@dataclass(frozen=True, slots=True)
class Apart:
    """A run whose operations are compared by other processes, which are at work.

    Attributes:
        live: The originals, as this process asks them.
        recorded: By operation, what its recorded answers say.
        ask: Has the originals asked; takes, by operation, which recorded cases failed, and gives what the originals
            say of an operation, with its place, as many times as there are operations.
        turns: The places of the operations, in about the order in which the originals have been asked about them.
        alone: Compares what is left when a process has ended.
    """

    live: Sequence[LiveReference]
    recorded: Mapping[str, Future[list[Event]]]
    ask: Callable[[Mapping[str, AbstractSet[str]]], Sequence[Future[tuple[int, list[Event] | None]]]]
    turns: Sequence[int]
    alone: _Alone

    def run(
        self, plan: Plan, port: Port, vectors: Recordings, seen: Callable[[Stage], None] = lambda _: None
    ) -> Iterator[Event]:
        """What `run` gives; an operation's agreements come as one count. Originals are told of in turns.

        An operation that a process can't compare is compared here, and its error is raised here. Where a process has
        ended, the port has ended it, and would end this one: what was not compared yet is compared by one process, one
        operation after the other, and the operation at which that ends is an error.

        Args:
            plan: That with which the processes have begun.
            port: What is under test.
            vectors: The recorded cases.
            seen: Told of each stage before its first event.
        """
        yield from until_failure(plan, self._all(plan, port, vectors, seen))

    def _all(self, plan: Plan, port: Port, vectors: Recordings, seen: Callable[[Stage], None]) -> Iterator[Event]:
        operations, of = plan.operations, len(plan.operations)
        failed: dict[str, set[str]] = {operation.name: set() for operation in operations}
        stages = Stages(claimed(port, plan), seen)
        has_ended = False
        for operation in operations:
            stages.begin(operation, live=False)
            events: Iterable[Event] | None
            try:
                events = _result(self.recorded[operation.name])
            except BrokenExecutor:
                has_ended = True
                events = self._again(port, operation, vectors, vectors.name, process.recorded)
            if events is None:
                events = run(_only(plan, operation), port, vectors, ())
            yield from failing(events, failed[operation.name])
        asked = Asked(self.ask(failed) if self.live and not has_ended else ())
        for number, place in enumerate(self.turns, 1):
            operation = operations[place]
            stages.begin(operation, live=True)
            rest, cases = of - number + 1, failed[operation.name]
            try:
                events = None if has_ended else asked.result(place)
            except BrokenExecutor:
                has_ended = True
            if has_ended:
                events = self._again(port, operation, vectors, process.ROUTE, process.live, rest, cases)
            if operation.name not in stages.claimed:
                events = ()
            if events is None:
                events = run_live(_only(plan, operation), port, vectors, self.live, rest, cases)
            yield from events

    def _again(
        self,
        port: Port,
        operation: Operation,
        vectors: Recordings,
        reference: str,
        task: Callable[..., list[Event]],
        *arguments: object,
    ) -> list[Event] | None:
        """What one process finds of an operation, once one of several has ended."""
        if not operation_is_claimed(port, operation):
            return None
        try:
            return self.alone.result(task, operation.name, *arguments)
        except BrokenExecutor:
            return _ended(operation, vectors, reference)


@dataclass(slots=True)
class Asked:
    """What the originals say of operations, as it comes.

    Attributes:
        futures: Each of an operation, with its place.
    """

    futures: Sequence[Future[tuple[int, list[Event] | None]]]
    _known: dict[int, list[Event] | None] = field(default_factory=dict)
    _coming: Iterator[Future[tuple[int, list[Event] | None]]] = field(init=False)

    def __post_init__(self) -> None:
        self._coming = as_completed(self.futures)

    def result(self, place: int) -> list[Event] | None:
        """What is said of the operation at a place; None where an error kept a process from asking.

        Raises:
            BrokenExecutor: A process has ended before.
        """
        while place not in self._known:
            future = next(self._coming, None)
            if future is None:
                return None
            # What a process has found, and can't send, comes without its place.
            if (found := _result(future)) is not None:
                at, events = found
                self._known[at] = events
        return self._known.pop(place)


def cost(operation: Operation) -> int:
    """About what the originals take for an operation, in rows of a column; a row of theirs is worth some."""
    return operation.enough * operation.volume_rows


def _only(plan: Plan, operation: Operation) -> Plan:
    return replace(plan, operations=(operation,))


def _ended(operation: Operation, vectors: Recordings, reference: str) -> list[Event]:
    """What is said of an operation at which a process ended."""
    lines, _ = vectors.extent(operation.name)
    return [
        Errored(vector.case, lines, reference, "the port ended its process", _ENDED)
        for vector in vectors.vectors(operation.name)[:1]
    ]


def _result(future: Future[T]) -> T | None:
    """What a process has found; None where an error kept it from that.

    Raises:
        BrokenExecutor: A process has ended.
    """
    try:
        return future.result()
    except BrokenExecutor:
        raise
    except Exception:  # noqa: BLE001 - it is met again, and raised, where the operation is compared anew
        return None
