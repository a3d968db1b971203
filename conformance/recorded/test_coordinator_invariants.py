"""What no answer of a group coordinator should show: which recorded answers show it all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from jarparity import data
from jarparity.answers import Value
from jarparity.areas.kafka_group_coordinator.original_faults import ORIGINAL_FAULTS
from jarparity.fixtures import reading

if TYPE_CHECKING:
    from jarparity.answers import JSON

FAULTS = {fault.name: fault for fault in ORIGINAL_FAULTS}
STEPS = {"topics": {"t": {"id": "T", "partitions": 2}}, "steps": [{"op": "heartbeat"}, {"op": "heartbeat"}]}


def shown_by(name: str) -> set[str]:
    """The recorded cases in which some release shows it."""
    return {
        vector.case.id
        for path in reading.files(data.fixtures())["kafka.group.coordinator"]
        for vector in reading.read(path).vectors
        if any(FAULTS[name].shown(vector.case.input, recorded.answer) for recorded in vector.answers)
    }


def written(*records: tuple[str, str, JSON]) -> JSON:
    return [
        {"type": f"ConsumerGroup{kind}", "key": {"memberId": member}, "value": value} for kind, member, value in records
    ]


def having(assigned: JSON, revoking: JSON) -> JSON:
    return {"assignedPartitions": assigned, "partitionsPendingRevocation": revoking}


def test_no_recorded_answer_gives_a_partition_to_two_members_at_once() -> None:
    assert shown_by("kafka-partition-of-two-members") == set()


@pytest.mark.parametrize("others", [having({"T": {"1": 3}}, {}), having({}, {"T": [1]})])
def test_a_partition_of_two_members_is_seen_whether_assigned_or_to_be_given_back(others: JSON) -> None:
    first = written(("CurrentMemberAssignment", "A", having({"T": [0, 1]}, {})))
    answer = Value([{"records": first}, {"records": written(("CurrentMemberAssignment", "B", others))}])
    assert FAULTS["kafka-partition-of-two-members"].shown(STEPS, answer)
    given_up = written(("CurrentMemberAssignment", "A", None), ("CurrentMemberAssignment", "B", others))
    answer = Value([{"records": first}, {"records": given_up}])
    assert not FAULTS["kafka-partition-of-two-members"].shown(STEPS, answer)


def test_which_targets_leave_partitions_unassigned() -> None:
    assert {case for case in shown_by("kafka-stale-subscription-type") if "/type-" in case} == {
        "regexes/type-after-a-leave",
        "subscriptions/type-after-a-leave",
        "subscriptions/type-after-a-leave-with-range",
        "subscriptions/type-after-an-interval",
        "subscriptions/type-before-the-topics-are-due",
    }


def test_which_targets_count_a_partition_twice() -> None:
    assert {"compacted/target-that-counts-for-nobody-8"} <= shown_by("kafka-target-of-two-members")
    assert all("compact" in case or case.startswith("generated") for case in shown_by("kafka-target-of-two-members"))


def test_which_compacted_logs_cannot_be_read() -> None:
    assert "compacted/comes-back-after-another" in shown_by("kafka-coordinator-cannot-load")
    assert "compacted/whole" not in shown_by("kafka-coordinator-cannot-load")
