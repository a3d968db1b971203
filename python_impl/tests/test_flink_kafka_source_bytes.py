"""Bytes of the Kafka source: splits, the enumerator's state, and what is said of damaged ones."""

import struct

import pytest

from copartition.errors import (
    EOFException,
    FlinkRuntimeException,
    IllegalArgumentException,
    IOException,
    NegativeArraySizeException,
    UTFDataFormatException,
    WrongTypeError,
)
from copartition.flink import kafka_source
from copartition.flink.kafka_source import (
    EARLIEST_OFFSET,
    MIGRATED,
    KafkaPartitionSplit,
    KafkaSourceEnumState,
    decode_split,
    decode_state,
    encode_split,
    encode_state,
)
from copartition.kafka.topic_partition import TopicPartition

V1, V1_LATER, V2, V3 = "1.17.2", "3.0.2-1.18", "3.4.0-1.20", "5.0.0-2.2"
ALL = (V1, V1_LATER, V2, V3)
# Published example: topic `tä`, partition 3, 42 to 99.
SPLIT = "000374c3a400000003000000000000002a0000000000000063"


def split(topic="t", partition=0, start=0, stop=None):
    return KafkaPartitionSplit(TopicPartition(topic, partition), start, stop)


def ints(*numbers):
    return struct.pack(f">{len(numbers)}i", *numbers)


A0 = b"\0\1a" + ints(0)
A1 = b"\0\1a" + ints(1)
A0_AT_5 = A0 + struct.pack(">qq", 5, MIGRATED)


@pytest.mark.parametrize("version", ALL)
def test_a_split_is_its_bytes(version):
    whole = split("tä", 3, 42, 99)
    assert encode_split(whole, version).hex() == SPLIT
    assert decode_split(bytes.fromhex(SPLIT), version) == whole
    assert decode_split(bytes.fromhex(SPLIT) + b"more", version) == whole


def test_an_endless_split_stops_at_the_least_long():
    assert encode_split(split(start=EARLIEST_OFFSET))[-16:].hex() == "fffffffffffffffe8000000000000000"
    assert split(stop=MIGRATED) == split(stop=None)


def test_connector_1_15_writes_a_split_that_stops_at_0_as_an_endless_one():
    stops_at_0 = split(stop=0)
    assert decode_split(encode_split(stops_at_0, V1), V1) == stops_at_0
    assert encode_split(stops_at_0, "1.15.4") == encode_split(split(), "1.15.4")
    assert decode_split(encode_split(stops_at_0, V1), "1.15.4") == split()


