"""Batches on a broker's disk, as the scenario sees them: without a JVM, on a cluster made of the port itself."""

import struct

import pytest

from jarparity.areas.kafka_batches import wire
from jarparity.areas.kafka_batches.wire import Head
from jarparity.child_process.worker import RefusedError
from jarparity.faults.ports import wrong_port
from jarparity.lines import Line
from jarparity.measures.live.kafka.batches import Batches
from jarparity.measures.live.kafka.cluster import Record
from jarparity.measures.live.scenario import NoPredictionError, Oracle
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port

CLIENTS = Line.parse("kafka-clients 4.3.1")
HEAD = ">qiibIhiqqqhii"


def answers(port, *documents):
    return Oracle(port, CLIENTS).values_or_replies("kafka.batch.bytes", documents)


class FakeCluster:
    """A broker that keeps what the port writes, and a consumer that reads as the port does."""

    def __init__(self, *, checks_sizes=False):
        self._port = open_port()
        self._kept = {}
        self._checks_sizes = checks_sizes

    def create(self, topic, partitions, factor=1):
        self._kept[topic] = b""

    def produce_together(self, topic, records, **settings):
        first = self.counts(topic)[0]
        rows = [
            {**one, "offset": str(offset), "timestamp": str(one["timestamp"])}
            for offset, one in enumerate(records, first)
        ]
        data = self._batch(first, rows, transactional="transactional_id" in settings)
        gzip = settings.get("compression_type") == "gzip"
        if isinstance(answers(self._port, read(data))[0], dict) and (self._checks_sizes or not gzip):
            return ["InvalidRecordException"] * len(records)
        self._kept[topic] += compressed(data) if gzip else data
        if "transactional_id" in settings:
            marker = {
                "offset": str(first + len(rows)),
                "timestamp": "0",
                "key": "00000001",
                "value": "00",
                "headers": [],
            }
            self._kept[topic] += self._batch(first + len(rows), [marker], transactional=True, control=True)
        return list(range(first, first + len(records)))

    def _batch(self, first, rows, *, transactional, control=False):
        document = {"direction": "encode", "magic": 2, "timestampType": "CreateTime", "baseOffset": str(first)}
        document |= {"logAppendTime": "-1", "producerId": "7", "producerEpoch": 0, "baseSequence": 0}
        document |= {"transactional": transactional, "control": control, "partitionLeaderEpoch": 0, "records": rows}
        (data,) = answers(self._port, document)
        return bytes.fromhex(data)

    def counts(self, topic):
        last = 0
        data = self._kept[topic]
        while data:
            base, size, *_, last_delta = struct.unpack_from(">qiibIhi", data)
            last, data = base + last_delta + 1, data[12 + size :]
        return {0: last}

    def await_counts(self, topic, wanted):
        assert self.counts(topic) == wanted

    def on_disk(self, topic):
        return self._kept[topic]

    def read(self, topic):
        (batches,) = answers(self._port, read(self._kept[topic]))
        if isinstance(batches, dict):
            raise RefusedError("the fake", batches["error"]["kind"], "")
        return [record(of) for batch in batches if not batch["control"] for of in batch["records"]]


def read(data):
    return {"direction": "decode", "bytes": data.hex()}


def record(of):
    key, value = (None if part is None else bytes.fromhex(part) for part in (of["key"], of["value"]))
    headers = [(its["key"], None if its["value"] is None else bytes.fromhex(its["value"])) for its in of["headers"]]
    return Record(0, int(of["offset"]), int(of["timestamp"]), key, value, tuple(headers))


def compressed(data):
    base, _, epoch, _, _, bits, *numbers = struct.unpack_from(HEAD, data)
    return wire.batch(Head(base, epoch, bits | wire.GZIP, *numbers), data[struct.calcsize(HEAD) :])


def steps(cluster, port=None):
    return list(Batches(cluster, Oracle(port or open_port(), CLIENTS))())


def test_what_a_broker_keeps_is_what_the_port_reads_and_writes():
    found = steps(FakeCluster())
    assert [step.agrees for step in found] == [True] * 4
    assert found[0].name == "16 records on disk (5 batches, 1 of them of control), and as they are read"
    assert found[1].name == "4 batches as they are written, and on disk"
    assert found[2].observed == ["InvalidRecordException"] * 3
    assert (found[3].observed, found[3].note) == ("InvalidRecordException", "the broker acknowledged them: [0, 1, 2]")


def test_a_broker_that_looks_at_sizes_leaves_nothing_to_be_read():
    last = steps(FakeCluster(checks_sizes=True))[-1]
    assert (last.agrees, last.observed) == (True, 0)
    assert last.note == f"the broker acknowledged them: {['InvalidRecordException'] * 3}"


@pytest.mark.parametrize(
    ("fault", "wrong"),
    [
        ("batch-null-is-empty", [1]),
        ("batch-steps-of-32-bits", [1]),
        ("batch-checksum-of-zlib", [1, 2]),
        ("batch-record-size-ignored", [2]),
    ],
)
def test_a_wrong_port_is_seen(fault, wrong):
    port = CallablePort(wrong_port(fault))
    found = steps(FakeCluster(), port)
    assert [place for place, step in enumerate(found) if not step.agrees] == wrong


def test_a_port_without_batches_gives_no_prediction():
    with pytest.raises(NoPredictionError):
        steps(FakeCluster(), CallablePort({}))
