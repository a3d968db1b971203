"""Groups of librdkafka's consumers. It is a C library that exports no assignor: its plans are seen by whoever joins."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from jarparity import registry
from jarparity.answers import Value
from jarparity.child_process.worker import RefusedError
from jarparity.grades import Grade
from jarparity.measures.live.kafka.consumers import Config
from jarparity.measures.live.kafka.groups import Model
from jarparity.measures.live.kafka.producers import not_installed
from jarparity.measures.live.scenario import LiveError, NotRun, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.measures.live.kafka.cluster import KafkaCluster
    from jarparity.measures.live.kafka.groups import Partitions
    from jarparity.measures.live.scenario import Oracle

_TOPICS: Final = {"rd-deeds": 7, "rd-words": 5, "rd-names": 1}
_COOPERATIVE: Final = "cooperative-sticky"
_STRATEGIES: Final = {"range": "range", "roundrobin": "round-robin", _COOPERATIVE: "sticky"}
"""Its name of each strategy, and whose answer predicts it: in the end a cooperative group has what an eager one has."""

_SECONDS: Final = 60.0
_UNCHANGED: Final = 1.0
"""Seconds: five heartbeats, in any of which the coordinator would tell of another rebalance."""
_POLL: Final = 0.02
_NO_SUCH_GROUP: Final = "GroupIdNotFoundException"


@dataclass(frozen=True, slots=True)
class Librdkafka:
    """The scenario `librdkafka`.

    Attributes:
        cluster: Where the topics are.
        clients: The port, as of the clients' line.
        java: The port, as of Java's own classes.
    """

    cluster: KafkaCluster
    clients: Oracle
    java: Oracle

    def __call__(self) -> Iterator[Step | NotRun]:
        """Members join one after the other, the last of them a static one, and one leaves: with each strategy."""
        if reason := not_installed("confluent-kafka"):
            yield NotRun("its groups", reason)
            return
        for topic, count in _TOPICS.items():
            self.cluster.create(topic, count)
        deeds, words, names = _TOPICS
        for strategy in _STRATEGIES:
            group = _Group(self.cluster, strategy)
            for config in (
                Config("ann", (deeds, words)),
                Config("bob", (deeds, words, names)),
                Config("cat", (deeds,)),
                Config("dan", (words, names), instance="z-dan"),
            ):
                group.join(config)
                yield self._step(group, f"{strategy}: {config.member} joins")
            group.leave("bob")
            yield self._step(group, f"{strategy}: bob leaves")
            group.close()

    def _step(self, group: _Group, name: str) -> Step:
        """What the members have now: as Java would have it; a cooperative group as good as that."""
        before, generation = dict(group.given), group.rebalances
        ids = group.settle()
        model = Model(_STRATEGIES[group.strategy], _TOPICS, self.clients, self.java)
        for member, config in group.members.items():
            # A static member is one among the others to it, by member id, unless both that it compares are static.
            model.add(Config(member, config.topics), ids[member])
            if member in before:
                known = model.members[member]
                known.generation = known.entered = generation
                known.partitions = before[member]
        if group.strategy != _COOPERATIVE:
            predicted = {member: sorted(its) for member, its in model.predict().items()}
            return Step(name, predicted, dict(group.given))
        operation, document = model.question()
        java = Value(self.clients.ask(operation, document))
        observed = Value({ids[member]: its for member, its in group.given.items()})
        grade = registry.operation(operation).grade(document, java, observed)
        best = min(grade, Grade.EQUIVALENT)
        return Step(f"{name}: its grade", str(Grade.EQUIVALENT), str(best), f"it gives {group.given}")


@dataclass(slots=True)
class _Group:
    """Consumers of one group in this process.

    Attributes:
        cluster: Where it is.
        strategy: Of `partition.assignment.strategy`.
        members: By name.
        given: What each has, as last seen.
        rebalances: How often it has settled.
    """

    cluster: KafkaCluster
    strategy: str
    members: dict[str, Config] = field(default_factory=dict)
    given: dict[str, Partitions] = field(default_factory=dict)
    rebalances: int = 0
    _consumers: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"librdkafka-{self.strategy}"

    def join(self, config: Config) -> None:
        settings = {
            "bootstrap.servers": self.cluster.bootstrap,
            "group.id": self.name,
            "client.id": config.member,
            "partition.assignment.strategy": self.strategy,
            "heartbeat.interval.ms": 200,
            "session.timeout.ms": 6000,
            "enable.auto.commit": False,
            "log_level": 0,
        }
        if config.instance is not None:
            settings["group.instance.id"] = config.instance
        consumer = consumer_of(settings)
        consumer.subscribe(list(config.topics))
        self.members[config.member], self._consumers[config.member] = config, consumer

    def leave(self, member: str) -> None:
        self._consumers.pop(member).close()
        del self.members[member], self.given[member]

    def settle(self) -> dict[str, str]:
        """Polls until each partition that is read has an owner, and keeps it; by member what the coordinator calls it.

        A cooperative group is stable with all owners also before any of them has given up what another shall get.

        Raises:
            LiveError: That is not so within a minute.
        """
        read = {topic for config in self.members.values() for topic in config.topics}
        every = sorted([topic, number] for topic in read for number in range(_TOPICS[topic]))
        start = since = time.monotonic()
        last: tuple[dict[str, Partitions], dict[str, str]] | None = None
        while True:
            for consumer in self._consumers.values():
                consumer.poll(_POLL)
            given = {
                member: sorted([one.topic, one.partition] for one in consumer.assignment())
                for member, consumer in self._consumers.items()
            }
            ids = self._stable()
            now = time.monotonic()
            if ids is None or sorted(pair for its in given.values() for pair in its) != every:
                last = None
            elif (given, ids) != last:
                last, since = (given, ids), now
            elif now - since > _UNCHANGED:
                self.given = given
                self.rebalances += 1
                return ids
            if now - start > _SECONDS:
                raise LiveError(f"{self.name} has not settled within {_SECONDS:g} s; last seen: {given}")

    def _stable(self) -> dict[str, str] | None:
        """The members' ids, where the group is stable with all of them."""
        try:
            group = self.cluster.group(self.name)
        except RefusedError as refused:
            if refused.kind == _NO_SUCH_GROUP:
                return None
            raise
        return group.members if group.state == "Stable" and group.members.keys() == self.members.keys() else None

    def close(self) -> None:
        for consumer in self._consumers.values():
            consumer.close()


def consumer_of(settings: dict[str, Any]) -> Any:  # noqa: ANN401 - the library has no types
    """A consumer of confluent-kafka, which brings librdkafka."""
    from confluent_kafka import Consumer  # noqa: PLC0415 - of the group `clients`

    return Consumer(settings)
