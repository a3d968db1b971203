"""Share groups: the broker gives each member partitions, and others the same where there are too few.

What is predicted is their assignor's answer: who has what after each step. The port has no coordinator of share groups,
so that epochs are noted only.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from jarparity.child_process.worker import RefusedError
from jarparity.measures.live.kafka.broker_side import SESSION_MS, known_topics
from jarparity.measures.live.kafka.consumers import Config
from jarparity.measures.live.scenario import LiveError, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from jarparity.answers import JSON
    from jarparity.measures.live.kafka.cluster import DescribedGroup, KafkaCluster
    from jarparity.measures.live.kafka.consumers import Consumers
    from jarparity.measures.live.scenario import Oracle

OPERATION: Final = "kafka.group.assignor.simple"
GROUP: Final = "shared"
TOPICS: Final = {"deeds-shared": 5, "words-shared": 2}
"""By topic its number of partitions: of one there are fewer than members."""
_SECONDS: Final = 60.0
_QUIET: Final = 2 * SESSION_MS / 1000
_PAUSE: Final = 0.05
_ATTEMPTS: Final = 20


@dataclass(slots=True)
class SharedGroup:
    """The group as the port sees it.

    Attributes:
        topics: By name a topic's id and how many partitions it has.
        assignor: The port, as of the coordinator's line.
        java: The port, as of Java's own classes.
        members: By name the member's id and what it subscribes to.
        had: By member what it had after the last step.
    """

    topics: JSON
    assignor: Oracle
    java: Oracle
    members: dict[str, tuple[str, Config]] = field(default_factory=dict)
    had: dict[str, list[list[str | int]]] = field(default_factory=dict)

    def predict(self) -> JSON:
        """By member what it is to have now.

        Raises:
            NoPredictionError: The port gives no answer.
        """
        had = {name: _by_topic(self.had.get(name, [])) for name in self.members}
        document = {
            "topics": self.topics,
            "members": [
                {
                    "id": id_,
                    "instance": None,
                    "topics": list(config.topics),
                    "target": had[name],
                }
                for name, (id_, config) in self.members.items()
            ],
        }
        answer = self.assignor.ask(OPERATION, document)
        return {
            name: sorted([topic, number] for topic, numbers in answer[id_].items() for number in numbers)
            for name, (id_, _) in self.members.items()
        }

    def has_one_order(self) -> bool:
        """Whether the members have one order in a hash map, however they came into it.

        A coordinator's own table says how they come, which isn't seen from outside.
        """
        ids = [id_ for id_, _ in self.members.values()]
        one, other = (self.java.ask("java.hash-map.order", {"steps": _puts(order)}) for order in (ids, ids[::-1]))
        return bool(one == other)


@dataclass(frozen=True, slots=True)
class ShareSide:
    """The scenario of a share group.

    Attributes:
        cluster: Where the topics are.
        consumers: Where members are made.
        another: Opens another process for members, which crash when it ends.
        assignor: The port, as of the coordinator's line.
        java: The port, as of Java's own classes.
    """

    cluster: KafkaCluster
    consumers: Consumers
    another: Callable[[], AbstractContextManager[Consumers]]
    assignor: Oracle
    java: Oracle

    def __call__(self) -> Iterator[Step]:
        """Members come, leave and crash, more than there are partitions, and a topic grows."""
        counts = dict(TOPICS)
        deeds, words = counts
        ids = self.cluster.create_everywhere(counts)
        group = SharedGroup(known_topics(counts, ids), self.assignor, self.java)

        yield self._join("bob joins", group, Config("bob", (words,)))
        yield self._join("ann joins, for the same topic", group, Config("ann", (words,)))
        yield self._join("cat joins: more members than partitions", group, Config("cat", (words,)))
        yield self._join("eve joins, for another topic", group, Config("eve", (deeds,)))
        with self.another() as elsewhere:
            yield self._join("dan joins, in a process of his own", group, Config("dan", (deeds,)), elsewhere)
        del group.members["dan"]
        yield self._at_rest("dan's process ends, and then his session", group)
        yield self._join("dan comes back", group, Config("dan", (deeds,)))
        counts[words] += 2
        self.cluster.grow(words, counts[words])
        group.topics = known_topics(counts, ids)
        yield self._at_rest(f"{TOPICS[words]} partitions become {counts[words]}", group)
        self._leave(group, "bob")
        yield self._at_rest("bob leaves", group)
        self._leave(group, "eve")
        yield self._at_rest("eve leaves", group)
        for member in sorted(group.members):
            self.consumers.close(member)

    def _join(self, name: str, group: SharedGroup, config: Config, host: Consumers | None = None) -> Step:
        """A member comes; another one in its place where the group's order could be one of two."""
        for _ in range(_ATTEMPTS):
            (host or self.consumers).join_share(GROUP, config)
            group.members[config.member] = (self._id_of(config.member), config)
            if group.has_one_order():
                return self._at_rest(name, group)
            (host or self.consumers).close(config.member)
            del group.members[config.member]
            group.had = _partitions(self._settled(group))
        raise LiveError(f"{config.member} came {_ATTEMPTS} times under an id that has another's place in a hash map")

    def _leave(self, group: SharedGroup, member: str) -> None:
        self.consumers.close(member)
        del group.members[member]

    def _at_rest(self, name: str, group: SharedGroup) -> Step:
        """What was predicted, and to what the members come."""
        predicted = group.predict()
        observed = self._observed(predicted)
        group.had = _partitions(observed)
        return Step(name, predicted, group.had, f"group epoch {observed.epoch}")

    def _observed(self, predicted: JSON) -> DescribedGroup:
        """The group once it is as predicted, or when nothing changes any more."""
        deadline = time.monotonic() + _SECONDS
        quiet = time.monotonic() + _QUIET
        last: DescribedGroup | None = None
        while True:
            found = self.cluster.describe_share_group(GROUP)
            if (_partitions(found) == predicted and _is_at_rest(found)) or time.monotonic() > min(quiet, deadline):
                return found
            if found != last:
                last, quiet = found, time.monotonic() + _QUIET
            time.sleep(_PAUSE)

    def _settled(self, group: SharedGroup) -> DescribedGroup:
        """The group once it has just these members, and they have come to rest."""
        deadline = time.monotonic() + _SECONDS
        while True:
            found = self.cluster.describe_share_group(GROUP)
            if _is_at_rest(found) and _partitions(found).keys() == group.members.keys():
                return found
            if time.monotonic() > deadline:
                raise LiveError(f"the share group has not settled within {_SECONDS:g} s; last seen: {found}")
            time.sleep(_PAUSE)

    def _id_of(self, client: str) -> str:
        """What a member calls itself."""
        deadline = time.monotonic() + _SECONDS
        while True:
            for id_, member in self._members().items():
                if member == client:
                    return id_
            if time.monotonic() > deadline:
                raise LiveError(f"{client} has no id after {_SECONDS:g} s")
            time.sleep(_PAUSE)

    def _members(self) -> dict[str, str]:
        """By id what each member is called; none before the group is there."""
        try:
            found = self.cluster.describe_share_group(GROUP)
        except RefusedError as refused:
            if refused.kind == "GroupIdNotFoundException":
                return {}
            raise
        return {id_: member.client for id_, member in found.members.items()}


def _is_at_rest(group: DescribedGroup) -> bool:
    """Whether each member has been told the newest target."""
    return {group.target_epoch, *(member.epoch for member in group.members.values())} == {group.epoch}


def _partitions(group: DescribedGroup) -> dict[str, list[list[str | int]]]:
    return {member.client: member.partitions for member in group.members.values()}


def _by_topic(partitions: list[list[str | int]]) -> dict[str | int, list[str | int]]:
    target: dict[str | int, list[str | int]] = {}
    for topic, number in partitions:
        target.setdefault(topic, []).append(number)
    return target


def _puts(ids: list[str]) -> JSON:
    return [{"op": "put", "key": {"type": "string", "value": id_}} for id_ in ids]
