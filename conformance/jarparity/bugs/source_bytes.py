"""Bytes of the Kafka source as the newest connector has them: the model, with the switches of `SourceBytesRules`."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from jarparity import source_bytes
from jarparity.bugs.rules import ThrownError
from jarparity.source_bytes import NO_STOP
from jarparity.utf16 import from_units, units

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.bugs.rules import SourceBytesRules

_MOST_TEXT: Final = 65535
_STARTS: Final = {-1, -2, -3, NO_STOP}
_STOPS: Final = {-1, -3, NO_STOP}
_NEWEST: Final = 3


class _Reader:
    """Bytes and a position."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, size: int) -> bytes:
        if size > len(self.data) - self.at:
            raise ThrownError("EOFException")
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, form: str = ">i") -> int:
        return int(struct.unpack(form, self.take(struct.calcsize(form)))[0])

    def count(self) -> int:
        number = self.number()
        if number < 0:
            raise ThrownError("IllegalArgumentException")
        return number

    def text(self, rules: SourceBytesRules) -> str:
        data = self.take(self.number(">H"))
        if rules.text == "utf-8":
            return data.decode(errors="replace")
        return from_units(_units(data))


def _units(data: bytes) -> list[int]:
    """Modified UTF-8, as loosely read as Java reads it."""
    found: list[int] = []
    at = 0
    while at < len(data):
        size = 1 if data[at] < 0x80 else {0xC: 2, 0xD: 2, 0xE: 3}.get(data[at] >> 4, 0)  # noqa: PLR2004 - ASCII
        part = data[at : at + size]
        if size == 0 or len(part) < size or any(byte >> 6 != 2 for byte in part[1:]):  # noqa: PLR2004 - 10xxxxxx
            raise ThrownError("UTFDataFormatException")
        code = part[0] & (0x7F, 0x1F, 0x0F)[size - 1]
        for byte in part[1:]:
            code = code << 6 | byte & 0x3F
        found.append(code)
        at += size
    return found


def split_bytes(document: JSON, rules: SourceBytesRules) -> JSON:
    """`KafkaPartitionSplitSerializer`."""
    if document["direction"] == "encode":
        return _write_split(document["split"], rules).hex()
    return _read_split(_Reader(bytes.fromhex(document["bytes"])), rules)


def _write_split(split: JSON, rules: SourceBytesRules) -> bytes:
    topic, partition, start, stop = split
    check(int(start), NO_STOP if stop is None else int(stop), rules)
    no_stop = {"least": NO_STOP, "latest": -1, "greatest": 2**63 - 1}[rules.no_stop]
    ends = no_stop if stop is None or int(stop) == NO_STOP else int(stop)
    if ends == 0 and rules.stop_0 == "endless":
        ends = no_stop
    return _write_text(topic, rules) + struct.pack(">iqq", partition, int(start), ends)


def _write_text(topic: str, rules: SourceBytesRules) -> bytes:
    if rules.text == "utf-8":
        data = topic.encode(errors="replace")
        size = len(data)
    else:
        size = sum(1 if 0 < code < 0x80 else 2 if code < 0x800 else 3 for code in units(topic))  # noqa: PLR2004 - UTF-8
    if size > _MOST_TEXT:
        raise ThrownError("UTFDataFormatException")
    return struct.pack(">H", size) + data if rules.text == "utf-8" else source_bytes.write_utf(topic)


def _read_split(reader: _Reader, rules: SourceBytesRules) -> list[JSON]:
    topic = reader.text(rules)
    partition, start, stop = reader.number(), reader.number(">q"), reader.number(">q")
    if rules.after_split == "refused" and reader.at < len(reader.data):
        raise ThrownError("IOException")
    check(start, stop, rules)
    endless = stop == NO_STOP or (stop == 0 and rules.stop_0 == "endless")
    return [topic, partition, str(start), None if endless else str(stop)]


def check(start: int, stop: int, rules: SourceBytesRules) -> None:
    """What the constructor of a split refuses."""
    starts = _STARTS if rules.migrated == "allowed" else _STARTS - {NO_STOP}
    if (start < 0 and start not in starts) or (stop < 0 and stop not in _STOPS):
        raise ThrownError("FlinkRuntimeException")


