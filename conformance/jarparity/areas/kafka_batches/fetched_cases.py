"""Hand-written cases of fetches: transactions, what compaction leaves, where consumers stop, and where they go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_batches import wire
from jarparity.areas.kafka_batches.wire import Head, Of
from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from jarparity.answers import JSON

_NOW: Final = 1_700_000_000_000
_LONGEST: Final = (1 << 63) - 1
_SET: Final = wire.TRANSACTIONAL
_WRONG: Final = Of(offset=1, value=b"v", size=1)


def cases() -> Cases:
    """Cases of `kafka.batch.fetched`."""
    found = Cases("kafka.batch.fetched")
    _add_plain(found)
    _add_compacted(found)
    _add_transactions(found)
    _add_markers(found)
    _add_damaged(found)
    _add_legacy(found)
    return found


def _fetched(
    *batches: bytes,
    position: int = 0,
    committed: bool = True,
    aborted: tuple[tuple[int, int], ...] = (),
    most: int = 500,
) -> JSON:
    return {
        "bytes": b"".join(batches).hex(),
        "position": str(position),
        "isolationLevel": "read_committed" if committed else "read_uncommitted",
        "abortedTransactions": [{"producerId": str(of), "firstOffset": str(first)} for of, first in aborted],
        "maxPollRecords": most,
    }


def _batch(base: int, *records: Of, producer: int = -1, **head: int) -> bytes:
    """A batch whose records have the offsets from `base` on."""
    given = {"last_delta": max(0, len(records) - 1), "records": len(records), "leader_epoch": 0} | head
    given |= {"base_offset": base, "base_timestamp": _NOW, "max_timestamp": _NOW + 9, "producer_id": producer}
    if producer >= 0:
        given |= {"producer_epoch": 0, "base_sequence": 0}
    return wire.batch(Head(**given), b"".join(map(wire.record, records)))


def _values(count: int, first: int = 0) -> list[Of]:
    return [Of(offset=place, key=b"k", value=b"%d" % place) for place in range(first, first + count)]


def _data(base: int, count: int = 1, producer: int = 7, bits: int = _SET) -> bytes:
    return _batch(base, *_values(count), producer=producer, attributes=bits)


def _marker(base: int, key: bytes | None = wire.ABORT, producer: int = 7, bits: int = 0) -> bytes:
    marker = Of(key=key, value=b"\0\0\0\0\0\1")
    return _batch(base, marker, producer=producer, attributes=_SET | wire.CONTROL | bits)


def _add_plain(found: Cases) -> None:
    found.add("nothing", _fetched(position=5))
    three = _batch(5, *_values(3)), _batch(8, *_values(2))
    for most in (1, 2, 3, 4, 5, 6):
        found.add(f"polls/of-{most}", _fetched(*three, position=5, most=most))
    for position in (0, 5, 6, 7, 8, 9, 10, 50):
        for zipped in (0, wire.GZIP):
            batches = _batch(5, *_values(3), attributes=zipped), _batch(8, *_values(2), attributes=zipped)
            name = "gzip" if zipped else "none"
            found.add(f"from/{name}/{position}", _fetched(*batches, position=position))
    found.add("offsets-go-back", _fetched(_batch(5, *_values(1, 3), *_values(2)), position=5))
    found.add("last-offset-of-all", _fetched(_batch(_LONGEST, *_values(1)), position=_LONGEST))
    found.add("append-time", _fetched(_batch(5, *_values(2), attributes=wire.TIMESTAMP_TYPE), position=5))
    strange = Of(key=None, value=b"", headers=((b"a\xffb", b"1"), (b"h", None)))
    found.add("header-not-utf-8", _fetched(_batch(5, strange, *_values(1, 1)), position=5))
    for name, epochs in {"3-and-4": (3, 4), "4-and-none": (4, -1), "none-and-3": (-1, 3)}.items():
        each = (_batch(5 + place, *_values(1), leader_epoch=epoch) for place, epoch in enumerate(epochs))
        found.add(f"leader-epochs/{name}", _fetched(*each, position=5))


def _add_compacted(found: Cases) -> None:
    empty = _batch(6, last_delta=1)
    for name, batches in {
        "alone": (empty,),
        "first": (empty, _batch(8, *_values(1))),
        "between": (_batch(5, *_values(1)), empty, _batch(8, *_values(1))),
        "two-between": (_batch(5, *_values(1)), empty, _batch(8), _batch(9, *_values(1))),
        "last": (_batch(5, *_values(1)), empty),
        "two-last": (_batch(5, *_values(1)), empty, _batch(8)),
    }.items():
        for most in (1, 500):
            found.add(f"compacted/empty/{name}/of-{most}", _fetched(*batches, position=5, most=most))
    for zipped in (0, wire.GZIP):
        name = f"compacted/{'gzip' if zipped else 'none'}"
        gone = _batch(5, *_values(2), attributes=zipped, last_delta=4)
        found.add(f"{name}/last-are-gone", _fetched(gone, position=5))
        found.add(f"{name}/last-are-gone-and-more", _fetched(gone, _batch(10, *_values(1)), position=5))
        found.add(f"{name}/position-among-the-gone", _fetched(gone, position=8))
        found.add(f"{name}/first-are-gone", _fetched(_batch(5, *_values(2, 3), attributes=zipped), position=5))
    markers = wire.CONTROL | _SET
    for name, batches in {
        "alone": (_batch(6, producer=7, attributes=markers),),
        "between": (_data(5), _batch(6, producer=7, attributes=markers), _batch(7, *_values(1))),
        "of-no-producer": (_batch(6, attributes=markers), _batch(7, *_values(1))),
    }.items():
        for committed in (True, False):
            level = "committed" if committed else "uncommitted"
            found.add(f"compacted/marker-is-gone/{name}/{level}", _fetched(*batches, position=5, committed=committed))


def _add_transactions(found: Cases) -> None:
    once = _data(5, 2), _marker(7), _data(8), _marker(9, wire.COMMIT), _batch(10, *_values(1))
    for committed in (True, False):
        level = "committed" if committed else "uncommitted"
        found.add(f"transactions/{level}/aborted", _fetched(*once, position=5, committed=committed, aborted=((7, 5),)))
        found.add(f"transactions/{level}/not-named", _fetched(*once, position=5, committed=committed))
        later = _fetched(*once, position=8, committed=committed, aborted=((7, 5),))
        found.add(f"transactions/{level}/from-behind-the-marker", later)
    two = _data(5), _data(6, producer=8), _marker(7, wire.COMMIT, 8), _data(8), _marker(9), _data(10, producer=8)
    found.add("transactions/of-two/one-aborted", _fetched(*two, position=5, aborted=((7, 5),)))
    found.add("transactions/of-two/both-named", _fetched(*two, position=5, aborted=((7, 5), (8, 10))))
    found.add("transactions/of-two/not-in-order", _fetched(*two, position=5, aborted=((8, 10), (7, 5))))
    found.add("transactions/of-two/the-other-one", _fetched(*two, position=5, aborted=((8, 6),)))
    again = _data(5), _marker(6), _data(7), _marker(8)
    found.add("transactions/two-of-a-producer", _fetched(*again, position=5, aborted=((7, 5), (7, 7))))
    crossed = _data(5), _data(6, producer=8), _marker(7, producer=8), _marker(8)
    found.add("transactions/crossed-as-they-ended", _fetched(*crossed, position=5, aborted=((8, 6), (7, 5))))
    amid = _data(5, producer=8), _data(6), _marker(7), _marker(8, producer=8)
    found.add("transactions/amid-two", _fetched(*amid, position=5, aborted=((7, 1), (8, 2))))
    three = _data(5, producer=9), _data(6, producer=8), _data(7), _marker(8), _marker(9, producer=8)
    found.add("transactions/amid-three", _fetched(*three, position=5, aborted=((7, 1), (8, 2), (9, 3))))
    found.add("transactions/amid-three/not-in-order", _fetched(*three, position=5, aborted=((9, 3), (7, 1), (8, 2))))
    of_nothing = _data(5), _marker(6), _data(7), _marker(8, wire.COMMIT), _marker(9)
    found.add("transactions/abort-of-nothing", _fetched(*of_nothing, position=5, aborted=((7, 5),)))
    zeros = _batch(5, Of(key=wire.ABORT, value=b"v"), *_values(1, 1), producer=7, attributes=_SET)
    found.add("transactions/key-of-zeros", _fetched(zeros, _marker(7), position=5, aborted=((7, 5),)))
    found.add("transactions/named-twice", _fetched(*once, position=5, aborted=((7, 5), (7, 5))))
    found.add("transactions/named-for-later", _fetched(*once, position=5, aborted=((7, 8),)))
    found.add("transactions/named-for-the-last-offset", _fetched(_data(5, 3), position=5, aborted=((7, 7),)))
    found.add("transactions/named-for-the-middle", _fetched(_data(5, 3), position=6, aborted=((7, 6),)))
    found.add("transactions/named-for-behind", _fetched(_data(5, 3), position=5, aborted=((7, 8),)))
    found.add("transactions/named-for-before", _fetched(*once, position=5, aborted=((7, 1),)))
    found.add("transactions/no-marker-yet", _fetched(_data(5), _data(6), position=5, aborted=((7, 5),)))
    idempotent = _data(5, bits=0), _data(6), _marker(7)
    found.add("transactions/idempotent-beside", _fetched(*idempotent, position=5, aborted=((7, 5),)))
    found.add("transactions/last-is-aborted", _fetched(_batch(5, *_values(1)), _data(6, 3), aborted=((7, 6),)))
    for most in (1, 2):
        found.add(f"transactions/polls-of-{most}", _fetched(*once, position=5, aborted=((7, 5),), most=most))
    damaged = _batch(5, Of(value=b"v", size=1), producer=7, attributes=_SET)
    found.add("transactions/aborted-are-not-read", _fetched(damaged, _marker(6), position=5, aborted=((7, 5),)))
    unknown = _batch(5, *_values(1), producer=7, attributes=_SET | 5)
    found.add("transactions/aborted-of-no-codec", _fetched(unknown, _marker(6), position=5, aborted=((7, 5),)))
    found.add("transactions/of-no-codec", _fetched(_batch(4, *_values(1)), unknown, position=4))


def _add_markers(found: Cases) -> None:
    for zipped in (0, wire.GZIP):
        for name, key in {
            "commit": wire.COMMIT,
            "version-1": b"\0\1\0\0",
            "version-1-commit": b"\0\1\0\1",
            "version-negative": b"\xff\xff\0\0",
            "leader-change": b"\0\0\0\2",
            "unknown": b"\0\0\0\x63",
            "type-negative": b"\0\0\xff\xff",
            "short": b"\0\0\0",
            "empty": b"",
            "null": None,
            "long": b"\0\0\0\0\7\7",
        }.items():
            place = f"markers/{'gzip' if zipped else 'none'}/{name}"
            batches = _data(5), _marker(6, key, bits=zipped), _data(7)
            found.add(f"{place}/aborted", _fetched(*batches, position=5, aborted=((7, 5),)))
            found.add(f"{place}/of-no-transaction", _fetched(*batches, position=5))
            found.add(f"{place}/uncommitted", _fetched(*batches, position=5, committed=False))
        second = Of(offset=1, key=wire.ABORT, value=b"")
        bits = wire.CONTROL | _SET | zipped
        for name, of in {"commit-first": second, "damaged-second": Of(offset=1, key=wire.ABORT, size=1)}.items():
            marker = _batch(6, Of(key=wire.COMMIT), of, producer=7, attributes=bits)
            place = f"markers/{'gzip' if zipped else 'none'}/two/{name}"
            found.add(place, _fetched(_data(5), marker, _data(8), position=5, aborted=((7, 5),)))
    found.add("markers/only", _fetched(_marker(5), _marker(6, producer=8), position=5))
    found.add("markers/below-the-position", _fetched(_marker(5), _batch(6, *_values(1)), position=6))
    found.add(
        "markers/of-no-transaction-bit", _fetched(_batch(5, Of(key=wire.ABORT), producer=7, attributes=wire.CONTROL))
    )
    short = _data(5, producer=-1), _marker(6, b"\0", producer=-1), _data(7, producer=-1)
    found.add("markers/of-no-producer/short", _fetched(*short, position=5, aborted=((-1, 5),)))
    found.add("markers/of-no-producer", _fetched(_data(5), _marker(6, producer=-1), _data(7), aborted=((7, 5),)))


def _add_damaged(found: Cases) -> None:
    sound = _batch(5, *_values(2))
    for zipped in (0, wire.GZIP):
        place = f"damaged/{'gzip' if zipped else 'none'}"
        second = _batch(7, *_values(1), _WRONG, *_values(1, 2), attributes=zipped)
        for most in (1, 2, 3, 500):
            found.add(f"{place}/record/of-{most}", _fetched(sound, second, position=5, most=most))
        found.add(f"{place}/record/at-once", _fetched(second, position=8))
        found.add(f"{place}/record/behind-it", _fetched(second, position=9))
        first = _batch(7, Of(value=b"v", size=1), attributes=zipped)
        found.add(f"{place}/first-record", _fetched(sound, first, position=5))
        for more in (1, -1):
            count = _batch(7, *_values(2), attributes=zipped, records=2 + more)
            found.add(f"{place}/count/{'more' if more > 0 else 'fewer'}", _fetched(sound, count, position=5))
        negative = _batch(7, Of(value=b"v", size=-500), attributes=zipped)
        found.add(f"{place}/size-negative", _fetched(sound, negative, position=5))
    wrong = sound[:-1] + b"\7"
    found.add("damaged/checksum", _fetched(wrong, position=5))
    found.add("damaged/checksum/second", _fetched(_batch(4, *_values(1)), wrong, position=4))
    found.add("damaged/checksum/below-the-position", _fetched(wrong, _batch(7, *_values(1)), position=7))
    found.add("damaged/checksum/aborted", _fetched(_data(5)[:-1] + b"\7", position=5, aborted=((7, 5),)))
    for cut in (1, 12, 20, len(sound) - 1):
        found.add(f"damaged/cut/{cut}", _fetched(sound, _batch(7, *_values(1))[:cut], position=5))
        found.add(f"damaged/cut/{cut}/alone", _fetched(sound[:cut], position=5))
    found.add("damaged/format", _fetched(sound, sound[:16] + b"\3" + sound[17:], position=5))
    found.add("damaged/format/at-once", _fetched(sound[:16] + b"\3" + sound[17:], position=5))
    found.add("damaged/size", _fetched(sound, sound[:8] + bytes(4) + sound[12:], position=5))
    found.add("damaged/short-head", _fetched(sound, sound[:8] + (20).to_bytes(4, "big") + sound[12:], position=5))
    codec = _batch(7, *_values(1), attributes=5)
    found.add("damaged/codec", _fetched(sound, codec, position=5))
    found.add("damaged/codec/without-records", _fetched(sound, _batch(7, attributes=5), position=5))


def _add_legacy(found: Cases) -> None:
    for magic in (0, 1):
        place = f"magic-{magic}"
        one, two = (wire.legacy(5 + at, magic, 0, _NOW, (b"k", b"v")) for at in (0, 1))
        found.add(f"{place}/two", _fetched(one, two, position=5))
        found.add(f"{place}/checksum", _fetched(one, two[:-1] + b"w", position=5))
        found.add(f"{place}/checksum/below-the-position", _fetched(one[:-1] + b"w", two, position=6))
        found.add(f"{place}/before-a-batch", _fetched(one, _batch(6, *_values(2)), position=5))
        first = 5 if magic == 0 else 0
        inner = [wire.legacy(first + at, magic, 0, _NOW, (None, b"v")) for at in range(3)]
        for name, held in {
            "sound": inner,
            "checksum": [inner[0], inner[1][:-1] + b"w", inner[2]],
            "compressed": [inner[0], wire.legacy(first + 1, magic, wire.GZIP, _NOW, (None, b"v")), inner[2]],
            "key-beyond": [inner[0], wire.with_a_key_beyond(first + 1, magic)],
            "none": [],
        }.items():
            outer = wire.legacy(7, magic, wire.GZIP, _NOW, (None, wire.gzipped(b"".join(held))))
            for position in (5, 6, 7, 8):
                found.add(f"{place}/held/{name}/from-{position}", _fetched(outer, position=position))
            wrong = outer[:12] + b"\0\0\0\0" + outer[16:]
            found.add(f"{place}/held/{name}/checksum-of-what-holds-them", _fetched(wrong, position=5))
        found.add(f"{place}/key-beyond", _fetched(wire.with_a_key_beyond(5, magic), one, position=5))
        found.add(f"{place}/key-beyond/below-the-position", _fetched(wire.with_a_key_beyond(5, magic), position=6))
        found.add(f"{place}/codec", _fetched(wire.legacy(5, magic, 5, _NOW, (None, b"v")), position=5))
