"""Wrong ports before two judges: an original's own tests, and the kit's recorded vectors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from jarparity import registry
from jarparity.answers import Error, Value, same
from jarparity.measures.upstream.run import Ran, run
from jarparity.measures.upstream.wrong import WrongPort, wrong
from jarparity.ports.callables import CallablePort
from jarparity.references.golden import GoldenReference
from jarparity.report.tables import Section, Table, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.measures.upstream.run import Prepared


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a wrong port on a line.

    Attributes:
        tag: The fault.
        title: What the port does.
        tests: How many tests of the original's ran: those of classes that ask what the fault spoils.
        failed: How many of them failed.
        vectors: How many vectors the kit has of the operations that the fault spoils.
        differing: How many of them differ.
    """

    tag: str
    title: str
    tests: int
    failed: int
    vectors: int
    differing: int


def judge(ready: Prepared, tag: str, tests: Sequence[str] = (), *, limits: bool = True) -> Judged:
    """Runs both judges on a wrong port; of the original's tests only classes that ask what the fault spoils.

    Raises:
        KeyError: There is no such fault.
        WorkerError: The tests didn't run to their end.
    """
    fault = wrong(tag)
    port = f"jarparity.measures.upstream.wrong:{tag.replace('-', '_')}"
    concerned = tuple(c for c in ready.suite.classes if set(fault.operations) & set(c.operations))
    narrowed = replace(ready, suite=replace(ready.suite, classes=concerned))
    events = run(narrowed, port, tests, limits=limits) if concerned else ()
    # What the original leaves out by itself says nothing of the port.
    ran = [event for event in events if isinstance(event, Ran) and not event.left_out]
    failed = sum(test.failed for test in ran)
    vectors, differing = _vectors(str(ready.suite.line), CallablePort(WrongPort(fault)), fault.operations)
    return Judged(tag, fault.title, len(ran), failed, vectors, differing)


def table(line: str, judged: Sequence[Judged]) -> Section:
    """The judgements, what the original's tests don't see first."""
    rows = [
        (one.tag, f"{one.failed} of {one.tests}", f"{one.differing:,} of {one.vectors:,}", one.title)
        for one in sorted(judged, key=lambda j: (j.failed > 0, j.tag))
    ]
    unseen = sum(not one.failed for one in judged if one.tests)
    caught = sum(one.differing > 0 for one in judged)
    asked = sum(one.tests > 0 for one in judged)
    end = (
        f"{len(judged)} wrong ports: the original's tests ask {asked} of them and pass {unseen}, "
        f"the vectors reject {caught}"
    )
    figures = (number("its own tests fail"), number("vectors that differ"))
    return Section(line, (Table.of(["wrong port", *figures, "what it does"], rows), end))


def _vectors(line: str, port: CallablePort, operations: Sequence[str]) -> tuple[int, int]:
    golden, total, differing = GoldenReference.default(), 0, 0
    for name in operations:
        recorded = [
            (vector.case.input, answers.answer)
            for vector in golden.vectors(name)
            for answers in vector.answers
            if line in answers.lines
        ]
        named = next(known for known in golden.lines if str(known) == line)
        replies = port.replies(name, named, [document for document, _ in recorded])
        messages = registry.operation(name).messages and port.info.messages
        total += len(recorded)
        differing += sum(
            not (isinstance(reply, Value | Error) and same(answer, reply, messages=messages))
            for (_, answer), reply in zip(recorded, replies, strict=True)
        )
    return total, differing
