"""What the group coordinator is handed: settings, topics, requests and releases that can't be are refused by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from copartition.errors import WrongTypeError
from copartition.kafka.coordinator import (
    JOIN,
    LEAVE,
    LEAVE_FOR_A_WHILE,
    Cluster,
    GroupCoordinator,
    Heartbeat,
    Settings,
)
from copartition.kafka.group.metadata_hash import TopicMetadata
from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable

T, U = Uuid(0, 7), Uuid(0, 8)


def cluster(**topics: tuple[Uuid, int]) -> Cluster:
    return Cluster.of(TopicMetadata(name, of, [()] * count) for name, (of, count) in topics.items())


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"assignors": ()}, "assignors is (): name at least one"),
        ({"assignors": ("range", "range")}, "and each once"),
        ({"assignors": ("sticky",)}, "assignors has 'sticky': write uniform or range"),
        ({"max_size": 0}, "max_size is 0: write 1 or more"),
        ({"session_timeout_ms": 1}, "session_timeout_ms is 1: write 2 or more"),
        ({"heartbeat_interval_ms": 45_000}, "write less than session_timeout_ms, which is 45000"),
        ({"assignment_interval_ms": -1}, "assignment_interval_ms is -1: write 0 or more"),
    ],
)
def test_settings_that_no_broker_has_are_refused(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=r"write|name") as told:
        Settings(**wrong)  # type: ignore[arg-type]
    assert words in str(told.value)


def test_what_a_coordinator_cannot_begin_with_is_refused() -> None:
    with pytest.raises(ValueError, match=r"release is \(3, 9, 2\): write one from \(4, 0, 0\) on"):
        GroupCoordinator(cluster(), release=(3, 9, 2))
    with pytest.raises(ValueError, match="now is 0: write 1 or more"):
        GroupCoordinator(cluster(), now=0)
    with pytest.raises(ValueError, match="ms is -1: write 0 or more"):
        GroupCoordinator(cluster()).advance(-1)
    with pytest.raises(ValueError, match="now is 999: write 1000 or more, time doesn't go back"):
        GroupCoordinator(cluster()).advance_to(999)
    with pytest.raises(ValueError, match="compacted_from is -1: write 0 or more"):
        GroupCoordinator(cluster()).restart(-1)
    with pytest.raises(ValueError, match="topics has 't' twice"):
        Cluster.of([TopicMetadata("t", T, []), TopicMetadata("t", U, [])])
    with pytest.raises(ValueError, match=r"topics\['u'\].name is 't'"):
        Cluster({"u": TopicMetadata("t", T, [])})
    with pytest.raises(ValueError, match=r"topics\['u'\].id: 't' has this id"):
        cluster(t=(T, 1), u=(T, 1))


A = Heartbeat("A", JOIN, rebalance_timeout_ms=5000, topics=["t"], owned={})


def coordinator() -> GroupCoordinator:
    return GroupCoordinator(cluster(t=(T, 3)), Settings(assignment_interval_ms=0))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: Heartbeat("A", 0, topics="orders"), "Heartbeat.topics must be a list of str values, not str"),
        (lambda: Heartbeat("A", 0, topics=[7]), "Heartbeat.topics must hold str values, not int"),
        (lambda: Heartbeat("A", 0, topics=iter(["t"])), "Heartbeat.topics must be a list of str values, not list_iter"),
        (lambda: Heartbeat(None, 0), "Heartbeat.member must be a str, not NoneType"),
        (lambda: Heartbeat("A", "0"), "Heartbeat.epoch must be an integer, not str"),
        (lambda: Heartbeat("A", 0, rebalance_timeout_ms=None), "Heartbeat.rebalance_timeout_ms must be an integer"),
        (lambda: Heartbeat("A", 0, instance=3), "Heartbeat.instance must be a str or None, not int"),
        (lambda: Heartbeat("A", 0, rack=3), "Heartbeat.rack must be a str or None, not int"),
        (lambda: Heartbeat("A", 0, regex=3), "Heartbeat.regex must be a str or None, not int"),
        (lambda: Heartbeat("A", 0, assignor=3), "Heartbeat.assignor must be a str or None, not int"),
        (lambda: Heartbeat("A", 0, client_id=None), "Heartbeat.client_id must be a str, not NoneType"),
        (lambda: Heartbeat("A", 0, client_host=None), "Heartbeat.client_host must be a str, not NoneType"),
        (lambda: Heartbeat("A", 0, owned=[0]), "Heartbeat.owned must be a mapping from topic ids, not list"),
        (lambda: Heartbeat("A", 0, owned={"t": [0]}), "a topic of Heartbeat.owned must be a Uuid, not str: write"),
        (lambda: Heartbeat("A", 0, owned={T: 0}), f"Heartbeat.owned[{T}] must be a list of partitions, not int"),
        (lambda: Heartbeat("A", 0, owned={T: ["0"]}), f"Heartbeat.owned[{T}] must be an integer, not str"),
        (lambda: TopicMetadata(None, T, []), "TopicMetadata.name must be a str, not NoneType"),
        (lambda: TopicMetadata("t", "AAAA", []), 'TopicMetadata.id must be a Uuid, not str: write Uuid.parse("'),
        (
            lambda: TopicMetadata("t", T, 3),
            "TopicMetadata.racks must be a list of Collection values, not int: write [()]",
        ),
        (lambda: TopicMetadata("t", T, [3]), "TopicMetadata.racks must hold Collection values, not int"),
        (lambda: TopicMetadata("t", T, ["rack"]), "a partition of TopicMetadata.racks must be a list of str values"),
        (lambda: Cluster.of({"t": 3}), "each of topics must be a TopicMetadata, not str: write TopicMetadata("),
        (lambda: Cluster.of(3), "topics must be a sequence, not int"),
        (lambda: Cluster([]), "topics must be a mapping from names, not list: write Cluster.of("),
        (lambda: Cluster({"t": 3}), "topics['t'] must be a TopicMetadata, not int: write TopicMetadata("),
        (lambda: Cluster.of([], "1"), "version must be an integer, not str"),
        (lambda: Settings(assignors="uniform"), "assignors must be a list of str values, not str"),
        (lambda: Settings(max_size="9"), "max_size must be an integer, not str"),
        (lambda: GroupCoordinator({"t": 3}), "cluster must be a Cluster, not dict: write Cluster.of("),
        (lambda: GroupCoordinator(cluster(), {"a": 1}), "settings must be a Settings, not dict"),
        (lambda: GroupCoordinator(cluster(), {}), "settings must be a Settings, not dict"),
        (
            lambda: GroupCoordinator(cluster(), release=4.4),
            "release must be '4.4.0' or a tuple such as (4, 4, 0), not fl",
        ),
        (lambda: GroupCoordinator(cluster(), now="1"), "now must be an integer, not str"),
        (lambda: coordinator().heartbeat({"member": "A"}), "beat must be a Heartbeat, not dict"),
        (lambda: coordinator().heartbeat(A, None), "group_id must be a str, not NoneType"),
        (lambda: coordinator().advance("1"), "ms must be an integer, not str"),
        (lambda: coordinator().advance_to("1"), "now must be an integer, not str"),
        (lambda: coordinator().change_topics({"t": 3}), "cluster must be a Cluster, not dict"),
        (lambda: coordinator().restart("1"), "compacted_from must be an integer, not str"),
    ],
)
def test_an_argument_of_a_wrong_type_is_named(wrong: Callable[[], object], words: str) -> None:
    with pytest.raises(WrongTypeError) as told:
        wrong()
    assert words in str(told.value)


@pytest.mark.parametrize("version", [0, 3])
def test_metadata_has_a_larger_version_each_time(version: int) -> None:
    """Else a regular expression would never be resolved anew, without a word."""
    known = coordinator()
    known.change_topics(Cluster.of([], version=3))
    with pytest.raises(ValueError, match=f"cluster.version is {version}: write 4 or more, as in Cluster.of"):
        known.change_topics(Cluster.of([], version))
    known.change_topics(Cluster.of([], 4))


@pytest.mark.parametrize(
    ("release", "words"),
    [
        ((9, 9, 9), "release must be a release of Kafka from 2.0.0 to 4.4.0, not 9.9.9"),
        ("9.9.9", "release must be a release of Kafka from 2.0.0 to 4.4.0, not 9.9.9"),
        ("4.4", "release must be a release of Kafka with three numbers, such as 4.4.0, not '4.4'"),
        ((4, 4), "release must be '4.4.0' or three numbers such as (4, 4, 0), not (4, 4)"),
        ("3.9.2", "release is (3, 9, 2): write one from (4, 0, 0) on"),
    ],
)
def test_a_release_that_no_coordinator_has_is_refused(release: object, words: str) -> None:
    with pytest.raises(ValueError, match="release") as told:
        GroupCoordinator(cluster(), release=release)  # type: ignore[arg-type]
    assert words in str(told.value)


def test_a_release_is_text_or_numbers() -> None:
    """Up to 4.3 a group's first epoch is that of the empty target."""
    epochs = {}
    for release in ("4.2.0", (4, 2, 0), "4.4.0", (4, 4, 0)):
        found = GroupCoordinator(cluster(t=(T, 3)), Settings(assignment_interval_ms=0), release=release)
        epochs[release] = found.heartbeat(A).epoch
    assert epochs["4.2.0"] == epochs[4, 2, 0] != epochs["4.4.0"] == epochs[4, 4, 0]


