"""A check by several processes, each of which takes one operation after the other, with a JVM of its own."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections import Counter
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import accumulate
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.check.run import Stage, failing, operation_is_claimed, run, run_live, until_failure
from jarparity.check.tally import BulkAgreement
from jarparity.original_faults import faults_of
from jarparity.ports.load import open_port
from jarparity.references.golden import GoldenReference
from jarparity.verdicts import Agrees, Differs, Errored

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from concurrent.futures import Future
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext

    from jarparity.check.run import Event, Plan
    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references import LiveReference

MOST: Final = 4
"""Processes at most: more would wait for the dearest operation."""

MOST_LIVE: Final = 2
"""Processes at most where originals are asked: each has a JVM of up to a gigabyte, which asks releases at once."""

WORTH: Final = 16
"""Operations from which on it pays: a process takes a third of a second to start."""

_ROWS: Final = 5
"""As how many rows an input counts of an operation that doesn't say: it is cheap where columns are compared."""

_ROUTE: Final = "jpype"
"""The route that a process can open for itself."""

_ENDED: Final = (
    "by os._exit, a signal or a crash of C code, while it was asked this operation or another one that is named so: "
    "check it as a program, with --port-cmd 'jarparity serve port --port MODULE:ATTR', which says on which input"
)

COLLECTION: Final = (200_000, 20, 20)
"""A run makes millions of small objects and hardly a cycle; looking for cycles as often as by default takes a fifth."""


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
        elsewhere = any(reference.name != _ROUTE for reference in live) or len(live) > 1
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
        begin = (theirs, copied, self.port, replace(plan, operations=()), lines)
        pool = ProcessPoolExecutor(self.count, context, _begin, begin)
        operations, of = plan.operations, len(plan.operations)
        try:
            # The dearest first: what comes last is then short, and no process waits long for another one.
            dearest = sorted([operation.name for operation in operations], key=vectors.size, reverse=True)
            recorded = {name: pool.submit(_recorded, name) for name in dearest}
            places = in_time([cost(operation) for operation in operations], self.count) if self.live else []

            def ask(failed: Mapping[str, AbstractSet[str]]) -> dict[int, Future[list[Event]]]:
                names = {place: operations[place].name for place in places}
                return {at: pool.submit(_live, name, of - at, failed[name]) for at, name in names.items()}

            yield Apart(self.live, recorded, ask)
        finally:
            ours.close()  # ends the processes, whatever they do
            # Python 3.11's own end of a pool that is still closing writes to a closed pipe now and then.
            pool.shutdown(cancel_futures=True)

    def context(self) -> BaseContext:
        """How a process begins: as a copy of this one, which takes no time, where this one has nothing to share.

        A port may have something open, a JVM has threads, and no other system than Linux copies processes soundly.
        """
        copies = sys.platform == "linux" and self.port is None and not self.live and threading.active_count() == 1
        return get_context("fork" if copies else "spawn")


@dataclass(frozen=True, slots=True)
class Apart:
    """A run whose operations are compared by other processes, which are at work.

    Attributes:
        live: The originals, as this process asks them.
        recorded: By operation, what its recorded answers say.
        ask: Has the originals asked; takes, by operation, which recorded cases failed, and gives what the originals
            say by the operation's place.
    """

    live: Sequence[LiveReference]
    recorded: Mapping[str, Future[list[Event]]]
    ask: Callable[[Mapping[str, AbstractSet[str]]], Mapping[int, Future[list[Event]]]]

    def run(
        self, plan: Plan, port: Port, vectors: GoldenReference, seen: Callable[[Stage], None] = lambda _: None
    ) -> Iterator[Event]:
        """What `run` gives, in the same order; an operation's agreements come as one count.

        An operation that a process can't compare is compared here, and its error is raised here. Where a process has
        ended, the port has ended it, and would end this one: what was not compared yet is an error.

        Args:
            plan: That with which the processes have begun.
            port: What is under test.
            vectors: The recorded cases.
            seen: Told of each stage before its first event.
        """
        yield from until_failure(plan, self._all(plan, port, vectors, seen))

    def _all(self, plan: Plan, port: Port, vectors: GoldenReference, seen: Callable[[Stage], None]) -> Iterator[Event]:
        operations, of = plan.operations, len(plan.operations)
        failed: dict[str, set[str]] = {operation.name: set() for operation in operations}
        has_ended = False
        for number, operation in enumerate(operations, 1):
            seen(Stage(live=False, operation=operation.name, number=number, of=of))
            events: Iterable[Event] | None
            try:
                events = _result(self.recorded[operation.name])
            except BrokenExecutor:
                has_ended = True
                events = _ended(operation, vectors, vectors.name) if operation_is_claimed(port, operation) else None
            if events is None:
                events = run(_only(plan, operation), port, vectors, ())
            yield from failing(events, failed[operation.name])
        asked = self.ask(failed) if self.live and not has_ended else {}
        for number, operation in enumerate(operations if self.live else (), 1):
            seen(Stage(live=True, operation=operation.name, number=number, of=of))
            try:
                events = _result(asked[number - 1]) if asked else _ended(operation, vectors, _ROUTE)
            except BrokenExecutor:
                events = _ended(operation, vectors, _ROUTE)
            if not operation_is_claimed(port, operation):
                events = ()
            if events is None:
                rest, cases = of - number + 1, failed[operation.name]
                events = run_live(_only(plan, operation), port, vectors, self.live, rest, cases)
            yield from events


