"""What a release line does not have is refused by name."""

import pytest
from port_inputs import INPUTS, JOIN, MEMBER, step

from copartition.port import PORT


@pytest.mark.parametrize(
    ("operation", "line", "change", "message"),
    [
        ("kafka.assignor.range", "flink 2.3.0", {}, "line must be one of kafka-clients, not flink 2.3.0"),
        ("kafka.assignor.custom", "flink 2.3.0", {}, "line must be one of kafka-clients, not flink 2.3.0"),
        (
            "flink.rescale.operator-state",
            "kafka-clients 4.4.0",
            {},
            "line must be one of flink, not kafka-clients 4.4.0",
        ),
        ("flink.state.heap-backend", "kafka-clients 4.4.0", {}, "line must be one of flink, not kafka-clients"),
        ("flink.kafka-source.split-bytes", "flink 2.3.0", {}, "line must be one of flink-connector-kafka, not flink"),
        (
            "kafka.assignor.range",
            "kafka-clients 3.3.2",
            {"members": [{**MEMBER, "rack": "r"}]},
            "a subscription has no rack before 3.4.0",
        ),
        (
            "kafka.assignor.custom",
            "kafka-clients 3.3.2",
            {"members": [{**MEMBER, "rack": "r"}]},
            "a subscription has no rack before 3.4.0",
        ),
        ("kafka.assignor.cooperative-sticky", "kafka-clients 2.3.1", {}, "there is no cooperative-sticky assignor"),
        (
            "kafka.assignor.rebalances",
            "kafka-clients 2.3.1",
            {"assignor": "cooperative-sticky"},
            "there is no cooperative-sticky assignor",
        ),
        (
            "kafka.assignor.rebalances",
            "kafka-clients 2.3.1",
            step(**JOIN, instance="i"),
            "input.steps[0].instance must be absent: assignors see static members from 2.4.0 on",
        ),
        (
            "kafka.protocol.sticky-user-data",
            "kafka-clients 2.2.2",
            {"generation": 1},
            "input.generation must be absent: user data has it from 2.3.0 on",
        ),
        (
            "kafka.partitioner.load-table",
            "kafka-clients 4.3.1",
            {"rack": "a"},
            "input.rack must be absent: producers have racks from kafka-clients 4.4 on, not in 4.3.1",
        ),
    ],
)
def test_what_a_line_does_not_have_is_named(operation, line, change, message):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the message is compared below
        PORT.operations[operation]({**INPUTS[operation], **change}, line)
    assert str(refused.value).startswith(message)


def test_releases_with_the_same_assignors_are_one_to_the_port():
    lines = [f"kafka-clients {version}" for version in ("3.7.0", "3.7.1", "3.9.2", "4.4.0")]
    before, *since = map(PORT.operations["kafka.assignor.sticky"].release_of, lines)
    assert len(set(since)) == 1
    assert before not in since
