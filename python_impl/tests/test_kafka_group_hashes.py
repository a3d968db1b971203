"""The coordinator's partition of a group, and the hash of a group's topics."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import ArithmeticException
from copartition.kafka.group import TopicMetadata, group_hash, partition_for, topic_hash
from copartition.kafka.group.xxh3 import xxh3_64
from copartition.kafka.uuid import Uuid
from copartition.port import PORT

if TYPE_CHECKING:
    from collections.abc import Callable

INT64 = st.integers(-(2**63), 2**63 - 1)
HASH, PARTITION = PORT.operations["kafka.group.metadata-hash"], PORT.operations["kafka.group.partition-for"]


@pytest.mark.parametrize(
    ("group", "partition"), [("panda3", 29), ("g", 3), ("", 0), ("polygenelubricants", 0), ("hé😀", 26)]
)
def test_the_partition_of_a_group(group: str, partition: int) -> None:
    assert partition_for(group, 50) == partition
    assert PARTITION({"id": group, "partitions": 50}) == partition


def test_a_coordinator_without_partitions() -> None:
    with pytest.raises(ArithmeticException, match="/ by zero"):
        partition_for("g", 0)


@given(st.text(), st.integers(1, 2**31 - 1))
def test_every_group_has_a_partition(group: str, partitions: int) -> None:
    assert 0 <= partition_for(group, partitions) < partitions


def test_topics_hash_as_kafka_4_3_hashes_them() -> None:
    first = TopicMetadata("topic-1", Uuid(1 << 56, 0), [["rack-a"], ["rack-b"]])
    second = TopicMetadata("topic-é", Uuid(3 << 56, 0), [["rack-a"]])
    assert (topic_hash(first), topic_hash(second)) == (4059260383482873451, -2410319650524422524)
    assert group_hash({"b": 3, "a": -2}) == -2637520790206093822
    assert group_hash({}) == 0


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: topic_hash("t"), "topic must be a TopicMetadata, not str: write TopicMetadata("),
        (lambda: group_hash(None), "topics must be a mapping from names to hashes, not NoneType"),
        (lambda: group_hash([("t", 1)]), "topics must be a mapping from names to hashes, not list"),
        (lambda: group_hash({7: 1}), "each name in topics must be a str, not int"),
        (lambda: group_hash({"t": "1"}), "topics['t'] must be an integer, not str"),
        (lambda: group_hash({"t": 1 << 63}), "topics['t'] must be a 64-bit integer, not 9223372036854775808"),
        (lambda: Uuid("a", "b"), "Uuid.most must be an integer, not str"),
        (lambda: Uuid(0, 1 << 70), "Uuid.least must be a 64-bit integer, not 1180591620717411303424"),
        (lambda: Uuid.parse(7), "text must be a str, not int"),
        (lambda: Uuid.parse("x"), "'x' is no id of Kafka's: write 22 characters of base64url"),
    ],
)
def test_a_wrong_argument_is_named(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=r"must|write") as refused:
        ask()
    assert str(refused.value).startswith(message)


def test_an_id_is_a_pair_of_plain_ints() -> None:
    made = Uuid(np.int64(3), np.int8(-1))  # type: ignore[arg-type]
    assert (made, type(made.most), repr(made)) == (Uuid(3, -1), int, "Uuid(most=3, least=-1)")
    assert pickle.loads(pickle.dumps(made)) == copy.copy(made) == made  # noqa: S301 - our own bytes
    assert Uuid.parse(str(made)) == made
    assert type(Uuid.parse(str(made))) is Uuid


@given(
    st.lists(st.text(max_size=3), max_size=4).flatmap(lambda racks: st.tuples(st.just(racks), st.permutations(racks)))
)
def test_an_election_is_no_change(orders: tuple[list[str], list[str]]) -> None:
    one, other = (topic_hash(TopicMetadata("t", Uuid(0, 7), [racks])) for racks in orders)
    assert one == other


@given(st.binary(min_size=4, max_size=1200))
def test_each_byte_counts(data: bytes) -> None:
    assert -(2**63) <= xxh3_64(data) < 2**63
    for place in {0, len(data) // 2, len(data) - 1}:
        changed = bytearray(data)
        changed[place] ^= 1
        assert xxh3_64(bytes(changed)) != xxh3_64(data)


@given(INT64, INT64)
def test_an_id_is_read_as_it_is_printed(most: int, least: int) -> None:
    assert Uuid.parse(str(Uuid(most, least))) == (most, least)


def test_ids_as_java_has_them() -> None:
    assert str(Uuid(0, 7)) == "AAAAAAAAAAAAAAAAAAAABw"
    assert Uuid(-1, 0).java_hash_code() == 0
    assert Uuid(1 << 32, -1 << 31).java_hash_code() == -(2**31) ^ -1 ^ 1
    assert Uuid(-1, 5) < Uuid(0, -5) < Uuid(0, 5)


@pytest.mark.parametrize("text", ["", "AAAAAAAAAAAAAAAAAAAABx", "AAAAAAAAAAAAAAAAAAAA*w", "A" * 21, "A" * 23, "é" * 22])
def test_what_is_no_id(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no id of Kafka's: write 22 characters of base64url"):
        Uuid.parse(text)
    with pytest.raises(ValueError, match=r"^input\.topics\[0\]\.id: "):
        HASH({"topics": [{"name": "t", "id": text, "partitions": []}]})


def test_a_topic_keeps_the_racks_that_it_was_made_with() -> None:
    racks, sets = [["a"], ["b"]], [{"a", "b"}]
    topic, other = TopicMetadata("t", Uuid(0, 7), racks), TopicMetadata("t", Uuid(0, 7), sets)
    racks.append(["c"])
    racks[0].append("c")
    sets[0].add("c")
    assert topic == TopicMetadata("t", Uuid(0, 7), [("a",), ("b",)])
    assert other == TopicMetadata("t", Uuid(0, 7), [{"b", "a"}])
    assert topic_hash(other) == topic_hash(TopicMetadata("t", Uuid(0, 7), [["b", "a"]]))
