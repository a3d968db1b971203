"""A user's own assignor behind the real interface: each call comes as JSON text, and so does its answer go."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from copartition.kafka.assignors.members import PartitionRacks
from copartition.kafka.assignors.own import Assignment, ClusterMetadata, ConsumerPartitionAssignor, GroupMetadata
from copartition.kafka.assignors.own_base import AbstractPartitionAssignor
from copartition.port import inputs
from copartition.port.assignor_operations import (
    checked_partitions,
    checked_subscription,
    partition_documents,
    topics_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from copartition.kafka.assignors.own import GroupSubscription
    from copartition.kafka.topic_partition import TopicPartition
    from copartition.port.inputs import JSON


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
        except Exception as error:  # noqa: BLE001 - whatever a user's class raises is told, on the other side
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
            cluster = ClusterMetadata.of(topics_of(arguments), self._version)
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


def hex_of(data: bytes | None) -> str | None:
    """Bytes as lower-case hex, None for None."""
    return None if data is None else data.hex()


def assignment_document(given: Assignment) -> JSON:
    """An assignment as JSON."""
    return {"partitions": partition_documents(given.partitions), "userData": hex_of(given.user_data)}


def _name(own: ConsumerPartitionAssignor, _: JSON) -> JSON:
    return own.name()


def _version(own: ConsumerPartitionAssignor, _: JSON) -> JSON:
    return own.version()


def _protocols(own: ConsumerPartitionAssignor, _: JSON) -> JSON:
    return [protocol.name for protocol in own.supported_protocols()]


def _implements(own: ConsumerPartitionAssignor, _: JSON) -> JSON:
    return base_of(own)


def _user_data(own: ConsumerPartitionAssignor, arguments: JSON) -> JSON:
    return hex_of(own.subscription_user_data(frozenset(map(_text, arguments["topics"]))))


def _assign_counts(own: ConsumerPartitionAssignor, arguments: JSON) -> JSON:
    counts = {_text(topic): count for topic, count in arguments["partitionsPerTopic"]}
    return _lists(on_base(own).assign_counts(counts, _group(arguments)))


def _assign_partitions(own: ConsumerPartitionAssignor, arguments: JSON) -> JSON:
    racks = {_text(topic): _racks(partitions) for topic, partitions in arguments["partitionsPerTopic"]}
    return _lists(on_base(own).assign_partitions(racks, _group(arguments)))


def _on_assignment(own: ConsumerPartitionAssignor, arguments: JSON) -> JSON:
    user_data = arguments["userData"]
    partitions = checked_partitions(arguments["partitions"], "partitions")
    given = Assignment(partitions, None if user_data is None else bytes.fromhex(user_data))
    told = (arguments["generation"], arguments["member"], arguments["instance"], arguments["group"])
    own.on_assignment(given, GroupMetadata(*told))


_METHODS: Final[Mapping[str, Callable[[ConsumerPartitionAssignor, JSON], JSON]]] = {
    "name": _name,
    "version": _version,
    "supportedProtocols": _protocols,
    "base": _implements,
    "subscriptionUserData": _user_data,
    "assignCounts": _assign_counts,
    "assignPartitions": _assign_partitions,
    "onAssignment": _on_assignment,
}


def _text(value: JSON) -> str:
    return inputs.checked_text(value, "a text of Java's")


def _group(arguments: JSON) -> GroupSubscription:
    return {_text(member["id"]): checked_subscription(member, "a member") for member in arguments["members"]}


def _racks(partitions: JSON) -> PartitionRacks:
    return PartitionRacks(tuple(frozenset(map(_text, partition["racks"])) for partition in partitions))


def _lists(assigned: Mapping[str, Iterable[TopicPartition]]) -> JSON:
    return {member: partition_documents(tuple(partitions)) for member, partitions in assigned.items()}
