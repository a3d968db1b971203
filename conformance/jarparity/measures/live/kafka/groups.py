"""Consumer groups of real consumers: who has which partitions after each rebalance.

A consumer group as the port sees it: what the leader hears, in which order, and what its assignor makes of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.measures.live.kafka.consumers import Config
from jarparity.measures.live.scenario import NoPredictionError, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.measures.live.kafka.cluster import KafkaCluster
    from jarparity.measures.live.kafka.consumers import Consumers, Joined
    from jarparity.measures.live.scenario import Oracle


Partitions: TypeAlias = "list[list[str | int]]"
"""Topic and number of each."""

COOPERATIVE: Final = "cooperative-sticky"
CUSTOM: Final = "weighted"
_NO_GENERATION: Final = -1


@dataclass(slots=True)
class Known:
    """A member, as known from outside.

    Attributes:
        config: What it brings.
        id: What the coordinator calls it.
        generation: The last rebalance that it was through; -1 before the first.
        partitions: What it got there, in that order.
        entered: The last rebalance that it was in: the next may come before it hears what it got.
    """

    config: Config
    id: str
    generation: int = _NO_GENERATION
    partitions: Partitions = field(default_factory=list)
    entered: int = _NO_GENERATION


class Model:
    """A group with one assignor.

    Attributes:
        topics: By topic its number of partitions.
        members: By name.
    """

    def __init__(self, assignor: str, topics: Mapping[str, int], clients: Oracle, java: Oracle) -> None:
        """Starts without members.

        Args:
            assignor: How the operation `kafka.assignor.*` calls it; `weighted` is the custom one.
            topics: By topic its number of partitions.
            clients: The port, as of the clients' line.
            java: The port, as of Java's own classes.
        """
        self.topics = dict(topics)
        self.members: dict[str, Known] = {}
        self._assignor = assignor
        self._clients = clients
        self._java = java
        self._coordinator: list[JSON] = []

    def add(self, config: Config, member_id: str) -> None:
        """A member has come, and was given this id."""
        self.members[config.member] = Known(config, member_id)
        self._coordinator.append(_step("put", member_id))

    def remove(self, member: str) -> None:
        """A member has left."""
        self._coordinator.append(_step("remove", self.members.pop(member).id))

    def rename(self, member: str, member_id: str) -> None:
        """A static member has come back, and was given another id for its old place."""
        known = self.members[member]
        self._coordinator += [_step("remove", known.id), _step("put", member_id)]
        known.id = member_id
        # A new consumer: it has been through nothing yet.
        known.generation, known.partitions, known.entered = _NO_GENERATION, [], _NO_GENERATION

    def predict(self) -> dict[str, Partitions]:
        """What each member gets if the group rebalances now, in the order in which it gets them.

        Raises:
            NoPredictionError: The port gives no answer to a question on the way.
        """
        operation, group = self.question()
        answer = self._clients.ask(operation, group)
        if self._assignor == CUSTOM:
            answer = answer["assignment"]
        return self.by_name(operation, answer)

    def question(self) -> tuple[str, JSON]:
        """What the leader's assignor is asked if the group rebalances now: an operation, and its input.

        Raises:
            NoPredictionError: As above.
        """
        group: JSON = {"topics": self.topics, "members": [self._as_member(known) for known in self.in_order()]}
        if self._assignor == CUSTOM:
            return "kafka.assignor.custom", {"assignor": CUSTOM, **group}
        return f"kafka.assignor.{self._assignor}", group

    def by_name(self, operation: str, answer: JSON) -> dict[str, Partitions]:
        """An assignment by the members' names, in the order in which they get their partitions.

        Raises:
            NoPredictionError: It is one for others.
        """
        if answer.keys() != {known.id for known in self.members.values()}:
            raise NoPredictionError(f"{operation} gave an assignment for {sorted(answer)}, who are not the members")
        return {name: _over_the_wire(answer[known.id]) for name, known in self.members.items()}

    def learn(self, generation: int, predicted: Mapping[str, Partitions], joined: Mapping[str, Joined]) -> None:
        """A rebalance is over; what the members reported counts, and of the prediction only the order."""
        for name, known in self.members.items():
            known.entered = generation
            if name in joined:
                seen: Partitions = [list(pair) for pair in joined[name].partitions]
                known.generation = generation
                known.partitions = predicted[name] if sorted(predicted[name]) == seen else seen

    def in_order(self) -> list[Known]:
        """The members as the coordinator lists them to the leader: it keeps them in a HashMap, by id.

        Raises:
            NoPredictionError: The port gives no order, or one of others.
        """
        operation = "java.hash-map.order"
        by_id = {known.id: known for known in self.members.values()}
        ordered = [key["value"] for key in self._java.ask(operation, {"steps": self._coordinator})]
        if sorted(ordered) != sorted(by_id):
            raise NoPredictionError(f"{operation} gave {ordered}, which are not the members")
        return [by_id[member] for member in ordered]

    def _as_member(self, known: Known) -> JSON:
        """A member as the leader gets it."""
        cooperative = self._assignor == COOPERATIVE
        member: dict[str, JSON] = {
            "id": known.id,
            "topics": list(known.config.topics),
            "instance": known.config.instance,
            # Eager members give everything up before they join again.
            "owned": sorted(known.partitions) if cooperative else [],
            "generation": None if known.entered == _NO_GENERATION else known.entered,
        }
        if self._assignor == CUSTOM:
            return member | {"setting": known.config.setting}
        return member | {"userData": self._user_data(known)}

    def _user_data(self, known: Known) -> str | None:
        if self._assignor == COOPERATIVE:
            return known.generation.to_bytes(4, "big", signed=True).hex()
        if self._assignor != "sticky" or known.generation == _NO_GENERATION:
            return None
        document = {"direction": "encode", "partitions": known.partitions, "generation": known.generation}
        answer: str = self._clients.ask("kafka.protocol.sticky-user-data", document)
        return answer


def _step(operation: str, key: str) -> JSON:
    return {"op": operation, "key": {"type": "string", "value": key}}


def _over_the_wire(partitions: Sequence[Sequence[str | int]]) -> Partitions:
    """As a member gets them: an assignment's bytes list topic by topic, in the order in which they first come."""
    by_topic: dict[str | int, Partitions] = {}
    for topic, number in partitions:
        by_topic.setdefault(topic, []).append([topic, number])
    return [pair for pairs in by_topic.values() for pair in pairs]


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
        model = Model(self.assignor, topics, self.clients, self.java)
        history = History(self.consumers, f"group-{self.assignor}", self.assignor, model)
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


