"""Who gets which partitions at each rebalance of the classic protocol, and what moves, as a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.kafka.assignors import ASSIGNORS, CooperativeStickyAssignor
from copartition.port.fields import one_of, text
from copartition.port.rebalances import played

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Set as AbstractSet

    from copartition.port.fields import JSON, Fields
    from copartition.port.rebalances import Participant, Rebalance

    Partition = tuple[str, int]
    """A topic's name, and the partition's number."""


def moves(document: Fields) -> JSON:
    """A history as `kafka.assignor.rebalances` takes it, and a `release`: by rebalance, who has what and what moved.

    Partitions are pairs of a topic's name and a number.
    """
    cooperative = document.get("assignor", one_of(ASSIGNORS)) is CooperativeStickyAssignor
    before: dict[str, AbstractSet[Partition]] = {}
    found: list[JSON] = []
    for rebalance in played(document, document.get("release", text)):
        # A member may be called so, too; it has a list.
        if isinstance(error := rebalance.observation.get("error"), dict):
            found.append({"step": rebalance.step, "error": error["kind"]})
            continue
        now = {name: {*_pairs(member)} for name, member in rebalance.group.members.items()}
        found.append(_rebalance(rebalance, before, now, cooperative=cooperative))
        before = dict(now)
    return found


def _rebalance(
    rebalance: Rebalance,
    before: Mapping[str, AbstractSet[Partition]],
    now: Mapping[str, AbstractSet[Partition]],
    *,
    cooperative: bool,
) -> JSON:
    group = rebalance.group
    wanted = {topic for member in group.members.values() for topic in member.topics}
    there = {(topic, number) for topic in wanted for number in range(group.topics.get(topic, 0))}
    left = there.difference(*now.values())
    given_back: dict[Partition, str] = {}
    if cooperative:
        # A partition that changes hands goes to no member at first, so that two members never read it at once.
        given_back = {partition: name for name in now for partition in before.get(name, ()) if partition in left}
    holders: dict[Partition, list[str]] = {}
    for name, its in now.items():
        for partition in its:
            holders.setdefault(partition, []).append(name)
    return {
        "step": rebalance.step,
        "partitions": len(there),
        "members": [
            {
                "id": name,
                "instance": member.instance,
                "has": _sorted(now[name]),
                "got": _sorted(now[name] - before.get(name, frozenset())),
                "gaveUp": _sorted(before.get(name, frozenset()) - now[name]),
                "notThere": sorted(topic for topic in member.topics if not group.topics.get(topic)),
            }
            for name, member in group.members.items()
        ],
        "givenBack": [[*partition, given_back[partition]] for partition in sorted(given_back)],
        "unread": _sorted(left - given_back.keys()),
        "twice": [[*partition, names] for partition, names in sorted(holders.items()) if len(names) > 1],
    }


def _pairs(member: Participant) -> Iterable[Partition]:
    return ((partition.topic, partition.partition) for partition in member.assigned)


def _sorted(partitions: Iterable[Partition]) -> list[JSON]:
    return [[*partition] for partition in sorted(partitions)]
