"""Hand-written cases of batches: each field by itself, limits of numbers, and each way to be damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_batches import legacy_cases, wire
from jarparity.areas.kafka_batches.wire import Head, Of
from jarparity.case_collector import Cases, named

if TYPE_CHECKING:
    from jarparity.answers import JSON

_MOST: Final = (1 << 31) - 1
_LONGEST: Final = (1 << 63) - 1
_NOW: Final = 1_700_000_000_000


def cases() -> Cases:
    """Cases of `kafka.batch.bytes`."""
    found = Cases("kafka.batch.bytes")
    _add_written(found)
    _add_heads(found)
    _add_refused(found)
    _add_read(found)
    _add_damaged_records(found)
    _add_damaged_batches(found)
    for name, data in legacy_cases.named(batch=_sound(_ONE, base_offset=71)):
        found.add(name, _decode(data))
    return found


def _written(*records: JSON, **head: JSON) -> JSON:
    """An input that writes records one after the other, unless they say it."""
    return {
        "direction": "encode",
        "magic": 2,
        "timestampType": "CreateTime",
        "baseOffset": "0",
        "logAppendTime": "-1",
        "producerId": "-1",
        "producerEpoch": -1,
        "baseSequence": -1,
        "transactional": False,
        "control": False,
        "partitionLeaderEpoch": -1,
        **head,
        "records": [_record(str(place)) | record for place, record in enumerate(records)],
    }


def _record(offset: str) -> JSON:
    return {"offset": offset, "timestamp": str(_NOW), "key": "6b", "value": "76", "headers": []}


def _add_written(found: Cases) -> None:
    for magic in (0, 1, 2):
        at = {"magic": magic, "timestampType": "CreateTime" if magic else "NoTimestampType"}
        name = f"encode/magic-{magic}"
        found.add(f"{name}/none", _written(**at))
        found.add(f"{name}/one", _written({}, **at))
        found.add(f"{name}/two", _written({}, {"value": "7676"}, **at))
        for part in ("key", "value"):
            found.add(f"{name}/{part}-null", _written({part: None}, **at))
            found.add(f"{name}/{part}-empty", _written({part: ""}, **at))
        found.add(
            f"{name}/log-append-time", _written({}, {}, **at, logAppendTime="5") | {"timestampType": "LogAppendTime"}
        )
        found.add(f"{name}/no-timestamp-type", _written({}, **at) | {"timestampType": "NoTimestampType"})
        found.add(f"{name}/later-offset", _written({"offset": "70"}, {"offset": "75"}, **at, baseOffset="70"))
        for time in ("-1", "-2", "0", str(_LONGEST)):
            found.add(f"{name}/time/{named(int(time))}", _written({"timestamp": time}, **at))
        found.add(f"{name}/a-header", _written({"headers": [{"key": "h", "value": "01"}]}, **at))
    for size in (62, 63, 64, 126, 127, 128, 8190, 8191, 8192, 70_000):
        found.add(f"encode/sizes/{size}", _written({"key": None, "value": "61" * size}))
    for name, step in {"back": -1, "far-back": -_NOW, "same": 0, "far": 1 << 40, "63": 63, "64": 64}.items():
        found.add(f"encode/time-step/{name}", _written({}, {"timestamp": str(_NOW + step)}))
    found.add("encode/time-step/most", _written({"timestamp": "0"}, {"timestamp": str(_LONGEST)}))
    for name, step in {"next": 1, "63": 63, "64": 64, "8192": 8192, "most": _MOST, "too-far": _MOST + 1}.items():
        found.add(f"encode/offset-step/{name}", _written({}, {"offset": str(step)}))
    for name, headers in {
        "two-of-a-key": [{"key": "h", "value": "01"}, {"key": "h", "value": "02"}],
        "null": [{"key": "h", "value": None}],
        "empty": [{"key": "", "value": ""}],
        "not-ascii": [{"key": "é😀", "value": "ff"}],
        "half-a-pair": [{"key": "a\ud800b", "value": "00"}],
        "half-a-pair-before-one": [{"key": "\udbff😀", "value": "00"}],
        "second-half": [{"key": "\udc00é", "value": "00"}],
        "last-of-one-byte": [{"key": "\x7fé", "value": "00"}],
        "first-of-two-bytes": [{"key": "\x80", "value": "00"}],
        "last-of-two-bytes": [{"key": "\u07ff", "value": "00"}],
        "first-of-three-bytes": [{"key": "\u0800", "value": "00"}],
        "before-the-halves": [{"key": "\ud7ffé", "value": "00"}],
        "first-half-of-all": [{"key": "\ud800é", "value": "00"}],
        "last-first-half": [{"key": "\udbffé", "value": "00"}],
        "many": [{"key": f"h{place}", "value": "00"} for place in range(70)],
    }.items():
        found.add(f"encode/headers/{name}", _written({"headers": headers}))


def _add_heads(found: Cases) -> None:
    """Each field of the head by itself."""
    idempotent = {"producerId": "7", "producerEpoch": 1, "baseSequence": 5}
    control = {"key": "00000001", "value": "000000000003"}
    heads: dict[str, JSON] = {
        "idempotent": idempotent,
        "sequence-most": idempotent | {"baseSequence": _MOST},
        "producer-far": idempotent | {"producerId": str(1 << 40), "producerEpoch": 32767},
        "transactional": idempotent | {"transactional": True},
        "leader-epoch": {"partitionLeaderEpoch": 12},
        "base-offset": {"baseOffset": "-3"},
        "base-offset-later": {"baseOffset": "1"},
        "base-offset-least": {"baseOffset": str(-_LONGEST - 1)},
        "delete-horizon": {"deleteHorizon": str(_NOW - 7)},
        "delete-horizon-0": {"deleteHorizon": "0"},
        "delete-horizon-none": {"deleteHorizon": "-1"},
        "delete-horizon-negative": {"deleteHorizon": "-2"},
        "delete-horizon-append-time": {
            "deleteHorizon": "9",
            "timestampType": "LogAppendTime",
            "logAppendTime": str(_NOW),
        },
    }
    for name, head in heads.items():
        found.add(f"encode/head/{name}", _written({}, {}, **head))
    found.add(
        "encode/head/control",
        _written(control, **idempotent | {"baseSequence": -1, "transactional": True, "control": True}),
    )
    found.add("encode/head/control-without-producer", _written(control, control=True))


def _add_refused(found: Cases) -> None:
    """What a builder refuses, and which of two it refuses first."""
    for magic in (0, 1, 2):
        at = {"magic": magic, "timestampType": "CreateTime" if magic else "NoTimestampType"}
        refused: dict[str, JSON] = {
            "transactional": {"transactional": True},
            "control": {"control": True},
            "producer": {"producerId": "7", "producerEpoch": 0, "baseSequence": 0},
            "producer-negative": {"producerId": "-2", "producerEpoch": 0, "baseSequence": 0},
            "epoch-none": {"producerId": "7", "producerEpoch": -1, "baseSequence": 0},
            "epoch-negative": {"producerId": "7", "producerEpoch": -2, "baseSequence": 0},
            "sequence-negative": {"producerId": "7", "producerEpoch": 0, "baseSequence": -1},
            "delete-horizon": {"deleteHorizon": "9"},
            "delete-horizon-negative": {"deleteHorizon": "-2"},
        }
        for name, head in refused.items():
            found.add(f"encode/refused/magic-{magic}/{name}", _written({}, **at, **head))
            found.add(f"encode/refused/magic-{magic}/{name}-without-records", _written(**at, **head))
        found.add(f"encode/refused/magic-{magic}/offset-again", _written({}, {"offset": "0"}, **at))
        found.add(f"encode/refused/magic-{magic}/offset-before", _written({"offset": "5"}, {"offset": "4"}, **at))
        found.add(f"encode/refused/magic-{magic}/offset-too-far", _written({"offset": str(_MOST + 1)}, **at))
        found.add(f"encode/refused/magic-{magic}/time", _written({"timestamp": "-5"}, **at))
        headers = [{"key": "h", "value": "00"}]
        found.add(
            f"encode/refused/magic-{magic}/time-before-headers", _written({"timestamp": "-5", "headers": headers}, **at)
        )
    found.add("encode/refused/first-time-negative-later", _written({"timestamp": "-1"}, {"timestamp": str(_NOW)}))


def _decode(data: bytes) -> JSON:
    return {"direction": "decode", "bytes": data.hex()}


def _sound(*records: Of, **head: int) -> bytes:
    given = {"records": len(records), "last_delta": max(0, len(records) - 1), "base_timestamp": _NOW} | head
    return wire.batch(Head(**given), b"".join(map(wire.record, records)))


_ONE: Final = Of(key=b"k", value=b"v")
_TWO: Final = (_ONE, Of(time=5, offset=1, key=None, value=None, headers=((b"h", b"\1"), (b"", None))))


def _add_read(found: Cases) -> None:
    for compressed in (0, wire.GZIP):
        name = f"decode/{'gzip' if compressed else 'none'}"
        found.add(f"{name}/no-records", _decode(_sound(attributes=compressed)))
        found.add(f"{name}/one", _decode(_sound(_ONE, attributes=compressed)))
        found.add(f"{name}/two", _decode(_sound(*_TWO, attributes=compressed)))
        found.add(f"{name}/last-is-gone", _decode(_sound(*_TWO, attributes=compressed, last_delta=9) + _sound(_ONE)))
        many = [Of(time=place, offset=place, value=b"v" * 20) for place in range(100)]
        found.add(f"{name}/many", _decode(_sound(*many, attributes=compressed)))
        for latest in (-1, 0):
            appended = compressed | wire.TIMESTAMP_TYPE
            case = f"{name}/log-append-time-of/{named(latest)}"
            found.add(case, _decode(_sound(_ONE, attributes=appended, max_timestamp=latest)))
        for bit, what in {
            wire.TIMESTAMP_TYPE: "log-append-time",
            wire.TRANSACTIONAL: "transactional",
            wire.TRANSACTIONAL | wire.CONTROL: "control",
            wire.DELETE_HORIZON: "delete-horizon",
            0x80: "bit-7",
            0x100: "bit-8",
            0x4000: "bit-14",
            -0x8000: "bit-15",
        }.items():
            found.add(f"{name}/{what}", _decode(_sound(*_TWO, attributes=compressed | bit, max_timestamp=_NOW + 9)))
    # What compaction leaves of a marker that is all that its producer wrote with its epoch.
    marker = {"attributes": wire.TRANSACTIONAL | wire.CONTROL, "producer_id": 1, "producer_epoch": 1}
    left = _sound(**marker, base_offset=3, base_timestamp=-1, max_timestamp=_NOW)
    found.add("decode/none/control-without-records", _decode(left))
    found.add("decode/none/control-without-records-between", _decode(_sound(_ONE) + left + _sound(_ONE, base_offset=4)))
    for name, head in {
        "offset": {"base_offset": 1 << 40},
        "offset-wraps": {"base_offset": _LONGEST, "last_delta": 1},
        "last-delta": {"last_delta": 70},
        "last-delta-negative": {"last_delta": -1},
        "sequence": {"producer_id": 7, "producer_epoch": 1, "base_sequence": 5},
        "sequence-0": {"base_sequence": 0},
        "sequence-wraps": {"producer_id": 7, "producer_epoch": 1, "base_sequence": _MOST},
        "sequence-wraps-far": {"base_sequence": _MOST - 1, "last_delta": _MOST},
        "sequence-back": {"base_sequence": 5, "last_delta": -7},
        "sequence-negative": {"base_sequence": -2, "last_delta": 5},
        "leader-epoch": {"leader_epoch": 12},
        "max-time": {"max_timestamp": _NOW + 70},
        "time-wraps": {"base_timestamp": _LONGEST},
        "time-negative": {"base_timestamp": -5, "max_timestamp": -5},
    }.items():
        found.add(f"decode/head/{name}", _decode(_sound(*_TWO, **head)))
    for name, one in {
        "time-back": Of(time=-5),
        "time-far-back": Of(time=-(1 << 63)),
        "offset-back": Of(offset=-5),
        "offset-far": Of(offset=_MOST),
        "attributes": Of(attributes=0xFF),
        "header-not-utf-8": Of(headers=((b"a\xffb", b"1"),)),
        "header-half-a-pair": Of(headers=((b"\xed\xa0\x80", b"1"),)),
        "header-cut-letter": Of(headers=((b"\xe2\x82", b"1"),)),
        "headers-of-a-key": Of(headers=((b"h", b"1"), (b"h", b"2"))),
        "long": Of(value=b"v" * 70_000),
    }.items():
        found.add(f"decode/record/{name}", _decode(_sound(_ONE, one, base_sequence=9)))


def _add_damaged_records(found: Cases) -> None:
    """Records that aren't what they say, behind a checksum that is right."""
    tail = Of(offset=2, value=b"tail")
    for compressed in (0, wire.GZIP):
        place = f"decode/damaged/{'gzip' if compressed else 'none'}"
        for name, one in {
            "size-one-less": Of(value=b"v", size=-1),
            "size-one-more": Of(value=b"v", size=1),
            "size-beyond": Of(value=b"v", size=500),
            "size-negative": Of(value=b"v", size=-50),
            "headers-one-more": Of(value=b"v", more=1),
            "headers-one-fewer": Of(headers=((b"h", b"1"),), more=-1),
            "headers-negative": Of(value=b"v", more=-1),
            "headers-many": Of(value=b"v", more=1000),
            "header-key-null": Of(headers=((None, b"1"),)),
        }.items():
            found.add(f"{place}/{name}", _decode(_sound(_ONE, one, tail, attributes=compressed)))
            found.add(f"{place}/{name}-last", _decode(_sound(_ONE, one, attributes=compressed)))
        body = wire.record(_ONE)
        for name, data in {
            "cut": body[:-1],
            "cut-in-size": b"\x80",
            "size-too-long": b"\xff" * 5 + body,
            "more-behind": body + b"\0",
            "key-beyond": wire.varint(8) + b"\0\0\0" + wire.varint(40) + b"abcd",
            "key-of-minus-two": wire.varint(6) + b"\0\0\0" + wire.varint(-2) + b"\1\0",
            "value-beyond": wire.varint(8) + b"\0\0\0\1" + wire.varint(40) + b"abc",
            "header-key-beyond": wire.varint(8) + b"\0\0\0\1\1\2" + wire.varint(40) + b"a",
            "header-value-beyond": wire.varint(9) + b"\0\0\0\1\1\2\2a" + wire.varint(40),
            "time-too-long": wire.varint(15) + b"\0" + b"\xff" * 10 + b"\0\0\0\0",
            "time-of-ten-bytes": wire.varint(15) + b"\0" + b"\xff" * 9 + b"\x7f" + b"\0\1\1\0",
            "offset-too-long": wire.varint(10) + b"\0\0" + b"\xff" * 5 + b"\1\1\0",
            "offset-of-five-bytes": wire.varint(10) + b"\0\0" + b"\xff" * 4 + b"\x7f" + b"\1\1\0",
            "time-of-eleven-bytes": wire.varint(16) + b"\0" + b"\xff" * 10 + b"\0\0\1\1\0",
            "header-key-one-beyond": wire.varint(7) + b"\0\0\0\1\1\2" + wire.varint(1),
            "header-key-to-the-end": wire.varint(8) + b"\0\0\0\1\1\2" + wire.varint(1) + b"a",
            "header-key-null-alone": wire.varint(7) + b"\0\0\0\1\1\2\1",
            "headers-many-and-key-beyond": wire.varint(8) + b"\0\0\0\1\1" + wire.varint(1000) + wire.varint(60),
            "size-minus-one": b"\1" + body,
            "empty-record": b"\0",
        }.items():
            head = Head(records=1, base_timestamp=_NOW, attributes=compressed)
            found.add(f"{place}/bytes/{name}", _decode(wire.batch(head, data)))
        beyond = Of(value=b"v", size=len(wire.record(tail)) + 1)
        found.add(f"{place}/size-just-beyond", _decode(_sound(beyond, tail, attributes=compressed)))
        for count in (0, 1, 3, -1, _MOST):
            found.add(f"{place}/count/{named(count)}", _decode(_sound(*_TWO, attributes=compressed, records=count)))


