"""A consumer group as the port sees it: what the leader hears, in which order, and what its assignor makes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.measures.live.scenario import NoPredictionError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.measures.live.kafka.consumers import Config, Joined
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
        group = {"topics": self.topics, "members": [self._as_member(known) for known in self._in_order()]}
        if self._assignor == CUSTOM:
            operation = "kafka.assignor.custom"
            answer = self._clients.ask(operation, {"assignor": CUSTOM, **group})["assignment"]
        else:
            operation = f"kafka.assignor.{self._assignor}"
            answer = self._clients.ask(operation, group)
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

    def _in_order(self) -> list[Known]:
        """The members as the coordinator lists them to the leader: it keeps them in a HashMap, by id."""
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
