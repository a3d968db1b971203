"""The enumerator of a Kafka source: what the originals were measured to do, and how the port's door reads."""

import numpy as np
import pytest

from copartition.errors import FlinkRuntimeException, IllegalStateException, NullPointerException, WrongTypeError
from copartition.flink.kafka_source import (
    MIGRATED,
    AtTimestamp,
    Boundedness,
    Earliest,
    KafkaPartitionSplit,
    KafkaSourceEnumerator,
    KafkaSourceEnumState,
    KafkaSourceSettings,
    Latest,
    OffsetReset,
    SpecifiedOffsets,
    split_owner,
)
from copartition.kafka.topic_partition import TopicPartition
from copartition.port import PORT

VERSIONS = ("1.15.4", "1.17.2", "3.0.2-1.18", "3.4.0-1.20", "5.0.0-2.2")
HISTORY = PORT.operations["flink.kafka-source.enumerator"]
GIVEN = SpecifiedOffsets({TopicPartition("a", p): 5 + p for p in range(3)})


class Job:
    """A job on a cluster with some partitions, which writes down what it is told."""

    def __init__(self, *partitions, parallelism=2):
        self.there = [TopicPartition(*partition) for partition in partitions]
        self.parallelism, self.readers, self.assigned, self.ended = parallelism, [], [], []

    def current_parallelism(self):
        return self.parallelism

    def registered_readers(self):
        return self.readers

    def assign_splits(self, assignment):
        self.assigned.append({reader: [tuple_of(split) for split in splits] for reader, splits in assignment.items()})

    def signal_no_more_splits(self, reader):
        self.ended.append(reader)

    def subscribed_partitions(self):
        return self.there

    def beginning_offsets(self, partitions):
        return dict.fromkeys(partitions, 10)

    def end_offsets(self, partitions):
        return dict.fromkeys(partitions, 100)

    def offsets_for_time(self, partitions, timestamp):
        return {partition: 50 if partition.partition == 0 else -1 for partition in partitions}

    def committed_offsets(self, partitions):
        return {partition: 77 for partition in partitions if partition.partition == 1}

    def enumerator(self, version="5.0.0-2.2", *, state=None, starting=None, interval=1000, bounded=False):
        boundedness = Boundedness.BOUNDED if bounded else Boundedness.CONTINUOUS_UNBOUNDED
        settings = KafkaSourceSettings(starting or Earliest(), None, interval, boundedness)
        made = KafkaSourceEnumerator(self, self, settings, state, version)
        made.start()
        return made

    def join(self, enumerator, *readers):
        for reader in readers:
            self.readers.append(reader)
            enumerator.add_reader(reader)


def tuple_of(split):
    return (split.topic_partition.topic, split.topic_partition.partition, split.starting_offset)


@pytest.mark.parametrize("version", VERSIONS)
def test_readers_get_their_splits_whether_they_came_before_or_after(version):
    job = Job(("a", 0), ("a", 1), ("a", 2))
    enumerator = job.enumerator(version)
    job.join(enumerator, 0)
    enumerator.discover()
    assert job.assigned == [{0: [("a", 1, -2)]}]
    job.join(enumerator, 1)
    assert sorted(job.assigned[1][1]) == [("a", 0, -2), ("a", 2, -2)]
    assert all(split_owner(TopicPartition(t, p), 2) == 1 for t, p, _ in job.assigned[1][1])


@pytest.mark.parametrize(("version", "start"), list(zip(VERSIONS, (6, 6, 6, -2, -2), strict=True)))
def test_a_partition_that_is_found_later_starts_where_the_release_says(version, start):
    job = Job(("a", 0))
    enumerator = job.enumerator(version, starting=GIVEN)
    job.join(enumerator, 0, 1)
    enumerator.discover()
    job.there.append(TopicPartition("a", 1))
    enumerator.discover()
    assert job.assigned == [{1: [("a", 0, 5)]}, {0: [("a", 1, start)]}]


