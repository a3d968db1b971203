"""`kafka.assignor.custom`: a custom assignor in a rebalance; and the adapter through which any user's class runs.

A kit that wants to run the same Python class inside the real interface gets a callable with which JSON text is
exchanged (`CustomAssignorAdapter.delegate`), and needs to know nothing of the class.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from copartition.kafka.assignors.custom import ClusterMetadata, ConsumerPartitionAssignor, GroupMetadata
from copartition.kafka.assignors.custom_base import AbstractPartitionAssignor
from copartition.kafka.assignors.custom_group import Consumer, custom_violations, rebalance
from copartition.kafka.assignors.members import Assignment, Member, PartitionRacks
from copartition.kafka.assignors.rack_preferring import RackPreferringAssignor
from copartition.kafka.assignors.versions import behaviour
from copartition.kafka.assignors.weighted import WeightedAssignor
from copartition.port.delegate import Delegate, assignment_document, base_of, on_base
from copartition.port.fields import Fields, int32, objects, one_of, text
from copartition.port.groups import distinct, hex_or_null, partition_documents, subscription, topics
from copartition.port.rows import CLIENTS, answer, assignors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from copartition.kafka.assignors.assignor import RebalanceProtocol
    from copartition.kafka.assignors.custom import GroupSubscription
    from copartition.kafka.topic_partition import TopicPartition
    from copartition.port.fields import JSON
    from copartition.port.rows import Operation

EXAMPLES: Final[Mapping[str, type[ConsumerPartitionAssignor]]] = {
    "weighted": WeightedAssignor,
    "rack-preferring": RackPreferringAssignor,
}
"""The assignors that the operation names: those that are there in Java, too."""


class CustomAssignorAdapter:
    """A user's class, for a kit.

    Args:
        assignor: A subclass of `ConsumerPartitionAssignor`.

    Raises:
        TypeError: It is something else, or lacks a method.
    """

    def __init__(self, assignor: object) -> None:
        if not (isinstance(assignor, type) and issubclass(assignor, ConsumerPartitionAssignor)):
            raise TypeError(
                "an assignor must be a class on copartition.kafka.ConsumerPartitionAssignor (or on "
                f"AbstractPartitionAssignor), not {assignor!r}"
            )
        if missing := sorted(assignor.__abstractmethods__):
            raise TypeError(f"{assignor.__name__} must define {', '.join(missing)}")
        self._assignor = assignor

    def answer(self, document: JSON, line: str | None = None) -> JSON:
        """The answer of `kafka.assignor.custom` with this class, run in Python; `assignor` in the input isn't read."""
        return _answer(self._assignor, Fields(document), **CLIENTS(line))

    def violations(self, document: JSON, line: str | None = None) -> list[str]:
        """A sentence for each rule that the class breaks as the leader's assignor of such a group."""
        fields, version = Fields(document), CLIENTS(line)["version"]
        consumers = _consumers(self._assignor, fields)
        members = [Member(consumer.id, consumer.subscription(version)) for consumer in consumers]
        found = custom_violations(consumers[0].assignor, fields.get("topics", topics), members, version)
        return [f"{violation.rule}: {violation.message}" for violation in found]

    def delegate(self, line: str | None = None) -> Callable[[str, str], str]:
        """What the real interface hands its calls on to: a method's name and arguments in, an answer out, as JSON."""
        return Delegate(self._assignor, CLIENTS(line)["version"])


def custom(document: Fields, version: str) -> JSON:
    """`kafka.assignor.custom`: one rebalance of a group with one of `EXAMPLES`."""
    return _answer(document.get("assignor", one_of(EXAMPLES)), document, version)


class _Watched(AbstractPartitionAssignor):
    """Lets everything pass to a user's assignor, and records what it is asked and notified of."""

    def __init__(self, own: ConsumerPartitionAssignor) -> None:
        self.own = own
        self.seen: JSON = None
        self.notified: JSON = None

    def name(self) -> str:
        return self.own.name()

    def subscription_user_data(self, topics: frozenset[str]) -> bytes | None:
        return self.own.subscription_user_data(topics)

    def on_assignment(self, assignment: Assignment, metadata: GroupMetadata) -> None:
        self.notified = {
            **assignment_document(assignment),
            "generation": metadata.generation,
            "member": metadata.member,
            "instance": metadata.instance,
        }
        self.own.on_assignment(assignment, metadata)

    def supported_protocols(self) -> Sequence[RebalanceProtocol]:
        return self.own.supported_protocols()

    def version(self) -> int:
        return self.own.version()

    def assign(self, cluster: ClusterMetadata, group: GroupSubscription) -> Mapping[str, Assignment]:
        if base_of(self.own) != "interface":
            return super().assign(cluster, group)
        self._see(None, group)
        return self.own.assign(cluster, group)

    def assign_counts(
        self, partitions_per_topic: Mapping[str, int], group: GroupSubscription
    ) -> Mapping[str, Iterable[TopicPartition]]:
        self._see([[topic, count] for topic, count in partitions_per_topic.items()], group)
        return on_base(self.own).assign_counts(partitions_per_topic, group)

    def assign_partitions(
        self, partitions_per_topic: Mapping[str, PartitionRacks], group: GroupSubscription
    ) -> Mapping[str, Iterable[TopicPartition]]:
        if base_of(self.own) == "counts":
            return super().assign_partitions(partitions_per_topic, group)
        self._see([[topic, len(racks)] for topic, racks in partitions_per_topic.items()], group)
        return on_base(self.own).assign_partitions(partitions_per_topic, group)

    def _see(self, partitions_per_topic: JSON, group: GroupSubscription) -> None:
        self.seen = {"partitionsPerTopic": partitions_per_topic, "members": list(group)}


def _consumers(assignor: type[ConsumerPartitionAssignor], document: Fields) -> list[Consumer]:
    consumers: list[Consumer] = []
    for member in document.get("members", objects):
        member_id, setting = member.get("id", text), member.maybe("setting", text, None)
        try:
            own = assignor.configured(setting)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{member.path}.setting must be one that {assignor.__name__} takes: {error}") from error
        sent = subscription(member)
        member.get("topics", distinct)
        consumers.append(
            Consumer(member_id, own, sent.topics, sent.user_data, sent.owned, sent.generation, sent.rack, sent.instance)
        )
    if not consumers:
        raise ValueError("input.members must have at least one: who else would assign?")
    return consumers


def _answer(assignor: type[ConsumerPartitionAssignor], document: Fields, version: str) -> JSON:
    generation = document.maybe("generation", int32, 1)
    consumers = _consumers(assignor, document)
    watched = [_Watched(consumer.assignor) for consumer in consumers]
    consumers = [replace(consumer, assignor=own) for consumer, own in zip(consumers, watched, strict=True)]
    leader = watched[0]
    made = rebalance(document.get("topics", topics), consumers, version=version, generation=generation)
    newer = behaviour(version).owned_field
    return {
        "name": leader.name(),
        "version": leader.version() if newer else None,
        "supportedProtocols": [protocol.name for protocol in leader.supported_protocols()] if newer else None,
        "userData": {member: hex_or_null(sent) for member, sent in made.user_data.items()},
        "seen": leader.seen,
        "assignment": {member: partition_documents(given.partitions) for member, given in made.assignment.items()},
        "onAssignment": {
            consumer.id: own.notified
            for consumer, own in zip(consumers, watched, strict=True)
            if consumer.id in made.told
        },
    }


OPERATIONS: Final[Mapping[str, Operation]] = {
    "kafka.assignor.custom": answer(custom, assignors),
}
