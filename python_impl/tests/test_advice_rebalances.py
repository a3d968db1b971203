"""Who gets which partitions at each rebalance of the classic protocol, and what moves."""

from __future__ import annotations

import pytest

from copartition.advice.questions import ADVICE

MOVES = ADVICE["rebalances"]
REBALANCE = {"op": "rebalance"}


def join(member: str, *topics: str, **more: str) -> dict[str, object]:
    return {"op": "join", "member": member, "topics": [*topics], **more}


def history(assignor: str, *steps: object, release: str = "4.4.0", **topics: int) -> dict[str, object]:
    return {"assignor": assignor, "topics": topics or {"t": 3}, "steps": [*steps], "release": release}


def test_a_partition_that_moves_has_no_reader_for_a_while_where_members_cooperate() -> None:
    steps = (join("A", "t"), REBALANCE, join("B", "t"), REBALANCE, REBALANCE)
    first, second, third = MOVES(history("cooperative-sticky", *steps))
    assert first == {
        "step": 1,
        "partitions": 3,
        "members": [
            {
                "id": "A",
                "instance": None,
                "has": [["t", 0], ["t", 1], ["t", 2]],
                "got": [["t", 0], ["t", 1], ["t", 2]],
                "gaveUp": [],
                "notThere": [],
            }
        ],
        "givenBack": [],
        "unread": [],
        "twice": [],
    }
    a, b = second["members"]
    assert (second["step"], second["givenBack"], second["unread"]) == (3, [["t", 2, "A"]], [])
    assert (a["has"], a["gaveUp"], b["has"]) == ([["t", 0], ["t", 1]], [["t", 2]], [])
    assert (third["givenBack"], third["members"][1]["got"]) == ([], [["t", 2]])


def test_a_static_member_comes_first_and_is_named() -> None:
    (said,) = MOVES(history("range", join("A", "t"), join("B", "t", instance="i"), REBALANCE))
    assert [(m["id"], m["instance"], len(m["has"])) for m in said["members"]] == [("A", None, 1), ("B", "i", 2)]


def test_an_eager_assignor_moves_at_once() -> None:
    _, second = MOVES(history("range", join("A", "t"), REBALANCE, join("B", "t"), REBALANCE))
    a, b = second["members"]
    assert (a["gaveUp"], b["got"], second["givenBack"], second["unread"]) == ([["t", 2]], [["t", 2]], [], [])


def test_what_a_member_that_left_had_goes_to_others() -> None:
    steps = (join("A", "t"), join("B", "t"), REBALANCE, {"op": "leave", "member": "A"}, REBALANCE)
    (b,) = MOVES(history("sticky", *steps))[1]["members"]
    assert (b["id"], len(b["has"]), len(b["got"]), b["gaveUp"]) == ("B", 3, 2, [])


def test_topics_that_come_grow_or_have_nothing_to_read() -> None:
    steps = (
        join("A", "t", "x", "empty"),
        REBALANCE,
        {"op": "addTopic", "topic": "x", "partitions": 1},
        {"op": "addPartitions", "topic": "t", "partitions": 2},
        REBALANCE,
    )
    first, second = MOVES(history("round-robin", *steps, t=1, empty=0, other=9))
    assert (first["partitions"], first["members"][0]["notThere"]) == (1, ["empty", "x"])
    assert (second["partitions"], second["members"][0]["notThere"]) == (3, ["empty"])
    assert second["members"][0]["got"] == [["t", 1], ["x", 0]]


def test_a_group_without_members_and_one_that_fails() -> None:
    (empty,) = MOVES(history("range", REBALANCE))
    assert (empty["members"], empty["partitions"]) == ([], 0)
    # A subscribed topic without metadata, before KAFKA-7962.
    (failed,) = MOVES(history("sticky", join("A", "x"), REBALANCE, release="2.2.2"))
    assert failed == {"step": 1, "error": "NullPointerException"}


def test_a_member_may_be_called_error() -> None:
    (one,) = MOVES(history("range", join("error", "t"), REBALANCE))
    assert one["members"][0]["id"] == "error"


def test_a_release_that_lacks_the_assignor_is_refused() -> None:
    with pytest.raises(ValueError, match=r"2\.4\.0"):
        MOVES(history("cooperative-sticky", REBALANCE, release="2.3.1"))