@pytest.mark.parametrize(("version", "start"), list(zip(VERSIONS, (5, 5, 5, -2, 5), strict=True)))
def test_an_empty_first_discovery(version, start):
    job = Job()
    enumerator = job.enumerator(version, starting=GIVEN)
    job.join(enumerator, 0, 1)
    enumerator.discover()
    job.there.append(TopicPartition("a", 0))
    enumerator.discover()
    assert job.assigned == [{1: [("a", 0, start)]}]


class Own:
    """An initializer of the user's own, which answers the same whatever it is asked."""

    def __init__(self, *offsets):
        self._offsets = {TopicPartition(topic, partition): offset for topic, partition, offset in offsets}

    def partition_offsets(self, partitions, cluster, version):
        return self._offsets


@pytest.mark.parametrize(
    ("version", "assigned"),
    [
        ("3.4.0-1.20", [{0: [("a", 0, 5), ("a", 1, -2)]}]),
        ("5.0.0-2.2", [{0: [("a", 0, 5)]}, {0: [("a", 1, -2)]}]),
    ],
)
def test_a_partition_that_the_users_initializer_leaves_out(version, assigned):
    job = Job(("a", 0), ("a", 1), parallelism=1)
    enumerator = job.enumerator(version, starting=Own(("a", 0, 5)))
    job.join(enumerator, 0)
    enumerator.discover()
    enumerator.discover()
    assert job.assigned == assigned


@pytest.mark.parametrize("version", VERSIONS[:3])
def test_a_partition_that_the_users_initializer_leaves_out_fails_a_discovery_up_to_3_0(version):
    job = Job(("a", 0), ("a", 1), parallelism=1)
    enumerator = job.enumerator(version, starting=Own(("a", 0, 5)))
    with pytest.raises(FlinkRuntimeException) as raised:
        enumerator.discover()
    assert isinstance(raised.value.__cause__, NullPointerException)
    assert "a-1" in str(raised.value.__cause__)


@pytest.mark.parametrize(("version", "read"), list(zip(VERSIONS, (1, 1, 1, 1, 2), strict=True)))
def test_a_partition_that_the_users_initializer_answers_for_unasked_is_read_from_5_0_on(version, read):
    job = Job(("a", 0), parallelism=1)
    enumerator = job.enumerator(version, starting=Own(("a", 0, 5), ("b", 7, 9)))
    job.join(enumerator, 0)
    enumerator.discover()
    assert sorted(job.assigned[0][0]) == [("a", 0, 5), ("b", 7, 9)][:read]


@pytest.mark.parametrize("version", VERSIONS[:4])
def test_up_to_4_0_a_partition_that_is_found_later_starts_where_the_users_initializer_says_unasked(version):
    job = Job(("a", 0), parallelism=1)
    enumerator = job.enumerator(version, starting=Own(("a", 0, 5), ("a", 1, 6)))
    job.join(enumerator, 0)
    enumerator.discover()
    job.there.append(TopicPartition("a", 1))
    enumerator.discover()
    assert job.assigned == [{0: [("a", 0, 5)]}, {0: [("a", 1, 6)]}]


@pytest.mark.parametrize(
    ("starting", "version", "starts"),
    [
        (Latest(), "1.17.2", [-1, -1, -1]),
        (Latest(), "3.0.2-1.18", [100, 100, 100]),
        (AtTimestamp(1), "1.17.2", [50, 100, 100]),
        (SpecifiedOffsets({TopicPartition("a", 0): 5}), "5.0.0-2.2", [5, 77, 10]),
        (SpecifiedOffsets({TopicPartition("a", 0): 5}, OffsetReset.LATEST), "5.0.0-2.2", [5, 77, 100]),
    ],
)
def test_starting_offsets(starting, version, starts):
    job = Job(("a", 0), ("a", 1), ("a", 2), parallelism=1)
    enumerator = job.enumerator(version, starting=starting)
    job.join(enumerator, 0)
    enumerator.discover()
    assert sorted(job.assigned[0][0]) == [("a", p, start) for p, start in enumerate(starts)]