def _add_damaged_batches(found: Cases) -> None:
    two = _sound(_ONE) + _sound(*_TWO, base_offset=1)
    for cut in (0, 1, 11, 12, 16, 17, 60, len(two) // 2, len(two) - 1):
        found.add(f"decode/cut/{cut}", _decode(two[:cut]))
    found.add("decode/two-batches", _decode(two))
    found.add("decode/cut/without-magic", _decode(_sound(_ONE) + two[:14]))
    found.add("decode/cut/behind-a-wrong-magic", _decode(two[:16] + b"\3"))
    found.add("decode/cut/behind-a-wrong-size", _decode(two[:8] + bytes(4)))
    empty = _sound(base_offset=1, last_delta=1)  # as compaction leaves it
    for name, batches in {
        "between": two + empty + _sound(_ONE, base_offset=3),
        "two-between": _sound(_ONE) + empty + _sound(base_offset=3) + _sound(_ONE, base_offset=4),
        "last": _sound(_ONE) + empty,
        "first": empty + _sound(_ONE, base_offset=3),
    }.items():
        found.add(f"decode/empty-batch/{name}", _decode(batches))
    short = bytes(39)
    front = (0).to_bytes(8, "big") + (9 + len(short)).to_bytes(4, "big") + bytes(4) + b"\2"
    found.add("decode/short-head", _decode(front + wire.crc32c(short).to_bytes(4, "big") + short))
    found.add("decode/zeros-behind", _decode(two + bytes(40)))
    one = _sound(_ONE)
    for size in (-1, 0, 13, 14, 48, 49, len(one) - 13, len(one) - 11, _MOST):
        found.add(f"decode/size/{named(size)}", _decode(one[:8] + size.to_bytes(4, "big", signed=True) + one[12:]))
    for magic in (0, 1, 3, 0x7F, 0x80, 0xFF):
        found.add(f"decode/magic/{magic}", _decode(one[:16] + bytes((magic,)) + one[17:]))
    for place in (0, 12, 17, 21, 30, 57, len(one) - 1):
        changed = bytearray(one)
        changed[place] ^= 1
        found.add(f"decode/changed/{place}", _decode(bytes(changed)))
    found.add("decode/changed-second-batch", _decode(one + two[:-1] + b"\7"))
    for codec in (5, 6, 7):
        found.add(f"decode/codec/{codec}", _decode(_sound(_ONE, attributes=codec)))
    stream = wire.gzipped(wire.record(_ONE))
    for name, damaged in {
        "none": b"not gzip at all",
        "checksum": stream[:-8] + bytes(8),
        "of-another-format": stream[:2] + b"\7" + stream[3:],
    }.items():
        head = Head(records=1, attributes=wire.GZIP)
        found.add(f"decode/gzip-damaged/{name}", _decode(wire.batch(head, damaged, as_it_is=True)))
    found.add("decode/only-a-head", _decode(wire.batch(Head(records=1), b"")))
