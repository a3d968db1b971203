"""aiokafka's getmany loses records of a partition when it can't deserialize one of another partition.

Partition 0 has two records. The deserializer refuses the third record of partition 1; the program then seeks behind it.
The broker is in this program, on loopback. Java's consumer gives all records but the refused one.

    pip install aiokafka==0.14.0
    python repro.py

Ends with 3 where getmany doesn't give what getone gives, else with 0.
"""

import asyncio
import contextlib
import logging
import socketserver
import struct
import sys
import threading
import time

from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.record.default_records import DefaultRecordBatchBuilder

logging.disable(logging.CRITICAL)

LOGS = ((b"a", b"b"), (b"c", b"d", b"refused", b"e"))
REFUSED = 2


class Broker(socketserver.StreamRequestHandler):
    """What a consumer asks of a broker: ApiVersions 0, Metadata 1 and Fetch 4. The topic t has two partitions."""

    def handle(self):
        with contextlib.suppress(OSError):  # the consumer went away
            while size := self.rfile.read(4):
                request = self.rfile.read(*struct.unpack(">i", size))
                key, version, correlation, client = struct.unpack(">hhih", request[:10])
                answering = {1: self.fetch, 3: self.metadata, 18: self.versions}[key]
                body = answering(request[10 + client :], version)
                self.wfile.write(struct.pack(">ii", 4 + len(body), correlation) + body)

    def versions(self, _, version):
        # Error 35 is for another version than 0. That of Produce, which isn't asked, tells the broker's age.
        known = [(0, 0, 8), (1, 4, 4), (2, 1, 1), (3, 1, 1), (18, 0, 0)]
        return struct.pack(">hi", 35 if version else 0, len(known)) + b"".join(
            struct.pack(">hhh", *api) for api in known
        )

    def metadata(self, *_):
        node = struct.pack(">iih9sihi", 1, 0, 9, b"127.0.0.1", self.server.server_address[1], -1, 0)
        topic = struct.pack(">ihh1sbi", 1, 0, 1, b"t", 0, len(LOGS))
        return node + topic + b"".join(struct.pack(">hiiiiii", 0, at, 0, 1, 0, 1, 0) for at in range(len(LOGS)))

    def fetch(self, request, _):
        # Behind 17 bytes of limits, one topic and its name: each partition, from which offset, and how many bytes.
        asked = sorted(struct.iter_unpack(">iqi", request[28:]))
        answers = [(at, len(LOGS[at]), self.server.batches[at] * (offset < len(LOGS[at]))) for at, offset, _ in asked]
        if not any(data for *_, data in answers):
            time.sleep(0.1)
        return struct.pack(">iih1si", 0, 1, 1, b"t", len(answers)) + b"".join(
            struct.pack(">ihqqii", at, 0, end, end, 0, len(data)) + data for at, end, data in answers
        )


def written(values):
    """The records in one batch, as aiokafka's producer writes it."""
    batch = DefaultRecordBatchBuilder(
        magic=2,
        compression_type=0,
        is_transactional=0,
        producer_id=-1,
        producer_epoch=-1,
        base_sequence=-1,
        batch_size=1000,
    )
    for offset, value in enumerate(values):
        batch.append(offset, timestamp=1700000000000, key=None, value=value, headers=[])
    return bytes(batch.build())


def broker():
    """Begins a broker; its port is returned."""
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Broker)
    server.daemon_threads, server.batches = True, list(map(written, LOGS))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def deserialize(value):
    """The value, unless it is refused."""
    if value == b"refused":
        raise ValueError("refused")
    return value


async def read(way):
    """What calls of getmany, or of getone, give of each partition, until both positions are at the end."""
    consumer = AIOKafkaConsumer(
        bootstrap_servers=f"127.0.0.1:{broker()}", enable_auto_commit=False, value_deserializer=deserialize
    )
    await consumer.start()
    partitions, given = [TopicPartition("t", at) for at in range(len(LOGS))], [[] for _ in LOGS]
    consumer.assign(partitions)
    for partition in partitions:
        consumer.seek(partition, 0)

    async def positions():
        return [await consumer.position(partition) for partition in partitions]

    end = time.monotonic() + 30
    while await positions() != [*map(len, LOGS)] and time.monotonic() < end:
        try:
            if way == "getone":
                got = [await asyncio.wait_for(consumer.getone(), 5)]
            else:
                got = [record for its in (await consumer.getmany(timeout_ms=500)).values() for record in its]
        except ValueError as error:
            print(f"{way}: {error}; positions are {await positions()}, given was {given}", flush=True)
            consumer.seek(partitions[1], REFUSED + 1)
        else:
            for record in got:
                given[record.partition].append(record.offset)
    await consumer.stop()
    print(f"{way} gives {given}", flush=True)
    return given


by_one, by_many = (asyncio.run(read(way)) for way in ("getone", "getmany"))
if by_one != [[0, 1], [0, 1, 3]]:
    sys.exit("The records can't be read otherwise, either.")
sys.exit(0 if by_many == by_one else 3)
