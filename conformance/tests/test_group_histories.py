"""Histories of a group as they are drawn: those of services that share a group id come near what never ends."""

from random import Random

import pytest

from jarparity.areas.kafka_assignors.random_histories import services
from jarparity.lines import Line
from jarparity.ports.load import open_port

NEWEST = Line.parse("kafka-clients 4.4.0")


@pytest.mark.parametrize("assignor", ["sticky", "cooperative-sticky"])
def test_services_under_one_group_id_meet_an_assignment_that_never_ends_soon(assignor):
    random = Random(1)  # noqa: S311 - reproducible, not secret
    histories = [services(random, assignor) for _ in range(300)]
    assert all(sum(step["op"] == "rebalance" for step in history["steps"]) == 2 for history in histories)
    answers = open_port().replies("kafka.assignor.rebalances", NEWEST, histories)
    endless = sum({"error": {"kind": "EndlessLoop"}} in answer.value for answer in answers)
    assert endless >= 3
