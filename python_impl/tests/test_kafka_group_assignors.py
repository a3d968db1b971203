"""The group coordinator's assignors: what each release answers, and what holds for every answer."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from copartition.errors import NoSuchElementException, PartitionAssignorException
from copartition.kafka.group.assignors import assign_range, assign_simple, assign_uniform
from copartition.kafka.group.members import GroupMember, HashedMembers
from copartition.kafka.group.partition_sets import ORDERED
from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from copartition.kafka.group.members import Target

T0: Final = Uuid(0, 1)
T1: Final = Uuid(0, 2)
RELEASES: Final = ((3, 8, 1), (3, 9, 2), (4, 0, 0), (4, 0, 2), (4, 1, 1), (4, 2, 0), (4, 3, 1), (4, 4, 0))


def _listed(answer: dict[str, Target]) -> dict[str, list[list[int]]]:
    return {name: [sorted(owned.get(topic, ())) for topic in (T0, T1)] for name, owned in answer.items()}


@pytest.mark.parametrize(("release", "owner"), [((4, 0, 0), "m0"), ((4, 0, 1), "m1"), ((4, 4, 0), "m1")])
def test_uniform_gives_one_partition_to_one_of_two(release: tuple[int, ...], owner: str) -> None:
    answer = assign_uniform({T0: 1}, [GroupMember("m1", [T0]), GroupMember("m0", [T0])], release)
    assert {name for name, owned in answer.items() if owned} == {owner}


@pytest.mark.parametrize(
    ("release", "expected"),
    [
        ((3, 9, 2), {"m0": [[0, 1, 2], [3]], "m1": [[], [0, 1, 2]]}),
        ((4, 0, 0), {"m0": [[0, 1, 2], []], "m1": [[], [0, 1, 2, 3]]}),
    ],
)
def test_uniform_with_other_topics_for_each(release: tuple[int, ...], expected: object) -> None:
    members = [GroupMember("m0", [T0, T1]), GroupMember("m1", [T1])]
    assert _listed(assign_uniform({T0: 3, T1: 4}, members, release)) == expected


def test_uniform_stops_balancing_after_so_many_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    members = [GroupMember("m0", [T0, T1], {T0: [0, 1], T1: [0, 1, 2]}), GroupMember("m1", [T1])]
    assert _listed(assign_uniform({T0: 2, T1: 3}, members, (4, 0, 0)))["m1"] == [[], [1, 2]]
    monkeypatch.setattr("copartition.kafka.group.uniform_mixed._ROUNDS", 0)
    assert _listed(assign_uniform({T0: 2, T1: 3}, members, (4, 0, 0)))["m1"] == [[], []]


@pytest.mark.parametrize(("release", "mine"), [((3, 8, 1), [0, 2]), ((3, 9, 2), [0, 1])])
def test_range_is_sticky_in_3_8_only(release: tuple[int, ...], mine: list[int]) -> None:
    members = [GroupMember("m0", [T0], {T0: [0]}), GroupMember("m1", [T0], {T0: [1]})]
    assert sorted(assign_range({T0: 3}, members, release)["m0"][T0]) == mine


@pytest.mark.parametrize(("release", "owner"), [((3, 8, 1), "m0"), ((3, 9, 2), "m1")])
def test_range_knows_instances_since_3_9(release: tuple[int, ...], owner: str) -> None:
    members = [GroupMember("m0", [T0], instance="i94"), GroupMember("m1", [T0], instance="i50")]
    answer = assign_range({T0: 1}, members, release)
    assert {name for name, owned in answer.items() if owned} == {owner}


@pytest.mark.parametrize(
    ("release", "expected"),
    [((4, 0, 2), [[0, 1], [0, 1]]), ((4, 1, 1), [[1], [0]]), ((4, 2, 0), [[0], [1]]), ((4, 4, 0), [[0], [1]])],
)
def test_simple_shares_in_each_generation(release: tuple[int, ...], expected: list[list[int]]) -> None:
    answer = assign_simple({T1: 2}, [GroupMember("m0", [T1]), GroupMember("m1", [T1])], release)
    assert [sorted(answer[name][T1]) for name in ("m0", "m1")] == expected


@pytest.mark.parametrize("release", [release for release in RELEASES if release >= (3, 9)])
def test_simple_leaves_out_members_without_topics_before_4_1(release: tuple[int, ...]) -> None:
    """Measured on the JARs: later ones give such a member nothing, unless no member subscribes to anything."""
    members = [GroupMember("m0", []), GroupMember("m1", [T1])]
    nothing: dict[str, Target] = {} if release < (4, 1) else {"m0": {}}
    assert assign_simple({T1: 2}, members, release) == nothing | {"m1": {T1: {0, 1}}}
    assert assign_simple({T1: 2}, members[:1], release) == {}


def test_simple_fails_where_a_former_partition_is_no_longer_assignable() -> None:
    members = [GroupMember("m0", [T1]), GroupMember("m1", [T1], {T1: [1]})]
    with pytest.raises(NoSuchElementException):
        assign_simple({T1: 2}, members, (4, 2, 0), {T1: [0]})


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("other", [[T1], [T0, T1]])
def test_unknown_topic(release: tuple[int, ...], other: Sequence[Uuid]) -> None:
    members = [GroupMember("m0", [T1]), GroupMember("m1", other)]
    for assign in (assign_uniform, assign_range, assign_simple):
        with pytest.raises(PartitionAssignorException):
            assign({T0: 1}, members, release)


@pytest.mark.parametrize("release", RELEASES)
def test_each_partition_has_one_subscriber(release: tuple[int, ...]) -> None:
    random = Random(23)  # noqa: S311 - the same groups each time
    for _ in range(300):
        topics = [Uuid(0, number) for number in range(1 + random.randrange(4))]
        partitions = {topic: random.randrange(8) for topic in topics}
        members = [
            GroupMember(f"m{number}", random.sample(topics, 1 + random.randrange(len(topics))))
            for number in range(1 + random.randrange(5))
        ]
        subscribed = {topic for member in members for topic in member.topics}
        wanted = {(topic, number) for topic in subscribed for number in range(partitions[topic])}
        for assign, owners in ((assign_uniform, 1), (assign_range, 1), (assign_simple, len(members))):
            answer = assign(partitions, members, release)
            given = [(topic, n) for owned in answer.values() for topic in owned for n in owned[topic]]
            assert set(given) == wanted
            assert len(given) <= owners * len(wanted)
            assert all(set(answer.get(member.id, {})) <= set(member.topics) for member in members)


def _rebalanced(*, alike: bool) -> tuple[dict[Uuid, int], list[GroupMember]]:
    """Members with what they were given before two left, two came, and topics grew."""
    topics = [Uuid(number * 0x1234_5678_9ABC, ~number) for number in range(5)]
    names = [f"member-{number}" for number in range(9)]
    wanted = {name: topics if alike else topics[place % 3 :] for place, name in enumerate(names)}
    before = assign_uniform(dict.fromkeys(topics, 23), [GroupMember(name, wanted[name]) for name in names[2:]])
    members = [
        GroupMember(name, wanted[name], {topic: sorted(of) for topic, of in before.get(name, {}).items()})
        for name in names[:-2]
    ]
    return {topic: 25 + place for place, topic in enumerate(topics)}, members


@pytest.mark.parametrize("alike", [True, False])
def test_sets_that_know_their_order_are_the_same_sets(*, alike: bool) -> None:
    partitions, members = _rebalanced(alike=alike)
    plain, ordered = (
        {
            name: {topic: sorted(owned) for topic, owned in target.items()}
            for name, target in assign_uniform(partitions, members, **options).items()
        }
        for options in ({}, {"sets": ORDERED})
    )
    assert plain == ordered
    assert sum(len(owned) for target in plain.values() for owned in target.values()) == sum(partitions.values())


@pytest.mark.parametrize("alike", [True, False])
@pytest.mark.parametrize("assign", [assign_uniform, assign_range])
def test_members_that_are_in_the_coordinators_order_already(assign, *, alike: bool) -> None:
    partitions, members = _rebalanced(alike=alike)
    expected = assign(partitions, members)
    given = assign(partitions, HashedMembers.of(members))
    assert {name: {topic: sorted(of) for topic, of in target.items()} for name, target in given.items()} == {
        name: {topic: sorted(of) for topic, of in target.items()} for name, target in expected.items()
    }


@pytest.mark.parametrize("alike", [True, False])
def test_an_assignor_changes_nothing_of_what_members_had(*, alike: bool) -> None:
    partitions, members = _rebalanced(alike=alike)
    before = [{topic: [*owned] for topic, owned in member.target.items()} for member in members]
    assign_uniform(partitions, members)
    assert [member.target for member in members] == before


@pytest.mark.parametrize("assign", [assign_uniform, assign_range, assign_simple])
@pytest.mark.parametrize(
    ("release", "refused"),
    [
        ((3,), r"^release must be '4\.4\.0' or three numbers such as \(4, 4, 0\), not \(3,\)$"),
        (("4", 0, 0), "^release must be an integer, not str$"),
        (([4], 0, 0), "^release must be an integer, not list$"),
        ((4.0, 4, 0), "^release must be an integer, not float$"),  # though it equals one that is known
        ((4, True, 0), "^release must be an integer, not True$"),
        ((9, 0, 0), r"^release must be a release of Kafka from 2\.0\.0 to 4\.4\.0, not 9\.0\.0$"),
        ("4.4", r"^release must be a release of Kafka with three numbers, such as 4\.4\.0, not '4\.4'$"),
        ([4, 4, 0], r"^release must be '4\.4\.0' or a tuple such as \(4, 4, 0\), not list$"),
    ],
)
def test_a_release_that_is_not_known(assign, release, refused):
    with pytest.raises(ValueError, match=refused):
        assign({T0: 1}, [GroupMember("m", [T0])], release)
    assert assign({T0: 1}, [GroupMember("m", [T0])], "4.0.2") == assign({T0: 1}, [GroupMember("m", [T0])], (4, 0, 2))


@pytest.mark.parametrize("assign", [assign_uniform, assign_range, assign_simple])
@pytest.mark.parametrize(
    ("partitions", "members", "refused"),
    [
        ({T0: -1}, [GroupMember("m", [T0])], r"^partitions\[A{21}Q\] is -1: write how many there are, 0 or more$"),
        (
            {T0: 1},
            [GroupMember("m", [T0])] * 2,
            r"^members\[1\]\.id: a member before it is 'm', too; give each its own id$",
        ),
        ({T0: 1}, [GroupMember("m", [T0], {T0: [0, 0]})], r"^members\[0\]\.target\[A{21}Q\] has a partition twice"),
        (
            {T0: 1},
            [GroupMember("m", [T0], {T0: [-1]})],
            r"^members\[0\]\.target\[A{21}Q\] has the partition -1; write 0",
        ),
        ({T0: 1}, [GroupMember("m", [T0], {T0: range(-1, 1)})], r"has the partition -1; write 0 or more$"),
        (
            {T0: 1},
            [GroupMember("m", [T0], {T0: ["0"]})],
            r"^members\[0\]\.target\[A{21}Q\] must be an integer, not str$",
        ),
        ({T0: 1}, [GroupMember("m", [T0], {T0: "0"})], r"\.target\[A{21}Q\] must be a list of partitions, not str$"),
        ({T0: 1}, [GroupMember("m", [T0], {T0: iter([0])})], r"must be a list of partitions, not list_iterator$"),
        (
            {T0: 1},
            [GroupMember("m", [T0], {"t": [0]})],
            r"^a topic of members\[0\]\.target must be a Uuid, not str: write",
        ),
        (
            {T0: 1},
            [GroupMember("m", iter([T0]))],
            r"^members\[0\]\.topics must be a list of Uuid values, not list_iterator",
        ),
        ({T0: 1}, [GroupMember("m", ["t"])], r"^members\[0\]\.topics must hold Uuid values, not str$"),
        (
            {T0: 1},
            [GroupMember("m", [T0, T1, T0])],
            r"^members\[0\]\.topics has a topic twice, A{21}Q; write each once$",
        ),
        ({T0: 1}, [GroupMember(7, [T0])], r"^members\[0\]\.id must be a str, not int$"),
        ({T0: 1}, [GroupMember("m", [T0], instance=7)], r"^members\[0\]\.instance must be a str or None, not int$"),
        ({T0: 1}, iter([GroupMember("m", [T0])]), r"^members must be a list of GroupMember values, not list_iterator$"),
        ({T0: 1}, None, r"^members must be a list of GroupMember values, not NoneType$"),
        ({T0: 1}, [GroupMember("m", None)], r"^members\[0\]\.topics must be a list of Uuid values, not NoneType"),
        ({T0: 1}, [GroupMember("m", [T0], None)], r"^members\[0\]\.target must be a mapping from topics, not NoneType"),
        (None, [], r"^partitions must be a mapping from topics to how many partitions they have, not NoneType$"),
        ({T0: 2**31}, [GroupMember("m", [T0])], r"^partitions\[A{21}Q\] must be a 32-bit integer, not 2147483648$"),
        ({T0: True}, [GroupMember("m", [T0])], r"^partitions\[A{21}Q\] must be an integer, not True$"),
        ({"t": 1}, [GroupMember("m", [T0])], r"^a topic of partitions must be a Uuid, not str: write the topic's id"),
        ({T0: "1"}, [GroupMember("m", [T0])], r"^partitions\[A{21}Q\] must be an integer, not str$"),
    ],
)
def test_what_javas_types_make_impossible(assign, partitions, members, refused):
    with pytest.raises(ValueError, match=refused):
        assign(partitions, members)
