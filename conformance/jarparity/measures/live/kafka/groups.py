"""Consumer groups of real consumers: who has which partitions after each rebalance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.measures.live.kafka.consumers import Config
from jarparity.measures.live.kafka.model import CUSTOM, Model
from jarparity.measures.live.scenario import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from jarparity.measures.live.kafka.cluster import KafkaCluster
    from jarparity.measures.live.kafka.consumers import Consumers, Joined
    from jarparity.measures.live.scenario import Oracle

TOPICS: Final = {"deeds": 7, "words": 5}
"""By topic its number of partitions; numbers of members don't divide them."""

_BOTH: Final = ("deeds", "words")


@dataclass(frozen=True, slots=True)
class Group:
    """The scenario of one assignor.

    Attributes:
        assignor: See `consumers.STRATEGIES`.
        cluster: Where the topics are.
        consumers: Where members are made.
        clients: The port, as of the clients' line.
        java: The port, as of Java's own classes.
    """

    assignor: str
    cluster: KafkaCluster
    consumers: Consumers
    clients: Oracle
    java: Oracle

    def __call__(self) -> Iterator[Step]:
        """Members come, leave and come back, one after the other."""
        topics = {f"{topic}-{self.assignor}": count for topic, count in TOPICS.items()}
        for topic, count in topics.items():
            self.cluster.create(topic, count)
        history = _History(self, Model(self.assignor, topics, self.clients, self.java))
        both = tuple(f"{topic}-{self.assignor}" for topic in _BOTH)
        ann, bob = Config("ann", both, setting="3"), Config("bob", both)
        yield from history.join("ann joins, and leads", ann)
        yield from history.join("bob joins", bob)
        yield from history.join("cat joins, for one topic", Config("cat", both[:1], setting="2"))
        yield from history.join("dan joins, a static member", Config("dan", both, instance="z-place", setting="2"))
        yield from history.leave("bob leaves", "bob")
        yield from history.join("bob comes back", bob)
        yield from history.come_back("dan restarts, within the time for which his place is kept", "dan")
        yield from history.leave("ann, the leader, leaves", "ann")
        yield from history.join("ann comes back", ann)
        yield from history.leave("cat leaves", "cat")
        if self.assignor == CUSTOM:
            asked = self.consumers.python_calls().get("assign", 0)
            yield Step(
                "rebalances, and how often the Python class assigned",
                [history.generation] * 2,
                [history.generation, asked],
            )
        # The static member last: one that is closed keeps its place, and the others' last rebalance would wait for it.
        for member, _ in sorted(history.model.members.items(), key=lambda item: item[1].config.instance is not None):
            self.consumers.close(member)


class _History:
    """What happens to the group, and what its members report of each rebalance."""

    def __init__(self, group: Group, model: Model) -> None:
        self.model = model
        self._group = group
        self.generation = 0

    def join(self, name: str, config: Config) -> Iterator[Step]:
        """A member comes."""
        self._group.consumers.join(f"group-{self._group.assignor}", self._group.assignor, config)
        found = self._settled({*self.model.members, config.member})
        self.model.add(config, found[config.member][-1].id)
        yield from self._rebalances(name, found)

    def leave(self, name: str, member: str) -> Iterator[Step]:
        """A member goes."""
        self._group.consumers.close(member)
        self.model.remove(member)
        yield from self._rebalances(name, self._settled(set(self.model.members)))

    def come_back(self, name: str, member: str) -> Iterator[Step]:
        """A static member's process ends and starts again: no rebalance follows, and it gets what it had."""
        owned = {other: known.partitions for other, known in self.model.members.items()}
        before = {other: sorted(partitions) for other, partitions in owned.items()}
        config = self.model.members[member].config
        self._group.consumers.close(member)
        self._group.consumers.join(f"group-{self._group.assignor}", self._group.assignor, config)
        found = self._group.consumers.await_observed(lambda now: bool(now.get(member)))
        now = {other: [list(pair) for pair in states[-1].partitions] for other, states in found.items()}
        generations = {other: states[-1].generation for other, states in found.items()}
        predicted = {"generations": dict.fromkeys(before, self.generation), "partitions": before}
        yield Step(f"{name}: no rebalance", predicted, {"generations": generations, "partitions": now})
        self.model.rename(member, found[member][-1].id)
        self.model.learn(self.generation, owned, {other: states[-1] for other, states in found.items()})

    def _settled(self, names: set[str]) -> dict[str, list[Joined]]:
        """Waits until all have been through one rebalance more, and every partition has an owner."""
        every = sum(self.model.topics.values())

        def settled(now: Mapping[str, list[Joined]]) -> bool:
            if now.keys() != names or not all(now.values()):
                return False
            last = [states[-1] for states in now.values()]
            generations = {one.generation for one in last}
            given = sum(len(one.partitions) for one in last)
            return len(generations) == 1 and min(generations) > self.generation and given == every

        return self._group.consumers.await_observed(settled)

    def _rebalances(self, name: str, found: Mapping[str, list[Joined]]) -> Iterator[Step]:
        """A step for each rebalance since the last: a cooperative group needs two where partitions change hands."""
        last = max(states[-1].generation for states in found.values())
        for number, generation in enumerate(range(self.generation + 1, last + 1), 1):
            joined = {member: one for member, states in found.items() for one in states if one.generation == generation}
            predicted = self.model.predict()
            yield Step(
                f"{name}: rebalance {number}",
                {member: sorted(predicted[member]) for member in joined},
                {member: [list(pair) for pair in one.partitions] for member, one in joined.items()},
                f"generation {generation}",
            )
            self.model.learn(generation, predicted, joined)
        self.generation = last
