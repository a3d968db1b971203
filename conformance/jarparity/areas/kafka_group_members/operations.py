"""The operations of members of Kafka's groups: how a member goes from what it has to its target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation
from jarparity.values.shapes import INT32, STRING, by_name, by_number, extended, listing, record, ref

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.kafka_group_members import cases, inputs, rules
else:
    cases, inputs, rules = lazy_modules(__package__, "cases", "inputs", "rules")

_BUILDER: Final = "org.apache.kafka.coordinator.group.modern.consumer.CurrentAssignmentBuilder"


def _epochs(epoch: JSON, description: str) -> JSON:
    return by_name(by_number(epoch), description)


_PARTITIONS: Final[JSON] = {**listing(ref("count")), "uniqueItems": True}
_TOPIC: Final = extended(record(id=ref("topic-id")), deleted={"type": "boolean"})
_STATE: Final[JSON] = {"enum": ["STABLE", "UNREVOKED_PARTITIONS", "UNRELEASED_PARTITIONS", "UNKNOWN"]}
_SOME_EPOCH: Final[JSON] = {"anyOf": [INT32, {"type": "null"}]}
_OWNED: Final[JSON] = {
    "anyOf": [{"type": "null"}, by_name(_PARTITIONS, "By topic.")],
    "description": "What the member says that it holds; null where it says nothing.",
}

OPERATIONS: Final = (
    Operation(
        name="kafka.group.reconcile",
        summary="What a coordinator tells a member next: what to give back, what to take, whether to wait.",
        original=f"{_BUILDER}.build()",
        python="copartition.kafka.group.reconcile.reconcile",
        family="kafka-group-coordinator",
        input=record(
            topics=by_name(_TOPIC, "By name its id; a deleted one is in no metadata any more."),
            member=record(
                epoch=INT32,
                previousEpoch=INT32,
                state=_STATE,
                topics={**listing(STRING), "description": "Names that the member subscribes to."},
                assigned=_epochs(INT32, "By topic and partition the epoch in which the member got it."),
                revoking=_epochs(INT32, "The same of what the member has to give back."),
            ),
            target=record(epoch=INT32, partitions=by_name(_PARTITIONS, "By topic what the member is to have.")),
            partitionEpochs=_epochs(INT32, "By topic and partition the epoch of the member that holds it."),
            owned=_OWNED,
            subscriptionChanged={"type": "boolean"},
        ),
        answer=record(
            epoch=INT32,
            previousEpoch=INT32,
            state=_STATE,
            assigned=_epochs(_SOME_EPOCH, "As in the input; null before 4.3."),
            revoking=_epochs(_SOME_EPOCH, "As in the input; null before 4.3."),
        ),
        draw=inputs.reconcile,
        cases=cases.reconciliations,
        problems=rules.problems,
        volume_rows=20,
        notes=(
            "Subscriptions and 'subscriptionChanged' matter from 4.2 on. Releases before 4.3 keep no epochs of "
            "partitions. 3.8 has the class in the package group.consumer."
        ),
    ),
)
