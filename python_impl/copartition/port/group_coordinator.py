"""`kafka.group.coordinator`: a history of a consumer group, answer by answer and record by record."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from copartition.errors import JavaError
from copartition.kafka.coordinator import GroupCoordinator, Heartbeat, Settings
from copartition.kafka.group.releases import NEWEST
from copartition.port.fields import Fields, array, boolean, int32, items, mapping, nullable, number, one_of, text, texts
from copartition.port.group_metadata import cluster_of, uuid
from copartition.port.group_records import partitions_document, record_document
from copartition.port.rows import answer, kafka_release

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from copartition.kafka.coordinator import HeartbeatAnswer, Removal
    from copartition.kafka.group.releases import Release
    from copartition.kafka.uuid import Uuid
    from copartition.port.fields import JSON
    from copartition.port.rows import Operation

_MOST: Final = 2**31 - 1
_text: Final = nullable(text)
_texts: Final = nullable(texts)
_count: Final = partial(number, low=0, high=_MOST)
_NOT_ITS_OWN: Final = frozenset({"IllegalStateException", "InvalidRegularExpression", "UnknownServerException"})
"""Errors whose text is a library's, has the digits of the JVM's locale, or names one partition of many."""


def coordinated(document: Fields, release: Release = NEWEST) -> JSON:
    """By step what a coordinator answers and writes."""
    return played(document, release).answers


class Played(NamedTuple):
    """A history that was played.

    Attributes:
        coordinator: It, after the last step.
        answers: By step what it answered and wrote.
        removals: Who was removed because its time was over, with the place of the step.
    """

    coordinator: GroupCoordinator
    answers: list[JSON]
    removals: list[tuple[int, Removal]]


def played(document: Fields, release: Release) -> Played:
    """Plays a history, step by step."""
    config = document.get("config", Fields)
    settings = Settings(
        assignors=document.get("assignors", texts),
        session_timeout_ms=config.get("sessionTimeoutMs", _count),
        heartbeat_interval_ms=config.get("heartbeatIntervalMs", _count),
        max_size=config.get("maxSize", _count),
        assignment_interval_ms=config.get("assignmentIntervalMs", _count),
    )
    versions = iter(range(1, len(document.get("steps", items)) + 2))
    cluster = document.get("topics", partial(cluster_of, version=next(versions)))
    coordinator = GroupCoordinator(cluster, settings, release)
    history = _History(coordinator, versions, release)
    steps = [Fields(step, f"input.steps[{place}]") for place, step in enumerate(document.get("steps", items))]
    answers: list[JSON] = []
    removals: list[tuple[int, Removal]] = []
    for place, step in enumerate(steps):
        answers.append(step.get("op", one_of(_STEPS))(history, step))
        removals += [(place, removal) for removal in history.removals]
        history.removals.clear()
    return Played(coordinator, answers, removals)


@dataclass(slots=True)
class _Told:
    """What a member remembers of the answers that it got."""

    epoch: int = 0
    assigned: Mapping[Uuid, Sequence[int]] = field(default_factory=dict)

    def hear(self, answer: HeartbeatAnswer) -> None:
        self.epoch = max(0, answer.epoch)
        if answer.assignment is not None:
            self.assigned = {topic: sorted(numbers) for topic, numbers in answer.assignment.items()}


@dataclass(slots=True)
class _History:
    coordinator: GroupCoordinator
    versions: Iterator[int]
    release: Release
    told: defaultdict[str, _Told] = field(default_factory=lambda: defaultdict(_Told))
    removals: list[Removal] = field(default_factory=list)


def _heartbeat(history: _History, step: Fields) -> JSON:
    coordinator = history.coordinator
    member = step.get("member", text)
    told = history.told[member]
    beat = Heartbeat(
        member=member,
        epoch=step.get("epoch", int32, default=told.epoch),
        instance=step.get("instance", _text, default=None),
        rack=step.get("rack", _text, default=None),
        rebalance_timeout_ms=step.get("timeoutMs", int32, default=-1),
        topics=step.get("topics", _texts, default=None),
        regex=step.get("regex", _text, default=None),
        assignor=step.get("assignor", _text, default=None),
        owned=step.get("owned", partial(_owned, told=told), default=None),
    )
    lost = step.get("lost", boolean, default=False)
    before = len(coordinator.log)
    try:
        answer = coordinator.heartbeat(beat)
    except JavaError as error:
        if not lost:
            history.told[member] = _Told()
        return {"error": _error(error), "records": []}
    if not lost:
        told.hear(answer)
    response = {
        "memberId": answer.member,
        "memberEpoch": answer.epoch,
        "heartbeatIntervalMs": answer.heartbeat_interval_ms,
        "assignment": None if answer.assignment is None else partitions_document(answer.assignment),
    }
    return {"response": response, "records": _written(coordinator, before, history.release)}


def _error(error: JavaError) -> JSON:
    return {"kind": error.kind, "message": None if error.kind in _NOT_ITS_OWN else str(error)}


def _step(act: Callable[[_History, Fields], None]) -> Callable[[_History, Fields], JSON]:
    """A step without an answer, but that may write."""

    def made(history: _History, step: Fields) -> JSON:
        before = len(history.coordinator.log)
        act(history, step)
        return {"records": _written(history.coordinator, before, history.release)}

    return made


def _restart(history: _History, step: Fields) -> JSON:
    try:
        history.coordinator.restart(compacted_from=step.get("compactedFrom", _count, default=None))
    except JavaError as error:
        return {"error": _error(error), "records": []}
    return {"records": []}


def _change(history: _History, step: Fields) -> None:
    history.coordinator.change_topics(step.get("topics", partial(cluster_of, version=next(history.versions))))


def _sleep(history: _History, step: Fields) -> None:
    history.removals += history.coordinator.advance(step.get("ms", _count))


_STEPS: Final = {
    "heartbeat": _heartbeat,
    "sleep": _step(_sleep),
    "topics": _step(_change),
    "tasks": _step(lambda history, _: history.coordinator.run_tasks()),
    "restart": _restart,
}


def _owned(value: JSON, path: str, told: _Told) -> Mapping[Uuid, Sequence[int]]:
    """What a member says that it has: by topic id, or what it was told last."""
    if isinstance(value, str):
        return one_of({"told": told.assigned})(value, path)
    return {uuid(name, path): array(int32)(of, f"{path}.{name}") for name, of in mapping(value, path).items()}


def _written(coordinator: GroupCoordinator, since: int, release: Release) -> list[JSON]:
    return [record_document(group, record, release) for group, record in coordinator.log[since:]]


OPERATIONS: Final[Mapping[str, Operation]] = {
    "kafka.group.coordinator": answer(coordinated, kafka_release),
}
