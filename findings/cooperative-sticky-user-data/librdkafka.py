"""librdkafka's cooperative-sticky sends user data that Java's assignor of that name reads as another generation.

Java's CooperativeStickyAssignor sends the generation in which a member got its partitions, as an int32, since 2.8.1.
librdkafka sends what its sticky assignor sends: topics and partitions first, and the generation behind them. Java reads
the number of topics.

The coordinator is in this program, on loopback: a consumer joins, gets three partitions in generation 7, and is told to
join again.

    pip install confluent-kafka==2.16.1
    python librdkafka.py

Ends with 3 where the user data begin with another generation than 7, else with 0.
"""

import contextlib
import socketserver
import struct
import sys
import threading

from confluent_kafka import Consumer

GENERATION = 7
SUBSCRIBED = []
"""The subscriptions with which the consumer joined."""

# Each API that is asked for, in an old version: its answer is short.
API = {1: 4, 2: 1, 3: 1, 8: 2, 9: 1, 10: 0, 11: 2, 12: 1, 13: 1, 14: 1, 18: 0}


def text(value):
    return struct.pack(">h", len(value)) + value


class Fields:
    """Reads a request's fields."""

    def __init__(self, data):
        self.data = data

    def take(self, form):
        size = struct.calcsize(form)
        (value,) = struct.unpack(form, self.data[:size])
        self.data = self.data[size:]
        return value

    def bytes(self, size):
        value, self.data = self.data[:size], self.data[size:]
        return value

    def text(self):
        return self.bytes(self.take(">h"))


class Coordinator(socketserver.StreamRequestHandler):
    """What a consumer asks of a broker that is its group's coordinator, too. The topic t has three partitions."""

    def handle(self):
        with contextlib.suppress(OSError):  # the consumer went away
            while size := self.rfile.read(4):
                request = self.rfile.read(*struct.unpack(">i", size))
                key, version, correlation, client = struct.unpack(">hhih", request[:10])
                body = self.answer(key, version, Fields(request[10 + max(client, 0) :]))
                self.wfile.write(struct.pack(">ii", 4 + len(body), correlation) + body)

    def answer(self, key, version, fields):
        if key == 18:  # ApiVersions; error 35 is for another version than 0
            known = b"".join(struct.pack(">hhh", api, 0, newest) for api, newest in API.items())
            return struct.pack(">hi", 35 if version else 0, len(API)) + known
        answering = {
            1: lambda _: struct.pack(">ii", 0, 0),  # Fetch: no records
            2: lambda _: of_each_partition(lambda at: struct.pack(">ihqq", at, 0, -1, 0)),  # ListOffsets
            3: self.metadata,
            8: lambda _: struct.pack(">i", 0),  # OffsetCommit
            9: lambda _: of_each_partition(lambda at: struct.pack(">iqhh", at, -1, 0, 0)),  # OffsetFetch: none
            10: lambda _: struct.pack(">hi", 0, 0) + self.here(),  # FindCoordinator
            11: self.join,
            12: lambda _: struct.pack(">ih", 0, 27 if len(SUBSCRIBED) == 1 else 0),  # Heartbeat: the group rebalances
            13: lambda _: struct.pack(">ih", 0, 0),  # LeaveGroup
            14: self.sync,
        }
        answer = answering[key]
        return answer(fields)

    def here(self):
        return text(b"127.0.0.1") + struct.pack(">i", self.server.server_address[1])

    def metadata(self, _):
        broker = struct.pack(">ii", 1, 0) + self.here() + struct.pack(">hi", -1, 0)
        partitions = b"".join(struct.pack(">hiiiiii", 0, at, 0, 1, 0, 1, 0) for at in range(3))
        return broker + struct.pack(">ih", 1, 0) + text(b"t") + struct.pack(">bi", 0, 3) + partitions

    def join(self, fields):
        fields.text(), fields.take(">i"), fields.take(">i"), fields.text(), fields.text(), fields.take(">i")
        protocol = fields.text()
        subscription = fields.bytes(fields.take(">i"))
        SUBSCRIBED.append(subscription)
        if len(SUBSCRIBED) > 1:
            self.server.has_rejoined.set()
        member = text(b"m") + struct.pack(">i", len(subscription)) + subscription
        return struct.pack(">ihi", 0, 0, GENERATION) + text(protocol) + text(b"m") * 2 + struct.pack(">i", 1) + member

    def sync(self, fields):
        """The leader has assigned to itself."""
        fields.text(), fields.take(">i"), fields.text(), fields.take(">i"), fields.text()
        assigned = fields.bytes(fields.take(">i"))
        return struct.pack(">ihi", 0, 0, len(assigned)) + assigned


def of_each_partition(written):
    return struct.pack(">i", 1) + text(b"t") + struct.pack(">i", 3) + b"".join(map(written, range(3)))


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = allow_reuse_address = True
    has_rejoined = threading.Event()


def main():
    with Server(("127.0.0.1", 0), Coordinator) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        consumer = Consumer(
            {
                "bootstrap.servers": f"127.0.0.1:{server.server_address[1]}",
                "group.id": "g",
                "partition.assignment.strategy": "cooperative-sticky",
                "heartbeat.interval.ms": 100,
                "enable.auto.commit": False,
                "log_level": 0,
            }
        )
        consumer.subscribe(["t"])
        for _ in range(600):
            consumer.poll(0.05)
            if server.has_rejoined.is_set():
                break
        else:
            sys.exit("the consumer has not joined again")
        consumer.close()
        server.shutdown()
    fields = Fields(SUBSCRIBED[1])
    version, topics = fields.take(">h"), fields.take(">i")
    for _ in range(topics):
        fields.text()
    data = fields.bytes(fields.take(">i"))
    (read,) = struct.unpack(">i", data[:4])
    print(f"it has three partitions since generation {GENERATION}; its subscription is of version {version}")
    print(f"user data {data.hex()}: Java's CooperativeStickyAssignor reads generation {read}")
    sys.exit(0 if read == GENERATION else 3)


main()
