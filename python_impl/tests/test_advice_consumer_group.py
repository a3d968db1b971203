"""Where the members of a consumer group stand after a history."""

from __future__ import annotations

import pytest

from copartition.advice.questions import ADVICE

STATUS = ADVICE["consumer-group"]
CONFIG = {"sessionTimeoutMs": 45000, "heartbeatIntervalMs": 5000, "maxSize": 9, "assignmentIntervalMs": 0}


def history(*steps: object, release: str = "4.4.0") -> dict[str, object]:
    topics = {"t": {"id": "AAAAAAAAAAAAAAAAAAAABw", "partitions": 3}}
    return {"assignors": ["uniform"], "config": CONFIG, "topics": topics, "steps": [*steps], "release": release}


def join(member: str) -> dict[str, object]:
    return {"op": "heartbeat", "member": member, "epoch": 0, "timeoutMs": 9, "topics": ["t"], "owned": {}}


def test_who_gives_back_and_who_waits() -> None:
    said = STATUS(history(join("A"), join("B"), {"op": "heartbeat", "member": "A"}))
    assert (said["epoch"], said["targetEpoch"], said["refused"]) == (3, 3, [])
    a, b = said["members"]
    assert a == {
        "id": "A",
        "instance": None,
        "epoch": 2,
        "state": "UNREVOKED_PARTITIONS",
        "has": [["t", 0], ["t", 1]],
        "givesBack": [["t", 2]],
        "target": [["t", 0], ["t", 1]],
        "waitsFor": [],
    }
    assert (b["has"], b["target"], b["waitsFor"]) == ([], [["t", 2]], [["t", 2, "A"]])


def test_what_was_refused_is_named_by_its_step() -> None:
    said = STATUS(history({"op": "sleep", "ms": 1}, {"op": "heartbeat", "member": "A", "epoch": 3}))
    assert (said["epoch"], said["members"]) == (None, [])
    assert [(one["step"], one["kind"]) for one in said["refused"]] == [(1, "GroupIdNotFoundException")]


@pytest.mark.parametrize("release", ["4", "4.x", "3.9.2", ""])
def test_what_is_no_release_is_refused(release: str) -> None:
    with pytest.raises(ValueError, match="release"):
        STATUS(history(release=release))
