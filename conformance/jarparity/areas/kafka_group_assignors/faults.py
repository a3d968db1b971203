"""Known faults of the coordinator's assignors."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity.faults.fault import Fault, Reads, Rewritten

if TYPE_CHECKING:
    from jarparity.answers import JSON

_UNIFORM: Final = "kafka.group.assignor.uniform"
_RANGE: Final = "kafka.group.assignor.range"
_SIMPLE: Final = "kafka.group.assignor.simple"
_uniform: Final = partial(Fault.of, _UNIFORM)
_range: Final = partial(Fault.of, _RANGE)
_GROUP: Final = "copartition.kafka.group"
_HASHED: Final = "in_member_order(members, [member.id for member in members])"


def _without(field: str, empty: JSON) -> Reads:
    """A port that doesn't look at a field of the members."""
    return Reads(lambda document: {**document, "members": [{**member, field: empty} for member in document["members"]]})


FAULTS: Final = (
    Fault.of(
        (_UNIFORM, _SIMPLE),
        "robot-head/crabka#260",
        "group-members-sorted",
        "goes through the members by their ids",
        "The coordinator keeps members in a HashMap; the assignor goes through them as the table has them.",
        Rewritten(f"{_GROUP}.members:hashed_order", _HASHED, "sorted(members, key=lambda member: member.id)"),
    ),
    Fault.of(
        (_UNIFORM, _SIMPLE),
        "redpanda-data/redpanda#31579",
        "group-members-as-they-came",
        "goes through the members in the order in which they joined",
        "The coordinator keeps members in a HashMap; the assignor goes through them as the table has them.",
        Rewritten(f"{_GROUP}.members:hashed_order", _HASHED, "list(members)"),
    ),
    Fault.of(
        (_UNIFORM, _SIMPLE),
        "robot-head/crabka#260",
        "group-target-forgotten",
        "assigns anew, whatever members had",
        "A member keeps what its target was, as far as that is even.",
        _without("target", {}),
    ),
    _uniform(
        "apache/kafka#19677",
        "uniform-extra-stays",
        "lets the first members have the extra partitions, though they have nothing to keep them for",
        "Since 4.0.1 a member that doesn't fill its quota leaves the extra to a later one (KAFKA-18688).",
        Rewritten(f"{_GROUP}.assignors:assign_uniform", "release >= _EXTRA_GOES_ON", "False"),
        once_right=True,
    ),
    _uniform(
        "apache/kafka#17385",
        "uniform-mixed-as-in-3-9",
        "balances members of different subscriptions as 3.9 did",
        "4.0 has another algorithm for them (KAFKA-17710).",
        Rewritten(f"{_GROUP}.assignors:assign_uniform", "release >= _MIXED_REWRITTEN", "False"),
        once_right=True,
    ),
    _uniform(
        "apache/kafka:Uuid.compareTo",
        "uniform-ids-unsigned",
        "orders topics by ids as if they were unsigned",
        "Uuid.compareTo compares both halves as signed numbers; a UUID's first bit is random.",
        Rewritten(
            f"{_GROUP}.uniform_mixed:MixedAssignment._rank",
            "subscribers, topic",
            "subscribers, (topic.most % 2**64, topic.least % 2**64)",
        ),
    ),
    _uniform(
        "apache/kafka:UniformHomogeneousAssignmentBuilder",
        "uniform-topics-sorted",
        "hands out topics by their ids",
        "Topics come out of a HashSet, by the hash codes of their ids.",
        Rewritten(
            f"{_GROUP}.uniform_equal:assign_equal",
            "members[0].copied_topics()",
            "sorted(members[0].topics)",
        ),
    ),
    _range(
        "robot-head/crabka#260",
        "group-range-ignores-instances",
        "orders static members by their member ids",
        "Since 3.9 static members come first, by instance ids: a restart changes nothing (KAFKA-16944).",
        _without("instance", None),
    ),
    _range(
        "apache/kafka:RangeAssignor",
        "group-range-extras-last",
        "gives what is left over to the last members",
        "The first members have one partition more.",
        Rewritten(
            f"{_GROUP}.range:_cuts",
            "[*range(0, longer, quota + 1), *range(longer, count, quota or 1)]",
            "[place * quota + max(place + extras - subscribers, 0) for place in range(subscribers)]",
        ),
    ),
    _range(
        "KAFKA-16944",
        "group-range-sticky",
        "lets members keep what they had, as 3.8 did",
        "Since 3.9 ranges are made anew each time (KAFKA-16944).",
        Rewritten(f"{_GROUP}.assignors:assign_range", "release >= _RANGE_FORGETS", "False"),
        once_right=True,
    ),
    Fault.of(
        _SIMPLE,
        "apache/kafka#18864",
        "share-everything-to-everyone",
        "gives every member all partitions, as 4.0 did",
        "Since 4.1 members of a share group share the partitions out as far as there are enough (KAFKA-18757).",
        Rewritten(f"{_GROUP}.assignors:assign_simple", "release < _SHARES_BY_HASH", "True"),
        once_right=True,
    ),
    Fault.of(
        _SIMPLE,
        "apache/kafka:GroupSpec.isPartitionAssignable",
        "share-whatever-is-assignable",
        "assigns partitions that may not be assigned yet",
        "A share group's partitions are assigned when their state has been initialized.",
        Reads(lambda document: {**document, "assignable": None}),
    ),
)