class History:
    """What happens to a group, and what its members report of each rebalance.

    Attributes:
        model: The group as the port sees it.
        generation: The last rebalance.
        group: Its id.
    """

    def __init__(self, consumers: Consumers, group: str, assignor: str, model: Model) -> None:
        """Starts before the first member comes.

        Args:
            consumers: Where members are made.
            group: Its id.
            assignor: See `consumers.STRATEGIES`.
            model: Without members.
        """
        self.model = model
        self.generation = 0
        self.group = group
        self._consumers, self._assignor = consumers, assignor

    def join(self, name: str, config: Config) -> Iterator[Step]:
        """A member comes."""
        self._consumers.join(self.group, self._assignor, config)
        found = self._settled([*self._configs(), config])
        self.model.add(config, found[config.member][-1].id)
        yield from self._rebalances(name, found)

    def leave(self, name: str, member: str) -> Iterator[Step]:
        """A member goes."""
        self._consumers.close(member)
        self.model.remove(member)
        yield from self._rebalances(name, self._settled(self._configs()))

    def goes_on(self, name: str) -> Iterator[Step]:
        """The model knows who is there; the members poll, and settle."""
        for member in self.model.members:
            self._consumers.resume(member)
        yield from self._rebalances(name, self._settled(self._configs()))

    def settled_now(self) -> bool:
        """Whether all members have been through one rebalance more by now, and every partition has an owner."""
        return self._is_settled(self._configs(), self._consumers.observe())

    def note(self, generation: int) -> str:
        """For the report, beside the step of a rebalance that is not learned yet."""
        return f"generation {generation}"

    def come_back(self, name: str, member: str) -> Iterator[Step]:
        """A static member's process ends and starts again: no rebalance follows, and it gets what it had."""
        owned = {other: known.partitions for other, known in self.model.members.items()}
        before = {other: sorted(partitions) for other, partitions in owned.items()}
        config = self.model.members[member].config
        self._consumers.close(member)
        self._consumers.join(self.group, self._assignor, config)
        found = self._consumers.await_observed(lambda now: bool(now.get(member)))
        now = {other: [list(pair) for pair in states[-1].partitions] for other, states in found.items()}
        generations = {other: states[-1].generation for other, states in found.items()}
        predicted = {"generations": dict.fromkeys(before, self.generation), "partitions": before}
        yield Step(f"{name}: no rebalance", predicted, {"generations": generations, "partitions": now})
        self.model.rename(member, found[member][-1].id)
        self.model.learn(self.generation, owned, {other: states[-1] for other, states in found.items()})

    def _configs(self) -> list[Config]:
        return [known.config for known in self.model.members.values()]

    def _settled(self, configs: Sequence[Config]) -> dict[str, list[Joined]]:
        """Waits until all have been through one rebalance more, and every partition that is read has an owner."""
        return self._consumers.await_observed(lambda now: self._is_settled(configs, now))

    def _is_settled(self, configs: Sequence[Config], now: Mapping[str, list[Joined]]) -> bool:
        if now.keys() != {config.member for config in configs} or not all(now.values()):
            return False
        last = [states[-1] for states in now.values()]
        generations = {one.generation for one in last}
        given = sum(len(one.partitions) for one in last)
        read = {topic for config in configs for topic in config.topics}
        every = sum(count for topic, count in self.model.topics.items() if topic in read)
        return len(generations) == 1 and min(generations) > self.generation and given == every

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
                self.note(generation),
            )
            self.model.learn(generation, predicted, joined)
        self.generation = last
