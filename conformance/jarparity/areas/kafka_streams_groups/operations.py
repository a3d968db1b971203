"""The operations of streams groups: how a member goes from the tasks that it has to its target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation, Varying
from jarparity.values.shapes import INT32, STRING, by_name, by_number, listing, record, ref

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.kafka_streams_groups import cases, groups, inputs, rules
else:
    cases, groups, inputs, rules = lazy_modules(__package__, "cases", "groups", "inputs", "rules")

_STREAMS: Final = "org.apache.kafka.coordinator.group.streams"


_PARTITIONS: Final = by_name({**listing(ref("count")), "uniqueItems": True}, "By subtopology the partitions.")
_PROCESSES: Final = by_name(
    by_number(listing(STRING)),
    "By subtopology and partition the processes of the members that have the task.",
)
STATES: Final = ("STABLE", "UNREVOKED_TASKS", "UNRELEASED_TASKS", "UNKNOWN")
_STATE: Final[JSON] = {"enum": [*STATES]}
_SOME_EPOCH: Final[JSON] = {"anyOf": [INT32, {"type": "null"}]}
_TASKS: Final = record(active=_PARTITIONS, standby=_PARTITIONS, warmup=_PARTITIONS)


def _with_epochs(epoch: JSON, description: str) -> JSON:
    return record(active=by_name(by_number(epoch), description), standby=_PARTITIONS, warmup=_PARTITIONS)


_HAS: Final = _with_epochs(INT32, "By subtopology and partition the epoch in which the member got the task.")
_ANSWER: Final = _with_epochs(_SOME_EPOCH, "As in the input; null before 4.2.")

OPERATIONS: Final = (
    Operation(
        name="kafka.group.reconcile-streams",
        summary="What a coordinator tells a member of a streams group next: tasks to give back, to take, to wait for.",
        original=f"{_STREAMS}.CurrentAssignmentBuilder.build()",
        python="copartition.kafka.streams_group.reconcile.reconcile",
        family="kafka-group-coordinator",
        since="4.1.1",
        input=record(
            member=record(process=STRING, epoch=INT32, previousEpoch=INT32, state=_STATE, assigned=_HAS, revoking=_HAS),
            target=record(epoch=INT32, tasks=_TASKS),
            processes=record(
                active=by_name(
                    by_number(STRING),
                    "By subtopology and partition the process of the member that has the task.",
                ),
                standby=_PROCESSES,
                warmup=_PROCESSES,
            ),
            owned={
                "anyOf": [{"type": "null"}, _TASKS],
                "description": "What the member says that it has; null where it says nothing.",
            },
        ),
        answer=record(epoch=INT32, previousEpoch=INT32, state=_STATE, assigned=_ANSWER, revoking=_ANSWER),
        draw=inputs.reconcile,
        cases=cases.reconciliations,
        enough=2048,
        sensible=rules.known_to_its_coordinator,
        volume_rows=20,
        notes="4.1 keeps no epochs of tasks. Standby and warm-up tasks have none in any release.",
    ),
    Operation(
        name="kafka.group.assignor.streams-sticky",
        summary="Which member of a streams group gets which task, as active or as standby.",
        original=f"{_STREAMS}.assignor.StickyTaskAssignor.assign(GroupSpec, TopologyDescriber)",
        python="copartition.kafka.streams_group.assign_sticky",
        family="kafka-group-coordinator",
        since="4.2.0",
        input=record(
            subtopologies=by_name(
                record(partitions={"type": "integer", "minimum": 0, "maximum": 1000}, stateful={"type": "boolean"}),
                "By id how many tasks it has, and whether they keep state.",
            ),
            members=listing(
                record(
                    id=STRING,
                    process=STRING,
                    active=_PARTITIONS,
                    standby=_PARTITIONS,
                    offsets=by_name(by_number(INT32), "By subtopology and partition how far the member's state is."),
                )
            ),
            standbys={"type": "integer", "minimum": 0, "maximum": 1000},
        ),
        answer={
            "type": "object",
            "additionalProperties": record(active=_PARTITIONS, standby=_PARTITIONS),
            "description": "By member its tasks.",
        },
        draw=groups.sticky,
        cases=groups.sticky_groups,
        enough=256,
        problems=rules.problems,
        excluded=(
            Varying(
                "release 4.1",
                "its members hash by identity, and the first of several processes of the same load gets a task: a new "
                "group's answer differs from one JVM to the next",
            ),
        ),
        volume_rows=50,
        notes="Offsets are read from 4.4 on. Members are given in the order in which they are put into a HashMap.",
    ),
)
