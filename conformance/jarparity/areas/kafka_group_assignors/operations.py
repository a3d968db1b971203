"""The assignors of Kafka's group coordinator: two of consumer groups, one of share groups."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity import varying
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation, Varying
from jarparity.values.shapes import STRING, extended, listing, record, ref

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.kafka_group_assignors import grades, inputs, realistic, rules
else:
    grades, inputs, realistic, rules = lazy_modules(__package__, "grades", "inputs", "realistic", "rules")

_ASSIGNORS: Final = "org.apache.kafka.coordinator.group.assignor"
_ASSIGNABLE_SINCE: Final = "4.1.1"
_PARTITIONS: Final[JSON] = {**listing(ref("count")), "uniqueItems": True}
_BY_TOPIC: Final[JSON] = {
    "description": "By topic its partitions.",
    "type": "object",
    "additionalProperties": _PARTITIONS,
}
_COUNT: Final[JSON] = {
    "description": "How many partitions it has; null: the topic isn't in the cluster's metadata any more.",
    "anyOf": [ref("partition-count"), {"type": "null"}],
}
_MEMBER: Final = extended(
    record(id=STRING, topics={**listing(STRING), "uniqueItems": True}, target=_BY_TOPIC),
    instance={"description": "The group.instance.id of a static member, or null.", "type": ["string", "null"]},
)
_GROUP: Final = record(
    topics={"type": "object", "additionalProperties": record(id=ref("topic-id"), partitions=_COUNT)},
    members=listing(_MEMBER),
)
EQUAL_PARTITIONS: Final = Varying(
    "groups with so many topics that partitions of one hash code may share a tree: not asked",
    "assignors keep partitions in hash tables, whose trees order equal codes by System.identityHashCode",
)
_NOTES: Final = (
    "'members' stand in the order in which they came into the coordinator's HashMap; 'target' is what the last "
    "assignment gave a member. Answers are sorted: the original's are sets."
)


def _since(document: JSON) -> str | None:
    """The first version that can say which partitions may be assigned."""
    return _ASSIGNABLE_SINCE if document.get("assignable") is not None else None


_assignor = partial(
    Operation,
    family="kafka-group-coordinator",
    answer={"description": "By member what it is to have.", "type": "object", "additionalProperties": _BY_TOPIC},
    problems=rules.problems,
    weight=realistic.weight,
    excluded=(EQUAL_PARTITIONS,),
    volume_rows=100,
    varies=True,
)

OPERATIONS: Final = (
    _assignor(
        name="kafka.group.assignor.uniform",
        summary="The members' partitions, as evenly as can be, and as few as possible moved.",
        original=f"{_ASSIGNORS}.UniformAssignor.assign(GroupSpec, SubscribedTopicDescriber)",
        python="copartition.kafka.group.assign_uniform",
        input=_GROUP,
        draw=inputs.group,
        cases=partial(inputs.hand_written, "kafka.group.assignor.uniform"),
        excluded=(EQUAL_PARTITIONS, varying.copied_sets("order/twelve-of-a-topic")),
        enough=256,
        grader=grades.of_balance,
        realistic=realistic.is_group,
        sensible=realistic.is_group,
        notes=_NOTES,
    ),
    _assignor(
        name="kafka.group.assignor.range",
        summary="The members' partitions, topic by topic in ranges.",
        original=f"{_ASSIGNORS}.RangeAssignor.assign(GroupSpec, SubscribedTopicDescriber)",
        python="copartition.kafka.group.assign_range",
        input=_GROUP,
        draw=inputs.group,
        cases=partial(inputs.hand_written, "kafka.group.assignor.range"),
        enough=256,
        grader=grades.of_places,
        realistic=realistic.is_group,
        sensible=realistic.is_group,
        notes=f"{_NOTES} 3.8 isn't told of instances.",
    ),
    _assignor(
        name="kafka.group.assignor.simple",
        summary="The partitions of a share group's members, of which several may have the same.",
        original=f"{_ASSIGNORS}.SimpleAssignor.assign(GroupSpec, SubscribedTopicDescriber)",
        python="copartition.kafka.group.assign_simple",
        since="3.9.2",
        input=extended(
            _GROUP,
            assignable={
                "description": "By topic the partitions that may be assigned; null: all.",
                "anyOf": [_BY_TOPIC, {"type": "null"}],
            },
        ),
        draw=inputs.share_group,
        cases=partial(inputs.hand_written, "kafka.group.assignor.simple"),
        enough=256,
        grader=grades.of_shares,
        realistic=realistic.is_share_group,
        sensible=realistic.is_share_group,
        min_version=_since,
        notes=f"{_NOTES} 'assignable' is known from 4.1 on.",
    ),
)
