"""The next target of a consumer group, and the records that say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import NoSuchElementException, PartitionAssignorException
from copartition.kafka.uuid import Uuid
from copartition.port import PORT

if TYPE_CHECKING:
    from copartition.port.fields import JSON

T, U = str(Uuid(0, 7)), str(Uuid(0, 8))
RELEASES = ["3.8.1", "3.9.2", "4.0.0", "4.0.2", "4.1.1", "4.2.0", "4.3.1", "4.4.0"]
ASK = PORT.operations["kafka.group.target"]


def member(name: str, target: JSON = None, **more: JSON) -> JSON:
    return {"id": name, "topics": ["t"], **({} if target is None else {"target": target}), **more}


def document(*members: JSON, partitions: int = 3, **more: JSON) -> JSON:
    return {
        "topics": {"t": {"id": T, "partitions": partitions}},
        "assignor": "uniform",
        "groupEpoch": 11,
        "subscriptionType": "HOMOGENEOUS",
        "members": [*members],
        "updated": None,
        "removed": [],
        "now": 1000,
        **more,
    }


def ask(asked: JSON, release: str = "4.4.0") -> JSON:
    return ASK(asked, line=f"kafka-group-coordinator {release}")


def written(answer: JSON) -> dict[str, JSON]:
    """By member what is written that it is to have."""
    return {record["key"]["memberId"]: record["value"]["topicPartitions"] for record in answer["records"][:-1]}


@pytest.mark.parametrize("release", RELEASES)
def test_only_what_changes_is_written_and_the_epoch_last(release: str) -> None:
    whole = ask(document(member("A", {T: [0, 1, 2]}), updated=member("B")), release)
    assert sorted(len(target[T]) for target in whole["target"].values()) == [1, 2]
    assert set(written(whole)) == {"A", "B"}
    epoch = whole["records"][-1]
    assert (epoch["type"], epoch["value"]["assignmentEpoch"]) == ("ConsumerGroupTargetAssignmentMetadata", 11)
    assert ("assignmentTimestamp" in epoch["value"]) is (release >= "4.3")
    same = ask(document(member("A", {T: [0, 1]}), member("B", {T: [2]})), release)
    assert written(same) == {}


@pytest.mark.parametrize("release", RELEASES)
def test_a_first_empty_target_is_written_a_second_one_is_not(release: str) -> None:
    first = ask(document(member("A", {T: [0]}), member("B"), partitions=1), release)
    assert written(first) == {"B": {}}
    assert first["target"] == {"A": {T: [0]}}
    assert written(ask(document(member("A", {T: [0]}), member("B", {}), partitions=1), release)) == {}


@pytest.mark.parametrize("release", RELEASES)
def test_who_takes_a_static_members_place_takes_its_target(release: str) -> None:
    away = member("A", {T: [1, 2]}, instance="i")
    back = {"updated": member("C", instance="i"), "removed": ["A"]}
    answer = ask(document(away, member("B", {T: [0, 3]}), partitions=4, **back), release)
    assert answer["target"] == {"B": {T: [0, 3]}, "C": {T: [1, 2]}}
    assert written(answer) == ({} if release >= "4.4" else {"C": {T: [1, 2]}})


@pytest.mark.parametrize(("release", "written_for"), [("4.3.1", {"B": {}}), ("4.4.0", {})])
def test_a_member_takes_the_place_of_one_that_was_to_have_nothing(release: str, written_for: JSON) -> None:
    group = [member("A", {}, instance="i"), member("C", {T: [0]})]
    answer = ask(document(*group, partitions=1, updated=member("B", instance="i"), removed=["A"]), release)
    assert written(answer) == written_for


@pytest.mark.parametrize(
    ("release", "target"), [("4.3.1", {"C": {T: [1, 2]}}), ("4.4.0", {"B": {T: [0]}, "C": {T: [1, 2]}})]
)
def test_a_member_takes_the_place_of_one_without_a_target(release: str, target: JSON) -> None:
    group = [member("A", instance="i"), member("B", {T: [0]}), member("C", {T: [1, 2]})]
    answer = ask(document(*group, updated=member("B", instance="i"), removed=["A"]), release)
    assert answer["target"] == target  # up to 4.3 its own target is forgotten, and still taken for a member's


@pytest.mark.parametrize("release", RELEASES)
def test_what_a_member_that_goes_has_is_given_with_the_target_after(release: str) -> None:
    answer = ask(document(member("A", {T: [0, 1]}), member("B", {T: [2]}), removed=["B"]), release)
    assert answer["target"] == {"A": {T: [0, 1]}}
    assert written(answer) == {}
    assert ask(document(member("A", {T: [0, 1]})), release)["target"] == {"A": {T: [0, 1, 2]}}


def test_the_table_of_members_grows_for_the_thirteenth_up_to_4_3() -> None:
    group = [member(f"m{number}", instance=f"i{number}") for number in range(12)]
    late = {"updated": member("n29", instance="i5"), "removed": ["m5"]}
    before, after = (
        set(ask(document(*group, partitions=7, **late), release)["target"]) for release in ("4.3.1", "4.4.0")
    )
    assert len(before) == len(after) == 7
    assert before != after
    first = {**late, "updated": member("n0", instance="i5")}  # the one that goes is taken out before n0 is put in
    before, after = (
        set(ask(document(*group, partitions=7, **first), release)["target"]) for release in ("4.3.1", "4.4.0")
    )
    assert before == after


@pytest.mark.parametrize("assignor", ["uniform", "range"])
def test_regular_expressions_are_subscribed_to_beside_names(assignor: str) -> None:
    topics = {"t": {"id": T, "partitions": 1}, "u": {"id": U, "partitions": 1}}
    group = [member("A", regex="u"), member("B", regex="x")]
    resolved = {"u": ["u"], "x": []}
    mixed = {"topics": topics, "assignor": assignor, "subscriptionType": "HETEROGENEOUS"}
    answer = ask(document(*group, **mixed, resolved=resolved))
    assert U in answer["target"]["A"]
    assert U not in answer["target"].get("B", {})
    assert ask(document(*group, **mixed))["target"].keys() <= {"A", "B"}


def test_a_partition_that_is_not_there_stops_the_uniform_assignor() -> None:
    wrong = document(member("A", {T: [0, 1, 5]}), member("B", {T: [6, 7, 8]}))
    with pytest.raises(PartitionAssignorException, match="Partitions were left unassigned"):
        ask(wrong)
    assert ask({**wrong, "assignor": "range"})["target"] == {"A": {T: [0, 1]}, "B": {T: [2]}}


@given(
    names=st.lists(st.text("abAB", min_size=1, max_size=3), unique=True, min_size=1, max_size=30),
    release=st.sampled_from(RELEASES),
    assignor=st.sampled_from(["uniform", "range"]),
    partitions=st.integers(1, 40),
)
def test_every_partition_goes_to_one_member_evenly(
    names: list[str], release: str, assignor: str, partitions: int
) -> None:
    *others, last = names
    group = map(member, others)
    answer = ask(document(*group, partitions=partitions, assignor=assignor, updated=member(last)), release)
    given_out = [number for target in answer["target"].values() for number in target[T]]
    assert sorted(given_out) == list(range(partitions))
    sizes = [len(answer["target"].get(name, {}).get(T, ())) for name in names]
    assert max(sizes) - min(sizes) <= 1
    assert set(written(answer)) == set(names)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("assignor", "sticky", r"input\.assignor must be one of uniform, range"),
        ("subscriptionType", "ALIKE", r"input\.subscriptionType must be one of HOMOGENEOUS, HETEROGENEOUS"),
        ("groupEpoch", 2**31, r"input\.groupEpoch must be in"),
        ("now", -1, r"input\.now must be in 0\.\.2147483647"),
        ("topics", {"t": {"id": "t", "partitions": 1}}, r"input\.topics\.t\.id"),
        ("topics", {"t": {"id": T, "partitions": -1}}, r"input\.topics\.t\.partitions must be in"),
        (
            "topics",
            {"t": {"id": T, "partitions": 1}, "u": {"id": T, "partitions": 1}},
            r"topics\['u'\]\.id: 't' has this id",
        ),
        ("members", [member("A"), member("A")], r"input\.members\[1\]\.id: a member before it is 'A', too"),
        ("members", [member("A", {T: [0, 0]})], rf"input\.members\[0\]\.target\.{T} must be partitions, each once"),
        ("members", [member("A", {"T": [0]})], r"input\.members\[0\]\.target: "),
        ("members", [{"topics": []}], r"input\.members\[0\] has no field 'id'"),
        ("updated", member("B", instance=7), r"input\.updated\.instance must be a string"),
        ("removed", [7], r"input\.removed\[0\] must be a string"),
        ("resolved", {"t.*": "t"}, r"input\.resolved\.t\.\* must be an array"),
    ],
)
def test_what_is_refused(field: str, value: JSON, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ask(document(**{field: value}))


@pytest.mark.parametrize("release", RELEASES)
def test_a_brokers_own_assignor_is_asked_of_the_members_and_what_it_gives_is_written(release: str) -> None:
    away = member("A", {T: [1, 2]}, instance="i")
    back = {"updated": member("C", instance="i"), "removed": ["A"]}
    gives = {"B": {T: [0, 3]}, "C": {T: [2]}, "stranger": {U: [7]}}
    answer = ask(document(away, member("B", {T: [0, 3]}), partitions=4, **back, assignor={"gives": gives}), release)
    assert answer["asked"] == [
        {"id": "B", "topics": [T], "target": {T: [0, 3]}},
        {"id": "C", "topics": [T], "target": {T: [1, 2]}},
    ]
    assert answer["target"] == gives
    assert written(answer) == {"C": {T: [2]}}


def test_members_that_a_brokers_own_assignor_leaves_out_get_nothing() -> None:
    answer = ask(document(member("A", {T: [0]}), member("B"), assignor={"gives": {}}))
    assert answer["target"] == {}
    assert written(answer) == {"A": {}, "B": {}}


@pytest.mark.parametrize(
    ("assignor", "path"),
    [
        ("sticky", "input.assignor must be one of uniform, range"),
        ({}, "input.assignor has no field 'gives'"),
        ({"gives": {"A": {T: ["0"]}}}, f"input.assignor.gives.A.{T}"),
    ],
)
def test_an_assignor_that_is_none_is_refused(assignor: JSON, path: str) -> None:
    with pytest.raises(ValueError, match=path):
        ask(document(member("A"), assignor=assignor))


def test_range_of_3_8_gives_all_what_the_first_wants_where_they_are_taken_for_alike() -> None:
    alike = document(member("A", topics=[]), member("B"), assignor="range")
    assert ask(alike, "3.8.1")["target"] == {}
    assert ask({**alike, "subscriptionType": "HETEROGENEOUS"}, "3.8.1")["target"] == {"B": {T: [0, 1, 2]}}
    swapped = document(member("A"), member("B", topics=[]), assignor="range")
    assert ask(swapped, "3.8.1")["target"] == {"A": {T: [0, 1]}, "B": {T: [2]}}


def test_range_of_3_8_looks_for_a_first_member_only_where_they_are_taken_for_alike() -> None:
    with pytest.raises(NoSuchElementException):
        ask(document(assignor="range"), "3.8.1")
    assert ask(document(assignor="range", subscriptionType="HETEROGENEOUS"), "3.8.1")["target"] == {}


@pytest.mark.parametrize("release", RELEASES)
def test_an_empty_list_stays_where_a_member_has_too_much(release: str) -> None:
    topics = {"t": {"id": T, "partitions": 3}, "u": {"id": U, "partitions": 1}}
    members = [member("A", {T: [0, 1, 2], U: []}, topics=["t", "u"]), member("B", {U: [0]}, topics=["t", "u"])]
    answer = ask(document(*members, topics=topics), release)
    assert answer["target"] == {"A": {T: [0, 1], U: []}, "B": {T: [2], U: [0]}}
