"""Kafka's consumer groups: which member gets which partitions, and the bytes in which members and leader talk."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jarparity import varying
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation, Varying
from jarparity.values.shapes import INT32, STRING, by_name, extended, listing, record, ref, row

if TYPE_CHECKING:
    from jarparity.areas.kafka_assignors import (
        cases,
        edits,
        grades,
        history_grades,
        in_words,
        inputs,
        realistic,
        rules,
        versions,
    )
else:
    cases, edits, grades, history_grades, in_words, inputs, realistic, rules, versions = lazy_modules(
        __package__,
        "cases",
        "edits",
        "grades",
        "history_grades",
        "in_words",
        "inputs",
        "realistic",
        "rules",
        "versions",
    )

_CONSUMER = "org.apache.kafka.clients.consumer"
_PRODUCER = "org.apache.kafka.clients.producer"
_PARTITIONS = ref("topic-partitions")
_GROUP = record(topics=ref("group-topics"), members=listing(ref("group-member")))
_SENT = by_name(ref("user-data"), "By member what it sent.")
_ERROR = ref("kind-of-error")
_REBALANCED = {
    "description": "A rebalance: the assignment or an error, beside what members sent where that was asked for.",
    "anyOf": [
        ref("assignment"),
        record(error=_ERROR),
        record(assignment=ref("assignment"), userData=_SENT),
        record(error=_ERROR, userData=_SENT),
    ],
}
_COUNTS = {"anyOf": [{"type": "null"}, listing(row("A topic and its number of partitions.", STRING, INT32))]}
_NULLABLE_STRING = {"description": "A string, or null.", "type": ["string", "null"]}
_GROUP_ROWS, _HISTORY_ROWS = 100, 250
_OLDER = (
    'A topic has a number of partitions, or a list of them with their racks: {"partition": 0, "racks": ["r1"]}. '
    "On a line, a member has only the fields that the line's Subscription carries: up to 2.3 id, topics and userData; "
    "from 2.4 on also instance and owned; from 3.4 on also generation, rack and racks of partitions. Null and an "
    "empty list are as good as absent."
)
EQUAL_PARTITIONS = Varying(
    "groups with topic-partitions of one hash code that may share a tree: not asked before kafka-clients 3.0",
    "those assignors iterate over hash tables of topic-partitions, whose trees order equal codes by "
    "System.identityHashCode",
)
_assignor = partial(
    Operation,
    python="copartition.kafka.assign",
    family="kafka-clients",
    input=_GROUP,
    answer=ref("assignment"),
    realistic=realistic.is_group,
    edits=edits.edits,
    sensible=edits.is_sensible,
    weight=edits.weight,
    problems=rules.problems,
    volume_rows=_GROUP_ROWS,
    varies=True,
    project_to=versions.projected,
    alike=grades.same_places,
)

OPERATIONS: tuple[Operation, ...] = (
    _assignor(
        name="kafka.assignor.range",
        summary="The members' partitions, topic by topic in ranges.",
        original=f"{_CONSUMER}.RangeAssignor.assign(Cluster, GroupSubscription)",
        draw=inputs.range_group,
        cases=partial(cases.hand_written, "kafka.assignor.range"),
        enough=256,
        min_version=versions.of_group,
        grader=grades.of_places,
        hint=in_words.tie,
        notes=_OLDER,
    ),
    _assignor(
        name="kafka.assignor.round-robin",
        summary="The members' partitions, dealt out one by one.",
        original=f"{_CONSUMER}.RoundRobinAssignor.assign(Cluster, GroupSubscription)",
        draw=inputs.round_robin_group,
        cases=partial(cases.hand_written, "kafka.assignor.round-robin"),
        enough=256,
        min_version=versions.of_group,
        grader=grades.of_places,
        hint=in_words.tie,
        notes=_OLDER,
    ),
    _assignor(
        name="kafka.assignor.sticky",
        summary="The members' partitions, balanced, and as few as possible moved from what their user data says.",
        original=f"{_CONSUMER}.StickyAssignor.assign(Cluster, GroupSubscription)",
        draw=inputs.sticky_group,
        cases=partial(cases.hand_written, "kafka.assignor.sticky"),
        enough=192,
        excluded=(EQUAL_PARTITIONS, varying.MESSAGES),
        messages=False,
        min_version=versions.of_sticky_group,
        grader=grades.of_balance,
        in_words=in_words.sticky,
        notes=(
            f"{_OLDER} Before 3.0, groups with topic-partitions of one hash code that may share a tree are not asked: "
            "the answer depends on identity hash codes. Messages are not compared: some are the JVM's own, of "
            "a NullPointerException."
        ),
    ),
    _assignor(
        name="kafka.assignor.cooperative-sticky",
        summary="The members' partitions, as sticky, less those that another member must give up first.",
        original=f"{_CONSUMER}.CooperativeStickyAssignor.assign(Cluster, GroupSubscription)",
        draw=inputs.cooperative_group,
        cases=partial(cases.hand_written, "kafka.assignor.cooperative-sticky"),
        enough=192,
        excluded=(EQUAL_PARTITIONS, varying.MESSAGES),
        since="2.4.0",
        messages=False,
        min_version=versions.of_sticky_group,
        grader=grades.of_moves,
        in_words=in_words.cooperative,
        notes="As kafka.assignor.sticky; the generation may also stand in the user data.",
    ),
    Operation(
        name="kafka.assignor.rebalances",
        summary="A group's history: the assignment at each rebalance, each member's assignor remembering its own.",
        original=f"{_CONSUMER}.ConsumerPartitionAssignor.subscriptionUserData(Set), assign(…), onAssignment(…)",
        python="copartition.kafka.assign",
        family="kafka-clients",
        input=extended(
            record(
                assignor={"enum": ["range", "round-robin", "sticky", "cooperative-sticky"]},
                topics=by_name(ref("partition-count"), "By topic its number of partitions."),
                steps=ref("group-steps"),
            ),
            userData={
                "description": "true: the bytes that members sent stand beside each assignment.",
                "type": "boolean",
            },
        ),
        answer=listing(_REBALANCED),
        draw=inputs.rebalances,
        cases=partial(cases.hand_written, "kafka.assignor.rebalances"),
        enough=192,
        edits=edits.edits,
        sensible=edits.is_sensible,
        weight=edits.weight,
        problems=rules.problems,
        excluded=(EQUAL_PARTITIONS,),
        volume_rows=_HISTORY_ROWS,
        varies=True,
        min_version=versions.of_history,
        project_to=versions.projected_history,
        grader=history_grades.of_history,
        alike=grades.same_places,
        notes=(
            "An entry is the assignment, or {'error': {'kind'}}. With 'userData': true it is {'assignment', "
            "'userData'} or {'error', 'userData'}; userData has by member the bytes that it sent as hex, or null. A "
            "member is one assignor from join to leave; members stand in the leader's HashMap in the order of "
            "joining, and the first leads. Eager members send no owned partitions, cooperative ones their last "
            "assignment less topics that they left. Generations count rebalances from 1, failed ones too; a failed "
            "one notifies no consumer. A rebalance of an empty group gives {}."
        ),
    ),
    Operation(
        name="kafka.assignor.custom",
        summary="One rebalance of a group with a user's custom assignor that sends user data.",
        original=f"{_CONSUMER}.ConsumerPartitionAssignor.subscriptionUserData(Set), assign(…), onAssignment(…)",
        python="copartition.kafka.rebalance",
        family="kafka-clients",
        input=extended(
            record(
                assignor={"description": "weighted or rack-preferring.", "enum": ["weighted", "rack-preferring"]},
                topics=ref("group-topics"),
                members={**listing(ref("custom-member")), "description": "At least one member.", "minItems": 1},
            ),
            generation=ref("generation"),
        ),
        answer=record(
            name=STRING,
            version={"type": ["integer", "null"]},
            supportedProtocols={"type": ["array", "null"], "items": {"enum": ["EAGER", "COOPERATIVE"]}},
            userData=_SENT,
            seen=record(
                partitionsPerTopic=_COUNTS,
                members=listing(STRING),
            ),
            assignment=ref("assignment"),
            onAssignment={
                "type": "object",
                "additionalProperties": record(
                    partitions=_PARTITIONS,
                    userData=ref("user-data"),
                    generation=ref("generation"),
                    member=_NULLABLE_STRING,
                    instance=_NULLABLE_STRING,
                ),
            },
        ),
        draw=inputs.custom_group,
        cases=partial(cases.hand_written, "kafka.assignor.custom"),
        enough=256,
        volume_rows=_GROUP_ROWS,
        realistic=realistic.is_group,
        edits=edits.edits,
        sensible=edits.is_sensible,
        weight=edits.weight,
        problems=rules.problems,
        varies=True,
        min_version=versions.of_custom_group,
        notes=(
            "Kafka has no such assignors: both are references of our own in java_ref, the interface around them is the "
            "line's: ConsumerPartitionAssignor from 2.4 on, before internals.PartitionAssignor; weighted stands on the "
            "line's AbstractPartitionAssignor. docs/custom-assignor.md says what each does. A member's assignor is "
            "configured with 'setting' (a weight in decimal digits, or a rack) and sends it; 'userData' is sent "
            "in its place. 'seen' is what the leader's assignor was asked, in the original's order: the members, and "
            "on the abstract base the partitions per topic (else null). 'onAssignment' is what each member was told; "
            "'generation' (by default 1) is told from 2.3 on, the member and its instance from 2.4 on, else null. "
            "version and supportedProtocols are null up to 2.3. Racks of partitions are known on every line. Classes "
            "of users run where Python is: `jarparity assignor check` does that, through JPype only."
        ),
    ),
)
