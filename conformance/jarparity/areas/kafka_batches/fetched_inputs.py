"""How fetches are drawn: a part of a log with transactions, as producers, brokers and compaction leave it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_batches import wire
from jarparity.areas.kafka_batches.wire import Head, Of

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_NOW: Final = 1_700_000_000_000
_PRODUCERS: Final = (7, 8)
_MAGIC: Final = 16
"""Where the format stands; in format 2 the checksum stands behind it."""
_MARKERS: Final = (
    *(wire.ABORT, wire.ABORT, wire.ABORT, wire.COMMIT, wire.COMMIT),
    *(b"\0\1\0\0", b"\xff\xff\0\0", b"\0\0\0\2", b"\0\0\0", b"", None, b"\0\0\0\0\0\0"),
)


def fetched(random: Random) -> JSON:
    """An input of `kafka.batch.fetched`."""
    log = _Log(random)
    for _ in range(random.choice((1, 2, 4, 6, 8, 10))):
        log.append()
    data = b"".join(log.batches)
    if random.randrange(10) == 0:
        data = data[: random.randrange(len(data) + 1)]
    position = random.choice((log.first, log.first, random.randint(log.first, log.next + 1), 0))
    return {
        "bytes": data.hex(),
        "position": str(position),
        "isolationLevel": random.choice(("read_committed", "read_committed", "read_uncommitted")),
        "abortedTransactions": log.aborted(),
        "maxPollRecords": random.choice((1, 2, 3, 500, 500)),
    }


class _Log:
    """What a broker keeps, from some offset on."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.first = self.next = random.choice((0, 1, 100, 1 << 40))
        self.batches: list[bytes] = []
        self._open: dict[int, int] = {}
        self._ended: list[tuple[int, int]] = []

    def append(self) -> None:
        """Appends a batch, or in formats 0 and 1 a record."""
        kind = self._random.randrange(16)
        if kind <= 1:
            self._legacy()
        elif kind <= 6:  # noqa: PLR2004 - a third of all
            self._marker()
        else:
            self._data()

    def aborted(self) -> JSON:
        """What the broker says of aborted transactions: most of what it knows, not always in order."""
        random = self._random
        known = [each for each in self._ended if random.randrange(8)]
        if random.randrange(2):
            known.append((random.choice(_PRODUCERS), random.randint(self.first - 1, self.next)))
        if random.randrange(2):
            random.shuffle(known)
        return [{"producerId": str(producer), "firstOffset": str(first)} for producer, first in known]

    def _data(self) -> None:
        random = self._random
        transactional = random.randrange(3) > 0
        producer = random.choice(_PRODUCERS) if transactional or random.randrange(4) == 0 else -1
        if transactional:
            self._open.setdefault(producer, self.next)
        count = random.choice((1, 1, 2, 3, 4))
        places = [place for place in range(count) if random.randrange(8)]  # compaction takes the others away
        if random.randrange(12) == 0:
            places = []
        wrong = random.choice((1, -1, 300, -500)) if random.randrange(20) == 0 else 0
        records = [
            Of(
                time=random.choice((0, 5, -5)),
                offset=place - (2 if random.randrange(40) == 0 else 0),
                key=random.choice((None, b"k")),
                value=random.choice((None, b"", b"v", b"value")),
                headers=((b"h\xff", b"1"),) if random.randrange(8) == 0 else (),
                size=wrong if place == places[-1] else 0,
            )
            for place in places
        ]
        bits = (wire.TRANSACTIONAL if transactional else 0) | random.choice((0, 0, wire.TIMESTAMP_TYPE))
        self._sealed(records, count, bits, producer)

    def _marker(self) -> None:
        random = self._random
        producer = random.choice(_PRODUCERS)
        key = (
            random.choice(_MARKERS)
            if random.randrange(4) == 0
            else random.choice((wire.ABORT, wire.ABORT, wire.COMMIT))
        )
        if producer in self._open:
            first = self._open.pop(producer)
            if key == wire.ABORT:
                self._ended.append((producer, first))
        records = [Of(key=key, value=b"\0\0\0\0\0\1")] if random.randrange(6) else []
        if random.randrange(12) == 0:
            records.append(Of(offset=1, key=wire.ABORT, value=b"", size=random.choice((0, 1))))
        bits = wire.CONTROL | (wire.TRANSACTIONAL if random.randrange(8) else 0)
        self._sealed(records, max(1, len(records)), bits, producer if random.randrange(12) else -1)

    def _sealed(self, records: list[Of], offsets: int, bits: int, producer: int) -> None:
        random = self._random
        count = len(records)
        if random.randrange(40) == 0:
            count += random.choice((1, -1))
        if random.randrange(4) == 0:
            bits |= wire.GZIP
        head = Head(
            base_offset=self.next,
            leader_epoch=random.choice((-1, 0, 0, 7)),
            attributes=bits,
            last_delta=offsets - 1,
            base_timestamp=_NOW,
            max_timestamp=_NOW + 9,
            producer_id=producer,
            producer_epoch=0 if producer >= 0 else -1,
            base_sequence=0 if producer >= 0 else -1,
            records=count,
        )
        self._keep(wire.batch(head, b"".join(map(wire.record, records))))
        self.next += offsets

    def _legacy(self) -> None:
        random = self._random
        magic = random.choice((0, 1))
        if random.randrange(2):
            self._keep(wire.legacy(self.next, magic, 0, _NOW, (b"k", random.choice((None, b"v")))))
            self.next += 1
            return
        count = random.choice((1, 2, 3))
        first = self.next if magic == 0 else 0
        inner = [wire.legacy(first + place, magic, 0, _NOW, (None, b"v")) for place in range(count)]
        place = random.randrange(count)
        match random.randrange(8):
            case 0 | 1 | 3:
                inner[place] = inner[place][:-1] + b"w"
            case 2:
                inner[place] = wire.with_a_key_beyond(first + place, magic)
        last = self.next + count - 1
        self._keep(wire.legacy(last, magic, wire.GZIP, _NOW, (None, wire.gzipped(b"".join(inner)))))
        self.next += count

    def _keep(self, batch: bytes) -> None:
        """Keeps it, seldom with a changed checksum or format."""
        random = self._random
        match random.randrange(60):
            case 0 if batch[_MAGIC] == 2:  # noqa: PLR2004 - the format
                batch = batch[: _MAGIC + 1] + bytes((batch[_MAGIC + 1] ^ 1,)) + batch[_MAGIC + 2 :]
            case 1:
                batch = batch[:-1] + bytes((batch[-1] ^ 1,))
            case 2:
                batch = batch[:_MAGIC] + b"\3" + batch[_MAGIC + 1 :]
        self.batches.append(batch)