@pytest.mark.parametrize(
    ("starting", "version"), [(AtTimestamp(1), "1.15.4"), (SpecifiedOffsets({}, OffsetReset.NONE), "5.0.0-2.2")]
)
def test_offsets_that_cannot_be_had_fail_the_discovery(starting, version):
    job = Job(("a", 1))
    with pytest.raises(FlinkRuntimeException, match="Failed to initialize partition splits"):
        job.enumerator(version, starting=starting).discover()


@pytest.mark.parametrize("version", VERSIONS)
def test_the_end_of_a_bounded_source(version):
    for interval, ends in ((-1, True), (0, version != "1.15.4"), (1000, False)):
        job = Job(("a", 0))
        enumerator = job.enumerator(version, interval=interval, bounded=True)
        job.join(enumerator, 0, 1)
        assert enumerator.discovery_period_ms == (1000 if interval == 1000 else None)
        enumerator.discover()
        assert job.ended == ([0, 1] if ends else [])
    empty = Job()
    enumerator = empty.enumerator(version, interval=-1, bounded=True)
    empty.join(enumerator, 0)
    enumerator.discover()
    assert empty.ended == []


@pytest.mark.parametrize("version", VERSIONS)
def test_a_split_that_comes_back_waits_for_its_owner(version):
    job = Job(("a", 1))
    enumerator = job.enumerator(version)
    job.join(enumerator, 0, 1)
    enumerator.discover()
    enumerator.add_splits_back([KafkaPartitionSplit(TopicPartition("a", 1), 77)], 1)
    assert len(job.assigned) == 1
    enumerator.discover()  # up to 4.0 it counts as removed, and that releases it
    assert job.assigned[1:] == ([] if version == "5.0.0-2.2" else [{0: [("a", 1, 77)]}])
    enumerator.add_reader(0)
    assert job.assigned[1:] == [{0: [("a", 1, 77)]}]


