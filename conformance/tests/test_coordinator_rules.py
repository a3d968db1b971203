"""Which histories of a group coordinator are inputs, and which are refused with the field and the fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from jarparity.areas.kafka_group_coordinator.inputs import topic_id
from jarparity.areas.kafka_group_coordinator.rules import problems

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
