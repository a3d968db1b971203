"""Where replicas are placed: Kafka's own examples, what its documentation promises, and each error."""

import random
from collections import Counter

import numpy as np
import pytest

from copartition.errors import (
    AdminOperationException,
    ArithmeticException,
    ArrayIndexOutOfBoundsException,
    IllegalArgumentException,
    IndexOutOfBoundsException,
    InvalidPartitionsException,
    InvalidReplicationFactorException,
    WrongTypeError,
)
from copartition.java import Integer, Long
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


def test_followers_are_found_where_the_original_counts_a_thousand_million_steps():
    """The distance is -2**30: its negative remainders never lead to the third broker. Java 17 takes 13 seconds."""
    brokers = [Broker(0, "a"), Broker(1, "b"), Broker(2, "c")]
    assert assign_replicas(brokers, 1, 3, 2**30) == {0: [1, 2, 0]}


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


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (("0",), "Broker.id must be an integer, not str"),
        ((0.0,), "Broker.id must be an integer, not float"),
        ((True,), "Broker.id must be an integer, not True"),
        ((None,), "Broker.id must be an integer, not NoneType"),
        ((0, 7), "Broker.rack must be a str or None, not int"),
        ((0, b"a"), "Broker.rack must be a str or None, not bytes"),
        ((0, None, "false"), "Broker.fenced must be a bool, not str: write True or False"),
        ((0, None, None), "Broker.fenced must be a bool, not NoneType: write True or False"),
    ],
)
def test_a_broker_of_wrong_types_is_refused(values, message):
    with pytest.raises(WrongTypeError) as refused:
        Broker(*values)
    assert str(refused.value) == message


@pytest.mark.parametrize("fenced", [True, False])
def test_a_bool_of_numpy_is_a_bool(fenced):
    assert Broker(0, None, np.bool_(fenced)).fenced is Broker(0, None, fenced).fenced is fenced


def test_a_broker_id_is_a_plain_int32():
    for number in (np.int64(3), Integer(3)):
        assert Broker(number) == Broker(3)
        assert type(Broker(number).id) is int
    with pytest.raises(ValueError, match=r"^Broker\.id is -1: write 0 or more$"):
        Broker(-1)
    with pytest.raises(ValueError, match=r"^Broker\.id must be a 32-bit integer, not 2147483648$"):
        Broker(2**31)


def test_racks_are_as_java_holds_them():
    assert Broker(0, "\ud83d\ude00") == Broker(0, "😀")
    halves = place_replicas([Broker(0, "\ud83d\ude00"), Broker(1, "😀"), Broker(2, "r")], 2, 2, 42)
    assert halves == place_replicas([Broker(0, "😀"), Broker(1, "😀"), Broker(2, "r")], 2, 2, 42)


NO_INTEGERS = [(1.5, "float"), (True, "True"), ("1", "str"), (None, "NoneType")]


@pytest.mark.parametrize(("value", "given"), NO_INTEGERS)
@pytest.mark.parametrize("name", ["partitions", "replication_factor", "start_index", "start_partition"])
def test_assigning_takes_integers_only(name, value, given):
    arguments = {"partitions": 2, "replication_factor": 1, "start_index": 0, "start_partition": 0, name: value}
    with pytest.raises(WrongTypeError) as refused:
        assign_replicas(FIVE, **arguments)
    assert str(refused.value) == f"{name} must be an integer, not {given}"


@pytest.mark.parametrize(("value", "given"), NO_INTEGERS)
@pytest.mark.parametrize("name", ["partitions", "replication_factor", "seed", "start_partition"])
def test_placing_takes_integers_only(name, value, given):
    arguments = {"partitions": 2, "replication_factor": 1, "seed": 1, "start_partition": 0, name: value}
    with pytest.raises(WrongTypeError) as refused:
        place_replicas(FIVE, **arguments)
    assert str(refused.value) == f"{name} must be an integer, not {given}"


@pytest.mark.parametrize("whole", [np.int32, np.int64, Long])
def test_integers_of_other_types_give_the_same_places(whole):
    placed = place_replicas(SIX, whole(5), whole(2), whole(42), whole(3))
    assert placed == place_replicas(SIX, 5, 2, 42, 3)
    assigned = assign_replicas(SIX, whole(5), whole(2), whole(42), whole(3))
    assert assigned == assign_replicas(SIX, 5, 2, 42, 3)
    for replicas in (placed, assigned):
        assert {type(number) for pair in replicas.items() for number in (pair[0], *pair[1])} == {int}


@pytest.mark.parametrize(
    "place",
    [
        lambda brokers: assign_replicas(brokers, 1, 1, 0),
        lambda brokers: place_replicas(brokers, 1, 1, 0),
        lambda brokers: StripedReplicaPlacer(Random(1)).place(brokers, 1, 1),
    ],
)
@pytest.mark.parametrize(
    ("brokers", "message"),
    [
        ([0, 1], "brokers must hold Broker values, not int"),
        ("01", "brokers must hold Broker values, not be a str"),
        (None, "brokers must be a sequence, not NoneType"),
        (set(FIVE), "brokers must be a list or tuple, not set: the order counts"),
        (dict.fromkeys(FIVE), "brokers must be a list or tuple, not dict: the order counts"),
    ],
)
def test_what_holds_no_brokers_in_order_is_refused(place, brokers, message):
    with pytest.raises(WrongTypeError) as refused:
        place(brokers)
    assert str(refused.value) == message


def test_a_release_is_numbers_and_a_generator_is_javas():
    assert place_replicas(FIVE, 1, 1, 1, release="4.3.1") == place_replicas(FIVE, 1, 1, 1, release=(4, 3, 1))
    with pytest.raises(
        ValueError, match=r"^release must be '4\.4\.0' or three numbers such as \(4, 4, 0\), not \(4,\)$"
    ):
        place_replicas(FIVE, 1, 1, 1, release=(4,))
    with pytest.raises(WrongTypeError, match=r"^random must be a Random, not int"):
        StripedReplicaPlacer(42)
