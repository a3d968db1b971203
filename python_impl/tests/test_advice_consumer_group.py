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
        "regex": "",
        "isResolved": True,
        "subscribesTo": ["t"],
        "notThere": [],
        "sessionLeftMs": 45000,
        "revocationLeftMs": 9,
    }
    assert (b["has"], b["target"], b["waitsFor"]) == ([], [["t", 2]], [["t", 2, "A"]])


def test_who_was_removed_and_why() -> None:
    steps = (join("A"), join("B"), {"op": "heartbeat", "member": "A"}, {"op": "sleep", "ms": 9})
    said = STATUS(history(*steps))
    assert said["removed"] == [{"step": 3, "member": "A", "isSilent": False}]
    assert [(one["id"], one["sessionLeftMs"], one["revocationLeftMs"]) for one in said["members"]] == [
        ("B", 44991, None)
    ]
    later = STATUS(history(*steps, {"op": "sleep", "ms": 44991}))
    assert later["removed"][1:] == [{"step": 4, "member": "B", "isSilent": True}]


def test_a_topic_that_is_gone_keeps_its_name_and_what_is_not_there_is_said() -> None:
    (a,) = STATUS(history(join("A"), {"op": "topics", "topics": {}}))["members"]
    assert (a["has"][0], a["subscribesTo"], a["notThere"]) == (["t (deleted)", 0], ["t"], ["t"])


def test_a_topic_without_partitions_has_nothing_to_read() -> None:
    empty = {"t": {"id": "AAAAAAAAAAAAAAAAAAAABw", "partitions": 0}}
    (a,) = STATUS({**history(join("A")), "topics": empty})["members"]
    assert a["notThere"] == ["t"]


def test_a_regular_expression_is_resolved_by_the_tasks() -> None:
    by_regex = {**join("A"), "topics": None, "regex": "t.*"}
    before, after = (STATUS(history(by_regex, *more))["members"][0] for more in ([], [{"op": "tasks"}]))
    assert [(one["regex"], one["isResolved"], one["subscribesTo"]) for one in (before, after)] == [
        ("t.*", False, []),
        ("t.*", True, ["t"]),
    ]


@pytest.mark.parametrize(("release", "slept", "left"), [("4.4.0", 300, 700), ("4.4.0", 1000, 0), ("4.2.0", 300, 0)])
def test_how_long_the_target_stays_as_it_is(release: str, slept: int, left: int) -> None:
    steps = [join("A"), {"op": "sleep", "ms": slept}]
    config = {**CONFIG, "assignmentIntervalMs": 1000}
    assert STATUS({**history(*steps, release=release), "config": config})["msToNextTarget"] == left


def test_topics_that_changed_are_found_out_by_the_next_heartbeat() -> None:
    grown = {"op": "topics", "topics": {"t": {"id": "AAAAAAAAAAAAAAAAAAAABw", "partitions": 5}}}
    steps = [join("A"), grown, {"op": "heartbeat", "member": "A"}]
    assert [STATUS(history(*steps[:count]))["topicsChanged"] for count in (1, 2, 3)] == [False, True, False]


def test_what_was_refused_is_named_by_its_step() -> None:
    said = STATUS(history({"op": "sleep", "ms": 1}, {"op": "heartbeat", "member": "A", "epoch": 3}))
    assert (said["epoch"], said["members"]) == (None, [])
    assert [(one["step"], one["kind"]) for one in said["refused"]] == [(1, "GroupIdNotFoundException")]


@pytest.mark.parametrize("release", ["4", "4.x", "3.9.2", ""])
def test_what_is_no_release_is_refused(release: str) -> None:
    with pytest.raises(ValueError, match="release"):
        STATUS(history(release=release))
