"""Cases of `kafka.partitioner.*`: every length of key up to 64, bytes from 0x80, published reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.case_collector import Cases
from jarparity.values import boundary as edges
from jarparity.values.published import KAFKA_KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.cases import Case

_LONGEST = 64
_LARGE = (1025, 4096, 32_003)
"""Keys that no small buffer holds; as hex they fit into a request of 64 KiB."""
_TELLING_COUNTS = (3, 5, 6, 7, 10, 12, 15, 50)
"""No powers of two: these hide a wrong sign."""


def hashes() -> Iterable[Case]:
    """Cases of `kafka.partitioner.murmur2`."""
    cases = Cases("kafka.partitioner.murmur2")
    for report in KAFKA_KEYS:
        cases.add(f"published/{report.slug}", {"bytes": report.text.encode().hex()}, source=report.source)
    for label, data in edges.SERIALIZED.items():
        cases.add(f"edge/{label}", {"bytes": data.hex()})
    for label, text in edges.STRINGS.items():
        # A Java string without UTF-8 is serialized with a question mark for each lone surrogate.
        cases.add(f"string/{label}", {"bytes": text.encode("utf-8", "replace").hex()})
    for length in range(_LONGEST + 1):
        cases.add(f"length-{length}/high", {"bytes": bytes(0xFF - i for i in range(length)).hex()})
        cases.add(f"length-{length}/zeros", {"bytes": bytes(length).hex()})
        cases.add(f"length-{length}/letters", {"bytes": bytes(0x61 + i % 26 for i in range(length)).hex()})
    return cases


def partitions() -> Iterable[Case]:
    """Cases of `kafka.partitioner.partition-for-key`."""
    cases = Cases("kafka.partitioner.partition-for-key")
    for report in KAFKA_KEYS:
        document = {"bytes": report.text.encode().hex(), "partitions": report.partitions}
        cases.add(f"published/{report.slug}", document, source=report.source)
    for label, data in edges.SERIALIZED.items():
        for name, count in edges.PARTITIONS.items():
            cases.add(f"{label}/{name}", {"bytes": data.hex(), "partitions": count})
    for length in range(_LONGEST + 1):
        for count in _TELLING_COUNTS:
            data = bytes(0x80 + (37 * i + count) % 128 for i in range(length))
            cases.add(f"length-{length}/of-{count}", {"bytes": data.hex(), "partitions": count})
    for length in _LARGE:
        data = bytes(0x80 + 37 * i % 128 for i in range(length))
        cases.add(f"length-{length}/of-12", {"bytes": data.hex(), "partitions": 12})
    return cases
