"""aiokafka's consumer can't get past a control batch without a record, if it reads what is committed.

An AIOKafkaConsumer reads a topic of two records, 0 and 4. Between them is a batch that a broker of Kafka 4.3.1 has left
of a transaction's marker: compaction takes the marker away, and keeps its batch, if that is the last one of its
producer. The broker is in this program, on loopback. Java's consumer reads both records (KAFKA-7467).

    pip install aiokafka==0.14.0
    python repro.py

Ends with 3 where the consumer doesn't get both records, else with 0.
"""

import asyncio
import contextlib
import itertools
import logging
import socketserver
import struct
import sys
import threading
import time

from aiokafka import AIOKafkaConsumer, TopicPartition

logging.disable(logging.CRITICAL)

RECORD = bytes.fromhex(
    "00000000000000000000003a0000000002e99b8dd80000000000000000018bcfe568000000018bcfe56800ffffffffffffffffffffffffff"
    "ff0000000110000000026b027600"
)
EMPTY = bytes.fromhex(
    "00000000000000030000003100000000024ec0f403003000000000ffffffffffffffff000001a22b6511c100000000000000010001ffffff"
    "ff00000000"
)


class Broker(socketserver.StreamRequestHandler):
    """What a consumer asks of a broker: ApiVersions 0, Metadata 1 and Fetch 4. The topic t has one partition."""

    def handle(self):
        with contextlib.suppress(OSError):  # the consumer went away
            while size := self.rfile.read(4):
                request = self.rfile.read(*struct.unpack(">i", size))
                key, version, correlation = struct.unpack(">hhi", request[:8])
                answering = {1: self.fetch, 3: self.metadata, 18: self.versions}[key]
                body = answering(request, version)
                self.wfile.write(struct.pack(">ii", 4 + len(body), correlation) + body)

    def versions(self, _, version):
        # Error 35 is for another version than 0. That of Produce, which isn't asked, tells the broker's age.
        known = [(0, 0, 8), (1, 4, 4), (2, 1, 1), (3, 1, 1), (18, 0, 0)]
        return struct.pack(">hi", 35 if version else 0, len(known)) + b"".join(
            struct.pack(">hhh", *api) for api in known
        )

    def metadata(self, *_):
        node = struct.pack(">iih9sihi", 1, 0, 9, b"127.0.0.1", self.server.server_address[1], -1, 0)
        return node + struct.pack(">ihh1sbihiiiiii", 1, 0, 1, b"t", 0, 1, 0, 0, 0, 1, 0, 1, 0)

    def fetch(self, request, _):
        (offset,) = struct.unpack(">q", request[-12:-4])
        log = self.server.log
        data = b"".join(batch for last, batch in log.items() if last >= offset)
        if not data:
            time.sleep(0.1)
        return struct.pack(">iih1siihqqii", 0, 1, 1, b"t", 1, 0, 0, max(log) + 1, max(log) + 1, 0, len(data)) + data


def broker(log):
    """Begins a broker whose partition has these batches, by the last offset of each. Its port is returned."""
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Broker)
    server.daemon_threads, server.log = True, log
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def at(offset, batch):
    """The batch with another first offset, of which there is no checksum."""
    return struct.pack(">q", offset) + batch[8:]


async def read(log, way, **settings):
    """What calls of getmany, or of getone, say one after the other, until the last record is there."""
    consumer = AIOKafkaConsumer(bootstrap_servers=f"127.0.0.1:{broker(log)}", enable_auto_commit=False, **settings)
    await consumer.start()
    partition, said, end = TopicPartition("t", 0), [], time.monotonic() + 30
    consumer.assign([partition])
    consumer.seek(partition, 0)
    while len(said) < 6 and await consumer.position(partition) <= max(log) and time.monotonic() < end:
        try:
            if way == "getone":
                got = [await asyncio.wait_for(consumer.getone(), 5)]
            else:
                got = [record for its in (await consumer.getmany(timeout_ms=500)).values() for record in its]
        except TimeoutError:
            continue
        except Exception as error:
            said.append(f"{type(error).__name__}: {error}")
        else:
            said += [[record.offset for record in got]] if got else []
    await consumer.stop()
    return said


def told(what, log, records, **settings):
    """Prints what both say, what was said again as a number; whether both give the records."""
    right = True
    for way in ("getmany", "getone"):
        said = asyncio.run(read(log, way, **settings))
        shown = [f"{one}, {len(list(again))} times" for one, again in itertools.groupby(map(str, said))]
        print(f"{what}, {way}: {'; '.join(shown).replace(', 1 times', '') or 'nothing'}", flush=True)
        right &= [record for got in said if isinstance(got, list) for record in got] == records
    return right


LOG = {0: RECORD, 3: EMPTY, 4: at(4, RECORD)}
if not told("read_uncommitted", LOG, [0, 4]):
    sys.exit("The records can't be read otherwise, either.")
sys.exit(0 if told("read_committed", LOG, [0, 4], isolation_level="read_committed") else 3)
