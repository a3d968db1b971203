"""Where keyed records land: written by Kafka's own producer, and predicted by the port."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.measures.live.scenario import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
