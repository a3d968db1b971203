"""Known faults of the interface for users' assignors, and of the assignors that stand for them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity.faults.fault import Answers, Fault, Replaced, Rewritten

if TYPE_CHECKING:
    from jarparity.answers import JSON

_interface: Final = partial(Fault.of, "kafka.assignor.custom", "apache/kafka:ConsumerPartitionAssignor")
_example: Final = partial(Fault.of, "kafka.assignor.custom", "apache/kafka:ConsumerPartitionAssignor.assign")
_PACKAGE: Final = "copartition.kafka.assignors"
_GROUP: Final = f"{_PACKAGE}.custom_group"
_METADATA: Final = f"{_GROUP}:_metadata"
_BASE: Final = f"{_PACKAGE}.custom_base:AbstractPartitionAssignor"
_WEIGHTED: Final = f"{_PACKAGE}.weighted"
_RACKS: Final = f"{_PACKAGE}.rack_preferring"
_BY_TOPIC: Final = "for topic in sorted_names(partitions_per_topic):\n"
_ANEW: Final = f"""{_BY_TOPIC}            for share in shares.values():
                share.next_count = 1
"""


def _with_topics_without_metadata(document: JSON, answer: JSON) -> JSON:
    counts = answer["seen"]["partitionsPerTopic"]
    if counts is None:
        return answer
    named = {topic for member in document["members"] for topic in member["topics"]}
    missing = [[topic, 0] for topic in sorted(named - {topic for topic, _ in counts})]
    return {**answer, "seen": {**answer["seen"], "partitionsPerTopic": counts + missing}}


def _no_bytes_are_none(document: JSON, answer: JSON) -> JSON:
    del document
    return {**answer, "userData": {member: sent or None for member, sent in answer["userData"].items()}}


FAULTS: Final = (
    _interface(
        "custom-members-as-given",
        "shows the assignor the members in the order in which they joined",
        "An assignor gets them in the order of the leader's HashMap.",
        Rewritten(f"{_GROUP}:group_subscription", "leader_order(members)", "members"),
    ),
    _interface(
        "custom-topics-sorted",
        "shows the assignor the topics by name",
        "AbstractPartitionAssignor hands them over in a HashMap, and in its order.",
        Rewritten(
            f"{_BASE}.assign_partitions", "put_order(list(partitions_per_topic))", "sorted(partitions_per_topic)"
        ),
    ),
    _interface(
        "custom-unknown-topics-shown",
        "shows the assignor topics without metadata, as having no partitions",
        "AbstractPartitionAssignor leaves out topics without metadata.",
        Answers(_with_topics_without_metadata),
    ),
    _interface(
        "custom-empty-user-data-unsent",
        "sends nothing where an assignor's user data are empty",
        "No bytes are sent as no bytes; only null is none.",
        Answers(_no_bytes_are_none),
    ),
    _interface(
        "custom-first-generation-told",
        "tells members the generation 1 for ever",
        "onAssignment is told the group's generation.",
        Rewritten(_METADATA, "GroupMetadata(generation, consumer.id", "GroupMetadata(1, consumer.id"),
    ),
    _interface(
        "custom-instance-untold",
        "tells static members no instance id",
        "onAssignment is told the member's group.instance.id, too.",
        Rewritten(_METADATA, "consumer.instance", "None"),
    ),
    _example(
        "custom-user-data-unread",
        "assigns without reading members' user data",
        "Weights and racks come in the members' user data: it is what the leader knows of them.",
        Replaced(f"{_WEIGHTED}:weight_of", lambda *_: 1),
        Replaced(f"{_RACKS}:rack_of", lambda *_: None),
    ),
    _example(
        "custom-setting-for-user-data",
        "sends a member's own setting in place of the user data that it is given",
        "Members of other versions send other bytes, and the leader's assignor has to cope with them.",
        Rewritten(f"{_GROUP}:Consumer.subscription", "user_data = self.user_data\n", "user_data = None\n"),
    ),
    _example(
        "custom-replica-racks-unread",
        "takes no notice of the racks of a topic's partitions",
        "A partition goes to a subscriber in one of its replicas' racks.",
        Rewritten(
            f"{_RACKS}:RackPreferringAssignor.assign",
            "cluster.racks_of(topic)",
            "[frozenset()] * len(cluster.racks_of(topic))",
        ),
    ),
    _example(
        "custom-topics-alone",
        "assigns each topic as if there were no other",
        "What members have of the topics before counts, or some get one more of each.",
        Rewritten(f"{_WEIGHTED}:WeightedAssignor.assign_counts", _BY_TOPIC, _ANEW),
        Rewritten(f"{_RACKS}:RackPreferringAssignor.assign", "len(given[member])", "0"),
    ),
)
