"""What each of several processes does (`check/apart.py`): one operation after the other, with a JVM of its own."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.check.events import BulkAgreement
from jarparity.check.run import run, run_live
from jarparity.original_faults import faults_of
from jarparity.ports.load import open_port
from jarparity.references.golden import GoldenReference
from jarparity.verdicts import Agrees, Differs, Errored

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from multiprocessing.connection import Connection

    from jarparity.check.plan import Event, Plan
    from jarparity.check.shares import Shares
    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references import LiveReference

ROUTE: Final = "jpype"
"""The route that a process can open for itself."""

COLLECTION: Final = (200_000, 20, 20)
"""A run makes millions of small objects and hardly a cycle; looking for cycles as often as by default takes a fifth."""


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
    shares: Shares
    number: int


def begin(  # noqa: PLR0913 - a process gets all that it knows here
    parent: Connection,
    copied: Connection | None,
    port: str | None,
    plan: Plan,
    lines: Sequence[Line],
    shares: Shares,
) -> None:
    """A process begins.

    Args:
        parent: The end of a pipe; the process ends when the other end is closed.
        copied: The other end, where this process is a copy of the first one.
        port: The port's `module:attribute`; None for `copartition`.
        plan: What to do with an operation.
        lines: What the originals are asked about, if they are.
        shares: Which operations' originals this process asks.
    """
    if copied is not None:
        copied.close()  # or the pipe would stay open when the first process is gone
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process says what there is to say, and ends this one
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    gc.set_threshold(*COLLECTION)
    _Process.plan = plan
    _Process.lines = lines
    _Process.shares, _Process.number = shares, shares.join()
    try:
        _Process.port = open_port(port)
        _Process.vectors = GoldenReference.default()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is met again where the operation is compared anew
        _Process.error = error


def _end_with(parent: Connection) -> None:
    """Ends this process, whatever it does, as soon as the first one closes its end of the pipe, or was killed."""
    parent.poll(None)
    os._exit(0)


def _require_begun() -> None:
    if _Process.error is not None:
        raise _Process.error


def recorded(name: str) -> list[Event]:
    """What an operation's recorded answers say."""
    _require_begun()
    operation = registry.operation(name)
    return counted(operation, run(replace(_Process.plan, operations=(operation,)), _Process.port, _Process.vectors, ()))


def live(name: str, rest: int, failed: AbstractSet[str]) -> list[Event]:
    """What the originals say of an operation; takes how many operations are left, and which recorded cases failed."""
    _require_begun()
    if not _Process.live:
        # Not above: recorded answers are compared without.
        from jarparity.references import BRIEF  # noqa: PLC0415
        from jarparity.references.factory import open_reference  # noqa: PLC0415

        _Process.live = [open_reference(ROUTE, lines=_Process.lines, options=BRIEF)]
    operation = registry.operation(name)
    plan = replace(_Process.plan, operations=(operation,))
    # JPype has Python look for cycles as Java's heap grows, at all that there is: recorded vectors stay, and have none.
    gc.freeze()
    return counted(operation, run_live(plan, _Process.port, _Process.vectors, _Process.live, rest, failed))


def next_live(names: Sequence[str], failed: Mapping[str, AbstractSet[str]]) -> tuple[int, list[Event] | None]:
    """What the originals say of the operation that is this process's next, and its place.

    Args:
        names: All operations' names.
        failed: By name, which recorded cases failed.

    Returns:
        None in place of events where an error keeps this process from asking.
    """
    place, rest = _Process.shares.take(_Process.number)
    try:
        return place, live(names[place], rest, failed[names[place]])
    except Exception:  # noqa: BLE001 - it is met again, and raised, where the operation is compared anew
        return place, None


def counted(operation: Operation, events: Iterable[Event]) -> list[Event]:
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
