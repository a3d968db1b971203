"""Which inputs about streams groups a coordinator can come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from jarparity.areas.kafka_streams_groups.inputs import nothing
from jarparity.areas.kafka_streams_groups.rules import known_to_its_coordinator

if TYPE_CHECKING:
    from jarparity.answers import JSON


def _document(assigned: JSON, revoking: JSON, processes: JSON) -> JSON:
    member = {"process": "p", "assigned": nothing() | assigned, "revoking": nothing() | revoking}
    return {"member": member, "processes": nothing() | processes}


@pytest.mark.parametrize(
    ("assigned", "revoking", "processes", "known"),
    [
        ({}, {}, {}, True),
        ({"active": {"0": {"0": 1}}}, {}, {"active": {"0": {"0": "p"}}}, True),
        ({"active": {"0": {"0": 1}}}, {}, {"active": {"0": {"0": "p0"}}}, False),
        ({"active": {"0": {"0": 1}}}, {}, {}, False),
        ({"standby": {"0": [1]}}, {}, {"standby": {"0": {"1": ["p1", "p"]}}}, True),
        ({"standby": {"0": [1]}}, {}, {"warmup": {"0": {"1": ["p"]}}}, False),
        ({}, {"warmup": {"0": [1]}}, {"warmup": {"0": {"1": ["p1"]}}}, False),
    ],
)
def test_what_a_member_has_is_what_its_process_runs(
    assigned: JSON, revoking: JSON, processes: JSON, *, known: bool
) -> None:
    assert known_to_its_coordinator(_document(assigned, revoking, processes)) is known
