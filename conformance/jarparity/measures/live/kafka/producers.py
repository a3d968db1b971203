"""Where keyed records land: written by Kafka's own producer, and predicted by the port.

Producers of other makes write the same keys; each partition is compared with Java's.

What a client does by default is its own choice, and named: kafka-python and aiokafka hash as Java does, librdkafka
(confluent-kafka) takes CRC32, so that its keys go elsewhere unless it is configured with `murmur2_random`.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import Counter
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from jarparity.measures.live.scenario import LiveError, NotRun, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.measures.live.kafka.cluster import KafkaCluster
    from jarparity.measures.live.scenario import Oracle


TOPIC: Final = "orders"
PARTITIONS: Final = 7
_RECORDS: Final = 10_000
_SHOWN: Final = 3


def partitions_for(oracle: Oracle, keys: Sequence[bytes], partitions: int) -> list[int]:
    """The partitions that the port predicts for these keys.

    Raises:
        NoPredictionError: It gives none.
    """
    documents = [{"bytes": key.hex(), "partitions": partitions} for key in keys]
    return oracle.ask_all("kafka.partitioner.partition-for-key", documents)


def keys(count: int) -> list[bytes]:
    """Different keys as they occur: numbers, words, UUID-like text, 8-byte integers, every single byte, nothing."""
    found = [b"", *(bytes([byte]) for byte in range(256))]
    makers = (
        lambda n: f"customer-{n}".encode(),
        lambda n: str(n).encode(),
        lambda n: f"{n * 2654435761 % 2**32:08x}-{n:04x}-4000".encode(),
        lambda n: (n * 0x9E3779B97F4A7C15 % 2**64).to_bytes(8, "big"),
        lambda n: f"Größe {n} 😀".encode(),
    )
    found += [makers[n % len(makers)](n) for n in range(300, 300 + count)]
    return list(dict.fromkeys(found))[:count]


@dataclass(frozen=True, slots=True)
class Producers:
    """The scenario `producer`."""

    cluster: KafkaCluster
    oracle: Oracle

    def __call__(self) -> Iterator[Step]:
        """Writes all records, and reads them again."""
        self.cluster.create(TOPIC, PARTITIONS)
        sent = keys(_RECORDS)
        predicted = partitions_for(self.oracle, sent, PARTITIONS)
        written = self.cluster.produce(TOPIC, [(key, b"v") for key in sent])
        yield landed("as the producer reports", sent, predicted, written)
        found = {record.key: record.partition for record in self.cluster.read(TOPIC)}
        yield landed("as they are read", sent, predicted, [found.get(key, -1) for key in sent])


def landed(name: str, sent: Sequence[bytes], predicted: Sequence[int], observed: Sequence[int]) -> Step:
    """Compares partition by partition; the note has the first keys that lie elsewhere."""
    elsewhere = [
        f"key {key!r}: predicted {wanted}, observed {got}"
        for key, wanted, got in zip(sent, predicted, observed, strict=True)
        if wanted != got
    ]
    return Step(
        f"{len(sent)} keyed records {name}: how many in each partition, and how many elsewhere than predicted",
        _tally(predicted, 0),
        _tally(observed, len(elsewhere)),
        "\n".join(elsewhere[:_SHOWN]),
    )


def _tally(partitions: Sequence[int], elsewhere: int) -> JSON:
    counts = Counter(partitions)
    return {"partitions": {str(number): counts[number] for number in sorted(counts)}, "elsewhere": elsewhere}


PACKAGES: Final = {"kafka-python": "kafka", "aiokafka": "aiokafka", "confluent-kafka": "confluent_kafka"}
"""Distributions, and what each is imported as."""

_PARTITIONS: Final = 7
_KEYS: Final = 2000
_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class Client:
    """A producer in one configuration.

    Attributes:
        package: The distribution.
        setting: How it is configured: its default, or what has to be set; with the hash that it takes.
        as_java: Whether it promises Java's partitions; else those of CRC32.
        write: Writes keys into a topic of the cluster at some addresses; the partition of each.
    """

    package: str
    setting: str
    as_java: bool
    write: Callable[[str, str, Sequence[bytes]], list[int]]


def kafka_python(bootstrap: str, topic: str, sent: Sequence[bytes]) -> list[int]:
    """The producer of kafka-python in its own settings."""
    from kafka import KafkaProducer  # noqa: PLC0415 - of the group `clients`

    producer = KafkaProducer(bootstrap_servers=bootstrap.split(","))
    try:
        futures = [producer.send(topic, key=key, value=b"v") for key in sent]
        producer.flush(_SECONDS)
        return [future.get(_SECONDS).partition for future in futures]
    finally:
        producer.close(_SECONDS)


def aiokafka(bootstrap: str, topic: str, sent: Sequence[bytes]) -> list[int]:
    """The producer of aiokafka in its own settings."""
    return asyncio.run(_aiokafka(bootstrap, topic, sent))


async def _aiokafka(bootstrap: str, topic: str, sent: Sequence[bytes]) -> list[int]:
    from aiokafka import AIOKafkaProducer  # noqa: PLC0415 - of the group `clients`

    producer = AIOKafkaProducer(bootstrap_servers=bootstrap)
    await producer.start()
    try:
        futures = [await producer.send(topic, key=key, value=b"v") for key in sent]
        return [(await asyncio.wait_for(future, _SECONDS)).partition for future in futures]
    finally:
        await producer.stop()


def confluent(**settings: str) -> Callable[[str, str, Sequence[bytes]], list[int]]:
    """The producer of confluent-kafka, with more settings than its own."""

    def write(bootstrap: str, topic: str, sent: Sequence[bytes]) -> list[int]:
        from confluent_kafka import Producer  # noqa: PLC0415 - of the group `clients`

        found: dict[bytes, int] = {}
        failed: list[str] = []

        def delivered(error: Any, message: Any) -> None:  # noqa: ANN401 - the library has no types
            if error is not None:
                failed.append(str(error))
            else:
                found[message.key() or b""] = message.partition()

        producer = Producer({"bootstrap.servers": bootstrap, **settings})
        for key in sent:
            producer.produce(topic, key=key, value=b"v", on_delivery=delivered)
        left = producer.flush(_SECONDS)
        if failed or left:
            raise LiveError(f"confluent-kafka didn't deliver {left + len(failed)} records: {failed[:1]}")
        return [found[key] for key in sent]

    return write


CLIENTS: Final = (
    Client("kafka-python", "default: murmur2", as_java=True, write=kafka_python),
    Client("aiokafka", "default: murmur2", as_java=True, write=aiokafka),
    Client("confluent-kafka", "default: consistent_random, CRC32", as_java=False, write=confluent()),
    Client(
        "confluent-kafka", "partitioner=murmur2_random", as_java=True, write=confluent(partitioner="murmur2_random")
    ),
)


@dataclass(frozen=True, slots=True)
class Clients:
    """The scenario `clients`.

    Attributes:
        cluster: Where they write.
        oracle: Predicts.
        figures: Gets a row for each client.
    """

    cluster: KafkaCluster
    oracle: Oracle
    figures: dict[str, str]

    def __call__(self) -> Iterator[Step | NotRun]:
        """Lets Java write the keys, and then each client that is installed the same ones into a topic of its own."""
        every = keys(_KEYS)
        self.cluster.create("clients-java", _PARTITIONS)
        java = dict(zip(every, self.cluster.produce("clients-java", [(key, b"v") for key in every]), strict=True))
        for number, client in enumerate(CLIENTS):
            if reason := not_installed(client.package):
                yield NotRun(f"{client.package} ({client.setting})", reason)
                continue
            topic = f"clients-{number}"
            self.cluster.create(topic, _PARTITIONS)
            # librdkafka's default takes an empty key for none, and then any partition: that can't be predicted.
            sent = every if client.as_java else [key for key in every if key]
            if client.as_java:
                predicted = partitions_for(self.oracle, sent, _PARTITIONS)
            else:
                predicted = [zlib.crc32(key) % _PARTITIONS for key in sent]
            observed = client.write(self.cluster.bootstrap, topic, sent)
            same = sum(java[key] == got for key, got in zip(sent, observed, strict=True))
            name = f"{client.package} {version(client.package)} ({client.setting})"
            self.figures[name] = f"{same} of {len(sent)} keys lie where Java's producer puts them"
            yield landed(f"of {name}", sent, predicted, observed)


def not_installed(package: str) -> str:
    """Why a client can't run here, and the fix; empty where it is installed."""
    if find_spec(PACKAGES[package]) is not None:
        return ""
    return f"{package} is not installed: python -m pip install {package}"
