"""Who gets which partitions at each rebalance of the classic protocol, and what moves."""

from __future__ import annotations

from typing import Any

import pytest

from copartition.advice.questions import ADVICE

REBALANCE = {"op": "rebalance"}


def moves(document: object) -> list[dict[str, Any]]:
    rebalances: list[dict[str, Any]] = ADVICE["rebalances"](document)["rebalances"]
    return rebalances


def join(member: str, *topics: str, **more: str) -> dict[str, object]:
    return {"op": "join", "member": member, "topics": [*topics], **more}


def history(assignor: str, *steps: object, release: str = "4.4.0", **topics: int) -> dict[str, object]:
    return {"assignor": assignor, "topics": topics or {"t": 3}, "steps": [*steps], "release": release}


def test_a_partition_that_moves_has_no_reader_for_a_while_where_members_cooperate() -> None:
    steps = (join("A", "t"), REBALANCE, join("B", "t"), REBALANCE, REBALANCE)
    first, second, third = moves(history("cooperative-sticky", *steps))
    assert first == {
        "step": 1,
        "leader": "A",
        "partitions": 3,
        "members": [
            {
                "id": "A",
                "instance": None,
                "release": None,
                "has": [["t", 0], ["t", 1], ["t", 2]],
                "got": [["t", 0], ["t", 1], ["t", 2]],
                "gaveUp": [],
                "taken": 0,
                "notThere": [],
            }
        ],
        "givenBack": [],
        "unread": [],
        "unsubscribed": [],
        "twice": [],
        "atOnce": [],
    }
    a, b = second["members"]
    assert (second["step"], second["givenBack"], second["unread"]) == (3, [["t", 2, "A"]], [])
    assert (a["has"], a["gaveUp"], b["has"]) == ([["t", 0], ["t", 1]], [["t", 2]], [])
    assert (third["givenBack"], third["members"][1]["got"]) == ([], [["t", 2]])


def test_a_static_member_comes_first_and_is_named() -> None:
    (said,) = moves(history("range", join("A", "t"), join("B", "t", instance="i"), REBALANCE))
    assert [(m["id"], m["instance"], len(m["has"])) for m in said["members"]] == [("A", None, 1), ("B", "i", 2)]


def test_an_eager_assignor_moves_at_once() -> None:
    _, second = moves(history("range", join("A", "t"), REBALANCE, join("B", "t"), REBALANCE))
    a, b = second["members"]
    assert (a["gaveUp"], b["got"], second["givenBack"], second["unread"]) == ([["t", 2]], [["t", 2]], [], [])


def test_what_a_member_that_left_had_goes_to_others() -> None:
    steps = (join("A", "t"), join("B", "t"), REBALANCE, {"op": "leave", "member": "A"}, REBALANCE)
    (b,) = moves(history("sticky", *steps))[1]["members"]
    assert (b["id"], len(b["has"]), len(b["got"]), b["gaveUp"]) == ("B", 3, 2, [])


def test_topics_that_come_grow_or_have_nothing_to_read() -> None:
    steps = (
        join("A", "t", "x", "empty"),
        REBALANCE,
        {"op": "addTopic", "topic": "x", "partitions": 1},
        {"op": "addPartitions", "topic": "t", "partitions": 2},
        REBALANCE,
    )
    first, second = moves(history("round-robin", *steps, t=1, empty=0, other=9))
    assert (first["partitions"], first["members"][0]["notThere"], first["unsubscribed"]) == (
        10,
        ["empty", "x"],
        ["other"],
    )
    assert (second["partitions"], second["members"][0]["notThere"]) == (12, ["empty"])
    assert second["members"][0]["got"] == [["t", 1], ["x", 0]]


def test_a_group_without_members_and_one_that_fails() -> None:
    (empty,) = moves(history("range", REBALANCE))
    assert (empty["members"], empty["partitions"], empty["leader"]) == ([], 3, None)
    # A subscribed topic without metadata, before KAFKA-7962.
    (failed,) = moves(history("sticky", join("A", "x"), REBALANCE, release="2.2.2"))
    assert failed == {"step": 1, "error": "NullPointerException"}


def test_a_member_may_be_called_error() -> None:
    (one,) = moves(history("range", join("error", "t"), REBALANCE))
    assert one["members"][0]["id"] == "error"


