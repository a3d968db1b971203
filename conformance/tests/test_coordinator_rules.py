"""Which histories of a group coordinator, and which groups, are inputs; what is refused, with the field and the fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from jarparity.areas.kafka_group_coordinator.inputs import topic_id
from jarparity.areas.kafka_group_coordinator.rules import problems, target_problems

if TYPE_CHECKING:
    from jarparity.answers import JSON

CONFIG = {"sessionTimeoutMs": 45000, "heartbeatIntervalMs": 5000}


def topics(**described: tuple[int, int]) -> JSON:
    return {name: {"id": topic_id(number), "partitions": count} for name, (number, count) in described.items()}


def history(first: JSON, *then: JSON, **config: int) -> JSON:
    steps = [{"op": "restart"}, *({"op": "topics", "topics": one} for one in then)]
    return {"config": CONFIG | config, "topics": first, "steps": steps}


@pytest.mark.parametrize(
    "document",
    [
        history(topics(t=(1, 3)), topics(t=(1, 3), u=(2, 1)), topics(u=(2, 4))),
        history(topics(t=(1, 3)), topics(t=(2, 1))),
        history(topics(t=(1, 3)), {}, topics(t=(1, 1))),
    ],
)
def test_topics_come_grow_go_and_are_made_anew(document: JSON) -> None:
    assert list(problems(document)) == []


@pytest.mark.parametrize(
    ("document", "where", "words"),
    [
        (history({}, heartbeatIntervalMs=45000), "input.config.heartbeatIntervalMs", "less than sessionTimeoutMs"),
        (history(topics(t=(1, 3), u=(1, 3))), "input.topics.u.id", "t has this id; give each topic its own"),
        (history({}, topics(t=(1, 3), u=(1, 3))), "input.steps[1].topics.u.id", "t has this id"),
        (history(topics(t=(1, 3)), topics(u=(1, 3))), "input.steps[1].topics.u.id", "t has this id; a topic keeps"),
        (history(topics(t=(1, 3)), topics(t=(1, 2))), "input.steps[1].topics.t.partitions", "there were 3"),
    ],
)
def test_what_no_cluster_does_is_refused(document: JSON, where: str, words: str) -> None:
    ((path, problem),) = problems(document)
    assert path == where
    assert words in problem


@pytest.mark.parametrize(
    ("regex", "ends"),
    [
        ("(?i)\u1c80", False),
        (r"(?mi:a\x{1C88})", False),
        ("(?i)[!-\u2000]", False),
        (r"(?i)[\x21-\x{1C80}]", False),
        ("\u1c80", True),
        ("[!-\u2000]", True),
        ("(?i)[\u0430-\u044f]", True),
        ("(?i)[\u1c89-\u2000]", True),
        ("(?s-i)\u1c80", True),
    ],
)
def test_a_letter_without_a_way_back_is_refused_where_case_does_not_count(regex, ends):
    document = history(topics(t=(1, 3)))
    document["steps"] = [{"op": "heartbeat", "member": "A", "regex": regex}]
    found = list(problems(document))
    assert found == ([] if ends else [("input.steps[0].regex", found[0][1])])


def group(*members: JSON, updated: JSON = None, removed: tuple[str, ...] = (), **first: tuple[int, int]) -> JSON:
    described = topics(**(first or {"t": (1, 3)}))
    return {"topics": described, "members": list(members), "updated": updated, "removed": list(removed)}


A, B = {"id": "A", "instance": "i"}, {"id": "B"}


@pytest.mark.parametrize(
    "document",
    [
        group(),
        group(A, B, updated=A),
        group(A, B, updated={"id": "C"}, removed=("A", "B")),
        group(A, B, updated={"id": "C", "instance": "i"}, removed=("A",)),
        group(A, B, updated={"id": "B", "instance": "i"}, removed=("A",)),
    ],
)
def test_members_of_a_group_come_go_and_take_each_others_places(document: JSON) -> None:
    assert list(target_problems(document)) == []


@pytest.mark.parametrize(
    ("document", "where", "words"),
    [
        (group(t=(1, 3), u=(1, 3)), "input.topics.u.id", "t has this id"),
        (group(t=(0, 3)), "input.topics.t.id", "Kafka gives no topic this id"),
        (group(A, {"id": "A"}), "input.members[1].id", "a member before it has this id"),
        (group(A, {"id": "B", "instance": "i"}), "input.members[1].instance", "a member before it has it"),
        (group(A, removed=("B",)), "input.removed[0]", "one of 'members'"),
        (group(A, updated=A, removed=("A",)), "input.removed[0]", "another one than 'updated'"),
        (group(A, updated={"id": "C", "instance": "i"}), "input.removed", "A has the instance id of 'updated'"),
    ],
)
def test_a_group_that_no_coordinator_has_is_refused(document: JSON, where: str, words: str) -> None:
    ((path, problem),) = target_problems(document)
    assert path == where
    assert words in problem
