"""Who gets which partitions at each rebalance of the classic protocol, and what moves, as a document."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from copartition.kafka.assignors import ASSIGNORS, CooperativeStickyAssignor
from copartition.port.fields import items, one_of, text
from copartition.port.rebalances import played

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Set as AbstractSet

    from copartition.port.fields import JSON, Fields
    from copartition.port.rebalances import Group, Participant, Rebalance

    Partition = tuple[str, int]
    """A topic's name, and the partition's number."""


def moves(document: Fields) -> JSON:
    """A history as `kafka.assignor.rebalances` takes it, and a `release`: by rebalance, who has what and what moved.

    A step `join` may have a `release` of its own: that of the member's kafka-clients. In the answer it is None where
    none was said. Partitions are pairs of a topic's name and a number.
    """
    before = _Before()
    cooperative = document.get("assignor", one_of(ASSIGNORS)) is CooperativeStickyAssignor
    found: list[JSON] = []
    for rebalance in played(document, document.get("release", text)):
        # A member may be called error, too; it has a list.
        if isinstance(error := rebalance.observation.get("error"), dict):
            found.append({"step": rebalance.step, "error": error["kind"]})
            continue
        found.append(_rebalance(rebalance, before, cooperative=cooperative))
        before.remember(rebalance.group)
    last = found[-1]["step"] if found else -1
    return {"rebalances": found, "notShown": len(document.get("steps", items)) - 1 - last}


@dataclass(slots=True)
class _Before:
    """Who had what before a rebalance; a member that came back in between is another one, and had nothing."""

    members: dict[str, tuple[Participant, AbstractSet[Partition]]] = field(default_factory=dict)

    def of(self, name: str, member: Participant) -> AbstractSet[Partition]:
        known, its = self.members.get(name, (None, frozenset()))
        return its if known is member else frozenset()

    def remember(self, group: Group) -> None:
        self.members = {name: (member, _partitions(member)) for name, member in group.members.items()}


def _rebalance(rebalance: Rebalance, before: _Before, *, cooperative: bool) -> JSON:
    group = rebalance.group
    subscribed = {topic for member in group.members.values() for topic in member.topics}
    there = {(topic, number) for topic, count in group.topics.items() for number in range(count)}
    had = {name: before.of(name, member) for name, member in group.members.items()}
    now = {name: _partitions(member) for name, member in group.members.items()}
    left = {partition for partition in there.difference(*now.values()) if partition[0] in subscribed}
    # A partition that changes hands goes to no member at first, so that two members never read it at once.
    given_back = {partition: name for name, its in had.items() for partition in its & left} if cooperative else {}
    return {
        "step": rebalance.step,
        "leader": next(iter(group.members), None),
        "partitions": len(there),
        "members": [_member(name, member, had[name], now[name], group) for name, member in group.members.items()],
        "givenBack": [[*partition, given_back[partition]] for partition in sorted(given_back)],
        "unread": _sorted(left - given_back.keys()),
        "unsubscribed": sorted(topic for topic, count in group.topics.items() if count and topic not in subscribed),
        "twice": _twice(now),
        "atOnce": _at_once(had, now) if cooperative else [],
    }


def _member(
    name: str, member: Participant, had: AbstractSet[Partition], has: AbstractSet[Partition], group: Group
) -> JSON:
    return {
        "id": name,
        "instance": member.instance,
        "release": member.release,
        "has": _sorted(has),
        "got": _sorted(has - had),
        "gaveUp": _sorted(had - has),
        "taken": sum(topic in member.topics for topic, _ in had - has),
        "notThere": sorted(topic for topic in member.topics if not group.topics.get(topic)),
    }


def _twice(now: Mapping[str, AbstractSet[Partition]]) -> list[JSON]:
    holders: dict[Partition, list[str]] = {}
    for name, its in now.items():
        for partition in its:
            holders.setdefault(partition, []).append(name)
    return [[*partition, names] for partition, names in sorted(holders.items()) if len(names) > 1]


def _at_once(had: Mapping[str, AbstractSet[Partition]], now: Mapping[str, AbstractSet[Partition]]) -> list[JSON]:
    """What goes from a member that stays to another one in a single rebalance: both read it for a while."""
    gave_up = {partition: name for name, its in had.items() for partition in its - now[name]}
    got = {partition: name for name, its in now.items() for partition in its - had[name]}
    return [[*partition, gave_up[partition], got[partition]] for partition in sorted(gave_up.keys() & got.keys())]


def _partitions(member: Participant) -> AbstractSet[Partition]:
    return frozenset((partition.topic, partition.partition) for partition in member.assigned)


def _sorted(partitions: Iterable[Partition]) -> list[JSON]:
    return [[*partition] for partition in sorted(partitions)]
