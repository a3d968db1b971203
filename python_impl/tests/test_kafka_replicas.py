"""Where replicas are placed: Kafka's own examples, what its documentation promises, and each error."""

import random
from collections import Counter

import pytest

from copartition.errors import (
    AdminOperationException,
    ArithmeticException,
    ArrayIndexOutOfBoundsException,
    IllegalArgumentException,
    IndexOutOfBoundsException,
    InvalidPartitionsException,
    InvalidReplicationFactorException,
)
from copartition.java.randomness import Random
from copartition.kafka.replicas import Broker, StripedReplicaPlacer, assign_replicas, place_replicas
from copartition.kafka.replicas.assigning import alternating
from copartition.port import PORT

FIVE = [Broker(i) for i in range(5)]
SIX = [Broker(i, f"rack{r}") for i, r in enumerate((1, 3, 3, 2, 2, 1))]
MAX = 2**31 - 1


def test_the_documented_example_without_racks():
    placed = assign_replicas(FIVE, 10, 3, 0)
    assert placed == {
        0: [0, 1, 2], 1: [1, 2, 3], 2: [2, 3, 4], 3: [3, 4, 0], 4: [4, 0, 1],
        5: [0, 2, 3], 6: [1, 3, 4], 7: [2, 4, 0], 8: [3, 0, 1], 9: [4, 1, 2],
    }  # fmt: skip


def test_the_documented_example_with_racks():
    assert alternating({broker.id: broker.rack for broker in SIX}) == [0, 3, 1, 5, 4, 2]
    assert list(assign_replicas(SIX, 7, 3, 0).values()) == [
        [0, 3, 1], [3, 1, 5], [1, 5, 4], [5, 4, 2], [4, 2, 0], [2, 0, 3], [0, 4, 2],
    ]  # fmt: skip


def test_the_article():
    assert list(assign_replicas([Broker(0), Broker(1)], 3, 2, 0).values()) == [[0, 1], [1, 0], [0, 1]]


def test_partitions_added_later_go_on_where_the_others_stopped():
    whole = assign_replicas(SIX, 20, 3, 2)
    assert assign_replicas(SIX, 8, 3, 2, 12) != {p: whole[p] for p in range(12, 20)}  # the distance starts anew
    assert [r[0] for r in assign_replicas(SIX, 8, 3, 2, 12).values()] == [whole[p][0] for p in range(12, 20)]
    assert assign_replicas(SIX, 3, 2, 1, -7) == assign_replicas(SIX, 3, 2, 1, 0)


@pytest.mark.parametrize("seed", range(20))
def test_what_the_documentation_promises(seed):
    seeded = random.Random(seed)  # noqa: S311 - a sample, not a secret
    racks, each = seeded.randrange(1, 5), seeded.randrange(1, 4)
    brokers = [Broker(i, f"r{i % racks}") for i in range(racks * each)]
    factor = seeded.randrange(1, len(brokers) + 1)
    placed = assign_replicas(brokers, 5 * len(brokers), factor, seeded.randrange(len(brokers)))
    rack_of = {broker.id: broker.rack for broker in brokers}
    for replicas in placed.values():
        assert len(set(replicas)) == factor
        assert len({rack_of[replica] for replica in replicas}) == min(factor, racks)
    leaders = Counter(replicas[0] for replicas in placed.values())
    assert set(leaders.values()) == {5}


@pytest.mark.parametrize(
    ("brokers", "partitions", "factor", "error", "message"),
    [
        (FIVE, 0, 1, InvalidPartitionsException, "Number of partitions must be larger than 0."),
        (FIVE, 1, 0, InvalidReplicationFactorException, "Replication factor must be larger than 0."),
        (FIVE, 1, 6, InvalidReplicationFactorException, "Replication factor: 6 larger than available brokers: 5."),
        ([], 0, 0, InvalidPartitionsException, "Number of partitions must be larger than 0."),
        (
            [*SIX, Broker(9)],
            1,
            1,
            AdminOperationException,
            "Not all brokers have rack information for replica rack aware assignment.",
        ),
        ([Broker(1, "a"), Broker(1, "b")], 1, 2, ArithmeticException, "/ by zero"),
    ],
)
def test_errors_of_assigning(brokers, partitions, factor, error, message):
    with pytest.raises(error) as raised:
        assign_replicas(brokers, partitions, factor, 0)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("scala", "message"),
    [(True, "-467 is out of bounds (min 0, max 2147)"), (False, "Index -467 out of bounds for length 2148")],
)
def test_a_distance_that_overflows_leads_before_the_first_broker(scala, message):
    many = [Broker(number, str(number)) for number in range(2148)]
    with pytest.raises(IndexOutOfBoundsException) as caught:
        assign_replicas(many, 3, 3, 1_000_000, scala=scala)
    assert str(caught.value) == message
    assert assign_replicas(many[:-1], 1, 3, 1_000_000) == {0: [547, 514, 515]}