def test_a_negative_owner_is_refused_from_5_on_only():
    last = ("a", 2**31 - 1)
    job = Job(last, parallelism=7)
    job.enumerator("3.4.0-1.20").discover()
    with pytest.raises(IllegalStateException) as refused:
        job.enumerator().discover()
    assert str(refused.value) == (
        "Invalid split owner -6 for split [Partition: a-2147483647, StartingOffset: -2, StoppingOffset: "
        "-9223372036854775808] with current parallelism 7"
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_restored_partitions_are_not_assigned_again(version):
    known = KafkaPartitionSplit(TopicPartition("a", 0), MIGRATED)
    job = Job(("a", 0), ("a", 1), parallelism=1)
    enumerator = job.enumerator(version, state=KafkaSourceEnumState((known,)), starting=GIVEN)
    job.join(enumerator, 0)
    enumerator.discover()
    assert job.assigned == [{0: [("a", 1, 6 if version < "3.1" else -2)]}]
    assert {split.topic_partition.partition for split in enumerator.snapshot_state().assigned} == {0, 1}


def test_restored_splits_keep_their_offsets_from_5_on():
    job = Job(("a", 0), ("a", 1), parallelism=1)
    waiting = KafkaPartitionSplit(TopicPartition("a", 0), 42)
    enumerator = job.enumerator(state=KafkaSourceEnumState((), (waiting,)), starting=GIVEN)
    job.join(enumerator, 0)
    assert job.assigned == [{0: [("a", 0, 42)]}]
    with pytest.raises(IllegalStateException, match="Duplicate key a-0"):
        job.enumerator(state=KafkaSourceEnumState((waiting, KafkaPartitionSplit(waiting.topic_partition, 7))))


def test_what_the_original_refuses():
    job = Job()
    with pytest.raises(IllegalStateException, match="Reader 3 is not registered to source coordinator"):
        job.enumerator().add_reader(3)
    with pytest.raises(NullPointerException, match="discovery_interval_ms"):
        job.enumerator("3.0.2-1.18", interval=None)
    assert job.enumerator("3.4.0-1.20", interval=None).discovery_period_ms == 300_000
    with pytest.raises(ValueError, match="version must be a release"):
        job.enumerator("2.3.0")


def test_a_cluster_that_fails_is_wrapped():
    class Failing(Job):
        def subscribed_partitions(self):
            raise TimeoutError("no broker")

    with pytest.raises(FlinkRuntimeException, match="Failed to list subscribed topic partitions") as failed:
        Failing().enumerator().discover()
    assert isinstance(failed.value.__cause__, TimeoutError)


PLAIN = {
    "parallelism": 1,
    "discoveryIntervalMs": "-1",
    "boundedness": "BOUNDED",
    "start": {"type": "earliest"},
    "stop": None,
    "endOffsets": [],
    "steps": [],
}
FIND = {"op": "discover", "partitions": [["a", 0]]}


def test_the_door_plays_a_history():
    steps = [{"op": "start"}, {"op": "addReader", "reader": 0}, FIND, {"op": "snapshot"}]
    nothing = {"assign": [], "noMoreSplits": []}
    state = {"splits": [["a", 0, "-2", None, "ASSIGNED"]], "initialDiscoveryFinished": True}
    assigned = {"assign": [{"0": [["a", 0, "-2", None]]}], "noMoreSplits": [0]}
    assert HISTORY({**PLAIN, "steps": steps}) == [nothing, nothing, assigned, {**nothing, "state": state}]


A0 = TopicPartition("a", 0)


@pytest.mark.parametrize(
    ("offsets", "reset", "kind", "words"),
    [
        (
            {("a", 0): 5},
            OffsetReset.LATEST,
            WrongTypeError,
            "a key of offsets must be a TopicPartition, not tuple: write",
        ),
        ({"a-0": 5}, OffsetReset.LATEST, WrongTypeError, "a key of offsets must be a TopicPartition, not str: write"),
        ([(A0, 5)], OffsetReset.LATEST, WrongTypeError, "offsets must be a Mapping, not list: write {TopicPartition"),
        ({A0: 1.5}, OffsetReset.LATEST, WrongTypeError, "the offset of a-0 must be an integer, not float"),
        ({A0: 1 << 63}, OffsetReset.LATEST, ValueError, "the offset of a-0 must be a 64-bit integer, not"),
        ({A0: 5}, "latest", WrongTypeError, "reset must be an OffsetReset, not str: write OffsetReset.LATEST"),
    ],
)
def test_offsets_that_no_partition_would_get_are_refused(offsets, reset, kind, words):
    with pytest.raises(kind) as refused:
        SpecifiedOffsets(offsets, reset)
    assert words in str(refused.value)


def test_given_offsets_stay_as_they_were_given():
    offsets = {A0: np.int64(5)}
    given = SpecifiedOffsets(offsets)
    offsets[A0] = 7
    assert given == SpecifiedOffsets({A0: 5})
    assert type(given.offsets[A0]) is int


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"boundedness": "BOUNDED"}, "boundedness must be a Boundedness, not str: write Boundedness.BOUNDED"),
        ({"boundedness": True}, "boundedness must be a Boundedness, not bool: write Boundedness.BOUNDED"),
        ({"discovery_interval_ms": 0.5}, "discovery_interval_ms must be an integer, not float"),
        ({"discovery_interval_ms": True}, "discovery_interval_ms must be an integer, not True"),
    ],
)
def test_settings_of_another_type_are_refused(settings, words):
    with pytest.raises(WrongTypeError, match=words):
        KafkaSourceSettings(Earliest(), **settings)


def test_a_time_is_milliseconds():
    with pytest.raises(WrongTypeError, match="timestamp must be an integer, not float"):
        AtTimestamp(1.5)
