"""The operations of Kafka's group coordinator as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity import varying
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation, Varying
from jarparity.values.shapes import INT32, STRING, by_name, extended, listing, record, ref, steps

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.kafka_group_coordinator import cases, inputs, rules, targets
else:
    cases, inputs, rules, targets = lazy_modules(__package__, "cases", "inputs", "rules", "targets")

_TOPICS: Final = by_name(
    record(id=ref("topic-id"), partitions=ref("count")), "By name a topic's id and how many partitions it has."
)
_PARTITIONS: Final[JSON] = {
    "type": "object",
    "propertyNames": ref("topic-id"),
    "additionalProperties": {**listing(ref("count")), "uniqueItems": True},
    "description": "By topic id.",
}
_BY_MEMBER: Final = by_name(_PARTITIONS, "By member.")
_ASSIGNORS: Final[JSON] = {
    "type": "array",
    "items": {"enum": ["uniform", "range"]},
    "minItems": 1,
    "uniqueItems": True,
    "description": "group.consumer.assignors; members that name none get the first.",
}
_MS: Final[JSON] = {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}
_SETTINGS: Final = record(
    sessionTimeoutMs={**_MS, "minimum": 2},
    heartbeatIntervalMs=_MS,
    maxSize=_MS,
    assignmentIntervalMs={**_MS, "minimum": 0},
)
_HEARTBEAT: Final = extended(
    record(member=STRING),
    epoch=INT32,
    instance=STRING,
    rack=STRING,
    timeoutMs=INT32,
    topics=listing(STRING),
    regex=STRING,
    assignor=STRING,
    owned={"if": {"type": "string"}, "then": {"const": "told"}, "else": _PARTITIONS},
    lost={"type": "boolean"},
)
_RECORD: Final = record(type=STRING, key={"type": "object"}, value={"type": ["object", "null"]})
_RECORDS: Final = {**listing(_RECORD), "description": "What is written, as Kafka's own converters to JSON write it."}
_RESPONSE: Final = record(
    memberId=STRING,
    memberEpoch=INT32,
    heartbeatIntervalMs=INT32,
    assignment={"anyOf": [{"type": "null"}, _PARTITIONS]},
)
_SUBSCRIBER: Final = extended(
    record(id=STRING, topics={**listing(STRING), "uniqueItems": True}),
    instance=STRING,
    regex=STRING,
)
_ERROR: Final = record(kind=STRING, message={"type": ["string", "null"]})

EQUAL_PARTITIONS: Final = Varying(
    "groups with so many topics that partitions of one hash code may share a tree: not asked, up to 3.9",
    "the uniform assignor keeps partitions in hash tables, whose trees order equal codes by System.identityHashCode",
)
_MODERN: Final = "org.apache.kafka.coordinator.group.modern"

OPERATIONS: Final = (
    Operation(
        name="kafka.group.coordinator",
        summary="What a group coordinator answers and writes, heartbeat by heartbeat.",
        original="org.apache.kafka.coordinator.group.GroupMetadataManager.consumerGroupHeartbeat(…)",
        python="copartition.kafka.coordinator.GroupCoordinator",
        family="kafka-group-coordinator",
        since="4.0.0",
        input=record(
            assignors=_ASSIGNORS,
            config=_SETTINGS,
            topics=_TOPICS,
            steps=steps(
                heartbeat=_HEARTBEAT,
                sleep=record(ms=ref("count")),
                topics=record(topics=_TOPICS),
                tasks=record(),
                restart=extended(record(), compactedFrom=ref("count")),
            ),
        ),
        answer=listing(extended(record(records=_RECORDS), response=_RESPONSE, error=_ERROR)),
        draw=inputs.coordinator,
        enough=384,
        cases=cases.histories,
        problems=rules.problems,
        volume_rows=250,
        notes=(
            "A heartbeat without an epoch goes on where the last answer left the member, with 0 where it was refused; "
            "'told' is the assignment that it was told last, and an answer that is 'lost' tells it nothing. The clock "
            "starts at 1000 ms and stands but for 'sleep'. 'tasks' resolves regular expressions that wait for it. "
            "'restart' loads another coordinator from what was written, in the middle of which the log may be "
            "compacted: 'compactedFrom' records are read before, and then only the newest of each key; where that "
            "fails, the former one goes on. Lists of partitions are sets: objects by topic id. Errors whose text is "
            "the JVM's or a library's, or has its locale's digits, have null for a message. Settings that a release "
            "hasn't are ignored."
        ),
    ),
    Operation(
        name="kafka.group.target",
        summary="The next target of a consumer group, and the records that a coordinator writes of it.",
        original=f"{_MODERN}.TargetAssignmentBuilder.ConsumerTargetAssignmentBuilder.build()",
        python="copartition.kafka.coordinator.target.next_target",
        family="kafka-group-coordinator",
        input=extended(
            record(
                topics=_TOPICS,
                assignor={
                    "if": {"type": "object"},
                    "then": record(gives=_BY_MEMBER),
                    "else": {"enum": ["uniform", "range"]},
                },
                groupEpoch=INT32,
                subscriptionType={"enum": ["HOMOGENEOUS", "HETEROGENEOUS"]},
                members=listing(extended(_SUBSCRIBER, target=_PARTITIONS)),
                updated={"anyOf": [{"type": "null"}, _SUBSCRIBER]},
                removed={**listing(STRING), "uniqueItems": True},
                now=ref("count"),
            ),
            resolved=by_name(listing(STRING), "By regular expression the names that it matches, since 4.0."),
        ),
        answer=extended(
            record(target={**_BY_MEMBER, "description": "By member that gets something."}, records=_RECORDS),
            asked={
                **listing(record(id=STRING, topics=listing(ref("topic-id")), target=_PARTITIONS)),
                "description": "What an assignor of the broker's own was asked: members and topics in this order.",
            },
        ),
        draw=targets.target,
        enough=256,
        cases=cases.targets,
        problems=rules.target_problems,
        realistic=targets.is_group,
        sensible=targets.is_group,
        weight=targets.weight,
        min_version=targets.since,
        excluded=(EQUAL_PARTITIONS, varying.copied_sets("order/partitions-beyond-a-small-table")),
        volume_rows=100,
        varies=True,
        notes=(
            "'members' are what is written of the group, in the order in which they joined, each with its written "
            "'target', if it has one, in the order in which it is written. 'updated' is the member that comes or says "
            "something new; 'removed' are those that go, among them the one whose instance id 'updated' has. "
            "'subscriptionType' is what the coordinator takes the group for, which may be out of date. 'now' counts "
            "from 4.3 on. An assignor may be the broker's own (group.consumer.assignors names classes): 'gives' is "
            "what it answers, whatever it is asked."
        ),
    ),
)
