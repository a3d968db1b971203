"""Known ways to get batches of records wrong."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_WRITING: Final = "copartition.kafka.batches.writing"
_READING: Final = "copartition.kafka.batches.reading"
_OPEN: Final = "copartition.kafka.batches.open_batch"
_BODIES: Final = "copartition.kafka.batches.bodies"
_LEGACY: Final = "copartition.kafka.batches.legacy"
_VARINTS: Final = "copartition.kafka.batches.varints"
_RECORD: Final = "apache/kafka:DefaultRecord"
_BATCH: Final = "apache/kafka:DefaultRecordBatch"
_OLD: Final = "apache/kafka:AbstractLegacyRecordBatch"
_fault: Final = partial(Fault.of, "kafka.batch.bytes")

FAULTS: Final = (
    _fault(
        ("dpkp/kafka-python#2706", _RECORD),
        "batch-numbers-without-zigzag",
        "writes sizes and steps as they are",
        "They are in zigzag: 0, -1, 1, -2, so that small negative numbers are short, too.",
        Rewritten(f"{_VARINTS}:varint", "number << 1 ^ number >> 31", "number"),
    ),
    _fault(
        _RECORD,
        "batch-steps-of-32-bits",
        "writes a step of time as a number of 32 bits",
        "It has 64: records of a batch may be weeks apart.",
        Rewritten(
            f"{_WRITING}:Writing.append",
            "int64(timestamp - self._base_timestamp)",
            "int32(timestamp - self._base_timestamp)",
        ),
    ),
    _fault(
        "platformatic/dynamic-buffer:src/varint.ts",
        "batch-zigzag-of-32-bits",
        "takes the sign of a step from its 32nd bit, and writes 32 bits",
        "Its 64th bit is the sign: times of a batch may be weeks apart.",
        Rewritten(f"{_VARINTS}:varlong", "number >> 63) & 0xFFFF_FFFF_FFFF_FFFF", "number >> 31) & 0xFFFF_FFFF"),
    ),
    _fault(
        _BATCH,
        "batch-first-time-is-the-least",
        "counts time from the least timestamp",
        "It is counted from the first record's, and may go back.",
        Rewritten(
            f"{_WRITING}:Writing.append",
            "if self._base_timestamp is None:",
            "if self._base_timestamp is None or timestamp < self._base_timestamp:",
        ),
    ),
    _fault(
        _BATCH,
        "batch-latest-time-is-the-last",
        "says that the last record's timestamp is the latest",
        "It is the greatest of all.",
        Rewritten(f"{_WRITING}:Writing.append", "max(self._max_timestamp, timestamp)", "timestamp"),
    ),
    _fault(
        _BATCH,
        "batch-last-delta-is-the-count",
        "says that the last offset is the first one and the number of records",
        "Offsets have gaps where compaction was: it is the last record's.",
        Rewritten(f"{_WRITING}:Writing.built", "int32(self._last_offset - batch.base_offset)", "self._count - 1"),
    ),
    _fault(
        _BATCH,
        "batch-checksum-of-zlib",
        "takes the checksum of zip files",
        "In format 2 it is CRC-32C, by Castagnoli's polynomial.",
        Rewritten(f"{_WRITING}:Writing.built", "crc32c(checked)", "zlib.crc32(checked)"),
    ),
    _fault(
        _RECORD,
        "batch-null-is-empty",
        "writes null as no bytes",
        "Its size is -1: a value of null is a tombstone.",
        Rewritten(f"{_WRITING}:_sized", "varint(-1)", "varint(0)"),
    ),
    _fault(
        "apache/kafka:MemoryRecordsBuilder",
        "batch-horizon-is-a-time",
        "writes a delete horizon, and counts time from the first record's timestamp",
        "Both stand in one place: time is counted from the horizon.",
        Rewritten(
            f"{_WRITING}:Writing.__init__",
            "batch.delete_horizon if _has_horizon(batch) else None",
            "None",
        ),
    ),
    _fault(
        "apache/kafka:Utils",
        "batch-sizes-of-bytes-written",
        "writes the size that a record has, where half of a surrogate pair is in a header's key",
        "Kafka counts four bytes there and the letter behind it not at all, and writes a question mark: no one can "
        "read the batch.",
        Rewritten(f"{_WRITING}:Writing.append", " + _miscounted(record)", ""),
    ),
    _fault(
        _BATCH,
        "batch-cut-is-an-error",
        "refuses bytes that end within a batch",
        "A fetch ends anywhere: what is cut is left out.",
        Rewritten(
            f"{_READING}:open_batches",
            "if end > len(data):\n",
            "if end > len(data):\n            raise CorruptRecordException('cut')\n",
        ),
    ),
    _fault(
        ("tulios/kafkajs:src/protocol/recordBatch/v0/decoder.js", _BATCH),
        "batch-checksum-not-compared",
        "reads a batch whose checksum is wrong",
        "CorruptRecordException.",
        Rewritten(f"{_OPEN}:OpenBatch.check", "if self._head.checksum != computed:", "if False:"),
    ),
    _fault(
        ("segmentio/kafka-go:protocol/record_v2.go", _BATCH),
        "batch-append-time-ignored",
        "reads a record's own timestamp where the broker has set it",
        "All records have the batch's latest one then.",
        Rewritten(f"{_OPEN}:OpenBatch.records", "of.max_timestamp if appended else", "0 or"),
    ),
    _fault(
        ("dpkp/kafka-python:kafka/record/default_records.py", "aio-libs/aiokafka:aiokafka/record/default_records.py"),
        "batch-header-keys-are-strict",
        "refuses a header's key that isn't UTF-8",
        "Java reads a question mark in a box (U+FFFD) for what is none: a consumer that refuses stands still.",
        Rewritten(f"{_BODIES}:Bodies._header", "decoded(key)", "str(key, 'utf-8')"),
    ),
    _fault(
        "segmentio/kafka-go:read.go",
        "batch-empty-is-null",
        "reads no bytes as null",
        "A value of no bytes is one; null is a tombstone.",
        Rewritten(f"{_BODIES}:_sized", "if size < 0", "if size <= 0"),
    ),
    _fault(
        ("dpkp/kafka-python:kafka/record/default_records.py", "aio-libs/aiokafka:aiokafka/record/default_records.py"),
        "batch-attributes-are-a-varint",
        "reads a record's attributes as a number in zigzag",
        "They are one byte.",
        Rewritten(
            f"{_BODIES}:Bodies._body",
            "time, position = read_varlong(data, position + 1)",
            "time, position = read_varlong(data, read_varint(data, position)[1])",
        ),
    ),
    _fault(
        _BATCH,
        "batch-sequence-goes-on",
        "counts sequence numbers beyond 2147483647, and so to -2147483648",
        "Behind the greatest one comes 0.",
        Rewritten(f"{_OPEN}:next_sequence", "if sequence > int32(MAX_INT - increment):", "if False:"),
    ),
    _fault(
        _BATCH,
        "batch-all-attributes",
        "reads an attribute from the upper byte, too",
        "Only the lower one counts.",
        Rewritten(f"{_OPEN}:OpenBatch.control", "attributes & CONTROL", "attributes & (CONTROL | 0x8100)"),
    ),
    _fault(
        _BATCH,
        "batch-records-behind-the-last",
        "leaves out what stands behind the last record",
        "InvalidRecordException: the batch says how many it has.",
        Rewritten(f"{_BODIES}:Bodies.read", "if number == count and position < len(data):", "if False:"),
    ),
    _fault(
        _RECORD,
        "batch-record-size-ignored",
        "reads a record of another size than it says",
        "InvalidRecordException.",
        Rewritten(f"{_BODIES}:Bodies._record", "if position - start != size:", "if False:"),
    ),
    _fault(
        _BATCH,
        "batch-last-offset-counted",
        "says that the last offset is the last record's",
        "It is the first one and the delta in the head: compaction may have taken the last record.",
        Rewritten(f"{_OPEN}:OpenBatch.last_offset", "self._checked.last_delta", "max(0, self._checked.records - 1)"),
    ),
    _fault(
        _OLD,
        "batch-inner-offsets-as-they-are",
        "takes offsets of compressed records of format 1 as they are",
        "They are counted from the first one; the outer record has the last one's.",
        Rewritten(f"{_LEGACY}:_records", "base = last_offset - last", "base = 0"),
    ),
    _fault(
        ("tulios/kafkajs:src/protocol/messageSet/decoder.js", "twmb/franz-go:pkg/kgo/source.go", _OLD),
        "batch-inner-append-time",
        "reads a compressed record's own timestamp where the broker has set it",
        "The outer record's holds for all.",
        Rewritten(
            f"{_LEGACY}:_Legacy.timestamp",
            "if self._around is not None and self._around.timestamp_type is TimestampType.LOG_APPEND_TIME:",
            "if False:",
        ),
    ),
)
