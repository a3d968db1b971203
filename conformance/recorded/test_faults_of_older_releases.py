"""A port of an older release alone: a known bug in it is made on that release, and named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from jarparity import faults
from jarparity.answers import same
from jarparity.faults.fault import NotApplicable, answers
from jarparity.lines import Line
from jarparity.references.golden import GoldenReference
from jarparity.report.likeness import _older_one, looks_like

if TYPE_CHECKING:
    from jarparity.faults.diagnosis import Observation


def observed(tag: str, operation: str, line: Line) -> list[Observation]:
    """What a port with the bug answers as this release, beside what is recorded of it."""
    recorded = [
        (vector.case.input, answer.answer)
        for vector in GoldenReference.default().vectors(operation)
        for answer in vector.answers
        if str(line) in answer.lines
    ]
    replies = answers([faults.named(tag)], operation, [document for document, _ in recorded], line)
    return [
        (operation, document, expected, reply)
        for (document, expected), reply in zip(recorded, replies, strict=True)
        if not isinstance(reply, NotApplicable)
    ]


@pytest.mark.parametrize(
    ("tag", "operation", "release"),
    [
        ("assignor-round-robin-one-further", "kafka.assignor.rebalances", "kafka-clients 2.0.1"),
        ("fetched-good-records-held-back", "kafka.batch.fetched", "kafka-clients 3.5.1"),
        ("valve-realigns-at-once", "flink.watermark.valve", "flink 1.16.3"),
    ],
)
def test_its_bug_is_named(tag: str, operation: str, release: str) -> None:
    line = Line.parse(release)
    seen = observed(tag, operation, line)
    assert any(not same(expected, reply) for _, _, expected, reply in seen)
    assert tag in looks_like(seen, asked=_older_one([line], operation)).tags
    assert tag not in looks_like(seen).tags  # as the newest release it answers otherwise


def test_where_the_newest_release_is_compared_bugs_are_made_on_it() -> None:
    newest = Line.parse("flink 2.3.0")
    assert _older_one([Line.parse("flink 1.16.3"), newest], "flink.watermark.valve") is None
