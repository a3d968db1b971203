"""A run: the recorded answers of every operation, then the live originals of every operation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.check.judging import grade_of
from jarparity.check.one_operation import OperationRun
from jarparity.check.plan import Event, Plan, Recordings, Stage, Stages
from jarparity.divergences.file import Watched
from jarparity.ports.claims import operation_is_claimed
from jarparity.verdicts import Differs, Errored

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from jarparity.ports import Port
    from jarparity.references import LiveReference


def run(
    plan: Plan,
    port: Port,
    vectors: Recordings,
    live: Sequence[LiveReference],
    seen: Callable[[Stage], None] = lambda _: None,
) -> Iterator[Event]:
    """Everything that the plan asks for, as a stream of verdicts: recorded answers of all operations, then live ones.

    Args:
        plan: What.
        port: What is under test.
        vectors: The recorded cases.
        live: The originals.
        seen: Told of each stage before its first event.
    """
    yield from until_failure(plan, _all(plan, port, vectors, live, seen))


def until_failure(plan: Plan, events: Iterable[Event]) -> Iterator[Event]:
    """The events; with `fail_fast` up to the first failure, and which known divergences were not come to."""
    left = {entry.name: entry for operation in plan.operations for entry in plan.divergences.of(operation.name)}
    for event in events:
        yield event
        if isinstance(event, Watched):
            left.pop(event.entry.name, None)
        if plan.fail_fast and isinstance(event, Differs | Errored) and grade_of(event) < plan.required:
            yield from (Watched(entry, unjudged="the run stopped at the first failure") for entry in left.values())
            return


def claimed(port: Port, plan: Plan) -> tuple[str, ...]:
    """The names of the plan's operations that the port claims, in order."""
    return tuple(operation.name for operation in plan.operations if operation_is_claimed(port, operation))


def _all(
    plan: Plan, port: Port, vectors: Recordings, live: Sequence[LiveReference], seen: Callable[[Stage], None]
) -> Iterator[Event]:
    runs = [OperationRun(plan, operation, port, vectors, live) for operation in plan.operations]
    stages = Stages(claimed(port, plan), seen)
    for one in runs:
        stages.begin(one.operation, live=False)
        yield from one.against_recordings()
        if not live:
            yield from one.known_divergences()
            one.forget()
    for number, one in enumerate(runs if live else (), 1):
        stages.begin(one.operation, live=True)
        yield from one.against_originals(len(runs) - number + 1)
        yield from one.known_divergences()
        one.forget()


def run_live(  # noqa: PLR0913 - what `run` has, and two of the operation
    plan: Plan,
    port: Port,
    vectors: Recordings,
    live: Sequence[LiveReference],
    rest: int,
    failed: AbstractSet[str],
) -> Iterator[Event]:
    """What `run` gives of one operation behind its recorded answers: the originals on their inputs, and on others.

    Args:
        plan: What: one operation, without known divergences.
        port: What is under test.
        vectors: The recorded cases.
        live: The originals.
        rest: How many operations want some of the time that is left.
        failed: The ids of the cases that the port has answered otherwise than recorded.
    """
    (operation,) = plan.operations
    one = OperationRun(plan, operation, port, vectors, live, failed=set(failed))
    if operation_is_claimed(port, operation):
        one.take_recorded()
        yield from one.against_originals(rest)
