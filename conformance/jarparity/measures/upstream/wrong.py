"""The kit's own port with one fault, to see whose tests notice.

`--port jarparity.measures.upstream.wrong:finish_masked` is the port with the known fault `finish-masked` (see
`jarparity.faults`); faults with which no case is tagged, because no port is known to have them, are declared here.

Wrong ports before two judges: an original's own tests, and the kit's recorded vectors.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from jarparity import faults, registry
from jarparity.answers import Error, Value, same
from jarparity.faults.fault import Answers, Fault, Reads, Rewritten, answers
from jarparity.lines import Line
from jarparity.measures.upstream.run import Ran, run
from jarparity.models import ThrownError
from jarparity.ports.callables import CallablePort
from jarparity.ports.importing import import_object
from jarparity.ports.load import DEFAULT
from jarparity.references.golden import GoldenReference
from jarparity.report.tables import Section, Table, number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jarparity.answers import JSON
    from jarparity.faults.fault import Change
    from jarparity.measures.upstream.run import Prepared


class WrongPort:
    """The kit's own port with a fault.

    Attributes:
        name: The fault's.
        operations: All operations; the affected ones among them.
    """

    lines = ("*",)
    messages = False

    def __init__(self, fault: Fault) -> None:
        """Puts the fault into the correct port."""
        correct: Any = import_object(DEFAULT)
        self.name = f"copartition with {fault.tag}"
        self.operations: dict[str, Callable[..., JSON]] = {
            **correct.operations,
            **{operation: partial(_answer, fault, operation) for operation in fault.operations},
        }


def wrong(tag: str) -> Fault:
    """The fault of a name: one declared here, or a known one.

    Raises:
        KeyError: There is none; the message names the nearest.
    """
    return _OWN[tag] if tag in _OWN else faults.named(tag)


def _answer(fault: Fault, operation: str, document: JSON, line: str | None = None) -> JSON:
    """What the fault makes of an input; where it says nothing of it, the correct answer."""
    release = None if line is None else Line.parse(line)
    for chosen in ([fault], []):
        match answers(chosen, operation, [document], release)[0]:
            case Value(value):
                return value
            case Error(kind, message):
                raise ThrownError(kind, message)
    raise NotImplementedError


def _exchanged(group: JSON, assignment: JSON) -> JSON:
    """The first and the last member, by name, have changed places."""
    del group
    if len(assignment) > 1:
        first, last = min(assignment), max(assignment)
        assignment = {**assignment, first: assignment[last], last: assignment[first]}
    return assignment


def _without_racks(group: JSON) -> JSON:
    return {**group, "topics": {topic: n if isinstance(n, int) else len(n) for topic, n in group["topics"].items()}}


def _oldest_version(document: JSON) -> JSON:
    return {**document, "version": 0} if document["direction"] == "encode" else document


def _without_user_data(document: JSON) -> JSON:
    return {**document, "userData": None} if document["direction"] == "encode" else document


def _older_generation(document: JSON, answer: JSON) -> JSON:
    del document
    decoded = isinstance(answer, dict) and answer["generation"] is not None
    return {**answer, "generation": answer["generation"] - 1} if decoded else answer


def _first_leader(document: JSON, steps: JSON) -> JSON:
    """Always the partition of the first record."""
    del document
    first = next((step for step in steps if isinstance(step, int)), None)
    return [first if isinstance(step, int) else step for step in steps]


_ASSIGNORS: Final = tuple(f"kafka.assignor.{name}" for name in ("range", "round-robin", "sticky", "cooperative-sticky"))
_PROTOCOL: Final = ("kafka.protocol.subscription", "kafka.protocol.assignment")


def _declared(tag: str, title: str, change: Change, *operations: str) -> Fault:
    return Fault(tag, title, "", operations, (), (change,), tagged=False)


KAFKA: Final = (
    _declared("members-exchanged", "gives the first member what is the last one's", Answers(_exchanged), *_ASSIGNORS),
    _declared("racks-ignored", "takes no notice of racks", Reads(_without_racks), *_ASSIGNORS),
    _declared("protocol-version-0", "writes every version as version 0", Reads(_oldest_version), *_PROTOCOL),
    _declared("protocol-user-data-lost", "leaves user data out", Reads(_without_user_data), *_PROTOCOL),
    _declared(
        "sticky-data-generation",
        "reads a generation less",
        Answers(_older_generation),
        "kafka.protocol.sticky-user-data",
    ),
    _declared("round-robin-stays", "stays on one partition", Answers(_first_leader), "kafka.partitioner.round-robin"),
)
FLINK: Final = (
    _declared(
        "in-flight-forgotten",
        "leaves out the last of several old subtasks",
        Answers(lambda _, subtasks: subtasks[:-1] if len(subtasks) > 1 else subtasks),
        "flink.rescale.in-flight",
    ),
    _declared(
        "operator-state-backwards",
        "gives the first subtask what is the last one's",
        Answers(lambda _, subtasks: subtasks[::-1]),
        "flink.rescale.operator-state",
    ),
    _declared(
        "savepoint-key-of-next-group",
        "writes before each key the key group beside its own",
        Rewritten(
            "copartition.flink.savepoint.entries:EntryCodec.key_bytes", "(entry.key_group,", "(entry.key_group ^ 1,"
        ),
        "flink.state.savepoint",
    ),
)
_OWN: Final = {one.tag: one for one in (*KAFKA, *FLINK)}


def __getattr__(name: str) -> WrongPort:
    try:
        return WrongPort(wrong(name.replace("_", "-")))
    except KeyError as error:
        raise AttributeError(str(error.args[0])) from None


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a wrong port on a line.

    Attributes:
        tag: The fault.
        title: What the port does.
        tests: How many tests of the original's ran: those of classes that ask what the fault breaks.
        failed: How many of them failed.
        vectors: How many vectors the kit has of the operations that the fault breaks.
        differing: How many of them differ.
    """

    tag: str
    title: str
    tests: int
    failed: int
    vectors: int
    differing: int


def of_family(family: str, tags: Sequence[str]) -> list[str]:
    """Those of the faults that break operations of a family of lines."""
    return [tag for tag in tags if any(registry.operation(name).family == family for name in wrong(tag).operations)]


def judge(ready: Prepared, tag: str, tests: Sequence[str] = (), *, limits: bool = True) -> Judged:
    """Runs both judges on a wrong port; of the original's tests only classes that ask what the fault breaks.

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
