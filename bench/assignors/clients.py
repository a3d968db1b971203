"""Other clients' assignors on the same groups: kafka-python's and aiokafka's."""

from __future__ import annotations

import importlib
import logging
import signal
import time
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from bench.assignors.workloads import GENERATION
from bench.benchmark import Contender

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from types import FrameType

    from bench.assignors.workloads import Workload

KAFKA_PYTHON: Final = "kafka-python"
AIOKAFKA: Final = "aiokafka"
CLIENTS: Final = {KAFKA_PYTHON: "3.0.12", AIOKAFKA: "0.14.0"}
"""The releases that are measured; the dependency group `clients` pins the same."""

_SECONDS: Final = 10.0
"""A call that takes longer is broken off: their sticky assignors never end on some groups."""

_KAFKA_PYTHON: Final = {
    "range": "range:RangePartitionAssignor",
    "round-robin": "roundrobin:RoundRobinPartitionAssignor",
    "sticky": "sticky.sticky_assignor:StickyPartitionAssignor",
    "cooperative-sticky": "cooperative_sticky:CooperativeStickyAssignor",
}
_AIOKAFKA: Final = {name: path for name, path in _KAFKA_PYTHON.items() if name != "cooperative-sticky"}


class NoEndError(ValueError):
    """A client's call was broken off."""


class _Joined(NamedTuple):
    member_id: str
    group_instance_id: str | None
    metadata: Any


@dataclass(frozen=True, slots=True)
class _Cluster:
    counts: Mapping[str, int]

    def partitions_for_topic(self, topic: str) -> set[int] | None:
        count = self.counts.get(topic)
        return None if count is None else set(range(count))

    def topics(self) -> set[str]:
        return set(self.counts)


def missing() -> dict[str, str]:
    """The clients that can't be measured here, each with the reason."""
    reasons: dict[str, str] = {}
    for name, wanted in CLIENTS.items():
        try:
            found = version(name)
        except PackageNotFoundError:
            found = "not there"
        if found != wanted:
            reasons[name] = f"{name} {wanted} is measured, and it is {found}: `python -m pip install {name}=={wanted}`"
    return reasons


def knows(client: str, assignor: str) -> bool:
    """Whether the client has such an assignor."""
    return assignor in (_KAFKA_PYTHON if client == KAFKA_PYTHON else _AIOKAFKA)


def contender(client: str, workload: Workload, assignor: str, *, again: bool) -> Contender:
    """The client's assignor; what members send has gone over the wire before the clock starts.

    Args:
        client: Its name.
        workload: The group.
        assignor: An assignor that it has.
        again: The first member has left, and the others tell what they had.
    """
    logging.getLogger("kafka").setLevel(logging.CRITICAL)
    logging.getLogger("aiokafka").setLevel(logging.CRITICAL)
    make = _kafka_python if client == KAFKA_PYTHON else _aiokafka
    compute = make(workload, assignor, again=again)

    def run() -> float:
        start = time.perf_counter()
        given = compute()
        seconds = time.perf_counter() - start
        _require_all(client, workload, given)
        return seconds

    return Contender(client, workload.total, run, lambda: np.empty(0, np.int32))


@contextmanager
def limited() -> Iterator[None]:
    """What is called within ends, or is broken off.

    Raises:
        NoEndError: It was broken off.
    """

    def break_off(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - a handler's signature
        raise NoEndError(f"no end within {_SECONDS:g} s")

    old = signal.signal(signal.SIGALRM, break_off)
    signal.setitimer(signal.ITIMER_REAL, _SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def _require_all(client: str, workload: Workload, given: Mapping[str, Any]) -> None:
    # Their answers may differ from Java's, but every partition must be in them: they are as long.
    lists = [each.assignment if client == AIOKAFKA else each.assigned_partitions for each in given.values()]
    assigned = sum(len(partitions) for groups in lists for _, partitions in _pairs(groups))
    if assigned != workload.total:
        raise ValueError(f"{client} has assigned {assigned} of {workload.total} partitions in {workload}")


def _pairs(groups: Any) -> list[tuple[str, Any]]:  # noqa: ANN401 - theirs
    return [(each.topic, each.partitions) if hasattr(each, "topic") else each for each in groups]


def _kafka_python(workload: Workload, assignor: str, *, again: bool) -> Callable[[], Mapping[str, Any]]:
    own = _found("kafka.coordinator.assignors", _KAFKA_PYTHON[assignor])
    wire = importlib.import_module("kafka.protocol.consumer.metadata").ConsumerProtocolSubscription
    cluster = _Cluster(workload.counts)

    def group(before: Mapping[str, Any] | None) -> list[_Joined]:
        joined: list[_Joined] = []
        for member in workload.group if before is None else workload.group[1:]:
            its = own()
            if before is not None:
                its.on_assignment(before[member.id], GENERATION)
            sent = its.metadata(member.subscription.topics).encode()
            joined.append(_Joined(member.id, None, wire.decode(sent)))
        return joined

    members = group(own().assign(cluster, group(None)) if again else None)
    return lambda: own().assign(cluster, members)


def _aiokafka(workload: Workload, assignor: str, *, again: bool) -> Callable[[], Mapping[str, Any]]:
    own = _found("aiokafka.coordinator.assignors", _AIOKAFKA[assignor])
    wire = importlib.import_module("aiokafka.coordinator.protocol").ConsumerProtocolMemberMetadata
    cluster = _Cluster(workload.counts)

    def group(before: Mapping[str, Any] | None) -> dict[str, Any]:
        joined: dict[str, Any] = {}
        for member in workload.group if before is None else workload.group[1:]:
            its: Any = type("Own", (own,), {})  # its state is the class's
            if before is not None:
                its.on_assignment(before[member.id])
                its.on_generation_assignment(GENERATION)
            joined[member.id] = wire.decode(its.metadata(member.subscription.topics).encode())
        return joined

    members = group(own.assign(cluster, group(None)) if again else None)
    return lambda: own.assign(cluster, members)


def _found(package: str, path: str) -> Any:  # noqa: ANN401 - a class of theirs
    module, name = path.split(":")
    return getattr(importlib.import_module(f"{package}.{module}"), name)