@pytest.mark.parametrize(
    ("brokers", "scala", "error", "message"),
    [
        (FIVE, False, IndexOutOfBoundsException, "Index -3 out of bounds for length 5"),
        (FIVE, True, ArrayIndexOutOfBoundsException, "Index -3 out of bounds for length 5"),
        (SIX, False, IndexOutOfBoundsException, "Index -2 out of bounds for length 6"),
        (SIX, True, IndexOutOfBoundsException, "-2 is out of bounds (min 0, max 5)"),
    ],
)
def test_numbers_that_overflow(brokers, scala, error, message):
    with pytest.raises(error) as raised:
        assign_replicas(brokers, 2, 1, 1, MAX, scala=scala)
    assert type(raised.value) is error
    assert str(raised.value) == message


def test_a_random_start_is_refused():
    with pytest.raises(ValueError, match="start_index must be 0 or more, not -1"):
        assign_replicas(FIVE, 1, 1, -1)


@pytest.mark.parametrize("rack", [None, "r"])
def test_one_broker_leaves_nothing_to_draw(rack):
    assert assign_replicas([Broker(7, rack)], 2, 1, -1) == {0: [7], 1: [7]}


def test_a_placement_that_java_made():
    brokers = [Broker(i, f"rack{i % 2}") for i in range(4)]
    assert place_replicas(brokers, 5, 2, 42) == {0: [1, 2], 1: [0, 3], 2: [1, 2], 3: [0, 3], 4: [0, 1]}
    assert list(place_replicas(brokers, 5, 2, 42, MAX)) == [MAX, -MAX - 1, -MAX, -MAX + 1, -MAX + 2]


def test_a_placer_keeps_its_generator():
    placer = StripedReplicaPlacer(Random(7))
    assert [placer.place(FIVE, 3, 2) for _ in range(2)] != [placer.place(FIVE, 3, 2)] * 2


@pytest.mark.parametrize("seed", range(20))
def test_a_placement_is_striped(seed):
    seeded = random.Random(seed)  # noqa: S311 - a sample, not a secret
    racks = seeded.randrange(1, 4)
    brokers = [Broker(i, f"r{i % racks}", fenced=i >= racks and seeded.random() < 0.3) for i in range(racks * 3)]
    rack_of = {broker.id: broker.rack for broker in brokers}
    fenced = {broker.id for broker in brokers if broker.fenced}
    for replicas in place_replicas(brokers, 40, 3, seed).values():
        assert len(set(replicas)) == 3
        assert len({rack_of[replica] for replica in replicas}) == racks
        assert replicas[0] not in fenced


@pytest.mark.parametrize(
    ("brokers", "partitions", "factor", "error", "messages"),
    [
        (
            FIVE,
            1,
            6,
            InvalidReplicationFactorException,
            (
                "The target replication factor of 6 cannot be reached because only 5 broker(s) are registered.",
                "The target replication factor of 6 cannot be reached because only 5 broker(s) are registered or some "
                "brokers have all their log directories cordoned.",
            ),
        ),
        (
            [Broker(1, fenced=True)],
            1,
            1,
            InvalidReplicationFactorException,
            (
                "All brokers are currently fenced.",
                "All brokers are currently fenced, or have all their log directories cordoned.",
            ),
        ),
        (
            [],
            1,
            0,
            InvalidReplicationFactorException,
            ("Invalid replication factor 0: the replication factor must be positive.",) * 2,
        ),
        (FIVE, -2, 1, IllegalArgumentException, ("Illegal Capacity: -2",) * 2),
    ],
)
def test_errors_of_placing(brokers, partitions, factor, error, messages):
    for release, message in zip(((4, 0, 2), (4, 3, 1)), messages, strict=True):
        with pytest.raises(error) as raised:
            place_replicas(brokers, partitions, factor, 1, release=release)
        assert str(raised.value) == message


def test_the_port_answers_in_plain_json():
    request = {"brokers": [{"id": 1}, {"id": 4}], "partitions": 1, "replicationFactor": 2, "startPartition": 7}
    assert PORT.operations["kafka.replicas.assign"]({**request, "startIndex": 0}) == {"7": [4, 1]}
    assert PORT.operations["kafka.replicas.place"]({**request, "seed": "1"}, "kafka-metadata 4.0.2") == {"7": [4, 1]}
