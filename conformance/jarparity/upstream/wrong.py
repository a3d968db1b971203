"""Ports that are wrong on purpose: the kit's own port with one fault, to see whose tests notice.

`--port jarparity.upstream.wrong:finish_masked` is the port with the known bug `finish-masked` (see `jarparity.bugs`);
faults of assignors, of the protocol and of tables, which need no model of the original, are declared here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from jarparity import bugs
from jarparity.answers import Error, Value
from jarparity.lines import Line
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from jarparity.answers import JSON

    Ask: TypeAlias = "Callable[[str, JSON], JSON]"
    Fault: TypeAlias = Callable[[Ask, str, JSON], JSON]


@dataclass(frozen=True, slots=True)
class Wrong:
    """A way to be wrong.

    Attributes:
        tag: Its name.
        title: What the port does, in a few words.
        faults: By operation, the callable that spoils it: it may ask the sound port.
    """

    tag: str
    title: str
    faults: Mapping[str, Fault]


class _ThrownError(Exception):
    """The sound port's error, passed on; `kind` is the simple name of Java's exception."""

    def __init__(self, kind: str, message: str | None) -> None:
        super().__init__(*([] if message is None else [message]))
        self.kind = kind


class WrongPort:
    """The kit's own port with a fault.

    Attributes:
        name: The fault's.
        operations: All operations; the spoilt ones among them.
    """

    lines = ("*",)
    messages = False

    def __init__(self, wrong: Wrong) -> None:
        """Puts the fault over the sound port."""
        sound = CallablePort.load(DEFAULT)
        self.name = f"copartition with {wrong.tag}"
        self.operations: dict[str, Callable[..., JSON]] = {
            operation: partial(_answer, sound, wrong.faults.get(operation, _sound), operation)
            for operation in sound.info.operations
        }


def wrong(tag: str) -> Wrong:
    """The fault of a name: one declared here, or a known bug.

    Raises:
        KeyError: There is none; the message names the nearest.
    """
    if tag in _OWN:
        return _OWN[tag]
    known = bugs.bug(tag)
    return Wrong(tag, known.title, {operation: partial(_with_bug, tag) for operation in known.operations})


def _answer(sound: CallablePort, fault: Fault, operation: str, document: JSON, line: str | None = None) -> JSON:
    def ask(name: str, asked: JSON) -> JSON:
        match next(iter(sound.replies(name, None if line is None else Line.parse(line), [asked]))):
            case Value(value):
                return value
            case Error(kind, message):
                raise _ThrownError(kind, message)
            case reply:
                raise TypeError(f"the sound port gave {reply} to {name}")

    return fault(ask, operation, document)


def _sound(ask: Ask, operation: str, document: JSON) -> JSON:
    return ask(operation, document)


def _with_bug(tag: str, ask: Ask, operation: str, document: JSON) -> JSON:
    """What the bug makes of an input; where it says nothing of it, the sound answer."""
    try:
        return bugs.wrong_port(tag)[operation](document)
    except NotImplementedError:
        return ask(operation, document)


def _exchanged(ask: Ask, operation: str, group: JSON) -> JSON:
    """The first and the last member, by name, have changed places."""
    assignment = ask(operation, group)
    if len(assignment) > 1:
        first, last = min(assignment), max(assignment)
        assignment = {**assignment, first: assignment[last], last: assignment[first]}
    return assignment


def _forgetful(ask: Ask, operation: str, group: JSON) -> JSON:
    """Nobody owned anything."""
    members = [{**member, "userData": None, "owned": [], "generation": None} for member in group["members"]]
    known = group["members"] and "generation" in group["members"][0]
    if not known:
        for member in members:
            del member["generation"]
    return ask(operation, {**group, "members": members})


def _without_racks(ask: Ask, operation: str, group: JSON) -> JSON:
    topics = {topic: n if isinstance(n, int) else len(n) for topic, n in group["topics"].items()}
    return ask(operation, {**group, "topics": topics})


def _without_instances(ask: Ask, operation: str, group: JSON) -> JSON:
    return ask(operation, {**group, "members": [{**member, "instance": None} for member in group["members"]]})


def _hasty(ask: Ask, operation: str, group: JSON) -> JSON:
    """Partitions are given to their new owners before the old ones gave them up."""
    from jarparity.upstream.claims import as_eager  # noqa: PLC0415 - only for this fault

    del operation
    return ask("kafka.assignor.sticky", as_eager(group))


def _oldest_version(ask: Ask, operation: str, document: JSON) -> JSON:
    return ask(operation, {**document, "version": 0} if document["direction"] == "encode" else document)


def _without_user_data(ask: Ask, operation: str, document: JSON) -> JSON:
    return ask(operation, {**document, "userData": None} if document["direction"] == "encode" else document)


def _older_generation(ask: Ask, operation: str, document: JSON) -> JSON:
    answer = ask(operation, document)
    decoded = isinstance(answer, dict) and answer["generation"] is not None
    return {**answer, "generation": answer["generation"] - 1} if decoded else answer


def _first_leader(ask: Ask, operation: str, document: JSON) -> JSON:
    """Always the partition of the first record."""
    steps: list[Any] = ask(operation, document)
    first = next((step for step in steps if isinstance(step, int)), None)
    return [first if isinstance(step, int) else step for step in steps]


def _not_inverted(ask: Ask, operation: str, document: JSON) -> JSON:
    """Long queues are preferred."""
    answer = ask(operation, document)
    if answer is None:
        return None
    sums, total = [], 0
    for size in document["queueSizes"][: answer["length"]]:
        total += size + 1
        sums.append(total)
    return {**answer, "table": sums + answer["table"][len(sums) :]}


def _narrow(ask: Ask, operation: str, document: JSON) -> JSON:
    """The last of several old subtasks is forgotten."""
    subtasks: list[Any] = ask(operation, document)
    return subtasks[:-1] if len(subtasks) > 1 else subtasks


def _backwards(ask: Ask, operation: str, document: JSON) -> JSON:
    subtasks: list[Any] = ask(operation, document)
    return subtasks[::-1]


_STICKY: Final = ("kafka.assignor.sticky", "kafka.assignor.cooperative-sticky")
_ASSIGNORS: Final = ("kafka.assignor.range", "kafka.assignor.round-robin", *_STICKY)


def _declared(tag: str, title: str, fault: Fault, *operations: str) -> Wrong:
    return Wrong(tag, title, dict.fromkeys(operations, fault))


KAFKA: Final = (
    _declared("members-exchanged", "gives the first member what is the last one's", _exchanged, *_ASSIGNORS),
    _declared("sticky-forgets", "takes no notice of what members owned", _forgetful, *_STICKY),
    _declared("racks-ignored", "takes no notice of racks", _without_racks, *_ASSIGNORS),
    _declared("static-members-ignored", "sorts members by their ids alone", _without_instances, *_ASSIGNORS),
    _declared(
        "cooperative-hasty",
        "hands partitions over before their owners gave them up",
        _hasty,
        "kafka.assignor.cooperative-sticky",
    ),
    _declared(
        "protocol-version-0",
        "writes every version as version 0",
        _oldest_version,
        "kafka.protocol.subscription",
        "kafka.protocol.assignment",
    ),
    _declared(
        "protocol-user-data-lost",
        "leaves user data out",
        _without_user_data,
        "kafka.protocol.subscription",
        "kafka.protocol.assignment",
    ),
    _declared(
        "sticky-data-generation", "reads a generation less", _older_generation, "kafka.protocol.sticky-user-data"
    ),
    _declared("round-robin-stays", "stays on one partition", _first_leader, "kafka.partitioner.round-robin"),
    _declared("load-not-inverted", "prefers long queues", _not_inverted, "kafka.partitioner.load-table"),
)
FLINK: Final = (
    _declared("in-flight-forgotten", "leaves out the last of several old subtasks", _narrow, "flink.rescale.in-flight"),
    _declared(
        "operator-state-backwards",
        "gives the first subtask what is the last one's",
        _backwards,
        "flink.rescale.operator-state",
    ),
)
_OWN: Final = {one.tag: one for one in (*KAFKA, *FLINK)}


def __getattr__(name: str) -> WrongPort:
    try:
        return WrongPort(wrong(name.replace("_", "-")))
    except KeyError as error:
        raise AttributeError(str(error.args[0])) from None