def state_bytes(document: JSON, rules: SourceBytesRules) -> JSON:
    """`KafkaSourceEnumStateSerializer`."""
    if document["direction"] == "encode":
        return _write_state(document, rules).hex()
    version = document["version"]
    if not 0 <= version <= _NEWEST or (version < _NEWEST and rules.older == "refused"):
        raise ThrownError("IOException")
    reader = _Reader(bytes.fromhex(document["bytes"]))
    splits, finished = _READ[version](reader, rules)
    if version and rules.after_state == "refused" and reader.at < len(reader.data):
        raise ThrownError("IOException")
    return {"splits": sorted(splits, key=order), "initialDiscoveryFinished": finished}


def order(split: JSON) -> JSON:
    """Sorts splits with their statuses."""
    topic, partition, start, stop, status = split
    return units(topic), partition, int(start), NO_STOP if stop is None else int(stop), status


def _write_state(document: JSON, rules: SourceBytesRules) -> bytes:
    codes = (1, 0) if rules.status == "reversed" else (0, 1)
    parts = []
    for name, code in zip(("assigned", "unassigned"), codes, strict=True):
        for split in document[name]:
            data = _write_split(split, rules)
            parts.append(struct.pack(">i", len(data)) + data + struct.pack(">i", code))
    head = struct.pack(">ii", len(parts), 0)
    return head + b"".join(parts) + bytes([document["initialDiscoveryFinished"]])


def _read_v0(reader: _Reader, rules: SourceBytesRules) -> tuple[list[JSON], bool]:
    readers = reader.count()
    reader.number()
    given: dict[int, list[JSON]] = {}
    for _ in range(readers):
        name = reader.number()
        splits = []
        for _ in range(reader.count()):
            size = reader.number()
            if size < 0:
                raise ThrownError("NegativeArraySizeException")
            splits.append((*_read_split(_Reader(reader.take(size)), rules), "ASSIGNED"))
        given[name] = given.get(name, []) + splits if rules.reader_twice == "merged" else splits
    distinct = dict.fromkeys(split for splits in given.values() for split in splits)
    return [list(split) for split in distinct], rules.old == "finished"


def _read_v1(reader: _Reader, rules: SourceBytesRules) -> tuple[list[JSON], bool]:
    partitions = [(reader.text(rules), reader.number()) for _ in range(reader.count())]
    kept = partitions if rules.twins == "kept" else dict.fromkeys(partitions)
    return [[*partition, _unknown(rules), None, "ASSIGNED"] for partition in kept], rules.old == "finished"


def _read_v2(reader: _Reader, rules: SourceBytesRules) -> tuple[list[JSON], bool]:
    splits = []
    for _ in range(reader.count()):
        topic, partition = reader.text(rules), reader.number()
        splits.append([topic, partition, _unknown(rules), None, _status(reader, rules)])
    return splits, reader.take(1) != b"\0"


def _read_v3(reader: _Reader, rules: SourceBytesRules) -> tuple[list[JSON], bool]:
    count = reader.number()
    reader.number()
    if count < 0:
        raise ThrownError("IllegalArgumentException")
    splits = []
    for _ in range(count):
        size = reader.count()
        data = reader.take(min(size, len(reader.data) - reader.at))
        splits.append([*_read_split(_Reader(data), rules), _status(reader, rules)])
    return splits, reader.take(1) != b"\0"


_READ: Final = (_read_v0, _read_v1, _read_v2, _read_v3)


def _unknown(rules: SourceBytesRules) -> str:
    return {"unknown": str(NO_STOP), "earliest": "-2", "zero": "0"}[rules.restored]


def _status(reader: _Reader, rules: SourceBytesRules) -> str:
    code = reader.number()
    if code not in (0, 1):
        raise ThrownError("IllegalArgumentException")
    return "ASSIGNED" if (code == 0) == (rules.status == "codes") else "UNASSIGNED"