def test_a_release_that_lacks_the_assignor_is_refused() -> None:
    with pytest.raises(ValueError, match=r"2\.4\.0"):
        moves(history("cooperative-sticky", REBALANCE, release="2.3.1"))


def test_what_a_member_unsubscribes_from_is_not_taken_from_it() -> None:
    steps = (join("A", "a", "b"), REBALANCE, {"op": "subscribe", "member": "A", "topics": ["b"]}, REBALANCE)
    _, second = moves(history("range", *steps, a=4, b=2))
    (a,) = second["members"]
    assert (len(a["gaveUp"]), a["taken"], second["unsubscribed"], second["partitions"]) == (4, 0, ["a"], 6)


def test_a_member_that_came_back_gets_all_anew() -> None:
    steps = (join("A", "t"), join("B", "t"), REBALANCE, {"op": "leave", "member": "A"}, join("A", "t"), REBALANCE)
    _, second = moves(history("cooperative-sticky", *steps))
    b, a = second["members"]
    assert (a["id"], a["got"] == a["has"], len(a["has"]), len(b["got"])) == ("A", True, 1, 1)


def test_steps_after_the_last_rebalance_are_counted() -> None:
    steps = (join("A", "t"), REBALANCE, join("B", "t"), {"op": "leave", "member": "A"})
    assert ADVICE["rebalances"](history("range", *steps))["notShown"] == 2
    assert ADVICE["rebalances"](history("range"))["notShown"] == 0


def test_members_may_have_releases_of_their_own_and_the_leaders_decides() -> None:
    def joined(release: str) -> tuple[dict[str, object], ...]:
        return (join("A", "t", "u", release=release), REBALANCE, join("B", "t", "u"), REBALANCE)

    def read_by_a(release: str) -> list[object]:
        given = moves(history("cooperative-sticky", *joined(release), t=2, u=2))[1]["members"]
        assert [member["release"] for member in given] == [release, None]
        return list(given[0]["has"])

    assert read_by_a("3.7.0") == [["t", 0], ["t", 1]]
    assert read_by_a("3.9.2") == [["t", 0], ["u", 0]]


@pytest.mark.parametrize("assignor", ["range", "round-robin", "sticky", "cooperative-sticky"])
def test_a_leader_that_lacks_fields_reads_the_others(assignor: str) -> None:
    """Before 3.4 there is no generation in a subscription."""
    steps = (join("A", "t", release="2.5.0"), join("B", "t"), REBALANCE, join("C", "t"), REBALANCE, REBALANCE)
    last = moves(history(assignor, *steps))[-1]
    assert sorted(len(member["has"]) for member in last["members"]) == [1, 1, 1]
    assert last["twice"] == last["atOnce"] == last["unread"] == []


def test_a_leader_of_before_2_4_knows_no_static_members() -> None:
    steps = (join("B", "t", release="2.3.1"), join("A", "t"), join("C", "t", instance="i"), REBALANCE)
    (said,) = moves(history("range", *steps, t=3))
    assert [(one["id"], one["has"]) for one in said["members"]] == [
        ("B", [["t", 1]]),
        ("A", [["t", 0]]),
        ("C", [["t", 2]]),
    ]


@pytest.mark.parametrize(("leader", "is_shown"), [("2.8.2", True), ("3.4.0", True), ("3.4.1", False), ("4.4.0", False)])
def test_a_partition_that_two_members_read_for_a_while_is_named(leader: str, is_shown: bool) -> None:  # noqa: FBT001
    """KAFKA-14639: claims of members that send no generation, beside those of members that do."""
    old = [join(name, "t", release="2.5.0") for name in ("B", "C", "D")]
    steps = (join("A", "t", release=leader), *old, REBALANCE, join("E", "t"), REBALANCE)
    first, second = moves(history("cooperative-sticky", *steps, t=9))
    assert first["atOnce"] == []
    assert bool(second["atOnce"]) is is_shown
    if is_shown:
        topic, partition, before, after = second["atOnce"][0]
        by_id = {member["id"]: member for member in second["members"]}
        assert [topic, partition] in by_id[before]["gaveUp"]
        assert [topic, partition] in by_id[after]["got"]
