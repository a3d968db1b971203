"""Consumer groups that meet faults of Kafka's assignors: what the coordinator and the other members see of it.

docs/findings has a page for each: kafka-assignment-never-ends, kafka-topic-made-anew, kafka-subscribed-to-nothing.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.measures.live.kafka.consumers import Config, Joined
from jarparity.measures.live.kafka.groups import History, Model
from jarparity.measures.live.scenario import LiveError, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from jarparity.answers import JSON
    from jarparity.measures.live.kafka.cluster import KafkaCluster
    from jarparity.measures.live.kafka.consumers import Consumers
    from jarparity.measures.live.scenario import Oracle

Opened: TypeAlias = "Callable[[], AbstractContextManager[Consumers]]"
"""Starts a process for consumers: one in which an assignment never ends is of no use to others."""

_STICKY: Final = "sticky"
_LOOP: Final = "performReassignments"
_SECONDS: Final = 60.0
_PAUSE: Final = 0.1


@dataclass(frozen=True, slots=True)
class FaultyGroups:
    """What the scenarios here have in common.

    Attributes:
        cluster: Where the topics are.
        opened: Starts the consumers of a scenario.
        clients: The port, as of the clients' line.
        java: The port, as of Java's own classes.
        figures: What was measured.
    """

    cluster: KafkaCluster
    opened: Opened
    clients: Oracle
    java: Oracle
    figures: dict[str, str]

    def never_ends(self) -> Iterator[Step]:
        """Two members run, three join at once: the leader never comes back from its assignor."""
        topics = self._created("endless", {"t0": 5, "t1": 2, "t2": 6, "t3": 2, "t4": 5})
        every = [*topics]
        read = {"m0": every[:4], "m1": every[:4], "m2": every[::3], "m3": every[::3], "m4": [*every[:3], every[4]]}
        limits = (("session.timeout.ms", "6000"), ("max.poll.interval.ms", "12000"))
        configs = [Config(name, tuple(its), more=limits) for name, its in read.items()]
        with self.opened() as consumers:
            history = History(consumers, "endless", _STICKY, self._model(topics))
            yield from history.join("first joins", Config("first", tuple(every[:4])))
            # Without memory, as members that come in a group's first rebalance, for which brokers wait three seconds.
            self._join_at_once(history, consumers, configs[:2])
            consumers.close("first")
            history.model.remove("first")
            yield from history.goes_on("m0 and m1 have come, and first leaves")
            leader = history.model.in_order()[0].config.member
            self._join_at_once(history, consumers, configs[2:])
            yield self._endless(history, consumers, leader)
            history.model.remove(leader)
            consumers.forget(leader)
            history.generation += 1  # the one that began, and that no member has been through
            yield from history.goes_on("the leader is thrown out, and the others go on")

    def made_anew(self) -> Iterator[Step]:
        """A topic is deleted, and made with fewer partitions before the group has noticed: the leader throws."""
        topics = self._created("anew", {"t": 6})
        (topic,) = topics
        config = (("metadata.max.age.ms", f"{_AGE * 1000}"),)
        with self.opened() as consumers:
            history = History(consumers, "anew", _STICKY, self._model(topics))
            since = time.monotonic()
            for name in ("ann", "bob", "cat"):
                yield from history.join(f"{name} joins", Config(name, (topic,), more=config))
            self.cluster.delete(topic)
            self.cluster.create(topic, 3)
            if time.monotonic() - since > _AGE:
                raise LiveError(f"this machine is too busy: members were to join, and a topic to be made, in {_AGE} s")
            history.model.topics = {topic: 3}
            predicted = self._reply(history.model)
            observed = _first(lambda: consumers.failures().get("ann"))
            yield Step(
                "the topic is made anew with 3 partitions: ann, the leader, rebalances",
                predicted,
                _kind(observed),
                observed,
            )
            consumers.forget("ann")

    def matches_nothing(self) -> Iterator[Step]:
        """A member joins by a pattern that matches no topic: where it is iterated first, it is given all, for ever."""
        topics = self._created("plenty", {"t": 4})
        (topic,) = topics
        with self.opened() as consumers:
            history = History(consumers, "plenty", _STICKY, self._model(topics))
            for attempt in range(_ATTEMPTS):
                ann, pattern = f"ann-{attempt}", f"pat-{attempt}"
                yield from history.join(f"{ann} joins", Config(ann, (topic,)))
                self._join_at_once(history, consumers, [Config(pattern, (), pattern="no-such-topic-.*")])
                if history.model.predict()[pattern]:
                    yield self._restless(history, consumers, ann, pattern)
                    return
                yield from history.goes_on(f"{pattern} joins, and comes behind {ann}")
                for name in (pattern, ann):
                    consumers.close(name)
                    history.model.remove(name)
        raise LiveError(f"in {_ATTEMPTS} tries no member with a pattern came before ann")

    def _created(self, prefix: str, topics: Mapping[str, int]) -> dict[str, int]:
        named = {f"{prefix}-{topic}": count for topic, count in topics.items()}
        for topic, count in named.items():
            self.cluster.create(topic, count)
        return named

    def _model(self, topics: Mapping[str, int]) -> Model:
        return Model(_STICKY, topics, self.clients, self.java)

    def _reply(self, model: Model) -> JSON:
        """What the port says of the next assignment: by member its partitions, or the kind of an error."""
        operation, group = model.question()
        answer = self.clients.values_or_replies(operation, [group])[0]
        if "error" in answer:
            return answer["error"]["kind"]
        return {name: sorted(its) for name, its in model.by_name(operation, answer).items()}

    def _join_at_once(self, history: History, consumers: Consumers, configs: list[Config]) -> None:
        """Has members join in one rebalance: those who are there already don't poll until all have come."""
        for name in history.model.members:
            consumers.hold(name)
        for config in configs:
            consumers.join(history.group, _STICKY, config)
            history.model.add(config, _first(partial(self._id, history.group, config.member)))

    def _id(self, group: str, member: str) -> str | None:
        return self.cluster.group(group).members.get(member)

    def _endless(self, history: History, consumers: Consumers, leader: str) -> Step:
        """From the rebalance on until the leader is out: what it does, and what the others have."""
        predicted = self._reply(history.model)
        known = history.model.members[leader].id
        for name in history.model.members:
            if name in ("m0", "m1"):
                consumers.resume(name)
        _first(lambda: consumers.runs(leader, _LOOP) or history.settled_now())
        since, looks, total, states = time.monotonic(), 0, 0, set[str]()
        while known in (group := self.cluster.group(history.group)).members.values():
            if history.settled_now():
                return Step("m2, m3 and m4 join", predicted, "an assignment")
            looks, total = looks + consumers.runs(leader, _LOOP), total + 1
            states.add(group.state)
            if time.monotonic() - since > _SECONDS:
                raise LiveError(f"the leader has not been thrown out within {_SECONDS:g} s; {looks} looks, {states}")
            time.sleep(_PAUSE)
        seconds = time.monotonic() - since
        self.figures["never-ending assignment"] = (
            f"leader out after {seconds:.1f} s (session 6 s, poll interval 12 s), the group {', '.join(sorted(states))}"
        )
        return Step(
            "m2, m3 and m4 join", predicted, "EndlessLoop", f"the leader was in {_LOOP} at {looks} of {total} looks"
        )

    def _restless(self, history: History, consumers: Consumers, ann: str, pattern: str) -> Step:
        before, predicted = history.generation, []
        for turn in range(1, _TURNS + 1):
            given = history.model.predict()
            predicted.append(sorted(given[ann]))
            has = tuple((str(topic), int(number)) for topic, number in given[ann])
            history.model.learn(before + turn, given, {ann: Joined(before + turn, history.model.members[ann].id, has)})
        since = time.monotonic()
        consumers.resume(ann)
        seen = consumers.await_observed(lambda now: now[ann][-1].generation >= before + _TURNS)
        later = [[*map(list, one.partitions)] for one in seen[ann] if one.generation > before]
        seconds = time.monotonic() - since
        self.figures["a pattern that matches nothing"] = f"{len(later)} rebalances in {seconds:.1f} s, and no end"
        name = f"{pattern} joins, and comes before {ann}: what {ann} has, rebalance by rebalance"
        return Step(name, predicted, later[:_TURNS])


_AGE: Final = 12
"""Seconds after which a consumer asks for metadata again; all that must happen before then takes three."""
_ATTEMPTS: Final = 20
_TURNS: Final = 5


def _first(look: Callable[[], str | bool | None]) -> str:
    """The first thing that is seen.

    Raises:
        LiveError: Nothing is, within a minute.
    """
    deadline = time.monotonic() + _SECONDS
    while not (found := look()):
        if time.monotonic() > deadline:
            raise LiveError(f"what was waited for has not come within {_SECONDS:g} s")
        time.sleep(_PAUSE)
    return str(found)


def _kind(thrown: str) -> str:
    """The simple name of an exception's class, which begins its text."""
    return thrown.partition(":")[0].rpartition(".")[2]
