"""A fault of Kafka's batches: with half of a surrogate pair in a header's key a record says more than it has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.answers import Value
from jarparity.areas.kafka_batches import inputs
from jarparity.original_faults import OriginalFault

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON, Answer

_OPERATION: Final = "kafka.batch.bytes"
_HEAD: Final = 61
"""Bytes in front of the records of a batch of format 2."""
_MORE: Final = 0x80
"""The bit of a varint's byte that says that another one follows."""
_KEYS: Final = ("\ud800", "\udc00", "a\ud800b", "\ud800\ud801\udc00", "\ud800€", "😀\ud83d", "é\udfff", "k")


class _Walk:
    """Goes through the records of a batch by their fields, and not by what they say that they have."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = _HEAD

    def is_as_long_as_it_says(self) -> bool:
        """Whether all records are."""
        while self._at < len(self._data):
            size = self._number()
            start = self._at
            self._record()
            if self._at - start != size:
                return False
        return True

    def _record(self) -> None:
        self._at += 1
        self._number()
        self._number()
        self._part()
        self._part()
        for _ in range(2 * self._number()):
            self._part()

    def _part(self) -> None:
        size = self._number()
        self._at += max(0, size)

    def _number(self) -> int:
        number = shift = 0
        while self._data[self._at] & _MORE:
            number |= (self._data[self._at] ^ _MORE) << shift
            shift += 7
            self._at += 1
        number |= self._data[self._at] << shift
        self._at += 1
        return number >> 1 ^ -(number & 1)


def _has_half_a_pair(document: JSON, _answer: Answer) -> bool:
    """Whether a record is to be written whose header's key has half of a surrogate pair."""
    keys = (header["key"] for record in document.get("records", ()) for header in record["headers"])
    # Two halves that stand side by side are a pair to Java.
    paired = (key.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass") for key in keys)
    return any("\ud800" <= char <= "\udfff" for key in paired for char in key)


def _says_more_than_it_has(document: JSON, answer: Answer) -> bool:
    """Whether a record that was written isn't as long as it says."""
    return (
        isinstance(answer, Value)
        and _has_half_a_pair(document, answer)
        and not _Walk(bytes.fromhex(answer.value)).is_as_long_as_it_says()
    )


def _odd_keys(_operation: str, random: Random) -> JSON:
    """Records to be written in format 2, one of them with a header that may have half of a pair."""
    while True:
        document = inputs.batch(random)
        if document.get("magic") == 2 and document["records"]:  # noqa: PLR2004 - the one that has headers
            headers = [{"key": random.choice(_KEYS), "value": None} for _ in range(1 + random.randrange(2))]
            random.choice(document["records"])["headers"] = headers
            return document


ORIGINAL_FAULTS: Final = (
    OriginalFault(
        "kafka-header-key-unreadable",
        "A record whose header's key has half of a surrogate pair can't be read.",
        (_OPERATION,),
        shown=_says_more_than_it_has,
        concerns=_has_half_a_pair,
        draw=_odd_keys,
    ),
)