def in_time(costs: Sequence[int], processes: int) -> list[int]:
    """The places of what is to be done, in the order in which it is begun: the given one, as its results are told so.

    What is dear is begun sooner where it would be at work still when all the rest has ended.

    Args:
        costs: What each costs, in any unit.
        processes: How many work at once.
    """
    ended = sum(costs) / processes
    before = accumulate(costs, initial=0)
    latest = [min(sum_before / processes, ended - cost) for sum_before, cost in zip(before, costs, strict=False)]
    return sorted(range(len(costs)), key=latest.__getitem__)


def cost(operation: Operation) -> int:
    """About what the originals take for an operation, in rows of a column; a row of theirs is worth some."""
    return operation.enough * (operation.volume_rows or _ROWS)


def _only(plan: Plan, operation: Operation) -> Plan:
    return replace(plan, operations=(operation,))


def _ended(operation: Operation, vectors: GoldenReference, reference: str) -> list[Event]:
    """What is said of an operation that was not compared yet when a process ended."""
    lines, _ = vectors.extent(operation.name)
    return [
        Errored(vector.case, lines, reference, "the port ended its process", _ENDED)
        for vector in vectors.vectors(operation.name)[:1]
    ]


def _result(future: Future[list[Event]]) -> list[Event] | None:
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


class _Process:
    """What a process keeps from one operation to the next.

    Attributes:
        error: Why it can't compare anything; raised where it is to: until then it would look like the process's end.
    """

    error: Exception | None = None
    plan: Plan
    port: Port
    vectors: GoldenReference
    lines: Sequence[Line]
    live: Sequence[LiveReference] = ()


def _begin(parent: Connection, copied: Connection | None, port: str | None, plan: Plan, lines: Sequence[Line]) -> None:
    if copied is not None:
        copied.close()  # or the pipe would stay open when the first process is gone
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process says what there is to say, and ends this one
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    gc.set_threshold(*COLLECTION)
    _Process.plan = plan
    _Process.lines = lines
    try:
        _Process.port = open_port(port)
        _Process.vectors = GoldenReference.default()
    except Exception as error:  # noqa: BLE001 - as above
        _Process.error = error


def _end_with(parent: Connection) -> None:
    """Ends this process, whatever it does, as soon as the first one closes its end of the pipe, or was killed."""
    parent.poll(None)
    os._exit(0)


def _require_begun() -> None:
    if _Process.error is not None:
        raise _Process.error


def _recorded(name: str) -> list[Event]:
    _require_begun()
    operation = registry.operation(name)
    return _counted(operation, run(_only(_Process.plan, operation), _Process.port, _Process.vectors, ()))


def _live(name: str, rest: int, failed: AbstractSet[str]) -> list[Event]:
    _require_begun()
    if not _Process.live:
        # Not above: recorded answers are compared without.
        from jarparity.check.hypothesis_home import keep_hypothesis_out_of_the_way  # noqa: PLC0415
        from jarparity.references import BRIEF  # noqa: PLC0415
        from jarparity.references.factory import open_reference  # noqa: PLC0415

        keep_hypothesis_out_of_the_way()
        _Process.live = [open_reference(_ROUTE, lines=_Process.lines, options=BRIEF)]
    operation = registry.operation(name)
    plan = _only(_Process.plan, operation)
    return _counted(operation, run_live(plan, _Process.port, _Process.vectors, _Process.live, rest, failed))


def _counted(operation: Operation, events: Iterable[Event]) -> list[Event]:
    """The events, of which those that agree are counted, unless an input may show a fault of the original."""
    listed = list(events)
    if any(isinstance(event, Differs | Errored) for event in listed):
        return listed  # what agrees beside a failure helps to name it
    agreed: Counter[tuple[tuple[str, ...], str, bool]] = Counter()
    others: list[Event] = []
    faults = faults_of(operation.name)
    for event in listed:
        if isinstance(event, Agrees) and not (faults and event.case.is_found):
            agreed[event.lines, event.reference, event.case.is_drawn] += 1
        else:
            others.append(event)
    counts = (
        BulkAgreement(operation.name, lines, reference, cases, drawn)
        for (lines, reference, drawn), cases in agreed.items()
    )
    return [*counts, *others]
