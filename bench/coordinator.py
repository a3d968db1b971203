"""Heartbeats that change nothing: what the port's coordinator takes for one, whatever the group's size."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, Final

from bench.kit import Limit
from copartition.kafka.coordinator import Cluster, GroupCoordinator, Heartbeat, Settings
from copartition.kafka.group.metadata_hash import TopicMetadata
from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST: Final = 20.0
"""Microseconds."""
_GROUPS: Final = ((3, 1, (None,)), (1000, 100, (None,)), (1000, 100, ("uniform", "range")))
"""Members, topics, and the assignors that members want, in turn."""
_BEATS: Final = 20_000
_PARTITIONS: Final = 12
_MS: Final = 10**9


def limits(rounds: int) -> Iterator[Limit]:
    """Microseconds a heartbeat, in CPU time: each member beats in turn, as members at rest do."""
    for members, topics, assignors in _GROUPS:
        coordinator, beats = _at_rest(members, topics, assignors)
        in_turn = [beats[number % members] for number in range(_BEATS)]
        written = len(coordinator.log)
        each = statistics.median(_round(coordinator, in_turn) for _ in range(rounds))
        assert len(coordinator.log) == written, "a heartbeat has changed something"
        wanted = "" if assignors == (None,) else f", who want {' or '.join(map(str, assignors))}"
        group = f"{members:,} members{wanted}, {topics} topics"
        yield Limit(f"a heartbeat that changes nothing, in a group of {group}", "µs", _MOST, each)


def _round(coordinator: GroupCoordinator, beats: Sequence[Heartbeat]) -> float:
    heartbeat = coordinator.heartbeat
    start = time.process_time()
    for beat in beats:
        heartbeat(beat)
    return (time.process_time() - start) / len(beats) * 1e6


def _at_rest(
    members: int, topics: int, assignors: Sequence[str | None]
) -> tuple[GroupCoordinator, Sequence[Heartbeat]]:
    """A group whose members have all that they are to have, and by member the heartbeat that says so."""
    names = [f"t{number}" for number in range(topics)]
    cluster = Cluster.of(TopicMetadata(name, Uuid(1, number), [()] * _PARTITIONS) for number, name in enumerate(names))
    coordinator = GroupCoordinator(cluster, Settings(session_timeout_ms=_MS))
    told = [
        coordinator.heartbeat(
            Heartbeat(
                f"member-{number}",
                0,
                rebalance_timeout_ms=_MS,
                topics=names,
                owned={},
                assignor=assignors[number % len(assignors)],
            )
        )
        for number in range(members)
    ]
    has = [answer.assignment or {} for answer in told]
    coordinator.advance(Settings().assignment_interval_ms)
    written = -1
    while written < len(coordinator.log):
        written = len(coordinator.log)
        for number, last in enumerate(told):
            owned = {topic: sorted(partitions) for topic, partitions in has[number].items()}
            told[number] = coordinator.heartbeat(Heartbeat(last.member, last.epoch, owned=owned))
            assigned = told[number].assignment
            has[number] = has[number] if assigned is None else assigned
    return coordinator, [Heartbeat(last.member, last.epoch) for last in told]