def test_an_epoch_may_be_any_integer() -> None:
    class Index:
        def __index__(self) -> int:
            return 0

    beat = Heartbeat("A", Index(), rebalance_timeout_ms=5000, topics=["t"], owned={T: [Index()]})  # type: ignore[arg-type, list-item]
    assert type(beat.epoch) is int
    assert beat.epoch == JOIN


def test_times_and_settings_may_be_any_integers() -> None:
    coordinator = GroupCoordinator(
        Cluster.of([TopicMetadata("t", T, [()])], version=np.int8(2)),  # type: ignore[arg-type]
        Settings(session_timeout_ms=np.int32(45_000), max_size=np.int8(5)),  # type: ignore[arg-type]
        now=np.int8(100),  # type: ignore[arg-type]
    )
    coordinator.advance(np.int8(100))  # type: ignore[arg-type]
    coordinator.advance_to(np.int64(300))  # type: ignore[arg-type]
    coordinator.heartbeat(A)
    assert (coordinator.now, type(coordinator.now), type(coordinator.cluster.version)) == (300, int, int)
    assert type(Settings(max_size=np.int8(5)).max_size) is int  # type: ignore[arg-type]


def test_the_epochs_of_joining_and_leaving_are_those_of_the_protocol() -> None:
    epochs = [JOIN, LEAVE, LEAVE_FOR_A_WHILE]
    assert epochs == [0, -1, -2]
