"""What no answer of a group coordinator should show, whoever gives it, read off the records that it writes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from jarparity.original_faults import OriginalFault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from jarparity.answers import JSON, Answer

_HISTORY: Final = "kafka.group.coordinator"


@dataclass(slots=True)
class _Group:
    """A group as its records tell it.

    Attributes:
        topics: By name the cluster's topics.
        names: By member the names that it subscribes to.
        targets: By member what it is to have.
        having: By member what it has, or has still to give back.
        assigned: Whether the step has written a new target.
    """

    topics: JSON
    names: dict[str, JSON] = field(default_factory=dict)
    targets: dict[str, JSON] = field(default_factory=dict)
    having: dict[str, JSON] = field(default_factory=dict)
    assigned: bool = False

    def write(self, record: JSON) -> None:
        """Makes a record's change."""
        kind, value = record["type"], record["value"]
        if kind == "ConsumerGroupTargetAssignmentMetadata":
            self.assigned = True
            return
        kept = {
            "ConsumerGroupMemberMetadata": self.names,
            "ConsumerGroupTargetAssignmentMember": self.targets,
            "ConsumerGroupCurrentMemberAssignment": self.having,
        }.get(kind)
        if kept is None:
            return
        member = record["key"]["memberId"]
        if value is None:
            kept.pop(member, None)
        else:
            kept[member] = value

    def holders(self) -> Counter[tuple[str, int]]:
        """How many members have a partition."""
        return Counter(
            (topic, int(number))
            for having in self.having.values()
            for partitions in (having["assignedPartitions"], having["partitionsPendingRevocation"])
            for topic, numbers in partitions.items()
            for number in numbers
        )

    def given(self) -> Counter[tuple[str, int]]:
        """To how many members a partition is to go."""
        return Counter(_each(target["topicPartitions"] for target in self.targets.values()))

    def wanted(self) -> set[tuple[str, int]]:
        """The partitions of all topics that a member names and that there are."""
        named = {name for value in self.names.values() for name in value["subscribedTopicNames"]}
        return {
            (topic["id"], number)
            for name, topic in self.topics.items()
            if name in named
            for number in range(topic["partitions"])
        }


def _each(assignments: Iterator[Mapping[str, JSON]]) -> Iterator[tuple[str, int]]:
    for assignment in assignments:
        for topic, numbers in assignment.items():
            yield from ((topic, number) for number in numbers)


def _after_each_step(document: JSON, answer: Answer) -> Iterator[tuple[_Group, JSON]]:
    """The group after each step, and what the step was answered."""
    group = _Group(document["topics"])
    steps = getattr(answer, "value", None)
    for step, answered in zip(document["steps"], steps if isinstance(steps, list) else [], strict=False):
        if step["op"] == "topics":
            group.topics = step["topics"]
        group.assigned = False
        for record in answered["records"]:
            group.write(record)
        yield group, answered


def _two_at_once(document: JSON, answer: Answer) -> bool:
    return any(count > 1 for group, _ in _after_each_step(document, answer) for count in group.holders().values())


def _left_unassigned(document: JSON, answer: Answer) -> bool:
    return any(
        group.assigned and not group.wanted() <= set(group.given()) for group, _ in _after_each_step(document, answer)
    )


def _given_twice(document: JSON, answer: Answer) -> bool:
    for group, answered in _after_each_step(document, answer):
        if answered.get("error", {}).get("kind") == "UnknownServerException":
            return True
        if group.assigned and any(count > 1 for count in group.given().values()):
            return True
    return False


def _cannot_load(document: JSON, answer: Answer) -> bool:
    steps = zip(document["steps"], _after_each_step(document, answer), strict=False)
    return any(step["op"] == "restart" and "error" in answered for step, (_, answered) in steps)


def _a_member_may_subscribe_to_nothing(document: JSON, _answer: Answer) -> bool:
    return any(step.get("topics") == [] or "regex" in step for step in document["steps"])


def _is_compacted(document: JSON, _answer: Answer) -> bool:
    return any("compactedFrom" in step for step in document["steps"])


ORIGINAL_FAULTS: Final = (
    OriginalFault(
        "kafka-partition-of-two-members",
        "Two members of a consumer group have a partition at once.",
        (_HISTORY,),
        shown=_two_at_once,
        concerns=_two_at_once,
    ),
    OriginalFault(
        "kafka-stale-subscription-type",
        "A target gives partitions to no member, though members subscribe to them.",
        (_HISTORY,),
        shown=_left_unassigned,
        concerns=_a_member_may_subscribe_to_nothing,
    ),
    OriginalFault(
        "kafka-target-of-two-members",
        "After a log was compacted while it was read, a partition is given twice, or the assignment fails.",
        (_HISTORY,),
        shown=_given_twice,
        concerns=_is_compacted,
    ),
    OriginalFault(
        "kafka-coordinator-cannot-load",
        "A log that is compacted while it is read can't be read.",
        (_HISTORY,),
        shown=_cannot_load,
        concerns=_is_compacted,
    ),
)