@pytest.mark.parametrize(
    ("topic", "data"),
    [
        ("", ""),
        ("a\0b", "61c08062"),
        ("\x7f\x80", "7fc280"),
        ("߿ࠀ", "dfbfe0a080"),
        ("\ufeff\uffff", "efbbbfefbfbf"),
        ("😀", "eda0bdedb880"),
        ("\ud83d", "eda0bd"),
        ("\ude00\ud83d", "edb880eda0bd"),
    ],
)
def test_topics_are_modified_utf_8(topic, data):
    written = encode_split(split(topic))
    assert written[:-20] == struct.pack(">H", len(data) // 2) + bytes.fromhex(data)
    assert decode_split(written).topic_partition.topic == topic


@pytest.mark.parametrize(("data", "topic"), [("c181", "A"), ("e08080", "\0"), ("e08181", "A"), ("00", "\0")])
def test_more_bytes_than_needed_are_read_as_java_reads_them(data, topic):
    read = decode_split(struct.pack(">H", len(data) // 2) + bytes.fromhex(data) + bytes(20))
    assert read.topic_partition.topic == topic


def test_a_topic_takes_65535_bytes_at_most():
    longest = "é" * 32767 + "a"
    assert decode_split(encode_split(split(longest))) == split(longest)
    with pytest.raises(UTFDataFormatException, match="the split's topic takes 65536 bytes"):
        encode_split(split("é" * 32768))


@pytest.mark.parametrize(
    ("data", "kind", "message"),
    [
        ("", EOFException, "the split's topic's length takes 2 bytes from offset 0 on, and there are only 0"),
        ("0003", EOFException, "the split's topic takes 3 bytes from offset 2 on, and there are only 0"),
        ("000161 000000", EOFException, "the split's partition takes 4 bytes from offset 3 on, and there are only 3"),
        ("000161 00000000 01", EOFException, "starting offset takes 8 bytes from offset 7 on, and there are only 1"),
        ("000161 00000000 0000000000000000", EOFException, "stopping offset takes 8 bytes from offset 15 on"),
        ("00026180", UTFDataFormatException, "at offset 3 is 0x80; no character begins with this byte"),
        ("000461f09080", UTFDataFormatException, "at offset 3 is 0xf0; no character begins with this byte"),
        ("000161", EOFException, "partition"),
        ("0002c361", UTFDataFormatException, "at offset 3 is 0x61; the byte does not go on with a character"),
        ("0002e282", UTFDataFormatException, "at offset 2 is 0xe2; only 2 of a character's 3 bytes are there"),
    ],
)
def test_a_damaged_split_is_refused_with_its_field_and_offset(data, kind, message):
    with pytest.raises(kind, match=message) as error:
        decode_split(bytes.fromhex(data))
    assert type(error.value) is kind


@pytest.mark.parametrize("version", ALL)
def test_offsets_are_numbers_or_markers(version):
    for start in (-1, -2, -3):
        assert decode_split(encode_split(split(start=start, stop=-1), version), version).starting_offset == start
    with pytest.raises(FlinkRuntimeException, match=r"starting offset of t-0 must be .*, not -4"):
        encode_split(split(start=-4), version)
    with pytest.raises(FlinkRuntimeException, match=r"stopping offset of t-0 must be .*, not -2"):
        decode_split(encode_split(split(stop=7))[:-8] + struct.pack(">q", -2), version)


def test_only_5_0_knows_splits_without_an_offset():
    data = encode_split(split(start=MIGRATED), V3)
    assert decode_split(data, V3).starting_offset == MIGRATED
    with pytest.raises(FlinkRuntimeException, match="starting offset"):
        decode_split(data, V2)


def test_splits_say_what_they_are():
    assert str(split("a", 3, 5)) == "a-3 from 5"
    assert str(split("a", 3, EARLIEST_OFFSET, -1)) == "a-3 from earliest to latest"
    assert str(split("a", 3, MIGRATED)) == "a-3 from wherever it was"


def test_offsets_are_longs():
    with pytest.raises(TypeError, match="starting_offset must be an integer, not str"):
        split(start="5")
    with pytest.raises(ValueError, match="stopping_offset must be a 64-bit integer"):
        split(stop=1 << 63)


@pytest.mark.parametrize("version", ["2.0.0", "1.14.6", "3.4", "5.1.0-2.3", "1.18.0", "6.0.0", "x"])
def test_unchecked_releases_are_refused(version):
    with pytest.raises(ValueError, match="version must be a release of Flink's Kafka connector"):
        kafka_source.state_version(version)


def test_each_release_writes_its_own_version():
    state = KafkaSourceEnumState((split("a", 0, 5), split("a", 1, 7, 9)))
    assert [kafka_source.state_version(version) for version in ALL] == [1, 1, 2, 3]
    assert encode_state(state, V1) == encode_state(state, V1_LATER) == ints(2) + A0 + A1
    assert encode_state(state, V2) == ints(2) + A0 + ints(0) + A1 + ints(0) + b"\1"
    size = len(A0_AT_5)
    assert encode_state(state, V3) == (
        ints(2, 0, size) + A0_AT_5 + ints(0, size) + A1 + struct.pack(">qq", 7, 9) + ints(0) + b"\1"
    )


@pytest.mark.parametrize("version", [V2, V3])
def test_states_come_back(version):
    state = KafkaSourceEnumState(
        (split("a", 0, 5), split("b", 1)), (split("a", 1, 7, 9),), initial_discovery_finished=False
    )
    read = decode_state(kafka_source.state_version(version), encode_state(state, version), version)
    if version == V2:
        state = KafkaSourceEnumState(
            (split("a", 0, MIGRATED), split("b", 1, MIGRATED)),
            (split("a", 1, MIGRATED),),
            initial_discovery_finished=False,
        )
    assert read == state


def test_up_to_3_0_a_state_is_a_set_of_assigned_partitions():
    twice = KafkaSourceEnumState((split("a", 0, 5), split("a", 0, 7)))
    assert encode_state(twice, V1) == ints(1) + A0
    for state in (KafkaSourceEnumState((), (split(),)), KafkaSourceEnumState((), (), initial_discovery_finished=False)):
        with pytest.raises(ValueError, match="no more than a set of assigned partitions"):
            encode_state(state, V1_LATER)


def test_old_state_counts_as_discovered_and_has_no_offsets():
    first = KafkaSourceEnumState((split("a", 0, MIGRATED), split("a", 1, MIGRATED)))
    for version in ALL:
        assert decode_state(1, ints(2) + A0 + A1, version) == first
    v0 = ints(2, 0) + ints(7, 1, len(A0_AT_5)) + A0_AT_5 + ints(3, 1, len(A0_AT_5)) + A1 + A0_AT_5[-16:]
    for version in ALL[:3]:
        assert decode_state(0, v0, version) == first
    assert decode_state(0, v0, V3) == KafkaSourceEnumState((split("a", 0, 5), split("a", 1, 5)))


def test_partitions_that_stand_twice_are_one_where_the_original_keeps_a_set():
    twice = ints(2) + A0 + A0
    assert [len(decode_state(1, twice, version).assigned) for version in ALL] == [1, 1, 2, 2]
    # Asked of these JARs, too, which are no lines.
    assert [len(decode_state(1, twice, v).assigned) for v in ("3.1.0-1.18", "3.2.0-1.19", "3.3.0-1.20")] == [1, 1, 2]
    other = A0 + struct.pack(">qq", 6, MIGRATED)
    v0 = ints(1, 0, 7, 3) + b"".join(ints(len(each)) + each for each in (A0_AT_5, A0_AT_5, other))
    assert [len(decode_state(0, v0, version).assigned) for version in ALL] == [1, 1, 1, 2]


def test_of_a_reader_that_stands_twice_the_last_splits_count():
    v0 = ints(2, 0) + ints(7, 1, len(A0_AT_5)) + A0_AT_5 + ints(7, 0) + b"what follows is ignored"
    assert decode_state(0, v0).assigned == ()


def test_bytes_inside_a_split_of_version_3_may_follow_it():
    data = ints(1, 0, len(A0_AT_5) + 2) + A0_AT_5 + b"??" + ints(1) + b"\2"
    assert decode_state(3, data) == KafkaSourceEnumState((), (split("a", 0, 5),))


@pytest.mark.parametrize(
    ("written", "data", "kind", "message"),
    [
        (1, b"", EOFException, "the number of partitions takes 4 bytes from offset 0 on"),
        (1, ints(-1), IllegalArgumentException, "the number of partitions must not be negative, and is -1 at offset 0"),
        (1, ints(1), EOFException, "the topic of partition 0's length takes 2 bytes from offset 4 on"),
        (1, ints(2) + A0 + A1[:-1], EOFException, "the number of partition 1 takes 4 bytes from offset 14 on"),
        (1, ints(1) + A0 + b"x", IOException, "1 bytes follow the state, which ends at offset 11"),
        (2, ints(1) + A0, EOFException, "the status of split 0 takes 4 bytes from offset 11 on"),
        (2, ints(1) + A0 + ints(2), IllegalArgumentException, r"must be 0 \(assigned\) or 1 .* is 2 at offset 11"),
        (2, ints(1) + A0 + ints(1), EOFException, "whether the first discovery is finished takes 1 bytes"),
        (2, ints(0) + b"\1\1", IOException, "1 bytes follow the state, which ends at offset 5"),
        (3, ints(-1), EOFException, "the splits' version takes 4 bytes from offset 4 on"),
        (3, ints(-1, 0), IllegalArgumentException, "the number of splits must not be negative, and is -1 at offset 0"),
        (
            3,
            ints(1, 0, -1),
            IllegalArgumentException,
            "the size of split 0 must not be negative, and is -1 at offset 8",
        ),
        (3, ints(1, 0, 99) + A0_AT_5, EOFException, "the status of split 0 takes 4 bytes from offset 35 on"),
        (3, ints(1, 0, 9) + A0_AT_5, EOFException, "split 0's starting offset takes 8 bytes from offset 19 on, and"),
        (0, ints(-1), IllegalArgumentException, "the number of readers must not be negative"),
        (0, ints(1, 0, 7, -3), IllegalArgumentException, "number of splits of reader 0 .* is -3 at offset 12"),
        (0, ints(1, 0, 7, 1, -3), NegativeArraySizeException, "size of split 0 of reader 0 .* is -3 at offset 16"),
        (0, ints(1, 0, 7, 1, 99), EOFException, "split 0 of reader 0 takes 99 bytes from offset 20 on"),
        (0, ints(1, 0, 7, 1, 0), EOFException, "split 0 of reader 0's topic's length takes 2 bytes from offset 20 on"),
        (4, b"", IOException, r"connector 5.0.0-2.2 reads state of the versions 0 to 3, not 4"),
        (-1, b"", IOException, "not -1"),
    ],
)
def test_a_damaged_state_is_refused_with_its_field_and_offset(written, data, kind, message):
    with pytest.raises(kind, match=message) as error:
        decode_state(written, data)
    assert type(error.value) is kind
    assert error.value.kind == kind.__name__


def test_releases_refuse_versions_to_come():
    with pytest.raises(IOException, match=r"connector 1.17.2 reads state of the versions 0 to 1, not 2"):
        decode_state(2, ints(0) + b"\1", V1)
    with pytest.raises(IOException, match=r"connector 3.4.0-1.20 reads state of the versions 0 to 2, not 3"):
        decode_state(3, ints(0, 0) + b"\1", V2)


def test_splits_of_a_state_may_come_from_a_generator():
    state = KafkaSourceEnumState((split("a", i) for i in range(2)), [split("b")])
    assert (state.assigned, state.unassigned) == ((split("a", 0), split("a", 1)), (split("b"),))
    assert encode_state(state) == encode_state(state)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            ({split("a"), split("b")},),
            "assigned must be a list or tuple, not set: the order counts",
        ),
        (((), {split("a"): 1}), "unassigned must be a list or tuple, not dict: the order counts"),
        ((["a-0"],), "assigned must hold KafkaPartitionSplit values, not str"),
        (((), (), "no"), "initial_discovery_finished must be a bool, not str"),
    ],
)
def test_what_is_no_state_of_an_enumerator_is_refused(fields, words):
    with pytest.raises(WrongTypeError, match=words):
        KafkaSourceEnumState(*fields)
