"""A user's custom assignor behind the real interface: calls come as JSON text, and answers go as JSON text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from copartition.kafka.assignors.custom import ClusterMetadata, ConsumerPartitionAssignor, GroupMetadata
from copartition.kafka.assignors.custom_base import AbstractPartitionAssignor
from copartition.kafka.assignors.members import Assignment, PartitionRacks
from copartition.port.fields import Fields, text
from copartition.port.groups import hex_or_null, partition_documents, partitions, subscription, topics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from copartition.kafka.assignors.custom import GroupSubscription
    from copartition.kafka.topic_partition import TopicPartition
    from copartition.port.fields import JSON


class Delegate:
    """The instances of a class that live behind the real interface; each call names its instance.

    Args:
        assignor: The class.
        version: The release of kafka-clients that calls.
    """

    def __init__(self, assignor: type[ConsumerPartitionAssignor], version: str) -> None:
        self._assignor = assignor
        self._version = version
        self._instances: dict[str, ConsumerPartitionAssignor] = {}

    def __call__(self, method: str, arguments: str) -> str:
        """The answer to a call; what the class raises is an answer, too."""
        try:
            answer: JSON = {"value": self._value(method, json.loads(arguments))}
        except Exception as error:  # noqa: BLE001 - whatever a user's class raises is an answer
            kind = getattr(error, "kind", type(error).__name__)
            answer = {"error": {"kind": str(kind), "message": str(error)}}
        return json.dumps(answer)

    def _value(self, method: str, arguments: JSON) -> JSON:
        if method == "configured":
            handle = str(len(self._instances))
            self._instances[handle] = self._assignor.configured(arguments["setting"])
            return handle
        own = self._instances[arguments["instance of"]]
        if method == "assign":
            cluster = ClusterMetadata.of(topics(arguments["topics"], "topics"), self._version)
            assigned = own.assign(cluster, _group(arguments))
            return {member: assignment_document(given) for member, given in assigned.items()}
        return _METHODS[method](own, arguments)


def base_of(own: ConsumerPartitionAssignor) -> str:
    """What an assignor implements, as the Java side calls it: `interface`, `counts` or `partitions`."""
    if not isinstance(own, AbstractPartitionAssignor) or type(own).assign is not AbstractPartitionAssignor.assign:
        return "interface"
    counts = type(own).assign_partitions is AbstractPartitionAssignor.assign_partitions
    return "counts" if counts else "partitions"


def on_base(own: ConsumerPartitionAssignor) -> AbstractPartitionAssignor:
    """The assignor, which is on the abstract base.

    Raises:
        TypeError: It isn't.
    """
    if not isinstance(own, AbstractPartitionAssignor):
        raise TypeError(f"{type(own).__name__} is not on AbstractPartitionAssignor")
    return own


def assignment_document(given: Assignment) -> JSON:
    """An assignment as JSON."""
    return {"partitions": partition_documents(given.partitions), "userData": hex_or_null(given.user_data)}


def _user_data(own: ConsumerPartitionAssignor, arguments: JSON) -> JSON:
    return hex_or_null(own.subscription_user_data(frozenset(map(_text, arguments["topics"]))))


def _assign_counts(own: ConsumerPartitionAssignor, arguments: JSON) -> JSON:
    counts = {_text(topic): count for topic, count in arguments["partitionsPerTopic"]}
    return _lists(on_base(own).assign_counts(counts, _group(arguments)))


def _assign_partitions(own: ConsumerPartitionAssignor, arguments: JSON) -> JSON:
    racks = {_text(topic): _racks(listed) for topic, listed in arguments["partitionsPerTopic"]}
    return _lists(on_base(own).assign_partitions(racks, _group(arguments)))


def _on_assignment(own: ConsumerPartitionAssignor, arguments: JSON) -> JSON:
    user_data = arguments["userData"]
    given = Assignment(
        partitions(arguments["partitions"], "partitions"), None if user_data is None else bytes.fromhex(user_data)
    )
    metadata = (arguments["generation"], arguments["member"], arguments["instance"], arguments["group"])
    own.on_assignment(given, GroupMetadata(*metadata))


_METHODS: Final[Mapping[str, Callable[[ConsumerPartitionAssignor, JSON], JSON]]] = {
    "name": lambda own, _: own.name(),
    "version": lambda own, _: own.version(),
    "supportedProtocols": lambda own, _: [protocol.name for protocol in own.supported_protocols()],
    "base": lambda own, _: base_of(own),
    "subscriptionUserData": _user_data,
    "assignCounts": _assign_counts,
    "assignPartitions": _assign_partitions,
    "onAssignment": _on_assignment,
}


def _text(value: JSON) -> str:
    return text(value, "a text of Java's")


def _group(arguments: JSON) -> GroupSubscription:
    return {_text(member["id"]): subscription(Fields(member, "a member")) for member in arguments["members"]}


def _racks(listed: JSON) -> PartitionRacks:
    return PartitionRacks(tuple(frozenset(map(_text, partition["racks"])) for partition in listed))


def _lists(assigned: Mapping[str, Iterable[TopicPartition]]) -> JSON:
    return {member: partition_documents(tuple(given)) for member, given in assigned.items()}
