"""Recorded answers compared by several processes, each of which takes one operation after the other."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.check.run import Stage, run, until_failure
from jarparity.check.tally import BulkAgreement
from jarparity.ports.load import open_port
from jarparity.references.golden import GoldenReference
from jarparity.verdicts import Agrees

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future
    from multiprocessing.connection import Connection

    from jarparity.check.run import Event, Plan, Recordings
    from jarparity.ports import Port

MOST: Final = 4
"""Processes at most: more would wait for the dearest operation."""

WORTH: Final = 16
"""Operations from which on it pays: a process takes a third of a second to start."""

COLLECTION: Final = (200_000, 20, 20)
"""A run makes millions of small objects and hardly a cycle; looking for cycles as often as by default takes a fifth."""


@dataclass(frozen=True, slots=True)
class Processes:
    """Some processes beside this one, for runs without live references.

    Attributes:
        port: The port's `module:attribute`, by which each process loads it; None for `copartition`.
        count: How many.
    """

    port: str | None
    count: int

    @classmethod
    def of(cls, plan: Plan, port: str | None) -> Processes | None:
        """As many as are worth it for a plan; None: this process alone does as well."""
        count = min(MOST, os.cpu_count() or 1)
        alone = plan.only or plan.divergences.entries or len(plan.operations) < WORTH or count == 1
        return None if alone else cls(port, count)

    def run(
        self, plan: Plan, port: Port, vectors: Recordings, seen: Callable[[Stage], None] = lambda _: None
    ) -> Iterator[Event]:
        """What `run` gives without live references, in the same order; an operation's agreements come as one count.

        An operation that a process can't compare, whatever the reason, is compared here, and its error is raised here.

        Args:
            plan: What; without known divergences and globs of cases (see `of`).
            port: What is under test.
            vectors: The recorded cases; processes read those of `GoldenReference.default`.
            seen: Told of each stage before its first event.
        """
        yield from until_failure(plan, self._all(plan, port, vectors, seen))

    def _all(self, plan: Plan, port: Port, vectors: Recordings, seen: Callable[[Stage], None]) -> Iterator[Event]:
        # A fresh interpreter: a fork would share what the port has open, and threads that it has started.
        fresh = get_context("spawn")
        theirs, ours = fresh.Pipe(duplex=False)
        pool = ProcessPoolExecutor(self.count, fresh, _begin, (theirs, self.port, replace(plan, operations=())))
        try:
            futures = [pool.submit(_compared, operation.name) for operation in plan.operations]
            for number, (operation, future) in enumerate(zip(plan.operations, futures, strict=True), 1):
                seen(Stage(live=False, operation=operation.name, number=number, of=len(futures)))
                events = _result(future)
                if events is None:
                    yield from run(replace(plan, operations=(operation,)), port, vectors, ())
                else:
                    yield from events
        finally:
            ours.close()
            pool.shutdown(wait=False, cancel_futures=True)


def _result(future: Future[list[Event]]) -> list[Event] | None:
    try:
        return future.result()
    except Exception:  # noqa: BLE001 - it is met again, and raised, where the operation is compared anew
        return None


class _Process:
    """What a process keeps from one operation to the next."""

    plan: Plan
    port: Port
    vectors: GoldenReference


def _begin(parent: Connection, port: str | None, plan: Plan) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process says what there is to say, and ends this one
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    gc.set_threshold(*COLLECTION)
    _Process.plan = plan
    _Process.port = open_port(port)
    _Process.vectors = GoldenReference.default()


def _end_with(parent: Connection) -> None:
    """Ends this process, whatever it does, as soon as the first one closes its end of the pipe, or was killed."""
    parent.poll(None)
    os._exit(0)


def _compared(name: str) -> list[Event]:
    plan = replace(_Process.plan, operations=(registry.operation(name),))
    events = list(run(plan, _Process.port, _Process.vectors, ()))
    agreed: Counter[tuple[tuple[str, ...], str]] = Counter()
    for event in events:
        if not isinstance(event, Agrees):
            return events  # what agrees beside a failure helps to name it
        agreed[event.lines, event.reference] += 1
    return [BulkAgreement(name, lines, reference, cases) for (lines, reference), cases in agreed.items()]
